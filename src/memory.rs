//! A file system in memory for the stores of a run, where the machine has one.

use std::path::Path;

use zarr_conform_runner::Memory;

/// Where Linux has a file system in memory.
const FOLDER: &str = "/dev/shm";

/// The file system in memory; nothing where the machine has none.
pub fn find() -> Option<Memory> {
    is_in_memory(Path::new(FOLDER)).then_some(Memory {
        folder: FOLDER,
        free,
    })
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn memory_is_told_from_other_file_systems() {
        assert!(!is_in_memory(Path::new("/proc")));
        assert!(!is_in_memory(Path::new("/no/such/folder")));
        assert_eq!(free(Path::new("/proc")), 0);
        assert_eq!(free(Path::new("/no/such/folder")), 0);
        assert!(free(Path::new(env!("CARGO_MANIFEST_DIR"))) > 0);
    }
}
