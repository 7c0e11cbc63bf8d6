//! The voice files inside the binary.
//!
//! Never changes one: a person's own file of the same name stands before it.

/// The voice inside, as (name, text of its file).
const NARRATORS: &[(&str, &str)] = &[
    ("xiaoxiao", include_str!("../../../voices/xiaoxiao.toml")),
    ("xiaobei", include_str!("../../../voices/xiaobei.toml")),
    ("xiaoni", include_str!("../../../voices/xiaoni.toml")),
    ("xiaoyi", include_str!("../../../voices/xiaoyi.toml")),
    ("yunjian", include_str!("../../../voices/yunjian.toml")),
    ("yunxi", include_str!("../../../voices/yunxi.toml")),
    ("yunxia", include_str!("../../../voices/yunxia.toml")),
    ("yunyang", include_str!("../../../voices/yunyang.toml")),
];

/// Servers that others run, in the order of docs/servers.md.
const SERVERS: &[(&str, &str)] = &[];

/// The text of a voice file.
pub fn text(name: &str) -> Option<&'static str> {
    let mut all = NARRATORS.iter().chain(SERVERS);
    all.find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The names of the narrators inside.
pub fn narrators() -> impl Iterator<Item = &'static str> {
    NARRATORS.iter().map(|(name, _)| *name)
}

/// The names of the ready voices for servers.
pub fn servers() -> impl Iterator<Item = &'static str> {
    SERVERS.iter().map(|(name, _)| *name)
}

/// Whether a name is that of a ready voice for a server.
pub fn is_for_server(name: &str) -> bool {
    servers().any(|known| known == name)
}
