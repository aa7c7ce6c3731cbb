//! Characters that a person does not see and an agent reads.

/// How far from right-to-left text a direction mark belongs to it, in characters.
const NEAR: usize = 80;

/// The invisible characters of `text` with their byte offsets, in order.
///
/// Zero-width, direction, filler, tag and control characters count, and variation selectors in a row
/// (text can be smuggled in them). What belongs to visible text does not: joiners in scripts
/// that join, joiners, selectors and tags inside emoji, direction marks near
/// right-to-left text.
pub fn invisible(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    // Nearly all texts are ASCII without a control character, where nothing can hide.
    let searched = if is_plain(text.as_bytes()) { "" } else { text };
    let candidates = searched.char_indices().filter(|(_, char)| is_suspect(*char));
    candidates.filter(move |(at, char)| !is_part_of_visible_text(text, *at, *char))
}

/// True for ASCII without control characters. Looks at many bytes in one step.
fn is_plain(bytes: &[u8]) -> bool {
    let plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r' | 0xC);
    bytes.chunks(64).all(|chunk| chunk.iter().fold(true, |all, byte| all & plain(*byte)))
}

/// How a code point is written: `U+200B`.
pub fn code_point(char: char) -> String {
    format!("U+{:04X}", u32::from(char))
}

fn is_control(char: char) -> bool {
    char.is_control() && !matches!(char, '\t' | '\n' | '\r' | '\u{C}')
}

fn is_suspect(char: char) -> bool {
    is_control(char)
        || matches!(char,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}')
}

fn is_part_of_visible_text(text: &str, at: usize, char: char) -> bool {
    let before = &text[..at];
    let previous = before.chars().next_back();
    let next = text[at + char.len_utf8()..].chars().next();
    match char {
        '\u{200C}' => previous.is_some_and(is_joining_script) && next.is_some_and(is_joining_script),
        '\u{200D}' => {
            previous.is_some_and(is_joining_script)
                || (next.is_some_and(is_emoji)
                    && before.chars().rev().find(|c| !is_emoji_modifier(*c)).is_some_and(is_emoji))
        }
        '\u{200E}' | '\u{200F}' | '\u{61C}' => {
            // In the same line and not far away, or a long line would be read again for each mark.
            let is_near = |char: &char| *char != '\n';
            before.chars().rev().take(NEAR).take_while(is_near).any(is_right_to_left)
                || text[at..].chars().take(NEAR).take_while(is_near).any(is_right_to_left)
        }
        // One selector after something visible chooses how that is drawn.
        '\u{FE00}'..='\u{FE0F}' | '\u{180B}'..='\u{180D}' | '\u{180F}' | '\u{E0100}'..='\u{E01EF}' => {
            previous.is_some_and(|c| !c.is_whitespace() && !is_suspect(c))
        }
        // Flags of regions: a black flag, tags, the end tag.
        '\u{E0020}'..='\u{E007F}' => {
            let is_tag = |c: &char| matches!(c, '\u{E0020}'..='\u{E007F}');
            // A flag has at most six tags: a longer run is text.
            let back = before.chars().rev().take(8).find(|c| !is_tag(c));
            let ahead = text[at..].chars().take(8).find(|c| *c == '\u{E007F}' || !is_tag(c));
            back == Some('\u{1F3F4}') && ahead == Some('\u{E007F}')
        }
        '\u{180E}' => previous.is_some_and(is_joining_script),
        _ => false,
    }
}

/// Scripts whose letters change shape beside each other, where joiners are spelling.
fn is_joining_script(char: char) -> bool {
    matches!(u32::from(char),
        0x0600..=0x08FF | 0x0900..=0x109F | 0x1700..=0x18AF | 0x1900..=0x1CFF | 0xA800..=0xABFF | 0xFB50..=0xFDFF
        | 0xFE70..=0xFEFE | 0x10A00..=0x10FFF | 0x11000..=0x11FFF | 0x1E900..=0x1E95F)
}

fn is_right_to_left(char: char) -> bool {
    matches!(u32::from(char), 0x0590..=0x08FF | 0xFB1D..=0xFDFF | 0xFE70..=0xFEFE | 0x10800..=0x10FFF | 0x1E800..=0x1EFFF)
}

fn is_emoji(char: char) -> bool {
    matches!(u32::from(char), 0xA9 | 0xAE | 0x203C | 0x2049 | 0x2122..=0x2BFF | 0x3030 | 0x303D | 0x3297 | 0x3299 | 0x1F000..=0x1FAFF)
}

fn is_emoji_modifier(char: char) -> bool {
    matches!(char, '\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        invisible(text).map(|(at, char)| format!("{at}:{}", code_point(char))).collect()
    }

    #[test]
    fn hidden_characters_are_found() {
        assert_eq!(found("some\u{200B}thing"), ["4:U+200B"]);
        assert_eq!(found("a\u{202E}b\u{202C}"), ["1:U+202E", "5:U+202C"]);
        assert_eq!(found(".\u{E0064}\u{E006F}"), ["1:U+E0064", "5:U+E006F"]);
        assert_eq!(found("bell\u{7}"), ["4:U+0007"]);
        assert_eq!(found("latin\u{200D}join"), ["5:U+200D"]);
        assert_eq!(found("left\u{200E}mark"), ["4:U+200E"]);
    }

    #[test]
    fn text_smuggled_in_selectors_is_found() {
        assert_eq!(found("😀\u{FE01}\u{FE02}"), ["7:U+FE02"]);
        assert_eq!(found("😀\u{E0101}\u{E0102}\u{E0103}"), ["8:U+E0102", "12:U+E0103"]);
    }

    #[test]
    fn a_flag_is_fine_and_a_longer_run_of_tags_is_text() {
        assert!(found("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}").is_empty());
        let long: String = (0..30).map(|_| '\u{E0061}').collect();
        assert_eq!(invisible(&format!("🏴{long}\u{E007F}")).count(), 31);
    }

    #[test]
    fn emoji_and_scripts_are_not_reported() {
        for text in ["👩‍👩‍👧", "👩🏽‍💻 ❤️‍🔥", "1️⃣ ❤️", "می‌خواهم", "क्‍ष", "שלום\u{200F}!", "葛\u{E0100}", "plain\ttext\n", "日本語"]
        {
            assert!(found(text).is_empty(), "{text:?}: {:?}", found(text));
        }
    }
}
