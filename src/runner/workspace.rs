//! Folders for stores: one temporary directory a run, fresh folders for each check.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use tempfile::TempDir;

use crate::vector::Store;

/// A file system in memory, where the machine has one.
const MEMORY: &str = "/dev/shm";

/// The temporary directory of a run, removed at its end.
pub(super) struct Workspace {
    directory: TempDir,
    next: AtomicU64,
}

impl Workspace {
    pub(super) fn new() -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("zarr-conform-");
        let directory = builder.tempdir_in(MEMORY).or_else(|_| builder.tempdir())?;
        Ok(Self {
            directory,
            next: AtomicU64::new(0),
        })
    }

    /// Lays out the stores of one check.
    pub(super) fn lay_out(&self, stores: &[Store]) -> io::Result<LaidOut> {
        let mut folders = LaidOut(Vec::new());
        for store in stores {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let folder = self.directory.path().join(format!("{number}.zarr"));
            std::fs::create_dir(&folder)?;
            folders.0.push(folder.clone());
            for (key, bytes) in store {
                write(&folder, key, bytes)?;
            }
        }
        Ok(folders)
    }
}

fn write(folder: &Path, key: &str, bytes: &[u8]) -> io::Result<()> {
    let path = folder.join(key);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(path, bytes)
}

/// The folders of one check's stores; dropping removes them.
pub(super) struct LaidOut(pub(super) Vec<PathBuf>);

impl Drop for LaidOut {
    fn drop(&mut self) {
        for folder in &self.0 {
            // What cannot be removed now goes with the directory of the run.
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}
