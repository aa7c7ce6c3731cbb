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
mod tests;
