//! Pages for which the templates of now fail: each is shown with the templates that were there before, if it can be.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::site::{Findings, Inputs};
use crate::{Site, Theme};

/// How many themes a preview goes back, at most.
const KEPT: usize = 4;

/// What one state of a preview goes back to.
#[derive(Default)]
pub(super) struct Earlier {
    /// The last one first.
    sites: VecDeque<Before>,
    /// What was told of the pages of this state.
    told: Mutex<BTreeSet<String>>,
}

/// The site of now with templates from before.
struct Before {
    theme: Arc<Theme>,
    /// Made when a page needs it.
    site: OnceLock<Option<Site>>,
}

impl Earlier {
    /// What the state goes back to in which `new` takes the place of `old`.
    pub(super) fn then(&self, old: Option<&Site>, new: &Site) -> Self {
        let before = |theme: &Arc<Theme>| Before { theme: Arc::clone(theme), site: OnceLock::new() };
        let replaced = old.map(|old| &old.inputs.theme);
        let themes = replaced.into_iter().chain(self.sites.iter().map(|site| &site.theme));
        let mut sites = VecDeque::new();
        let mut after = &new.inputs.theme;
        for theme in themes {
            if sites.len() < KEPT && !theme.has_templates_of(after) {
                sites.push_back(before(theme));
                after = theme;
            }
        }
        Earlier { sites, told: Mutex::default() }
    }

    /// The page at `path` of the site `now`, with the last templates that can make it.
    pub(super) fn page(&self, now: &Site, path: &str) -> Option<Vec<u8>> {
        let site = |before: &Before| with_theme(now, &before.theme);
        let mut sites = self.sites.iter().filter_map(|before| before.site.get_or_init(|| site(before)).as_ref());
        sites.find_map(|site| Some(site.get(path)?.ok()?.into_owned()))
    }

    /// True for what was not told yet of this state.
    pub(super) fn is_news(&self, fault: String) -> bool {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(fault)
    }
}

fn with_theme(now: &Site, theme: &Arc<Theme>) -> Option<Site> {
    let Inputs { catalog, report, config, repository, .. } = &now.inputs;
    let inputs = Inputs {
        catalog: Arc::clone(catalog),
        report: Findings::Ready((**report).clone()),
        config: Arc::clone(config),
        theme: Arc::clone(theme),
        repository: Arc::clone(repository),
    };
    let mut site = Site::unchecked(inputs).ok()?;
    site.take_over(now);
    Some(site)
}
