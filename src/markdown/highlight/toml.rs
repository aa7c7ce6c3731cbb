//! Colours of TOML, by the parser that reads `SKILL.toml`.
//!
//! Every skill in the manifest-first format has a TOML file that is shown, and the parser knows what
//! each part of it is in a fraction of the time that a grammar takes. Text that is no TOML keeps
//! whatever colours the parser found before and behind the fault.

use toml_parser::Source;
use toml_parser::parser::{Event, EventKind, RecursionGuard, parse_document};

use super::Painter;

/// Arrays and tables inside each other; what is deeper has no colours.
const MAX_DEPTH: u32 = 40;

/// The HTML of `code`; see [`highlight`](super::highlight()).
pub(super) fn highlight(code: &str) -> String {
    let mut colours = Colours { in_header: false, painter: Painter::new(code) };
    let mut receive = |event: Event| colours.take(event);
    let tokens = Source::new(code).lex().into_vec();
    parse_document(&tokens, &mut RecursionGuard::new(&mut receive, MAX_DEPTH), &mut ());
    colours.painter.finish()
}

struct Colours<'a> {
    /// Inside the brackets of a table's name.
    in_header: bool,
    painter: Painter<'a>,
}

impl Colours<'_> {
    fn take(&mut self, event: Event) {
        let class = match event.kind() {
            EventKind::Comment => "c",
            EventKind::SimpleKey => {
                if self.in_header {
                    "t"
                } else {
                    "a"
                }
            }
            EventKind::Scalar if event.encoding().is_some() => "s",
            EventKind::Scalar => "n",
            EventKind::StdTableOpen | EventKind::ArrayTableOpen => return self.in_header = true,
            EventKind::StdTableClose | EventKind::ArrayTableClose => return self.in_header = false,
            _ => return,
        };
        // Only after a fault could a part begin before the end of the last one.
        if event.span().start() >= self.painter.done {
            self.painter.up_to(event.span().start(), "");
            self.painter.up_to(event.span().end(), class);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::shown;
    use crate::markdown::highlight;

    #[test]
    fn each_part_has_its_colour() {
        let code = "# a\n[x.\"y\"]\nb.c = [1, 'd']\n\nlong = \"\"\"e\n  f<\"\"\" # g\n[[z]]\n";
        let expected = concat!(
            "<span class=\"c\"># a</span>\n",
            "[<span class=\"t\">x</span>.<span class=\"t\">\"y\"</span>]\n",
            "<span class=\"a\">b</span>.<span class=\"a\">c</span> = [<span class=\"n\">1</span>, <span class=\"s\">'d'</span>]\n",
            "\n",
            "<span class=\"a\">long</span> = <span class=\"s\">\"\"\"e</span>\n",
            "  <span class=\"s\">f&lt;\"\"\"</span> <span class=\"c\"># g</span>\n",
            "[[<span class=\"t\">z</span>]]\n",
        );
        assert_eq!(highlight("toml", code).as_deref(), Some(expected));
    }

    #[test]
    fn what_is_no_toml_is_shown_whole() {
        let nested = format!("a = {}", "[".repeat(1_900));
        for code in ["a = = 1\nb = \"x", "[a\n\nb = 'x'", "…", "= [{]}\n# ok", "\"\"\"", &nested] {
            let html = highlight("toml", code).expect("TOML has colours");
            assert_eq!(shown(&html), code);
        }
    }
}
