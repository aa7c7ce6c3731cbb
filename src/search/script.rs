//! The script of the search: its parts joined into the one file that pages load.

/// Parts below `static/search/`, in the order in which they build on each other.
pub const PARTS: [&str; 13] = [
    "analysis.js",
    "loader.js",
    "shards.js",
    "query.js",
    "match.js",
    "rank.js",
    "filter.js",
    "phrase.js",
    "find.js",
    "excerpt.js",
    "view.js",
    "box.js",
    "page.js",
];

/// Joins the parts. What only people read is left out: lines that are nothing but a comment, and
/// indentation. (Our parts have no text that spans lines.)
pub fn join<'a>(part: impl Fn(&str) -> Option<&'a [u8]>) -> Vec<u8> {
    let mut out = Vec::new();
    for name in PARTS {
        for line in part(name).unwrap_or_default().split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii) {
            if !line.is_empty() && !line.starts_with(b"//") {
                out.extend_from_slice(line);
                out.push(b'\n');
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_are_left_out() {
        let script =
            join(|name| (name == "analysis.js").then_some(b"// why\nlet a = 1; // kept\n\n  a++;\n".as_slice()));
        assert_eq!(script, b"let a = 1; // kept\na++;\n");
    }

    #[test]
    fn every_part_is_listed_and_there() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("static/search");
        let mut there: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        there.sort();
        let mut listed = PARTS;
        listed.sort_unstable();
        assert_eq!(there, listed);
    }
}
