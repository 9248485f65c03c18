//! What is known of each implementation, array by array.
//!
//! An implementation is said to read an array only where, for each feature of the array, it was asked and passed a
//! check that has the feature. To open an array shows nothing of a feature that some check reads.

use std::collections::BTreeMap;

use serde::Serialize;
use zarr_conform_runner::Operation;

use super::bits::{Bits, Vocabulary};
use super::{CheckFeatures, Library, Results};
use crate::scan::features::Features;
use crate::scan::tally::Tally;

/// Arrays of which the same is known.
#[derive(Clone, Debug, Serialize)]
pub struct OfArrays {
    /// The arrays.
    pub arrays: Tally,
    /// One answer for each implementation, worst first.
    pub answers: Vec<Answer>,
}

/// What is known of one implementation and an array.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Answer {
    /// Whether it reads the array.
    pub known: Known,
    /// Name and version.
    pub version: String,
    /// Features of the array that no passed check shows it to read.
    pub features: Features,
    /// Of the checks of arrays that use nothing else, how many it was asked.
    pub checks: u64,
    /// How many of these it passed.
    pub passed: u64,
}

/// Whether an implementation reads an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Known {
    /// It fails a check of arrays that use nothing else, or every check of a feature.
    Fails,
    /// It does not support a feature, or such arrays.
    Lacks,
    /// No check of a feature was run.
    Nothing,
    /// It passed a check of each feature, and fails no check of arrays that use nothing else.
    Reads,
}

/// How an implementation answered a check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    Unsupported,
    NotAsked,
}

/// What is known of implementations for each array, in groups for which the same is known.
pub(super) fn of_arrays(
    results: &Results,
    checks: &[CheckFeatures],
    known: &[Bits],
    vocabulary: &Vocabulary<'_>,
    by_features: &BTreeMap<Features, Tally>,
) -> Vec<OfArrays> {
    let libraries = results.libraries.iter();
    let libraries = libraries.filter(|it| it.is_asked(checks));
    let evidence: Vec<Evidence<'_>> = libraries
        .map(|library| Evidence::of(library, checks, known))
        .collect();
    let mut groups: BTreeMap<Vec<Answer>, Tally> = BTreeMap::new();
    for (features, arrays) in by_features {
        let array = vocabulary.bits(features);
        let about: Vec<usize> = (0..known.len())
            .filter(|at| known[*at].is_within(&array, &Bits::default()))
            .collect();
        let is_new = |it: &&String| !vocabulary.places.contains_key(it.as_str());
        let new: Features = features.iter().filter(is_new).cloned().collect();
        let mut answers: Vec<Answer> = evidence
            .iter()
            .map(|it| it.answer(&array, &new, &about, known, vocabulary))
            .collect();
        answers.sort();
        groups.entry(answers).or_default().merge(arrays);
    }
    let groups = groups.into_iter();
    let groups = groups.map(|(answers, arrays)| OfArrays { arrays, answers });
    groups.collect()
}

/// What the checks show of an implementation.
struct Evidence<'a> {
    library: &'a Library,
    outcomes: Vec<Outcome>,
    /// Features of the checks that it passed.
    passed: Bits,
    /// Features of the checks that it failed.
    failed: Bits,
    /// Features of the checks that it does not support.
    unsupported: Bits,
}

impl<'a> Evidence<'a> {
    fn of(library: &'a Library, checks: &[CheckFeatures], known: &[Bits]) -> Self {
        let outcomes = outcomes(library, checks);
        let union = |is_meant: &dyn Fn(usize) -> bool| {
            let mut union = Bits::default();
            for at in (0..checks.len()).filter(|at| is_meant(*at)) {
                union.join(&known[at]);
            }
            union
        };
        let of = |outcome: Outcome| union(&|at| outcomes[at] == outcome);
        let is_read = |at: usize| checks[at].operation != Operation::Open;
        let mut passed = union(&|at| is_read(at) && outcomes[at] == Outcome::Passed);
        // A feature that no check reads is shown by opening.
        let read = union(&is_read);
        passed.join(&of(Outcome::Passed).without(&read));
        Self {
            library,
            passed,
            failed: of(Outcome::Failed),
            unsupported: of(Outcome::Unsupported),
            outcomes,
        }
    }

    /// `about` are the checks of arrays that use nothing but what this array uses, `new` the features that no check
    /// has.
    fn answer(
        &self,
        array: &Bits,
        new: &Features,
        about: &[usize],
        known: &[Bits],
        vocabulary: &Vocabulary<'_>,
    ) -> Answer {
        let number = |outcome: Outcome| {
            let outcomes = about.iter().filter(|at| self.outcomes[**at] == outcome);
            outcomes.count() as u64
        };
        let (passed, failed) = (number(Outcome::Passed), number(Outcome::Failed));
        let unsupported = number(Outcome::Unsupported);
        let missing = array.without(&self.passed);
        let mut failing = missing.clone();
        failing.keep(&self.failed);
        let mut lacking = missing.clone();
        lacking.keep(&self.unsupported);
        let (known, features) = if failed > 0 || !failing.is_empty() {
            (Known::Fails, vocabulary.features(&failing))
        } else if !lacking.is_empty() {
            (Known::Lacks, vocabulary.features(&lacking))
        } else if unsupported > 0 {
            let common = self.common(about, known);
            (Known::Lacks, vocabulary.features(&common))
        } else if !missing.is_empty() || !new.is_empty() {
            let missing = vocabulary.features(&missing);
            (Known::Nothing, missing.union(new).cloned().collect())
        } else {
            (Known::Reads, Features::new())
        };
        Answer {
            known,
            version: self.library.version.clone(),
            features,
            checks: passed + failed + unsupported,
            passed,
        }
    }

    /// What the arrays of those of some checks have in common that are not supported.
    fn common(&self, about: &[usize], known: &[Bits]) -> Bits {
        let mut about = about
            .iter()
            .filter(|at| self.outcomes[**at] == Outcome::Unsupported);
        let first = about.next().map(|at| known[*at].clone());
        let mut common = first.unwrap_or_default();
        for at in about {
            common.keep(&known[*at]);
        }
        common
    }
}

fn outcomes(library: &Library, checks: &[CheckFeatures]) -> Vec<Outcome> {
    let mut listed: BTreeMap<String, Outcome> = BTreeMap::new();
    for cause in &library.causes {
        let outcome = match cause.verdict.as_str() {
            "unsupported" => Outcome::Unsupported,
            "skipped" => Outcome::NotAsked,
            _ => Outcome::Failed,
        };
        listed.extend(cause.ids().map(|id| (id, outcome)));
    }
    let outcome = |check: &CheckFeatures| {
        if !library.operations.contains(&check.operation) {
            return Outcome::NotAsked;
        }
        listed.get(&check.id).copied().unwrap_or(Outcome::Passed)
    };
    checks.iter().map(outcome).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Cause;
    use super::*;

    const PLAIN: &[&str] = &["data type int16"];
    const SHARDED: &[&str] = &["data type int16", "codec sharding_indexed"];
    const WITH_GZIP: &[&str] = &[
        "data type int16",
        "codec sharding_indexed",
        "in shards: codec gzip",
    ];

    fn features(features: &[&str]) -> Features {
        features.iter().map(|it| (*it).to_owned()).collect()
    }

    fn check(id: &str, operation: Operation, of: &[&str]) -> CheckFeatures {
        CheckFeatures {
            id: format!("a/{id}#{operation}"),
            operation,
            features: features(of),
        }
    }

    /// The answer of a library for which some checks came to a verdict.
    fn answer(verdict: &str, listed: &[&str], of: &[&str]) -> Answer {
        let checks = [
            check("plain", Operation::Read, PLAIN),
            check("plain", Operation::Open, PLAIN),
            check("sharded", Operation::Read, SHARDED),
            check("gzip", Operation::Open, WITH_GZIP),
            check("gzip", Operation::Read, WITH_GZIP),
            check("names", Operation::Open, &["names", "data type int16"]),
        ];
        let listed = listed.iter().map(|it| (*it).to_owned()).collect();
        let results = Results {
            about: String::new(),
            libraries: vec![Library {
                version: "One 1.0".to_owned(),
                operations: vec![Operation::Open, Operation::Read],
                causes: vec![Cause {
                    verdict: verdict.to_owned(),
                    reason: "it is so".to_owned(),
                    link: None,
                    checks: BTreeMap::from([("a".to_owned(), listed)]),
                }],
            }],
        };
        let vocabulary = Vocabulary::of(&checks);
        let known = vocabulary.sets(&checks);
        let by_features = BTreeMap::from([(features(of), Tally::default())]);
        let mut found = of_arrays(&results, &checks, &known, &vocabulary, &by_features);
        found.remove(0).answers.remove(0)
    }

    /// What the checks of simpler arrays show is not enough.
    #[test]
    fn a_library_reads_what_it_was_shown_to_read() {
        let all = answer("wrong-data", &[], WITH_GZIP);
        assert_eq!((all.known, all.passed, all.checks), (Known::Reads, 5, 5));
        let shards = ["sharded#read", "gzip#read", "gzip#open"];
        let lacks = answer("unsupported", &shards, WITH_GZIP);
        assert_eq!(lacks.known, Known::Lacks);
        assert_eq!(lacks.features, features(&WITH_GZIP[1..]));
        assert_eq!((lacks.passed, lacks.checks), (2, 5));
        assert_eq!(answer("unsupported", &shards, PLAIN).known, Known::Reads);
        // That it opens says nothing.
        let opened = answer("skipped", &["gzip#read"], WITH_GZIP);
        assert_eq!(opened.known, Known::Nothing);
        assert_eq!(opened.features, features(&WITH_GZIP[2..]));
        assert_eq!(
            answer("wrong-data", &["gzip#read"], WITH_GZIP).known,
            Known::Fails
        );
    }

    #[test]
    fn of_what_no_check_has_nothing_is_known() {
        let found = answer("wrong-data", &[], &["data type int16", "rank above 32"]);
        assert_eq!(found.known, Known::Nothing);
        assert_eq!(found.features, features(&["rank above 32"]));
        // Where only documents are looked at, opening is enough.
        let found = answer("wrong-data", &[], &["data type int16", "names"]);
        assert_eq!(found.known, Known::Reads);
    }
}
