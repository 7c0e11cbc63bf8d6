//! A request as a voice file writes it.
//!
//! Never holds a key: where one belongs, it has `{key}`.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// The table `[request]` or `[prepare]`. What is not given is left out of an identity, so that a
/// key that comes later changes no fingerprint.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RequestTable {
    /// How it is sent.
    #[serde(default)]
    pub method: MethodName,
    /// Where it goes, below the base address.
    pub path: String,
    /// What stands behind the question mark.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub query: Map<String, Value>,
    /// Headers of its own.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
    /// A body of JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub json: Option<Value>,
    /// A body like that of a form on a page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<Map<String, Value>>,
    /// A body of parts, files among them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub multipart: Option<Map<String, Value>>,
    /// A body of text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// What the body is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
}

/// The methods that speech servers know.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum MethodName {
    /// The usual one.
    #[default]
    Post,
    /// For servers that take everything in the address.
    Get,
}

impl RequestTable {
    /// What of it decides how a voice sounds: all but the headers that hold a key.
    pub fn identity(&self) -> Value {
        let mut table = self.clone();
        table.headers.retain(|_, value| !value.contains("{key"));
        // Strings, numbers and maps with string keys can always be written.
        serde_json::to_value(&table).unwrap_or_default()
    }
}

/// The requests before all others: one table or several, in order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PrepareTables(pub Vec<RequestTable>);

impl<'de> Deserialize<'de> for PrepareTables {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrMany)
    }
}

/// Tells one table from several by itself, since serde's own way would hide which key is wrong.
struct OneOrMany;

impl<'de> Visitor<'de> for OneOrMany {
    type Value = PrepareTables;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a request, or a list of them")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PrepareTables, A::Error> {
        let table = RequestTable::deserialize(MapAccessDeserializer::new(map))?;
        Ok(PrepareTables(vec![table]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<PrepareTables, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(PrepareTables)
    }
}
