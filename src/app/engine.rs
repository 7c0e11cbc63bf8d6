//! Opening an engine, and installing what it needs on first use.
//!
//! Never installs anything for an engine that does not need it.

use std::future::Future;
use std::path::Path;

use anyhow::{Context as _, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use pingshu::speech::kokoro::KokoroError;
use pingshu::speech::kokoro::pack::{InstallEvent, Manifest, PackError, install};
use pingshu::speech::{Engine, SpeechError, Voice};

use super::context::Context;
use super::message::{Exit, say, warn};

/// Threads for what blocks, besides one for each run of the voice inside. The system's allocator
/// keeps memory for each thread: with as many as tokio starts by itself it grows all night.
const SPARE_THREADS: usize = 2;

/// Runs a command's asynchronous part.
pub fn block_on(context: &Context, work: impl Future<Output = Result<Exit>>) -> Result<Exit> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(context.workers() + SPARE_THREADS)
        .enable_all()
        .build();
    let runtime = runtime.context("cannot start the runtime")?;
    let exit = runtime.block_on(work);
    // A second Ctrl-C does not wait for a chunk that is being spoken.
    runtime.shutdown_background();
    exit
}

/// Opens the engine of a voice; what it needs is installed first.
pub async fn open(context: &Context, voice: &Voice) -> Result<Engine> {
    let settings = context.engine_settings()?;
    match Engine::open(voice, &settings) {
        Err(SpeechError::Kokoro(KokoroError::Pack(error))) if error.is_not_installed() => {
            if matches!(error, PackError::Damaged { .. }) {
                warn(&format!("{error}; it is installed again"));
            }
            install_pack(context).await?;
            Ok(Engine::open(voice, &settings)?)
        }
        other => Ok(other?),
    }
}

/// Installs the pack of the voice inside.
pub async fn install_pack(context: &Context) -> Result<()> {
    let manifest = Manifest::built_in();
    let folder = context.pack_folder()?;
    announce(&manifest, &folder);
    let view = InstallView::new(manifest.files.iter().map(|file| file.size).sum());
    let installed = install(
        &manifest,
        &folder,
        &context.settings.mirrors,
        &mut |event| view.show(event),
    )
    .await;
    view.bar.finish_and_clear();
    installed.map_err(|error| SpeechError::Kokoro(error.into()))?;
    say("the voice is installed");
    Ok(())
}

fn announce(manifest: &Manifest, folder: &Path) {
    let megabytes = manifest.files.iter().map(|file| file.size).sum::<u64>() / 1_000_000;
    say(&format!(
        "installing {} ({megabytes} MB, {}) into `{}`; this happens once",
        manifest.about,
        manifest.licence,
        folder.display()
    ));
}

struct InstallView {
    bar: ProgressBar,
    total: u64,
}

impl InstallView {
    fn new(total: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template(
            "{spinner} {bytes}/{total_bytes} {bytes_per_sec} {wide_msg}",
        );
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(std::time::Duration::from_millis(120));
        Self { bar, total }
    }

    fn show(&self, event: InstallEvent) {
        match event {
            InstallEvent::Trying { file, source } => {
                let line = format!("{file} from {source}");
                if self.bar.is_hidden() {
                    say(&line);
                }
                self.bar.set_message(line);
            }
            InstallEvent::Bytes { done, total } => {
                self.bar.set_length(total.unwrap_or(self.total));
                self.bar.set_position(done);
            }
            InstallEvent::Failed { source, reason } => {
                self.bar.suspend(|| {
                    say(&format!(
                        "  {source} did not give it ({reason}); trying the next source"
                    ));
                });
            }
            InstallEvent::Installed { file } => {
                self.bar.suspend(|| say(&format!("  {file} is installed")));
            }
        }
    }
}
