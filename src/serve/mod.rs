//! The voice inside as a speech server, with the interface of OpenAI's.
//!
//! Never fetches anything, and never says a word more about a fault than its client may know.

mod access;
mod connections;
mod narrators;
mod queue;
mod refusal;
mod request;
mod routes;
mod speak;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

pub use access::Access;
pub use narrators::{Narrating, Narrators};

use queue::Queue;

/// What a server speaks with, and for whom.
pub struct Server {
    narrators: Arc<Narrators>,
    access: Access,
    queue: Arc<Queue>,
}

impl Server {
    /// A server that speaks for as many requests at once as there are workers, and lets
    /// `n_waiting` more wait.
    pub fn new(narrators: Narrators, access: Access, n_waiting: usize) -> Self {
        let workers = narrators.workers();
        Self {
            narrators: Arc::new(narrators),
            access,
            queue: Arc::new(Queue::new(workers, n_waiting)),
        }
    }

    /// Answers whoever connects until `stop` is ready, and then those who asked before.
    pub async fn run(self, listener: TcpListener, stop: impl Future<Output = ()>) {
        let router = routes::router(Arc::new(self));
        connections::answer(listener, router, stop).await;
    }
}

/// The most bytes of a request.
const MOST_BYTES: usize = 1_000_000;

/// The most that the head of a request takes.
const MOST_HEAD_BYTES: usize = 16_384;

/// The most connections at once; further ones wait until one ends.
const MOST_CONNECTIONS: usize = 64;

/// How long a client may take to send the head of a request, or its body.
const PATIENCE: Duration = Duration::from_secs(10);
