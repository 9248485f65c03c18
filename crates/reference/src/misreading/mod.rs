//! Named wrong readings of the specification: each the literal reading with a few steps replaced.
//!
//! They prove the vectors (every misreading must fail a fact that names a requirement it breaks),
//! and they name what went wrong: "your bytes are what order applied inverted gives". They take no
//! part in verdicts.

mod array_metadata;
mod blosc;
mod blosc_configuration;
mod bytes;
mod chunk_key;
mod codecs;
mod crc32c;
mod crc32c_checked;
mod deflate;
mod drafts;
mod enumerated;
mod extension;
mod fill_value;
mod gzip;
mod gzip_configuration;
mod gzip_written;
mod in_a_row;
mod regions;
mod regular_grid;
mod sharding_configuration;
mod sharding_entries;
mod sharding_index;
mod sharding_inner_chunks;
mod sharding_storage;
mod storage;
mod transpose;
mod zstd;
mod zstd_configuration;

use crate::Edition;
use crate::steps::{Replacement, StepSet, Steps};

/// A wrong reading.
pub struct Misreading {
    /// Its name, for example `order-inverted`.
    pub name: &'static str,
    /// What goes wrong, in a form that follows "this is what one gets when".
    pub when: &'static str,
    /// The requirements it breaks; at least one.
    pub requirements: &'static [&'static str],
    /// The editions in which it is wrong.
    pub editions: &'static [Edition],
    /// The operations of the protocol through which it shows.
    pub through: Through,
    /// The steps that are not taken literally, and what is done instead.
    pub replacements: &'static [Replacement],
}

impl Misreading {
    /// The steps of an edition, wrong where this misreading is.
    pub fn steps(&self, edition: Edition) -> Steps {
        Steps::literal(edition).with(self.replacements)
    }

    /// The steps that this misreading replaces. An answer for which the literal reference calls
    /// none of them is its answer, too.
    pub fn replaces(&self) -> StepSet {
        self.replacements.iter().map(Replacement::step).collect()
    }
}

/// The operations of the protocol through which a misreading shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Through {
    /// `encode`, `decode` and `grid`.
    pub operations: bool,
    /// `open`, `read` and `write`.
    pub stores: bool,
}

/// Chunks and grids by themselves, and in stores.
const BOTH: Through = Through {
    operations: true,
    stores: true,
};
/// Only what `encode`, `decode` and `grid` show.
const OPERATIONS: Through = Through {
    operations: true,
    stores: false,
};
/// Only what a store shows.
const STORES: Through = Through {
    operations: false,
    stores: true,
};

/// Every misreading, by document.
pub fn all() -> impl Iterator<Item = &'static Misreading> {
    [
        transpose::LIST,
        bytes::LIST,
        zstd_configuration::LIST,
        zstd::LIST,
        sharding_configuration::LIST,
        sharding_index::LIST,
        sharding_entries::LIST,
        sharding_inner_chunks::LIST,
        sharding_storage::LIST,
        gzip::LIST,
        gzip_configuration::LIST,
        gzip_written::LIST,
        deflate::LIST,
        crc32c::LIST,
        crc32c_checked::LIST,
        blosc::LIST,
        blosc_configuration::LIST,
        codecs::LIST,
        regular_grid::LIST,
        chunk_key::LIST,
        fill_value::LIST,
        array_metadata::LIST,
        enumerated::LIST,
        extension::LIST,
        regions::LIST,
        storage::LIST,
        in_a_row::LIST,
        drafts::LIST,
    ]
    .into_iter()
    .flatten()
}

/// The misreading of this name.
pub fn named(name: &str) -> Option<&'static Misreading> {
    all().find(|misreading| misreading.name == name)
}

/// The accepted editions.
const ACCEPTED: &[Edition] = &[Edition::V3_0, Edition::V3_1];
/// Every edition.
const ALL: &[Edition] = &Edition::ALL;
/// The current edition.
const CURRENT: &[Edition] = &[Edition::V3_1];
/// The drafts.
const DRAFT: &[Edition] = &[Edition::Draft];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::Step;

    #[test]
    fn what_a_misreading_replaces_is_known() {
        let replaces = |name: &str| named(name).map(Misreading::replaces);
        let expected = [
            Step::TransposeEncodedShape,
            Step::TransposeEncode,
            Step::TransposeDecode,
        ];
        assert_eq!(replaces("order-inverted"), Some(StepSet::of(&expected)));
        let expected = [Step::DefaultEndian];
        assert_eq!(replaces("default-is-big"), Some(StepSet::of(&expected)));
    }

    #[test]
    fn every_misreading_replaces_a_step_and_none_twice() {
        for misreading in all() {
            let number = misreading.replaces().iter().count();
            assert!(number > 0, "{}", misreading.name);
            assert_eq!(number, misreading.replacements.len(), "{}", misreading.name);
        }
    }
}
