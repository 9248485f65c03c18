//! Folders for stores: a temporary directory a run, fresh folders for each check.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SendError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use super::temporary::{TemporaryFolder, remove};
use crate::judge::left_store::{LeftStore as _, named};
use zarr_conform_vectors::Store;

/// Bytes that stay free in memory, for what implementations write.
const SPARE: u64 = 32 * 1024 * 1024;
/// Folders that may wait to be removed.
const WAITING: usize = 64;
/// Folders that are handed at once to the thread that removes them.
const AT_ONCE: usize = 16;
/// Bytes that a check carries from which its folders are removed at once, so that what waits is small.
const REMOVED_AT_ONCE: usize = 1024 * 1024;
/// How often what a check carries may be in its folders: stored, given by file, and answered.
const COPIES: u64 = 4;

/// A folder on a file system in memory, for stores that need not be on a disk.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// The folder.
    pub folder: &'static str,
    /// Bytes that can still be written in a folder of this file system.
    pub free: fn(&Path) -> u64,
}

/// The temporary directories of a run, removed at its end: one in memory where that is possible,
/// and one that is used where memory has no room.
pub struct Workspace {
    /// First, since fields are dropped in their order: it ends before the directories are removed.
    sweeper: Sweeper,
    memory: Option<(TemporaryFolder, Memory)>,
    disk: TemporaryFolder,
    next: AtomicU64,
}

impl Workspace {
    /// Empty folders, in this memory where it is given.
    ///
    /// # Errors
    /// Where no temporary directory can be made.
    pub fn new(memory: Option<Memory>) -> io::Result<Self> {
        let in_memory = |memory: Memory| {
            let folder = TemporaryFolder::new(Path::new(memory.folder)).ok()?;
            Some((folder, memory))
        };
        Ok(Self {
            memory: memory.and_then(in_memory),
            disk: TemporaryFolder::new(&std::env::temp_dir())?,
            next: AtomicU64::new(0),
            sweeper: Sweeper::new(),
        })
    }

    /// Lays out the stores of one check, which carries this many bytes in all.
    pub fn lay_out(&self, stores: &[Store], carried: usize) -> io::Result<LaidOut<'_>> {
        let mut folders = LaidOut {
            stores: Vec::new(),
            aside: None,
            sweeper: (carried < REMOVED_AT_ONCE).then_some(&self.sweeper),
        };
        if stores.is_empty() {
            return Ok(folders);
        }
        let root = self.root(carried as u64);
        for store in stores {
            let folder = self.folder(root, "zarr")?;
            folders.stores.push(folder.clone());
            fill(&folder, store)?;
        }
        Ok(folders)
    }

    /// Why no folder here can hold one of these stores, where that is so: the file system folds case or normal forms of
    /// names, or excludes some. What has plain names only is not tried.
    ///
    /// # Errors
    /// Where there can be no folder at all.
    pub fn cannot_hold(&self, stores: &[Store]) -> io::Result<Option<String>> {
        let is_odd = |store: &&Store| store.keys().any(|key| !is_plain(key));
        for store in stores.iter().filter(is_odd) {
            let folder = self.folder(self.root(0), "tried")?;
            let is_held = fill(&folder, store).is_ok() && { folder.keys().iter().eq(store.keys()) };
            std::fs::remove_dir_all(&folder)?;
            if !is_held {
                let names: Vec<String> = store.keys().cloned().collect();
                return Ok(Some(format!(
                    "the file system cannot hold the names {}",
                    named(&names)
                )));
            }
        }
        Ok(None)
    }

    /// Whether the directories of the run are there.
    ///
    /// # Errors
    /// The directory that is not.
    pub(super) fn is_there(&self) -> Result<(), PathBuf> {
        let memory = self.memory.iter().map(|(folder, _)| folder);
        let mut folders = memory.chain([&self.disk]).map(TemporaryFolder::path);
        match folders.find(|it| !it.is_dir()) {
            Some(folder) => Err(folder.to_owned()),
            None => Ok(()),
        }
    }

    /// Adds a folder for files that are part of no store.
    pub fn lay_aside(&self, folders: &mut LaidOut<'_>, carried: usize) -> io::Result<PathBuf> {
        if let Some(aside) = &folders.aside {
            return Ok(aside.clone());
        }
        let aside = self.folder(self.root(carried as u64), "files")?;
        folders.aside = Some(aside.clone());
        Ok(aside)
    }

    fn folder(&self, root: &Path, kind: &str) -> io::Result<PathBuf> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let folder = root.join(format!("{number}.{kind}"));
        std::fs::create_dir(&folder)?;
        Ok(folder)
    }

    fn root(&self, carried: u64) -> &Path {
        let needed = carried.saturating_mul(COPIES).saturating_add(SPARE);
        match &self.memory {
            Some((folder, memory)) if (memory.free)(folder.path()) >= needed => folder.path(),
            _ => self.disk.path(),
        }
    }
}

/// Whether every file system holds a key under its name.
fn is_plain(key: &str) -> bool {
    const LONGEST: usize = 100;
    let is_plain = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || "-_./".contains(it);
    key.len() <= LONGEST && key.chars().all(is_plain) && !key.contains("./")
}

/// Writes the values of a store into its folder, which is empty.
pub(super) fn fill(folder: &Path, store: &Store) -> io::Result<()> {
    let mut made = String::new();
    for (key, bytes) in store {
        let within = key.rfind('/').map_or("", |at| &key[..=at]);
        // Keys are sorted: those of one folder mostly follow each other.
        if within != made {
            make_folders(folder, within)?;
            within.clone_into(&mut made);
        }
        std::fs::write(folder.join(key), bytes)?;
    }
    Ok(())
}

/// Makes `c/` and `c/0/` for `c/0/`, from the outermost, since that is the one that is missing.
fn make_folders(folder: &Path, within: &str) -> io::Result<()> {
    for (at, _) in within.match_indices('/') {
        match std::fs::create_dir(folder.join(&within[..at])) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// A thread that removes folders, so that no check waits for that. Dropping waits for the thread.
struct Sweeper {
    /// Folders that are not handed over yet: each time wakes the thread.
    kept: Mutex<Vec<PathBuf>>,
    folders: Option<SyncSender<Vec<PathBuf>>>,
    thread: Option<JoinHandle<()>>,
}

impl Sweeper {
    fn new() -> Self {
        let (sender, folders) = sync_channel::<Vec<PathBuf>>(WAITING / AT_ONCE);
        let sweep = move || folders.iter().flatten().for_each(|folder| remove(&folder));
        // Where no thread can be had, sending fails, and folders are removed where they are dropped.
        Self {
            kept: Mutex::default(),
            folders: Some(sender),
            thread: thread::Builder::new().spawn(sweep).ok(),
        }
    }

    fn sweep(&self, folder: PathBuf) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push(folder);
        if kept.len() >= AT_ONCE {
            let folders = std::mem::take(&mut *kept);
            drop(kept);
            self.hand_over(folders);
        }
    }

    fn hand_over(&self, folders: Vec<PathBuf>) {
        let sent = self.folders.as_ref().map(|sender| sender.send(folders));
        if let Some(Err(SendError(folders))) = sent {
            for folder in &folders {
                remove(folder);
            }
        }
    }
}

impl Drop for Sweeper {
    fn drop(&mut self) {
        let kept = self.kept.get_mut().unwrap_or_else(PoisonError::into_inner);
        let kept = std::mem::take(kept);
        self.hand_over(kept);
        self.folders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The folders of one check; dropping has them removed.
pub struct LaidOut<'a> {
    /// The folders of its stores.
    pub stores: Vec<PathBuf>,
    /// The folder of files that are part of no store.
    aside: Option<PathBuf>,
    /// Who removes them; where there is none, whoever drops this.
    sweeper: Option<&'a Sweeper>,
}

impl Drop for LaidOut<'_> {
    fn drop(&mut self) {
        for folder in self.stores.drain(..).chain(self.aside.take()) {
            match self.sweeper {
                Some(sweeper) => sweeper.sweep(folder),
                None => remove(&folder),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "Memory" on the disk, which always has so much room.
    const SMALL: Memory = Memory {
        folder: ".",
        free: |_| 2 * SPARE,
    };

    #[test]
    fn names_that_a_folder_cannot_hold_are_found() {
        let workspace = Workspace::new(None).unwrap();
        let store = |keys: &[&str]| -> Store {
            keys.iter()
                .map(|key| ((*key).to_owned(), [1].into()))
                .collect()
        };
        for keys in [&["a b/zarr.json", "zarr.json"][..], &["a", "a/b"]] {
            assert_eq!(workspace.cannot_hold(&[store(keys)]).unwrap(), None);
        }
        let many: Vec<String> = (10..40).map(|at| format!("a {at}/zarr.json")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(workspace.cannot_hold(&[store(&many)]).unwrap(), None);
        // No file system has a file and a folder of one name, as none that folds case has `A` and `a`.
        let why = workspace.cannot_hold(&[store(&["A", "A/b"])]).unwrap();
        assert_eq!(why.unwrap(), "the file system cannot hold the names A, A/b");
    }

    #[test]
    fn what_memory_cannot_hold_goes_elsewhere() {
        let workspace = Workspace::new(Some(SMALL)).unwrap();
        let store = Store::from([("c/0".to_owned(), [1].into())]);
        let small = workspace.lay_out(std::slice::from_ref(&store), 1).unwrap();
        assert!(!small.stores[0].starts_with(workspace.disk.path()));
        let folders = workspace.lay_out(&[store], usize::MAX).unwrap();
        assert!(folders.stores[0].starts_with(workspace.disk.path()));
        assert_eq!(std::fs::read(folders.stores[0].join("c/0")).unwrap(), [1]);
        let folder = folders.stores[0].clone();
        drop(folders);
        assert!(!folder.exists());
    }

    #[test]
    fn folders_of_small_checks_are_removed_before_the_run_ends() {
        let mut workspace = Workspace::new(None).unwrap();
        let folders: Vec<LaidOut<'_>> = (0..2 * WAITING)
            .map(|_| {
                let store = Store::from([("c/0".to_owned(), [1].into())]);
                workspace.lay_out(&[store], 1).unwrap()
            })
            .collect();
        let stores: Vec<PathBuf> = folders.iter().flat_map(|it| it.stores.clone()).collect();
        assert!(stores.iter().all(|it| it.join("c/0").exists()));
        drop(folders);
        // Ending the thread waits for what it has to remove.
        workspace.sweeper = Sweeper::new();
        assert!(stores.iter().all(|it| !it.exists()));
    }

    #[test]
    fn nothing_is_left_of_a_run() {
        let workspace = Workspace::new(Some(SMALL)).unwrap();
        let memory = workspace.memory.as_ref().unwrap();
        let roots = [memory.0.path(), workspace.disk.path()].map(Path::to_owned);
        let store = Store::from([("c/0".to_owned(), [1].into())]);
        drop(workspace.lay_out(&[store], 1).unwrap());
        assert!(roots.iter().all(|it| it.exists()));
        drop(workspace);
        assert!(!roots.iter().any(|it| it.exists()));
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_look_into_a_workspace() {
        use std::os::unix::fs::PermissionsExt as _;
        let workspace = Workspace::new(None).unwrap();
        let metadata = std::fs::metadata(workspace.disk.path()).unwrap();
        assert_eq!(metadata.permissions().mode() & 0o777, 0o700);
    }
}
