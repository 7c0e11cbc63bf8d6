//! Ctrl-C and the terminate signal, as a wish to stop.
//!
//! Never ends the process itself: the second wish is for the run to leave at once.

use pingshu::batch::Stop;
use tokio::sync::watch;

/// Listens for as long as the receiver is held: the first signal is `Soon`, the second `Now`.
pub fn listen() -> watch::Receiver<Stop> {
    let (sender, receiver) = watch::channel(Stop::No);
    tokio::spawn(async move {
        for stop in [Stop::Soon, Stop::Now] {
            next_signal().await;
            if sender.send(stop).is_err() {
                break;
            }
        }
    });
    receiver
}

#[cfg(unix)]
async fn next_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let terminate = signal(SignalKind::terminate());
    let Ok(mut terminate) = terminate else {
        return wait_for_ctrl_c().await;
    };
    tokio::select! {
        () = wait_for_ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn next_signal() {
    wait_for_ctrl_c().await;
}

/// Where signals cannot be listened for, nothing asks to stop.
async fn wait_for_ctrl_c() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
