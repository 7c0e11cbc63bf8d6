//! One `{{…}}` of a rule: the text in its escapes, or a number.
//!
//! Never guesses at a script: what is not known to be harmless is refused.

use super::arithmetic;
use super::problem::Problem;

/// How the text is written where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Escape {
    /// Percent signs, as in an address.
    Url,
    /// `&lt;` and its like.
    Xml,
}

/// What stands for a `{{…}}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    /// The text, escaped in this order.
    Text(Vec<Escape>),
    /// A number, at the app's middle speed.
    Number(String),
}

/// A longer one is no honest formula.
const LONGEST: usize = 2_000;

/// Calls inside one another; Baidu's two are the most that is seen.
const DEEPEST: usize = 8;

/// The calls that encode for an address.
const ENCODERS: [&str; 3] = ["java.encodeURI(", "encodeURIComponent(", "encodeURI("];

/// What the app hands to a script.
const OBJECTS: [&str; 7] = [
    "java", "source", "cookie", "cache", "book", "result", "baseUrl",
];

/// Reads what stands between the braces.
pub fn read(source: &str) -> Result<Expression, Problem> {
    let source = source.trim();
    if source.len() > LONGEST {
        return Err(Problem::Formula(shortened(source)));
    }
    if let Some(number) = arithmetic::evaluate(source) {
        return Ok(Expression::Number(number));
    }
    match text(source, 0)? {
        Some((escapes, "")) => Ok(Expression::Text(escapes)),
        _ => Err(refused(source)),
    }
}

/// The escapes of the text that `source` begins with, and what follows it.
fn text(source: &str, depth: usize) -> Result<Option<(Vec<Escape>, &str)>, Problem> {
    if depth > DEEPEST {
        return Ok(None);
    }
    let Some((mut escapes, mut rest)) = head(source, depth)? else {
        return Ok(None);
    };
    while let Some((escape, after)) = call_on_it(rest)? {
        if let Some(escape) = escape.filter(|escape| escapes.last() != Some(escape)) {
            escapes.push(escape);
        }
        rest = after;
    }
    Ok(Some((escapes, rest)))
}

/// `speakText`, or a call around it.
fn head(source: &str, depth: usize) -> Result<Option<(Vec<Escape>, &str)>, Problem> {
    if let Some(rest) = source.strip_prefix("speakText") {
        let goes_on = rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$');
        return Ok((!goes_on).then_some((Vec::new(), rest.trim_start())));
    }
    if let Some(inner) = source.strip_prefix("String(") {
        let found = text(inner.trim_start(), depth + 1)?;
        return Ok(found.and_then(|(escapes, rest)| Some((escapes, closed(rest)?))));
    }
    for encoder in ENCODERS {
        if let Some(inner) = source.strip_prefix(encoder) {
            let found = text(inner.trim_start(), depth + 1)?;
            return Ok(found.and_then(|(mut escapes, rest)| {
                escapes.push(Escape::Url);
                Some((escapes, closed(without_utf8(rest))?))
            }));
        }
    }
    Ok(None)
}

fn closed(rest: &str) -> Option<&str> {
    rest.trim_start().strip_prefix(')').map(str::trim_start)
}

/// The name of the encoding as a second argument, which says nothing new if it is UTF-8.
fn without_utf8(rest: &str) -> &str {
    let argument = rest.strip_prefix(',').map(str::trim_start);
    let named = argument.and_then(|argument| {
        let (name, after) = quoted(argument)?;
        ["utf-8", "utf8"]
            .contains(&name.to_lowercase().as_str())
            .then_some(after)
    });
    named.unwrap_or(rest)
}

/// A method called on the text: how it escapes, and what follows the call.
fn call_on_it(source: &str) -> Result<Option<(Option<Escape>, &str)>, Problem> {
    for nothing in [".trim()", ".toString()"] {
        if let Some(rest) = source.strip_prefix(nothing) {
            return Ok(Some((None, rest.trim_start())));
        }
    }
    let arguments = [".replaceAll(", ".replace("]
        .iter()
        .find_map(|call| source.strip_prefix(*call));
    let Some(arguments) = arguments else {
        return Ok(None);
    };
    let read = || {
        let (pattern, rest) = pattern(arguments.trim_start())?;
        let rest = rest.trim_start().strip_prefix(',')?;
        let (by, rest) = quoted(rest.trim_start())?;
        Some((pattern, by, closed(rest)?))
    };
    let Some((pattern, by, rest)) = read() else {
        return Err(Problem::Replacement(shortened(source)));
    };
    // Marks of XML by their names are the escape itself. Of other marks the engine's own form, as
    // `punctuation` of a voice file decides it, takes the place.
    match (is_of_marks(pattern), is_name_of_mark(by)) {
        (true, true) => Ok(Some((Some(Escape::Xml), rest))),
        (true, false) if is_of_marks(by) || by.is_empty() => Ok(Some((None, rest))),
        _ => Err(Problem::Replacement(shortened(source))),
    }
}

/// A regular expression or a quoted text.
fn pattern(source: &str) -> Option<(&str, &str)> {
    let Some(expression) = source.strip_prefix('/') else {
        return quoted(source);
    };
    let (pattern, rest) = until('/', expression)?;
    let flags = rest.trim_start_matches(['g', 'i', 'm']);
    Some((pattern, flags))
}

/// A quoted text, and what follows it. In a rule the quotes themselves may be escaped.
fn quoted(source: &str) -> Option<(&str, &str)> {
    let source = source.strip_prefix('\\').unwrap_or(source);
    let quote = source.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (inside, rest) = until(quote, &source[1..])?;
    match inside.strip_suffix('\\') {
        Some(shorter) if rest.starts_with([')', ',']) => Some((shorter, rest)),
        _ => Some((inside, rest)),
    }
}

/// What stands before `end`, and what after it. A `\` before it hides it, unless the call ends there.
fn until(end: char, source: &str) -> Option<(&str, &str)> {
    let mut is_hidden = false;
    for (at, next) in source.char_indices() {
        let rest = &source[at + next.len_utf8()..];
        let ends_call = rest.starts_with([')', ',']) && end != '/';
        if next == end && (!is_hidden || ends_call) {
            return Some((&source[..at], rest));
        }
        is_hidden = next == '\\' && !is_hidden;
    }
    None
}

/// Signs alone, with the escapes of regular expressions for them.
fn is_of_marks(pattern: &str) -> bool {
    let pattern = ["\\n", "\\r", "\\t", "\\s"]
        .iter()
        .fold(pattern.to_owned(), |pattern, mark| {
            pattern.replace(mark, " ")
        });
    // A dot or a negated class stands for words as well.
    let is_wide = pattern.contains('.') && !pattern.contains("\\.") || pattern.contains("[^");
    !pattern.is_empty() && !is_wide && !pattern.chars().any(char::is_alphanumeric)
}

fn is_name_of_mark(by: &str) -> bool {
    let name = by.strip_prefix('&').unwrap_or(by).strip_suffix(';');
    name.is_some_and(|name| ["amp", "lt", "gt", "quot", "apos", "#39"].contains(&name))
}

/// The name of what a script would call, or the whole if it calls nothing.
fn refused(source: &str) -> Problem {
    let is_part = |c: char| c.is_alphanumeric() || "_$.".contains(c);
    let names = source.split(|c| !is_part(c)).filter(|name| {
        let object = name.split('.').next().unwrap_or_default();
        OBJECTS.contains(&object)
            && !ENCODERS
                .iter()
                .any(|own| own.strip_suffix('(') == Some(name))
    });
    match names.into_iter().next() {
        Some(name) => Problem::Script(name.trim_end_matches('.').to_owned()),
        None => Problem::Formula(shortened(source)),
    }
}

/// Enough of a script to find it by.
pub fn shortened(source: &str) -> String {
    match source.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &source[..end]),
        None => source.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Escape::{Url, Xml};
    use proptest::prelude::*;

    #[track_caller]
    fn says(source: &str, escapes: &[Escape]) {
        assert_eq!(
            read(source),
            Ok(Expression::Text(escapes.to_vec())),
            "{source}"
        );
    }

    #[test]
    fn the_text_is_known_in_the_ways_that_rules_write_it() {
        says("speakText", &[]);
        says(" String(speakText) ", &[]);
        says("java.encodeURI(speakText)", &[Url]);
        says("java.encodeURI(speakText, 'utf-8')", &[Url]);
        says("encodeURIComponent( String(speakText) )", &[Url]);
        says("java.encodeURI(java.encodeURI(speakText))", &[Url, Url]);
    }

    #[test]
    fn replacing_the_marks_of_xml_is_an_escape() {
        let replaced = "String(speakText).replace(/&/g, '&amp;').replace(/\\\"/g, '&quot;')\
                        .replace(/'/g, '&apos;').replace(/</g, '&lt;').replace(/>/g, '&gt;')";
        says(replaced, &[Xml]);
        says(&format!("java.encodeURI({replaced})"), &[Xml, Url]);
    }

    #[test]
    fn replacing_quotes_and_line_ends_is_left_to_the_voice_file() {
        says(r#"String(speakText).replace(/"/g, '')"#, &[]);
        says(r#"String(speakText).replace(/\n/g," ").trim()"#, &[]);
        says(r"String(speakText).replace(/[\r\n\s]+/g, '，')", &[]);
        says(r#"speakText.replaceAll("\"", "\\\"")"#, &[]);
    }

    #[test]
    fn replacing_words_is_refused() {
        for source in [
            "String(speakText).replace(/他/g, '她')",
            "String(speakText).replace(/.+/g, '')",
            "String(speakText).replace(/[^a]/g, '')",
            "String(speakText).replace(/~/g, '波浪')",
            "String(speakText).replace(/~/g, x => x)",
        ] {
            assert!(
                matches!(read(source), Err(Problem::Replacement(_))),
                "{source}"
            );
        }
    }

    #[test]
    fn a_script_is_named() {
        for (source, name) in [
            ("java.ajax('http://x/' + speakText)", "java.ajax"),
            ("source.getVariable()", "source.getVariable"),
            ("cookie.getKey('a', 'b')", "cookie.getKey"),
            (
                "java.encodeURI(java.md5Encode(speakText))",
                "java.md5Encode",
            ),
            ("cache.get('t')", "cache.get"),
        ] {
            assert_eq!(read(source), Err(Problem::Script(name.into())), "{source}");
        }
    }

    #[test]
    fn what_is_neither_text_nor_number_is_shown() {
        for source in [
            "eval(1)",
            "speakTexts",
            "speakText + 1",
            "'a'",
            "java.encodeURI(speakText, 'gbk')",
        ] {
            assert_eq!(read(source), Err(Problem::Formula(source.into())));
        }
        let deep = "String(".repeat(200);
        assert!(read(&deep).is_err());
    }

    proptest! {
        #[test]
        fn anything_is_read_or_refused(source in r#"(speakText|String\(|java\.encodeURI\(|\.replace\(|[/"'\\,)(&;g雪~. ]){0,14}"#) {
            let _ = read(&source);
        }
    }
}
