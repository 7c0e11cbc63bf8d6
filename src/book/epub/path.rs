//! Links in a book to the names of its files.
//!
//! Never leads out of the archive: a name is looked up in it and nowhere else.

/// The file and the fragment that `href`, written in the file `base`, leads to.
pub fn resolve(base: &str, href: &str) -> (String, String) {
    let (path, fragment) = href.trim().split_once('#').unwrap_or((href.trim(), ""));
    if path.is_empty() {
        return (base.to_owned(), decoded(fragment));
    }
    let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = decoded(&path.replace('\\', "/"));
    let whole = if path.starts_with('/') {
        path
    } else {
        format!("{folder}/{path}")
    };
    (normal(&whole), decoded(fragment))
}

/// A path without `.`, `..` and empty parts. Nothing is above the root.
pub fn normal(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// `%E9%9B%AA` is `雪`.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| *first == b'%');
        let code = code.and_then(|digits| std::str::from_utf8(digits).ok());
        let code = code.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_where_they_are_written() {
        let resolve = |href| {
            let (path, fragment) = resolve("OEBPS/text/a.xhtml", href);
            format!("{path} {fragment}")
        };
        assert_eq!(resolve("b.xhtml#c"), "OEBPS/text/b.xhtml c");
        assert_eq!(resolve("./../x/%E9%9B%AA.xhtml"), "OEBPS/x/雪.xhtml ");
        assert_eq!(resolve("#%E9%9B%AA"), "OEBPS/text/a.xhtml 雪");
        assert_eq!(resolve("../../../../etc/passwd"), "etc/passwd ");
        assert_eq!(resolve("/b.xhtml"), "b.xhtml ");
        assert_eq!(resolve("100%.xhtml"), "OEBPS/text/100%.xhtml ");
    }
}
