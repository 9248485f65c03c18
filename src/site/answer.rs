//! What results come to for a reader who has to choose: right, refused in part, or wrong.

use std::collections::BTreeMap;

use super::damage::Damaged;
use super::standing::Standing;
use zarr_conform_runner::{CheckResult, FailureKind, Verdict};

/// An answer in one of few states, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    /// Wrong data or metadata, and no error said so.
    Wrong,
    /// No wrong data, but some of it is refused, or fails in another way that is seen.
    Partly,
    /// Every check that could be judged passed.
    Right,
    /// The implementation lacks all of it.
    NotSupported,
    /// Nothing could be judged.
    NotJudged,
}

impl State {
    /// The class that style sheets know it by.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Wrong => "failed",
            Self::Partly => "partly",
            Self::Right => "passed",
            Self::NotSupported => "unsupported",
            Self::NotJudged => "not-asked",
        }
    }

    /// The sign that stands before it, so that nobody needs to see its colour.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Wrong => "✕",
            Self::Partly => "!",
            Self::Right => "✓",
            Self::NotSupported => "–",
            Self::NotJudged => "·",
        }
    }
}

/// A way to fail as a reader meets it, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// Other data or metadata than the specification demands.
    Wrong,
    /// Elements where damage leaves none.
    Overlooked,
    /// Something invalid was treated as valid.
    Accepted,
    /// Right elements, encoded other than the metadata say.
    Unlike,
    /// Something that no implementation can know was claimed, or something that is not there.
    Claimed,
    Refused,
    Crashed,
    NoAnswer,
    OtherAnswer,
    /// Not the same in every run.
    Flaky,
}

impl Way {
    fn of(result: &CheckResult, damaged: &Damaged) -> Option<Self> {
        if let Verdict::Flaky { seen, .. } = &result.verdict {
            let is_wrong =
                |it: &String| it.ends_with("wrong-data") || it.ends_with("wrong-metadata");
            let is_wrong = seen.iter().any(is_wrong);
            return Some(if is_wrong { Self::Wrong } else { Self::Flaky });
        }
        let Standing::Failed(kind) = Standing::of(result) else {
            return None;
        };
        Some(match kind {
            FailureKind::WrongData | FailureKind::WrongMetadata => Self::Wrong,
            FailureKind::NotAsConfigured => Self::Unlike,
            FailureKind::AcceptedInvalid if damaged.is_wrong(result) => Self::Overlooked,
            FailureKind::AcceptedInvalid => Self::Accepted,
            FailureKind::ClaimsUnknown | FailureKind::FalseClaim => Self::Claimed,
            FailureKind::RejectedValid => Self::Refused,
            FailureKind::Crash => Self::Crashed,
            FailureKind::Timeout => Self::NoAnswer,
            FailureKind::Protocol => Self::OtherAnswer,
        })
    }

    fn is_wrong(self) -> bool {
        matches!(self, Self::Wrong | Self::Overlooked)
    }

    /// In one or two words, before how many of how many.
    fn label(self) -> &'static str {
        match self {
            Self::Wrong => "Wrong",
            Self::Overlooked => "Misses damage",
            Self::Accepted => "Accepts",
            Self::Unlike => "Not as configured",
            Self::Claimed => "Claims",
            Self::Refused => "Refuses",
            Self::Crashed => "Crashes",
            Self::NoAnswer => "No answer",
            Self::OtherAnswer => "Fails",
            Self::Flaky => "Differs by run",
        }
    }

    /// Follows a number.
    fn how(self) -> &'static str {
        match self {
            Self::Wrong => "wrong",
            Self::Overlooked => "damage missed",
            Self::Accepted => "accepted",
            Self::Unlike => "not as configured",
            Self::Claimed => "claimed",
            Self::Refused => "refused",
            Self::Crashed => "crash",
            Self::NoAnswer => "without answer",
            Self::OtherAnswer => "fail",
            Self::Flaky => "not the same in every run",
        }
    }
}

/// What required results come to, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answer {
    passed: u64,
    unsupported: u64,
    failed: BTreeMap<Way, u64>,
}

impl Answer {
    /// Of those results that the specification demands.
    pub(super) fn of<'a>(
        results: impl Iterator<Item = &'a CheckResult>,
        damaged: &Damaged,
    ) -> Self {
        let mut answer = Self::default();
        for result in results.filter(|it| it.is_required()) {
            if let Some(way) = Way::of(result, damaged) {
                *answer.failed.entry(way).or_default() += 1;
            }
            match &result.verdict {
                Verdict::Pass { .. } => answer.passed += 1,
                Verdict::Unsupported { .. } => answer.unsupported += 1,
                _ => {}
            }
        }
        answer
    }

    /// Which of few states it is.
    pub(super) fn state(&self) -> State {
        match self.failed.first_key_value() {
            Some((way, _)) if way.is_wrong() => State::Wrong,
            Some(_) => State::Partly,
            None if self.passed > 0 => State::Right,
            None if self.unsupported > 0 => State::NotSupported,
            None => State::NotJudged,
        }
    }

    /// The answer to a question, in one or two words.
    pub(super) fn label(&self) -> &'static str {
        let mut ways = self.leading().map(|(way, _)| way);
        match (self.state(), ways.next(), ways.next()) {
            (State::Wrong | State::Partly, Some(way), None) => way.label(),
            (State::Wrong, ..) => "Wrong",
            (State::Partly, ..) => "Fails",
            (State::Right, ..) if self.unsupported > self.passed => "In part",
            (State::Right, ..) => "Yes",
            (State::NotSupported, ..) => "Not supported",
            (State::NotJudged, ..) => "Not judged",
        }
    }

    /// Whether every check was refused or brought no answer, so that nothing was read or written.
    pub(super) fn is_nothing_done(&self) -> bool {
        let mut ways = self.failed.keys();
        let is_no_answer = |way: &Way| *way >= Way::Refused && *way <= Way::OtherAnswer;
        self.passed == 0 && !self.failed.is_empty() && ways.all(is_no_answer)
    }

    /// How many checks could be judged.
    pub(super) fn judged(&self) -> u64 {
        self.passed + self.failed.values().sum::<u64>()
    }

    /// How many checks need what the implementation lacks.
    pub(super) fn unsupported(&self) -> u64 {
        self.unsupported
    }

    /// How many checks brought about the state: those that gave wrong data, or else those that failed.
    pub(super) fn bad(&self) -> u64 {
        self.leading().map(|(_, number)| number).sum()
    }

    /// The ways to fail that brought about the state.
    fn leading(&self) -> impl Iterator<Item = (Way, u64)> {
        let is_wrong = self.state() == State::Wrong;
        let ways = self.failed.iter().map(|(way, number)| (*way, *number));
        ways.filter(move |(way, _)| way.is_wrong() == is_wrong)
    }

    /// Whether a result is one of those that brought about the state.
    pub(super) fn is_led_by(&self, result: &CheckResult, damaged: &Damaged) -> bool {
        let way = Way::of(result, damaged).filter(|_| result.is_required());
        way.is_some_and(|it| it.is_wrong() == (self.state() == State::Wrong))
    }

    /// How many of how many, and what else there is. Follows the label.
    pub(super) fn detail(&self) -> String {
        let judged = self.judged();
        let mut parts: Vec<String> = Vec::new();
        let how = |(way, number): (Way, u64)| format!("{number} {}", way.how());
        let is_wrong = self.state() == State::Wrong;
        let others = self.failed.iter().map(|(way, number)| (*way, *number));
        match self.state() {
            State::Wrong => {
                let others = others.filter(|(way, _)| way.is_wrong() != is_wrong);
                parts.push(format!("{} of {judged}", self.bad()));
                parts.extend(others.map(how));
            }
            State::Partly if self.failed.len() == 1 => {
                parts.push(format!("{} of {judged}", self.bad()));
            }
            State::Partly => {
                let ways: Vec<String> = self.leading().map(how).collect();
                parts.push(format!("{} of {judged}: {}", self.bad(), ways.join(", ")));
            }
            State::Right => parts.push(format!("all {judged}")),
            State::NotSupported => return format!("all {}", self.unsupported),
            State::NotJudged => {}
        }
        if self.unsupported > 0 {
            parts.push(format!("{} not supported", self.unsupported));
        }
        parts.join(", ")
    }

    /// The classes that style sheets know a cell by.
    pub(super) fn classes(&self) -> String {
        classes(self.state(), self.bad(), self.judged())
    }
}

/// The classes that style sheets know a cell by: its state, and how much of what could be judged is as bad as
/// that says: at most a twentieth, at most a third, more.
pub(super) fn classes(state: State, bad: u64, judged: u64) -> String {
    let much = match bad {
        0 => return state.class().to_owned(),
        bad if bad * 20 <= judged => 1,
        bad if bad * 3 <= judged => 2,
        _ => 3,
    };
    format!("{} much-{much}", state.class())
}

#[cfg(test)]
mod tests {
    use super::*;
    use zarr_conform_runner::{Failure, Operation};
    use zarr_conform_vectors::Level;

    fn failed(kind: FailureKind) -> Verdict {
        Verdict::Fail(Box::new(Failure::new(kind, "1", "2")))
    }

    fn unsupported() -> Verdict {
        Verdict::Unsupported {
            message: String::new(),
        }
    }

    fn answer(level: Level, fact: &str, verdicts: &[Verdict]) -> Answer {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let result = |verdict: &Verdict| CheckResult {
            check: format!("{fact}#read").as_str().into(),
            operation: Operation::Read,
            level,
            concern: zarr_conform_runner::Concern::RightData,
            requirements: Vec::new(),
            premise: None,
            comment: String::new(),
            verdict: verdict.clone(),
            input: None,
        };
        let results: Vec<CheckResult> = verdicts.iter().map(result).collect();
        Answer::of(results.iter(), &Damaged::of(&vectors))
    }

    fn told(verdicts: &[Verdict]) -> (State, &'static str, String) {
        let answer = answer(Level::Must, "transpose/elements/3d-cycle", verdicts);
        (answer.state(), answer.label(), answer.detail())
    }

    #[test]
    fn an_answer_says_how_many_of_how_many() {
        use FailureKind::{Crash, RejectedValid, WrongData};
        let passed = Verdict::passed;
        for (verdicts, state, label, detail) in [
            (vec![passed(), passed()], State::Right, "Yes", "all 2"),
            (
                vec![passed(), unsupported()],
                State::Right,
                "Yes",
                "all 1, 1 not supported",
            ),
            (
                vec![passed(), failed(RejectedValid), unsupported()],
                State::Partly,
                "Refuses",
                "1 of 2, 1 not supported",
            ),
            (
                vec![passed(), failed(RejectedValid), failed(Crash)],
                State::Partly,
                "Fails",
                "2 of 3: 1 refused, 1 crash",
            ),
            (
                vec![failed(RejectedValid), failed(WrongData), passed()],
                State::Wrong,
                "Wrong",
                "1 of 3, 1 refused",
            ),
            (
                vec![unsupported(), unsupported()],
                State::NotSupported,
                "Not supported",
                "all 2",
            ),
            (vec![], State::NotJudged, "Not judged", ""),
        ] {
            assert_eq!(told(&verdicts), (state, label, detail.to_owned()));
        }
    }

    /// It is unknown what the next run gives; where one gave wrong data, the next one may.
    #[test]
    fn what_differs_from_run_to_run_is_as_bad_as_its_worst_run() {
        let flaky = |worst: &str| Verdict::Flaky {
            seen: vec!["pass".to_owned(), worst.to_owned()],
            why: None,
        };
        let (state, label, _) = told(&[flaky("crash")]);
        assert_eq!((state, label), (State::Partly, "Differs by run"));
        assert_eq!(told(&[flaky("other wrong-data")]).0, State::Wrong);
    }

    /// Elements of a damaged chunk are wrong data; metadata with a mistake, treated as valid, are not.
    #[test]
    fn what_is_accepted_is_wrong_where_data_are_damaged() {
        let accepted = [failed(FailureKind::AcceptedInvalid)];
        for (fact, state, label) in [
            ("core/storage-damaged/empty", State::Wrong, "Misses damage"),
            ("core/array-metadata-json/empty", State::Partly, "Accepts"),
        ] {
            let answer = answer(Level::Must, fact, &accepted);
            assert_eq!((answer.state(), answer.label()), (state, label), "{fact}");
        }
    }

    /// What the specification recommends may be refused, but not answered wrong.
    #[test]
    fn only_what_is_required_counts() {
        let of = |kind| {
            answer(
                Level::Should,
                "transpose/elements/3d-cycle",
                &[failed(kind)],
            )
            .state()
        };
        assert_eq!(of(FailureKind::RejectedValid), State::NotJudged);
        assert_eq!(of(FailureKind::WrongData), State::Wrong);
    }

    /// One of a hundred and all but two must not look alike.
    #[test]
    fn how_much_is_bad_shows_in_the_classes() {
        let of = |bad: usize, passed: usize, kind: FailureKind| {
            let mut verdicts = vec![Verdict::passed(); passed];
            verdicts.extend(vec![failed(kind); bad]);
            answer(Level::Must, "transpose/elements/3d-cycle", &verdicts).classes()
        };
        assert_eq!(of(0, 104, FailureKind::WrongData), "passed");
        assert_eq!(of(1, 103, FailureKind::WrongData), "failed much-1");
        assert_eq!(of(102, 2, FailureKind::WrongData), "failed much-3");
        assert_eq!(of(1, 103, FailureKind::RejectedValid), "partly much-1");
        assert_eq!(of(20, 84, FailureKind::RejectedValid), "partly much-2");
        assert_eq!(of(3, 0, FailureKind::RejectedValid), "partly much-3");
    }
}
