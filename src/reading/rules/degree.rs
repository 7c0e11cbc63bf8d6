//! The character 得: how something is done, what one must do, what one gets.
//!
//! Never decides a word of the dictionary that ends with it, such as 获得.

use std::ops::Range;

use super::sentence::Sentence;
use crate::reading::word::Kind;

/// Before 得 these make it "must" when a verb follows.
const MUST: [&str; 18] = [
    "还", "总", "必", "非", "就", "都", "也", "又", "我", "你", "他", "她", "您", "咱", "我们",
    "你们", "他们", "咱们",
];

/// Before 得 in a word these keep it "get": 获得.
const GOT: &str = "获取赢求博夺应习心难所自购测算";

/// After these 得 is "get".
const GET: &str = "不只可要所难自各皆均已才方既再始初先喜荣能会想欲来去以而且便若如未没曾必老";

/// After these 得 is "get" when a thing ends the clause.
const WINS: &str = "逃夺赢抢捞换觅讨争拾借买收学习修练求";

/// What 得 makes possible inside a word: 受得了, 来得及.
const RESULTS: &str = "了通起住上及见出到过去下来动";

/// 跑得快 is `de5`, 我得走 is `dei3`.
pub(super) fn degree(sentence: &Sentence, index: usize) -> Option<&'static str> {
    let word = sentence.word_at(index);
    if word.len() == 2 && word.end == index + 1 {
        let does = sentence.kind(&(word.start..index)) == Some(Kind::Verb);
        return (does && !GOT.contains(sentence.at(word.start)?)).then_some("de5");
    }
    if word.len() > 1 {
        let able =
            word.len() == 3 && word.start + 1 == index && sentence.at(word.start) != Some('不');
        return (able && RESULTS.contains(sentence.at(index + 1)?)).then_some("de5");
    }
    let after = sentence.word_after(index)?;
    let before = sentence.word_before(index);
    if sentence.at(after.start) == Some('了') {
        let verb = before.is_some_and(|word| sentence.kind(&word) == Some(Kind::Verb));
        return Some(if verb { "de5" } else { "de2" });
    }
    let before = before?;
    if sentence.is_any(&before, &MUST) {
        let thing = matches!(sentence.kind(&after), Some(Kind::Noun | Kind::Counting));
        return (!thing).then_some("dei3");
    }
    has_degree(sentence, &before, &after).then_some("de5")
}

/// Whether 得 between these words tells how something is done, not what one gets.
fn has_degree(sentence: &Sentence, before: &Range<usize>, after: &Range<usize>) -> bool {
    let thing = sentence.kind(after) == Some(Kind::Noun);
    // 逃得性命 is "get": the clause ends with what was got.
    let ends = sentence.word_after(after.end - 1).is_none();
    let first = sentence.at(before.start).unwrap_or_default();
    let got = thing && ends && after.len() > 1 && WINS.contains(first);
    match sentence.kind(before) {
        _ if before.len() == 1 && GET.contains(first) => false,
        Some(Kind::Counting) => false,
        // 热得出奇, but 人得吃饭.
        Some(Kind::Noun) if before.len() == 1 => {
            let how = sentence.kind(after) == Some(Kind::Descriptive);
            how || sentence
                .at(after.start)
                .is_some_and(|c| "比能连像跟只让叫".contains(c))
        }
        Some(Kind::Noun) => !thing,
        _ => !got,
    }
}
