//! Keys in a rule: what is one, and the variable that takes its place.
//!
//! Never writes a key down: `{key}` stands for it in the voice file.

use super::problem::Problem;

/// Ends of the names under which keys are sent.
const ENDS: [&str; 8] = [
    "key",
    "token",
    "secret",
    "password",
    "passwd",
    "authorization",
    "cookie",
    "auth",
];

/// Short names that mean the same.
const NAMES: [&str; 6] = ["tok", "ak", "sk", "sign", "pwd", "pass"];

/// Shorter ones are words such as `default`.
const SHORTEST: usize = 8;

/// What stands before a key in a header.
const SCHEMES: [&str; 5] = ["Bearer ", "Bearer;", "Basic ", "Token ", "Key "];

/// The key of a rule, and where it stood.
#[derive(Debug, Default)]
pub struct Keys {
    found: Option<(String, String)>,
}

impl Keys {
    /// `{key}` in the place of a key, with what stands before it; nothing if `value` is none.
    pub fn hide(&mut self, name: &str, value: &str) -> Result<Option<String>, Problem> {
        let scheme = SCHEMES.iter().find(|scheme| {
            let start = value.get(..scheme.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        });
        let (scheme, key) = value.split_at(scheme.map_or(0, |scheme| scheme.len()));
        let is_key = key.starts_with("sk-") || is_named_so(name);
        if !is_key || key.trim().len() < SHORTEST {
            return Ok(None);
        }
        match &self.found {
            Some((place, known)) if known != key => {
                return Err(Problem::TwoKeys(place.clone(), name.to_owned()));
            }
            _ => self.found = Some((name.to_owned(), key.to_owned())),
        }
        Ok(Some(format!("{scheme}{{key}}")))
    }

    /// The variable for the key of a server, if there was one.
    pub fn variable(&self, endpoint: &str) -> Option<String> {
        self.found.as_ref()?;
        let host = endpoint
            .split_once("://")
            .map_or(endpoint, |(_, host)| host);
        let host = host.split(':').next().unwrap_or_default();
        let of_name = |c: char| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_uppercase()
            } else {
                '_'
            }
        };
        let host: String = host.chars().map(of_name).collect();
        Some(format!("KEY_OF_{host}"))
    }
}

fn is_named_so(name: &str) -> bool {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let name: String = letters.map(|c| c.to_ascii_lowercase()).collect();
    NAMES.contains(&name.as_str()) || ENDS.iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_gives_its_place_to_a_variable() {
        let mut keys = Keys::default();
        let hidden = keys
            .hide("Authorization", "Bearer 0123456789abcdef")
            .unwrap();
        assert_eq!(hidden.as_deref(), Some("Bearer {key}"));
        let again = keys.hide("api_key", "0123456789abcdef").unwrap();
        assert_eq!(again.as_deref(), Some("{key}"));
        let variable = keys.variable("https://tts.example.com:8443");
        assert_eq!(variable.as_deref(), Some("KEY_OF_TTS_EXAMPLE_COM"));
    }

    #[test]
    fn other_values_stay() {
        let mut keys = Keys::default();
        for (name, value) in [
            ("voice", "zh-CN-XiaoxiaoNeural"),
            ("token", "1"),
            ("key", "default"),
        ] {
            assert_eq!(keys.hide(name, value), Ok(None));
        }
        assert_eq!(keys.variable("http://host"), None);
    }

    #[test]
    fn two_keys_are_told_apart_without_showing_them() {
        let mut keys = Keys::default();
        keys.hide("Ocp-Apim-Subscription-Key", "0123456789")
            .unwrap();
        let problem = keys.hide("token", "abcdefghij").unwrap_err().to_string();
        assert!(
            !problem.contains("0123") && !problem.contains("abcd"),
            "{problem}"
        );
    }
}
