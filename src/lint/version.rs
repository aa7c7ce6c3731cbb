//! Versions of the skill and of its manifest.

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Level, Rule};

/// The schema of SKILL.toml is one that is supported.
pub static MANIFEST_VERSION: Rule = Rule {
    code: "manifest-version",
    level: Level::Error,
    frontmatter_level: Level::Error,
    holds: "`manifest_version` is a supported one: \"1.0\"",
    why: "The version tells a tool which fields to expect. A later 1.x is read as 1.0 and may hold fields that are \
          not understood; another major version is a different format.",
    bad: "manifest_version = \"2\"",
    good: "manifest_version = \"1.0\"",
    origin: "SKILL Package Specification 1.0.0, §5 and §8 rule 1",
};

/// The version is a semantic one.
pub static VERSION_FORMAT: Rule = Rule {
    code: "version-format",
    level: Level::Error,
    frontmatter_level: Level::Warning,
    holds: "the version is a semantic version of three numbers",
    why: "Tools compare versions to offer updates. `1.2` and `v1.2.0` are no semantic versions, and `1.10` without \
          quotes is the number 1.1 to many YAML readers.",
    bad: "version: 1.10",
    good: "version: 1.10.0",
    origin: "SKILL Package Specification 1.0.0, §5 and §8 rule 3; Aether OS skill format, §2.2",
};

pub(super) fn manifest_version(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let Some(field) = &package.manifest.manifest_version else { return };
    let text = field.text.trim();
    if text.is_empty() {
        return;
    }
    let mut parts = text.split('.').map(str::parse::<u32>);
    let finding = match (parts.next(), parts.next(), parts.next()) {
        (Some(Ok(1)), Some(Ok(0)), None) => return,
        (Some(Ok(1)), None, _) | (Some(Ok(1)), Some(Ok(_)), Some(Ok(_)) | None) => {
            let message = format!("manifest version `{text}` is read as 1.0");
            context.at(&MANIFEST_VERSION, package, field.span, message).level(Level::Warning)
        }
        _ => {
            let message = format!("manifest version `{text}` is not supported");
            context.at(&MANIFEST_VERSION, package, field.span, message)
        }
    };
    found.push(finding.help("supported is `manifest_version = \"1.0\"`"));
}

pub(super) fn version(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let Some(field) = &package.manifest.version else { return };
    let text = field.text.trim();
    let is_free = package.manifest.metadata_version == Some(field.span);
    if text.is_empty() || package.version().is_some() || is_free {
        return;
    }
    let message = format!("version `{text}` is not a semantic version of three numbers");
    let finding = context.at(&VERSION_FORMAT, package, field.span, message);
    found.push(match completed(text) {
        Some(better) => finding.help(format!("try `{better}`")).fix(context.replace(field.span, &better)),
        None => finding.help("write it as `MAJOR.MINOR.PATCH`, such as `1.0.0`"),
    });
}

/// `1.2` and `v1.2` as the version that was meant.
fn completed(text: &str) -> Option<String> {
    let text = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let zeros = match text.split('.').count() {
        1 => ".0.0",
        2 => ".0",
        _ => "",
    };
    let version = format!("{text}{zeros}");
    version.parse::<semver::Version>().is_ok().then_some(version)
}

#[cfg(test)]
mod tests {
    use super::completed;

    #[test]
    fn short_versions_are_completed() {
        assert_eq!(completed("1.10").as_deref(), Some("1.10.0"));
        assert_eq!(completed("v2").as_deref(), Some("2.0.0"));
        assert_eq!(completed("v1.2.3").as_deref(), Some("1.2.3"));
        assert_eq!(completed("latest"), None);
        assert_eq!(completed("1.2.3.4"), None);
    }
}
