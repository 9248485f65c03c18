//! Folders by paths: what a name is, is asked before it is opened.

use std::ffi::OsStr;
use std::fs::{self, File, FileType};
use std::io;
use std::path::{Path, PathBuf};

use super::{Entry, Kind, no_file};

/// A folder.
pub(in super::super) struct Folder(PathBuf);

impl Folder {
    /// The folder at a path, whose links are followed: somebody named it.
    pub(in super::super) fn open(path: &Path) -> io::Result<Self> {
        if !fs::metadata(path)?.is_dir() {
            return Err(no_folder());
        }
        Ok(Self(path.to_owned()))
    }

    /// A folder in this one; an error where the name is a link.
    pub(in super::super) fn folder(&self, name: &OsStr) -> io::Result<Self> {
        match self.kind(name)? {
            Some(Kind::Folder) => Ok(Self(self.0.join(name))),
            _ => Err(no_folder()),
        }
    }

    /// A regular file in this folder; an error where the name is anything else.
    pub(in super::super) fn file(&self, name: &OsStr) -> io::Result<File> {
        match self.kind(name)? {
            Some(Kind::File) => File::open(self.0.join(name)),
            _ => Err(no_file()),
        }
    }

    /// What a name in this folder is; nothing where there is no such name.
    pub(in super::super) fn kind(&self, name: &OsStr) -> io::Result<Option<Kind>> {
        match fs::symlink_metadata(self.0.join(name)) {
            Ok(it) => Ok(Some(kind(it.file_type()))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The names in this folder, in the order of the file system, one after the other.
    pub(in super::super) fn entries(&self) -> io::Result<impl Iterator<Item = io::Result<Entry>>> {
        #[expect(clippy::disallowed_methods, reason = "callers do not rely on an order")]
        let names = fs::read_dir(&self.0)?;
        Ok(names.map(|entry| {
            let entry = entry?;
            Ok(Entry {
                kind: kind(entry.file_type()?),
                name: entry.file_name(),
            })
        }))
    }
}

fn no_folder() -> io::Error {
    io::Error::new(io::ErrorKind::NotADirectory, "it is not a folder")
}

fn kind(of: FileType) -> Kind {
    if of.is_symlink() {
        Kind::Link
    } else if of.is_dir() {
        Kind::Folder
    } else if of.is_file() {
        Kind::File
    } else {
        Kind::Special
    }
}
