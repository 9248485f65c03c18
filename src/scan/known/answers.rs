//! What is known of each implementation, array by array.
//!
//! An implementation is said to read an array only where, for each feature of the array, it was asked and passed a
//! check that has the feature. To open an array shows nothing of a feature that some check reads.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::bits::{Bits, Vocabulary};
use super::judgement::{self, Judgement, Known, Outcome, judgements};
use super::{CheckFeatures, Library, Results, ids};
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
    /// Features of the array that no passed check shows it to read, or else those that the arrays of all checks have which
    /// show that it does not.
    pub features: Features,
    /// Why it does not, each once.
    pub reasons: BTreeSet<String>,
    /// Of the checks of arrays that use nothing else, how many it was asked.
    pub checks: u64,
    /// How many of these it passed.
    pub passed: u64,
    /// Where it reads the array: the release from which on it passed all of these, where an earlier one that was judged did
    /// not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
}

/// What is known of implementations for each array, in groups for which the same is known.
pub(super) fn of_arrays(
    results: &Results,
    checks: &[CheckFeatures],
    known: &[Bits],
    vocabulary: &Vocabulary,
    by_features: &BTreeMap<Features, Tally>,
) -> Vec<OfArrays> {
    let libraries = results.libraries.iter();
    let libraries = libraries.filter(|it| it.is_asked(checks));
    let evidence: Vec<Evidence<'_>> = libraries
        .map(|library| Evidence::of(library, checks, known, vocabulary))
        .collect();
    let mut groups: BTreeMap<Vec<Answer>, Tally> = BTreeMap::new();
    for (features, arrays) in by_features {
        let array = vocabulary.bits(features);
        let about: Vec<usize> = (0..known.len())
            .filter(|at| known[*at].is_within(&array))
            .collect();
        let is_new = |it: &&String| !vocabulary.has(it);
        let new: Features = features.iter().filter(is_new).cloned().collect();
        let mut answers: Vec<Answer> = evidence
            .iter()
            .map(|it| it.answer(&array, &new, &about, vocabulary))
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
    judgements: Vec<Judgement>,
    /// For each check that was not passed, why: a position in the causes of the library.
    why: Vec<Option<usize>>,
    /// For each cause, the features that all of its checks have.
    common: Vec<Bits>,
    /// For each check, since which release it is right: a position in those of the library.
    since: Vec<Option<usize>>,
}

impl<'a> Evidence<'a> {
    fn of(
        library: &'a Library,
        checks: &[CheckFeatures],
        known: &[Bits],
        vocabulary: &Vocabulary,
    ) -> Self {
        let outcomes = outcomes(library, checks);
        let why = why(library, checks);
        let common = (0..library.causes.len()).map(|cause| {
            let of = (0..known.len()).filter(|at| why[*at] == Some(cause));
            shared(of.map(|at| &known[at]))
        });
        Self {
            library,
            common: common.collect(),
            why,
            judgements: judgements(checks, known, vocabulary, &outcomes),
            since: since(library, checks),
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
        vocabulary: &Vocabulary,
    ) -> Answer {
        let number = |is_meant: &dyn Fn(Outcome) -> bool| {
            let outcomes = about.iter().map(|at| self.outcomes[*at]);
            outcomes.filter(|it| is_meant(*it)).count() as u64
        };
        let known = match judgement::known_of(&self.judgements, array) {
            Known::Reads if !new.is_empty() => Known::Nothing,
            known => known,
        };
        let judged = self.judgements.iter();
        let judged = judged.filter(|it| it.known == known && it.features.is_within(array));
        let judged: Vec<&Judgement> = judged.collect();
        let mut features = vocabulary.features(&common(&judged));
        if known == Known::Nothing {
            features.extend(new.iter().cloned());
        }
        Answer {
            known,
            version: self.library.described(),
            features,
            reasons: judged.iter().flat_map(|it| self.reasons(it)).collect(),
            checks: number(&|it| it != Outcome::NotAsked),
            passed: number(&|it| it == Outcome::Passed),
            since: self.since(known, about),
        }
    }

    /// Why checks came to what a judgement says. Where it is about a feature, a reason counts that is about it, too: all
    /// that is listed with the reason has the feature. So a library without shards is not said to be without a codec
    /// that stands before some of them. Where no reason is of the feature alone, each counts.
    fn reasons(&self, judgement: &Judgement) -> BTreeSet<String> {
        let checks = judgement.checks.iter();
        let causes: BTreeSet<usize> = checks.filter_map(|at| self.why[*at]).collect();
        let is_about_it = |cause: &usize| judgement.features.is_within(&self.common[*cause]);
        let is_any = !judgement.is_of_feature || !causes.iter().any(is_about_it);
        let causes = causes.iter().filter(|it| is_any || is_about_it(it));
        let causes = causes.map(|it| self.library.causes[*it].reason.clone());
        causes.collect()
    }

    /// The latest of the releases since which these checks are right, where the array is read.
    fn since(&self, known: Known, about: &[usize]) -> Option<String> {
        let about = about.iter().filter(|_| known == Known::Reads);
        let latest = about.filter_map(|at| self.since[*at]).max()?;
        Some(self.library.since[latest].version.clone())
    }
}

/// The features that judgements are about: each one of which no check was passed, or else those that all have.
fn common(judged: &[&Judgement]) -> Bits {
    let mut of_features = Bits::default();
    for judgement in judged.iter().filter(|it| it.is_of_feature) {
        of_features.join(&judgement.features);
    }
    if !of_features.is_empty() {
        return of_features;
    }
    shared(judged.iter().map(|it| &it.features))
}

/// What all of some sets have.
fn shared<'a>(mut sets: impl Iterator<Item = &'a Bits>) -> Bits {
    let mut shared = sets.next().cloned().unwrap_or_default();
    sets.for_each(|it| shared.keep(it));
    shared
}

/// For each check that did not pass, the position of its cause.
fn why(library: &Library, checks: &[CheckFeatures]) -> Vec<Option<usize>> {
    let causes = library.causes.iter().enumerate();
    let of = causes.flat_map(|(at, it)| it.ids().map(move |id| (id, at)));
    let of: BTreeMap<String, usize> = of.collect();
    checks.iter().map(|it| of.get(&it.id).copied()).collect()
}

/// For each check, the position of the release since which it is right.
fn since(library: &Library, checks: &[CheckFeatures]) -> Vec<Option<usize>> {
    let releases = library.since.iter().enumerate();
    let of = releases.flat_map(|(at, it)| ids(&it.checks).map(move |id| (id, at)));
    let of: BTreeMap<String, usize> = of.collect();
    checks.iter().map(|it| of.get(&it.id).copied()).collect()
}

fn outcomes(library: &Library, checks: &[CheckFeatures]) -> Vec<Outcome> {
    let mut listed: BTreeMap<String, Outcome> = BTreeMap::new();
    for cause in &library.causes {
        let outcome = match cause.verdict.as_str() {
            "unsupported" => Outcome::Unsupported,
            "skipped" => Outcome::NotAsked,
            "wrong-data" | "wrong-metadata" | "flaky" => Outcome::Wrong,
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
    use zarr_conform_runner::Operation;

    use super::super::{Cause, RightSince};
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

    /// In release 0.8 opening came to be right, and in 0.9 sharding.
    fn right_since(version: &str) -> RightSince {
        let checks = match version {
            "0.8" => ["plain#open", "names#open"],
            _ => ["sharded#read", "gzip#read"],
        };
        let checks = checks.map(str::to_owned).into();
        RightSince {
            version: version.to_owned(),
            checks: BTreeMap::from([("a".to_owned(), checks)]),
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
                since: ["0.8", "0.9"].map(right_since).into(),
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
        // Of gzip in shards nothing is known, since no shard is read.
        assert_eq!(lacks.features, features(&WITH_GZIP[1..2]));
        assert_eq!((lacks.passed, lacks.checks), (2, 5));
        assert_eq!(answer("unsupported", &shards, PLAIN).known, Known::Reads);
        // That it opens says nothing.
        let opened = answer("skipped", &["gzip#read"], WITH_GZIP);
        assert_eq!(opened.known, Known::Nothing);
        assert_eq!(opened.features, features(&WITH_GZIP[2..]));
        let wrong = answer("wrong-data", &["gzip#read"], WITH_GZIP);
        assert_eq!(wrong.known, Known::Wrong);
        assert_eq!(wrong.reasons, BTreeSet::from(["it is so".to_owned()]));
        let refused = answer("rejected-valid", &["gzip#read"], WITH_GZIP);
        assert_eq!(refused.known, Known::Fails);
    }

    /// Of checks with shards, one is listed for what stands before them.
    #[test]
    fn the_reason_of_a_feature_is_about_it() {
        const SCALED: &[&str] = &["data type int16", "codec scale_offset"];
        // Of this data type, nothing is scaled without shards.
        const SCALED_SHARDS: &[&str] = &[
            "data type int8",
            "codec scale_offset",
            "codec sharding_indexed",
        ];
        let checks = [
            check("plain", Operation::Read, PLAIN),
            check("sharded", Operation::Read, SHARDED),
            check("scaled", Operation::Read, SCALED),
            check("both", Operation::Read, SCALED_SHARDS),
        ];
        let cause = |reason: &str, listed: &[&str]| Cause {
            verdict: "unsupported".to_owned(),
            reason: reason.to_owned(),
            link: None,
            checks: BTreeMap::from([(
                "a".to_owned(),
                listed.iter().map(|it| format!("{it}#read")).collect(),
            )]),
        };
        let answer = |causes: Vec<Cause>, of: &[&str]| {
            let results = Results {
                about: String::new(),
                libraries: vec![Library {
                    version: "One 1.0".to_owned(),
                    operations: vec![Operation::Read],
                    since: Vec::new(),
                    causes,
                }],
            };
            let vocabulary = Vocabulary::of(&checks);
            let known = vocabulary.sets(&checks);
            let by_features = BTreeMap::from([(features(of), Tally::default())]);
            let mut found = of_arrays(&results, &checks, &known, &vocabulary, &by_features);
            found.remove(0).answers.remove(0)
        };
        let reasons = |causes: &[(&str, &[&str])], of: &[&str]| {
            let causes = causes.iter().map(|(reason, listed)| cause(reason, listed));
            let answer = answer(causes.collect(), of);
            assert_eq!(answer.known, Known::Lacks);
            answer.reasons.into_iter().collect::<Vec<_>>()
        };
        let (codec, shards) = ("has no codec scale_offset", "has no shards");
        let each: &[(&str, &[&str])] = &[(codec, &["scaled", "both"]), (shards, &["sharded"])];
        assert_eq!(reasons(each, SHARDED), [shards]);
        assert_eq!(reasons(each, SCALED), [codec]);
        assert_eq!(reasons(each, SCALED_SHARDS), [codec, shards]);
        // Nothing is listed for shards alone.
        let together: &[(&str, &[&str])] = &[("has neither", &["scaled", "sharded", "both"])];
        assert_eq!(reasons(together, SHARDED), ["has neither"]);
    }

    #[test]
    fn what_is_read_is_so_since_the_latest_release_that_an_own_check_needs() {
        let since = |of| answer("wrong-data", &["gzip#read"], of).since;
        assert_eq!(since(PLAIN).as_deref(), Some("0.8"));
        assert_eq!(since(SHARDED).as_deref(), Some("0.9"));
        // It is not read at all.
        assert_eq!(since(WITH_GZIP), None);
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
