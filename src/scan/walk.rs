//! From folder to folder, looking for arrays.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read as _};

use zarr_conform_reference::Steps;

use super::array;
use super::features::Features;
use super::folder::{Entry, Folder, Kind};
use super::node::Head;
use super::open::OpenPlaces;
use super::report::{ArrayReport, ChunkCounts, Validity};
use super::tally::Tally;
use super::{Options, Progress};

/// Bytes of a document that is read at all: groups may hold copies of the metadata of many nodes.
const MOST_OF_GROUP: u64 = 1 << 26;
/// Bytes of a document of an array.
const MOST_OF_ARRAY: usize = 1 << 22;
/// Folders in a folder that are looked into.
const MOST_FOLDERS: usize = 1 << 16;
/// Arrays of which everything is kept.
const MOST_ARRAYS: usize = 10_000;

/// Why a scan ended of which a stop was requested.
pub(super) const INTERRUPTED: &str = "interrupted";

/// Why a scan ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// It saw only a part.
    Early(String),
    /// The reference has a bug.
    Bug(String),
}

impl Ended {
    pub(super) fn interrupted() -> Self {
        Self::Early(INTERRUPTED.to_owned())
    }
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) ended_early: Option<String>,
    pub(super) number_of_arrays: u64,
    pub(super) by_validity: BTreeMap<Validity, u64>,
    pub(super) arrays: Vec<ArrayReport>,
    pub(super) chunks: ChunkCounts,
    pub(super) groups: u64,
    pub(super) consolidated: Tally,
    pub(super) version_2: Tally,
    pub(super) links: Tally,
    pub(super) special: Tally,
    pub(super) unreadable: Tally,
    pub(super) too_much: Tally,
    pub(super) others: Tally,
    /// Features of valid arrays, with the arrays that have exactly these.
    pub(super) by_features: BTreeMap<Features, Tally>,
}

/// A walk through a store.
pub(super) struct Walk<'a> {
    pub(super) options: &'a Options,
    pub(super) steps: &'a Steps,
    pub(super) found: Found,
    open: &'a dyn Fn() -> OpenPlaces,
    /// What `open` gave: only who meets a refusal asks.
    open_places: Option<OpenPlaces>,
    progress: &'a dyn Fn(Progress),
    at: Progress,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        options: &'a Options,
        steps: &'a Steps,
        open: &'a dyn Fn() -> OpenPlaces,
        progress: &'a dyn Fn(Progress),
    ) -> Self {
        Self {
            options,
            steps,
            found: Found::default(),
            open,
            open_places: None,
            progress,
            at: Progress::default(),
        }
    }

    /// Looks into a folder at a path below the store, and into those below.
    pub(super) fn folder(
        &mut self,
        folder: &Folder,
        path: &str,
        depth: usize,
    ) -> Result<(), Ended> {
        if self.found.ended_early.is_some() {
            return Ok(());
        }
        if let Some(document) = self.document(folder, path) {
            let head = Head::of(&document);
            if !head.is_group() {
                return self.array(folder, path, &document);
            }
            self.found.groups += 1;
            if let Some(nodes) = head.consolidated {
                self.found.consolidated.add(shown(path), nodes.to_string());
            }
        }
        let (folders, is_array_of_version_2) = self.names(folder, path)?;
        if is_array_of_version_2 {
            return Ok(());
        }
        for name in folders {
            let below = joined(path, &name.to_string_lossy());
            if depth >= self.options.depth {
                self.too_deep(&below, self.options.depth);
                continue;
            }
            match folder.folder(&name) {
                Ok(opened) => self.folder(&opened, &below, depth + 1)?,
                Err(error) => self.unreadable(&below, &error),
            }
        }
        Ok(())
    }

    /// The document of a node, where there is one that can be read.
    fn document(&mut self, folder: &Folder, path: &str) -> Option<Vec<u8>> {
        let name = OsStr::new("zarr.json");
        let at = joined(path, "zarr.json");
        match folder.kind(name) {
            Ok(Some(Kind::File)) => {}
            Ok(Some(Kind::Folder)) => {
                let why = "it is a folder, expected the document of a node";
                self.found.unreadable.add(at, why);
                return None;
            }
            _ => return None,
        }
        match folder.file(name).and_then(read) {
            Ok(Some(document)) => Some(document),
            Ok(None) => {
                let why = format!("it has more than {MOST_OF_GROUP} bytes");
                self.found.too_much.add(at, why);
                None
            }
            Err(error) => {
                self.unreadable(&at, &error);
                None
            }
        }
    }

    fn array(&mut self, folder: &Folder, path: &str, document: &[u8]) -> Result<(), Ended> {
        if document.len() > MOST_OF_ARRAY {
            let why =
                format!("as the document of an array, it has more than {MOST_OF_ARRAY} bytes");
            self.found.too_much.add(joined(path, "zarr.json"), why);
            return Ok(());
        }
        let report = array::scan(self, folder, path, document)?;
        self.found.number_of_arrays += 1;
        self.at.arrays += 1;
        *self.found.by_validity.entry(report.validity).or_default() += 1;
        if report.validity == Validity::Valid {
            let features = &self.found.by_features;
            if features.len() < MOST_ARRAYS || features.contains_key(&report.features) {
                let tally = self.found.by_features.entry(report.features.clone());
                tally.or_default().add(shown(path), "");
            }
        }
        let arrays = &mut self.found.arrays;
        if arrays.len() < MOST_ARRAYS {
            arrays.push(report);
        } else if report.is_wrong()
            && let Some(place) = arrays.iter_mut().rev().find(|it| !it.is_wrong())
        {
            *place = report;
        }
        Ok(())
    }

    /// The folders in a folder that is not an array of version 3, by name, and whether it is an array of version
    /// 2, whose chunks are not looked at.
    fn names(&mut self, folder: &Folder, path: &str) -> Result<(BTreeSet<OsString>, bool), Ended> {
        let mut folders = BTreeSet::new();
        let entries = match folder.entries() {
            Ok(entries) => entries,
            Err(error) => {
                self.unreadable(&shown(path), &error);
                return Ok((folders, false));
            }
        };
        let is_array_of_version_2 =
            matches!(folder.kind(OsStr::new(".zarray")), Ok(Some(Kind::File)));
        if is_array_of_version_2 {
            self.found.version_2.add(shown(path), "array");
            return Ok((folders, true));
        }
        for entry in entries {
            self.count_entry()?;
            let Entry { name, kind } = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    self.unreadable(&shown(path), &error);
                    break;
                }
            };
            let at = joined(path, &name.to_string_lossy());
            match (kind, name.to_str()) {
                (Kind::Link, _) => self.found.links.add(at, ""),
                (Kind::Special, _) => self.found.special.add(at, ""),
                (Kind::Folder, _) if folders.len() < MOST_FOLDERS => {
                    folders.insert(name);
                }
                (Kind::Folder, _) => {
                    let why = format!("its folder has more than {MOST_FOLDERS} folders");
                    self.found.too_much.add(at, why);
                }
                (Kind::File, Some("zarr.json" | ".zattrs")) => {}
                (Kind::File, Some(".zgroup")) => self.found.version_2.add(shown(path), "group"),
                (Kind::File, Some(".zmetadata")) => {
                    self.found
                        .version_2
                        .add(shown(path), "consolidated metadata");
                }
                (Kind::File, _) => self.found.others.add(at, ""),
            }
        }
        Ok((folders, false))
    }

    /// Counts a name in a folder.
    ///
    /// # Errors
    /// Where there were enough, or a stop was requested.
    pub(super) fn count_entry(&mut self) -> Result<(), Ended> {
        self.at.entries += 1;
        if self.options.stop.is_set() {
            return Err(Ended::interrupted());
        }
        if self.at.entries > self.options.entries {
            return Err(Ended::Early(format!(
                "it has more than the {} names of files and folders that --entries grants",
                self.options.entries
            )));
        }
        if self.at.entries.is_multiple_of(256) {
            (self.progress)(self.at);
        }
        Ok(())
    }

    /// The question that the text leaves open, where a document is refused for it, and how one that answers
    /// otherwise takes the steps.
    pub(super) fn permitted(&mut self, document: &[u8]) -> Option<(String, Steps)> {
        let places = self.open_places.get_or_insert_with(self.open);
        places.permitted(document)
    }

    /// Counts a chunk that was looked at.
    pub(super) fn looked_at(&mut self) {
        self.at.chunks += 1;
        (self.progress)(self.at);
    }

    /// Notes that only a part is seen.
    pub(super) fn end(&mut self, why: String) {
        self.found.ended_early.get_or_insert(why);
    }

    pub(super) fn unreadable(&mut self, path: &str, error: &io::Error) {
        self.found.unreadable.add(path, error.to_string());
    }

    pub(super) fn too_deep(&mut self, path: &str, most: usize) {
        let why = format!("it is more than {most} folders deep");
        self.found.too_much.add(path, why);
    }
}

/// The bytes of a document; nothing where there are too many.
fn read(file: std::fs::File) -> io::Result<Option<Vec<u8>>> {
    let mut document = Vec::new();
    file.take(MOST_OF_GROUP + 1).read_to_end(&mut document)?;
    Ok((document.len() as u64 <= MOST_OF_GROUP).then_some(document))
}

/// A path below another.
pub(super) fn joined(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}/{name}")
    }
}

/// A path as it is named: that of the store itself is empty.
pub(super) fn shown(path: &str) -> String {
    if path.is_empty() {
        ".".to_owned()
    } else {
        path.to_owned()
    }
}
