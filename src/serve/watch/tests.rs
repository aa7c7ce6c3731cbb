//! Changes on disk, as the watcher tells them.

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

/// What the watcher tells next. A thread that waits cannot be stopped: when nothing comes, the whole run ends.
fn wait(watch: &mut Watch) -> Changes {
    let (done, is_done) = channel::<()>();
    std::thread::spawn(move || {
        if is_done.recv_timeout(Duration::from_mins(2)) == Err(RecvTimeoutError::Timeout) {
            eprintln!("nothing was told of a change for two minutes");
            std::process::exit(101);
        }
    });
    let changes = watch.wait();
    drop(done);
    changes
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
        let Changes::Paths(paths) = wait(&mut watch) else { panic!("the paths are known") };
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
    assert_eq!(wait(&mut watch), Changes::Paths(files));
}

#[test]
fn output_litter_and_reading_do_not_count() {
    let (_folder, root, mut watch) = watched();
    fs::create_dir(root.join("public")).unwrap();
    fs::write(root.join("public/index.html"), "x").unwrap();
    fs::write(root.join("a.md~"), "x").unwrap();
    fs::read(root.join("a.md~")).unwrap();
    fs::write(root.join("b.md"), "x").unwrap();
    assert_eq!(wait(&mut watch), Changes::Paths(BTreeSet::from([root.join("b.md")])));
    assert!(watch.again.is_none(), "a folder of the output is no reason to look once more");
}

/// Waits as often as it takes; looks that are there to be safe come on top of what is told.
fn wait_for(watch: &mut Watch, wanted: &Changes) {
    let other = (0..20).map(|_| wait(watch)).find(|changes| *changes == *wanted || *changes != Changes::Everything);
    assert_eq!(other.as_ref(), Some(wanted));
}

#[test]
fn a_folder_that_is_made_again_is_watched_again() {
    let (_folder, root, mut watch) = watched();
    fs::remove_dir_all(&root).unwrap();
    assert_eq!(wait(&mut watch), Changes::Everything);
    assert!(watch.follow(place(&root)), "it went while nobody looked, for all that is known");
    assert!(!watch.follow(place(&root)));
    assert_eq!(watch.missing.len(), 1);
    fs::create_dir(&root).unwrap();
    assert_eq!(wait(&mut watch), Changes::Everything);
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
    assert_eq!(wait(&mut watch), Changes::Everything);
    assert!(watch.follow(place(&root)));
}

#[test]
fn after_a_folder_came_is_looked_twice() {
    let (_folder, root, mut watch) = watched();
    fs::create_dir(root.join("new")).unwrap();
    assert_eq!(wait(&mut watch), Changes::Paths(BTreeSet::from([root.join("new")])));
    assert_eq!(wait(&mut watch), Changes::Everything);
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
    assert_eq!(wait(&mut watch), Changes::Everything);
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
    assert_eq!(wait(&mut watch), Changes::Everything);
    assert!(watch.watcher.is_none());
    assert_eq!(*said.lock().unwrap(), 1);
}
