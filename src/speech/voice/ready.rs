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

/// Servers and programs of others, in the order of docs/servers.md.
const SERVERS: &[(&str, &str)] = &[
    ("openai", include_str!("../../../voices/openai.toml")),
    (
        "kokoro-fastapi",
        include_str!("../../../voices/kokoro-fastapi.toml"),
    ),
    ("vllm-omni", include_str!("../../../voices/vllm-omni.toml")),
    (
        "siliconflow",
        include_str!("../../../voices/siliconflow.toml"),
    ),
    (
        "gpt-sovits",
        include_str!("../../../voices/gpt-sovits.toml"),
    ),
    ("cosyvoice", include_str!("../../../voices/cosyvoice.toml")),
    ("indextts", include_str!("../../../voices/indextts.toml")),
    (
        "fish-speech",
        include_str!("../../../voices/fish-speech.toml"),
    ),
    ("azure", include_str!("../../../voices/azure.toml")),
    ("minimax", include_str!("../../../voices/minimax.toml")),
    (
        "volcengine",
        include_str!("../../../voices/volcengine.toml"),
    ),
    ("dashscope", include_str!("../../../voices/dashscope.toml")),
    (
        "piper-http",
        include_str!("../../../voices/piper-http.toml"),
    ),
    ("edge", include_str!("../../../voices/edge.toml")),
    ("piper", include_str!("../../../voices/piper.toml")),
    ("espeak", include_str!("../../../voices/espeak.toml")),
];

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
