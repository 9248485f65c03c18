//! Compares a run with a list while it goes on.

use std::collections::BTreeMap;
use std::io;

use super::deviation::Deviation;
use super::list::{Entry, Expectations, Isolated, Listed};
use crate::check::Strictness;
use crate::check::plan::Plan;
use crate::judge::verdict::{SkipReason, Verdict};
use crate::run::event::{CheckResult, Consumer, Event, Header};
use zarr_conform_protocol::offers;

/// What a check came to, as far as a list is concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// What an entry may say of it; nothing where no entry may match it.
    pub listed: Option<Listed>,
    /// Whether an entry has to say so.
    pub must_be_listed: bool,
    /// Whether it counts at all: strictness may only be reported, and then it differs from no list.
    pub counts: bool,
    /// In words, for people.
    pub said: String,
}

/// Compares a run with a list while it goes on.
#[derive(Clone, Debug)]
pub struct ListComparison {
    list: Expectations,
    strictness: Strictness,
    version: String,
    active: Vec<usize>,
    offers: Vec<String>,
    other_offers: Option<Deviation>,
    judged: BTreeMap<String, Judged>,
    deviations: Vec<Deviation>,
    as_listed: BTreeMap<Listed, u64>,
    ids: Vec<String>,
    causes: BTreeMap<String, Vec<String>>,
    /// All that can be asked, where that is less than the protocol has.
    askable: Option<&'static [&'static str]>,
}

impl ListComparison {
    /// Prepares to compare with a list.
    pub fn new(list: Expectations) -> Self {
        Self {
            active: (0..list.entries.len()).collect(),
            version: String::new(),
            offers: Vec::new(),
            other_offers: None,
            judged: BTreeMap::new(),
            deviations: Vec::new(),
            as_listed: BTreeMap::new(),
            ids: Vec::new(),
            causes: BTreeMap::new(),
            strictness: Strictness::default(),
            askable: None,
            list,
        }
    }

    /// The same, where nothing but these can be asked: what the list says of others says nothing here.
    #[must_use]
    pub fn asking_only(self, operations: &'static [&'static str]) -> Self {
        Self {
            askable: Some(operations),
            ..self
        }
    }

    fn is_askable(&self, operation: &str) -> bool {
        self.askable.is_none_or(|it| it.contains(&operation))
    }

    /// The same, where strictness counts so.
    #[must_use]
    pub fn with_strictness(self, strictness: Strictness) -> Self {
        Self { strictness, ..self }
    }

    /// The list.
    pub fn list(&self) -> &Expectations {
        &self.list
    }

    /// The version of the implementation, in its own words.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Entries that are about other versions.
    pub fn inactive(&self) -> usize {
        self.list.entries.len() - self.active.len()
    }

    /// What is offered: operations, and optional members of requests.
    pub fn offers(&self) -> &[String] {
        &self.offers
    }

    /// Whether the list says something else of them, or nothing.
    pub fn has_other_offers(&self) -> bool {
        self.other_offers.is_some()
    }

    /// What the checks came to so far.
    pub fn judged(&self) -> &BTreeMap<String, Judged> {
        &self.judged
    }

    /// The differences found so far, in the order of the checks.
    pub fn deviations(&self) -> &[Deviation] {
        &self.deviations
    }

    /// How many checks came to what they are listed as, so far.
    pub fn as_listed(&self) -> &BTreeMap<Listed, u64> {
        &self.as_listed
    }

    /// Whether a check came to what an entry says of it.
    pub fn is_as_listed(&self, result: &CheckResult) -> bool {
        let entry = self.entry_of(&result.check);
        entry.is_some_and(|entry| self.judge(result).listed == Some(entry.listed))
    }

    /// Whether a result is not a difference from the list, as far as it shows at once.
    pub fn is_known(&self, result: &CheckResult) -> bool {
        self.deviation(&result.check, &self.judge(result)).is_none()
    }

    /// Whether an entry is about a result, and right about it.
    pub fn is_listed(&self, result: &CheckResult) -> bool {
        self.is_known(result) && self.entry_of(&result.check).is_some()
    }

    /// Checks of the run that are listed as flaky and were the same in all its repetitions.
    pub fn steady(&self) -> Vec<&str> {
        let is_steady = |(check, judged): &(&String, &Judged)| {
            judged.listed != Some(Listed::Flaky)
                && self.entry_of(check).map(|entry| entry.listed) == Some(Listed::Flaky)
        };
        let judged = self.judged.iter().filter(is_steady);
        judged.map(|(check, _)| check.as_str()).collect()
    }

    /// Ends the comparison: notes which skipped checks nothing explains, and which entries are
    /// about no check of the plan, whatever was selected.
    pub fn finish(&mut self, plan: &Plan<'_>) {
        let twins = |at: usize| {
            let twins = plan.twins(at).into_iter();
            let ids = twins.filter_map(|twin| Some(plan.id(twin.check?).to_string()));
            ids.collect()
        };
        let skipped = (0..plan.len()).filter(|at| self.must_explain(plan.id(*at)));
        let causes = skipped.map(|at| (plan.id(at).to_string(), twins(at)));
        let causes = causes.collect();
        self.conclude(plan.ids().map(ToString::to_string).collect(), causes);
    }

    /// Ends the comparison with the ids of all checks, and the checks by which each skipped one
    /// may be explained.
    pub fn conclude(&mut self, ids: Vec<String>, causes: BTreeMap<String, Vec<String>>) {
        self.ids = ids;
        self.causes = causes;
        let unexplained = self.causes.keys().filter(|check| {
            self.entry_of(check).is_none() && !self.is_explained(check, &|twin| self.is_told(twin))
        });
        let unexplained = unexplained.map(|check| Deviation::NotListed {
            check: check.clone(),
            found: Listed::Skipped,
        });
        let unexplained: Vec<_> = unexplained.collect();
        self.deviations.extend(unexplained);
        self.note_stale();
    }

    /// Whether a check was skipped that must be listed or explained.
    fn must_explain(&self, check: &str) -> bool {
        let judged = self.judged.get(check);
        judged.is_some_and(|it| it.must_be_listed && it.listed == Some(Listed::Skipped))
    }

    /// Whether a check is skipped because of another that is listed.
    pub fn is_explained(&self, check: &str, is_listed: &dyn Fn(&str) -> bool) -> bool {
        let causes = self.causes.get(check).map(Vec::as_slice);
        causes.unwrap_or_default().iter().any(|it| is_listed(it))
    }

    /// Whether a check is listed, or is a difference itself since it is not.
    fn is_told(&self, check: &str) -> bool {
        let judged = self.judged.get(check);
        let is_deviation =
            judged.is_some_and(|it| it.must_be_listed && it.listed != Some(Listed::Skipped));
        is_deviation || self.entry_of(check).is_some()
    }

    fn note_stale(&mut self) {
        let mut is_first = vec![false; self.list.entries.len()];
        let mut matches = is_first.clone();
        for check in &self.ids {
            let is_matching = |at: &&usize| self.entry(**at).filter.matches(check);
            let matching: Vec<usize> = self.active.iter().filter(is_matching).copied().collect();
            for &at in &matching {
                matches[at] = true;
            }
            if let Some(first) = matching.first() {
                is_first[*first] = true;
            }
        }
        for &at in &self.active {
            let Entry { glob, line, .. } = &self.list.entries[at];
            let (glob, line) = (glob.clone(), *line);
            match (is_first[at], matches[at]) {
                (true, _) => {}
                (false, true) => self.deviations.push(Deviation::Covered { glob, line }),
                (false, false) => self.deviations.push(Deviation::Stale { glob, line }),
            }
        }
        for Isolated { filter, line } in &self.list.isolated {
            if !self.ids.iter().any(|check| filter.matches(check)) {
                let (glob, line) = (filter.glob().to_owned(), *line);
                self.deviations.push(Deviation::Stale { glob, line });
            }
        }
    }

    /// Positions of the entries that are about this version, ascending.
    pub fn active(&self) -> &[usize] {
        &self.active
    }

    /// Ids of all checks that there are, judged or not.
    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    fn entry(&self, at: usize) -> &Entry {
        &self.list.entries[at]
    }

    /// The entry that is about a check, where it is about this version of the implementation.
    pub fn entry_of(&self, check: &str) -> Option<&Entry> {
        let entries = self.active.iter().map(|at| self.entry(*at));
        entries
            .into_iter()
            .find(|entry| entry.filter.matches(check))
    }

    fn start(&mut self, header: &Header) {
        self.version.clone_from(&header.implementation.version);
        self.active = self.list.active(&self.version);
        let is_offered = |name: &&str| header.implementation.ops.iter().any(|it| it == name);
        let offered = offers().filter(is_offered);
        self.offers = offered.map(str::to_owned).collect();
        self.other_offers = self.find_other_offers();
        self.deviations.extend(self.other_offers.clone());
    }

    fn find_other_offers(&self) -> Option<Deviation> {
        let found = self.offers.clone();
        let Some(listed) = &self.list.offers else {
            return Some(Deviation::OffersMissing { found });
        };
        let sorted = |list: &[String]| {
            let askable = list.iter().filter(|it| self.is_askable(it));
            let mut list: Vec<String> = askable.cloned().collect();
            list.sort();
            list
        };
        (sorted(listed) != sorted(&found)).then(|| Deviation::Offers {
            listed: listed.clone(),
            found,
        })
    }

    fn judge(&self, result: &CheckResult) -> Judged {
        let counts = self.strictness.counts(result.concern);
        let judged = judged(result);
        Judged {
            must_be_listed: judged.must_be_listed && counts,
            counts,
            ..judged
        }
    }

    fn note(&mut self, result: &CheckResult) {
        if let Verdict::Skipped {
            reason: SkipReason::NotOffered(operation),
        } = &result.verdict
            && !self.is_askable(operation)
        {
            return;
        }
        let judged = self.judge(result);
        let deviation = self.deviation(&result.check, &judged);
        if let Some(listed) = judged.listed.filter(|_| self.is_as_listed(result)) {
            *self.as_listed.entry(listed).or_default() += 1;
        }
        self.deviations.extend(deviation);
        self.judged.insert(result.check.to_string(), judged);
    }

    /// Where a check differs from the list; that it is skipped and not listed shows at the end.
    fn deviation(&self, check: &str, judged: &Judged) -> Option<Deviation> {
        if !judged.counts {
            return None;
        }
        let check = check.to_owned();
        match (judged.listed, self.entry_of(&check)) {
            (Some(Listed::Skipped) | None, None) => None,
            (Some(found), None) => judged
                .must_be_listed
                .then_some(Deviation::NotListed { check, found }),
            (found, Some(entry)) if agrees(entry.listed, found) => None,
            (Some(found), Some(entry)) if judged.must_be_listed && found != Listed::Skipped => {
                Some(Deviation::Another {
                    check,
                    found,
                    expected: entry.listed,
                    line: entry.line,
                })
            }
            (_, Some(entry)) => Some(Deviation::NoLonger {
                check,
                expected: entry.listed,
                found: judged.said.clone(),
                line: entry.line,
            }),
        }
    }
}

/// Whether an entry is right about a check. Whether one that is listed as flaky is the same some
/// number of times is chance.
pub fn agrees(listed: Listed, found: Option<Listed>) -> bool {
    listed == Listed::Flaky || found == Some(listed)
}

fn judged(result: &CheckResult) -> Judged {
    let is_required = result.is_required();
    let (listed, said) = match &result.verdict {
        Verdict::Pass { .. } => (None, "passes now".to_owned()),
        Verdict::Fail(failure) => {
            let kind = failure.kind;
            (
                Some(Listed::Fails(kind)),
                format!("fails ({})", kind.name()),
            )
        }
        Verdict::Flaky { seen, .. } => {
            let said = format!("is flaky: {}", seen.join(", "));
            (Some(Listed::Flaky), said)
        }
        Verdict::Unsupported { message } => (
            Some(Listed::Unsupported),
            format!("is unsupported: {message}"),
        ),
        Verdict::Skipped { reason } => {
            let listed = match reason {
                SkipReason::NotOffered(_) => None,
                SkipReason::Other(_) => Some(Listed::Skipped),
            };
            (listed, format!("is skipped: {reason}"))
        }
        Verdict::Behaviour { .. } => (
            None,
            "cannot fail: it is open, or binds only writers".to_owned(),
        ),
    };
    Judged {
        listed,
        must_be_listed: is_required && listed.is_some(),
        counts: true,
        said,
    }
}

impl Consumer for ListComparison {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(header) => self.start(header),
            Event::CheckFinished(result) => self.note(result),
            Event::Diagnosed(_) | Event::Finished(_) => {}
        }
        Ok(())
    }
}
