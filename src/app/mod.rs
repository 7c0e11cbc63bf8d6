//! The terminal: flags, settings, progress, messages, exit codes.
//!
//! Never decides anything about books or speech: it asks the library and shows what it says.

mod check;
mod command;
mod context;
mod dirt;
mod engine;
mod explain;
mod flags;
mod import;
mod lexicon;
mod message;
mod plan;
mod progress;
mod render;
mod report;
mod say;
mod serve;
mod settings;
mod signals;
mod voices;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use context::Context;
use flags::{Command, Flags};
use message::{Exit, show};

/// Parses the command line, runs it, and gives the exit code.
pub fn run() -> ExitCode {
    let flags = Flags::parse();
    let exit = match dispatch(flags.command) {
        Ok(exit) => exit,
        Err(error) => show(&error),
    };
    ExitCode::from(exit.code())
}

fn dispatch(command: Command) -> Result<Exit> {
    match command {
        Command::Render(flags) => render::render(&Context::new(&flags.choice)?, &flags),
        Command::Plan(flags) => plan::plan(&Context::new(&flags.choice)?, &flags),
        Command::Redo(flags) => render::redo(&Context::new(&flags.choice)?, &flags),
        Command::Check(flags) => check::check(&Context::new(&flags.choice)?, &flags),
        Command::Explain(flags) => explain::explain(&Context::new(&flags.choice)?, &flags),
        Command::Say(flags) => say::say(&Context::new(&flags.choice)?, &flags),
        Command::Serve(flags) => serve::serve(&serve::context(&flags)?, &flags),
        Command::Voices(flags) => voices::voices(&Context::new(&flags.choice)?, &flags),
    }
}
