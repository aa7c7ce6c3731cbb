//! The rules: Catalog → diagnostics, one rule a file. Reads no files, prints nothing.

use crate::catalog::{Catalog, SkillIndex};
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Rule};

/// What rules look at.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The skills.
    pub catalog: &'a Catalog,
    /// The settings; levels are none of a rule's business.
    pub config: &'a Config,
}

/// How a rule is checked.
pub enum Check {
    /// By the readers, while they read; nothing is left to do.
    Read,
    /// One skill at a time, in parallel.
    Skill(fn(Context<'_>, SkillIndex, &mut Vec<Diagnostic>)),
    /// Once, over the whole catalog.
    Catalog(fn(Context<'_>, &mut Vec<Diagnostic>)),
}

/// Every rule, in the order of the documentation.
pub const RULES: &[(&Rule, Check)] = &[];

/// The rule with this code.
pub fn rule(code: &str) -> Option<&'static Rule> {
    RULES.iter().map(|(rule, _)| *rule).find(|rule| rule.code == code)
}

/// Every diagnostic of the catalog: the readers', the catalog's and the rules'.
pub fn check(_catalog: &Catalog, _config: &Config) -> Vec<Diagnostic> {
    todo!()
}
