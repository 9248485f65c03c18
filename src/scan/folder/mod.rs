//! Folders of a store, read so that nothing leads out of it: no symbolic link is followed, and nothing but
//! regular files is opened.
//!
//! | part | where |
//! |---|---|
//! | `unix` | by the descriptor of the folder above, so that a folder that is swapped for a link meanwhile is not followed either |
//! | `portable` | by paths, on other systems |

#[cfg(any(not(unix), test))]
mod portable;
#[cfg(unix)]
mod unix;

use std::ffi::OsString;
use std::io;

#[cfg(not(unix))]
pub(super) use portable::Folder;
#[cfg(unix)]
pub(super) use unix::Folder;

/// What a name in a folder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link, wherever it leads.
    Link,
    /// A device, a pipe or a socket.
    Special,
}

/// A name in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) name: OsString,
    pub(super) kind: Kind,
}

/// Why a name that should be a file is not opened.
fn no_file() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ffi::OsStr;
    use std::fs;
    use std::io::Read as _;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::path::Path;

    use super::*;

    fn fill(root: &Path) {
        fs::create_dir(root.join("folder")).unwrap();
        fs::write(root.join("file"), b"inside").unwrap();
        symlink("/etc/hostname", root.join("link-out")).unwrap();
        symlink("folder", root.join("link-in")).unwrap();
        symlink("nowhere", root.join("dangling")).unwrap();
        UnixListener::bind(root.join("socket")).unwrap();
    }

    macro_rules! kinds_are_told_and_only_files_open {
        ($name:ident, $Folder:ty) => {
            #[test]
            fn $name() {
                let place = tempfile::tempdir().unwrap();
                fill(place.path());
                let folder = <$Folder>::open(place.path()).unwrap();
                let entries = folder.entries().unwrap().map(Result::unwrap);
                let found: BTreeMap<_, _> = entries.map(|it| (it.name, it.kind)).collect();
                let expected = [
                    ("dangling", Kind::Link),
                    ("file", Kind::File),
                    ("folder", Kind::Folder),
                    ("link-in", Kind::Link),
                    ("link-out", Kind::Link),
                    ("socket", Kind::Special),
                ];
                assert_eq!(
                    found,
                    expected.map(|(name, kind)| (name.into(), kind)).into()
                );
                for (name, kind) in expected {
                    let name = OsStr::new(name);
                    assert_eq!(folder.file(name).is_ok(), kind == Kind::File, "{name:?}");
                    assert_eq!(
                        folder.folder(name).is_ok(),
                        kind == Kind::Folder,
                        "{name:?}"
                    );
                    assert_eq!(folder.kind(name).unwrap(), Some(kind), "{name:?}");
                }
                assert_eq!(folder.kind(OsStr::new("missing")).unwrap(), None);
                let mut text = String::new();
                let mut file = folder.file(OsStr::new("file")).unwrap();
                file.read_to_string(&mut text).unwrap();
                assert_eq!(text, "inside");
            }
        };
    }
    kinds_are_told_and_only_files_open!(by_descriptors, unix::Folder);
    kinds_are_told_and_only_files_open!(by_paths, portable::Folder);
}
