//! Templates and assets: ours, embedded in the program, under the user's `theme/`.
//!
//! `theme/templates/x.html` replaces our template of that name or extends it block by block
//! (`{% extends "skillsite/x.html" %}`); `theme/static/x` replaces our asset or adds one.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// A compiled set of templates and the assets.
pub struct Theme {
    /// The compiled templates.
    pub templates: tera::Tera,
    /// Assets by path below `assets/`, ours and the user's.
    pub assets: BTreeMap<String, Cow<'static, [u8]>>,
}
