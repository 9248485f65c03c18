//! Folders for stores: one temporary directory a run, fresh folders for each check.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use tempfile::TempDir;

use crate::vector::Store;

/// A file system in memory, where the machine has one.
const MEMORY: &str = "/dev/shm";
/// Bytes that stay free in memory, for what implementations write.
const SPARE: u64 = 32 * 1024 * 1024;
/// How often what a check carries may be in its folders: stored, given by file, and answered.
const COPIES: u64 = 4;

/// The temporary directories of a run, removed at its end: one in memory where that is possible,
/// and one that is used where memory has no room.
pub(super) struct Workspace {
    memory: Option<TempDir>,
    disk: TempDir,
    next: AtomicU64,
}

impl Workspace {
    pub(super) fn new() -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("zarr-conform-");
        let memory = Path::new(MEMORY);
        Ok(Self {
            memory: is_in_memory(memory)
                .then(|| builder.tempdir_in(memory).ok())
                .flatten(),
            disk: builder.tempdir()?,
            next: AtomicU64::new(0),
        })
    }

    /// Lays out the stores of one check, which carries this many bytes in all.
    pub(super) fn lay_out(&self, stores: &[Store], carried: usize) -> io::Result<LaidOut> {
        let root = self.root(carried as u64);
        let mut folders = LaidOut {
            stores: Vec::new(),
            aside: None,
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
    pub(super) fn lay_aside(&self, folders: &mut LaidOut, carried: usize) -> io::Result<PathBuf> {
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

/// The folders of one check; dropping removes them.
pub(super) struct LaidOut {
    /// The folders of its stores.
    pub(super) stores: Vec<PathBuf>,
    /// The folder of files that are part of no store.
    aside: Option<PathBuf>,
}

impl Drop for LaidOut {
    fn drop(&mut self) {
        for folder in self.stores.iter().chain(&self.aside) {
            // What cannot be removed now goes with the directory of the run.
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_memory_cannot_hold_goes_elsewhere() {
        let workspace = Workspace::new().unwrap();
        let store = Store::from([("c/0".to_owned(), vec![1])]);
        let folders = workspace.lay_out(&[store], usize::MAX).unwrap();
        assert!(folders.stores[0].starts_with(workspace.disk.path()));
        assert_eq!(std::fs::read(folders.stores[0].join("c/0")).unwrap(), [1]);
        let folder = folders.stores[0].clone();
        drop(folders);
        assert!(!folder.exists());
    }
}
