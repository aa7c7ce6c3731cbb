//! `skillsite schema`: the JSON Schema of SKILL.toml.

use anyhow::Result;

use super::Status;
use super::session::Session;
use crate::manifest::json_schema_text;

#[derive(clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_args: &Args, session: &Session<'_>) -> Result<Status> {
    session.terminal.result(&json_schema_text())?;
    Ok(Status::Fine)
}
