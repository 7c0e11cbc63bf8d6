//! The `pingshu` command: parse, run, exit code.

mod app;

use std::process::ExitCode;

fn main() -> ExitCode {
    app::run()
}
