//! Connections, from the first byte to the last.
//!
//! Never lets one client keep the others out: heads are short and come in time, and connections
//! are counted.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;

use super::{MOST_CONNECTIONS, MOST_HEAD_BYTES, PATIENCE};

/// How long to wait when the system gives no connection, e.g. for want of file handles.
const PAUSE: Duration = Duration::from_millis(100);

/// Answers whoever connects until `stop` is ready; what was asked before is still answered.
pub async fn answer(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, place) = tokio::select! {
            accepted = accept(&listener, &room) => accepted,
            Some(_) = connections.join_next(), if !connections.is_empty() => continue,
            () = &mut stop => break,
        };
        let service = TowerToHyperService::new(router.clone());
        let connection = http().serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        connections.spawn(async move {
            // A client that breaks off has no ear for the reason any more.
            let _: Result<(), _> = connection.await;
            drop(place);
        });
    }
    drop(listener);
    graceful.shutdown().await;
}

async fn accept(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> (TcpStream, OwnedSemaphorePermit) {
    let place = Arc::clone(room).acquire_owned().await;
    let place = place.expect("nobody closes the semaphore");
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, place),
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

fn http() -> http1::Builder {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(MOST_HEAD_BYTES);
    http
}
