//! A small server on loopback.
//!
//! Never outlives its test: it is stopped when it is dropped.

use std::collections::VecDeque;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::{self, JoinHandle};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{self, HeaderName, HeaderValue, StatusCode};
use tokio::sync::oneshot;

use super::{Answer, Request};

/// How a server answers; it gets the address that it was asked at, to name it in answers.
pub type Honest = fn(&Request, &str) -> Answer;

/// A stand-in for a server.
pub struct StandIn {
    address: String,
    book: Arc<Mutex<Book>>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What came, and what is to be answered before the truth.
#[derive(Default)]
struct Book {
    requests: Vec<Request>,
    lies: VecDeque<Answer>,
}

impl StandIn {
    /// A server that answers so.
    pub fn new(honest: Honest) -> Self {
        Self::lying(honest, [])
    }

    /// A server whose first answers to requests that it likes are these instead.
    pub fn lying(honest: Honest, lies: impl IntoIterator<Item = Answer>) -> Self {
        let book = Arc::new(Mutex::new(Book {
            lies: lies.into_iter().collect(),
            ..Book::default()
        }));
        let (tell, told) = mpsc::channel();
        let (stop, stopped) = oneshot::channel();
        let inside = Arc::clone(&book);
        let thread = thread::spawn(move || serve(honest, &inside, &tell, stopped));
        let address: SocketAddr = told.recv().unwrap();
        Self {
            address: format!("http://{address}"),
            book,
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// Its address.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// What it was asked, in order.
    pub fn requests(&self) -> Vec<Request> {
        self.book.lock().unwrap().requests.clone()
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        let _ = self.stop.take().unwrap().send(());
        let _ = self.thread.take().unwrap().join();
    }
}

fn serve(
    honest: Honest,
    book: &Arc<Mutex<Book>>,
    tell: &mpsc::Sender<SocketAddr>,
    stopped: oneshot::Receiver<()>,
) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .unwrap();
        let address = listener.local_addr().unwrap();
        let book = Arc::clone(book);
        let answer = move |request| handle(request, honest, Arc::clone(&book), address);
        let router = Router::new().fallback(answer);
        tell.send(address).unwrap();
        tokio::select! {
            served = axum::serve(listener, router) => served.unwrap(),
            _ = stopped => {}
        }
    });
}

async fn handle(
    request: http::Request<Body>,
    honest: Honest,
    book: Arc<Mutex<Book>>,
    address: SocketAddr,
) -> http::Response<Body> {
    let request = read(request).await;
    let answer = honest(&request, &format!("http://{address}"));
    let mut book = book.lock().unwrap();
    book.requests.push(request);
    let lie = if answer.status == 200 {
        book.lies.pop_front()
    } else {
        None
    };
    response(lie.unwrap_or(answer))
}

async fn read(request: http::Request<Body>) -> Request {
    let (head, body) = request.into_parts();
    let query = head.uri.query().unwrap_or_default();
    let headers = head.headers.iter();
    Request {
        method: head.method.to_string(),
        path: head.uri.path().to_owned(),
        query: form_urlencoded::parse(query.as_bytes())
            .into_owned()
            .collect(),
        headers: headers
            .map(|(name, value)| (name.to_string(), value.to_str().unwrap().into()))
            .collect(),
        body: to_bytes(body, 10 << 20).await.unwrap().to_vec(),
    }
}

fn response(answer: Answer) -> http::Response<Body> {
    let mut response = http::Response::new(Body::from(answer.body));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap();
    for (name, value) in answer.headers {
        let value = HeaderValue::from_str(&value).unwrap();
        response
            .headers_mut()
            .insert(HeaderName::from_static(name), value);
    }
    response
}
