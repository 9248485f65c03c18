//! Folders by descriptors: each name is looked up in the folder above, without following a link.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::Path;

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, fstat, open, openat, statat};
use rustix::io::Errno;

use super::{Entry, Kind, no_file};

/// An opened folder.
pub(in super::super) struct Folder(OwnedFd);

impl Folder {
    /// The folder at a path, whose links are followed: somebody named it.
    pub(in super::super) fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self(open(path, flags, Mode::empty())?))
    }

    /// A folder in this one; an error where the name is a link.
    pub(in super::super) fn folder(&self, name: &OsStr) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(Self(openat(&self.0, name, flags, Mode::empty())?))
    }

    /// A regular file in this folder; an error where the name is anything else. What only looks like one
    /// until it is opened does not block.
    pub(in super::super) fn file(&self, name: &OsStr) -> io::Result<File> {
        if self.kind(name)? != Some(Kind::File) {
            return Err(no_file());
        }
        let flags =
            OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = openat(&self.0, name, flags, Mode::empty())?;
        let mode = fstat(&file)?.st_mode;
        if FileType::from_raw_mode(mode) != FileType::RegularFile {
            return Err(no_file());
        }
        Ok(file.into())
    }

    /// What a name in this folder is; nothing where there is no such name.
    pub(in super::super) fn kind(&self, name: &OsStr) -> io::Result<Option<Kind>> {
        match statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(it) => Ok(Some(kind(FileType::from_raw_mode(it.st_mode)))),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The names in this folder, in the order of the file system, one after the other.
    pub(in super::super) fn entries(
        &self,
    ) -> io::Result<impl Iterator<Item = io::Result<Entry>> + '_> {
        let names = Dir::read_from(&self.0)?;
        Ok(names.filter_map(|entry| self.entry(entry).transpose()))
    }

    /// An entry; nothing for the folder itself and the one above, and for what is gone by now.
    fn entry(&self, entry: rustix::io::Result<rustix::fs::DirEntry>) -> io::Result<Option<Entry>> {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if name == b"." || name == b".." {
            return Ok(None);
        }
        let kind = match entry.file_type() {
            // Not every file system says it here.
            FileType::Unknown => self.kind(OsStr::from_bytes(name))?,
            known => Some(kind(known)),
        };
        let name = OsString::from_vec(name.to_vec());
        Ok(kind.map(|kind| Entry { name, kind }))
    }
}

fn kind(of: FileType) -> Kind {
    match of {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Folder,
        FileType::Symlink => Kind::Link,
        _ => Kind::Special,
    }
}
