//! The program as its users run it: the real binary on real folders.
//!
//! * [`texts`] runs the files in `texts/`: files in, commands, and what must come out, in one text each.
//! * [`cases`] runs the inputs from bug reports in `../shared/cases`, when that folder is there.
//! * [`crawl`] follows every link of built sites.
//! * [`exit_status`] is the table of what each command gives back to a pipeline.
//! * [`migrate`] compares pages before and after a migration.
//! * [`report`] holds the JSON report against its schema.
//! * [`serve`] edits a folder while it is previewed.
//! * [`same_bytes`] builds one source in different surroundings and compares.
//! * [`search_halves`] compares the search's Rust with its script, [`search_finds`] what it finds with what there is.
//! * [`clients`] lets real clients install from a built site; [`verify`] damages one and lets the program find it.
//!
//! What they share: [`program`] runs the binary, [`host`] serves a folder, [`folder`] makes source folders, [`page`] looks at one page as a reader
//! does, [`site`] at a whole output folder.

mod browser;
mod cases;
mod clients;
mod crawl;
mod diffs;
mod exit_status;
mod folder;
mod host;
mod migrate;
mod page;
mod program;
mod report;
mod same_bytes;
mod search;
mod search_finds;
mod search_halves;
mod serve;
mod site;
mod texts;
mod verify;
