//! The rules: Catalog → diagnostics, one rule a file. Reads no files, prints nothing.
//!
//! A rule is a `static` [`Rule`] with its documentation, and a function that looks at one skill
//! or at the whole catalog; a line in [`RULES`] joins the two. Rules know nothing of levels in
//! the configuration, see [`crate::config::LintConfig`].

mod category;
mod checked;
mod clients;
mod contradiction;
mod dates;
mod description;
mod hidden;
mod html;
mod ignore;
mod legacy;
mod links;
mod lists;
mod name;
mod published;
mod remote;
mod required;
mod requires;
mod secrets;
mod size;
mod structure;
mod tables;
mod tags;
mod texts;
mod tools;
mod unreferenced;
mod urls;
mod values;
mod version;

use crate::catalog::{Catalog, Skill, SkillIndex, rules};
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Fix, Level, Report, Rule};
use crate::git::Repository;
use crate::manifest::{self, Field, rules as reader};
use crate::package::{self, Package};
use crate::source::{SourceTree, Span};

pub use checked::Checked;
pub use unreferenced::{UNREFERENCED_FILE, unreferenced};

/// What rules look at.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The skills.
    pub catalog: &'a Catalog,
    /// The settings; levels are none of a rule's business.
    pub config: &'a Config,
    /// What git knows of the source.
    pub repository: &'a Repository,
}

/// How a rule is checked.
#[derive(Clone, Copy)]
pub enum Check {
    /// While something else is done: by the readers, by the catalog, with another rule.
    Read,
    /// One package at a time, in parallel. Looks at the package and its files, the settings and the
    /// tags of git, at what rules before it have found in the package, and at nothing else: what it
    /// finds holds for as long as these are the same.
    Package(fn(Context<'_>, SkillIndex, &mut Vec<Diagnostic>)),
    /// One skill at a time, in parallel. Looks at other skills too, as far as [`Catalog::shape`]
    /// tells them apart.
    Skill(fn(Context<'_>, SkillIndex, &mut Vec<Diagnostic>)),
    /// Once, over the whole catalog.
    Catalog(fn(Context<'_>, &mut Vec<Diagnostic>)),
}

/// Every rule, in the order of the documentation. Rules of one package run in this order, which matters to those that
/// look at earlier findings or take them back: [`required`] and [`clients`].
pub const RULES: &[(&Rule, Check)] = &[
    (&reader::MANIFEST_SYNTAX, Check::Read),
    (&reader::MANIFEST_EMPTY, Check::Read),
    (&reader::FRONTMATTER_SYNTAX, Check::Read),
    (&reader::FRONTMATTER_LENIENT, Check::Read),
    (&package::ENCODING, Check::Read),
    (&reader::DUPLICATE_KEY, Check::Read),
    (&reader::WRONG_TYPE, Check::Read),
    (&reader::UNKNOWN_KEY, Check::Read),
    (&reader::SHADOWED_FIELD, Check::Read),
    (&required::MISSING_FIELD, Check::Package(required::missing_field)),
    (&required::MISSING_CONTENT, Check::Package(required::missing_content)),
    (&version::MANIFEST_VERSION, Check::Package(version::manifest_version)),
    (&name::NAME_FORMAT, Check::Package(name::format)),
    (&name::NAME_FOLDER, Check::Package(name::folder)),
    (&version::VERSION_FORMAT, Check::Package(version::version)),
    (&tags::VERSION_TAG, Check::Package(tags::check)),
    (&description::DESCRIPTION_EMPTY, Check::Package(description::empty)),
    (&description::DESCRIPTION_TRIGGER, Check::Package(description::trigger)),
    (&description::DESCRIPTION_LENGTH, Check::Package(description::length)),
    (&description::FIRST_SENTENCE, Check::Package(description::first_sentence)),
    (&values::TYPE_VALUE, Check::Package(values::kind)),
    (&values::MATURITY_VALUE, Check::Package(values::maturity)),
    (&values::RISK_VALUE, Check::Package(values::risk)),
    (&category::CATEGORY_VALUE, Check::Package(category::value)),
    (&dates::DATE_FORMAT, Check::Package(dates::format)),
    (&dates::STALE, Check::Package(dates::stale)),
    (&lists::EMPTY_LIST, Check::Package(lists::empty)),
    (&lists::LIST_FORMAT, Check::Package(lists::format)),
    (&urls::URL_VALUE, Check::Package(urls::value)),
    (&rules::FILE_NAME, Check::Read),
    (&rules::UNREADABLE, Check::Read),
    (&rules::LINK_NOT_FOLLOWED, Check::Read),
    (&rules::NESTED_SKILL, Check::Read),
    (&rules::DUPLICATE_NAME, Check::Read),
    (&rules::MIXED_SPELLING, Check::Read),
    (&legacy::LEGACY_FRONTMATTER, Check::Catalog(legacy::check)),
    (&requires::REQUIRES_UNKNOWN, Check::Skill(requires::unknown)),
    (&requires::REQUIRES_CYCLE, Check::Catalog(requires::cycle)),
    (&requires::REQUIRES_SELF, Check::Skill(requires::itself)),
    (&requires::REQUIRES_REPEATED, Check::Package(requires::repeated)),
    (&requires::REQUIRES_DEEP, Check::Catalog(requires::deep)),
    (&contradiction::SELF_CONTRADICTION, Check::Skill(contradiction::check)),
    (&contradiction::REPLACEMENT_UNKNOWN, Check::Skill(contradiction::replacement)),
    (&links::BROKEN_LINK, Check::Skill(links::check)),
    (&links::BROKEN_ANCHOR, Check::Read),
    (&links::LINK_OUTSIDE, Check::Read),
    (&links::BACKSLASH_LINK, Check::Read),
    (&unreferenced::UNREFERENCED_FILE, Check::Package(unreferenced::check)),
    (&hidden::HIDDEN_TEXT, Check::Package(hidden::check)),
    (&html::UNSAFE_HTML, Check::Package(html::check)),
    (&clients::CLIENT_LOAD, Check::Package(clients::check)),
    (&published::NOT_PUBLISHED, Check::Catalog(published::check)),
    (&remote::REMOTE_EXEC, Check::Package(remote::check)),
    (&tools::ALLOWED_TOOLS_BROAD, Check::Package(tools::broad)),
    (&secrets::SECRET_FILE, Check::Package(secrets::check)),
    (&tables::TABLE_ROW, Check::Package(tables::check)),
    (&size::BODY_SIZE, Check::Package(size::check)),
    (&structure::STRUCTURE, Check::Package(structure::check)),
    (&ignore::UNUSED_IGNORE, Check::Read),
    (&ignore::IGNORE_REASON, Check::Read),
];

/// The rule with this code.
pub fn rule(code: &str) -> Option<&'static Rule> {
    RULES.iter().map(|(rule, _)| *rule).find(|rule| rule.code == code)
}

/// What is wrong with the catalog: what the readers, the catalog and the rules found, with its
/// level, without what a comment silences.
pub fn check(catalog: &Catalog, config: &Config, repository: &Repository) -> Report {
    Checked::new(Context { catalog, config, repository }).report
}

/// True when the reader has already told that the field is no text at all.
fn is_wrong_type(package: &Package, field: &Field) -> bool {
    package.diagnostics.iter().any(|diagnostic| {
        diagnostic.rule.code == reader::WRONG_TYPE.code
            && diagnostic.level == Level::Error
            && diagnostic.span == Some(field.span)
    })
}

impl<'a> Context<'a> {
    /// The skill with its place in the catalog.
    pub fn skill(self, index: SkillIndex) -> &'a Skill {
        &self.catalog.skills[index.0 as usize]
    }

    /// What was read of the skill.
    pub fn package(self, index: SkillIndex) -> &'a Package {
        &self.skill(index).package
    }

    /// The files.
    pub fn source(self) -> &'a SourceTree {
        &self.catalog.source
    }

    /// A finding at a place of one of the package's files.
    fn at(self, rule: &'static Rule, package: &Package, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(rule, package.format(), self.source().path(span.file), message).at(span)
    }

    /// What an author wrote at a place.
    fn written(&self, span: Span) -> &'a str {
        &self.source().text(span.file)[span.range()]
    }

    /// The edit that puts another text in the place of a value, in the value's own quotes.
    fn replace(self, span: Span, text: &str) -> Fix {
        Fix::Replace { span, text: manifest::requoted(self.written(span), text) }
    }

    /// A finding at a place, or about the package where there is none.
    fn at_opt(
        self,
        rule: &'static Rule,
        package: &Package,
        span: Option<Span>,
        message: impl Into<String>,
    ) -> Diagnostic {
        match span {
            Some(span) => self.at(rule, package, span, message),
            None => self.about(rule, package, message),
        }
    }

    /// A finding about a package as a whole.
    fn about(self, rule: &'static Rule, package: &Package, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(rule, package.format(), package.main_path(self.source()), message)
    }
}

#[cfg(test)]
pub(crate) mod tests;
