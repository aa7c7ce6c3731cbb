//! The one check that every address passes before it is written into a page.

use std::borrow::Cow;
use std::fmt::Write;

/// `address` ready for an attribute value (but not yet escaped for HTML), or `None` when it must
/// not be linked: another scheme than `http`, `https` and `mailto`, an address that borrows the
/// page's scheme (`//host`), control or invisible characters.
pub(super) fn safe(address: &str) -> Option<Cow<'_, str>> {
    let hidden = address.chars().any(char::is_control) || crate::text::invisible(address).next().is_some();
    let starts_with_host = address.starts_with(['/', '\\']) && address[1..].starts_with(['/', '\\']);
    if address.starts_with(char::is_whitespace) || starts_with_host || hidden {
        return None;
    }
    if let Some(scheme) = scheme(address)
        && !super::tag::is_linked_scheme(scheme)
    {
        return None;
    }
    Some(encoded(address))
}

/// What stands before the first `:`, unless a `/`, `?` or `#` comes first.
pub(super) fn scheme(address: &str) -> Option<&str> {
    let end = address.find([':', '/', '?', '#'])?;
    address[end..].starts_with(':').then(|| &address[..end])
}

/// Percent-encodes what no address may hold as it is.
fn encoded(address: &str) -> Cow<'_, str> {
    let must_be_encoded =
        |byte: u8| matches!(byte, b' ' | b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}');
    if !address.bytes().any(must_be_encoded) {
        return Cow::Borrowed(address);
    }
    let mut encoded = String::with_capacity(address.len() + 8);
    for char in address.chars() {
        match u8::try_from(char) {
            Ok(byte) if must_be_encoded(byte) => {
                let _ = write!(encoded, "%{byte:02X}");
            }
            _ => encoded.push(char),
        }
    }
    Cow::Owned(encoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_schemes_and_tricks_are_refused() {
        for address in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            " javascript:x",
            "java\tscript:x",
            "\u{1}javascript:x",
            "vbscript:x",
            "data:text/html,x",
            "file:///etc/passwd",
            "//host/x",
            r"\\host",
            r"/\host",
            "java\u{200B}script:x",
            "blob:x",
        ] {
            assert_eq!(safe(address), None, "{address:?}");
        }
    }

    #[test]
    fn ordinary_addresses_pass() {
        for address in
            ["https://a.b/c_(d)?e=f&g#h", "mailto:a@b.c", "#概要", "a/b.html", "../x", "?q=a:b", "a/b:c", "HTTP://x.y"]
        {
            assert_eq!(safe(address).as_deref(), Some(address));
        }
        assert_eq!(safe("my file{1}.md").as_deref(), Some("my%20file%7B1%7D.md"));
    }
}
