//! The list of checks of an edition.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::Derivation;
use crate::check::describe::describe;
use crate::check::honesty::{self, Honesty};
use crate::check::id::{CheckId, FactId};
use crate::check::selection::Selection;
use crate::check::{Check, Concern, Expected, Operation, operation_of};
use zarr_conform_vectors::{Fact, Level};

/// Every check of an edition: those of the facts, in their order, then those of honesty.
pub struct Plan<'a> {
    derivation: Derivation<'a>,
    entries: Vec<Entry>,
    honesty: Vec<Honesty>,
    /// Positions of the checks of facts and of honesty that are twins.
    twins: BTreeMap<CheckId, usize>,
}

/// Where a check comes from; the check itself is derived when it is its turn.
struct Entry {
    id: CheckId,
    source: Source,
    operation: Operation,
    level: Level,
    /// How many codecs an implementation must know for it.
    codecs: usize,
    /// The operations by which it may be refused, where it must be.
    refusing: Vec<Operation>,
    /// The check itself, where the plan keeps it.
    kept: Option<Check>,
}

impl Entry {
    fn new(check: &Check, source: Source) -> Self {
        let requests = check.requests.iter();
        let refusing = match check.expected {
            Expected::Refused
            | Expected::RefusedOr(_)
            | Expected::RefusedAtOpen
            | Expected::Unknown(_) => requests.map(|it| operation_of(&it.ask)).collect(),
            _ => Vec::new(),
        };
        Self {
            id: check.id.clone(),
            source,
            operation: check.operation,
            level: check.level,
            codecs: check.needs.codecs.len(),
            refusing,
            kept: None,
        }
    }
}

/// Where a check comes from.
#[derive(Clone, Copy)]
enum Source {
    /// The check at a position among those of the fact at a position.
    Fact { fact: usize, nth: usize },
    /// The check at a position among those of honesty.
    Honesty(usize),
}

/// The checks of one fact that are not taken yet.
pub(crate) struct Derived {
    fact: usize,
    checks: Vec<Option<Check>>,
}

/// What a check is about, besides what is asked.
pub(crate) enum About<'a> {
    /// What a fact states.
    Fact(&'a Fact),
    /// What the implementation says of itself.
    Honesty(&'a Honesty),
}

impl<'a> About<'a> {
    /// Ids of the requirements that it tests.
    pub(crate) fn requirements(&self) -> Vec<String> {
        match self {
            Self::Fact(fact) => fact.requirements.clone(),
            Self::Honesty(honesty) => honesty.requirements(),
        }
    }

    /// The count that its checks belong to.
    pub(crate) fn concern(&self) -> Concern {
        match self {
            Self::Fact(fact) => Concern::of(fact),
            Self::Honesty(honesty) => honesty.concern(),
        }
    }

    /// Id of the premise that a refusal rests on.
    pub(crate) fn premise(&self) -> Option<&'a str> {
        match self {
            Self::Fact(fact) => fact.premise.as_deref(),
            Self::Honesty(_) => None,
        }
    }

    /// What an implementation that fails it got wrong.
    pub(crate) fn comment(&self) -> &'a str {
        match self {
            Self::Fact(fact) => &fact.comment,
            Self::Honesty(honesty) => honesty.comment,
        }
    }

    /// The valid twin, without the operation.
    pub(crate) fn twin(&self) -> Option<&'a str> {
        match self {
            Self::Fact(fact) => fact.twin.as_deref(),
            Self::Honesty(honesty) => honesty.twin,
        }
    }

    /// What the implementation is given.
    pub(crate) fn describe(&self, check: &Check) -> String {
        match self {
            Self::Fact(fact) => describe(fact, check),
            Self::Honesty(honesty) => honesty.given.clone(),
        }
    }
}

impl<'a> Plan<'a> {
    /// Lists the checks of an edition. Generated names come from seed 0; ids are the same for all.
    pub fn new(derivation: Derivation<'a>) -> Self {
        Self::with_seed(derivation, 0)
    }

    /// Lists the checks of an edition, with generated names that come from this seed.
    pub fn with_seed(derivation: Derivation<'a>, seed: u32) -> Self {
        Self::listing(derivation, |_| true, false).with_honesty(seed)
    }

    /// The same, of the facts of which checks may be selected, and of their twins: what others are is not worked out.
    pub fn of_selection(derivation: Derivation<'a>, seed: u32, selection: &Selection) -> Self {
        let facts = derivation.vectors.facts().iter();
        let selected = facts.filter(|it| selection.may_select(FactId::new(&it.id)));
        let with_twins = selected.flat_map(|it| [Some(it.id.as_str()), it.twin.as_deref()]);
        let listed: BTreeSet<&str> = with_twins.flatten().collect();
        Self::listing(derivation, |it| listed.contains(it.id.as_str()), false).with_honesty(seed)
    }

    /// The same, of the facts for which `is_listed` holds, with every check kept: for asking them
    /// many times.
    pub fn keeping(
        derivation: Derivation<'a>,
        seed: u32,
        is_listed: impl Fn(&Fact) -> bool,
    ) -> Self {
        Self::listing(derivation, is_listed, true).with_honesty(seed)
    }

    fn with_honesty(self, seed: u32) -> Self {
        let mut plan = self;
        let derivation = plan.derivation;
        plan.honesty = honesty::checks(&derivation, seed);
        for (at, honesty) in plan.honesty.iter().enumerate() {
            let entry = Entry::new(&honesty.check, Source::Honesty(at));
            if honesty.is_twin() {
                plan.twins.insert(entry.id.clone(), plan.entries.len());
            }
            plan.entries.push(entry);
        }
        plan
    }

    /// Lists and keeps the checks of these facts alone: for running a few of them many times.
    pub fn of_facts(derivation: Derivation<'a>, ids: &BTreeSet<&str>) -> Self {
        Self::listing(derivation, |fact| ids.contains(fact.id.as_str()), true)
    }

    fn listing(derivation: Derivation<'a>, is_listed: impl Fn(&Fact) -> bool, keeps: bool) -> Self {
        let mut entries = Vec::new();
        let mut twins = BTreeMap::new();
        for (fact, it) in derivation.vectors.facts().iter().enumerate() {
            if it.editions.contains(&derivation.edition) && is_listed(it) {
                let checks = derivation.checks(it).into_iter().enumerate();
                let is_twin = derivation.vectors.is_twin(&it.id);
                for (nth, check) in checks {
                    let entry = Entry::new(&check, Source::Fact { fact, nth });
                    if is_twin {
                        twins.insert(entry.id.clone(), entries.len());
                    }
                    entries.push(Entry {
                        kept: keeps.then_some(check),
                        ..entry
                    });
                }
            }
        }
        Self {
            twins,
            derivation,
            entries,
            honesty: Vec::new(),
        }
    }

    /// Number of checks.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no checks.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What the checks are derived from.
    pub fn derivation(&self) -> &Derivation<'a> {
        &self.derivation
    }

    /// Id of the check at this position; `at < len()`.
    pub fn id(&self, at: usize) -> &CheckId {
        &self.entries[at].id
    }

    /// Ids of all checks.
    pub fn ids(&self) -> impl Iterator<Item = &CheckId> {
        self.entries.iter().map(|entry| &entry.id)
    }

    /// What the check at this position is about; `at < len()`.
    pub(crate) fn about(&self, at: usize) -> About<'_> {
        match self.entries[at].source {
            Source::Fact { fact, .. } => About::Fact(&self.derivation.vectors.facts()[fact]),
            Source::Honesty(at) => About::Honesty(&self.honesty[at]),
        }
    }

    /// Whether a refusal of something else is worth only what the check at this position comes to;
    /// `at < len()`.
    pub(crate) fn is_of_twin(&self, at: usize) -> bool {
        match self.about(at) {
            About::Fact(fact) => self.derivation.vectors.is_twin(&fact.id),
            About::Honesty(honesty) => honesty.is_twin(),
        }
    }

    /// Positions of the checks that ask for the plainest array by each operation.
    pub(crate) fn plainest(&self) -> Vec<usize> {
        let is_plainest =
            |at: &usize| self.entries[*at].id.fact().as_str() == honesty::claims::CLAIMS;
        (0..self.len()).filter(is_plainest).collect()
    }

    /// The check at this position; `at < len()`.
    pub fn check(&self, at: usize) -> Check {
        if let Some(kept) = &self.entries[at].kept {
            return kept.clone();
        }
        self.check_of(self.entries[at].source, &mut None)
    }

    /// The same, once; `last` keeps the other checks of the fact, which are likely to be next.
    pub(crate) fn take(&self, at: usize, last: &mut Option<Derived>) -> Check {
        match &self.entries[at].kept {
            Some(kept) => kept.clone(),
            None => self.check_of(self.entries[at].source, last),
        }
    }

    /// The check at this position where the plan keeps it; `at < len()`.
    pub fn kept(&self, at: usize) -> Option<&Check> {
        match self.entries[at].source {
            Source::Honesty(at) => Some(&self.honesty[at].check),
            Source::Fact { .. } => self.entries[at].kept.as_ref(),
        }
    }

    /// Ids of the requirements that the check at this position tests; `at < len()`.
    pub fn requirements(&self, at: usize) -> Vec<String> {
        self.about(at).requirements()
    }

    fn check_of(&self, source: Source, last: &mut Option<Derived>) -> Check {
        let (fact, nth) = match source {
            Source::Fact { fact, nth } => (fact, nth),
            Source::Honesty(at) => return self.honesty[at].check.clone(),
        };
        if let Some(derived) = last
            && derived.fact == fact
            && let Some(check) = derived.checks.get_mut(nth).and_then(Option::take)
        {
            return check;
        }
        let mut checks = self
            .derivation
            .checks(&self.derivation.vectors.facts()[fact]);
        let check = checks.remove(nth);
        let rest = checks.into_iter().map(Some);
        let mut rest: Vec<Option<Check>> = rest.collect();
        rest.insert(nth, None);
        *last = Some(Derived { fact, checks: rest });
        check
    }

    /// What the check at this position exercises, and how strongly it is demanded; `at < len()`.
    pub fn kind(&self, at: usize) -> (Operation, Level) {
        (self.entries[at].operation, self.entries[at].level)
    }

    /// How many codecs an implementation must know for the check at this position; `at < len()`.
    pub(crate) fn number_of_codecs(&self, at: usize) -> usize {
        self.entries[at].codecs
    }

    /// The checks of the twin that show what refusing is worth: one for each operation that may
    /// refuse. Empty for a check that expects no refusal.
    pub fn twins(&self, at: usize) -> Vec<Twin> {
        let Some(twin) = self.about(at).twin() else {
            return Vec::new();
        };
        let refusing = self.entries[at].refusing.iter();
        let twin_of = |&operation: &Operation| Twin {
            operation,
            check: self.like(twin, operation),
        };
        refusing.map(twin_of).collect()
    }

    /// The check of a fact that exercises this operation, or the one nearest to it.
    fn like(&self, fact: &str, operation: Operation) -> Option<usize> {
        let candidates: &[Operation] = match operation {
            Operation::Open => &[Operation::Open, Operation::Read, Operation::Write],
            Operation::Read => &[Operation::Read, Operation::Write, Operation::Open],
            Operation::Write => &[Operation::Write, Operation::Read, Operation::Open],
            Operation::Encode => &[Operation::Encode, Operation::Decode],
            Operation::Decode => &[Operation::Decode, Operation::Encode],
            Operation::Grid => &[Operation::Grid],
            Operation::Create => &[Operation::Create],
            Operation::Node => &[Operation::Node],
            Operation::Children => &[Operation::Children],
            Operation::Walk => &[Operation::Walk],
            Operation::Change => &[Operation::Change],
            // What else can be done is known of none; the plainest check shows who accepts anything.
            Operation::Other => &[
                Operation::Open,
                Operation::Read,
                Operation::Write,
                Operation::Encode,
                Operation::Decode,
            ],
            Operation::Border | Operation::Update => return None,
        };
        let mut found = candidates
            .iter()
            .filter_map(|&operation| self.twins.get(&FactId::new(fact).check(operation)).copied());
        found.next()
    }
}

/// The check that a refusal through an operation is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twin {
    /// The operation that may refuse.
    pub operation: Operation,
    /// Position of the twin's check; nothing where the twin has none of the kind.
    pub check: Option<usize>,
}
