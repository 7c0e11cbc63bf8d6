//! A program with all that it started.
//!
//! Never outlives the run that gave it up: a script's children are ended with the script.

use tokio::process::{Child, Command};

/// The programs of a run, ended when it is dropped.
#[derive(Debug)]
pub struct Group {
    #[cfg(unix)]
    leader: Option<rustix::process::Pid>,
}

impl Group {
    /// Has a program start a group of its own.
    ///
    /// Ctrl-C does not reach it there: that is for pingshu, which lets what is being spoken come to
    /// its end.
    pub fn begin(command: &mut Command) {
        command.kill_on_drop(true);
        #[cfg(unix)]
        command.process_group(0);
    }

    /// The group of a program that began one.
    #[cfg_attr(not(unix), expect(unused_variables, reason = "groups are for unix"))]
    pub fn of(child: &Child) -> Self {
        Self {
            #[cfg(unix)]
            leader: child
                .id()
                .and_then(|id| i32::try_from(id).ok())
                .and_then(rustix::process::Pid::from_raw),
        }
    }

    /// Lets live what a program that ended well left behind on purpose, such as a server for the
    /// next run.
    #[cfg_attr(not(unix), expect(unused_mut, reason = "groups are for unix"))]
    pub fn release(mut self) {
        #[cfg(unix)]
        self.leader.take();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(leader) = self.leader {
            use rustix::process::{Signal, kill_process_group};
            // Nothing is left of most groups, and then nothing is to be done.
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }
}
