//! The page that is being made: links from it, and its rendering.

use std::borrow::Cow;

use anyhow::{Context as _, Result};
use serde::Serialize;

use super::chrome::{Chrome, Head};
use super::files::SkillFile;
use super::{Site, address};
use crate::catalog::{Group, Skill, SkillIndex};
use crate::source::FileId;

/// The page at `path` of `site`.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub site: &'a Site,
    pub path: &'a str,
}

/// A text that may lead somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Link<'a> {
    pub text: Cow<'a, str>,
    pub href: Option<String>,
    /// Leads to another host.
    pub foreign: bool,
}

impl<'a> Link<'a> {
    /// A link to a place of the site.
    pub fn to(text: impl Into<Cow<'a, str>>, href: String) -> Self {
        Link { text: text.into(), href: Some(href), foreign: false }
    }

    /// Text that leads nowhere.
    pub fn plain(text: impl Into<Cow<'a, str>>) -> Self {
        Link { text: text.into(), href: None, foreign: false }
    }

    /// Text, as a link when it is an `http` or `https` address. Every other scheme stays text.
    pub fn maybe_foreign(text: &'a str) -> Self {
        let lower = text.trim().to_ascii_lowercase();
        let linked = lower.starts_with("https://") || lower.starts_with("http://");
        Link { text: text.into(), href: linked.then(|| text.trim().to_owned()), foreign: linked }
    }
}

impl<'a> Here<'a> {
    /// The link from here to the path `to`. The page for addresses that do not exist is shown at
    /// any depth, so its links begin at the root of the host.
    pub fn href(&self, to: &str) -> String {
        if self.path == address::NOT_FOUND {
            let base = &self.site.inputs.config.base_path;
            return format!("{}{}", address::encode(base), address::encode(to));
        }
        address::relative(self.path, to)
    }

    /// The link to an asset, with a mark of its content so that browsers never keep an old one.
    pub fn asset(&self, name: &str) -> Option<String> {
        let mark = self.site.asset_marks.get(name)?;
        Some(format!("{}?v={mark}", self.href(&address::asset(name))))
    }

    /// The absolute address of `to`, when the site's own is known.
    pub fn absolute(&self, to: &str) -> Option<String> {
        let base = self.site.inputs.config.base_url.as_deref()?;
        let page = if to == address::HOME { String::new() } else { address::encode(to) };
        Some(format!("{base}{page}"))
    }

    /// One skill.
    pub fn skill(&self, index: SkillIndex) -> &'a Skill {
        self.site.inputs.catalog.skill(index)
    }

    /// A link to a skill's page with its name.
    pub fn skill_link(&self, index: SkillIndex) -> Link<'a> {
        let skill = self.skill(index);
        Link::to(skill.name(), self.href(&address::skill(&skill.id)))
    }

    /// A link to a group's page with its title.
    pub fn group_link(&self, group: &'a Group) -> Link<'a> {
        Link::to(group.title.as_str(), self.href(&address::group(group)))
    }

    /// The list that a skill is in: its category, or all skills where none has a category.
    pub fn category_link(&self, skill: &Skill) -> Link<'a> {
        let site = self.site;
        let category = &site.inputs.catalog.categories[skill.category];
        if site.inputs.catalog.has_categories() {
            self.group_link(category)
        } else {
            Link::to(site.strings.get("nav_skills"), self.href(address::HOME))
        }
    }

    /// The published file of a skill with this id.
    pub fn file(&self, skill: SkillIndex, file: FileId) -> Option<&'a SkillFile> {
        self.site.files(skill).iter().find(|entry| entry.file == file)
    }

    /// The page from `template`, with `page` as its own values and what every page has as `site`.
    pub fn render(self, template: &str, head: Head<'_>, page: &impl Serialize) -> Result<Cow<'static, [u8]>> {
        let mut context = tera::Context::new();
        context.insert("site", &Chrome::new(self, &head));
        context.insert("page", page);
        let theme = &self.site.inputs.theme;
        let html = theme
            .templates
            .render(template, &context)
            .map_err(|error| theme.explain(&error))
            .with_context(|| format!("cannot make `{}`", self.path))?;
        Ok(Cow::Owned(html.into_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_addresses_become_links() {
        assert!(Link::maybe_foreign("https://example.org/repo").foreign);
        assert_eq!(Link::maybe_foreign("javascript:alert(1)"), Link::plain("javascript:alert(1)"));
        assert_eq!(Link::maybe_foreign("data:text/html,x").href, None);
    }
}
