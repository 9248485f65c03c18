//! The failures of a run by why they failed: by the misreading that explains them, by what they have in
//! common, by the misreading that comes close, and the others by document, verdict and message.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::check::Concern;
use crate::check::describe::Size;
use crate::check::id::{CheckId, FactId};
use crate::judge::verdict::{Difference, Failure, FailureKind, Verdict};
use crate::run::diagnosis::{Common, Diagnosis, Explanation, Passed, is_nearly_all};
use crate::run::event::CheckResult;
use crate::run::fold::{FOLDED, folded, folded_but_names};
use crate::run::panic;

/// In place of a document, where what failed has nothing to do with what was asked.
const ANY: &str = "any document";

/// A failed check as a report keeps it until the run is over.
#[derive(Clone, Debug)]
pub struct Failed {
    /// The result, whose verdict is a failure, without the bytes that nobody is shown.
    pub result: CheckResult,
    kind: FailureKind,
    size: Size,
    message: String,
}

impl Failed {
    /// Of a result; nothing where the check did not fail.
    pub fn of(result: &CheckResult) -> Option<Self> {
        let Verdict::Fail(failure) = &result.verdict else {
            return None;
        };
        let mut kept = result.clone();
        if let Verdict::Fail(failure) = &mut kept.verdict
            && let Some(difference) = &mut failure.difference
        {
            difference.expected_bytes = None;
            difference.found_bytes = None;
        }
        Some(Self {
            result: kept,
            kind: failure.kind,
            size: result.input.as_deref().map_or(Size::of(""), Size::of),
            message: message(failure),
        })
    }

    /// How it failed.
    pub fn failure(&self) -> Option<&Failure> {
        match &self.result.verdict {
            Verdict::Fail(failure) => Some(failure),
            _ => None,
        }
    }

    /// The words of the implementation, or why it gave none; nothing where data or metadata speak for
    /// themselves.
    pub fn words(&self) -> Option<&str> {
        let found = self.failure()?.found.as_str();
        match self.kind {
            FailureKind::RejectedValid => Some(found.split_once(": ").map_or(found, |it| it.1)),
            _ if self.message.is_empty() => None,
            _ => Some(found),
        }
    }

    /// In which way it failed.
    pub fn kind(&self) -> FailureKind {
        self.kind
    }

    /// The fact that it asks.
    pub fn fact(&self) -> FactId<'_> {
        self.result.check.fact()
    }

    /// What makes one failure easier to understand than another: worse ones first, then simpler
    /// inputs, then those of which the first wrong element is known.
    fn order(&self) -> (FailureKind, Size, bool) {
        let has_place = |it: &Difference| it.coordinates.is_some();
        let difference = self.failure().and_then(|it| it.difference.as_deref());
        (self.kind, self.size, !difference.is_some_and(has_place))
    }

    /// What else a check of the same fact must share so that both failed in one way.
    fn way(&self) -> (&str, FailureKind, [&str; 2]) {
        let said = match (self.kind, self.failure()) {
            (FailureKind::WrongData | FailureKind::WrongMetadata, Some(failure)) => {
                [failure.expected.as_str(), failure.found.as_str()]
            }
            _ => ["", self.message.as_str()],
        };
        (self.fact().as_str(), self.kind, said)
    }
}

/// The words of an implementation, folded; nothing where data or metadata speak for themselves.
fn message(failure: &Failure) -> String {
    match failure.kind {
        FailureKind::WrongData
        | FailureKind::WrongMetadata
        | FailureKind::AcceptedInvalid
        | FailureKind::ClaimsUnknown => String::new(),
        // `refused as invalid: …`, where the rest are the implementation's words.
        FailureKind::RejectedValid => {
            let words = failure.found.split_once(": ");
            folded(words.map_or(&failure.found, |(_, words)| words))
        }
        // How the process ended is the same for all panics; what it printed last says why.
        kind => match (kind, panic::in_log(&failure.log)) {
            (FailureKind::Crash, Some(panic)) => folded(panic),
            _ => match said(kind, &failure.found) {
                nothing if nothing == FOLDED => format!("expected {}", folded(&failure.expected)),
                words => words,
            },
        },
    }
}

/// What was found, folded; of a breach of the protocol, with the names of members.
fn said(kind: FailureKind, found: &str) -> String {
    match kind {
        FailureKind::Protocol => folded_but_names(found),
        _ => folded(found),
    }
}

/// Why checks failed.
#[derive(Clone, Debug, PartialEq)]
pub enum Why<'a> {
    /// A misreading predicts exactly what was found.
    Cause(&'a Explanation),
    /// No misreading explains them; they have something in common that separates them from what passed.
    Common(&'a Common),
    /// A misreading gives what was found, but predicts failures, too, that are none.
    Close(&'a Explanation),
    /// Nothing of this is known; they are about one document and say the same.
    Alike {
        /// The document.
        document: &'a str,
        /// In which way they failed.
        kind: FailureKind,
        /// What was said, folded; empty where nothing was.
        message: &'a str,
    },
}

/// Failures that have one reason.
#[derive(Clone, Debug)]
pub struct Reason<'a> {
    /// Why they failed.
    pub why: Why<'a>,
    /// The failures, at least one, the worst and of these the simplest first.
    pub failed: Vec<&'a Failed>,
    /// What is known of the requirements that they test.
    passed: &'a Passed,
}

impl<'a> Reason<'a> {
    fn new(why: Why<'a>, mut failed: Vec<&'a Failed>, passed: &'a Passed) -> Self {
        failed.sort_by_key(|it| it.order());
        Self {
            why,
            failed,
            passed,
        }
    }

    /// The document that most of the failures are about.
    pub fn document(&self) -> &'a str {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for failed in &self.failed {
            *counts.entry(failed.result.document()).or_default() += 1;
        }
        let most = counts.into_iter().rev().max_by_key(|(_, count)| *count);
        most.map_or("", |(document, _)| document)
    }

    /// The requirements that the failures test: those first that nearly all of them do, of these those that few checks
    /// test that passed, and then those that the most failures test.
    pub fn requirements(&self) -> Vec<&'a str> {
        let known = match &self.why {
            Why::Cause(it) | Why::Close(it) => it.requirements.as_slice(),
            Why::Common(it) => it.requirements.as_slice(),
            Why::Alike { .. } => &[],
        };
        let mut ids: Vec<&str> = known.iter().map(String::as_str).collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for failed in &self.failed {
            for id in &failed.result.requirements {
                let count = counts.entry(id).or_default();
                if *count == 0 && !ids.contains(&id.as_str()) {
                    ids.push(id);
                }
                *count += 1;
            }
        }
        ids[known.len()..].sort_by_key(|id| {
            let count = counts.get(id).copied().unwrap_or_default();
            let is_shared = is_nearly_all(count, self.failed.len());
            let passed = if is_shared { self.passed.of(id) } else { 0 };
            (!is_shared, passed, Reverse(count))
        });
        ids
    }

    /// The failures that are fixed together: checks of one fact that failed in one way,
    /// for example at `open` and at `read`. In the order of the simplest of each.
    pub fn entries(&self) -> Vec<Vec<&'a Failed>> {
        let mut places: BTreeMap<_, usize> = BTreeMap::new();
        let mut entries: Vec<Vec<&Failed>> = Vec::new();
        for failed in &self.failed {
            let at = *places.entry(failed.way()).or_insert(entries.len());
            match entries.get_mut(at) {
                Some(entry) => entry.push(failed),
                None => entries.push(vec![failed]),
            }
        }
        entries
    }

    /// How many of these failures each topic has, the most first.
    pub fn topics(failed: &[&'a Failed]) -> Vec<(&'a str, usize)> {
        topics(failed.iter().map(|it| it.fact()))
    }

    /// The worst way in which a check failed for this reason.
    pub fn worst(&self) -> Option<FailureKind> {
        self.failed.first().map(|it| it.kind)
    }

    /// Worse ones first, then those of which more is known, then those with more failures.
    fn order(&self) -> (Option<FailureKind>, u8, Reverse<usize>) {
        let known = match self.why {
            // One failure may look like a misreading by chance.
            Why::Cause(_) if self.failed.len() > 1 => 0,
            Why::Common(_) => 1,
            Why::Cause(_) | Why::Close(_) => 2,
            Why::Alike { .. } => 3,
        };
        (self.worst(), known, Reverse(self.failed.len()))
    }
}

/// For how many of these reasons a check of this concern failed.
pub fn causes(reasons: &[Reason<'_>], concern: Concern) -> u64 {
    let is_about = |it: &&Reason<'_>| it.failed.iter().any(|it| it.result.concern == concern);
    reasons.iter().filter(is_about).count() as u64
}

/// How many of these facts each topic has, the most first.
pub fn topics<'a>(facts: impl Iterator<Item = FactId<'a>>) -> Vec<(&'a str, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for fact in facts {
        *counts.entry(fact.topic()).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    counts
}

/// Failures by reason, the worst first; of equally bad ones, the causes that a diagnosis names come
/// before what failures have in common, and that before what comes close, or explains a single failure, and before
/// what only says the same. Every failure has one reason.
pub fn by_reason<'a>(failures: &'a [Failed], diagnosis: &'a Diagnosis) -> Vec<Reason<'a>> {
    let known = known(diagnosis);
    let mut places: BTreeMap<&CheckId, usize> = BTreeMap::new();
    for (at, (_, checks)) in known.iter().enumerate() {
        for check in *checks {
            places.entry(check).or_insert(at);
        }
    }
    let mut of_known: BTreeMap<usize, Vec<&Failed>> = BTreeMap::new();
    let mut alike: BTreeMap<(&str, FailureKind, &str), Vec<&Failed>> = BTreeMap::new();
    for failed in failures {
        if let Some(at) = places.get(&failed.result.check) {
            of_known.entry(*at).or_default().push(failed);
        } else {
            let document = match failed.kind {
                FailureKind::Protocol => ANY,
                _ => failed.result.document(),
            };
            let group = (document, failed.kind, failed.message.as_str());
            alike.entry(group).or_default().push(failed);
        }
    }
    let of_known = of_known.into_iter();
    let of_known =
        of_known.map(|(at, failed)| Reason::new(known[at].0.clone(), failed, &diagnosis.passed));
    let alike = alike
        .into_iter()
        .map(|((document, kind, message), failed)| {
            let why = Why::Alike {
                document,
                kind,
                message,
            };
            Reason::new(why, failed, &diagnosis.passed)
        });
    let mut reasons: Vec<Reason<'_>> = of_known.chain(alike).collect();
    reasons.sort_by_key(Reason::order);
    reasons
}

/// What a diagnosis says of failures, what is surest first.
fn known(diagnosis: &Diagnosis) -> Vec<(Why<'_>, &[CheckId])> {
    let causes = diagnosis.explanations.iter();
    let causes = causes.map(|it| (Why::Cause(it), it.checks.as_slice()));
    let common = diagnosis.common.iter();
    let common = common.map(|it| (Why::Common(it), it.checks.as_slice()));
    let close = diagnosis.close.iter();
    let close = close.map(|it| (Why::Close(it), it.checks.as_slice()));
    causes.chain(common).chain(close).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Operation;
    use zarr_conform_vectors::Level;

    fn failed(check: &str, kind: FailureKind, found: &str, shape: &str) -> Failed {
        let result = CheckResult {
            check: check.into(),
            operation: Operation::Read,
            level: Level::Must,
            concern: crate::check::Concern::RightData,
            requirements: Vec::new(),
            premise: None,
            comment: String::new(),
            verdict: Verdict::Fail(Box::new(Failure::new(kind, "something else", found))),
            input: Some(format!(
                "a chunk of int8 of shape {shape}, codecs [\"bytes\"]"
            )),
        };
        Failed::of(&result).unwrap()
    }

    fn ids<'a>(failed: &[&'a Failed]) -> Vec<&'a str> {
        failed.iter().map(|it| it.result.check.as_str()).collect()
    }

    /// The title is what the panic says, of a process that ended and of one that refused.
    #[test]
    fn panics_are_told_apart_by_their_messages() {
        let crashed = |check: &str, log: &str| {
            let found = "the implementation ended without answering (exit status: 101)";
            let mut result = failed(check, FailureKind::Crash, found, "[2]").result;
            if let Verdict::Fail(failure) = &mut result.verdict {
                log.clone_into(&mut failure.log);
            }
            Failed::of(&result).unwrap()
        };
        let panic = |at: u32, message: &str| {
            format!("thread 'main' (7) panicked at src/a.rs:{at}:5:\n{message}\nnote: run with")
        };
        let failures = [
            crashed("a/b/c#read", &panic(1, "no chunk 1")),
            crashed("a/b/d#read", &panic(2, "no chunk 2")),
            crashed("a/b/e#read", &panic(1, "overflow")),
            crashed("a/b/f#read", "killed"),
            rejected("a/b/g#read", &panic(3, "no chunk 3")),
        ];
        let diagnosis = Diagnosis::default();
        let reasons = by_reason(&failures, &diagnosis);
        let mut titles: Vec<(&str, usize)> = reasons
            .iter()
            .map(|it| match it.why {
                Why::Alike { message, .. } => (message, it.failed.len()),
                _ => ("", 0),
            })
            .collect();
        titles.sort_unstable();
        let ended = "the implementation ended without answering (exit status: …)";
        let expected = [
            ("no chunk …", 1),
            ("no chunk …", 2),
            ("overflow", 1),
            (ended, 1),
        ];
        assert_eq!(titles, expected);
    }

    fn rejected(check: &str, words: &str) -> Failed {
        let found = format!("refused as invalid: {words}");
        failed(check, FailureKind::RejectedValid, &found, "[2]")
    }

    #[test]
    fn the_worst_comes_first_and_causes_before_what_they_do_not_explain() {
        let wrong = |check: &str, shape: &str| failed(check, FailureKind::WrongData, "x", shape);
        let failures = [
            rejected("b/t/1#read", "no 1"),
            rejected("a/t/1#read", "no 1"),
            rejected("a/t/2#read", "no 2"),
            rejected("a/t/3#read", "never"),
            wrong("a/t/4#read", "[2, 3]"),
            wrong("a/t/5#read", "[3, 2, 1]"),
            wrong("a/t/6#read", "[3]"),
            wrong("a/u/7#read", "[3]"),
            wrong("a/u/8#read", "[3]"),
            wrong("a/u/9#read", "[3]"),
            wrong("a/v/1#read", "[3]"),
        ];
        let cause = |name: &str, checks: &[&str]| Explanation {
            misreading: name.to_owned(),
            checks: checks.iter().map(|it| CheckId::from(*it)).collect(),
            ..Explanation::default()
        };
        let diagnosis = Diagnosis {
            explanations: vec![
                cause("refuses", &["b/t/1#read", "a/t/3#read"]),
                cause("misreads", &["a/t/4#read", "a/t/5#read", "a/t/6#read"]),
                cause("nothing", &["gone#read"]),
                cause("by chance", &["a/v/1#read"]),
            ],
            common: vec![Common {
                features: vec!["shared".to_owned()],
                checks: vec!["a/u/8#read".into(), "a/t/4#read".into()],
                ..Common::default()
            }],
            close: vec![cause("near", &["a/u/8#read", "a/u/9#read"])],
            ..Diagnosis::default()
        };
        let reasons = by_reason(&failures, &diagnosis);
        let told: Vec<_> = reasons
            .iter()
            .map(|reason| match &reason.why {
                Why::Cause(cause) => (cause.misreading.as_str(), ids(&reason.failed)),
                Why::Common(common) => (common.features[0].as_str(), ids(&reason.failed)),
                Why::Close(close) => (close.misreading.as_str(), ids(&reason.failed)),
                Why::Alike { message, .. } => (*message, ids(&reason.failed)),
            })
            .collect();
        let expected = [
            ("misreads", vec!["a/t/6#read", "a/t/4#read", "a/t/5#read"]),
            ("shared", vec!["a/u/8#read"]),
            ("by chance", vec!["a/v/1#read"]),
            ("near", vec!["a/u/9#read"]),
            ("", vec!["a/u/7#read"]),
            ("refuses", vec!["b/t/1#read", "a/t/3#read"]),
            ("no …", vec!["a/t/1#read", "a/t/2#read"]),
        ];
        assert_eq!(told, expected);
        assert_eq!(Reason::topics(&reasons[0].failed), [("a/t", 3)]);
        assert_eq!(reasons[5].document(), "a");
    }

    /// An answer that cannot be judged is one slip of the adapter, whatever was asked.
    #[test]
    fn breaches_of_the_protocol_come_first_and_together() {
        let lacks = "the answer to `open` lacks `data_type`; it has `dtype`";
        let breach = |check: &str| failed(check, FailureKind::Protocol, lacks, "[2]");
        let failures = [
            failed("a/t/1#read", FailureKind::WrongData, "x", "[2]"),
            breach("a/t/2#open"),
            breach("b/t/1#open"),
        ];
        let diagnosis = Diagnosis::default();
        let reasons = by_reason(&failures, &diagnosis);
        assert_eq!(reasons.len(), 2);
        let why = Why::Alike {
            document: ANY,
            kind: FailureKind::Protocol,
            message: lacks,
        };
        assert_eq!(reasons[0].why, why);
    }

    #[test]
    fn checks_of_one_fact_that_failed_in_one_way_are_one_entry() {
        let wrong = |check: &str, found: &str| failed(check, FailureKind::WrongData, found, "[2]");
        let failures = [
            rejected("a/t/1#open", "no 1"),
            rejected("a/t/2#open", "no 1"),
            rejected("a/t/1#read", "no 2"),
            wrong("a/t/3#read", "01"),
            wrong("a/t/3#write", "02"),
        ];
        let diagnosis = Diagnosis::default();
        let reasons = by_reason(&failures, &diagnosis);
        let entries = |at: usize| -> Vec<_> {
            let entries = reasons[at].entries();
            entries.iter().map(|entry| ids(entry)).collect()
        };
        assert_eq!(entries(0), [["a/t/3#read"], ["a/t/3#write"]]);
        assert_eq!(
            entries(1),
            [vec!["a/t/1#open", "a/t/1#read"], vec!["a/t/2#open"]]
        );
    }
    /// `sharding-indexed.name` stood first over a byte order that was wrong.
    #[test]
    fn requirements_that_the_failures_share_come_first() {
        let with = |check: &str, requirements: &[&str]| {
            let mut failed = failed(check, FailureKind::WrongData, "x", "[2]");
            failed.result.requirements = requirements.iter().map(|&it| it.to_owned()).collect();
            failed
        };
        let failures = [
            with("a/t/1#read", &["name", "order"]),
            with("a/t/2#read", &["shape", "order"]),
        ];
        let diagnosis = Diagnosis::default();
        let reasons = by_reason(&failures, &diagnosis);
        assert_eq!(reasons[0].requirements(), ["order", "name", "shape"]);
    }

    /// `array-metadata.mandatory`, which most facts test, stood first over a fill value that was refused.
    #[test]
    fn requirements_that_hardly_any_passed_check_tests_come_first() {
        let mut failed = failed(
            "a/t/1#read",
            FailureKind::RejectedValid,
            "refused: no",
            "[2]",
        );
        failed.result.requirements = ["mandatory", "form"].map(str::to_owned).to_vec();
        let passed = [&["mandatory"; 9][..], &["form"]].concat();
        let diagnosis = Diagnosis {
            passed: Passed::new(["mandatory", "form"], passed),
            ..Diagnosis::default()
        };
        let failures = [failed];
        let reasons = by_reason(&failures, &diagnosis);
        assert_eq!(reasons[0].requirements(), ["form", "mandatory"]);
        let likely = crate::tell::Likely::of(&diagnosis, &failures[0].result);
        assert_eq!(likely.first, ["form", "mandatory"]);
    }
}
