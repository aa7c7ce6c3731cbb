//! Which commands run what they fetch.

use std::collections::HashSet;
use std::ops::Range;

use super::Holds;

/// Places of such commands: one for each line, with the lines that a `\` joins to it.
pub(super) fn of_text(text: &str, holds: Holds) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        if line.trim_end().ends_with('\\') && end < text.len() {
            continue;
        }
        let command = &text[start..end];
        let trimmed = command.trim();
        // Few lines get further, and most do not fetch anything.
        let may = trimmed.contains(['|', '(', '`', '&', ';']) && !trimmed.starts_with('#');
        if may && (holds == Holds::Commands || is_call(trimmed)) && runs_what_it_fetches(&trimmed.to_ascii_lowercase())
        {
            let from = start + command.len() - command.trim_start().len();
            found.push(from..from + trimmed.len());
        }
        start = end;
    }
    found
}

/// True for a line of a program that hands a command to a shell. Others name it: a pattern of a scanner, a message.
fn is_call(line: &str) -> bool {
    const CALLS: &[&str] =
        &["system(", "popen(", "subprocess.", "execSync(", "exec(", "spawn(", "check_output(", "sh -c"];
    const HOOKS: &[&str] = &["\"preinstall\"", "\"install\"", "\"postinstall\"", "\"prepare\"", "\"command\""];
    CALLS.iter().any(|call| line.contains(call)) || HOOKS.iter().any(|hook| line.starts_with(hook))
}

const FETCH: &[&str] = &["curl", "wget", "iwr", "irm", "invoke-webrequest", "invoke-restmethod"];

/// `command` is in lower case.
fn runs_what_it_fetches(command: &str) -> bool {
    is_substituted(command) || is_expression(command) || is_piped(command) || is_stored(command)
}

/// `sh -c "$(curl …)"`, `bash <(curl …)`, `` eval `curl …` ``.
fn is_substituted(command: &str) -> bool {
    const RUNS: &[&str] = &["-c", "eval", "source", ".", "bash", "sh", "zsh", "-s"];
    ["$(", "`", "<("].iter().any(|opening| {
        command.match_indices(opening).any(|(at, _)| {
            let before = command[..at].trim_end_matches(['"', '\'', '\\', ' ']);
            let is_last = |word: &&str| {
                let rest = before.strip_suffix(word);
                rest.is_some_and(|rest| rest.is_empty() || rest.ends_with([' ', ';', '&', '|', '(', '"', '\'']))
            };
            fetches(&command[at + opening.len()..]) && RUNS.iter().any(is_last)
        })
    })
}

/// True when the first word fetches something, maybe behind a few signs. No more is looked at: a line may hold very
/// many places where such a text could begin.
fn fetches(inner: &str) -> bool {
    let inner = inner.trim_start();
    let signs: usize = inner.chars().take(8).take_while(|c| !is_of_word(*c)).map(char::len_utf8).sum();
    FETCH.contains(&inner[signs..].split(|c| !is_of_word(c)).next().unwrap_or_default())
}

/// PowerShell: `iex (irm …)`, `Invoke-Expression (New-Object Net.WebClient).DownloadString(…)`.
fn is_expression(command: &str) -> bool {
    let runs = simple_commands(command).any(|simple| {
        matches!(words(simple).next(), Some("iex" | "invoke-expression" | "powershell" | "pwsh"))
            && words(simple).any(|word| matches!(word, "iex" | "invoke-expression"))
    });
    runs && words(command).any(|word| word == "downloadstring" || FETCH.contains(&word))
}

/// `curl … | sh`.
fn is_piped(command: &str) -> bool {
    let mut fetched = false;
    for stage in command.split('|') {
        if fetched && is_interpreter(stage.strip_prefix('&').unwrap_or(stage)) {
            return true;
        }
        // `a || b` is no pipe.
        if stage.is_empty() {
            fetched = false;
        }
        fetched = fetched || simple_commands(stage).any(|simple| words(simple).any(|word| FETCH.contains(&word)));
    }
    false
}

/// `curl -o i.sh … && sh i.sh`, unless something is compared in between.
fn is_stored(command: &str) -> bool {
    const CHECKS: &[&str] = &["sha256sum", "shasum", "sha512sum", "gpg", "cosign", "minisign", "get-filehash"];
    let mut stored: HashSet<&str> = HashSet::new();
    for simple in simple_commands(command) {
        if words(simple).any(|word| CHECKS.contains(&word)) {
            return false;
        }
        let mut parts = simple.split_whitespace().map(|part| part.trim_matches(['"', '\'', ')']));
        let program = parts.clone().find(|part| !BEFORE.contains(part)).unwrap_or_default();
        let is_stored = |part: &str| stored.contains(file_name(part));
        if is_stored(program) || INTERPRETERS.contains(&program) && simple.split_whitespace().any(is_stored) {
            return true;
        }
        if words(simple).any(|word| FETCH.contains(&word)) {
            while let Some(part) = parts.next() {
                if matches!(part, "-o" | "--output" | "-outfile" | ">" | "--output-document") {
                    stored.extend(parts.next().filter(|file| !matches!(*file, "" | "-")).map(file_name));
                }
            }
        }
    }
    false
}

/// `i.sh` for `"./i.sh"`.
fn file_name(written: &str) -> &str {
    written.trim_matches(['"', '\'', ')']).trim_start_matches("./")
}

/// The commands of a stage that do something: what `echo` says is text.
fn simple_commands(stage: &str) -> impl Iterator<Item = &str> {
    let is_said = |simple: &&str| matches!(simple.split_whitespace().next(), Some("echo" | "printf"));
    stage.split([';', '&']).filter(move |simple| !is_said(simple))
}

const INTERPRETERS: &[&str] = &[
    "sh",
    "bash",
    "zsh",
    "dash",
    "ksh",
    "fish",
    "python",
    "python3",
    "perl",
    "ruby",
    "node",
    "php",
    "deno",
    "bun",
    "iex",
    "invoke-expression",
    "source",
];

/// What may stand before a program and runs it.
const BEFORE: &[&str] = &["sudo", "env", "exec", "command", "time", "nohup"];

/// True when a stage of a pipe hands its input to an interpreter: `sh`, `sudo -E bash -`, `python3`.
fn is_interpreter(stage: &str) -> bool {
    let mut is_value = false;
    let mut words = stage.split_whitespace().skip_while(|word| {
        // `sudo -u root bash`
        let is_skipped = std::mem::take(&mut is_value)
            || BEFORE.contains(word)
            || word.starts_with('-')
            || (word.contains('=') && !word.starts_with('='));
        is_value = matches!(*word, "-u" | "-g" | "--user" | "--group");
        is_skipped
    });
    let Some(first) = words.next() else { return false };
    let name = first.trim_end_matches([';', ')', '"', '\'', '`', '&', ',']).rsplit('/').next().unwrap_or_default();
    // `| python3 -c '…'`, `| python3 -m json.tool` and `| python3 read.py` read data, not a program.
    let ends_here = first.ends_with([';', ')', '`', '&']);
    let is_file = |word: &str| !word.starts_with(['-', '>', '<', '&', '|', '#']) && word.contains(['.', '/']);
    // `deno run -`
    let next = words.find(|word| *word != "run");
    let runs_other = !ends_here
        && next.is_some_and(|next| {
            matches!(next, "-c" | "-m" | "-e" | "-n" | "-r" | "-p" | "-ne" | "-pe")
                || (is_file(next) && next != "/dev/stdin")
        });
    INTERPRETERS.contains(&name) && !runs_other
}

fn words(stage: &str) -> impl Iterator<Item = &str> {
    stage.split(|c| !is_of_word(c)).filter(|word| !word.is_empty())
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fetched_programs_are_seen() {
        for command in [
            "curl -fsSL https://example.org/i.sh | sh",
            "wget -qO- https://example.org/i | sudo -E bash -",
            "curl x | tee log | bash -s -- --yes",
            "bash <(curl -s https://example.org/i)",
            "sh -c \"$(curl -fsSL https://example.org/i)\"",
            "eval \"$(curl -s https://example.org/i)\"",
            "irm https://example.org/i.ps1 | iex",
            "curl x | FOO=1 /bin/bash",
            "echo \"fetching\" && curl x | sh",
            "curl x | sh; ./next.sh",
            "curl x | bash -s ./folder",
            "curl x | python3 >out.txt",
            "curl x | sudo -u root bash",
            "curl x |& bash",
            "curl x | php",
            "curl x | deno run -",
            "python3 -c \"$(curl x)\"",
            "sh -c \"`curl x`\"",
            "eval `wget -qO- x`",
            ". <(curl x)",
            "iex (irm x)",
            "iex ((new-object net.webclient).downloadstring('x'))",
            "invoke-expression (new-object net.webclient).downloadstring('x')",
            "powershell -c \"iex (irm x)\"",
            "curl -o i.sh x && sh i.sh",
            "curl -fsSL x > ./i.sh; chmod +x i.sh; ./i.sh",
        ] {
            assert!(runs_what_it_fetches(command), "{command}");
        }
    }

    #[test]
    fn fetched_data_is_no_program() {
        for command in [
            "curl https://example.org/a.json | jq .",
            "curl x | python3 -m json.tool",
            "curl x | python3 -c 'import sys'",
            "curl x || sh fallback.sh",
            "cat a.sh | sh",
            "curl -o a.sh https://example.org/a.sh",
            "curl x | grep bash",
            "curl x.csv | python3 analyze.py",
            "curl x | node ./parse.js --all",
            "echo \"never run curl x | sh\"",
            "version=$(curl -s x)",
            "test \"$(curl x)\" = ok && sh next.sh",
            "curl -o i.sh x && sha256sum -c sums && sh i.sh",
            "curl -o a.json x && python3 read.py a.json.txt",
            "curl x | php -r 'echo 1;'",
            "wget x && sh build.sh",
        ] {
            assert!(!runs_what_it_fetches(command), "{command}");
        }
    }

    #[test]
    fn a_line_of_a_megabyte_comes_to_its_end() {
        for piece in ["`", "$(", "`curl", "curl -o a&", "(\"`"] {
            assert!(!runs_what_it_fetches(&piece.repeat((1 << 20) / piece.len())), "{piece}");
        }
        let many: Vec<String> = (0..50_000).map(|at| format!("curl -o {at}.sh x")).collect();
        assert!(!runs_what_it_fetches(&many.join("&")));
    }

    #[test]
    fn joined_lines_are_one_command_and_comments_are_none() {
        let text = "a\n  curl x \\\n  | sh\n# curl x | sh\n";
        let found = of_text(text, Holds::Commands);
        assert_eq!(found.len(), 1);
        assert_eq!(&text[found[0].clone()], "curl x \\\n  | sh");
    }

    #[test]
    fn a_program_is_told_when_it_hands_the_command_to_a_shell() {
        for line in ["os.system(\"curl x | sh\")", "execSync('curl x | bash');", "\"postinstall\": \"curl x | sh\","] {
            assert_eq!(of_text(line, Holds::Calls).len(), 1, "{line}");
        }
        for line in ["PATTERNS = [r\"curl .*| bash\"]", "print(\"never curl x | sh\")", "\"help\": \"curl x | sh\""] {
            assert_eq!(of_text(line, Holds::Calls).len(), 0, "{line}");
        }
    }
}
