//! Our style sheets without what only their authors read.

/// `css` without comments, indentation and the other spaces that mean nothing. Strings stay as they are.
pub(super) fn slim(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(next) = rest.chars().next() {
        let blank = rest.len() - rest.trim_start().len();
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, after)| after);
        } else if blank > 0 {
            rest = &rest[blank..];
            // A space between two words or selectors has a meaning.
            if !out.ends_with(['{', '}', ';', ':', ',', ' ']) && !rest.starts_with(['{', '}', ';']) && !out.is_empty() {
                out.push(' ');
            }
        } else {
            let token = if matches!(next, '"' | '\'') { string(rest) } else { next.len_utf8() };
            out.push_str(&rest[..token]);
            rest = &rest[token..];
        }
    }
    out
}

/// Bytes of the string that `css` begins with, its quotes included.
fn string(css: &str) -> usize {
    let quote = css.as_bytes()[0];
    let mut bytes = css.bytes().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        if byte == b'\\' {
            bytes.next();
        } else if byte == quote {
            return at + 1;
        }
    }
    css.len()
}

#[cfg(test)]
mod tests {
    use super::slim;

    #[test]
    fn comments_and_spaces_go_where_they_mean_nothing() {
        assert_eq!(slim("/* a */\n.a > b,\n.c :hover {\n  margin: 0 auto;\n}\n\n"), ".a > b,.c :hover{margin:0 auto;}");
        assert_eq!(
            slim("@media (width > 1px) and (x) { a { b: calc(1px - 2px); } }"),
            "@media (width > 1px) and (x){a{b:calc(1px - 2px);}}"
        );
        assert_eq!(slim("a /* b */ c {}"), "a c{}");
        assert_eq!(slim("a { } /* no end"), "a{}");
    }

    #[test]
    fn strings_stay_as_they_are() {
        let css = r#"a{content:"/*  */ ; \" }";b:' { ';}"#;
        assert_eq!(slim(css), css);
        assert_eq!(slim("a { content: \"no end"), "a{content:\"no end");
    }
}
