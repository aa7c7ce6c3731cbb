//! The `skillsite` command; see [`skillsite::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    skillsite::cli::main()
}
