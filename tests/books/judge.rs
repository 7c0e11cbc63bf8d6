//! What is wrong about what was found.
//!
//! Never stops at the first fault: a person sees all of a case at once.

use std::fmt::Write as _;

use super::case::Case;
use super::found::{self, Chapter, Found};

/// Everything that is wrong with one case, or nothing.
pub fn verdict(case: &Case) -> Option<String> {
    let wrong = match found::find(case) {
        Err(message) if case.refused.is_empty() => vec![format!("refused: {message}")],
        Err(message) => lacking(&message, &case.refused, "the refusal"),
        Ok(found) if !case.refused.is_empty() => {
            vec![format!("was read, with {:?}", titles(&found.chapters))]
        }
        Ok(found) => faults(case, &found),
    };
    (!wrong.is_empty()).then(|| {
        let mut text = format!("--- {}\n", case.name);
        for line in &wrong {
            writeln!(text, "  {line}").unwrap();
        }
        text
    })
}

fn faults(case: &Case, found: &Found) -> Vec<String> {
    let mut wrong = found.broken.clone();
    wrong.extend(differing(
        "chapters",
        &case.chapters,
        &titles(&found.chapters),
    ));
    if let Some(volumes) = &case.volumes {
        let volume = |chapter: &Chapter| chapter.volume.clone();
        let found: Vec<_> = found.chapters.iter().map(volume).collect();
        wrong.extend(differing("volumes", volumes, &found));
    }
    wrong.extend(dropped(case, found));
    let kinds: Vec<_> = found.doubts.iter().map(|(kind, _)| kind.clone()).collect();
    if kinds != case.doubts {
        wrong.push(format!(
            "doubts: expected {:?}, found {:?}",
            case.doubts, found.doubts
        ));
    }
    wrong.extend(lacking(
        &format!("{:?}", found.doubts),
        &case.doubted,
        "the doubts",
    ));
    wrong.extend(texts(case, found));
    wrong.extend(names(case, found));
    wrong.extend(growth(case, found));
    wrong
}

fn titles(chapters: &[Chapter]) -> Vec<String> {
    chapters
        .iter()
        .map(|chapter| chapter.title.clone())
        .collect()
}

/// Both lists side by side where they differ.
fn differing(what: &str, expected: &[String], found: &[String]) -> Option<String> {
    if expected == found {
        return None;
    }
    let n_same = expected
        .iter()
        .zip(found)
        .take_while(|(one, other)| one == other)
        .count();
    let from = n_same.saturating_sub(1);
    let shown =
        |list: &[String]| format!("{:?}", list.iter().skip(from).take(12).collect::<Vec<_>>());
    Some(format!(
        "{what}: {} expected, {} found; from {} on\n      expected {}\n      found    {}",
        expected.len(),
        found.len(),
        from + 1,
        shown(expected),
        shown(found),
    ))
}

fn dropped(case: &Case, found: &Found) -> Vec<String> {
    let pieces: Vec<_> = found
        .dropped
        .iter()
        .filter(|(reason, _)| !case.beyond.contains(reason))
        .collect();
    let same = |(expected, found): (&(String, String), &&(String, String))| {
        (expected.0 == "*" || expected.0 == found.0) && expected.1 == found.1
    };
    if pieces.len() == case.dropped.len() && case.dropped.iter().zip(&pieces).all(same) {
        return Vec::new();
    }
    vec![format!(
        "dropped:\n      expected {:?}\n      found    {pieces:?}",
        case.dropped
    )]
}

fn lacking(text: &str, pieces: &[String], what: &str) -> Vec<String> {
    let missing = pieces.iter().filter(|piece| !text.contains(piece.as_str()));
    missing
        .map(|piece| format!("{what} lacks {piece:?}: {text}"))
        .collect()
}

fn texts(case: &Case, found: &Found) -> Vec<String> {
    let texts: Vec<_> = found
        .chapters
        .iter()
        .map(|chapter| chapter.text.clone())
        .collect();
    let whole = texts.join("\n");
    let mut wrong = lacking(&whole, &case.holds, "the text");
    let extra = case
        .lacks
        .iter()
        .filter(|piece| whole.contains(piece.as_str()));
    wrong.extend(extra.map(|piece| format!("the text holds {piece:?}: {whole}")));
    if let Some(expected) = &case.texts {
        let expected: Vec<_> = expected
            .iter()
            .map(|text| text.trim_end().to_owned())
            .collect();
        wrong.extend(differing("texts", &expected, &texts));
    }
    wrong
}

fn names(case: &Case, found: &Found) -> Vec<String> {
    let expected = [
        (&case.title, &found.title),
        (&case.author, &found.author),
        (&case.read_as, &found.encoding),
    ];
    let wrong = expected.into_iter().filter_map(|(expected, found)| {
        let expected = expected.as_ref()?;
        (expected != found).then(|| format!("expected `{expected}`, found `{found}`"))
    });
    wrong.collect()
}

/// What the chapters are after the book has grown.
fn growth(case: &Case, before: &Found) -> Vec<String> {
    if case.then.is_empty() {
        return Vec::new();
    }
    let after = match found::find(&case.grown()) {
        Err(message) => return vec![format!("refused when it had grown: {message}")],
        Ok(found) => found.chapters,
    };
    let mut wrong = Vec::from_iter(differing("then", &case.then, &titles(&after)));
    let pairs = before.chapters.iter().zip(&after);
    let changed: Vec<_> = pairs
        .filter(|(one, other)| one != other)
        .map(|(one, _)| one.index)
        .collect();
    if changed != case.changed {
        wrong.push(format!(
            "changed: expected {:?}, found {changed:?}",
            case.changed
        ));
    }
    wrong
}
