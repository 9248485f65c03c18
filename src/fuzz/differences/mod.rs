//! Where implementations differ from each other in what the text leaves open: who does what, and never who
//! is wrong. `docs/schema/differences.schema.json` describes the JSON.
//!
//! | part | what |
//! |---|---|
//! | [`ask`] | each implementation is asked the golden open facts, and random variants of them |
//! | [`tell`] | what was found, for people, and as Markdown |
//! | `file` | the JSON, read again |

pub mod ask;
mod file;
pub mod tell;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use zarr_conform_requirements::Registry;
use zarr_conform_runner::text::counted;
use zarr_conform_runner::{FailureKind, Verdict};
use zarr_conform_terms::Edition;

use super::document::Implementation;

/// The version of the form.
pub const FORMAT: u64 = 1;
/// Cases of a place on which implementations differ that are listed.
const MOST_EXAMPLES: usize = 5;
/// Characters of something else than a reading gives.
const LONGEST_ANSWER: usize = 120;

/// What several implementations do about the open places of an edition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Differences {
    /// The version of the form, [`FORMAT`].
    pub format: u64,
    /// The version of this suite.
    pub suite: String,
    /// The edition that was asked about.
    pub edition: Edition,
    /// What the random variants come from.
    pub seed: u64,
    /// Who was asked.
    pub implementations: Vec<Implementation>,
    /// Each place about which at least two answered: those first where they differ in the most cases.
    pub places: Vec<Place>,
    /// What fails by any reading.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failing: Vec<Failing>,
}

/// Cases in which an implementation fails in one way, whichever reading of the open place it takes: it ends, does not
/// answer, or gives what no reading gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failing {
    /// What the implementation is called.
    pub implementation: String,
    /// How it fails.
    pub kind: FailureKind,
    /// In how many cases.
    pub cases: u64,
    /// The check of the first of them.
    pub example: String,
}

/// What they do about one open place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Its id.
    pub id: String,
    /// What the text leaves open.
    pub question: String,
    /// Cases that at least two of them answered.
    pub cases: u64,
    /// How many of these are random variants.
    pub random: u64,
    /// In how many cases answers differ.
    pub differ: u64,
    /// What each of them does, in the order of the implementations.
    pub does: Vec<Vec<Done>>,
    /// Some cases in which answers differ: at most five.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Example>,
}

/// Something that an implementation does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// What it does, as the outcomes of facts say it.
    pub what: String,
    /// In how many cases.
    pub cases: u64,
}

/// A case in which answers differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The check, of a golden fact or of a random variant.
    pub check: String,
    /// What each does, in the order of the implementations; absent where it cannot be asked, or does not answer.
    pub does: Vec<Option<String>>,
}

/// A check of an open fact, and what each implementation does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) check: String,
    pub(crate) place: String,
    pub(crate) is_random: bool,
    pub(crate) does: Vec<Option<String>>,
}

impl Case {
    /// Whether two answers differ.
    fn differs(&self) -> bool {
        let mut answers = self.does.iter().flatten();
        let first = answers.next();
        answers.any(|it| Some(it) != first)
    }
}

/// What an implementation does; nothing where it was not asked, does not support it, or does not answer.
pub(crate) fn does(verdict: &Verdict) -> Option<String> {
    let shown = |text: &str| text.chars().take(LONGEST_ANSWER).collect::<String>();
    match verdict {
        Verdict::Behaviour {
            other: Some(other),
            accepted: true,
            ..
        } => Some(format!("something else: {}", shown(other))),
        // Who refuses says so in other words each time.
        Verdict::Behaviour {
            other: Some(_),
            accepted: false,
            ..
        } => Some("it refuses, as no reading does".to_owned()),
        Verdict::Behaviour { readings, .. } => Some(readings.join("; or ")),
        // Without an answer there is no reading to compare: it is reported as a failure.
        Verdict::Fail(failure) => match failure.kind {
            FailureKind::Crash | FailureKind::Timeout | FailureKind::Protocol => None,
            _ => Some(format!("what no reading gives: {}", shown(&failure.found))),
        },
        Verdict::Pass { .. }
        | Verdict::Unsupported { .. }
        | Verdict::Skipped { .. }
        | Verdict::Flaky { .. } => None,
    }
}

/// The places of these cases, those first where answers differ in the most of them.
pub(crate) fn places(cases: &[Case], implementations: usize, registry: &Registry) -> Vec<Place> {
    let mut by_place: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    for case in cases {
        if case.does.iter().flatten().count() > 1 {
            by_place.entry(&case.place).or_default().push(case);
        }
    }
    let question = |id: &str| {
        let place = registry.open.iter().find(|it| it.id == id);
        place.map_or_else(String::new, |it| it.question.clone())
    };
    let places = by_place.into_iter().map(|(id, cases)| {
        let differing: Vec<&&Case> = cases.iter().filter(|it| it.differs()).collect();
        Place {
            id: id.to_owned(),
            question: question(id),
            cases: cases.len() as u64,
            random: cases.iter().filter(|it| it.is_random).count() as u64,
            differ: differing.len() as u64,
            does: (0..implementations).map(|at| done(&cases, at)).collect(),
            examples: differing
                .iter()
                .take(MOST_EXAMPLES)
                .map(|it| Example {
                    check: it.check.clone(),
                    does: it.does.clone(),
                })
                .collect(),
        }
    });
    let mut places: Vec<Place> = places.collect();
    places.sort_by_key(|it| Reverse(it.differ));
    places
}

/// What one implementation does in these cases, the most frequent first.
fn done(cases: &[&Case], at: usize) -> Vec<Done> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for what in cases.iter().filter_map(|it| it.does.get(at)?.as_deref()) {
        *counts.entry(what).or_default() += 1;
    }
    let mut done: Vec<Done> = counts
        .into_iter()
        .map(|(what, cases)| Done {
            what: what.to_owned(),
            cases,
        })
        .collect();
    done.sort_by_key(|it| Reverse(it.cases));
    done
}

impl Differences {
    /// What each implementation is called.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        let implementations = self.implementations.iter();
        implementations.map(|it| it.label.as_deref().unwrap_or(&it.name))
    }

    /// The places on which they differ.
    pub fn differing(&self) -> impl Iterator<Item = &Place> {
        self.places.iter().filter(|it| it.differ > 0)
    }
}

impl Failing {
    /// Which implementation fails, how, and how often.
    pub fn in_words(&self) -> String {
        let (name, kind) = (&self.implementation, self.kind.name());
        let cases = counted(self.cases, "case");
        format!(
            "{name} fails whatever the reading: {kind} in {cases}, such as {}",
            self.example
        )
    }
}

impl Place {
    /// In how many cases answers differ, in words.
    pub fn in_words(&self) -> String {
        let random = match self.random {
            0 => String::new(),
            random => format!(", {random} of them random"),
        };
        let cases = counted(self.cases, "case");
        format!("differ in {} of {cases}{random}", self.differ)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(place: &str, is_random: bool, does: &[Option<&str>]) -> Case {
        Case {
            check: format!("a/b/{place}#read"),
            place: place.to_owned(),
            is_random,
            does: does.iter().map(|it| it.map(str::to_owned)).collect(),
        }
    }

    #[test]
    fn places_say_who_does_what() {
        let cases = [
            case(
                "null-for-absent",
                false,
                &[Some("it accepts"), Some("it accepts"), None],
            ),
            case(
                "sign-of-zero",
                false,
                &[Some("it accepts"), Some("it refuses"), None],
            ),
            case(
                "sign-of-zero",
                true,
                &[Some("it refuses"), None, Some("it refuses")],
            ),
            case("sign-of-zero", true, &[Some("it refuses"), None, None]),
        ];
        let places = places(&cases, 3, &Registry::load().unwrap());
        let ids: Vec<&str> = places.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(ids, ["sign-of-zero", "null-for-absent"]);
        let place = &places[0];
        assert_eq!((place.cases, place.random, place.differ), (2, 1, 1));
        assert_eq!(place.in_words(), "differ in 1 of 2 cases, 1 of them random");
        assert!(!place.question.is_empty());
        let does = |at: usize| -> Vec<(&str, u64)> {
            place.does[at]
                .iter()
                .map(|it| (it.what.as_str(), it.cases))
                .collect()
        };
        assert_eq!(does(0), [("it accepts", 1), ("it refuses", 1)]);
        assert_eq!(
            (does(1), does(2)),
            (vec![("it refuses", 1)], vec![("it refuses", 1)])
        );
        assert_eq!(place.examples.len(), 1);
        assert_eq!(place.examples[0].check, "a/b/sign-of-zero#read");
    }

    #[test]
    fn words_of_a_refusal_are_no_difference() {
        let refused = |message: &str| Verdict::Behaviour {
            readings: Vec::new(),
            accepted: false,
            other: Some(format!("refused: {message}")),
        };
        assert_eq!(does(&refused("one")), does(&refused("other")));
        assert_eq!(does(&Verdict::passed()), None);
    }

    #[test]
    fn what_is_no_answer_is_not_another_reading() {
        let failed = |kind| {
            let failure = zarr_conform_runner::Failure::new(kind, "an answer", "7");
            does(&Verdict::Fail(Box::new(failure)))
        };
        assert_eq!(failed(FailureKind::Crash), None);
        assert_eq!(failed(FailureKind::Timeout), None);
        let wrong = failed(FailureKind::WrongData).unwrap();
        assert_eq!(wrong, "what no reading gives: 7");
    }
}
