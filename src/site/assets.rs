//! Styles, scripts and other assets, the security policy, and the marker for static hosts.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use super::strings::Strings;
use super::{Inputs, Table, address};
use crate::Theme;

/// The script that runs before anything is painted, so that the chosen colours never flash. It
/// stands in the page itself and is allowed there by its hash.
const EARLY: &str = "early.js";

/// The script of every page.
const SITE: &str = "site.js";

/// The script of the search, which is loaded when somebody searches.
const SEARCH: &str = "search.js";

/// Its style, which it loads.
const SEARCH_STYLE: &str = "search.css";

/// Claims every asset of the theme, and `.nojekyll`, without which GitHub Pages drops files whose
/// names begin with an underscore.
pub(super) fn emit(inputs: &Inputs, table: &mut Table) {
    for name in inputs.theme.assets.keys().filter(|name| *name != EARLY) {
        let name = name.clone();
        table.add(address::asset(&name), move |site| Ok(published(&name, &site.inputs.theme, &site.strings)));
    }
    table.add(".nojekyll", |_| Ok(Cow::Borrowed(b"")));
}

/// A short mark of the content of each asset.
pub(super) fn marks(theme: &Theme, strings: &Strings) -> BTreeMap<String, String> {
    theme.assets.keys().map(|name| (name.clone(), mark(&published(name, theme, strings)))).collect()
}

/// An asset as it is published: a script that says something gets its texts along, and that of the search also the
/// address of its style, which no page needs before.
fn published<'a>(name: &str, theme: &'a Theme, strings: &Strings) -> Cow<'a, [u8]> {
    let bytes = &theme.assets[name];
    let given = match name {
        SITE => format!("(window.skillsite=window.skillsite||{{}}).words={};\n", strings.for_scripts()),
        SEARCH => {
            let style = theme.assets.get(SEARCH_STYLE).map_or_else(String::new, |bytes| mark(bytes));
            let (texts, style) = (strings.for_search(), format!("{}?v={style}", address::asset(SEARCH_STYLE)));
            format!(
                "Object.assign(window.skillsiteSearch=window.skillsiteSearch||{{}},{{texts:{texts},style:\"{style}\"}});\n"
            )
        }
        _ => return Cow::Borrowed(bytes),
    };
    Cow::Owned([given.as_bytes(), bytes].concat())
}

/// Ten hex digits that change with the content.
pub(super) fn mark(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(5).fold(String::new(), |mut out, byte| {
        write!(out, "{byte:02x}").expect("writing to a string never fails");
        out
    })
}

/// The early script; empty when the theme took it away.
pub(super) fn early_script(theme: &Theme) -> &str {
    theme.assets.get(EARLY).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
}

/// The hash of the early script as a source of a policy (Content Security Policy 3, §2.3.1).
pub(super) fn early_script_hash(theme: &Theme) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(early_script(theme))))
}

/// What a page may load and run: its own files, and the early script.
pub(super) fn content_security_policy(early_script_hash: &str, network_images: bool) -> String {
    let images = if network_images { "'self' data: https:" } else { "'self' data:" };
    format!(
        "default-src 'none'; script-src 'self' {early_script_hash}; style-src 'self'; img-src {images}; \
         font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'"
    )
}

/// Base 64 (RFC 4648, §4).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0_u32, |group, byte| group << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let digit = DIGITS[(group >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_has_its_padding() {
        assert_eq!(
            (base64(b"f"), base64(b"fo"), base64(b"foo"), base64(b"foob")),
            ("Zg==".into(), "Zm8=".into(), "Zm9v".into(), "Zm9vYg==".into())
        );
    }

    #[test]
    fn the_search_asks_for_its_style_by_the_mark_of_that() {
        let strings = Strings::new("en").unwrap();
        let mut theme = Theme::load(None).unwrap();
        let before = marks(&theme, &strings);
        theme.assets.insert(SEARCH_STYLE.into(), b"mine".into());
        let script = String::from_utf8(published(SEARCH, &theme, &strings).into_owned()).unwrap();
        assert!(script.contains(&format!(",style:\"assets/search.css?v={}\"}}", mark(b"mine"))));
        // Else a browser that kept the script would go on with the old style.
        assert_ne!(marks(&theme, &strings)[SEARCH], before[SEARCH]);
    }

    #[test]
    fn a_mark_follows_the_content() {
        assert_eq!(mark(b""), "e3b0c44298");
        assert_ne!(mark(b"a"), mark(b"b"));
    }
}
