//! Causes: what failing cases have in common.

use std::collections::BTreeMap;

use zarr_conform_runner::{CheckId, Failure, FailureKind, Operation, Verdict, folded};
use zarr_conform_vectors::Level;

use crate::case::features::Features;
use crate::{AnyCase, Choices};

/// Cases that failed for one cause that are kept as they were: enough to tell misreadings apart.
const MOST_SEEN: usize = 16;

/// How strongly the text demands what failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Demand {
    /// It is required, or the answer is wrong, which no level permits.
    Required,
    /// It is only recommended, and was refused or not answered.
    Recommended,
}

impl Demand {
    /// Of a failure of a check of a level; nothing where the text permits it.
    pub fn of(operation: Operation, level: Level, kind: FailureKind) -> Option<Self> {
        let is_border = operation == Operation::Border;
        match level {
            Level::Must => Some(Self::Required),
            _ if kind.is_wrong_answer() => (!is_border).then_some(Self::Required),
            Level::Should => (!is_border).then_some(Self::Recommended),
            Level::May | Level::Open => None,
        }
    }
}

/// What distinguishes failures.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Signature {
    /// How strongly the text demands what failed.
    pub demand: Demand,
    /// Whether something was written, or only read.
    pub is_written: bool,
    /// What went wrong.
    pub kind: FailureKind,
    /// Of a refusal, its words with numbers and quotes folded.
    pub words: String,
}

impl Signature {
    /// Of a failure of an operation.
    pub fn of(demand: Demand, operation: Operation, failure: &Failure) -> Self {
        let words = match failure.kind {
            FailureKind::RejectedValid => {
                let words = failure.found.split_once(": ");
                folded(words.map_or("", |(_, words)| words))
            }
            _ => String::new(),
        };
        let is_written = matches!(
            operation,
            Operation::Write
                | Operation::Update
                | Operation::Create
                | Operation::Encode
                | Operation::Change
                | Operation::Border
        );
        Self {
            demand,
            is_written,
            kind: failure.kind,
            words,
        }
    }
}

/// A random case that failed, as it was asked.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Its number.
    pub number: u64,
    /// The case.
    pub case: AnyCase,
    /// The check of it that failed.
    pub check: CheckId,
    /// How it failed.
    pub failure: Failure,
    /// Other checks of it, which passed.
    pub passed: Vec<CheckId>,
}

/// Whether an implementation repeats itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Again {
    /// The fuzz run ended before the case was asked by itself.
    NotAsked,
    /// The same case got the same answer each time.
    Same,
    /// The same case got one answer and then another, as from memory that nothing was written to. What such an
    /// answer has in common with a misreading is chance.
    Changes,
}

/// A way to fail, and the simplest case that shows it.
#[derive(Clone, Debug)]
pub struct Cause {
    /// What went wrong.
    pub signature: Signature,
    /// The simplest case.
    pub case: AnyCase,
    /// What it is about.
    pub features: Features,
    /// The check of it that failed.
    pub check: CheckId,
    /// How it failed.
    pub failure: Failure,
    /// Other checks of it, which passed.
    pub passed: Vec<CheckId>,
    /// Some of the random cases that failed so, as they were before they were reduced.
    pub seen: Vec<Seen>,
    /// The number of the first case that failed so.
    pub number: u64,
    /// How many cases failed so.
    pub count: u64,
    /// What the case came to when it was asked again.
    pub again: Again,
}

impl Cause {
    /// Keeps cases that failed so, as far as there are not enough.
    pub(super) fn add_seen(&mut self, seen: impl IntoIterator<Item = Seen>) {
        let small = seen.into_iter();
        let small = small.filter(|it| it.case.elements() <= Choices::MOST_ELEMENTS);
        let room = MOST_SEEN.saturating_sub(self.seen.len());
        self.seen.extend(small.take(room));
    }
}

/// What was found so far.
#[derive(Clone, Debug, Default)]
pub struct Finds {
    /// Cases that were asked.
    pub cases: u64,
    /// Checks of theirs that passed or failed.
    pub checks: u64,
    /// Checks of theirs about what the implementation does not offer or does not support, by its own words.
    pub unsupported: u64,
    /// Cases that were left out, since what they are about is known to fail.
    pub avoided: u64,
    /// Numbers of cases that failed, and passed when they were asked by themselves: what they failed by depends on
    /// what was asked before, or on chance.
    pub fleeting: Vec<u64>,
    /// The causes, in the order in which they were found.
    pub causes: Vec<Cause>,
    /// Numbers of some cases that passed: what contradicts an explanation of those that failed.
    pub passed: Vec<u64>,
}

impl Finds {
    /// Counts a case with what its checks came to.
    pub(super) fn count(&mut self, verdicts: &[Verdict]) {
        self.cases += 1;
        for verdict in verdicts {
            match verdict {
                Verdict::Pass { .. } | Verdict::Fail(_) => self.checks += 1,
                Verdict::Unsupported { .. } => self.unsupported += 1,
                other => self.unsupported += u64::from(other.lacking_operation().is_some()),
            }
        }
    }

    /// Whether anything passed or failed. Otherwise nothing is known of the implementation.
    pub fn is_anything_judged(&self) -> bool {
        self.checks > 0
    }

    /// The cause that explains a failure: one of the same signature, all of whose features the case has.
    pub fn known(&self, signature: &Signature, features: &Features) -> Option<usize> {
        let is_it = |it: &Cause| it.signature == *signature && it.features.is_subset(features);
        self.causes.iter().position(is_it)
    }

    /// Whether a case has all features of some cause, of which enough cases were seen.
    pub fn is_about_known(&self, features: &Features) -> bool {
        let is_enough = |it: &Cause| it.seen.len() >= MOST_SEEN;
        let mut known = self.causes.iter().filter(|it| is_enough(it));
        known.any(|it| it.features.is_subset(features))
    }

    /// Takes a shrunk failure: counted with the cause that it has, or as a new one. Causes that it
    /// turns out to be a simpler form of are counted with it.
    pub fn take(&mut self, mut cause: Cause) {
        if let Some(at) = self.known(&cause.signature, &cause.features) {
            let known = &mut self.causes[at];
            known.count += cause.count;
            known.again = known.again.max(cause.again);
            known.add_seen(cause.seen);
            return;
        }
        let is_more =
            |it: &Cause| it.signature == cause.signature && cause.features.is_subset(&it.features);
        let place = self.causes.iter().position(is_more);
        let (more, rest): (Vec<Cause>, Vec<Cause>) = std::mem::take(&mut self.causes)
            .into_iter()
            .partition(is_more);
        self.causes = rest;
        for it in more {
            cause.count += it.count;
            cause.number = cause.number.min(it.number);
            cause.again = cause.again.max(it.again);
            cause.add_seen(it.seen);
        }
        let place = place.unwrap_or(self.causes.len()).min(self.causes.len());
        self.causes.insert(place, cause);
    }

    /// How many cases failed, by what went wrong.
    pub fn by_kind(&self) -> BTreeMap<FailureKind, u64> {
        let mut counts = BTreeMap::new();
        for cause in &self.causes {
            *counts.entry(cause.signature.kind).or_default() += cause.count;
        }
        counts
    }
}
