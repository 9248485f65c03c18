//! Reading archives and unpacked directories that may come from anywhere: nothing is unpacked to
//! disk, and nothing that an archive says is believed before it is checked.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::path::{Component, Path};

use flate2::bufread::GzDecoder;

use super::manifest::MANIFEST;
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Files, LoadError, Vectors};

/// The folder of the vectors in an archive.
const VECTORS: &str = "vectors";
/// The most bytes that the files of an archive may have together.
const MOST_BYTES: u64 = 1 << 30;
/// The most files.
const MOST_FILES: usize = 200_000;

/// What an archive or directory holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The files by path, without the folder that archives put around them.
    pub files: Files,
    /// What is wrong with the container itself.
    pub damages: Vec<Damage>,
}

/// What can be wrong with a container.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Damage {
    /// It is a file of another kind.
    #[error(
        "found neither a gzipped tar nor a zip archive; of an unpacked archive, name the folder that has {MANIFEST}"
    )]
    NotAnArchive,
    /// It cannot be read to its end.
    #[error("cut off or unreadable: {0}")]
    Unreadable(String),
    /// A path leads out of the root, or is not a path on some systems.
    #[error("the path {0:?} leads outside the root")]
    OutsideRoot(String),
    /// A link, a device or the like.
    #[error("{0:?} is not an ordinary file")]
    NotAFile(String),
    /// Two entries have one path.
    #[error("{0:?} is there twice")]
    Twice(String),
    /// Entries of an archive lie in several folders.
    #[error("{path:?} is not in the folder {root:?} with the others")]
    OtherRoot {
        /// The path.
        path: String,
        /// The folder of the first entry.
        root: String,
    },
    /// More than anybody would send.
    #[error("more than {MOST_BYTES} bytes or {MOST_FILES} files")]
    TooMuch,
    /// Bytes stand behind the end of the archive.
    #[error("{0} bytes stand behind the end of the archive")]
    Trailing(u64),
}

/// Reads a directory, a `.tar.gz` or a `.zip`; what it is shows by its first bytes.
///
/// # Errors
/// Where there is nothing to read at all.
pub fn read(path: &Path) -> io::Result<Contents> {
    if path.is_dir() {
        let mut contents = Contents::default();
        directory(path, path, &mut contents)?;
        return Ok(contents);
    }
    Ok(archive(BufReader::new(File::open(path)?)))
}

/// Reads a `.tar.gz` or a `.zip` that is in memory.
pub fn from_bytes(bytes: &[u8]) -> Contents {
    archive(Cursor::new(bytes))
}

fn archive(mut stream: impl BufRead + Seek) -> Contents {
    let mut entries = Entries::default();
    if let Err(error) = entries.all(&mut stream) {
        let damage = Damage::Unreadable(error.to_string());
        entries.contents.damages.push(damage);
    }
    entries.contents
}

/// The vectors in a directory or archive; in an archive, or a directory that one was unpacked to,
/// they are below `vectors`. An archive of one edition confines them to that.
///
/// # Errors
/// Where the container is damaged or the vectors cannot be used.
pub fn load(path: &Path) -> Result<Vectors, LoadError> {
    let unreadable = |error| LoadError::Unreadable {
        path: path.to_owned(),
        error,
    };
    if path.is_dir() {
        return directory_of_vectors(path);
    }
    let contents = read(path).map_err(unreadable)?;
    if let Some(damage) = contents.damages.first() {
        return Err(unreadable(io::Error::other(damage.to_string())));
    }
    let edition = contents.files.get(MANIFEST).and_then(|it| edition_of(it));
    let vectors = Vectors::from_files(
        format!("{:?}", path.display().to_string()),
        &below(&contents.files),
    )?;
    Ok(vectors.confined_to(edition))
}

/// The vectors of a folder that an archive was unpacked to, of its folder `vectors`, or of any other.
fn directory_of_vectors(path: &Path) -> Result<Vectors, LoadError> {
    let inner = path.join(VECTORS);
    let is_unpacked = path.join(MANIFEST).is_file() && inner.is_dir();
    let (inner, around) = if is_unpacked {
        (inner, Some(path))
    } else {
        let around = path.parent().filter(|_| path.ends_with(VECTORS));
        (path.to_owned(), around)
    };
    let manifest = around.and_then(|it| std::fs::read(it.join(MANIFEST)).ok());
    let vectors = Vectors::from_dir(&inner).map_err(|error| match instead_of(path) {
        Some(instead) if matches!(error, LoadError::NoVectors { .. }) => LoadError::Unreadable {
            path: path.to_owned(),
            error: io::Error::other(format!(
                "found no vectors, but {instead:?}; expected one such path"
            )),
        },
        _ => error,
    })?;
    Ok(vectors.confined_to(manifest.and_then(|it| edition_of(&it))))
}

/// The first archive, or folder that one was unpacked to, in a folder that may have been named in its place.
#[expect(
    clippy::disallowed_methods,
    reason = "the first by name is taken, whatever the order"
)]
fn instead_of(folder: &Path) -> Option<String> {
    let inside = std::fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let paths = inside.map(|entry| entry.path());
    let first = paths
        .filter(|path| is_archive(path) || path.join(MANIFEST).is_file())
        .min()?;
    Some(first.display().to_string())
}

/// Whether a path ends as archives do.
pub(super) fn is_archive(path: &Path) -> bool {
    let name = path.file_name().map(|it| it.to_string_lossy());
    name.is_some_and(|it| it.ends_with(".tar.gz") || it.ends_with(".zip"))
}

/// The only edition whose facts a manifest says it has.
fn edition_of(manifest: &[u8]) -> Option<Edition> {
    #[derive(serde::Deserialize)]
    struct Head {
        edition: Option<Edition>,
    }
    serde_json::from_slice::<Head>(manifest).ok()?.edition
}

/// The files below `vectors`.
pub(super) fn below(files: &Files) -> Files {
    let below = files.iter();
    below
        .filter_map(|(path, bytes)| {
            let inner = path.strip_prefix(VECTORS)?.strip_prefix('/')?;
            Some((inner.to_owned(), bytes.clone()))
        })
        .collect()
}

#[expect(
    clippy::disallowed_methods,
    reason = "the files are sorted by their paths in the map"
)]
fn directory(root: &Path, folder: &Path, contents: &mut Contents) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = name_of(path.strip_prefix(root).unwrap_or(&path));
        let kind = std::fs::symlink_metadata(&path)?.file_type();
        if kind.is_dir() {
            directory(root, &path, contents)?;
        } else if kind.is_file() {
            contents.files.insert(name, std::fs::read(&path)?);
        } else {
            contents.damages.push(Damage::NotAFile(name));
        }
    }
    Ok(())
}

fn name_of(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// Entries of an archive as they come.
#[derive(Default)]
struct Entries {
    root: Option<String>,
    bytes: u64,
    seen: BTreeSet<String>,
    contents: Contents,
}

impl Entries {
    /// Takes in an archive; what it is shows by its first bytes.
    fn all(&mut self, mut stream: impl BufRead + Seek) -> io::Result<()> {
        let mut magic = [0; 2];
        let length = stream.read(&mut magic)?;
        stream.rewind()?;
        match &magic[..length] {
            [0x1f, 0x8b] => tar_gz(stream, self),
            b"PK" => zip(stream, self),
            _ => {
                self.contents.damages.push(Damage::NotAnArchive);
                Ok(())
            }
        }
    }

    /// Takes in a file. An error ends the reading.
    fn add(&mut self, path: &str, stream: &mut dyn Read) -> io::Result<()> {
        if !self.seen.insert(path.to_owned()) {
            self.contents.damages.push(Damage::Twice(path.to_owned()));
        }
        let mut bytes = Vec::new();
        let left = MOST_BYTES - self.bytes;
        stream.take(left + 1).read_to_end(&mut bytes)?;
        self.bytes += bytes.len() as u64;
        if self.bytes > MOST_BYTES || self.seen.len() > MOST_FILES {
            return Err(io::Error::other(Damage::TooMuch.to_string()));
        }
        let Some((root, inner)) = path.split_once('/').filter(|_| is_inside(path)) else {
            self.contents
                .damages
                .push(Damage::OutsideRoot(path.to_owned()));
            return Ok(());
        };
        let first = self.root.get_or_insert_with(|| root.to_owned());
        if first != root {
            self.contents.damages.push(Damage::OtherRoot {
                path: path.to_owned(),
                root: first.clone(),
            });
        }
        self.contents.files.insert(inner.to_owned(), bytes);
        Ok(())
    }
}

/// Whether a path stays within the root on every system.
fn is_inside(path: &str) -> bool {
    let is_plain = path.split('/').all(|part| !matches!(part, "" | "." | ".."));
    let is_portable = !path.contains(['\\', ':', '\0']);
    let components = Path::new(path).components();
    is_plain
        && is_portable
        && components
            .into_iter()
            .all(|it| matches!(it, Component::Normal(_)))
}

fn tar_gz(stream: impl BufRead, entries: &mut Entries) -> io::Result<()> {
    let mut archive = tar::Archive::new(GzDecoder::new(stream));
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        match entry.header().entry_type() {
            tar::EntryType::Directory => {}
            tar::EntryType::Regular => entries.add(&path, &mut entry)?,
            _ => entries.contents.damages.push(Damage::NotAFile(path)),
        }
    }
    // To its end, so that the sum behind the compressed bytes is looked at.
    let mut rest = archive.into_inner();
    let padding = io::copy(&mut rest.by_ref().take(MOST_BYTES), &mut io::sink())?;
    let behind = io::copy(&mut rest.into_inner().take(MOST_BYTES), &mut io::sink())?;
    // Tar archives may be padded to blocks of 10 KiB.
    let trailing = behind + if padding > 10_240 { padding } else { 0 };
    if trailing > 0 {
        entries.contents.damages.push(Damage::Trailing(trailing));
    }
    Ok(())
}

fn zip(stream: impl Read + io::Seek, entries: &mut Entries) -> io::Result<()> {
    let mut archive = zip::ZipArchive::new(stream)?;
    for at in 0..archive.len() {
        let mut file = archive.by_index(at)?;
        let path = file.name()?.into_owned();
        if file.is_dir() {
            continue;
        }
        if !file.is_file() {
            entries.contents.damages.push(Damage::NotAFile(path));
            continue;
        }
        entries.add(&path, &mut file)?;
    }
    Ok(())
}
