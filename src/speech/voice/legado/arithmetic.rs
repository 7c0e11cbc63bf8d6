//! Arithmetic on `speakSpeed`, worked out at the app's middle speed.
//!
//! Never goes deeper than its brackets may be nested, and gives nothing for what is no number.

/// What `speakSpeed` is when the app's slider stands at ×1.0.
pub const MIDDLE_SPEED: f64 = 10.0;

/// Brackets and signs inside one another; more is no honest formula.
const DEEPEST: usize = 16;

/// The value of a formula such as `(speakSpeed - 10) * 2`, as a script prints it.
pub fn evaluate(formula: &str) -> Option<String> {
    let mut parser = Parser {
        rest: formula.trim(),
        depth: 0,
    };
    let value = parser.sum()?;
    let is_whole = parser.rest.is_empty() && value.is_finite();
    // Adding nothing makes a negative zero a plain one.
    is_whole.then(|| (value + 0.0).to_string())
}

struct Parser<'a> {
    rest: &'a str,
    depth: usize,
}

impl Parser<'_> {
    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        loop {
            if self.takes("+") {
                value += self.product()?;
            } else if self.takes("-") {
                value -= self.product()?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.operand()?;
        loop {
            if self.takes("*") {
                value *= self.operand()?;
            } else if self.takes("/") {
                value /= self.operand()?;
            } else if self.takes("%") {
                value %= self.operand()?;
            } else {
                return Some(value);
            }
        }
    }

    fn operand(&mut self) -> Option<f64> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let value = self.operand_within();
        self.depth -= 1;
        value
    }

    fn operand_within(&mut self) -> Option<f64> {
        if self.takes("-") {
            return Some(-self.operand()?);
        }
        if self.takes("speakSpeed") {
            return Some(MIDDLE_SPEED);
        }
        for (name, function) in FUNCTIONS {
            if self.takes(name) {
                return Some(function(self.in_brackets()?));
            }
        }
        if self.rest.starts_with('(') {
            return self.in_brackets();
        }
        self.number()
    }

    fn in_brackets(&mut self) -> Option<f64> {
        self.takes("(").then_some(())?;
        let value = self.sum()?;
        self.takes(")").then_some(value)
    }

    fn number(&mut self) -> Option<f64> {
        let end = self
            .rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        number.parse().ok()
    }

    fn takes(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }
}

type Function = fn(f64) -> f64;

/// The functions that appear in shared rules.
const FUNCTIONS: [(&str, Function); 5] = [
    ("Math.round", f64::round),
    ("Math.floor", f64::floor),
    ("Math.ceil", f64::ceil),
    ("parseInt", f64::trunc),
    ("Number", std::convert::identity),
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_formula_has_the_value_that_a_script_would_print() {
        for (formula, value) in [
            ("speakSpeed", "10"),
            ("(speakSpeed -10) * 2", "0"),
            ("-(speakSpeed - 10)", "0"),
            ("(speakSpeed + 5) / 10 + 4", "5.5"),
            ("speakSpeed / 10", "1"),
            ("Math.round( speakSpeed / 4 )", "3"),
            ("parseInt(speakSpeed*0.25)", "2"),
            ("2 - 3 - 4", "-5"),
            ("7 % 4 * 2", "6"),
        ] {
            assert_eq!(evaluate(formula).as_deref(), Some(value), "{formula}");
        }
    }

    #[test]
    fn what_is_no_arithmetic_has_no_value() {
        for formula in [
            "",
            "speakText",
            "1 +",
            "(1",
            "1)",
            "1 / 0",
            "0/0",
            "1.2.3",
            "speakSpeedy",
            "2 ** 3",
            "speakSpeed > 10 ? 1 : 2",
            "speakSpeed + \"%\"",
            "Math.pow(2)",
        ] {
            assert_eq!(evaluate(formula), None, "{formula}");
        }
    }

    #[test]
    fn brackets_without_an_end_do_not_exhaust_the_stack() {
        for deep in ["(", "-", "Math.round("] {
            assert_eq!(evaluate(&deep.repeat(100_000)), None);
        }
    }

    proptest! {
        #[test]
        fn any_formula_is_worked_out_or_refused(formula in "[-+*/%(). 0-9a-zA-Z]{0,40}") {
            let _ = evaluate(&formula);
        }
    }
}
