//! One line of a block of checks → what kind of line it is, and its words.

/// A line.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// Something to do.
    Step(Vec<Token>),
    /// Something that must (or should) hold.
    Check { must: bool, if_written: bool, tokens: Vec<Token> },
}

/// A piece of a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Token {
    /// A bare word, with what sticks to it.
    Word(String),
    /// Something in quotes, or a character written as `U+0041`.
    Text(String),
    /// `PAGE(x)`, `TAG(t)`: the word and what is in the brackets.
    Of(String, String),
    Comma,
}

/// The same, borrowed: so that a line can be matched against a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    Word(&'a str),
    Text(&'a str),
    Of(&'a str, &'a str),
    Comma,
}

impl Token {
    pub fn part(&self) -> Part<'_> {
        match self {
            Token::Word(word) => Part::Word(word),
            Token::Text(text) => Part::Text(text),
            Token::Of(word, argument) => Part::Of(word, argument),
            Token::Comma => Part::Comma,
        }
    }
}

/// Reads a line.
pub fn line(text: &str) -> Line {
    let (must, check) = match (text.strip_prefix("M "), text.strip_prefix("S ")) {
        (Some(check), _) => (true, check),
        (_, Some(check)) => (false, check),
        _ => return Line::Step(tokens(text)),
    };
    let rest = check.strip_prefix("if written: ");
    Line::Check { must, if_written: rest.is_some(), tokens: tokens(rest.unwrap_or(check)) }
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, used) = match first {
            ',' => (Token::Comma, 1),
            '"' | '\'' => quoted(rest),
            _ => bare(rest),
        };
        tokens.push(token);
        rest = rest[used..].trim_start();
    }
    tokens
}

/// A text in quotes at the start of `rest`, with its escapes read, and its length.
fn quoted(rest: &str) -> (Token, usize) {
    let mut characters = rest.char_indices();
    let (_, quote) = characters.next().expect("starts with a quote");
    let mut text = String::new();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => match characters.next().expect("something follows a backslash").1 {
                'u' => {
                    let digits: String = characters.by_ref().take(4).map(|(_, digit)| digit).collect();
                    text.push(character_of(&digits));
                }
                escaped => text.push(escaped),
            },
            end if end == quote => return (Token::Text(text), at + 1),
            other => text.push(other),
        }
    }
    panic!("no closing quote: {rest}")
}

/// A word, a character such as U+0041, or a word with brackets, and its length.
fn bare(rest: &str) -> (Token, usize) {
    for word in ["PAGE", "TAG"] {
        if let Some(argument) = rest.strip_prefix(word).and_then(|rest| rest.strip_prefix('(')) {
            let (argument, used) = if argument.starts_with('"') {
                let (token, used) = quoted(argument);
                let Token::Text(text) = token else { unreachable!("quoted gives a text") };
                (text, used)
            } else {
                let end = argument.find(')').expect("a closing bracket");
                (argument[..end].to_owned(), end)
            };
            return (Token::Of(word.to_owned(), argument), word.len() + used + 2);
        }
    }
    let end = rest.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(rest.len());
    let word = &rest[..end];
    match word.strip_prefix("U+") {
        Some(digits) => (Token::Text(character_of(digits).to_string()), end),
        None => (Token::Word(word.to_owned()), end),
    }
}

fn character_of(digits: &str) -> char {
    u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).unwrap_or_else(|| panic!("no character: {digits}"))
}

#[test]
fn lines_are_read() {
    let word = |word: &str| Token::Word(word.into());
    let text = |text: &str| Token::Text(text.into());
    assert_eq!(
        line(r#"M if written: PAGE(a b) text lacks "x\"\u2028", U+FEFF"#),
        Line::Check {
            must: true,
            if_written: true,
            tokens: vec![
                Token::Of("PAGE".into(), "a b".into()),
                word("text"),
                word("lacks"),
                text("x\"\u{2028}"),
                Token::Comma,
                text("\u{FEFF}"),
            ],
        }
    );
    assert_eq!(
        line(r#"S TAG("a\"b") absent"#),
        Line::Check {
            must: false,
            if_written: false,
            tokens: vec![Token::Of("TAG".into(), "a\"b".into()), word("absent")],
        }
    );
    assert_eq!(line("run build src=x"), Line::Step(vec![word("run"), word("build"), word("src=x")]));
}
