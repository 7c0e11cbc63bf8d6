//! Names of folders and files from titles.
//!
//! Never lets a title decide where a file stands: no separators, no control or bidi characters, no
//! reserved names, no more bytes than any file system takes.

use unicode_normalization::UnicodeNormalization;

/// Most bytes of a title in a name; a file system's limit is 255 for the whole of it.
const MOST_BYTES: usize = 120;

/// Names that Windows keeps for devices, whatever their extension.
const RESERVED: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

/// The folder of a book.
pub fn book_folder(title: &str) -> String {
    let name = safe(title);
    if name.is_empty() {
        return "book".into();
    }
    if is_reserved(&name) || name.starts_with('.') {
        return format!("_{name}");
    }
    name
}

/// The name of a chapter's files without extension: `0007 第七章 雪夜`, wider when the book has more
/// than 9,999 chapters.
pub fn chapter_stem(index: usize, n_chapters: usize, title: &str) -> String {
    let width = n_chapters.to_string().len().max(4);
    format!("{index:0width$} {}", safe(title))
        .trim_end()
        .to_owned()
}

fn safe(title: &str) -> String {
    let visible: String = title
        .nfc()
        .map(|c| if is_unsafe(c) { ' ' } else { c })
        .collect();
    let mut name = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut end = MOST_BYTES.min(name.len());
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    name.truncate(end);
    name.trim_end_matches(['.', ' ']).to_owned()
}

fn is_unsafe(c: char) -> bool {
    c.is_control()
        || r#"<>:"/\|?*"#.contains(c)
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

fn is_reserved(name: &str) -> bool {
    let stem = name
        .split('.')
        .next()
        .unwrap_or_default()
        .trim_end()
        .to_uppercase();
    let port = |kind| {
        stem.strip_prefix(kind)
            .is_some_and(|n: &str| n.len() == 1 && n != "0" && n.parse::<u8>().is_ok())
    };
    RESERVED.contains(&stem.as_str()) || port("COM") || port("LPT")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn chapters_sort_by_their_number() {
        assert_eq!(chapter_stem(7, 12, "第七章 雪夜"), "0007 第七章 雪夜");
        assert_eq!(chapter_stem(7, 100_000, ""), "000007");
    }

    #[test]
    fn a_title_cannot_leave_its_folder_or_hide() {
        assert_eq!(book_folder("../../etc/passwd"), "_.. .. etc passwd");
        assert_eq!(book_folder("a\u{202e}b\0c"), "a b c");
        assert_eq!(book_folder("..."), "book");
        assert_eq!(book_folder("con"), "_con");
        assert_eq!(book_folder("COM7.txt"), "_COM7.txt");
        assert_eq!(book_folder("雪夜. "), "雪夜");
    }

    #[test]
    fn three_hundred_characters_are_cut_at_a_whole_one() {
        let name = chapter_stem(1, 1, &"长".repeat(300));
        assert_eq!(name, format!("0001 {}", "长".repeat(40)));
    }

    proptest! {
        #[test]
        fn any_title_gives_a_name_that_any_file_system_takes(title in any::<String>()) {
            for name in [book_folder(&title), chapter_stem(1, 1, &title)] {
                prop_assert!(!name.is_empty() && name.len() <= 130);
                prop_assert!(!name.contains(['/', '\\', '\0', ':']) && name != "." && name != "..");
                prop_assert!(!name.ends_with(['.', ' ']) && !name.starts_with('.'));
            }
        }
    }
}
