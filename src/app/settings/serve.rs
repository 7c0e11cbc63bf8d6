//! The settings of `serve`.
//!
//! Never holds the key itself, only where it is.

use serde::Deserialize;

use super::set;

/// What `serve` goes by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServeSettings {
    /// Port; 0 takes a free one.
    pub port: u16,
    /// Environment variable that holds the key.
    pub key_env: String,
    /// Requests that wait beyond those that are spoken.
    pub queue: usize,
}

impl Default for ServeSettings {
    fn default() -> Self {
        Self {
            port: 8777,
            key_env: "PINGSHU_SERVE_KEY".into(),
            queue: 8,
        }
    }
}

/// What one place says about them.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ServeLayer {
    port: Option<u16>,
    key_env: Option<String>,
    queue: Option<usize>,
}

impl ServeSettings {
    pub(super) fn take(&mut self, layer: ServeLayer) {
        set(&mut self.port, layer.port);
        set(&mut self.key_env, layer.key_env);
        set(&mut self.queue, layer.queue);
    }
}
