//! What a skill requires, and what requires it.

use serde::Serialize;

use crate::catalog::SkillIndex;
use crate::package::Risk;
use crate::site::here::{Here, Link};
use crate::site::list::{State, risk_state};

/// The neighbours of a skill in the `requires` graph.
#[derive(Serialize)]
pub(super) struct Relations<'a> {
    requires: Vec<Required<'a>>,
    required_by: Vec<Link<'a>>,
    /// "3 skills with everything that they need", when that is more than the direct ones.
    closure: Option<String>,
    /// The highest risk among the skill and all it needs, when any of them states one.
    highest_risk: Option<State<'a>>,
}

/// One entry of `requires`.
#[derive(Serialize)]
struct Required<'a> {
    link: Link<'a>,
    /// The name belongs to no skill, or to several.
    missing: bool,
}

/// The relations of a skill; `None` when it has none.
pub(super) fn relations(here: Here<'_>, index: SkillIndex) -> Option<Relations<'_>> {
    let skill = here.skill(index);
    if skill.requires.is_empty() && skill.required_by.is_empty() {
        return None;
    }
    let closure = here.site.inputs.catalog.closure(index);
    let direct = skill.requires.iter().filter(|requirement| requirement.skill.is_some()).count();
    let risk = std::iter::once(index)
        .chain(closure.skills.iter().copied())
        .filter_map(|needed| here.skill(needed).package.risk())
        .max();
    Some(Relations {
        requires: skill
            .requires
            .iter()
            .map(|requirement| Required {
                link: match requirement.skill {
                    Some(required) => here.skill_link(required),
                    None => Link::plain(requirement.name.as_str()),
                },
                missing: requirement.skill.is_none(),
            })
            .collect(),
        required_by: skill.required_by.iter().map(|other| here.skill_link(*other)).collect(),
        closure: (closure.skills.len() > direct).then(|| here.site.strings.count("closure_n", closure.skills.len())),
        highest_risk: risk
            .filter(|risk| !closure.skills.is_empty() && *risk > Risk::Low)
            .map(|risk| risk_state(here, risk)),
    })
}
