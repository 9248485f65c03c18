//! What a scan found.

use std::collections::BTreeMap;

use serde::Serialize;
use zarr_conform_terms::Edition;

use super::consolidated::Disagreement;
use super::features::Features;
use super::hierarchy::HierarchyReport;
use super::known::{Readers, Taken};
use super::tally::Tally;

/// The version of the JSON form of a scan.
pub const SCAN: u64 = 4;

/// What a scan found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The version of this form, [`SCAN`].
    pub format: u64,
    /// The version of this program.
    pub suite: String,
    /// The edition by which metadata and chunks are judged.
    pub edition: Edition,
    /// The folder, as it was named.
    pub store: String,
    /// Why the scan ended before it saw everything.
    pub ended_early: Option<String>,
    /// Whether a stop was requested.
    pub interrupted: bool,
    /// How many arrays there are, also those that are not among `arrays`.
    pub arrays_found: u64,
    /// Arrays by their metadata: how many are valid, invalid, left open by the text, and not known to this version.
    pub by_validity: BTreeMap<Validity, u64>,
    /// The arrays by path: all that have a problem, as far as there is room, and others.
    pub arrays: Vec<ArrayReport>,
    /// Chunks of all arrays.
    pub chunks: ChunkCounts,
    /// Arrays with chunks that have no checksum: bytes that change there, and still decode, cannot be noticed.
    pub unchecked: Tally,
    /// Groups.
    pub groups: u64,
    /// Groups whose documents break the specification, and why.
    pub invalid_groups: Tally,
    /// Groups whose documents the reference refuses, and the question that the text leaves open.
    pub open_groups: Tally,
    /// Groups whose documents have something that this version does not know.
    pub not_known_groups: Tally,
    /// How many hierarchies there are that have groups, or of which there is more to say than of their array.
    pub hierarchies_found: u64,
    /// The first of these.
    pub hierarchies: Vec<HierarchyReport>,
    /// What is known of implementations that find the nodes of such hierarchies; `arrays` are hierarchies there.
    pub hierarchy_readers: Readers,
    /// Groups that hold copies of metadata of other nodes.
    pub consolidated: Tally,
    /// How many of these disagree with the documents, which the text permits.
    pub disagreeing: u64,
    /// The first of these.
    pub disagreements: Vec<Disagreement>,
    /// Nodes whose names the text excludes.
    pub excluded_names: Tally,
    /// Nodes in a hierarchy below a folder that has no document.
    pub apart: Tally,
    /// Metadata of version 2.
    pub version_2: Tally,
    /// Symbolic links, none of which is followed.
    pub links: Tally,
    /// Devices, pipes and sockets, none of which is opened.
    pub special: Tally,
    /// Files and folders that cannot be read.
    pub unreadable: Tally,
    /// What is not looked at because there would be too much of it.
    pub too_much: Tally,
    /// Files and folders that belong to no array and no metadata document.
    pub others: Tally,
    /// What is known of implementations that read such arrays.
    pub readers: Readers,
    /// What is known of implementations and arrays that the text leaves open.
    pub open_readers: Vec<OpenReaders>,
}

/// What implementations make of documents such as those of some arrays, which the text leaves open.
#[derive(Clone, Debug, Serialize)]
pub struct OpenReaders {
    /// The question.
    pub question: String,
    /// The arrays.
    pub arrays: Tally,
    /// How many documents of the same kind each library accepted, by name and version.
    pub libraries: BTreeMap<String, Taken>,
}

/// What metadata are by the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Validity {
    /// They break the specification.
    Invalid,
    /// The reference refuses them, and the text leaves open whether they are valid.
    Open,
    /// They name an extension that this version does not know, or the like.
    NotKnown,
    /// They are valid.
    Valid,
}

impl Validity {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Invalid => "invalid",
            Self::Open => "left open by the text",
            Self::NotKnown => "not known to this version",
            Self::Valid => "valid",
        }
    }
}

/// What a scan found of an array.
#[derive(Clone, Debug, Serialize)]
pub struct ArrayReport {
    /// Path of the array below the store; empty for the store itself.
    pub path: String,
    /// What its metadata are.
    pub validity: Validity,
    /// Why they are not valid.
    pub why: Option<String>,
    /// The question that the text leaves open, where that is why.
    pub open: Option<String>,
    /// The data type, where the metadata are valid.
    pub data_type: Option<String>,
    /// The shape, where the metadata are valid.
    pub shape: Option<Vec<u64>>,
    /// The shape of a chunk, where the metadata are valid.
    pub chunk_shape: Option<Vec<u64>>,
    /// What it uses that a reader could get wrong; of metadata that are not known, the names.
    pub features: Features,
    /// Its chunks, where the metadata are valid.
    pub chunks: Option<Chunks>,
    /// What else is in its folder.
    pub others: Tally,
}

impl ArrayReport {
    /// Whether something is wrong with it.
    pub fn is_wrong(&self) -> bool {
        let is_wrong = |it: &Chunks| it.damaged.count + it.unreadable.count > 0;
        self.validity == Validity::Invalid || self.chunks.as_ref().is_some_and(is_wrong)
    }
}

/// The chunks of an array.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Chunks {
    /// How many there are.
    pub counts: ChunkCounts,
    /// Chunks that do not decode, and why.
    pub damaged: Tally,
    /// Chunks that the reference does not decode, although they may be right.
    pub not_known: Tally,
    /// Chunks that cannot be read, or are links, folders or devices.
    pub unreadable: Tally,
}

/// How many chunks there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ChunkCounts {
    /// In the grid; at most `u64::MAX`.
    pub in_grid: u64,
    /// Stored.
    pub stored: u64,
    /// Looked at: all that are stored, or a sample of them.
    pub looked_at: u64,
    /// Decoded.
    pub decoded: u64,
    /// Not decoded, since they are damaged.
    pub damaged: u64,
    /// Not decoded, since the reference does not know how.
    pub not_known: u64,
    /// Not read.
    pub unreadable: u64,
    /// Bytes of those that were looked at.
    pub bytes: u64,
}

impl ChunkCounts {
    /// Adds those of another array.
    pub(super) fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.in_grid, other.in_grid),
            (&mut self.stored, other.stored),
            (&mut self.looked_at, other.looked_at),
            (&mut self.decoded, other.decoded),
            (&mut self.damaged, other.damaged),
            (&mut self.not_known, other.not_known),
            (&mut self.unreadable, other.unreadable),
            (&mut self.bytes, other.bytes),
        ];
        for (sum, more) in pairs {
            *sum = sum.saturating_add(more);
        }
    }
}

impl Report {
    /// Whether a stop was requested.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted
    }

    /// How many arrays have such metadata.
    pub fn number_of(&self, validity: Validity) -> u64 {
        self.by_validity.get(&validity).copied().unwrap_or(0)
    }

    /// Whether some array's chunks were looked for: those of others are not known.
    pub fn has_chunks(&self) -> bool {
        self.number_of(Validity::Valid) + self.number_of(Validity::Open) > 0
    }

    /// Whether something was found that was not looked at, or not whole: nothing is said of it.
    pub fn is_partial(&self) -> bool {
        let tallies = [&self.links, &self.special, &self.too_much];
        self.ended_early.is_some()
            || self.number_of(Validity::NotKnown) + self.chunks.not_known > 0
            || !self.not_known_groups.is_empty()
            || tallies.iter().any(|it| !it.is_empty())
    }

    /// Whether something is invalid, damaged or cannot be read.
    pub fn is_wrong(&self) -> bool {
        self.number_of(Validity::Invalid) + self.chunks.damaged + self.chunks.unreadable > 0
            || !self.unreadable.is_empty()
            || !self.invalid_groups.is_empty()
    }
}
