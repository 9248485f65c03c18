//! What a case is about, in words: what distinguishes causes, and the requirements that it tests.

use std::collections::BTreeSet;

use zarr_conform_reference::data_type::family;
use zarr_conform_reference::{DataType, Element};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Level, Presentation};

use super::codec::{self, Codec, Spelling};
use super::{Act, Case, Keys};
use crate::documents::data_types;

/// Words for what a case has beyond the plainest: an array of `uint8` zeros of one dimension, little
/// endian, in one chunk.
pub type Features = BTreeSet<String>;

/// That some chunk of the array is not stored.
pub const UNSTORED: &str = "chunks that are not stored";
/// That the bytes of the fill value are not all 0.
const OTHER_FILL_VALUE: &str = "fill value other than zero";

impl Case {
    /// What the case has beyond the plainest.
    pub fn features(&self) -> Features {
        let mut features = Features::new();
        let mut add = |is_so: bool, word: &str| {
            if is_so {
                features.insert(word.to_owned());
            }
        };
        add(self.shape.is_empty(), "no dimensions");
        add(self.shape.len() > 1, "several dimensions");
        add(self.shape.contains(&0), "length 0");
        let lengths = || self.shape.iter().zip(&self.chunk_shape);
        add(
            lengths().any(|(length, chunk)| length % chunk != 0),
            "border chunks",
        );
        add(
            lengths().any(|(length, chunk)| length > chunk),
            "several chunks",
        );
        add(self.keys.is_v2, "keys of v2");
        let default = if self.keys.is_v2 { '.' } else { '/' };
        add(
            self.keys.separator.is_some_and(|it| it != default),
            "another separator",
        );
        add(self.keys.separator.is_none(), "separator left out");
        let is_short = |it: &Codec| it.json().is_string();
        let keys_short = self.keys.separator.is_none() && self.keys.spelling == Spelling::Name;
        add(
            keys_short || self.codecs.iter().any(is_short),
            "short-hand name",
        );
        add(
            self.presentation != Presentation::PLAIN,
            "document with more members",
        );
        let zero = Element::zero(self.data_type);
        add(self.fill_value.element != zero, OTHER_FILL_VALUE);
        add(
            self.fill_value.spelling.is_string(),
            "fill value in a string",
        );
        let has_chunks = !matches!(self.act, Act::Open | Act::Grid);
        add(
            has_chunks && (!self.missing.is_empty() || self.leaves_out()),
            UNSTORED,
        );
        add(!self.writers.is_empty(), "another writer");
        match &self.act {
            Act::Read(regions) => add(!regions.is_empty(), "regions"),
            Act::Update(writes) => add(writes.len() > 1, "several writes"),
            _ => {}
        }
        self.add_codecs(&mut features);
        // Any case that fails whatever the data type becomes one of this.
        if self.data_type != data_types::SIMPLEST[0] {
            features.insert(class(self.data_type));
        }
        features
    }

    /// Whether some element was never written.
    fn leaves_out(&self) -> bool {
        self.elements() > 0 && !self.stored.iter().any(|it| it.region.shape == self.shape)
    }

    fn add_codecs(&self, features: &mut Features) {
        for (depth, codec) in codec::all(&self.codecs) {
            features.extend(
                codec
                    .document()
                    .map_or_else(Vec::new, |it| (it.words)(codec, depth)),
            );
        }
        let arrays = |codec: &&Codec| matches!(codec, Codec::Transpose { .. });
        if self.codecs.iter().filter(arrays).count() > 1 {
            features.insert("several transposes".to_owned());
        }
        if self.codecs.iter().filter(|it| it.takes_bytes()).count() > 1 {
            features.insert("several codecs of bytes".to_owned());
        }
    }

    /// How strongly the text demands what the case needs: as golden facts have it, it is only recommended
    /// to have some codecs, several gzip members, and codecs after shards.
    pub fn level(&self) -> Level {
        if self.data_type.is_raw() {
            return Level::May;
        }
        let mut writers = self.writers.iter();
        if is_recommended(&self.codecs) || writers.any(|(_, writer)| writer.is_recommended()) {
            return Level::Should;
        }
        Level::Must
    }

    /// Ids of the requirements that the case tests, of an edition.
    pub fn requirements(&self, edition: Edition) -> Vec<String> {
        let mut ids: Vec<&str> = Vec::new();
        match self.act {
            Act::Open => ids.push("array-metadata.mandatory"),
            Act::Grid => return vec!["regular-grid.grid-shape".to_owned()],
            Act::Write | Act::Update(_) => ids.push("codecs.encoding-procedure"),
            Act::Read(_) | Act::Chunk => ids.push("codecs.decoding-procedure"),
        }
        for (_, codec) in codec::all(&self.codecs) {
            ids.extend(
                codec
                    .document()
                    .map_or(&[][..], |it| (it.requirements)(codec)),
            );
        }
        let features = self.features();
        let has = |word: &str| features.contains(word);
        if has("border chunks") {
            ids.push("regular-grid.border-full-size");
        }
        if has("several chunks") {
            ids.push("regular-grid.element-chunk");
        }
        if has(UNSTORED) {
            ids.push("storage.missing-chunk-is-fill-value");
        }
        if has(OTHER_FILL_VALUE) {
            ids.push(family(&self.data_type).denoted_by(&self.fill_value.spelling));
        }
        if self.keys != Keys::PLAIN {
            ids.push(if self.keys.is_v2 {
                "v2-key.key"
            } else {
                "default-key.key"
            });
        }
        if has("short-hand name") && edition >= Edition::V3_1 {
            ids.push("extension.short-hand");
        }
        ids.sort_unstable();
        ids.dedup();
        ids.into_iter().map(str::to_owned).collect()
    }
}

/// Whether some codec of a list, or of lists within it, is one that the text only recommends to have.
fn is_recommended(codecs: &[Codec]) -> bool {
    let after_shards = |at: usize| at + 1 < codecs.len();
    codecs.iter().enumerate().any(|(at, codec)| match codec {
        Codec::Sharding(it) => after_shards(at) || is_recommended(&it.codecs),
        codec => codec
            .document()
            .is_some_and(|it| (it.is_recommended)(codec)),
    })
}

/// Data types that are written alike.
fn class(data_type: DataType) -> String {
    let words = data_type.description().words();
    if !data_type.is_raw() && (data_type.size() == 1 || data_type.is_optional()) {
        data_type.name()
    } else if let DataType::Integer(_) = data_type {
        format!("{words} of several bytes")
    } else {
        words.to_owned()
    }
}
