//! The `skillsite` command; see [`skillsite::cli`].

use std::process::ExitCode;

use mimalloc::MiMalloc;

// Every thread makes and drops small values all the time, the parsers of the highlighter (in C) among
// them: with this allocator for both, builds and checks cost 6 % less.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    skillsite::cli::main()
}
