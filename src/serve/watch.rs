//! Waits for changes on disk and gathers those that come together.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use notify::event::ModifyKind;
use notify::{Config, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::{Event, Tell};
use crate::source::is_passed_over;

/// Changes belong together when no longer than this lies between them: an editor's writes, the
/// files of a checkout.
const QUIET: Duration = Duration::from_millis(25);
/// Changes that do not stop are told after this time.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often is looked where the system cannot tell of changes.
const POLL: Duration = Duration::from_secs(1);
/// How often is looked whether a place that is gone is there again.
const MISSING: Duration = Duration::from_millis(200);

/// Where something may have changed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Changes {
    /// Anywhere.
    Everything,
    /// At these absolute paths.
    Paths(BTreeSet<PathBuf>),
}

/// A folder to watch with all that is in it, or without its folders.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub folder: PathBuf,
    pub whole: bool,
    /// A folder in it that is not looked at.
    pub except: Option<PathBuf>,
}

/// The watcher of the system, or a clock where there is none.
pub(super) struct Watch {
    watcher: Option<RecommendedWatcher>,
    events: Receiver<notify::Result<notify::Event>>,
    watched: BTreeSet<Place>,
    /// Places that are wanted and not there.
    missing: BTreeSet<Place>,
    tell: Tell,
}

impl Watch {
    pub(super) fn new(tell: Tell) -> Self {
        let (sender, events) = channel();
        // Links may lead out of the source or round in a circle; what is read through them is
        // noticed where it lies.
        let watcher = RecommendedWatcher::new(sender, Config::default().with_follow_symlinks(false));
        let mut watch = Watch { watcher: None, events, watched: BTreeSet::new(), missing: BTreeSet::new(), tell };
        match watcher {
            Ok(watcher) => watch.watcher = Some(watcher),
            Err(error) => watch.poll(&error),
        }
        watch
    }

    /// Watches exactly these places.
    pub(super) fn follow(&mut self, places: BTreeSet<Place>) {
        for gone in self.watched.difference(&places) {
            if let Some(watcher) = &mut self.watcher {
                // The folder may be gone, and the watch with it.
                let _ = watcher.unwatch(&gone.folder);
            }
        }
        self.watched.retain(|place| places.contains(place));
        self.missing.clear();
        for place in places {
            if self.watched.contains(&place) {
                continue;
            }
            let Some(watcher) = &mut self.watcher else { return };
            let mode = if place.whole { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
            match watcher.watch(&place.folder, mode) {
                Ok(()) => {
                    self.watched.insert(place);
                }
                Err(_) if !place.folder.is_dir() => {
                    self.missing.insert(place);
                }
                Err(error) => self.poll(&error),
            }
        }
    }

    /// From here on the clock tells.
    fn poll(&mut self, error: &notify::Error) {
        self.watcher = None;
        self.watched.clear();
        (self.tell)(Event::Polling(&error.to_string()));
    }

    /// Waits until something may have changed.
    pub(super) fn wait(&mut self) -> Changes {
        loop {
            if self.watcher.is_none() {
                std::thread::sleep(POLL);
                return Changes::Everything;
            }
            let first = if self.missing.is_empty() {
                self.events.recv().map_err(|_| RecvTimeoutError::Disconnected)
            } else {
                self.events.recv_timeout(MISSING)
            };
            match first {
                Ok(event) => {
                    if let Some(changes) = self.gather(event) {
                        return changes;
                    }
                }
                Err(RecvTimeoutError::Timeout) if self.missing.iter().any(|place| place.folder.is_dir()) => {
                    return Changes::Everything;
                }
                Err(RecvTimeoutError::Timeout) => {}
                // The watcher holds the other end for as long as it lives.
                Err(RecvTimeoutError::Disconnected) => self.watcher = None,
            }
        }
    }

    /// The changes of `event` and of those that follow at once; `None` when none of them matters.
    fn gather(&mut self, event: notify::Result<notify::Event>) -> Option<Changes> {
        let end = Instant::now() + PATIENCE;
        let mut paths = BTreeSet::new();
        let mut everything = false;
        let mut next = Some(event);
        while let Some(event) = next {
            match event {
                Ok(event) => everything |= self.take(&event, &mut paths),
                // What was lost is not known.
                Err(_) => everything = true,
            }
            let matters = everything || !paths.is_empty();
            if !matters || Instant::now() > end {
                break;
            }
            next = self.events.recv_timeout(QUIET).ok();
        }
        match everything {
            true => Some(Changes::Everything),
            false if paths.is_empty() => None,
            false => Some(Changes::Paths(paths)),
        }
    }

    /// Notes the paths of one event; true when more than these may have changed.
    fn take(&mut self, event: &notify::Event, paths: &mut BTreeSet<PathBuf>) -> bool {
        if event.need_rescan() {
            return true;
        }
        // Reading is an event too, and ours would never end.
        if matches!(event.kind, EventKind::Access(_)) {
            return false;
        }
        let goes = matches!(event.kind, EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)));
        let lost = |place: &&Place| goes && event.paths.contains(&place.folder);
        let gone: Vec<Place> = self.watched.iter().filter(lost).cloned().collect();
        for place in &gone {
            // The watch went with the folder; it is taken up again when the folder is back.
            self.watched.remove(place);
            if let Some(watcher) = &mut self.watcher {
                let _ = watcher.unwatch(&place.folder);
            }
        }
        paths.extend(event.paths.iter().filter(|path| self.matters(path)).cloned());
        !gone.is_empty()
    }

    fn matters(&self, path: &Path) -> bool {
        self.watched.iter().any(|place| {
            let excepted = place.except.as_deref().is_some_and(|except| path.starts_with(except));
            !excepted && path.strip_prefix(&place.folder).is_ok_and(|below| !is_passed_over(below))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use super::*;

    /// A watched folder.
    fn watched() -> (tempfile::TempDir, PathBuf, Watch) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap().join("root");
        fs::create_dir(&root).unwrap();
        let mut watch = Watch::new(Arc::new(|_: Event<'_>| panic!("this system can watch")));
        watch.follow(place(&root));
        (folder, root, watch)
    }

    fn place(root: &Path) -> BTreeSet<Place> {
        BTreeSet::from([Place { folder: root.to_owned(), whole: true, except: Some(root.join("public")) }])
    }

    #[test]
    fn writes_that_come_together_are_one_change() {
        let (_folder, root, mut watch) = watched();
        let files: BTreeSet<PathBuf> = (0..100).map(|at| root.join(format!("{at}.md"))).collect();
        for file in &files {
            fs::write(file, "x").unwrap();
        }
        assert_eq!(watch.wait(), Changes::Paths(files));
    }

    #[test]
    fn output_litter_and_reading_do_not_count() {
        let (_folder, root, mut watch) = watched();
        fs::create_dir(root.join("public")).unwrap();
        fs::write(root.join("public/index.html"), "x").unwrap();
        fs::write(root.join("a.md~"), "x").unwrap();
        fs::read(root.join("a.md~")).unwrap();
        fs::write(root.join("b.md"), "x").unwrap();
        assert_eq!(watch.wait(), Changes::Paths(BTreeSet::from([root.join("b.md")])));
    }

    #[test]
    fn a_folder_that_is_made_again_is_watched_again() {
        let (_folder, root, mut watch) = watched();
        fs::remove_dir_all(&root).unwrap();
        assert_eq!(watch.wait(), Changes::Everything);
        watch.follow(place(&root));
        assert_eq!(watch.missing.len(), 1);
        fs::create_dir(&root).unwrap();
        assert_eq!(watch.wait(), Changes::Everything);
        watch.follow(place(&root));
        fs::write(root.join("a.md"), "x").unwrap();
        assert_eq!(watch.wait(), Changes::Paths(BTreeSet::from([root.join("a.md")])));
    }
}
