//! The few style rules that hide text.
//!
//! Never a style sheet as a browser reads it: selectors of one element alone, `.a`, `p`, `p.a` and
//! `#a`, and nothing inside `@media`.

use std::collections::HashMap;

/// What a style says about being seen; `None` says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effect {
    /// `display: none`
    pub gone: Option<bool>,
    /// `visibility: hidden`
    pub invisible: Option<bool>,
    /// `font-size: 0`
    pub tiny: Option<bool>,
}

impl Effect {
    /// The effect of declarations, `display:none; color:red`.
    pub fn of(declarations: &str) -> Self {
        let mut effect = Self::default();
        for declaration in declarations.split(';') {
            if let Some((name, value)) = declaration.split_once(':') {
                effect.declare(&name.trim().to_ascii_lowercase(), value);
            }
        }
        effect
    }

    /// This effect, and where it says nothing, that of `other`.
    pub fn over(self, other: Self) -> Self {
        Self {
            gone: self.gone.or(other.gone),
            invisible: self.invisible.or(other.invisible),
            tiny: self.tiny.or(other.tiny),
        }
    }

    fn declare(&mut self, name: &str, value: &str) {
        let value = value.trim().to_ascii_lowercase();
        let value = value.trim_end_matches("!important").trim_end();
        match name {
            "display" => self.gone = Some(value == "none"),
            "visibility" => self.invisible = Some(value == "hidden" || value == "collapse"),
            "font-size" => self.tiny = is_tiny(value).or(self.tiny),
            "font" if value.starts_with("0/") || value.starts_with("0 ") => {
                self.tiny = Some(true);
            }
            _ => {}
        }
    }
}

/// `None` for a size that is a share of the one around it: a share of nothing is nothing.
fn is_tiny(size: &str) -> Option<bool> {
    let n_digits = size.find(|next: char| !(next.is_ascii_digit() || next == '.'));
    let (digits, unit) = size.split_at(n_digits.unwrap_or(size.len()));
    match digits.parse::<f64>() {
        Ok(0.0) => Some(true),
        Ok(_) if matches!(unit.trim(), "em" | "%" | "ex") => None,
        Err(_) if matches!(size, "inherit" | "smaller" | "larger") => None,
        _ => Some(false),
    }
}

/// Rules by their selectors.
#[derive(Debug, Clone, Default)]
pub struct Styles {
    rules: HashMap<String, Effect>,
}

impl Styles {
    /// Adds the rules of a style sheet; of two for one selector the later wins.
    pub fn add(&mut self, sheet: &str) {
        let sheet = without_comments(sheet);
        let mut rest = sheet.as_str();
        while let Some(end) = rest.find(['{', ';']) {
            let (selectors, after) = rest.split_at(end);
            let is_at_rule = selectors.trim_start().starts_with('@');
            rest = match (after.starts_with(';'), is_at_rule) {
                (true, _) => &after[1..],
                (false, true) => behind_block(after),
                (false, false) => {
                    let block_end = after.find('}').unwrap_or(after.len());
                    self.add_rule(selectors, &after[1..block_end]);
                    after.get(block_end + 1..).unwrap_or_default()
                }
            };
        }
    }

    /// Adds the rules of another set.
    pub fn extend(&mut self, other: &Self) {
        for (selector, effect) in &other.rules {
            self.insert(selector.clone(), *effect);
        }
    }

    /// What the rules say about an element.
    pub fn effect(&self, name: &str, class: &str, id: &str) -> Effect {
        if self.rules.is_empty() {
            return Effect::default();
        }
        let rule = |selector: &str| self.rules.get(selector).copied().unwrap_or_default();
        let classes = class.split_ascii_whitespace();
        let by_class = classes.fold(rule(name), |effect, class| {
            let own = rule(&format!("{name}.{class}")).over(rule(&format!(".{class}")));
            own.over(effect)
        });
        if id.is_empty() {
            by_class
        } else {
            rule(&format!("#{id}")).over(by_class)
        }
    }

    fn add_rule(&mut self, selectors: &str, declarations: &str) {
        let effect = Effect::of(declarations);
        if effect == Effect::default() {
            return;
        }
        for selector in selectors.split(',').map(str::trim) {
            if is_simple(selector) {
                self.insert(selector.to_owned(), effect);
            }
        }
    }

    fn insert(&mut self, selector: String, effect: Effect) {
        let standing = self.rules.entry(selector).or_default();
        *standing = effect.over(*standing);
    }
}

fn is_simple(selector: &str) -> bool {
    let is_part = |next: char| next.is_alphanumeric() || matches!(next, '-' | '_' | '.' | '#');
    let n_marks = selector.matches(['.', '#']).count();
    !selector.is_empty() && n_marks <= 1 && selector.chars().all(is_part)
}

fn without_comments(sheet: &str) -> String {
    let mut text = String::with_capacity(sheet.len());
    let mut rest = sheet;
    while let Some((before, comment)) = rest.split_once("/*") {
        text.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    text + rest
}

/// What follows the block that `text` begins with, blocks within it and all.
fn behind_block(text: &str) -> &str {
    let mut depth = 0_usize;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth <= 1 => return &text[index + 1..],
            b'}' => depth -= 1,
            _ => {}
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_that_hide_are_known() {
        assert_eq!(
            Effect::of("color:red; DISPLAY : none !important").gone,
            Some(true)
        );
        assert_eq!(Effect::of("visibility:hidden").invisible, Some(true));
        for tiny in [
            "font-size:0",
            "font-size:0px;",
            "font-size: 0.0em",
            "font:0/0 a",
        ] {
            assert_eq!(Effect::of(tiny).tiny, Some(true), "{tiny}");
        }
        assert_eq!(Effect::of("font-size:0.9em").tiny, None);
        assert_eq!(Effect::of("font-size:12px").tiny, Some(false));
    }

    #[test]
    fn simple_rules_are_obeyed_and_the_rest_is_not() {
        let mut styles = Styles::default();
        styles.add(
            "@charset \"utf-8\"; /* .b{display:none} */ .a, p.c {display:none}\n\
             @media print { .d {display:none} } .e .f{display:none} #g{font-size:0}\n\
             .h{display:none} .h{display:block} .i:hover{display:none}",
        );
        let is_gone = |name, class, id| styles.effect(name, class, id).gone == Some(true);
        assert!(is_gone("p", "x a", ""));
        assert!(is_gone("p", "c", "") && !is_gone("div", "c", ""));
        for class in ["b", "d", "e", "f", "h", "i"] {
            assert!(!is_gone("p", class, ""), "{class}");
        }
        assert_eq!(styles.effect("p", "", "g").tiny, Some(true));
    }

    #[test]
    fn a_torn_style_sheet_is_read_as_far_as_it_goes() {
        for torn in [
            "{",
            "}",
            ".a{",
            ".a{display:none",
            "@media{",
            "/*",
            ".a{display:none}}",
        ] {
            Styles::default().add(torn);
        }
    }
}
