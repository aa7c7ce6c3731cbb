//! # skillsite: a static site for a catalog of agent skills
//!
//! **A site is a function from a path to bytes.** `build` asks for every path and writes the
//! answers to a folder, `serve` asks for one path when a browser does, a test asks for one page
//! and looks at it. Same question, same bytes: one thread or sixteen, built or served.
//!
//! ```text
//! folder ──source──▶ SourceTree ──package──▶ Package… ──catalog──▶ Catalog ──lint──▶ Report
//!                                                                      │                │
//!                                               Config, Theme ─────────┴──▶ Site ◀──────┘
//!                                                                             │
//!                                               build: every path ▶ folder    │   serve: one path ▶ browser
//! ```
//!
//! Each arrow is one function; [`Workspace::new`] calls them in that order.
//!
//! ## The layers, top to bottom; each knows only what is below it
//!
//! | module | takes → gives | never |
//! | --- | --- | --- |
//! | [`cli`] | arguments → one library call → exit status; the only printing | works |
//! | [`verify`] | a built folder or an address → is it what its indexes say; the only module that uses the network | writes |
//! | [`serve`] | a folder that changes → HTTP from the current Site | known by anything but the command |
//! | [`output`] | paths and bytes → a folder, safely | knows what a page is |
//! | [`site`] | Catalog + Report + Theme → the table of paths, each with a function that makes its bytes | reads or writes disk |
//! | [`theme`] | embedded templates and assets under the user's | knows packages |
//! | [`tokens`] | text → about how many tokens it is | |
//! | [`search`] | texts with fields → the static search index | knows pages |
//! | [`publish`] | a skill → the header, files, digests and archive that agents get, or why none | knows addresses, reads a clock |
//! | [`lint`] | Catalog → diagnostics, one rule a file | reads files |
//! | [`catalog`] | packages → ids, groups, `requires` graph; everything sorted, immutable | |
//! | [`package`] | one folder of the source tree → one Package and its diagnostics; total: a broken skill is a package with findings | stops at the first fault |
//! | [`markdown`] | text → outline; text and outline → safe HTML | knows pages |
//! | [`manifest`] | SKILL.toml or frontmatter → one spanned value tree → Manifest, what was *written* | decides what it means |
//! | [`diagnostic`] | Diagnostic, Rule, Level, Report; one file per printed format | knows any rule |
//! | [`config`] | skillsite.toml and flags → Config | |
//! | [`source`], [`git`] | folder → sorted tree of files; git history → dates | interprets anything |
//!
//! Disk is touched at the two ends: `source`, `git`, `config` and `theme` when they load, and
//! `output`, `serve` and `cli`. The middle takes and returns values, so its tests are a list of
//! `(path, text)`; see [`SourceTree::from_files`].
//!
//! ## Two failures, never mixed
//!
//! *The catalog is wrong* (a bad date, a broken link): a [`Diagnostic`], collected; work goes on
//! and all of them come out of one run. *The world is wrong* (unreadable folder, broken
//! template): an `anyhow::Error` that names the path; work stops and nothing that was there
//! before is touched. Our own bug: `unreachable!` with a sentence.
//!
//! ## Where things are added
//!
//! * a rule → `lint/x.rs` and a line in [`lint::RULES`]
//! * something the site publishes → `site/x.rs` and a line in [`site::EMITTERS`], for something of
//!   each skill in [`site::SKILL_EMITTERS`] (a page: also its template)
//! * a printed format → `diagnostic/x.rs` and a variant of [`diagnostic::ReportFormat`]
//! * colours of a language by a parser of its own → its `.scm` file and an entry of `GRAMMARS` in
//!   `markdown/highlight/tree.rs`
//! * a manifest field → the field in [`manifest::Manifest`], its line in the decoder, its place
//!   in a template
//!
//! ## Order and speed
//!
//! rayon is used where there is a task for each folder, file, package or page: walking, reading,
//! parsing, rules, facets, rendering; always `par_iter` and `collect`, in input order.
//! Locks guard what is kept (highlighted code) or measured alone, and decide no byte.
//! The date is a parameter (`--as-of`). Hash order never reaches a reader. Template contexts borrow.

// These pages are read by those who work on the program, who want to see how it is made inside.
#![allow(rustdoc::private_intra_doc_links)]

pub mod catalog;
pub mod cli;
pub mod config;
pub mod diagnostic;
pub mod fix;
pub mod git;
pub mod lint;
pub mod manifest;
pub mod markdown;
pub mod output;
pub mod package;
pub mod publish;
pub mod search;
pub mod serve;
pub mod site;
pub mod source;
pub mod text;
pub mod theme;
pub mod tokens;
pub mod verify;
mod workspace;

pub use catalog::Catalog;
pub use config::Config;
pub use diagnostic::{Diagnostic, Report};
pub use manifest::Manifest;
pub use package::Package;
pub use site::Site;
pub use source::SourceTree;
pub use theme::Theme;
pub use workspace::{Files, Workspace};
