//! Temporary folders of a run, and removing those of runs that were killed.
//!
//! As long as a run goes on, its process holds a lock on each of its folders, and the system takes the
//! lock away with the process. A folder whose lock can be had is of a run that is over.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// What the names of folders begin with; the number of the process and a random one follow.
const PREFIX: &str = "zarr-conform-";

/// A new folder of a name that nothing had; dropping removes it with all that is in it.
pub(super) struct TemporaryFolder {
    path: PathBuf,
    /// The folder itself, where the system can lock it.
    _lock: Option<File>,
}

impl TemporaryFolder {
    /// In this folder, for the owner of the process only. Folders of killed runs are removed from it.
    pub(super) fn new(within: &Path) -> io::Result<Self> {
        let within = std::path::absolute(within)?;
        let folder = Self::empty(&within)?;
        folder.remove_abandoned(&within);
        Ok(folder)
    }

    fn empty(within: &Path) -> io::Result<Self> {
        /// Names to try. What the numbers of another process left behind may have some of them.
        const TRIES: u64 = 1000;
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        let mut taken = io::Error::from(io::ErrorKind::AlreadyExists);
        for _ in 0..TRIES {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let random = RandomState::new().hash_one(number);
            let name = format!("{PREFIX}{}-{random:016x}", std::process::id());
            let path = within.join(name);
            match builder.create(&path) {
                // Where it cannot be locked, another process was quicker, and removes it.
                Ok(()) => {
                    if let Ok(lock) = lock(&path) {
                        return Ok(Self { path, _lock: lock });
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = error,
                Err(error) => return Err(error),
            }
        }
        Err(taken)
    }

    /// The folder.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes folders of the same user whose process is gone. What cannot be removed stays.
    fn remove_abandoned(&self, within: &Path) {
        let entries = within.read_dir().into_iter().flatten().flatten();
        for entry in entries {
            let path = entry.path();
            if process(&entry.file_name().to_string_lossy()).is_some_and(|id| !lives(id))
                && self.is_of_same_owner(&path)
                && let Ok(Some(_lock)) = lock(&path)
            {
                remove(&path);
            }
        }
    }

    /// Whether there is a folder, not a link to one, of the owner of this one.
    #[cfg(unix)]
    fn is_of_same_owner(&self, other: &Path) -> bool {
        use std::os::unix::fs::MetadataExt as _;
        let owner = |path: &Path| {
            let metadata = fs::symlink_metadata(path).ok()?;
            metadata.is_dir().then(|| metadata.uid())
        };
        owner(other).is_some_and(|it| owner(&self.path) == Some(it))
    }

    /// Nothing is known of owners here.
    #[cfg(not(unix))]
    fn is_of_same_owner(&self, _other: &Path) -> bool {
        false
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// The process that made a folder of this name, where a run did.
fn process(name: &str) -> Option<u32> {
    let (process, random) = name.strip_prefix(PREFIX)?.split_once('-')?;
    let is_random = random.len() == 16 && random.bytes().all(|it| it.is_ascii_hexdigit());
    is_random.then(|| process.parse().ok())?
}

/// Whether there may be a process of this number. A version that locks nothing may have started it;
/// where nothing shows processes, only the lock counts.
fn lives(process: u32) -> bool {
    Path::new("/proc/self").exists() && Path::new(&format!("/proc/{process}")).exists()
}

/// The folder, locked; nothing where the system locks no folders.
///
/// # Errors
/// Where another process has it locked, or it is not there.
fn lock(folder: &Path) -> Result<Option<File>, ()> {
    let file = match File::open(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(()),
        file => file.ok(),
    };
    match file.as_ref().map(File::try_lock) {
        Some(Err(TryLockError::WouldBlock)) => Err(()),
        Some(Ok(())) => Ok(file),
        Some(Err(TryLockError::Error(_))) | None => Ok(None),
    }
}

/// Removes a folder with all that is in it.
pub(super) fn remove(folder: &Path) {
    // What cannot be removed now goes with the directory of the run; it cannot be reported.
    let _ = fs::remove_dir_all(folder);
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    /// No process has this number.
    const GONE: u32 = u32::MAX;

    fn names(within: &Path) -> Vec<String> {
        let entries = within.read_dir().unwrap();
        let names = entries.map(|it| it.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn only_folders_of_processes_that_are_gone_are_removed() {
        let within = tempfile::tempdir().unwrap();
        let within = within.path();
        let make = |name: String| {
            fs::create_dir_all(within.join(&name).join("0.zarr")).unwrap();
            name
        };
        let random = "0123456789abcdef";
        let living = make(format!("{PREFIX}{}-{random}", std::process::id()));
        let locked_one = make(format!("{PREFIX}{GONE}-1{}", &random[1..]));
        let others = [format!("{PREFIX}{GONE}"), format!("{PREFIX}notes-{random}")];
        let others = others.map(make);
        let linked = format!("{PREFIX}{GONE}-2{}", &random[1..]);
        std::os::unix::fs::symlink(within.join(&living), within.join(&linked)).unwrap();
        let gone = make(format!("{PREFIX}{GONE}-{random}"));
        let held = lock(&within.join(&locked_one)).unwrap().unwrap();

        let folder = TemporaryFolder::new(within).unwrap();
        let left = names(within);
        assert!(!left.contains(&gone), "{left:?}");
        for name in [&living, &locked_one, &others[0], &others[1], &linked] {
            assert!(left.contains(name), "{name}: {left:?}");
        }
        assert!(within.join(&living).join("0.zarr").exists());
        // A run that goes on has its folder locked, and what it held is free once it is over.
        assert!(lock(folder.path()).is_err());
        drop(held);
        drop(TemporaryFolder::new(within).unwrap());
        assert!(!names(within).contains(&locked_one));
    }
}
