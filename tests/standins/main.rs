//! The ready voices, each against a stand-in for its server.
//!
//! Never asks a real server: each voice file is copied with the address of a small server on
//! loopback, which checks a request as the real one does, and answers as it does, lies included.
#![expect(
    clippy::unwrap_used,
    reason = "what cannot be unwrapped fails the test, which is what it should do"
)]

mod support;

mod azure;
mod cosyvoice;
mod dashscope;
mod fish_speech;
mod gpt_sovits;
mod imported;
mod indextts;
mod kokoro_fastapi;
mod minimax;
mod openai;
mod piper_http;
mod siliconflow;
mod vllm_omni;
mod volcengine;
