//! Where the time of a build goes: phases by the clock, skills by the time of all threads.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How many skills are named.
const SLOWEST: usize = 10;

/// A stopwatch for phases that follow one another.
pub(super) struct Timings {
    start: Instant,
    last: Instant,
    phases: Vec<(&'static str, Duration)>,
    /// Time by skill address; filled by several threads.
    skills: Mutex<BTreeMap<String, Duration>>,
}

impl Timings {
    pub(super) fn start() -> Self {
        let now = Instant::now();
        Timings { start: now, last: now, phases: Vec::new(), skills: Mutex::default() }
    }

    /// The phase `name` ends here; it began where the one before it ended.
    pub(super) fn end_of(&mut self, name: &'static str) {
        let now = Instant::now();
        self.phases.push((name, now - self.last));
        self.last = now;
    }

    /// Time since the start.
    pub(super) fn total(&self) -> Duration {
        self.start.elapsed()
    }

    /// Counts the time of `work`, which makes the bytes of `path`, for the skill it belongs to.
    pub(super) fn of_path<T>(&self, path: &str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        if let Some(skill) = skill_of(path)
            && let Ok(mut skills) = self.skills.lock()
        {
            *skills.entry(skill.to_owned()).or_default() += start.elapsed();
        }
        result
    }

    /// The phases and the slowest skills, as lines of text.
    pub(super) fn told(&self) -> String {
        let mut text = String::from("phases\n");
        for (name, time) in &self.phases {
            let _ = writeln!(text, "{:>9.3} s  {name}", time.as_secs_f64());
        }
        let Ok(skills) = self.skills.lock() else { return text };
        let mut slowest: Vec<(&String, &Duration)> = skills.iter().collect();
        slowest.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        if !slowest.is_empty() {
            text.push_str("slowest skills (all of their pages and files)\n");
        }
        for (skill, time) in slowest.into_iter().take(SLOWEST) {
            let _ = writeln!(text, "{:>9.3} s  {skill}", time.as_secs_f64());
        }
        text
    }
}

/// The address of the skill that a path of the site belongs to.
fn skill_of(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("skills/")?;
    Some(rest.split_once('/').map_or_else(|| rest.strip_suffix(".html").unwrap_or(rest), |(skill, _)| skill))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_file_is_its_skills_time() {
        assert_eq!(skill_of("skills/git-workflow.html"), Some("git-workflow"));
        assert_eq!(skill_of("skills/git-workflow/scripts/run.sh.html"), Some("git-workflow"));
        assert_eq!(skill_of("index.html"), None);
    }

    #[test]
    fn the_slowest_skill_comes_first() {
        let mut timings = Timings::start();
        timings.end_of("read");
        let add = |skill: &str, time| {
            timings.skills.lock().unwrap().insert(skill.into(), Duration::from_millis(time));
        };
        add("quick", 1);
        add("slow", 2_500);
        assert_eq!(timings.of_path("skills/quick/a.md", || 7), 7);
        let told = timings.told();
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines[3], "    2.500 s  slow", "{told}");
        assert!(lines[1].ends_with(" s  read") && lines[4].ends_with(" s  quick"), "{told}");
    }
}
