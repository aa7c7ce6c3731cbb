//! Waits for changes on disk and gathers those that come together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant, SystemTime};

use notify::event::{CreateKind, ModifyKind};
use notify::{Config, ErrorKind, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

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
/// How often is looked whether a place is still the folder that is watched: nothing tells of a
/// folder that was put in its place together with the folders around it.
const REPLACED: Duration = Duration::from_secs(1);
/// How long after a folder came is looked once more: what is put into it before it is watched itself
/// is told by nobody.
const SETTLED: Duration = Duration::from_millis(300);

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
    watcher: Option<Box<dyn Watcher>>,
    events: Receiver<notify::Result<notify::Event>>,
    /// Which folder is watched at each place.
    watched: BTreeMap<Place, Option<Identity>>,
    /// Places that are wanted and not there.
    missing: BTreeSet<Place>,
    /// When is looked once more in any case.
    again: Option<Instant>,
    /// When the last wait ended.
    ended: Instant,
    tell: Tell,
}

impl Watch {
    /// With the watcher of the system, where it has one.
    pub(super) fn new(tell: Tell) -> Self {
        let (sender, events) = channel();
        // Links may lead out of the source or round in a circle; what is read through them is
        // noticed where it lies.
        let watcher = RecommendedWatcher::new(sender, Config::default().with_follow_symlinks(false));
        Watch::with(watcher.map(|watcher| Box::new(watcher) as Box<dyn Watcher>), events, tell)
    }

    /// With a clock only.
    pub(super) fn polling(tell: Tell) -> Self {
        tell(Event::Polling(None));
        Watch { watcher: None, ..Watch::idle(channel().1, tell) }
    }

    fn with(
        watcher: notify::Result<Box<dyn Watcher>>,
        events: Receiver<notify::Result<notify::Event>>,
        tell: Tell,
    ) -> Self {
        let mut watch = Watch::idle(events, tell);
        match watcher {
            Ok(watcher) => watch.watcher = Some(watcher),
            Err(error) => watch.poll(&error),
        }
        watch
    }

    fn idle(events: Receiver<notify::Result<notify::Event>>, tell: Tell) -> Self {
        let (watched, missing) = (BTreeMap::new(), BTreeSet::new());
        Watch { watcher: None, events, watched, missing, again: None, ended: Instant::now(), tell }
    }

    /// Watches exactly these places. True when one of them was not watched until now, or is missing
    /// since: something may have changed there.
    pub(super) fn follow(&mut self, places: BTreeSet<Place>) -> bool {
        let given_up: Vec<Place> = self.watched.keys().filter(|place| !places.contains(place)).cloned().collect();
        self.forget(&given_up);
        let missed = std::mem::take(&mut self.missing);
        let mut is_new = false;
        for place in places {
            if self.watched.contains_key(&place) {
                continue;
            }
            let Some(watcher) = &mut self.watcher else { break };
            let mode = if place.whole { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
            // Asked before it is watched: a folder that takes its place meanwhile is another one.
            let identity = identity(&place.folder);
            match watcher.watch(&place.folder, mode) {
                Ok(()) => {
                    self.watched.insert(place, identity);
                    is_new = true;
                }
                Err(_) if !place.folder.is_dir() => {
                    is_new |= !missed.contains(&place);
                    self.missing.insert(place);
                }
                Err(error) => self.poll(&error),
            }
        }
        is_new
    }

    /// Ends watches, of folders that may be gone.
    fn forget(&mut self, places: &[Place]) {
        for place in places {
            self.watched.remove(place);
            if let Some(watcher) = &mut self.watcher {
                // The watch may have gone with the folder.
                let _ = watcher.unwatch(&place.folder);
            }
        }
    }

    /// From here on the clock tells.
    fn poll(&mut self, error: &notify::Error) {
        self.watcher = None;
        self.watched.clear();
        (self.tell)(Event::Polling(Some(&error.to_string())));
    }

    /// Ends the next wait soon, whether something is told or not.
    pub(super) fn look_again(&mut self) {
        self.again = Some(Instant::now() + SETTLED);
    }

    /// Waits until something may have changed.
    pub(super) fn wait(&mut self) -> Changes {
        let changes = self.next();
        self.ended = Instant::now();
        changes
    }

    fn next(&mut self) -> Changes {
        loop {
            if self.watcher.is_none() {
                // A look at very many files takes its time; most of the time is still to be rest.
                std::thread::sleep(POLL.max(self.ended.elapsed() * 5));
                return Changes::Everything;
            }
            let pause = if self.missing.is_empty() { REPLACED } else { MISSING };
            let until_again = self.again.map(|again| again.saturating_duration_since(Instant::now()));
            match self.events.recv_timeout(pause.min(until_again.unwrap_or(pause))) {
                Ok(event) => {
                    if let Some(changes) = self.gather(event) {
                        return changes;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let is_due = self.again.is_some_and(|again| again <= Instant::now());
                    if is_due {
                        self.again = None;
                    }
                    if is_due || self.missing.iter().any(|place| place.folder.is_dir()) || self.was_replaced() {
                        return Changes::Everything;
                    }
                }
                // The watcher holds the other end for as long as it lives.
                Err(RecvTimeoutError::Disconnected) => self.watcher = None,
            }
        }
    }

    /// True when a watched folder is no longer the one at its place; its watch is given up.
    fn was_replaced(&mut self) -> bool {
        let is_another = |(place, watched): &(&Place, &Option<Identity>)| identity(&place.folder) != **watched;
        let gone: Vec<Place> = self.watched.iter().filter(is_another).map(|(place, _)| place.clone()).collect();
        self.forget(&gone);
        !gone.is_empty()
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
                Err(error) => {
                    // What was lost is not known.
                    everything = true;
                    // A folder came for which there is no watch.
                    if matches!(error.kind, ErrorKind::MaxFilesWatch) {
                        self.poll(&error);
                    }
                }
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
        let comes = matches!(event.kind, EventKind::Create(CreateKind::Folder | CreateKind::Any));
        if comes && event.paths.iter().any(|path| self.matters(path)) {
            self.look_again();
        }
        let goes = matches!(event.kind, EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)));
        let lost = |place: &&Place| goes && event.paths.contains(&place.folder);
        let gone: Vec<Place> = self.watched.keys().filter(lost).cloned().collect();
        // The watch went with the folder; it is taken up again when the folder is back.
        self.forget(&gone);
        paths.extend(event.paths.iter().filter(|path| self.matters(path)).cloned());
        !gone.is_empty()
    }

    fn matters(&self, path: &Path) -> bool {
        self.watched.keys().any(|place| {
            let excepted = place.except.as_deref().is_some_and(|except| path.starts_with(except));
            !excepted && path.strip_prefix(&place.folder).is_ok_and(|below| !is_passed_over(below))
        })
    }
}

/// What tells a folder from another one in its place.
type Identity = (u64, u64, Option<SystemTime>);

#[cfg(unix)]
fn identity(folder: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    let data = folder.metadata().ok()?;
    Some((data.dev(), data.ino(), None))
}

#[cfg(not(unix))]
fn identity(folder: &Path) -> Option<Identity> {
    folder.metadata().ok().map(|data| (0, 0, data.created().ok()))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::{Arc, Mutex};

    use super::*;

    /// A watched folder.
    fn watched() -> (tempfile::TempDir, PathBuf, Watch) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap().join("root");
        fs::create_dir(&root).unwrap();
        let mut watch = Watch::new(Arc::new(|_: Event<'_>| panic!("this system can watch")));
        assert!(watch.follow(place(&root)));
        assert!(!watch.follow(place(&root)));
        (folder, root, watch)
    }

    fn place(root: &Path) -> BTreeSet<Place> {
        BTreeSet::from([Place { folder: root.to_owned(), whole: true, except: Some(root.join("public")) }])
    }

    #[test]
    fn every_file_that_is_written_is_told() {
        let (_folder, root, mut watch) = watched();
        let files: BTreeSet<PathBuf> = (0..100).map(|at| root.join(format!("{at}.md"))).collect();
        for file in &files {
            fs::write(file, "x").unwrap();
        }
        let mut told = BTreeSet::new();
        while told != files {
            let Changes::Paths(paths) = watch.wait() else { panic!("the paths are known") };
            assert!(paths.is_subset(&files), "{paths:?}");
            told.extend(paths);
        }
    }

    #[test]
    fn changes_that_come_together_are_one() {
        let (sender, events) = channel();
        let mut watch = Watch::with(Ok(Box::new(notify::NullWatcher)), events, Arc::new(|_: Event<'_>| {}));
        let root = Path::new("/root");
        watch.follow(place(root));
        let files: BTreeSet<PathBuf> = (0..100).map(|at| root.join(format!("{at}.md"))).collect();
        for file in &files {
            let event = notify::Event::new(EventKind::Modify(ModifyKind::Any));
            sender.send(Ok(event.add_path(file.clone()))).unwrap();
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
        assert!(watch.again.is_none(), "a folder of the output is no reason to look once more");
    }

    /// Waits as often as it takes; looks that are there to be safe come on top of what is told.
    fn wait_for(watch: &mut Watch, wanted: &Changes) {
        let other =
            (0..20).map(|_| watch.wait()).find(|changes| *changes == *wanted || *changes != Changes::Everything);
        assert_eq!(other.as_ref(), Some(wanted));
    }

    #[test]
    fn a_folder_that_is_made_again_is_watched_again() {
        let (_folder, root, mut watch) = watched();
        fs::remove_dir_all(&root).unwrap();
        assert_eq!(watch.wait(), Changes::Everything);
        assert!(watch.follow(place(&root)), "it went while nobody looked, for all that is known");
        assert!(!watch.follow(place(&root)));
        assert_eq!(watch.missing.len(), 1);
        fs::create_dir(&root).unwrap();
        assert_eq!(watch.wait(), Changes::Everything);
        assert!(watch.follow(place(&root)), "what was put into it until now is found by a look");
        fs::write(root.join("a.md"), "x").unwrap();
        wait_for(&mut watch, &Changes::Paths(BTreeSet::from([root.join("a.md")])));
    }

    #[test]
    fn a_folder_that_was_put_in_its_place_with_the_one_around_it_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let around = folder.path().canonicalize().unwrap().join("around");
        let root = around.join("root");
        fs::create_dir_all(&root).unwrap();
        let mut watch = Watch::new(Arc::new(|_: Event<'_>| panic!("this system can watch")));
        watch.follow(place(&root));
        // Nobody tells of this: neither folder is touched.
        fs::rename(&around, folder.path().join("old")).unwrap();
        fs::create_dir_all(&root).unwrap();
        assert_eq!(watch.wait(), Changes::Everything);
        assert!(watch.follow(place(&root)));
    }

    #[test]
    fn after_a_folder_came_is_looked_twice() {
        let (_folder, root, mut watch) = watched();
        fs::create_dir(root.join("new")).unwrap();
        assert_eq!(watch.wait(), Changes::Paths(BTreeSet::from([root.join("new")])));
        assert_eq!(watch.wait(), Changes::Everything);
    }

    /// A system that has no watch left.
    #[derive(Debug)]
    struct Full;

    impl Watcher for Full {
        fn new<F: notify::EventHandler>(_: F, _: Config) -> notify::Result<Self> {
            Ok(Full)
        }

        fn watch(&mut self, _: &Path, _: RecursiveMode) -> notify::Result<()> {
            Err(notify::Error::new(ErrorKind::MaxFilesWatch))
        }

        fn unwatch(&mut self, _: &Path) -> notify::Result<()> {
            Ok(())
        }

        fn configure(&mut self, _: Config) -> notify::Result<bool> {
            Ok(false)
        }

        fn kind() -> notify::WatcherKind {
            notify::WatcherKind::NullWatcher
        }
    }

    #[test]
    fn without_a_watch_left_the_clock_tells_and_that_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let said = Arc::new(Mutex::new(Vec::new()));
        let tell = {
            let said = Arc::clone(&said);
            Arc::new(move |event: Event<'_>| {
                let Event::Polling(why) = event else { panic!("nothing else is told") };
                said.lock().unwrap().push(why.map(str::to_owned));
            })
        };
        let mut watch = Watch::with(Ok(Box::new(Full)), channel().1, tell);
        assert!(!watch.follow(place(folder.path())));
        assert_eq!(watch.wait(), Changes::Everything);
        let told = said.lock().unwrap().clone();
        assert!(matches!(&told[..], [Some(why)] if why.contains("limit")), "{told:?}");
    }

    #[test]
    fn a_watch_that_is_missing_later_is_as_good_as_none() {
        let (sender, events) = channel();
        let said = Arc::new(Mutex::new(0));
        let tell = {
            let said = Arc::clone(&said);
            Arc::new(move |_: Event<'_>| *said.lock().unwrap() += 1)
        };
        let mut watch = Watch::with(Ok(Box::new(notify::NullWatcher)), events, tell);
        sender.send(Err(notify::Error::new(ErrorKind::MaxFilesWatch))).unwrap();
        assert_eq!(watch.wait(), Changes::Everything);
        assert!(watch.watcher.is_none());
        assert_eq!(*said.lock().unwrap(), 1);
    }
}
