//! Ctrl-C and the terminate signal, as a wish to stop.
//!
//! Never ends the process itself: the second wish is for the run to leave at once.

use pingshu::batch::Stop;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

/// Listens for as long as the receiver is held: the first signal is `Soon`, the second `Now`.
pub fn listen() -> watch::Receiver<Stop> {
    let (sender, receiver) = watch::channel(Stop::No);
    let mut signals = Signals::new();
    tokio::spawn(async move {
        for stop in [Stop::Soon, Stop::Now] {
            signals.next().await;
            if sender.send(stop).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Listens from the moment it is made, so that no signal falls between two waits.
#[cfg(unix)]
struct Signals {
    interrupt: Option<Signal>,
    terminate: Option<Signal>,
}

#[cfg(unix)]
impl Signals {
    /// A signal that cannot be listened for does what the system does with it.
    fn new() -> Self {
        Self {
            interrupt: signal(SignalKind::interrupt()).ok(),
            terminate: signal(SignalKind::terminate()).ok(),
        }
    }

    async fn next(&mut self) {
        tokio::select! {
            () = received(self.interrupt.as_mut()) => {}
            () = received(self.terminate.as_mut()) => {}
        }
    }
}

#[cfg(unix)]
async fn received(signal: Option<&mut Signal>) {
    let came = match signal {
        Some(signal) => signal.recv().await,
        None => None,
    };
    if came.is_none() {
        std::future::pending::<()>().await;
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> Self {
        Self
    }

    /// Where signals cannot be listened for, nothing asks to stop.
    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
