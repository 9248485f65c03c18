//! The one rule by which something is said of an implementation and an array, here and on the pages of a site.
//!
//! What checks show is kept as judgements. Each has a few features, and is about every array that has all of them. Of
//! the judgements about an array, the worst one counts; without any, the implementation reads or writes it.

use std::collections::BTreeMap;

use serde::Serialize;
use zarr_conform_runner::Operation;

use super::CheckFeatures;
use super::bits::{Bits, Vocabulary};

/// What is known of an implementation and an array, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Known {
    /// It gives wrong elements or metadata in a check of arrays that use nothing else, or passed no check of a feature and
    /// did so in one, and no error says so.
    Wrong,
    /// It fails such checks in another way.
    Fails,
    /// It does not support a feature, or such arrays.
    Lacks,
    /// No check of a feature was run, or none that tells it from what else the implementation does not read.
    Nothing,
    /// It passed a check of each feature, and every check of arrays that use nothing else.
    Reads,
}

/// How an implementation answered a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// As the specification says.
    Passed,
    /// With wrong elements or metadata, always or now and then.
    Wrong,
    /// In another way than the specification says.
    Failed,
    /// It does not support what is asked.
    Unsupported,
    /// It was not asked.
    NotAsked,
}

impl Outcome {
    /// What it makes of arrays such as that of the check.
    pub(crate) fn known(self) -> Known {
        match self {
            Self::Passed => Known::Reads,
            Self::Wrong => Known::Wrong,
            Self::Failed => Known::Fails,
            Self::Unsupported => Known::Lacks,
            Self::NotAsked => Known::Nothing,
        }
    }
}

/// What checks show of an implementation and every array that has some features.
#[derive(Clone, Debug)]
pub(crate) struct Judgement {
    /// What they show.
    pub(crate) known: Known,
    /// The features.
    pub(crate) features: Bits,
    /// Whether no check of the only feature was passed. Otherwise checks of arrays that have these features and no others
    /// came to this.
    pub(crate) is_of_feature: bool,
    /// The checks that it rests on, by their positions.
    pub(crate) checks: Vec<usize>,
}

/// Every judgement of an implementation, worst first. `known` has the features of each check.
pub(crate) fn judgements(
    checks: &[CheckFeatures],
    known: &[Bits],
    vocabulary: &Vocabulary,
    outcomes: &[Outcome],
) -> Vec<Judgement> {
    let of_arrays = of_arrays(known, outcomes);
    let mut judgements = of_features(checks, known, vocabulary, outcomes, &of_arrays);
    judgements.extend(of_arrays);
    judgements.sort_by_key(|it| (it.known, !it.is_of_feature));
    judgements
}

/// Of each feature of which no check was passed. What arrays come to also without the feature shows nothing of it. What
/// plain arrays have, such as a data type or dimensions, is not blamed where the array has something else of which no check was
/// passed, or that comes to the same without it.
fn of_features(
    checks: &[CheckFeatures],
    known: &[Bits],
    vocabulary: &Vocabulary,
    outcomes: &[Outcome],
    of_arrays: &[Judgement],
) -> Vec<Judgement> {
    let union = |is_meant: &dyn Fn(usize) -> bool| {
        let mut union = Bits::default();
        for at in (0..checks.len()).filter(|at| is_meant(*at)) {
            union.join(&known[at]);
        }
        union
    };
    let is_opened = |at: usize| checks[at].operation == Operation::Open;
    let is_passed = |at: usize| outcomes[at] == Outcome::Passed;
    let mut shown = union(&|at| !is_opened(at) && is_passed(at));
    // A feature that only opening has is shown by opening.
    shown.join(&union(&is_passed).without(&union(&|at| !is_opened(at))));
    let missing = union(&|_| true).without(&shown);
    let needed = needed(of_arrays);
    let mut plain = vocabulary.plain.clone();
    plain.join(&vocabulary.bits(&["several chunks", "border chunks"].map(str::to_owned)));
    let missing_parts = missing.without(&vocabulary.plain);
    // What else than plain arrays have, and fails with nothing plain but what is read elsewhere.
    let suspected: Vec<(&Judgement, Bits)> = of_arrays
        .iter()
        .map(|it| (it, it.features.without(&plain)))
        .filter(|(it, part)| !part.is_empty() && !it.features.without(part).meets(&missing))
        .collect();
    let is_without = |at: usize, feature: usize| needed.get(&at).is_none_or(|it| !it.has(feature));
    let of = |feature: usize| {
        let is_asked = |at: &usize| outcomes[*at] != Outcome::NotAsked && known[*at].has(feature);
        let asked = (0..checks.len()).filter(is_asked);
        let (opened, met): (Vec<usize>, Vec<usize>) = asked.partition(|at| is_opened(*at));
        // That it opens shows nothing of a feature that is read, and that it does not open shows that it is not read.
        let is_open_to_it = met.is_empty() && opened.iter().any(|at| is_passed(*at));
        let mut asked = if met.is_empty() { opened } else { met };
        let is_plain = vocabulary.plain.has(feature);
        let is_suspected = |at: usize| {
            let mut suspected = suspected.iter();
            suspected.any(|(it, part)| {
                let is_alike = it.known <= outcomes[at].known() && part.is_within(&known[at]);
                is_alike && !it.features.has(feature)
            })
        };
        let is_of_part =
            |at: usize| is_plain && (known[at].meets(&missing_parts) || is_suspected(at));
        asked.retain(|at| !is_without(*at, feature) && !is_of_part(*at));
        let worst = asked.iter().map(|at| outcomes[*at].known()).min();
        let worst = worst.filter(|_| !is_open_to_it).unwrap_or(Known::Nothing);
        let is_why = |at: &usize| outcomes[*at].known() == worst;
        Judgement {
            known: worst,
            features: Bits::of(feature),
            is_of_feature: true,
            checks: asked.into_iter().filter(is_why).collect(),
        }
    };
    missing.iter().map(of).collect()
}

/// For each check that was not passed, the features without which nothing came to that, or to worse.
fn needed(of_arrays: &[Judgement]) -> BTreeMap<usize, Bits> {
    let mut needed = BTreeMap::new();
    for judgement in of_arrays {
        let mut common = judgement.features.clone();
        let is_of_less = |it: &&Judgement| {
            it.known <= judgement.known && it.features.is_within(&judgement.features)
        };
        for less in of_arrays.iter().filter(is_of_less) {
            common.keep(&less.features);
        }
        needed.extend(judgement.checks.iter().map(|at| (*at, common.clone())));
    }
    needed
}

/// Of the arrays of checks that were not passed.
fn of_arrays(known: &[Bits], outcomes: &[Outcome]) -> Vec<Judgement> {
    let mut found: BTreeMap<(Known, &Bits), Vec<usize>> = BTreeMap::new();
    for (at, (features, outcome)) in known.iter().zip(outcomes).enumerate() {
        if !matches!(outcome, Outcome::Passed | Outcome::NotAsked) {
            found
                .entry((outcome.known(), features))
                .or_default()
                .push(at);
        }
    }
    let found = found.into_iter();
    let found = found.map(|((known, features), checks)| Judgement {
        known,
        features: features.clone(),
        is_of_feature: false,
        checks,
    });
    found.collect()
}

/// What judgements show of an array that has these features.
pub(crate) fn known_of<'a>(
    judgements: impl IntoIterator<Item = &'a Judgement>,
    array: &Bits,
) -> Known {
    let about = judgements
        .into_iter()
        .filter(|it| it.features.is_within(array));
    about.map(|it| it.known).min().unwrap_or(Known::Reads)
}

/// Judgements without those that say no more than another one with fewer features: [`known_of`] any array is the same.
pub(crate) fn shortest(judgements: &[Judgement]) -> Vec<&Judgement> {
    let mut by_length: Vec<&Judgement> = judgements.iter().collect();
    by_length.sort_by_key(|it| (it.features.len(), it.known));
    let mut shortest: Vec<&Judgement> = Vec::new();
    for judgement in by_length {
        let says_it = |it: &&Judgement| {
            it.known <= judgement.known && it.features.is_within(&judgement.features)
        };
        if !shortest.iter().any(says_it) {
            shortest.push(judgement);
        }
    }
    shortest.sort_by_key(|it| it.known);
    shortest
}

#[cfg(test)]
mod tests {
    use super::super::reading_checks;
    use super::*;
    use Outcome::{Failed, NotAsked, Passed, Unsupported, Wrong};

    /// The answers of a library of its own kind to each check: the same each time, without any pattern that features have.
    fn outcome(at: usize) -> Outcome {
        match at.wrapping_mul(2_654_435_761) >> 7 & 63 {
            0 => Outcome::Wrong,
            1 => Outcome::Failed,
            2..6 => Outcome::Unsupported,
            6 => Outcome::NotAsked,
            _ => Outcome::Passed,
        }
    }

    /// What pages are given is less, and says the same of every array.
    #[test]
    fn the_shortest_judgements_say_all() {
        let checks = reading_checks(&zarr_conform_embedded::vectors().unwrap());
        let vocabulary = Vocabulary::of(&checks);
        let known = vocabulary.sets(&checks);
        let outcomes: Vec<Outcome> = (0..checks.len()).map(outcome).collect();
        let all = judgements(&checks, &known, &vocabulary, &outcomes);
        let shortest: Vec<Judgement> = shortest(&all).into_iter().cloned().collect();
        assert!(shortest.len() < all.len());
        let mut seen = [0; 5];
        for array in &known {
            let said = known_of(&all, array);
            assert_eq!(known_of(&shortest, array), said);
            seen[said as usize] += 1;
        }
        assert!(seen[0] > 0 && seen[2] > 0 && seen[4] > 0, "{seen:?}");
    }

    /// To open an array shows nothing of what some check reads.
    #[test]
    fn opening_shows_neither_that_it_reads_nor_that_it_fails() {
        let check = |operation: Operation| CheckFeatures {
            id: format!("a/b#{operation}"),
            operation,
            features: ["border chunks".to_owned()].into(),
        };
        let checks = [
            check(Operation::Open),
            check(Operation::Open),
            check(Operation::Read),
        ];
        let vocabulary = Vocabulary::of(&checks);
        let known = vocabulary.sets(&checks);
        let of = |outcomes: [Outcome; 3]| {
            let found = judgements(&checks, &known, &vocabulary, &outcomes);
            let of_feature = found.iter().find(|it| it.is_of_feature);
            of_feature.map_or(Known::Reads, |it| it.known)
        };
        assert_eq!(of([Passed, Passed, NotAsked]), Known::Nothing);
        assert_eq!(of([Failed, Passed, NotAsked]), Known::Nothing);
        assert_eq!(of([Failed, Unsupported, NotAsked]), Known::Fails);
        assert_eq!(of([Passed, Passed, Unsupported]), Known::Lacks);
        assert_eq!(of([Failed, Failed, Passed]), Known::Reads);
    }

    /// Where every shard with zstd has big-endian elements, and these are read wrong without zstd, too, nothing is known of
    /// zstd in shards.
    #[test]
    fn a_feature_is_not_blamed_for_what_fails_without_it() {
        let check = |features: &[&str]| CheckFeatures {
            id: format!("a/{}#read", features.len()),
            operation: Operation::Read,
            features: features.iter().map(|it| (*it).to_owned()).collect(),
        };
        let checks = [
            check(&["sharded"]),
            check(&["sharded", "big"]),
            check(&["sharded", "big", "zstd"]),
        ];
        let vocabulary = Vocabulary::of(&checks);
        let known = vocabulary.sets(&checks);
        let of = |outcomes: [Outcome; 3]| {
            let found = judgements(&checks, &known, &vocabulary, &outcomes);
            let array = vocabulary.bits(&["sharded".to_owned(), "zstd".to_owned()]);
            known_of(&found, &array)
        };
        assert_eq!(of([Passed, Wrong, Wrong]), Known::Nothing);
        assert_eq!(of([Passed, Passed, Wrong]), Known::Wrong);
        // What is not supported does not hide that the elements are wrong.
        assert_eq!(of([Passed, Unsupported, Wrong]), Known::Wrong);
    }

    /// Where int16 and three dimensions only occur with transposes, which are read wrong, nothing is known of them.
    #[test]
    fn what_is_plain_is_not_blamed_for_a_codec() {
        let check = |features: &[&str]| CheckFeatures {
            id: format!("a/{}#read", features.join("-")),
            operation: Operation::Read,
            features: features.iter().map(|it| (*it).to_owned()).collect(),
        };
        let (uint8, int16) = ("data type uint8", "data type int16");
        let checks = [
            check(&[uint8]),
            check(&[int16, "transpose", "rank above 2"]),
            check(&[int16, "gzip"]),
        ];
        let vocabulary = Vocabulary::of(&checks);
        let known = vocabulary.sets(&checks);
        let of = |outcomes: [Outcome; 3], array: &[&str]| {
            let found = judgements(&checks, &known, &vocabulary, &outcomes);
            let array: Vec<String> = array.iter().map(|it| (*it).to_owned()).collect();
            known_of(&found, &vocabulary.bits(&array))
        };
        let of_int16 = |outcomes| of(outcomes, &[int16]);
        assert_eq!(of_int16([Passed, Wrong, NotAsked]), Known::Nothing);
        assert_eq!(of_int16([Passed, Wrong, Unsupported]), Known::Nothing);
        assert_eq!(of_int16([Passed, Wrong, Passed]), Known::Reads);
        let transposed = [int16, "transpose", "rank above 2"];
        assert_eq!(of([Passed, Wrong, Passed], &transposed), Known::Wrong);
        assert_eq!(
            of([Passed, Wrong, Passed], &[uint8, "transpose"]),
            Known::Wrong
        );
        assert_eq!(of([Wrong, Wrong, Passed], &[uint8]), Known::Wrong);
    }

    /// Where a fill value only occurs with big-endian elements, and these are read wrong without it, too, it is not blamed.
    #[test]
    fn what_is_plain_is_not_blamed_for_what_fails_without_it() {
        let check = |features: &[&str]| CheckFeatures {
            id: format!("a/{}#read", features.join("-")),
            operation: Operation::Read,
            features: features.iter().map(|it| (*it).to_owned()).collect(),
        };
        let (uint8, int16) = ("data type uint8", "data type int16");
        let (big, zero) = (
            "codec bytes with endian big",
            "a fill value of negative zero",
        );
        let float = "data type float32";
        let checks = [
            check(&[uint8, big]),
            check(&[int16, "several chunks"]),
            check(&[float]),
            check(&[int16, big, "several chunks"]),
            check(&[float, big, zero]),
        ];
        let vocabulary = Vocabulary::of(&checks);
        let known = vocabulary.sets(&checks);
        let of = |outcomes: [Outcome; 5], array: &[&str]| {
            let found = judgements(&checks, &known, &vocabulary, &outcomes);
            let array: Vec<String> = array.iter().map(|it| (*it).to_owned()).collect();
            known_of(&found, &vocabulary.bits(&array))
        };
        let ignored = [Passed, Passed, Passed, Wrong, Wrong];
        assert_eq!(of(ignored, &[float, zero]), Known::Nothing);
        assert_eq!(of(ignored, &[float, zero, big]), Known::Wrong);
        let lost = [Passed, Passed, Passed, Passed, Wrong];
        assert_eq!(of(lost, &[float, zero]), Known::Wrong);
    }
}
