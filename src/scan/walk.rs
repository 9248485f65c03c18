//! From folder to folder, looking for arrays.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read as _};

use zarr_conform_reference::{Error, Steps};

use super::consolidated::{Consolidated, Disagreement};
use super::features::Features;
use super::features::hierarchy::{
    APART, DAMAGED, EXCLUDED, FILES, FOLDERS, NOT_KNOWN, OLD, OLD_DOCUMENTS, of_document, of_place,
};
use super::folder::{Entry, Folder, Kind};
use super::hierarchy::HierarchyReport;
use super::node::{self, Head, MOST_JUDGED};
use super::open::{OpenPlaces, ReadOtherwise};
use super::report::{ArrayReport, ChunkCounts, Validity};
use super::tally::Tally;
use super::{Options, Progress, array};

/// Bytes of a document that is read at all: groups may hold copies of the metadata of many nodes.
const MOST_OF_GROUP: u64 = 1 << 26;
/// Folders in a folder that are looked into.
const MOST_FOLDERS: usize = 1 << 16;
/// Arrays of which everything is kept.
const MOST_ARRAYS: usize = 10_000;
/// Hierarchies of which everything is kept, and groups whose consolidated metadata disagree with documents.
const MOST_HIERARCHIES: usize = 1000;

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
    pub(super) unchecked: Tally,
    /// Arrays left open by the text, by the readings that take them and the question.
    pub(super) by_readings: BTreeMap<(BTreeSet<String>, String), Tally>,
    pub(super) groups: u64,
    pub(super) invalid_groups: Tally,
    pub(super) open_groups: Tally,
    pub(super) not_known_groups: Tally,
    pub(super) hierarchies: Vec<HierarchyReport>,
    pub(super) number_of_hierarchies: u64,
    /// Features of hierarchies, with those that have exactly these.
    pub(super) by_features_of_hierarchies: BTreeMap<Features, Tally>,
    pub(super) consolidated: Tally,
    pub(super) disagreements: Vec<Disagreement>,
    pub(super) disagreeing: u64,
    pub(super) excluded: Tally,
    pub(super) apart: Tally,
    pub(super) version_2: Tally,
    pub(super) links: Tally,
    pub(super) special: Tally,
    pub(super) unreadable: Tally,
    pub(super) too_much: Tally,
    pub(super) others: Tally,
    /// Arrays that are valid and have no damaged chunk.
    pub(super) sound: u64,
    /// Their features, with the arrays that have exactly these.
    pub(super) by_features: BTreeMap<Features, Tally>,
}

/// What a folder is that others are in.
#[derive(Clone, Copy)]
struct Below {
    /// Whether it is that of a group.
    has_document: bool,
    /// Whether it is within a hierarchy and has no document.
    is_apart: bool,
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
    /// The hierarchy that is looked at.
    hierarchy: Option<HierarchyReport>,
    /// Consolidated metadata of the groups above, the uppermost first.
    consolidated: Vec<Consolidated>,
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
            hierarchy: None,
            consolidated: Vec::new(),
        }
    }

    /// Looks into the folder that is scanned.
    pub(super) fn start(&mut self, folder: &Folder) -> Result<(), Ended> {
        self.folder(folder, "", 0, false)
    }

    /// Looks into a folder at a path below the store, and into those below; `is_apart` where the folder above is within
    /// a hierarchy and has no document.
    fn folder(
        &mut self,
        folder: &Folder,
        path: &str,
        depth: usize,
        is_apart: bool,
    ) -> Result<(), Ended> {
        if self.found.ended_early.is_some() {
            return Ok(());
        }
        let Some(document) = self.document(folder, path) else {
            let is_apart = self.hierarchy.is_some();
            if is_apart {
                self.has(FOLDERS, path);
            }
            return self.below(
                folder,
                path,
                depth,
                Below {
                    has_document: false,
                    is_apart,
                },
            );
        };
        let is_root = self.hierarchy.is_none();
        if is_root {
            self.hierarchy = Some(HierarchyReport::new(path));
        }
        let ended = self.node(folder, path, depth, document, is_apart);
        if is_root {
            self.end_hierarchy();
        }
        ended
    }

    /// Looks at a node and what is below it.
    fn node(
        &mut self,
        folder: &Folder,
        path: &str,
        depth: usize,
        document: Vec<u8>,
        is_apart: bool,
    ) -> Result<(), Ended> {
        let head = Head::of(&document);
        let is_group = match &head {
            Some(head) => head.is_group(),
            None => {
                document.len() <= MOST_JUDGED && self.places().permitted_group(&document).is_some()
            }
        };
        self.place(path, is_group, is_apart);
        if !is_group {
            return self.array(folder, path, &document);
        }
        let head = head.unwrap_or_else(|| Head::only(&document));
        let is_consolidated = self.group(folder, path, &head)?;
        // What is below may be deep, and the documents of groups are long.
        drop(head);
        drop(document);
        let below = Below {
            has_document: true,
            is_apart: false,
        };
        let ended = self.below(folder, path, depth, below);
        if is_consolidated && let Some(consolidated) = self.consolidated.pop() {
            let disagreement = consolidated.end(path.to_owned());
            if !disagreement.is_none() {
                self.found.disagreeing += 1;
                let disagreements = &mut self.found.disagreements;
                if disagreements.len() < MOST_HIERARCHIES {
                    disagreements.push(disagreement);
                }
            }
        }
        ended
    }

    /// Notes the place of a node.
    fn place(&mut self, path: &str, is_group: bool, is_apart: bool) {
        for it in &mut self.consolidated {
            it.has_document(path);
        }
        let Some(hierarchy) = &mut self.hierarchy else {
            return;
        };
        *if is_group {
            &mut hierarchy.groups
        } else {
            &mut hierarchy.arrays
        } += 1;
        let names = hierarchy.names(path);
        let features = of_place(&names, is_group);
        for feature in features {
            if feature == EXCLUDED {
                self.found.excluded.add(path, "");
            }
            hierarchy.has(feature, shown(path));
        }
        if is_apart {
            self.found.apart.add(path, "");
            hierarchy.has(APART, path);
        }
    }

    /// Judges the document of a group; whether it has consolidated metadata, which are compared with the documents.
    fn group(&mut self, folder: &Folder, path: &str, head: &Head<'_>) -> Result<bool, Ended> {
        self.found.groups += 1;
        if let Some(rest) = &head.rest {
            self.group_document(path, rest)?;
        } else {
            let why = format!(
                "without what it repeats of other nodes, it has more than {MOST_JUDGED} bytes"
            );
            self.found.too_much.add(joined(path, "zarr.json"), why);
        }
        let Some(entries) = head.entries else {
            return Ok(false);
        };
        let number = head.number_of_entries().unwrap_or_default();
        self.found.consolidated.add(shown(path), number.to_string());
        let stop = &self.options.stop;
        let consolidated = Consolidated::compare(path, entries, folder, stop);
        self.consolidated.push(consolidated);
        Ok(true)
    }

    fn group_document(&mut self, path: &str, document: &[u8]) -> Result<(), Ended> {
        match self.steps.group_metadata(document) {
            Ok(_) => {
                for feature in of_document(document, true) {
                    self.has(feature, path);
                }
            }
            Err(Error::Bug(why)) => return Err(Ended::Bug(why)),
            Err(Error::Unsupported(why)) => {
                self.found.not_known_groups.add(shown(path), why);
                self.has(NOT_KNOWN, path);
            }
            Err(error) => {
                let otherwise = self.places().permitted_group(document);
                if let Some(otherwise) = otherwise.filter(|_| node::is_json(document)) {
                    self.found.open_groups.add(shown(path), otherwise.question);
                } else {
                    let why = array::message(error);
                    self.found.invalid_groups.add(shown(path), why);
                }
                self.has(DAMAGED, path);
            }
        }
        Ok(())
    }

    /// Notes what the hierarchy that is looked at has at a path.
    fn has(&mut self, feature: impl Into<String>, path: &str) {
        if let Some(hierarchy) = &mut self.hierarchy {
            hierarchy.has(feature, shown(path));
        }
    }

    fn end_hierarchy(&mut self) {
        let Some(hierarchy) = self.hierarchy.take().filter(HierarchyReport::is_shown) else {
            return;
        };
        self.found.number_of_hierarchies += 1;
        let features = hierarchy.features();
        let by_features = &mut self.found.by_features_of_hierarchies;
        if by_features.len() < MOST_HIERARCHIES || by_features.contains_key(&features) {
            let tally = by_features.entry(features).or_default();
            tally.add(shown(&hierarchy.path), "");
        }
        if self.found.hierarchies.len() < MOST_HIERARCHIES {
            self.found.hierarchies.push(hierarchy);
        }
    }

    /// Looks into the folders below one that is not that of an array.
    fn below(&mut self, folder: &Folder, path: &str, depth: usize, of: Below) -> Result<(), Ended> {
        let (folders, is_array_of_version_2) = self.names(folder, path, of.has_document)?;
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
                Ok(opened) => self.folder(&opened, &below, depth + 1, of.is_apart)?,
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
        if document.len() > MOST_JUDGED {
            let why = format!("as the document of an array, it has more than {MOST_JUDGED} bytes");
            self.found.too_much.add(joined(path, "zarr.json"), why);
            return Ok(());
        }
        let report = array::scan(self, folder, path, document)?;
        match report.validity {
            Validity::Valid => {
                for feature in of_document(document, false) {
                    self.has(feature, path);
                }
            }
            Validity::NotKnown => self.has(NOT_KNOWN, path),
            Validity::Invalid | Validity::Open => self.has(DAMAGED, path),
        }
        self.found.number_of_arrays += 1;
        self.at.arrays += 1;
        *self.found.by_validity.entry(report.validity).or_default() += 1;
        // Of what is damaged, no library can be expected to read anything.
        if report.validity == Validity::Valid && !report.is_wrong() {
            self.found.sound += 1;
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
    /// 2, whose chunks are not looked at. A group is one, whatever documents of version 2 lie beside its own.
    fn names(
        &mut self,
        folder: &Folder,
        path: &str,
        is_group: bool,
    ) -> Result<(BTreeSet<OsString>, bool), Ended> {
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
            self.has(OLD, path);
            if !is_group {
                return Ok((folders, true));
            }
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
                (Kind::File, Some("zarr.json")) => {}
                (Kind::File, Some(name)) if OLD_DOCUMENTS.contains(&name) => {
                    let what = match name {
                        ".zgroup" => Some("group"),
                        ".zmetadata" => Some("consolidated metadata"),
                        _ => None,
                    };
                    if let Some(what) = what {
                        self.found.version_2.add(shown(path), what);
                    }
                    self.has(OLD, path);
                }
                (Kind::File, _) => {
                    if is_group {
                        self.has(FILES, &at);
                    }
                    self.found.others.add(at, "");
                }
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

    /// How a document is read otherwise, where it is refused for what the text leaves open.
    pub(super) fn permitted(&mut self, document: &[u8]) -> Option<ReadOtherwise> {
        self.places().permitted(document)
    }

    fn places(&mut self) -> &OpenPlaces {
        self.open_places.get_or_insert_with(self.open)
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
