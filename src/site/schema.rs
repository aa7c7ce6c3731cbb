//! The JSON Schema of SKILL.toml, for editors of the people who write the skills.

use super::{Inputs, Table};
use crate::manifest::{SCHEMA_PATH, json_schema_text};

pub(super) fn emit(_inputs: &Inputs, table: &mut Table) {
    table.add(SCHEMA_PATH, |_| Ok(json_schema_text().into_bytes().into()));
}
