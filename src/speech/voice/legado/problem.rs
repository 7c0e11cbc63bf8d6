//! Why a rule cannot be a voice.
//!
//! Never repeats a key: it names where one stands.

/// The input holds no rules.
#[derive(Debug, thiserror::Error)]
pub enum NotRules {
    /// It is no JSON.
    #[error("it is not JSON")]
    NotJson(#[from] serde_json::Error),
    /// It is neither a rule nor a list of rules.
    #[error("it holds no rule: neither an object nor a list of objects")]
    Empty,
}

/// What keeps a rule from being a voice.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A script, or what only a script can use.
    #[error("uses `{0}`, which is a script; pingshu runs none")]
    Script(String),
    /// An option that changes how the answer is fetched or written.
    #[error("uses `{0}`, which pingshu does not have")]
    Unsupported(String),
    /// A formula that is no arithmetic.
    #[error("holds `{0}`, which is neither the text nor arithmetic on `speakSpeed`")]
    Formula(String),
    /// A replacement that changes what is said.
    #[error("replaces more than marks in the text: `{0}`")]
    Replacement(String),
    /// A part that is not written as it should be.
    #[error("has {0}")]
    Malformed(String),
    /// The text of a book in a place that it must not reach.
    #[error("puts the text into {0}")]
    TextIn(&'static str),
    /// No text at all.
    #[error("never says the text: there is no `{{{{speakText}}}}` in it")]
    NoText,
    /// Keys that cannot be held by one variable.
    #[error(
        "holds two different keys, in `{0}` and `{1}`; a voice has one: keep one, and put it into `key_env`"
    )]
    TwoKeys(String, String),
}
