//! What arrays use: data types, codecs, grids, keys and the like; and what each run shows of each, and of each two
//! together.
//!
//! The features, and the rule by which checks show something of an array, are those of `conform scan`, so that the
//! pages and a scan say the same of the same results. Most arrays have several chunks and a few dimensions: such
//! features are [usual](USUAL), and belong to what is said of each other feature.

mod picks;

use std::collections::{BTreeMap, BTreeSet};

pub(super) use self::picks::Picks;
use super::answer::{Answer, State};
use super::{Site, names};
use crate::scan::Features;
use crate::scan::implied;
use crate::scan::known::{
    self, Bits, CheckFeatures, Judgement, Known, Outcome, Vocabulary, reading_checks,
    writing_checks,
};
use zarr_conform_runner::text::escape;
use zarr_conform_runner::{CheckResult, FailureKind, Operation, Verdict};
use zarr_conform_vectors::Vectors;

/// Features that ordinary arrays of widely used writers have.
const USUAL: [&str; 23] = [
    "several chunks",
    "border chunks",
    "chunks that are not stored",
    "rank above 1",
    "rank above 2",
    "rank above 3",
    "a fill value other than 0",
    "dimension_names",
    "dimension_names with null",
    "written with an empty list of storage_transformers",
    "empty inner chunks",
    "inner chunks in another order",
    "in shard indexes: codec crc32c",
    "codec transpose with an order that is not its own inverse",
    "before shards: codec transpose with an order that is not its own inverse",
    "in shards: codec transpose with an order that is not its own inverse",
    "codec zstd with level 0",
    "codec blosc with cname lz4",
    "codec blosc with cname zstd",
    "codec blosc with shuffle shuffle",
    "codec blosc with shuffle bitshuffle",
    "codec blosc with shuffle noshuffle",
    "blosc that is only copied",
];

/// Kinds of things that arrays use, in the order in which they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Of elements.
    DataType,
    /// Any but `bytes`, which every array has.
    Codec,
    /// Grids, keys of chunks and the order of bytes.
    Layout,
    /// Codecs within shards and beside them, and how shards are laid out.
    Shards,
    /// Parameters of codecs, and how bytes use the freedom of a format.
    Parameters,
    /// Fill values and elements.
    Values,
    /// How the document is spelled, and what else is in it.
    Document,
}

impl Kind {
    pub(super) const ALL: [Self; 7] = [
        Self::DataType,
        Self::Codec,
        Self::Layout,
        Self::Shards,
        Self::Parameters,
        Self::Values,
        Self::Document,
    ];
    /// Those of the front page, which are also shown two at a time.
    pub(super) const MAIN: [Self; 3] = [Self::DataType, Self::Codec, Self::Layout];

    /// What they are called.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::DataType => "Data types",
            Self::Codec => "Codecs",
            Self::Layout => "Grids, keys and byte order",
            Self::Shards => "In and beside shards",
            Self::Parameters => "Parameters of codecs, and what compressed bytes have",
            Self::Values => "Fill values and elements",
            Self::Document => "Metadata documents",
        }
    }

    fn of(feature: &str) -> Self {
        let begins = |any: &[&str]| any.iter().any(|it| feature.starts_with(it));
        let codec = feature.strip_prefix(CODEC);
        if begins(&[DATA_TYPE]) {
            Self::DataType
        } else if codec.is_some_and(|it| !it.contains(' ')) {
            Self::Codec
        } else if feature == BIG_ENDIAN {
            Self::Layout
        } else if begins(&["in shard", "before shards", "after shards"])
            || begins(&[
                "empty inner",
                "inner chunks",
                "shards with",
                "codec sharding",
            ])
        {
            Self::Shards
        } else if begins(&[CODEC, "gzip ", "zstd ", "blosc ", "several codecs"]) {
            Self::Parameters
        } else if begins(&["a fill value", "elements "]) {
            Self::Values
        } else if begins(&["written with", "dimension_names", "additional"])
            || feature.contains("attributes")
        {
            Self::Document
        } else {
            Self::Layout
        }
    }
}

const DATA_TYPE: &str = "data type ";
const CODEC: &str = "codec ";
const BIG_ENDIAN: &str = "codec bytes with endian big";
/// Before what is within shards within shards: too rare to be asked for.
const NESTED: [&str; 4] = [
    "in shards: in shard",
    "in shards: before shards",
    "in shards: inner chunks",
    "in shards: shards with",
];

/// Features with what they are called here, and the value of each, which addresses had before there were others.
const CALLED: [(&str, &str, &str); 7] = [
    (BIG_ENDIAN, "big-endian elements", "big-endian"),
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

/// Something that an array uses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Use {
    pub(super) kind: Kind,
    /// As the specification calls it, or in a few words.
    pub(super) name: String,
    /// The value by which addresses and rows of tables know it.
    pub(super) value: String,
    /// Whether most arrays have it.
    pub(super) is_usual: bool,
    /// The feature of arrays.
    feature: String,
}

impl Use {
    /// Whether boxes and rows are for it.
    pub(super) fn is_asked_for(&self) -> bool {
        !NESTED.iter().any(|it| self.feature.starts_with(it))
    }

    fn of(feature: &str) -> Self {
        let kind = Kind::of(feature);
        let called = CALLED.iter().find(|(it, ..)| *it == feature);
        let (name, value) = match (called, kind) {
            (Some((_, name, value)), _) => ((*name).to_owned(), (*value).to_owned()),
            (None, Kind::DataType | Kind::Codec) => {
                let (_, name) = feature.rsplit_once(' ').unwrap_or_default();
                (name.to_owned(), names::of_word(name))
            }
            (None, _) => {
                let name = match feature.strip_prefix("rank above ") {
                    Some("1") => "more than 1 dimension".to_owned(),
                    Some(number) => format!("more than {number} dimensions"),
                    None => feature.strip_prefix(CODEC).unwrap_or(feature).to_owned(),
                };
                (name, slug(feature))
            }
        };
        Self {
            kind,
            name,
            value,
            is_usual: USUAL.contains(&feature),
            feature: feature.to_owned(),
        }
    }
}

/// Words joined by dashes.
fn slug(feature: &str) -> String {
    let lower = feature
        .to_lowercase()
        .replace("-infinity", "negative-infinity");
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let words = lower.split(|it| !is_word(it)).filter(|it| !it.is_empty());
    words.collect::<Vec<_>>().join("-")
}

impl Row<'_> {
    /// What pages know it by.
    pub(super) fn anchor(&self) -> String {
        let uses: Vec<&str> = self.uses.iter().map(|it| it.value.as_str()).collect();
        uses.join(".with.")
    }
}

/// Ways to meet an array: reading it, and writing it.
pub(super) const WAYS: [&str; 2] = ["reads", "writes"];

/// What the arrays of checks use.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    vocabulary: Vocabulary,
    /// What is used, sorted.
    pub(super) all: Vec<Use>,
    /// The features of each use.
    features: Vec<Bits>,
    /// The checks of each way in [`WAYS`].
    ways: [Asked; 2],
}

/// Checks with the features of their arrays.
#[derive(Clone, Debug, Default)]
struct Asked {
    checks: Vec<CheckFeatures>,
    known: Vec<Bits>,
}

impl Uses {
    /// Of these vectors.
    pub(super) fn of(vectors: &Vectors) -> Self {
        let ways = [reading_checks(vectors), writing_checks(vectors)];
        let vocabulary = Vocabulary::of(&ways.concat());
        let mut all: BTreeMap<Use, Features> = BTreeMap::new();
        for feature in vocabulary.all() {
            let features = all.entry(Use::of(feature)).or_default();
            features.insert(feature.to_owned());
        }
        Self {
            features: all.values().map(|it| vocabulary.bits(it)).collect(),
            all: all.into_keys().collect(),
            ways: ways.map(|checks| Asked {
                known: vocabulary.sets(&checks),
                checks,
            }),
            vocabulary,
        }
    }

    /// The features of uses.
    fn features_of(&self, uses: impl IntoIterator<Item = usize>) -> Bits {
        let mut features = Bits::default();
        for at in uses {
            features.join(&self.features[at]);
        }
        features
    }

    /// Whether an array with these features has all of these uses.
    fn has(&self, features: &Bits, uses: &[usize]) -> bool {
        uses.iter().all(|at| features.meets(&self.features[*at]))
    }

    /// The uses of features.
    fn uses_of(&self, features: &Bits) -> Vec<usize> {
        let uses = (0..self.all.len()).filter(|at| features.meets(&self.features[*at]));
        uses.collect()
    }

    /// These features, and what each of them is a part of.
    fn closed(&self, features: &Bits) -> Bits {
        let mut closed = features.clone();
        for (it, feature) in self.all.iter().zip(&self.features) {
            if feature.is_within(features) {
                closed.join(&self.vocabulary.bits(&implied(&it.feature)));
            }
        }
        closed
    }

    /// These features, and what arrays usually have that have them.
    fn with_usual(&self, features: &Bits) -> Bits {
        let mut with = features.clone();
        // Of what is a part of another usual thing, the other one comes first.
        for (it, feature) in self.all.iter().zip(&self.features) {
            let implied = self.vocabulary.bits(&implied(&it.feature));
            if it.is_usual && implied.is_within(&with) {
                with.join(feature);
            }
        }
        with
    }

    /// What every array of the suite has that has these uses, without data types; nothing, where no array has them.
    fn needed_by(&self, uses: &[usize]) -> Option<Bits> {
        let known = self.ways.iter().flat_map(|it| &it.known);
        let mut with = known.filter(|it| self.has(it, uses));
        let mut needed = with.next()?.clone();
        with.for_each(|it| needed.keep(it));
        Some(needed.without(&self.vocabulary.data_types))
    }

    /// What the array of a row may have: these uses, what they need, what is usual, and, where no data type is among them,
    /// any data type.
    fn array_with(&self, uses: &[usize]) -> Option<Bits> {
        let mut array = self.needed_by(uses)?;
        array.join(&self.features_of(uses.iter().copied()));
        let mut array = self.with_usual(&array);
        if !array.meets(&self.vocabulary.data_types) {
            array.join(&self.vocabulary.data_types);
        }
        Some(array)
    }
}

/// What one thing or two together come to.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    /// One or two; none for what is usual.
    pub(super) uses: Vec<Use>,
    /// What reading and writing come to in each run.
    pub(super) cells: Vec<[Cell<'a>; 2]>,
}

/// What checks of one run that use these come to.
#[derive(Clone, Debug)]
pub(super) struct Cell<'a> {
    pub(super) known: Known,
    pub(super) answer: Answer,
    /// The results that it rests on.
    pub(super) results: Vec<&'a CheckResult>,
    /// The release from which on all of it is right, where releases before that were judged.
    pub(super) since: Option<String>,
}

impl Cell<'_> {
    pub(super) fn state(&self) -> State {
        state(self.known)
    }
}

/// What is known, as a state of an answer.
pub(super) fn state(known: Known) -> State {
    match known {
        Known::Wrong => State::Wrong,
        Known::Fails => State::Partly,
        Known::Lacks => State::NotSupported,
        Known::Nothing => State::NotJudged,
        Known::Reads => State::Right,
    }
}

/// What a run came to in the checks of one way.
struct Evidence<'a> {
    /// The position of the run.
    run: usize,
    /// Whether it does more than open arrays.
    is_asked: bool,
    results: Vec<Option<&'a CheckResult>>,
    outcomes: Vec<Outcome>,
    judgements: Vec<Judgement>,
}

impl<'a> Evidence<'a> {
    fn of(site: &Site<'a>, at: usize, asked: &Asked, vocabulary: &Vocabulary) -> Self {
        let run = &site.runs[at];
        let result = |check: &CheckFeatures| {
            let result = run.result(&check.id).filter(|it| it.is_required());
            result.filter(|it| is_offered(&run.header.implementation.ops, it.operation))
        };
        let results: Vec<_> = asked.checks.iter().map(result).collect();
        let outcomes: Vec<Outcome> = results
            .iter()
            .map(|it| it.map_or(Outcome::NotAsked, outcome))
            .collect();
        let judgements = known::judgements(&asked.checks, &asked.known, vocabulary, &outcomes);
        let closed = |it: &Judgement| Judgement {
            features: site.uses.closed(&it.features),
            ..it.clone()
        };
        let judgements = known::shortest(&judgements)
            .into_iter()
            .map(closed)
            .collect();
        let mut offered = asked.checks.iter().map(|it| it.operation);
        let ops = &run.header.implementation.ops;
        Self {
            run: at,
            is_asked: offered.any(|it| it != Operation::Open && is_offered(ops, it)),
            results,
            outcomes,
            judgements,
        }
    }
}

/// Whether an implementation that offers these can be asked for an operation.
fn is_offered(ops: &[String], operation: Operation) -> bool {
    let asked = match operation {
        Operation::Update => Operation::Write,
        other => other,
    };
    ops.contains(&asked.to_string())
}

/// How a check was answered.
fn outcome(result: &CheckResult) -> Outcome {
    use FailureKind::{WrongData, WrongMetadata};
    match &result.verdict {
        Verdict::Pass { .. } => Outcome::Passed,
        Verdict::Fail(failure) if matches!(failure.kind, WrongData | WrongMetadata) => {
            Outcome::Wrong
        }
        Verdict::Flaky { .. } => Outcome::Wrong,
        Verdict::Fail(_) => Outcome::Failed,
        Verdict::Unsupported { .. } => Outcome::Unsupported,
        Verdict::Skipped { .. } | Verdict::Behaviour { .. } => Outcome::NotAsked,
    }
}

/// What the runs of a site show of what arrays use.
pub(super) struct Shown<'a> {
    /// Of each run, in both ways.
    evidence: Vec<[Evidence<'a>; 2]>,
    /// A row for what is usual, one for each thing that an array of the vectors uses, and one for each two of the main
    /// kinds that some array uses together.
    pub(super) rows: Vec<Row<'a>>,
}

impl<'a> Shown<'a> {
    pub(super) fn of(site: &Site<'a>) -> Self {
        let uses = &site.uses;
        let of_run = |at| {
            uses.ways
                .each_ref()
                .map(|it| Evidence::of(site, at, it, &uses.vocabulary))
        };
        let evidence: Vec<_> = (0..site.runs.len()).map(of_run).collect();
        let rows = kinds_of_rows(uses);
        let rows = rows.into_iter().filter_map(|of_row| {
            let array = uses.array_with(&of_row)?;
            let meant = uses
                .ways
                .each_ref()
                .map(|it| Meant::of(uses, it, &of_row, &array));
            if meant.iter().all(|it| it.checks.is_empty()) {
                return None;
            }
            let cells = evidence.iter().map(|[reading, writing]| {
                [meant[0].cell(site, reading), meant[1].cell(site, writing)]
            });
            Some(Row {
                cells: cells.collect(),
                uses: of_row.iter().map(|at| uses.all[*at].clone()).collect(),
            })
        });
        Self {
            rows: rows.collect(),
            evidence,
        }
    }
}

/// The uses of each row.
fn kinds_of_rows(uses: &Uses) -> Vec<Vec<usize>> {
    let is_asked_for = |at: &usize| !uses.all[*at].is_usual && uses.all[*at].is_asked_for();
    let all = || (0..uses.all.len()).filter(is_asked_for);
    let is_main = |at: &usize| Kind::MAIN.contains(&uses.all[*at].kind);
    let mut rows = vec![Vec::new()];
    rows.extend(all().map(|at| vec![at]));
    for first in all().filter(is_main) {
        let others = all().filter(is_main).filter(|it| *it > first);
        let others = others.filter(|it| uses.all[*it].kind != Kind::DataType);
        rows.extend(others.map(|second| vec![first, second]));
    }
    rows
}

/// The arrays that a row is about, in one way: those that have its uses, and otherwise only what `array` has.
struct Meant<'s> {
    uses: &'s Uses,
    asked: &'s Asked,
    of_row: &'s [usize],
    array: &'s Bits,
    /// What most arrays have, and any data type.
    usual: Bits,
    /// The checks of these arrays.
    checks: Vec<usize>,
}

impl<'s> Meant<'s> {
    fn of(uses: &'s Uses, asked: &'s Asked, of_row: &'s [usize], array: &'s Bits) -> Self {
        let is_meant = |at: &usize| {
            let known = &asked.known[*at];
            known.is_within(array) && uses.has(known, of_row)
        };
        Self {
            usual: uses.with_usual(&uses.vocabulary.data_types),
            checks: (0..asked.checks.len()).filter(is_meant).collect(),
            uses,
            asked,
            of_row,
            array,
        }
    }

    /// What the checks of a run show. What fails with less than the uses is not counted: it is told where it is about
    /// nothing else.
    fn cell<'a>(&self, site: &Site<'a>, evidence: &Evidence<'a>) -> Cell<'a> {
        let judged = evidence.judgements.iter();
        let judged = judged.filter(|it| it.features.is_within(self.array));
        // A row without a data type is about any, and not about one that is not read.
        let is_own = |it: &&Judgement| {
            let is_of_type =
                it.is_of_feature && it.features.meets(&self.uses.vocabulary.data_types);
            self.uses.has(&it.features, self.of_row) && (!is_of_type || !self.of_row.is_empty())
        };
        let (own, others): (Vec<&Judgement>, Vec<&Judgement>) = judged.partition(is_own);
        let is_of_less = |at: &usize| {
            let (known, features) = (evidence.outcomes[*at].known(), &self.asked.known[*at]);
            let mut others = others.iter();
            others.any(|it| it.known <= known && it.features.is_within(features))
        };
        let checks = self.checks.iter().copied();
        let mut checks: BTreeSet<usize> = checks.filter(|at| !is_of_less(at)).collect();
        let is_passed = |at: &usize| evidence.outcomes[*at] == Outcome::Passed;
        let mut otherwise = Known::Nothing;
        if checks.iter().any(is_passed) {
            otherwise = Known::Reads;
        } else if others.iter().any(|it| it.features.is_within(&self.usual)) {
            // Nothing of it works, since what most arrays have does not.
            checks = self.checks.iter().copied().collect();
            let all = checks.iter().map(|at| evidence.outcomes[*at].known());
            otherwise = all.min().unwrap_or(Known::Nothing);
        }
        let worst = own.iter().map(|it| it.known).min();
        let known = worst.unwrap_or(otherwise);
        for judgement in own.iter().filter(|it| it.known == known) {
            checks.extend(&judgement.checks);
        }
        let results = checks.iter().filter_map(|at| evidence.results[*at]);
        let results: Vec<&CheckResult> = results.collect();
        let since = site.since[evidence.run]
            .as_ref()
            .filter(|_| known == Known::Reads);
        let since = since
            .and_then(|it| it.became_right(results.iter().map(|it| (it.check.as_str(), true))));
        Cell {
            since: since.map(escape),
            known,
            answer: site.answer(results.iter().copied()),
            results,
        }
    }
}

#[cfg(test)]
mod tests {
    use zarr_conform_reference::codecs;
    use zarr_conform_terms::DataType;

    use super::*;

    fn uses() -> Uses {
        Uses::of(&zarr_conform_embedded::vectors().unwrap())
    }

    /// What the array of a row may have.
    fn picked(uses: &Uses, values: &[&str]) -> Option<Bits> {
        let at = |value: &&str| uses.all.iter().position(|it| it.value == **value).unwrap();
        uses.array_with(&values.iter().map(at).collect::<Vec<_>>())
    }

    #[test]
    fn each_feature_is_used_under_one_value() {
        let uses = uses();
        let values: BTreeSet<&str> = uses.all.iter().map(|it| it.value.as_str()).collect();
        let named = uses.all.iter().map(|it| &it.value);
        let mut seen = BTreeSet::new();
        let twice: Vec<&String> = named.filter(|it| !seen.insert(*it)).collect();
        assert!(twice.is_empty(), "{twice:?}");
        for usual in USUAL {
            assert!(uses.vocabulary.all().any(|it| it == usual), "{usual}");
        }
        for (feature, ..) in CALLED {
            assert!(uses.vocabulary.all().any(|it| it == feature), "{feature}");
        }
        for value in ["int16", "transpose", "big-endian", "v2-dot"] {
            assert!(values.contains(value), "{value}");
        }
    }

    /// What somebody who has such data looks for, in shards too.
    #[test]
    fn codecs_and_data_types_are_used_together() {
        let uses = uses();
        let is_of_bytes = |name: &&str| codecs::kind_of(name) == Some(codecs::Kind::BytesToBytes);
        for codec in codecs::names().filter(is_of_bytes) {
            let inside = format!("in-shards-codec-{codec}");
            let array = picked(&uses, &[&inside]).unwrap();
            let sharded = uses.vocabulary.bits(&["codec sharding_indexed".to_owned()]);
            assert!(sharded.is_within(&array), "{codec}");
        }
        // Strings may not be transposed by every library that has them.
        for data_type in DataType::named().filter(|it| it.layout().is_some()) {
            assert!(picked(&uses, &[&names::of_word(&data_type.name()), "transpose"]).is_some());
        }
    }

    #[test]
    fn what_is_implied_is_known() {
        let uses = uses();
        for it in &uses.all {
            let implied = implied(&it.feature);
            let known: BTreeSet<&str> = uses.vocabulary.all().collect();
            assert!(
                implied.iter().all(|it| known.contains(it.as_str())),
                "{implied:?}"
            );
        }
    }

    /// An absent member of a configuration is not what is asked where only the codec is picked.
    #[test]
    fn parameters_that_are_not_picked_are_not_asked() {
        let uses = uses();
        let array = picked(&uses, &["zstd"]).unwrap();
        let absent = uses
            .vocabulary
            .bits(&["codec zstd without checksum".to_owned()]);
        assert!(!absent.is_within(&array));
    }
}
