//! What a check is about, as short phrases that follow "where": `blosc.shuffle=shuffle`, `data type
//! int16`, `something is read`.
//!
//! Nothing here knows a codec or a member of its configuration by name: what a document says becomes
//! features by its form, so those of a new codec come by themselves.
//!
//! | part | what |
//! |---|---|
//! | `fact` | what is stated, data type, shape, what is stored, what is claimed |
//! | `document` | members of metadata; extensions, their parameters and their places |
//! | `value` | what is so of a parameter |
//! | `mistake` | where a document differs from its valid twin |
//! | [`elements`] | elements that not every number type can hold |

mod document;
pub mod elements;
mod fact;
mod mistake;
mod value;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use zarr_conform_runner::Operation;
use zarr_conform_vectors::Vectors;

use self::fact::OfFact;
use crate::bits::Bits;
use crate::{Suite, in_parallel};

/// How well a feature explains: of features that the same checks have, the first kind is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// An extension, such as a codec, its parameters and its place.
    Extension,
    /// The data type, and what is special about elements.
    DataType,
    /// What is asked, and what must come of it.
    Asked,
    /// Shapes, what is stored, and other members.
    Array,
    /// A requirement that is tested.
    Requirement,
}

/// Features, each with its phrase; some may be there twice.
#[derive(Default)]
pub(crate) struct Features(Vec<(String, Kind)>);

impl Features {
    fn insert(&mut self, phrase: String, kind: Kind) {
        self.0.push((phrase, kind));
    }
}

/// A feature, and the checks that have it, by their places in two lists.
pub(crate) struct Having {
    /// The phrase.
    pub(crate) phrase: String,
    /// How well it explains.
    pub(crate) kind: Kind,
    /// Those of the first list.
    pub(crate) failed: Bits,
    /// Those of the second list.
    pub(crate) passed: Bits,
}

/// The features of some checks that failed and of some that passed. Of several that the same checks
/// have, the one that explains best; of those that no failure has, none.
pub(crate) fn table(
    suite: &Suite<'_>,
    vectors: &Vectors,
    failed: &[usize],
    passed: &[usize],
) -> Vec<Having> {
    let checks: Vec<usize> = failed.iter().chain(passed).copied().collect();
    let facts = Facts::new(suite, vectors, &checks);
    let of_checks = in_parallel(&checks, || (), |(), &at| facts.of_check(at));
    let mut numbers = Numbers::default();
    let mut of_facts: Vec<Option<Vec<usize>>> = facts.of.iter().map(|_| None).collect();
    for (place, (&at, features)) in checks.iter().zip(of_checks).enumerate() {
        let is_new = place < failed.len();
        let fact = facts.of_plan[&at];
        let of_fact = of_facts[fact].get_or_insert_with(|| numbers.of(&facts.of[fact].1, is_new));
        let of_fact = of_fact.clone();
        let of_check = numbers.of(&features, is_new);
        for number in of_fact.into_iter().chain(of_check) {
            let (having_failed, having_passed) = &mut numbers.having[number];
            match place.checked_sub(failed.len()) {
                None => having_failed.add(place),
                Some(place) => having_passed.add(place),
            }
        }
    }
    best_of_equals(numbers.phrases.into_iter().zip(numbers.having))
}

type Both = (Bits, Bits);

fn best_of_equals(all: impl Iterator<Item = ((String, Kind), Both)>) -> Vec<Having> {
    let mut best: BTreeMap<Both, (Kind, usize, String)> = BTreeMap::new();
    for ((phrase, kind), checks) in all {
        let ranked = (kind, phrase.len(), phrase);
        let best = best.entry(checks).or_insert_with(|| ranked.clone());
        if ranked < *best {
            *best = ranked;
        }
    }
    let best = best.into_iter();
    best.map(|((failed, passed), (kind, _, phrase))| Having {
        phrase,
        kind,
        failed,
        passed,
    })
    .collect()
}

/// A number for each phrase that a failure has.
#[derive(Default)]
struct Numbers {
    of: BTreeMap<String, usize>,
    phrases: Vec<(String, Kind)>,
    having: Vec<Both>,
}

impl Numbers {
    /// The numbers of these features; of those that have none, new ones where `are_new`.
    fn of(&mut self, features: &Features, are_new: bool) -> Vec<usize> {
        let numbers = features.0.iter().filter_map(|(phrase, kind)| {
            if let Some(number) = self.of.get(phrase) {
                return Some(*number);
            }
            are_new.then(|| {
                let number = self.phrases.len();
                self.phrases.push((phrase.clone(), *kind));
                self.having.push(Both::default());
                self.of.insert(phrase.clone(), number);
                number
            })
        });
        numbers.collect()
    }
}

/// The features of the facts of some checks.
struct Facts<'a> {
    suite: &'a Suite<'a>,
    of: Vec<(OfFact, Features)>,
    /// The place of the fact of each check.
    of_plan: BTreeMap<usize, usize>,
    /// The parameters that valid facts give to each extension.
    parameters: BTreeMap<String, BTreeSet<String>>,
}

impl<'a> Facts<'a> {
    fn new(suite: &'a Suite<'a>, vectors: &Vectors, checks: &[usize]) -> Self {
        let plan = suite.plan();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut firsts: Vec<usize> = Vec::new();
        let mut of_plan = BTreeMap::new();
        for &at in checks {
            let id = plan.id(at).as_str();
            let id = id.split_once('#').map_or(id, |(fact, _)| fact);
            let place = *places.entry(id).or_insert_with(|| {
                firsts.push(at);
                firsts.len() - 1
            });
            of_plan.insert(at, place);
        }
        let all = in_parallel(
            &firsts,
            || (),
            |(), &at| {
                let fact = vectors.fact(plan.id(at).fact().as_str());
                let mut features = Features::default();
                for requirement in plan.requirements(at) {
                    features.insert(format!("{requirement} is tested"), Kind::Requirement);
                }
                let of = fact.map(|it| OfFact::new(it, vectors, &mut features));
                (of.unwrap_or_default(), features)
            },
        );
        let mut parameters: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (of, _) in all.iter().filter(|(it, _)| it.is_valid) {
            for (extension, given) in &of.given {
                let known = parameters.entry(extension.clone()).or_default();
                known.extend(given.iter().cloned());
            }
        }
        let mut of = all;
        for (of, features) in &mut of {
            left_out(features, &parameters, &of.given);
        }
        Self {
            suite,
            of,
            of_plan,
            parameters,
        }
    }

    /// The features that a check has besides those of its fact.
    fn of_check(&self, at: usize) -> Features {
        let mut features = Features::default();
        let (operation, _) = self.suite.plan().kind(at);
        let (of, _) = &self.of[self.of_plan[&at]];
        features.insert(format!("operation={operation}"), Kind::Asked);
        asked(&mut features, of, operation);
        if let Some(document) = of.is_chunk.then(|| self.stored(at)).flatten() {
            let mut given = Vec::new();
            document::note_rest(&document, &mut features, &mut given);
            left_out(&mut features, &self.parameters, &given);
        }
        features
    }

    /// The document in the store of a check.
    fn stored(&self, at: usize) -> Option<Map<String, Value>> {
        let mut stores = self.suite.check(at).stores.iter();
        serde_json::from_slice(stores.find_map(|it| it.get("zarr.json"))?).ok()
    }
}

/// Parameters that other facts give.
fn left_out(
    features: &mut Features,
    parameters: &BTreeMap<String, BTreeSet<String>>,
    given: &[(String, BTreeSet<String>)],
) {
    for (extension, given) in given {
        let known = parameters.get(extension).into_iter().flatten();
        for left_out in known.filter(|it| !given.contains(*it)) {
            let phrase = format!("{} left out", document::parameter(extension, left_out));
            features.insert(phrase, Kind::Extension);
        }
    }
}

/// What is done with elements.
fn asked(features: &mut Features, of: &OfFact, operation: Operation) {
    let mut add = |is_so: bool, phrase: &str| {
        if is_so && of.is_valid {
            features.insert(phrase.to_owned(), Kind::Asked);
        }
    };
    // To update a part of a chunk, the chunk is read.
    let is_read = matches!(
        operation,
        Operation::Read | Operation::Decode | Operation::Update
    );
    let is_written = matches!(
        operation,
        Operation::Write
            | Operation::Create
            | Operation::Encode
            | Operation::Border
            | Operation::Update
    );
    add(is_read, "elements are read");
    add(is_read && of.is_stored, "something is read");
    add(is_read && !of.is_stored, "only fill values are read");
    add(is_written, "something is written");
    add(is_read || is_written, "elements are read or written");
    let is_in_store = !matches!(
        operation,
        Operation::Encode | Operation::Decode | Operation::Grid | Operation::Other
    );
    add(is_in_store, "the metadata are read");
    let is_coded = is_written || (is_read && of.is_stored);
    add(is_coded, "something is read or written");
}
