//! Folders for stores: one temporary directory a run, fresh folders for each check.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SendError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use tempfile::TempDir;

use zarr_conform_vectors::Store;

/// A file system in memory, where the machine has one.
const MEMORY: &str = "/dev/shm";
/// Bytes that stay free in memory, for what implementations write.
const SPARE: u64 = 32 * 1024 * 1024;
/// Folders that may wait to be removed.
const WAITING: usize = 64;
/// Bytes that a check carries from which its folders are removed at once, so that what waits is small.
const REMOVED_AT_ONCE: usize = 1024 * 1024;
/// How often what a check carries may be in its folders: stored, given by file, and answered.
const COPIES: u64 = 4;

/// The temporary directories of a run, removed at its end: one in memory where that is possible,
/// and one that is used where memory has no room.
pub struct Workspace {
    /// First, since fields are dropped in their order: it ends before the directories are removed.
    sweeper: Sweeper,
    memory: Option<TempDir>,
    disk: TempDir,
    next: AtomicU64,
}

impl Workspace {
    /// Empty folders.
    ///
    /// # Errors
    /// Where no temporary directory can be made.
    pub fn new() -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("zarr-conform-");
        let memory = Path::new(MEMORY);
        Ok(Self {
            memory: is_in_memory(memory)
                .then(|| builder.tempdir_in(memory).ok())
                .flatten(),
            disk: builder.tempdir()?,
            next: AtomicU64::new(0),
            sweeper: Sweeper::new(),
        })
    }

    /// Lays out the stores of one check, which carries this many bytes in all.
    pub fn lay_out(&self, stores: &[Store], carried: usize) -> io::Result<LaidOut<'_>> {
        let root = self.root(carried as u64);
        let mut folders = LaidOut {
            stores: Vec::new(),
            aside: None,
            sweeper: (carried < REMOVED_AT_ONCE).then_some(&self.sweeper),
        };
        for store in stores {
            let folder = self.folder(root, "zarr")?;
            folders.stores.push(folder.clone());
            for (key, bytes) in store {
                write(&folder, key, bytes)?;
            }
        }
        Ok(folders)
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
            Some(memory) if free(memory.path()) >= needed => memory.path(),
            _ => self.disk.path(),
        }
    }
}

/// Whether a folder is on a file system in memory.
#[cfg(target_os = "linux")]
fn is_in_memory(folder: &Path) -> bool {
    const TMPFS: u64 = 0x0102_1994;
    rustix::fs::statfs(folder).is_ok_and(|it| u64::try_from(it.f_type).is_ok_and(|it| it == TMPFS))
}

#[cfg(not(target_os = "linux"))]
fn is_in_memory(_folder: &Path) -> bool {
    false
}

/// Bytes that can still be written in a folder.
#[cfg(unix)]
fn free(folder: &Path) -> u64 {
    rustix::fs::statvfs(folder).map_or(0, |it| it.f_bavail.saturating_mul(it.f_frsize))
}

#[cfg(not(unix))]
fn free(_folder: &Path) -> u64 {
    0
}

fn write(folder: &Path, key: &str, bytes: &[u8]) -> io::Result<()> {
    let path = folder.join(key);
    if let Some(parent) = path.parent()
        && parent != folder
    {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(path, bytes)
}

/// A thread that removes folders, so that no check waits for that. Dropping waits for the thread.
struct Sweeper {
    folders: Option<SyncSender<PathBuf>>,
    thread: Option<JoinHandle<()>>,
}

impl Sweeper {
    fn new() -> Self {
        let (sender, folders) = sync_channel(WAITING);
        let sweep = move || folders.iter().for_each(|folder: PathBuf| remove(&folder));
        // Where no thread can be had, sending fails, and folders are removed where they are dropped.
        Self {
            folders: Some(sender),
            thread: thread::Builder::new().spawn(sweep).ok(),
        }
    }
}

impl Sweeper {
    fn sweep(&self, folder: PathBuf) {
        let sent = self.folders.as_ref().map(|folders| folders.send(folder));
        if let Some(Err(SendError(folder))) = sent {
            remove(&folder);
        }
    }
}

impl Drop for Sweeper {
    fn drop(&mut self) {
        self.folders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn remove(folder: &Path) {
    // What cannot be removed now goes with the directory of the run.
    let _ = std::fs::remove_dir_all(folder);
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

    #[test]
    fn what_memory_cannot_hold_goes_elsewhere() {
        let workspace = Workspace::new().unwrap();
        let store = Store::from([("c/0".to_owned(), [1].into())]);
        let folders = workspace.lay_out(&[store], usize::MAX).unwrap();
        assert!(folders.stores[0].starts_with(workspace.disk.path()));
        assert_eq!(std::fs::read(folders.stores[0].join("c/0")).unwrap(), [1]);
        let folder = folders.stores[0].clone();
        drop(folders);
        assert!(!folder.exists());
    }

    #[test]
    fn folders_of_small_checks_are_removed_before_the_run_ends() {
        let mut workspace = Workspace::new().unwrap();
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
}
