//! Who speaks which part of a paragraph.
//!
//! A quote is dialogue when it says a sentence, or when it stands where speech stands: at the
//! start of the paragraph, after a colon, a sentence's end, a speech verb or other dialogue.
//! Other quotes only mark a word (他的“办法”) and stay with the narrator. Never cuts a quote off
//! its own marks.

use super::Role;
use super::mark::{clings, is_closer, is_colon, is_comma, is_full_stop, is_pause, is_trail};
use super::paragraph::{Paragraph, Span};
use super::quote::Turn;

/// A part of a paragraph that one role speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    /// Where it stands.
    pub span: Span,
    /// Who speaks it.
    pub role: Role,
}

/// Divides a paragraph into what is narrated and what is said. Every dialogue quote is a part of
/// its own.
pub(super) fn parts(paragraph: &Paragraph) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut done = 0;
    let mut previous = Previous {
        end: 0,
        role: Role::Narration,
    };
    for &quote in &paragraph.quotes.outermost {
        let role = role_of(paragraph, quote, previous);
        previous = Previous {
            end: quote.end,
            role,
        };
        if role == Role::Dialogue {
            push(&mut parts, Span::new(done, quote.start), Role::Narration);
            done = take_following_marks(paragraph, quote);
            push(&mut parts, Span::new(quote.start, done), Role::Dialogue);
        }
    }
    push(
        &mut parts,
        Span::new(done, paragraph.chars.len()),
        Role::Narration,
    );
    parts
}

fn push(parts: &mut Vec<Part>, span: Span, role: Role) {
    if span.len() > 0 {
        parts.push(Part { span, role });
    }
}

/// The quote before the one in question.
#[derive(Debug, Clone, Copy)]
struct Previous {
    end: usize,
    role: Role,
}

fn role_of(paragraph: &Paragraph, quote: Span, previous: Previous) -> Role {
    let is_dialogue = says_a_sentence(paragraph, quote)
        || (!goes_on_as_a_phrase(paragraph, quote) && is_introduced(paragraph, quote, previous));
    if is_dialogue {
        Role::Dialogue
    } else {
        Role::Narration
    }
}

/// The quote has a full stop anywhere, or ends as only speech does: `走……”`, `走，”`.
fn says_a_sentence(paragraph: &Paragraph, quote: Span) -> bool {
    let inside = &paragraph.chars[quote.start + 1..quote.end];
    if inside.iter().any(|&c| is_full_stop(c)) {
        return true;
    }
    let is_mark = |at: usize| paragraph.turn(at) == Turn::Close || is_closer(paragraph.chars[at]);
    let last = (quote.start + 1..quote.end).rev().find(|&at| !is_mark(at));
    let last = last.map(|at| paragraph.chars[at]);
    last.is_some_and(|c| is_trail(c) || is_comma(c))
}

/// The first word of a list, `“仁”、“义”`, and words that describe the next one: `“咚”的一声`, `“好”字`.
fn goes_on_as_a_phrase(paragraph: &Paragraph, quote: Span) -> bool {
    let next = paragraph.chars.get(quote.end);
    next.is_some_and(|next| matches!(next, '、' | '的' | '字'))
}

fn is_introduced(paragraph: &Paragraph, quote: Span, previous: Previous) -> bool {
    let before = Span::new(0, quote.start);
    if paragraph.n_spoken(before) == 0 {
        return true;
    }
    let since = &paragraph.chars[previous.end..quote.start];
    let Some(last) = since.iter().rposition(|c| !c.is_whitespace()) else {
        return previous.role == Role::Dialogue;
    };
    let mark = since[last];
    is_colon(mark)
        || ends_a_sentence(&since[..=last])
        || ends_in_speech_verb(if is_comma(mark) {
            &since[..last]
        } else {
            &since[..=last]
        })
}

fn ends_a_sentence(text: &[char]) -> bool {
    let last = text.iter().rev().find(|&&c| !is_closer(c));
    last.is_some_and(|&c| is_full_stop(c) || is_trail(c))
}

const SPEECH_VERBS: &str = "说說问問喊吼答曰骂罵嚷";
const BEFORE_TELL: &str = "说說问問喊吼答骂罵嚷笑喝叫叹嘆哭怒声聲";
const BEFORE_CALL: &str = "大惊驚尖喊怒";

/// 他说, 她笑道, 淡淡道, 大叫; but not 知道, 大道 or 这叫.
fn ends_in_speech_verb(text: &[char]) -> bool {
    match text {
        [.., a, b, '道'] => a == b || BEFORE_TELL.contains(*b),
        [b, '道'] => BEFORE_TELL.contains(*b),
        [.., before, '叫'] => BEFORE_CALL.contains(*before),
        [.., verb] => SPEECH_VERBS.contains(*verb),
        [] => false,
    }
}

/// Where a dialogue quote's part ends: with the marks right after it, `“好”，`, so that the
/// narrator does not start with a comma.
fn take_following_marks(paragraph: &Paragraph, quote: Span) -> usize {
    let after = &paragraph.chars[quote.end..];
    let is_mark = |at: usize| {
        let character = after[at];
        let is_punctuation = is_pause(character)
            || is_full_stop(character)
            || is_trail(character)
            || is_closer(character)
            || clings(character);
        is_punctuation && paragraph.turn(quote.end + at) != Turn::Open
    };
    quote.end + (0..after.len()).take_while(|&at| is_mark(at)).count()
}
