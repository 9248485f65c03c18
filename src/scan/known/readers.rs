//! Which checks are about arrays such as those of a store, and who failed them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::answers::{self, OfArrays};
use super::bits::{Bits, Vocabulary};
use super::{Cause, CheckFeatures, Library, Results, rank};
use crate::scan::features::Features;
use crate::scan::tally::Tally;

/// What is known of implementations that read arrays such as those of a store.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Readers {
    /// What is known of each implementation, for the arrays of which the same is known.
    pub arrays: Vec<OfArrays>,
    /// Checks of arrays that have no feature beyond those of some array of the store.
    pub checks: u64,
    /// The implementations, worst first.
    pub readers: Vec<Reader>,
    /// Features of the store that the array of no check has.
    pub untested: Features,
}

/// What is known of one implementation.
#[derive(Clone, Debug, Serialize)]
pub struct Reader {
    /// Name and version.
    pub version: String,
    /// What it fails, worst first.
    pub causes: Vec<ReaderCause>,
    /// What it fails in arrays of other data types that have no other feature beyond those of some array of
    /// the store. It may be right for the data types of the store.
    pub of_other_data_types: Vec<ReaderCause>,
}

/// Checks that an implementation fails for one reason.
#[derive(Clone, Debug, Serialize)]
pub struct ReaderCause {
    /// The verdict, `flaky` or `unsupported`.
    pub verdict: String,
    /// Why.
    pub reason: String,
    /// Where the project talks about it.
    pub link: Option<String>,
    /// How many checks fail.
    pub checks: u64,
    /// How many were asked that have all the features that these have in common.
    pub of: u64,
    /// One of the checks.
    pub example: String,
    /// The features that their arrays have in common.
    pub features: Features,
    /// The arrays of the store that this is about.
    pub arrays: Tally,
}

/// Finds what is known of readers of arrays with these features.
pub(in crate::scan) fn readers(
    results: &Results,
    checks: &[CheckFeatures],
    by_features: &BTreeMap<Features, Tally>,
) -> Readers {
    let vocabulary = Vocabulary::of(checks);
    let known = vocabulary.sets(checks);
    let arrays: Vec<(Bits, &Tally)> = by_features
        .iter()
        .map(|(features, tally)| (vocabulary.bits(features), tally))
        .collect();
    let about = |features: &Bits, ignored: &Bits| {
        let is_about = |array: &&(Bits, &Tally)| features.is_within_but(&array.0, ignored);
        arrays
            .iter()
            .filter(is_about)
            .map(|(_, tally)| *tally)
            .collect()
    };
    let none = Bits::default();
    let same: Vec<Vec<&Tally>> = known.iter().map(|it| about(it, &none)).collect();
    let similar: Vec<Vec<&Tally>> = known
        .iter()
        .zip(&same)
        .map(|(it, same)| {
            if same.is_empty() {
                about(it, &vocabulary.data_types)
            } else {
                Vec::new()
            }
        })
        .collect();
    let question = Question {
        checks,
        known: &known,
        vocabulary: &vocabulary,
    };
    let libraries = results.libraries.iter();
    let libraries = libraries.filter(|it| it.is_asked(checks));
    let mut readers: Vec<Reader> = libraries
        .map(|library| question.reader(library, &same, &similar))
        .collect();
    readers.sort_by_key(|it| {
        let worst = it.causes.iter().map(|it| rank(&it.verdict)).min();
        let failed: u64 = it.causes.iter().map(|it| it.checks).sum();
        (
            worst.unwrap_or(usize::MAX),
            Reverse(failed),
            it.version.clone(),
        )
    });
    let untested = by_features.keys().flatten();
    let untested = untested.filter(|it| !vocabulary.has(it));
    Readers {
        arrays: answers::of_arrays(results, checks, &known, &vocabulary, by_features),
        checks: same.iter().filter(|it| !it.is_empty()).count() as u64,
        readers,
        untested: untested.cloned().collect(),
    }
}

/// What implementations are compared by.
struct Question<'a> {
    checks: &'a [CheckFeatures],
    /// The features of each check.
    known: &'a [Bits],
    vocabulary: &'a Vocabulary,
}

impl Question<'_> {
    /// `same` and `similar` have the arrays that each check is about.
    fn reader(&self, library: &Library, same: &[Vec<&Tally>], similar: &[Vec<&Tally>]) -> Reader {
        let mut came_to: BTreeMap<String, usize> = BTreeMap::new();
        for (at, cause) in library.causes.iter().enumerate() {
            came_to.extend(cause.ids().map(|id| (id, at)));
        }
        let of_check: Vec<Option<usize>> = self
            .checks
            .iter()
            .map(|it| came_to.get(it.id.as_str()).copied())
            .collect();
        let is_asked = |at: &usize| {
            let is_judged = of_check[*at].is_none_or(|cause| library.causes[cause].is_judged());
            is_judged && library.operations.contains(&self.checks[*at].operation)
        };
        let asked: Vec<usize> = (0..self.checks.len()).filter(is_asked).collect();
        let about: Vec<usize> = asked
            .iter()
            .copied()
            .filter(|at| !same[*at].is_empty())
            .collect();
        let poor = self.poor_data_types(&asked, &of_check);
        let is_similar = |at: &usize| {
            let is_similar = !similar[*at].is_empty() && !self.known[*at].meets(&poor);
            is_similar && (of_check[*at].is_none() || !self.is_of_data_type(*at, &asked, &of_check))
        };
        let others: Vec<usize> = asked.iter().copied().filter(is_similar).collect();
        Reader {
            version: library.version.clone(),
            causes: self.causes(library, &about, &of_check, same),
            of_other_data_types: self.causes(library, &others, &of_check, similar),
        }
    }

    /// Data types that an implementation fails to read in a check of nothing else: what it fails in arrays
    /// of these says nothing about other data types.
    fn poor_data_types(&self, asked: &[usize], of_check: &[Option<usize>]) -> Bits {
        let mut poor = Bits::default();
        for at in asked {
            let features = &self.known[*at];
            let is_plain = features.is_within(&self.vocabulary.plain);
            if of_check[*at].is_some() && is_plain {
                poor.join(features);
            }
        }
        poor.keep(&self.vocabulary.data_types);
        poor
    }

    /// Whether the data type is what a failed check is about: one of another data type, with all its other
    /// features, passes.
    fn is_of_data_type(&self, at: usize, asked: &[usize], of_check: &[Option<usize>]) -> bool {
        let (failed, data_types) = (&self.known[at], &self.vocabulary.data_types);
        asked.iter().any(|other| {
            let passed = of_check[*other].is_none();
            let is_other = !failed.is_within(&self.known[*other]);
            passed && is_other && failed.is_within_but(&self.known[*other], data_types)
        })
    }

    fn causes(
        &self,
        library: &Library,
        asked: &[usize],
        of_check: &[Option<usize>],
        arrays: &[Vec<&Tally>],
    ) -> Vec<ReaderCause> {
        let mut by_cause: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for at in asked {
            if let Some(cause) = of_check[*at] {
                by_cause.entry(cause).or_default().push(*at);
            }
        }
        let mut causes: Vec<ReaderCause> = by_cause
            .into_iter()
            .map(|(cause, checks)| self.cause(&library.causes[cause], &checks, asked, arrays))
            .collect();
        causes.sort_by_key(|it| (rank(&it.verdict), u64::MAX - it.checks));
        causes
    }

    fn cause(
        &self,
        cause: &Cause,
        checks: &[usize],
        asked: &[usize],
        arrays: &[Vec<&Tally>],
    ) -> ReaderCause {
        let mut common: Option<Features> = None;
        let mut bits: Option<Bits> = None;
        for at in checks {
            let features = &self.checks[*at].features;
            common = Some(match common {
                None => features.clone(),
                Some(common) => common.intersection(features).cloned().collect(),
            });
            bits.get_or_insert_with(|| self.known[*at].clone())
                .keep(&self.known[*at]);
        }
        let bits = bits.unwrap_or_default();
        let of = asked.iter().filter(|at| bits.is_within(&self.known[**at]));
        // The arrays of a check are known by the sets of features that they have; each is counted once.
        let mut seen = BTreeSet::new();
        let mut tally = Tally::default();
        for arrays in checks.iter().flat_map(|at| &arrays[*at]) {
            if seen.insert(std::ptr::from_ref::<Tally>(arrays)) {
                tally.merge(arrays);
            }
        }
        ReaderCause {
            verdict: cause.verdict.clone(),
            reason: cause.reason.clone(),
            link: cause.link.clone(),
            checks: checks.len() as u64,
            of: of.count() as u64,
            example: self.plainest(checks),
            features: common.unwrap_or_default(),
            arrays: tally,
        }
    }

    /// The check with the fewest features, by id.
    fn plainest(&self, checks: &[usize]) -> String {
        let checks = checks.iter().map(|at| &self.checks[*at]);
        let plainest = checks.min_by_key(|it| (it.features.len(), &it.id));
        plainest.map(|it| it.id.clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use zarr_conform_runner::Operation;

    use super::*;

    fn features(features: &[&str]) -> Features {
        features.iter().map(|it| (*it).to_owned()).collect()
    }

    fn check(id: &str, of: &[&str]) -> CheckFeatures {
        CheckFeatures {
            id: format!("{id}#read"),
            operation: Operation::Read,
            features: features(of),
        }
    }

    fn results(failed: &[&str]) -> Results {
        let cause = Cause {
            verdict: "wrong-data".to_owned(),
            reason: "it is so".to_owned(),
            link: None,
            checks: BTreeMap::from([(
                "a".to_owned(),
                failed.iter().map(|it| format!("{it}#read")).collect(),
            )]),
        };
        Results {
            about: String::new(),
            libraries: vec![Library {
                version: "One 1.0".to_owned(),
                operations: vec![Operation::Read],
                since: Vec::new(),
                causes: vec![cause],
            }],
        }
    }

    fn ask(failed: &[&str], checks: &[CheckFeatures], of: &[&str]) -> Readers {
        let mut tally = Tally::default();
        tally.add("array", "");
        let by_features = BTreeMap::from([(features(of), tally)]);
        readers(&results(failed), checks, &by_features)
    }

    const BIG: [&str; 2] = ["codec bytes with endian big", "data type int16"];

    #[test]
    fn only_checks_of_arrays_with_nothing_else_count() {
        let checks = [
            check("a/big", &BIG),
            check("a/big-gzip", &[BIG[0], BIG[1], "codec gzip"]),
            check("a/little", &BIG[1..]),
        ];
        let found = ask(&["big-gzip"], &checks, &BIG);
        let answer = &found.arrays[0].answers[0];
        assert_eq!((found.checks, answer.checks, answer.passed), (2, 2, 2));
        assert!(found.readers[0].causes.is_empty());

        let found = ask(
            &["big", "big-gzip"],
            &checks,
            &[BIG[0], BIG[1], "codec gzip", "new"],
        );
        let cause = &found.readers[0].causes[0];
        let passed = found.arrays[0].answers[0].passed;
        assert_eq!((cause.checks, cause.of, passed), (2, 2, 1));
        assert_eq!(cause.features, features(&BIG));
        assert_eq!(cause.example, "a/big#read");
        assert_eq!(cause.arrays.named.keys().collect::<Vec<_>>(), ["array"]);
        assert_eq!(found.untested, features(&["new"]));
    }

    /// What fails in another data type says something only where that data type is not the reason.
    #[test]
    fn a_mistake_about_a_data_type_is_not_told_of_another() {
        let big = "codec bytes with endian big";
        let checks = [
            check("a/bool", &["data type bool"]),
            check("a/bool-big", &["data type bool", big]),
            check("a/int16-big", &["data type int16", big]),
        ];
        let of = ["data type int32", big];
        let found = |failed: &[&str]| {
            let reader = ask(failed, &checks, &of).readers.remove(0);
            assert!(reader.causes.is_empty());
            reader
                .of_other_data_types
                .iter()
                .map(|it| it.checks)
                .collect::<Vec<_>>()
        };
        assert_eq!(found(&["bool-big", "int16-big"]), [2]);
        assert!(found(&["bool-big"]).is_empty());
        assert_eq!(found(&["bool", "bool-big", "int16-big"]), [1]);
    }

    #[test]
    fn who_was_not_judged_is_not_blamed() {
        let checks = [check("a/one", &BIG), check("a/two", &BIG)];
        let mut results = results(&["one"]);
        results.libraries[0].causes[0].verdict = "skipped".to_owned();
        let by_features = BTreeMap::from([(features(&BIG), Tally::default())]);
        let found = readers(&results, &checks, &by_features);
        let answer = &found.arrays[0].answers[0];
        assert_eq!((answer.checks, answer.passed), (1, 1));
        assert!(found.readers[0].causes.is_empty());
    }
}
