//! A file's name to the title and the author it tells.
//!
//! Never guesses: only patterns that leave no doubt are taken apart, every other name is a title.

use unicode_normalization::UnicodeNormalization;

/// Words in front of a title that say what state or kind a file is of, not who wrote it.
const LABELS: [&str; 16] = [
    "完结", "完結", "完本", "全本", "全集", "精校", "校对", "校對", "连载", "連載", "未删", "未刪",
    "玄幻", "都市", "小说", "小說",
];

/// Marks that part title and author, or hang on their edges.
const EDGES: [char; 20] = [
    ' ', '　', '_', '-', '—', '–', '·', '|', '+', '(', ')', '（', '）', '[', ']', '【', '】', '《',
    '》', ',',
];

/// Title and author told by `file_name`; the author is empty when unknown.
pub fn title_and_author(file_name: &str) -> (String, String) {
    let name: String = stem(file_name).nfc().collect();
    let name = name.trim();
    let (title, author) = between_book_marks(name)
        .or_else(|| before_author_word(name))
        .or_else(|| after_bracketed_author(name))
        .unwrap_or((name, ""));
    if title.is_empty() {
        (name.to_owned(), String::new())
    } else {
        (title.to_owned(), author.to_owned())
    }
}

/// The last part of a path without its extension; `1.5倍人生` has none.
fn stem(file_name: &str) -> &str {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() && is_extension(extension) => stem,
        _ => name,
    }
}

fn is_extension(text: &str) -> bool {
    (1..=5).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && text.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// `《题名》作者：某某`, also with a remark such as `（校对版）` between them.
fn between_book_marks(name: &str) -> Option<(&str, &str)> {
    let (title, rest) = name.strip_prefix('《')?.split_once('》')?;
    let author = before_author_word(rest).map_or("", |(_, author)| author);
    Some((title.trim(), author))
}

/// `题名 作者：某某`, `题名（作者：某某）`, `题名 by 某某`.
fn before_author_word(name: &str) -> Option<(&str, &str)> {
    let (title, author) = ["作者：", "作者:"]
        .iter()
        .find_map(|word| name.split_once(word))
        .or_else(|| split_at_by(name))?;
    let author = author.trim_start_matches(EDGES);
    let end = author
        .find(['(', '（', '[', '【', ')', '）', ']', '】', '_'])
        .unwrap_or(author.len());
    Some((title.trim_matches(EDGES), author[..end].trim_matches(EDGES)))
}

/// An English title may hold the word `by`, so both sides must hold Chinese.
fn split_at_by(name: &str) -> Option<(&str, &str)> {
    let (title, author) = name
        .split_once(" by ")
        .or_else(|| name.split_once(" BY "))?;
    (!title.is_ascii() && !author.is_ascii()).then_some((title, author))
}

/// `[某某]题名`, `【某某】题名`.
fn after_bracketed_author(name: &str) -> Option<(&str, &str)> {
    let (author, title) = name
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(']'))
        .or_else(|| {
            name.strip_prefix('【')
                .and_then(|rest| rest.split_once('】'))
        })?;
    let (author, title) = (author.trim(), title.trim_matches(EDGES));
    let is_label = LABELS.iter().any(|label| author.contains(label));
    Some((title, if is_label { "" } else { author }))
}

#[cfg(test)]
mod tests {
    use super::title_and_author;

    fn pair(title: &str, author: &str) -> (String, String) {
        (title.to_owned(), author.to_owned())
    }

    #[test]
    fn a_title_in_book_marks_is_taken_with_its_author() {
        assert_eq!(
            title_and_author("《雪夜行》作者：林远.txt"),
            pair("雪夜行", "林远")
        );
        assert_eq!(
            title_and_author("《雪夜行》（校对版全本）作者:林远.txt"),
            pair("雪夜行", "林远")
        );
        assert_eq!(title_and_author("《雪夜行》.txt"), pair("雪夜行", ""));
    }

    #[test]
    fn an_author_after_the_word_for_author_is_taken() {
        assert_eq!(
            title_and_author("雪夜行 作者：林远.txt"),
            pair("雪夜行", "林远")
        );
        assert_eq!(
            title_and_author("雪夜行（作者：林远）.txt"),
            pair("雪夜行", "林远")
        );
        assert_eq!(
            title_and_author("雪夜行_作者：林远（全本）.TXT"),
            pair("雪夜行", "林远")
        );
        assert_eq!(
            title_and_author("雪夜行 by 林远.txt"),
            pair("雪夜行", "林远")
        );
    }

    #[test]
    fn an_author_in_brackets_before_the_title_is_taken() {
        assert_eq!(title_and_author("[林远]雪夜行.txt"), pair("雪夜行", "林远"));
        assert_eq!(
            title_and_author("【林远】 雪夜行.txt"),
            pair("雪夜行", "林远")
        );
    }

    #[test]
    fn a_label_in_brackets_is_no_author() {
        assert_eq!(title_and_author("[完结]雪夜行.txt"), pair("雪夜行", ""));
    }

    #[test]
    fn a_name_that_tells_no_author_is_a_title_whole() {
        assert_eq!(title_and_author("雪夜-行.txt"), pair("雪夜-行", ""));
        assert_eq!(title_and_author("books/1.5倍人生"), pair("1.5倍人生", ""));
        assert_eq!(title_and_author("Stand by me.txt"), pair("Stand by me", ""));
        assert_eq!(title_and_author("[林远].txt"), pair("[林远]", ""));
        assert_eq!(title_and_author("作者：林远.txt"), pair("作者：林远", ""));
    }

    #[test]
    fn a_name_typed_on_a_mac_is_composed() {
        assert_eq!(title_and_author("cafe\u{301}.txt"), pair("café", ""));
    }
}
