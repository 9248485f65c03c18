//! What was found: which arrays each implementation wrote, and what each read of what each wrote.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use zarr_conform_runner::Implementation;
use zarr_conform_runner::text::counted;
use zarr_conform_runner::{Difference, FailureKind, SkipReason, Verdict};
use zarr_conform_terms::Edition;

/// The version of the form of [`Matrix`] as JSON.
pub const MATRIX: u64 = 1;

/// Who reads whose data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    /// The version of this form, [`MATRIX`].
    pub format: u64,
    /// The version of this suite.
    pub suite: String,
    /// Where the vectors come from, for people.
    pub vectors: String,
    /// What the vectors state, as in the header of a run.
    pub vectors_sha256: String,
    /// The edition in which the arrays are valid, and that the reference reads.
    pub edition: Edition,
    /// Globs of the facts that were asked for; all, where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<String>,
    /// Ids of the facts whose arrays were to be written.
    pub facts: Vec<String>,
    /// Who took part; the first is the reference.
    pub implementations: Vec<Participant>,
    /// What each wrote, in the order of the implementations.
    pub writers: Vec<Writer>,
    /// What each read of what each wrote: all readers of the first writer, then those of the next.
    pub pairs: Vec<Pair>,
    /// The same of hierarchies.
    #[serde(default, skip_serializing_if = "Hierarchies::is_empty")]
    pub hierarchies: Hierarchies,
}

/// Who finds the nodes of whose hierarchies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hierarchies {
    /// Ids of the facts whose changes were to be made.
    pub facts: Vec<String>,
    /// What each changed, in the order of the implementations.
    pub writers: Vec<Writer>,
    /// What each found in what each left, in the order of the pairs of arrays.
    pub pairs: Vec<Pair>,
}

impl Hierarchies {
    fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }
}

/// What is written and read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// Arrays.
    Arrays,
    /// Hierarchies.
    Hierarchies,
}

impl Passed {
    /// So many of them, in words.
    pub fn counted(self, number: u64) -> String {
        match (self, number) {
            (Self::Arrays, _) => counted(number, "array"),
            (Self::Hierarchies, 1) => "1 hierarchy".to_owned(),
            (Self::Hierarchies, _) => format!("{number} hierarchies"),
        }
    }

    /// What is compared of them.
    pub fn compared(self) -> &'static str {
        match self {
            Self::Arrays => "elements",
            Self::Hierarchies => "nodes and attributes",
        }
    }

    /// An outcome in words that follow a number of them.
    pub fn label(self, outcome: PairOutcome) -> &'static str {
        match (self, outcome) {
            (Self::Hierarchies, PairOutcome::WrongMetadata) => "with other nodes or attributes",
            _ => outcome.label(),
        }
    }
}

/// What was written and read of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Exchanged<'a> {
    /// What it is.
    pub passed: Passed,
    /// Ids of the facts.
    pub facts: &'a [String],
    /// What each wrote, in the order of the implementations.
    pub writers: &'a [Writer],
    /// All readers of the first writer, then those of the next.
    pub pairs: &'a [Pair],
}

/// Who took part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Participant {
    /// What it is called here; no two are called the same.
    pub label: String,
    /// What it says of itself, unescaped.
    pub implementation: Implementation,
    /// Why it was given up before it had written everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gave_up_writing: Option<String>,
    /// Why it was given up before it had read everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gave_up_reading: Option<String>,
}

/// What one implementation wrote. Each fact is in exactly one of the lists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Writer {
    /// Its label.
    pub writer: String,
    /// Facts whose array it created itself, metadata and all.
    pub created: Vec<String>,
    /// Facts whose elements it wrote into a store that had the metadata already.
    pub filled: Vec<String>,
    /// The others, and why it did not write them.
    pub problems: Vec<Problem>,
}

/// What one implementation read of what one wrote.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// Label of the writer.
    pub writer: String,
    /// Label of the reader.
    pub reader: String,
    /// How many arrays it read with the elements that were to be written.
    pub same: u64,
    /// The others that were written, and what happened.
    pub problems: Vec<Problem>,
}

/// An array that was not written, or not read with the elements that were to be written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// Id of the fact.
    pub fact: String,
    /// What happened.
    pub outcome: PairOutcome,
    /// Who is at fault, as far as the reference shows; of what was written and not read right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_fault: Option<AtFault>,
    /// What was found; may contain text of the implementation, unescaped.
    pub found: String,
    /// Where elements differ first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Box<Difference>>,
    /// The end of the implementation's standard error, unescaped, where it ended or fell silent.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub log: String,
}

/// What happened instead, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairOutcome {
    /// Other elements were read, and no error said so.
    WrongData,
    /// Another data type or shape was read, and no error said so.
    WrongMetadata,
    /// The implementation ended.
    Crash,
    /// It did not answer in time.
    Timeout,
    /// Its answer is not protocol 1, or what it left is not a store.
    Protocol,
    /// It refused.
    Refused,
    /// It lacks what is needed, by its own words.
    Unsupported,
    /// It was given up before.
    NotAsked,
}

/// Who is at fault, as far as the reference shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtFault {
    /// The reference cannot read the store or reads other elements, too.
    Writer,
    /// The reference reads the elements that were to be written.
    Reader,
}

impl PairOutcome {
    /// Every outcome, worst first.
    pub const ALL: [Self; 8] = [
        Self::WrongData,
        Self::WrongMetadata,
        Self::Crash,
        Self::Timeout,
        Self::Protocol,
        Self::Refused,
        Self::Unsupported,
        Self::NotAsked,
    ];

    /// The name in reports and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::WrongData => "wrong-data",
            Self::WrongMetadata => "wrong-metadata",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::Protocol => "protocol",
            Self::Refused => "refused",
            Self::Unsupported => "unsupported",
            Self::NotAsked => "not-asked",
        }
    }

    /// In words that follow a number of arrays.
    pub fn label(self) -> &'static str {
        match self {
            Self::WrongData => "silently wrong",
            Self::WrongMetadata => "of another type or shape",
            Self::Crash => "ended the process",
            Self::Timeout => "without an answer in time",
            Self::Protocol => "answered outside the protocol",
            Self::Refused => "refused",
            Self::Unsupported => "not supported",
            Self::NotAsked => "not asked",
        }
    }

    /// Whether a user would take what came for the data, although it is not.
    pub fn is_silent(self) -> bool {
        matches!(self, Self::WrongData | Self::WrongMetadata)
    }

    /// Whether nothing was claimed, so that nothing is wrong: a gap and no mistake.
    pub fn is_gap(self) -> bool {
        matches!(self, Self::Unsupported | Self::NotAsked)
    }

    fn of_failure(kind: FailureKind) -> Self {
        match kind {
            FailureKind::WrongData => Self::WrongData,
            FailureKind::WrongMetadata => Self::WrongMetadata,
            FailureKind::Crash => Self::Crash,
            FailureKind::Timeout => Self::Timeout,
            FailureKind::RejectedValid => Self::Refused,
            // Who reads what others wrote is asked for nothing of these.
            FailureKind::Protocol
            | FailureKind::NotAsConfigured
            | FailureKind::AcceptedInvalid
            | FailureKind::ClaimsUnknown
            | FailureKind::FalseClaim => Self::Protocol,
        }
    }
}

impl AtFault {
    /// The name in reports and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Writer => "writer",
            Self::Reader => "reader",
        }
    }
}

impl Problem {
    /// A problem without more than words.
    pub(super) fn new(fact: &str, outcome: PairOutcome, found: impl Into<String>) -> Self {
        Self {
            fact: fact.to_owned(),
            outcome,
            at_fault: None,
            found: found.into(),
            difference: None,
            log: String::new(),
        }
    }

    /// What a verdict says of writing or reading; nothing where all is well.
    pub(super) fn of_verdict(fact: &str, verdict: Verdict) -> Option<Self> {
        match verdict {
            Verdict::Pass { .. } => None,
            Verdict::Fail(failure) => Some(Self {
                difference: failure.difference,
                log: failure.log,
                ..Self::new(fact, PairOutcome::of_failure(failure.kind), failure.found)
            }),
            Verdict::Unsupported { message } => {
                Some(Self::new(fact, PairOutcome::Unsupported, message))
            }
            Verdict::Skipped { reason } => {
                let outcome = match reason {
                    SkipReason::NotOffered(_) => PairOutcome::Unsupported,
                    SkipReason::Other(_) => PairOutcome::NotAsked,
                };
                Some(Self::new(fact, outcome, reason.to_string()))
            }
            other @ (Verdict::Flaky { .. } | Verdict::Behaviour { .. }) => {
                Some(Self::new(fact, PairOutcome::NotAsked, other.name()))
            }
        }
    }
}

impl Writer {
    /// How many arrays it wrote.
    pub fn written(&self) -> u64 {
        (self.created.len() + self.filled.len()) as u64
    }

    /// Facts whose array it wrote, those that it created first.
    pub fn facts(&self) -> impl Iterator<Item = &str> {
        self.created.iter().chain(&self.filled).map(String::as_str)
    }

    /// Problems that came to this.
    pub fn came_to(&self, outcome: PairOutcome) -> u64 {
        came_to(&self.problems, |it| it == outcome)
    }
}

impl Pair {
    /// How many arrays were written, and so to be read.
    pub fn written(&self) -> u64 {
        self.same + self.problems.len() as u64
    }

    /// Problems that came to this.
    pub fn came_to(&self, outcome: PairOutcome) -> u64 {
        came_to(&self.problems, |it| it == outcome)
    }

    /// Arrays that were read wrong, and no error said so.
    pub fn silent(&self) -> u64 {
        came_to(&self.problems, PairOutcome::is_silent)
    }

    /// Arrays that were refused, or that brought no answer.
    pub fn unread(&self) -> u64 {
        came_to(&self.problems, |it| !it.is_silent() && !it.is_gap())
    }
}

fn came_to(problems: &[Problem], is_meant: impl Fn(PairOutcome) -> bool) -> u64 {
    problems.iter().filter(|it| is_meant(it.outcome)).count() as u64
}

impl Matrix {
    /// What was written and read of arrays.
    pub fn arrays(&self) -> Exchanged<'_> {
        Exchanged {
            passed: Passed::Arrays,
            facts: &self.facts,
            writers: &self.writers,
            pairs: &self.pairs,
        }
    }

    /// What was written and read, arrays first; what no fact is about is left out.
    pub fn exchanged(&self) -> impl Iterator<Item = Exchanged<'_>> {
        let hierarchies = Exchanged {
            passed: Passed::Hierarchies,
            facts: &self.hierarchies.facts,
            writers: &self.hierarchies.writers,
            pairs: &self.hierarchies.pairs,
        };
        let all = [self.arrays(), hierarchies].into_iter();
        all.filter(|it| !it.facts.is_empty())
    }
}

impl<'a> Exchanged<'a> {
    /// The pair of a writer and a reader, by their positions among the implementations.
    pub fn pair(&self, writer: usize, reader: usize) -> Option<&'a Pair> {
        self.pairs.get(writer * self.writers.len() + reader)
    }

    /// Pairs of one writer, in the order of the readers.
    pub fn pairs_of(self, writer: usize) -> impl Iterator<Item = &'a Pair> {
        (0..self.writers.len()).filter_map(move |reader| self.pair(writer, reader))
    }

    /// Facts of which a reader reads what was to be written although the reference does not: the mistakes of writer and
    /// reader cancel out.
    pub fn cancelled(&self, writer: usize, reader: usize) -> Vec<&'a str> {
        let (Some(by_reference), Some(pair)) = (self.pair(writer, 0), self.pair(writer, reader))
        else {
            return Vec::new();
        };
        let told: BTreeSet<&str> = pair.problems.iter().map(|it| &*it.fact).collect();
        let wrong = by_reference.problems.iter();
        wrong
            .filter(|it| it.at_fault == Some(AtFault::Writer) && !told.contains(&*it.fact))
            .map(|it| it.fact.as_str())
            .collect()
    }

    /// In how many an implementation is at fault: those that it wrote and the reference does not read right, and those
    /// that it does not read right although the reference does.
    pub fn at_fault(&self, label: &str) -> (u64, u64) {
        let facts = |role: AtFault| {
            let is_meant = |pair: &&Pair| match role {
                AtFault::Writer => pair.writer == label,
                AtFault::Reader => pair.reader == label,
            };
            let problems = self
                .pairs
                .iter()
                .filter(is_meant)
                .flat_map(|it| &it.problems);
            let facts: BTreeSet<&str> = problems
                .filter(|it| it.at_fault == Some(role))
                .map(|it| it.fact.as_str())
                .collect();
            facts.len() as u64
        };
        (facts(AtFault::Writer), facts(AtFault::Reader))
    }
}
