//! What became what between two stages of a text.
//!
//! Never shows what stayed as it was.

/// More cells are not worth a comparison; a chunk has at most a few hundred characters.
const MOST_CELLS: usize = 1_000_000;

/// The parts of `before` that became others in `after`: `2→两, 3→三`. Empty when nothing did.
pub fn changes(before: &str, after: &str) -> String {
    let (before, after): (Vec<char>, Vec<char>) =
        (before.chars().collect(), after.chars().collect());
    if before == after {
        return String::new();
    }
    if before.len() == after.len() {
        return one_by_one(&before, &after);
    }
    let mut changes = Vec::new();
    let (mut from, mut to) = (0, 0);
    for (left, right) in kept(&before, &after)
        .into_iter()
        .chain([(before.len(), after.len())])
    {
        if left > from || right > to {
            changes.push(shown(&before[from..left], &after[to..right]));
        }
        (from, to) = (left + 1, right + 1);
    }
    changes.join(", ")
}

/// Where each character has its own successor: 処処→处处 is no insertion.
fn one_by_one(before: &[char], after: &[char]) -> String {
    let pairs: Vec<_> = before.iter().zip(after).collect();
    let runs = pairs.chunk_by(|left, right| (left.0 == left.1) == (right.0 == right.1));
    let changed = runs.filter(|run| run[0].0 != run[0].1);
    let texts = changed.map(|run| {
        let (before, after): (Vec<char>, Vec<char>) = run.iter().map(|(a, b)| (**a, **b)).unzip();
        shown(&before, &after)
    });
    texts.collect::<Vec<_>>().join(", ")
}

fn shown(before: &[char], after: &[char]) -> String {
    let text = |chars: &[char]| chars.iter().collect::<String>();
    format!("{}→{}", text(before), text(after))
}

/// The positions of the characters of a longest common part.
fn kept(before: &[char], after: &[char]) -> Vec<(usize, usize)> {
    let width = after.len() + 1;
    if (before.len() + 1) * width > MOST_CELLS {
        return Vec::new();
    }
    let mut lengths = vec![0_u32; (before.len() + 1) * width];
    for left in (0..before.len()).rev() {
        for right in (0..after.len()).rev() {
            lengths[left * width + right] = if before[left] == after[right] {
                lengths[(left + 1) * width + right + 1] + 1
            } else {
                lengths[(left + 1) * width + right].max(lengths[left * width + right + 1])
            };
        }
    }
    let mut kept = Vec::new();
    let (mut left, mut right) = (0, 0);
    while left < before.len() && right < after.len() {
        if before[left] == after[right] {
            kept.push((left, right));
            (left, right) = (left + 1, right + 1);
        } else if lengths[(left + 1) * width + right] >= lengths[left * width + right + 1] {
            left += 1;
        } else {
            right += 1;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_became_something_else_is_shown() {
        assert_eq!(changes("他有2个，3天", "他有两个，三天"), "2→两, 3→三");
        assert_eq!(changes("下雪了", "下雪了"), "");
        assert_eq!(changes("a", ""), "a→");
        assert_eq!(changes("処处都是喒們", "处处都是咱们"), "処→处, 喒們→咱们");
    }

    #[test]
    fn what_is_too_long_to_compare_is_shown_whole() {
        let long = "雪".repeat(2_000);
        assert_eq!(changes(&long, "雨"), format!("{long}→雨"));
    }
}
