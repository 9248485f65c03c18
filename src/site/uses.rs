//! What the arrays of facts use: data types, codecs, grids and keys; and what each run shows of each, and of
//! each two together.

use std::collections::{BTreeMap, BTreeSet};

use super::answer::Answer;
use super::question::{Trait, traits};
use super::subject::Asked;
use super::{Site, names};
use crate::scan::known::document_features;
use zarr_conform_runner::{CheckResult, Needs, Operation};
use zarr_conform_terms::{DataType, Edition};
use zarr_conform_vectors::{Fact, Level, Statement, Vectors, plain};

/// Kinds of things that arrays use, in the order in which they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Of elements.
    DataType,
    /// Any but `bytes`, which every array has.
    Codec,
    /// Grids, keys of chunks and the order of bytes.
    Layout,
}

impl Kind {
    pub(super) const ALL: [Self; 3] = [Self::DataType, Self::Codec, Self::Layout];

    /// What they are called.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::DataType => "Data types",
            Self::Codec => "Codecs",
            Self::Layout => "Grids, keys and byte order",
        }
    }
}

/// Something that an array uses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Use {
    pub(super) kind: Kind,
    /// As the specification calls it, or in a few words.
    pub(super) name: String,
    /// The value by which addresses and rows of tables know it.
    pub(super) value: String,
}

impl Row<'_> {
    /// What pages know it by.
    pub(super) fn anchor(&self) -> String {
        let uses: Vec<&str> = self.uses.iter().map(|it| it.value.as_str()).collect();
        uses.join(".with.")
    }
}

/// Features of documents that readers ask for, with what they are called here, and the value of each.
const LAYOUTS: [(&str, &str, &str); 6] = [
    (
        "border chunks",
        "chunks that reach beyond the array",
        "border-chunks",
    ),
    ("rank 0", "no dimension (scalars)", "scalar"),
    ("rank above 4", "more than 4 dimensions", "rank-above-4"),
    (
        "chunk keys such as c.0.0",
        "chunk keys such as c.0.0",
        "default-dot",
    ),
    (
        "chunk keys such as 0/0",
        "chunk keys such as 0/0",
        "v2-slash",
    ),
    ("chunk keys such as 0.0", "chunk keys such as 0.0", "v2-dot"),
];

/// What the valid arrays and chunks of facts use, by fact.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses(BTreeMap<String, Vec<Use>>);

/// Ways to meet an array: reading it, and writing it.
pub(super) const WAYS: [&str; 2] = ["reads", "writes"];

/// What one thing or two together come to.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    /// One or two.
    pub(super) uses: Vec<Use>,
    /// What reading and writing come to in each run.
    pub(super) cells: Vec<[Cell<'a>; 2]>,
}

/// What checks of one run that use these come to.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell<'a> {
    pub(super) answer: Answer,
    /// The results that it rests on, and failures for reasons that are not about these.
    pub(super) asked: Asked<'a>,
}

impl Uses {
    /// Of these vectors.
    pub(super) fn of(vectors: &Vectors) -> Self {
        let is_valid = |it: &&Fact| it.level == Level::Must && it.statement.refused().is_none();
        let facts = vectors.facts().iter().filter(is_valid);
        Self(facts.map(|it| (it.id.clone(), uses(it, vectors))).collect())
    }
}

fn uses(fact: &Fact, vectors: &Vectors) -> Vec<Use> {
    let mut found = BTreeSet::new();
    let mut add = |kind, name: &str, value: &str| {
        let (name, value) = (name.to_owned(), value.to_owned());
        found.insert(Use { kind, name, value });
    };
    let needs = Needs::of(fact, vectors);
    match needs.data_type.as_deref() {
        Some(raw) if DataType::from_identifier(raw).is_ok_and(DataType::is_raw) => {
            add(Kind::DataType, "r*", "raw-bits");
        }
        Some(name) => add(Kind::DataType, name, &names::of_word(name)),
        None => {}
    }
    let codecs = needs
        .codecs
        .iter()
        .filter(|it| *it != plain::codec(Edition::default()));
    codecs.for_each(|it| add(Kind::Codec, it, &names::of_word(it)));
    if traits(fact, vectors).contains(&Trait::BigEndian) {
        add(Kind::Layout, "big-endian elements", "big-endian");
    }
    let store = vectors.store(fact);
    let document = match &fact.statement {
        Statement::Metadata(it) => Some(it.document()),
        _ => store.and_then(|it| it.get("zarr.json")).map(|it| &**it),
    };
    let features = document.and_then(document_features).unwrap_or_default();
    for (feature, name, value) in LAYOUTS {
        if features.contains(feature) {
            add(Kind::Layout, name, value);
        }
    }
    found.into_iter().collect()
}

/// What reading or writing a result shows: its place in [`WAYS`].
fn way(result: &CheckResult) -> Option<usize> {
    match result.operation {
        Operation::Read => Some(0),
        Operation::Write | Operation::Update | Operation::Create => Some(1),
        _ => None,
    }
}

/// A row for each thing that an array of the vectors uses, and one for each two that some array uses
/// together.
pub(super) fn rows<'a>(site: &Site<'a>) -> Vec<Row<'a>> {
    let mut rows: BTreeMap<Vec<&Use>, Vec<[Cell<'a>; 2]>> = BTreeMap::new();
    for at in 0..site.runs.len() {
        for (uses, asked) in asked(site, at) {
            let uses_of_row = uses.clone();
            let cells = rows.entry(uses).or_default();
            cells.resize_with(site.runs.len(), Default::default);
            cells[at] = come_to(site, at, asked, &uses_of_row);
        }
    }
    let rows = rows.into_iter().map(|(uses, cells)| Row {
        uses: uses.into_iter().cloned().collect(),
        cells,
    });
    let mut rows: Vec<Row<'a>> = rows.collect();
    rows.sort_by(|left, right| (left.uses.len(), &left.uses).cmp(&(right.uses.len(), &right.uses)));
    rows
}

/// The results of a run by what their arrays use, one and two at a time.
fn asked<'s, 'a>(
    site: &'s Site<'a>,
    at: usize,
) -> BTreeMap<Vec<&'s Use>, [Vec<&'a CheckResult>; 2]> {
    let mut asked: BTreeMap<Vec<&Use>, [Vec<&'a CheckResult>; 2]> = BTreeMap::new();
    let results = site.runs[at].results.iter();
    for result in results.filter(|it| it.is_required()) {
        let (Some(way), Some(uses)) = (way(result), site.uses.0.get(result.check.fact().as_str()))
        else {
            continue;
        };
        for (place, first) in uses.iter().enumerate() {
            asked.entry(vec![first]).or_default()[way].push(result);
            let others = uses[place + 1..].iter();
            for second in others.filter(|it| it.kind != Kind::DataType) {
                asked.entry(vec![first, second]).or_default()[way].push(result);
            }
        }
    }
    asked
}

/// Failures count for what the arrays use as far as most of what fails for their cause uses it, or one of two.
fn come_to<'a>(
    site: &Site<'a>,
    at: usize,
    asked: [Vec<&'a CheckResult>; 2],
    uses: &[&Use],
) -> [Cell<'a>; 2] {
    let is_used = |fact: &str| {
        let found = site.uses.0.get(fact).map_or(&[][..], Vec::as_slice);
        found.iter().any(|it| uses.contains(&it))
    };
    asked.map(|results| {
        let number = |cause: usize| {
            let facts = site.causes(at)[cause]
                .results
                .iter()
                .map(|it| it.check.fact());
            facts.filter(|it| is_used(it.as_str())).count()
        };
        let asked = site.cause_of[at].split(results, site.causes(at), number);
        Cell {
            answer: site.answer(asked.own.iter().copied()),
            asked,
        }
    })
}

#[cfg(test)]
mod tests {
    use zarr_conform_reference::codecs;

    use super::*;

    /// What somebody who has such data looks for, in shards too.
    #[test]
    fn facts_use_what_their_arrays_have() {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let uses = Uses::of(&vectors);
        let of = |fact: &str| -> Vec<&str> { uses.0[fact].iter().map(|it| &*it.name).collect() };
        assert_eq!(
            of("transpose/data-types/int16-big"),
            ["int16", "transpose", "big-endian elements"]
        );
        assert!(of("regular-grid/stores-of-codecs/big-endian").contains(&"big-endian elements"));
        assert!(!uses.0.contains_key("transpose/orders/duplicate"));
        let together = |names: [&str; 2]| {
            let mut all = uses.0.values();
            all.any(|it| {
                names
                    .iter()
                    .all(|name| it.iter().any(|it| it.name == *name))
            })
        };
        let is_of_bytes = |name: &&str| codecs::kind_of(name) == Some(codecs::Kind::BytesToBytes);
        for codec in codecs::names().filter(is_of_bytes) {
            assert!(together(["sharding_indexed", codec]), "{codec}");
        }
        for data_type in DataType::named() {
            assert!(
                together([&data_type.to_string(), "transpose"]),
                "{data_type}"
            );
        }
        for (_, name, _) in LAYOUTS {
            assert!(together([name, name]), "{name}");
        }
    }
}
