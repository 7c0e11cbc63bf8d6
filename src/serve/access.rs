//! Who may ask.
//!
//! Never answers a page of another site that a browser on this machine has open, and never tells
//! by its pace how much of a key was right.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};

use super::refusal::Refusal;

/// Who may ask.
pub struct Access {
    /// Hashes compare in constant time.
    key: Option<blake3::Hash>,
    is_loopback: bool,
}

impl Access {
    /// Lets those in who have the key, if there is one; a server on this machine alone is asked by
    /// this machine's names only.
    pub fn new(key: Option<&str>, address: IpAddr) -> Self {
        Self {
            key: key.map(|key| blake3::hash(key.as_bytes())),
            is_loopback: address.is_loopback(),
        }
    }

    /// Refuses names that another site made lead here.
    ///
    /// # Errors
    ///
    /// The refusal.
    pub fn check_host(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        if !self.is_loopback {
            return Ok(());
        }
        let host = headers
            .get(HOST)
            .map(|host| host.to_str().unwrap_or_default());
        let mut names = host
            .into_iter()
            .chain(uri.authority().map(Authority::as_str));
        let is_asked = host.is_some() || uri.authority().is_some();
        if !is_asked || !names.all(is_this_machine) {
            return Err(Refusal::new(
                StatusCode::MISDIRECTED_REQUEST,
                "foreign_host",
                "this server answers to `localhost` and loopback addresses only",
            ));
        }
        let origin = headers
            .get(ORIGIN)
            .map(|origin| origin.to_str().unwrap_or_default());
        let is_of_here = |origin: &str| {
            let site = origin.split_once("://").map(|(_, site)| site);
            site.is_some_and(is_this_machine)
        };
        if origin.is_some_and(|origin| !is_of_here(origin)) {
            let message = "pages of other sites are not answered";
            return Err(Refusal::new(
                StatusCode::FORBIDDEN,
                "foreign_origin",
                message,
            ));
        }
        Ok(())
    }

    /// Refuses those without the key.
    ///
    /// # Errors
    ///
    /// The refusal.
    pub fn check_key(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let Some(key) = &self.key else { return Ok(()) };
        let given = headers.get(AUTHORIZATION).map(HeaderValue::as_bytes);
        let given = given.and_then(|given| given.split_at_checked(b"Bearer ".len()));
        let is_right = given.is_some_and(|(scheme, given)| {
            scheme.eq_ignore_ascii_case(b"Bearer ") && blake3::hash(given) == *key
        });
        if is_right {
            return Ok(());
        }
        let message = "the key is missing or wrong; send it as `Authorization: Bearer KEY`";
        Err(Refusal::new(
            StatusCode::UNAUTHORIZED,
            "invalid_api_key",
            message,
        ))
    }
}

/// Whether `localhost:8777`, `[::1]:8777` or the like is this machine; no site can take an address
/// for its name.
fn is_this_machine(authority: &str) -> bool {
    let host = match authority.rsplit_once(':') {
        Some((host, port)) if port.parse::<u16>().is_ok() => host,
        _ => authority,
    };
    let in_brackets = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    match in_brackets {
        Some(host) => host
            .parse::<Ipv6Addr>()
            .is_ok_and(|host| host.is_loopback()),
        None => {
            host.eq_ignore_ascii_case("localhost")
                || host.parse::<IpAddr>().is_ok_and(|host| host.is_loopback())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_its_own() {
        for own in [
            "localhost:8777",
            "LOCALHOST",
            "127.0.0.1:80",
            "127.9.9.9",
            "[::1]:8777",
            "[::1]",
        ] {
            assert!(is_this_machine(own), "{own}");
        }
        let foreign = [
            "",
            "a.example",
            "localhost.example",
            "127.0.0.1.example",
            "192.168.1.2:80",
        ];
        for foreign in foreign
            .into_iter()
            .chain(["user@localhost", "[::2]:80", "localhost:x"])
        {
            assert!(!is_this_machine(foreign), "{foreign}");
        }
    }

    #[test]
    fn a_key_counts_whole() {
        let access = Access::new(Some("abc"), IpAddr::from([127, 0, 0, 1]));
        let is_let_in = |given: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(AUTHORIZATION, given.parse().unwrap());
            access.check_key(&headers).is_ok()
        };
        assert!(is_let_in("Bearer abc") && is_let_in("bearer abc"));
        for wrong in [
            "Bearer ab",
            "Bearer abcd",
            "Bearer ",
            "abc",
            "Basic abc",
            "",
        ] {
            assert!(!is_let_in(wrong), "{wrong}");
        }
        assert!(access.check_key(&HeaderMap::new()).is_err());
    }
}
