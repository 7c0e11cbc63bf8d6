//! Engines that are reached over HTTP, and downloads.
//!
//! Never lets a key into a message, never believes a status or a content type over the bytes, and
//! never reads more than an honest answer can hold.

mod answer;
mod asker;
mod backoff;
mod client;
mod endpoint;
pub mod fetch;
mod follow;
mod pool;
mod quota;
mod remote;
#[cfg(test)]
mod scripted;
mod secret;
mod spending;
mod template;

use std::time::Duration;

pub use answer::{AnswerTable, message};
pub use asker::{Answer, Asker};
pub use backoff::backoff;
pub use endpoint::Endpoint;
use pool::PoolSettings;
pub use pool::{FaultKind, Tally};
pub use quota::Quota;
pub use remote::Remote;
pub use secret::{Key, KeySource};
pub use spending::Sent;
pub use template::values::{Name, check as check_variables};
pub use template::{
    Call, Fixed, ListingTable, OpenAiTables, Phrase, PrepareTables, RequestTable, Tables, Template,
    Values, as_xml,
};

use super::chain;

/// How patient a client is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HttpSettings {
    /// For a connection to come up.
    pub connect: Duration,
    /// For the first answer of an endpoint, which may load its model then.
    pub first_answer: Duration,
    /// For a whole answer at most; slow servers send nothing before everything is spoken.
    pub answer: Duration,
    /// For a whole answer at least, whatever is usual for the endpoint.
    pub least_answer: Duration,
    /// Requests for one text in a row when the server fails, the first included.
    pub tries: u32,
    /// Longest wait before the second try; it doubles from try to try.
    pub backoff: Duration,
    /// Wait before an endpoint that fails is tried again; it doubles up to five minutes.
    pub probe: Duration,
    /// How long all endpoints may be away before the run is given up.
    pub outage: Duration,
}

impl Default for HttpSettings {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            first_answer: Duration::from_mins(10),
            answer: Duration::from_mins(5),
            least_answer: Duration::from_secs(20),
            tries: 4,
            backoff: Duration::from_millis(500),
            probe: Duration::from_secs(5),
            outage: Duration::from_hours(12),
        }
    }
}

impl HttpSettings {
    /// How a pool deals with endpoints that take so many requests at once.
    fn pool(self, at_once: usize) -> PoolSettings {
        PoolSettings {
            at_once,
            probe: self.probe,
            answer: self.answer,
            least_answer: self.least_answer,
            first_answer: self.first_answer,
            outage: self.outage,
        }
    }
}

/// An address as messages show it: without name, password and query, where keys hide.
fn shown(url: &reqwest::Url) -> String {
    let mut url = url.clone();
    url.set_query(None);
    url.set_fragment(None);
    // Addresses without a host have no user either.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.as_str().trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_secrets() {
        let url = reqwest::Url::parse("https://me:secret@host.test/v1/?key=secret#x").unwrap();
        assert_eq!(shown(&url), "https://host.test/v1");
    }
}
