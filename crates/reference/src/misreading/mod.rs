//! Named wrong readings of the specification: each the literal reading with one step replaced.
//!
//! They prove the vectors (every misreading must fail a fact that names a requirement it breaks),
//! and they name what went wrong: "your bytes are what order applied inverted gives". They take no
//! part in verdicts.

mod array_metadata;
mod bytes;
mod chunk_key;
mod codecs;
mod drafts;
mod extension;
mod fill_value;
mod regular_grid;
mod storage;
mod transpose;

use crate::Reading;
use zarr_conform_terms::Edition;

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
    make: fn(Edition) -> Box<dyn Reading + Send + Sync>,
}

impl Misreading {
    /// The wrong reading of an edition.
    pub fn of(&self, edition: Edition) -> Box<dyn Reading + Send + Sync> {
        (self.make)(edition)
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
        codecs::LIST,
        regular_grid::LIST,
        chunk_key::LIST,
        fill_value::LIST,
        array_metadata::LIST,
        extension::LIST,
        storage::LIST,
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
/// The edition before extension definitions.
const V3_0: &[Edition] = &[Edition::V3_0];
/// The drafts.
const DRAFT: &[Edition] = &[Edition::Draft];

/// Declares misreadings: for each a type that replaces the given methods of [`Reading`], and its
/// entry in `LIST`.
macro_rules! misreadings {
    ($(
        $type:ident = $name:literal: $when:literal,
        breaks $requirements:expr, in $editions:expr, through $through:expr;
        { $($method:item)* }
    )*) => {
        $(
            struct $type($crate::Edition);

            impl $crate::Reading for $type {
                fn edition(&self) -> $crate::Edition {
                    self.0
                }

                $($method)*
            }
        )*

        pub(super) const LIST: &[$crate::misreading::Misreading] = &[$(
            $crate::misreading::Misreading {
                name: $name,
                when: $when,
                requirements: &$requirements,
                editions: $editions,
                through: $through,
                make: |edition| Box::new($type(edition)),
            },
        )*];
    };
}
use misreadings;
