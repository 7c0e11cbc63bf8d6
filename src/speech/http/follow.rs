//! Audio that a server leaves at another address.
//!
//! Never sends the key there, and never asks an address that only this machine's own network knows:
//! an answer must not make the program read what lies beside it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::HeaderMap;
use reqwest::{Client, Method, Url};

use super::template::Call;
use super::{HttpSettings, client};
use crate::speech::SpeechError;

/// A client for addresses that servers tell.
///
/// # Errors
///
/// When the system has no root certificates, or none that can be read.
pub fn follower(settings: HttpSettings) -> Result<Client, SpeechError> {
    client::build(client::builder(settings).dns_resolver(Arc::new(Outside)))
}

/// The request for what is at an address that `base` told.
///
/// # Errors
///
/// Why it is not asked.
pub fn call(base: &Url, url: &str) -> Result<Call, String> {
    let url = base
        .join(url)
        .map_err(|error| format!("an address that is none: {error}"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(format!("an address that begins with `{}:`", url.scheme()));
    }
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    if host.parse().is_ok_and(is_link_local) {
        return Err("an address of the machine's own network".into());
    }
    Ok(Call {
        method: Method::GET,
        url,
        headers: HeaderMap::new(),
        body: Vec::new(),
    })
}

/// Resolves names, but not to where clouds keep the secrets of a machine.
#[derive(Debug)]
struct Outside;

impl Resolve for Outside {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let found = found.filter(|address| !is_link_local(address.ip()));
            let found: Vec<SocketAddr> = found.collect();
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// `169.254.0.0/16` and `fe80::/10`, however they are written, and the one of a cloud among the others.
fn is_link_local(address: IpAddr) -> bool {
    const CLOUD: &str = "fd00:ec2::254";
    match address {
        IpAddr::V4(address) => address.is_link_local(),
        IpAddr::V6(address) => {
            let mapped = address
                .to_ipv4()
                .as_ref()
                .is_some_and(Ipv4Addr::is_link_local);
            mapped || address.is_unicast_link_local() || address.to_string() == CLOUD
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(url: &str) -> Option<String> {
        let base = "http://127.0.0.1:8000/api".parse().unwrap();
        call(&base, url).err()
    }

    #[test]
    fn an_address_may_be_anywhere_but_beside_us() {
        for url in [
            "https://cdn.test/a.wav?sig=1",
            "/files/a.wav",
            "http://10.0.0.7/a.wav",
        ] {
            assert_eq!(refused(url), None, "{url}");
        }
        for url in [
            "http://169.254.169.254/latest/meta-data",
            "http://[::ffff:169.254.169.254]/",
            "http://0xa9fea9fe/",
            "http://[fe80::1]/",
            "http://[fd00:ec2::254]/",
            "file:///etc/passwd",
            "ftp://host.test/a.wav",
            "http://",
        ] {
            assert!(refused(url).is_some(), "{url}");
        }
    }
}
