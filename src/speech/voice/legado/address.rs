//! The address of a rule: its server, its path and its query.
//!
//! Never lets the text or a password be part of a server's name or of a path.

use super::problem::Problem;
use super::template::has_text;

/// An address in its parts; the text is masked in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Scheme, host and port.
    pub endpoint: String,
    /// From the first `/`.
    pub path: String,
    /// Names and values, decoded.
    pub query: Vec<(String, String)>,
}

impl Address {
    /// Reads what stands before a rule's options.
    pub fn read(url: &str) -> Result<Self, Problem> {
        let url = url.trim();
        let url = url.split_once('#').map_or(url, |(url, _)| url);
        let (url, query) = url.split_once('?').unwrap_or((url, ""));
        let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
        let scheme = scheme.to_lowercase();
        if !["http", "https"].contains(&scheme.as_str()) {
            return Err(malformed(
                "an address that does not begin with `http://` or `https://`",
            ));
        }
        let (host, path) = rest.find('/').map_or((rest, "/"), |at| rest.split_at(at));
        check_host(host)?;
        if has_text(path) {
            return Err(Problem::TextIn("the path of its address"));
        }
        Ok(Self {
            endpoint: format!("{scheme}://{}", host.to_lowercase()),
            path: path.to_owned(),
            query: pairs(query)?,
        })
    }
}

/// The names and values of a query or a form, decoded, and each name once.
pub fn pairs(encoded: &str) -> Result<Vec<(String, String)>, Problem> {
    let pairs = form_urlencoded::parse(encoded.trim().as_bytes()).into_owned();
    let pairs: Vec<(String, String)> = pairs.collect();
    for (index, (name, _)) in pairs.iter().enumerate() {
        if has_text(name) {
            return Err(Problem::TextIn("the name of a field"));
        }
        if pairs[..index].iter().any(|(before, _)| before == name) {
            return Err(malformed(&format!("the field `{name}` twice")));
        }
    }
    Ok(pairs)
}

fn check_host(host: &str) -> Result<(), Problem> {
    if has_text(host) {
        return Err(Problem::TextIn("the name of its server"));
    }
    if host.contains('@') {
        return Err(malformed("a password in its address"));
    }
    let is_part = |c: char| c.is_alphanumeric() || ".-_:[]".contains(c);
    if host.is_empty() || !host.chars().all(is_part) {
        return Err(malformed("an address without the name of a server"));
    }
    Ok(())
}

fn malformed(what: &str) -> Problem {
    Problem::Malformed(what.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_server_a_path_and_a_query() {
        let address = Address::read(" HTTP://Host:9880/a/b?x=%E9%9B%AA&y=1+2&z#top ").unwrap();
        assert_eq!(address.endpoint, "http://host:9880");
        assert_eq!(address.path, "/a/b");
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            address.query,
            [pair("x", "雪"), pair("y", "1 2"), pair("z", "")]
        );
        assert_eq!(Address::read("https://host").unwrap().path, "/");
    }

    #[test]
    fn a_strange_address_is_refused() {
        for url in [
            "",
            "ftp://host/",
            "host/a",
            "http://",
            "http://me:pass@host/",
            "http://a b/",
            "http://h/?a=1&a=2",
            "file:///etc/passwd",
            "http:///x",
        ] {
            assert!(Address::read(url).is_err(), "{url}");
        }
    }
}
