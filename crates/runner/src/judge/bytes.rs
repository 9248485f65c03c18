//! Bytes that an implementation gave: in its answer, in a file beside it, or in a store.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::judge::evidence::Held;
use crate::judge::verdict::{Failure, FailureKind};

/// Bytes compared at a time.
const BLOCK: usize = 128 * 1024;
/// Bytes that are read of a file beyond those expected: enough to show that there are more, and
/// not so many that a file without end is a danger.
const BEYOND: u64 = 1024 * 1024;

/// Bytes of an answer.
pub(crate) enum Bytes {
    /// In the answer itself.
    Here(Arc<[u8]>),
    /// In a file.
    InFile(PathBuf),
}

impl Bytes {
    /// The bytes of a file, which must be one of those that were offered.
    pub(crate) fn in_file(file: &str, offered: &[PathBuf]) -> Result<Self, Failure> {
        let found = offered.iter().find(|it| it.as_path() == Path::new(file));
        let found = found.filter(|it| it.is_file()).cloned();
        found.map(Self::InFile).ok_or_else(|| {
            Failure::new(
                FailureKind::Protocol,
                "a file at the path that the request offered",
                format!("the path {file:?}"),
            )
        })
    }

    /// All bytes; where they are far more than expected, some more than expected.
    pub(crate) fn all(self, expected: u64) -> Result<Arc<[u8]>, Failure> {
        match self {
            Self::Here(bytes) => Ok(bytes),
            Self::InFile(path) => {
                let bytes = at_most(&path, expected);
                Ok(bytes.map_err(|error| unreadable(&path, &error))?.into())
            }
        }
    }

    /// Compares with the expected bytes, and `differ`s where they are others.
    pub(crate) fn compare(
        self,
        expected: &[u8],
        differ: impl FnOnce(&[u8]) -> Result<(), Failure>,
    ) -> Held {
        if let Self::InFile(path) = &self
            && is(path, expected).map_err(|error| unreadable(path, &error))?
        {
            return Ok(());
        }
        Ok(differ(&self.all(expected.len() as u64)?)?)
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(
        FailureKind::Protocol,
        "a readable file",
        format!("{}: {error}", path.display()),
    )
}

/// Whether a file holds exactly these bytes; a block at a time, so that it need not fit in memory.
pub(crate) fn is(path: &Path, expected: &[u8]) -> io::Result<bool> {
    // Opening something else, such as a pipe, could wait for ever.
    let is_as_long = |it: std::fs::Metadata| it.is_file() && it.len() == expected.len() as u64;
    if !std::fs::metadata(path).is_ok_and(is_as_long) {
        return Ok(false);
    }
    let mut file = File::open(path)?;
    let mut block = vec![0; BLOCK.min(expected.len())];
    for expected in expected.chunks(BLOCK) {
        let found = &mut block[..expected.len()];
        match file.read_exact(found) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            result => result?,
        }
        if found != expected {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The bytes of a file; where they are far more than expected, some more than expected.
pub(crate) fn at_most(path: &Path, expected: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = expected.saturating_add(BEYOND);
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether these may be only the beginning of a file that [`at_most`] read.
pub(crate) fn may_be_cut(found: &[u8], expected: u64) -> bool {
    found.len() as u64 >= expected.saturating_add(BEYOND)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_compared_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut bytes = vec![7; 2 * BLOCK + 1];
        std::fs::write(&path, &bytes).unwrap();
        assert!(is(&path, &bytes).unwrap());
        assert!(!is(&path, &bytes[1..]).unwrap());
        *bytes.last_mut().unwrap() = 8;
        assert!(!is(&path, &bytes).unwrap());
    }

    #[test]
    fn no_more_is_read_than_shows_the_difference() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let long = File::create(&path).unwrap();
        long.set_len(3 * BEYOND).unwrap();
        assert_eq!(at_most(&path, 5).unwrap().len() as u64, BEYOND + 5);
    }

    #[test]
    fn only_an_offered_file_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let offered = [path.clone()];
        assert!(Bytes::in_file(path.to_str().unwrap(), &offered).is_err());
        std::fs::write(&path, [1]).unwrap();
        assert!(Bytes::in_file(path.to_str().unwrap(), &offered).is_ok());
        assert!(Bytes::in_file("/etc/passwd", &offered).is_err());
    }
}
