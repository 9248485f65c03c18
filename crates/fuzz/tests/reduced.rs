//! What fails is reduced as far as it can be, in bounded time, and who fails at that is not given up.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rstest::rstest;
use zarr_conform_diagnosis::Reference;
use zarr_conform_fuzz::{AnyCase, Ask, Choices, Finds, Hunt, Made};
use zarr_conform_protocol::subject::{
    self, Fault, FaultKind, InProcess, Launcher, StartError, Stop, Subject,
};
use zarr_conform_protocol::{Answer, Request};
use zarr_conform_runner::{
    Asking, Check, EndedEarly, Failure, FailureKind, ReferenceReader, Verdict, Worker, Workspace,
};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Level;

const EDITION: Edition = Edition::V3_1;
const SEED: u64 = 1;
const AT_ONCE: usize = 64;

/// What is asked of it, and in which order.
#[derive(Debug, PartialEq)]
enum Event {
    ExpectFailures,
    /// Checks of so many cases, the failing ones of them.
    Asked(usize),
}

/// Fails everything in one way.
struct Failing {
    kind: FailureKind,
    /// Words of the failure of a check.
    words: fn(&Check) -> String,
    events: Vec<Event>,
}

impl Failing {
    fn new(kind: FailureKind) -> Self {
        Self {
            kind,
            words: |_| String::new(),
            events: Vec::new(),
        }
    }
}

impl Ask for Failing {
    fn ask(&mut self, checks: Vec<Check>) -> Result<Vec<Verdict>, EndedEarly> {
        // The checks of a case have different operations; the next case begins with one that was there.
        let mut cases = 0;
        let mut operations = BTreeSet::new();
        for check in &checks {
            if !operations.insert(check.id.to_string()) || cases == 0 {
                operations = BTreeSet::from([check.id.to_string()]);
                cases += 1;
            }
        }
        self.events.push(Event::Asked(cases));
        let verdicts = checks.iter().map(|check| {
            let failure = Failure::new(self.kind, "", (self.words)(check));
            Verdict::Fail(Box::new(failure))
        });
        Ok(verdicts.collect())
    }

    fn at_once(&self) -> usize {
        AT_ONCE
    }

    fn expect_failures(&mut self) {
        self.events.push(Event::ExpectFailures);
    }
}

fn hunted(
    ask: &mut dyn Ask,
    choices: &Choices,
    numbers: &[u64],
    most_time: Option<Duration>,
) -> Result<Finds, EndedEarly> {
    let mut hunt = Hunt::new(choices, SEED);
    hunt.avoids = false;
    if let Some(most_time) = most_time {
        hunt.most_time = most_time;
    }
    let mut numbers = numbers.iter().copied();
    hunt.run(ask, &mut || numbers.next())?;
    Ok(hunt.finds().clone())
}

/// A case that must be supported, and can be reduced in more ways than this.
fn with_ways(ways: usize, choices: &Choices) -> (u64, AnyCase) {
    let is_it = |case: &AnyCase| {
        let checks = case.checks(choices.edition).unwrap();
        checks.iter().all(|it| it.level == Level::Must)
            && matches!(case.made, Made::Valid(_))
            && case.record().simpler().len() > ways
    };
    let mut cases = (0..).map(|number| (number, AnyCase::nth(SEED, number, choices)));
    cases.find(|(_, case)| is_it(case)).unwrap()
}

#[test]
fn what_there_is_no_time_to_reduce_is_told_as_it_is() {
    let choices = Choices::all(EDITION);
    let (number, case) = with_ways(60, &choices);
    let mut ask = Failing::new(FailureKind::WrongData);
    let finds = hunted(&mut ask, &choices, &[number], Some(Duration::ZERO)).unwrap();
    assert_eq!(finds.causes[0].case, case);
    assert_eq!((finds.causes.len(), finds.causes[0].count), (1, 1));
    let finds = hunted(&mut ask, &choices, &[number], None).unwrap();
    assert!(finds.causes[0].features.len() < case.features().len());
}

/// Before it is asked by itself, and before each time that simpler cases are.
#[rstest]
#[case::a_wrong_answer(FailureKind::WrongData, false)]
#[case::a_hang(FailureKind::Timeout, true)]
#[case::a_crash(FailureKind::Crash, true)]
fn who_is_asked_what_fails_is_told_so_and_what_ends_it_is_asked_one_by_one(
    #[case] kind: FailureKind,
    #[case] is_one_by_one: bool,
) {
    let choices = Choices::all(EDITION);
    let (number, _) = with_ways(60, &choices);
    let mut ask = Failing::new(kind);
    hunted(&mut ask, &choices, &[number], None).unwrap();
    let mut events = ask.events.into_iter();
    assert_eq!(events.next(), Some(Event::Asked(1)));
    let rest: Vec<Event> = events.collect();
    assert!(rest.len() > 6, "{rest:?}");
    let (told, asked): (Vec<_>, Vec<_>) = rest.chunks(2).map(|it| (&it[0], &it[1])).unzip();
    assert!(told.iter().all(|it| **it == Event::ExpectFailures));
    assert_eq!(
        asked.iter().all(|it| **it == Event::Asked(1)),
        is_one_by_one
    );
}

/// Ends at every request but `hello`: in one way while its first case is asked, and asked again, and in
/// another from then on, so that nothing is a simpler form of the first.
#[derive(Default)]
struct Dying {
    starts: AtomicUsize,
}

impl Launcher for Dying {
    fn launch(&self) -> Result<Box<dyn Subject>, StartError> {
        let other = Fault::protocol("a warning");
        let fault = match self.starts.fetch_add(1, Ordering::Relaxed) {
            0..4 => Fault {
                kind: FaultKind::Crash("signal 11".to_owned()),
                ..other
            },
            _ => other,
        };
        let reference = Reference::new(EDITION).offering(&["open", "read"]);
        Ok(Box::new(Ending {
            hello: InProcess::new(reference),
            fault,
        }))
    }
}

struct Ending {
    hello: InProcess<Reference>,
    fault: Fault,
}

impl Subject for Ending {
    fn send(&mut self, request: &Request) -> Result<(), Fault> {
        match request.id {
            0 => self.hello.send(request),
            _ => Ok(()),
        }
    }

    fn receive(&mut self, deadline: Instant, stop: &Stop) -> Result<Answer, Fault> {
        let answer = self.hello.receive(deadline, stop);
        answer.map_err(|_| self.fault.clone())
    }
}

#[test]
fn a_hunt_goes_on_though_every_simpler_case_ends_the_process() {
    let launcher = Dying::default();
    let (stop, timeout) = (Stop::default(), Duration::from_secs(600));
    let workspace = Workspace::new(None).unwrap();
    let asking = Asking {
        launcher: &launcher,
        timeout,
        workspace: &workspace,
        reader: &ReferenceReader,
        edition: EDITION,
        keep: None,
        stop: &stop,
    };
    let started = subject::start(&launcher, timeout, &stop).unwrap();
    let choices = Choices {
        ops: started.hello.ops.clone(),
        ..Choices::all(EDITION)
    };
    let mut worker = Worker::new(&asking, started);
    let (number, _) = with_ways(150, &choices);
    let finds = hunted(&mut worker, &choices, &[number], None).unwrap();
    assert_eq!(finds.causes[0].signature.kind, FailureKind::Crash);
    // So many in a row end a run.
    let starts = launcher.starts.load(Ordering::Relaxed);
    assert!(starts > 50, "{starts}");
}

/// Each failure has words of its own until there are so many that no more are distinguished.
#[test]
fn what_fails_as_before_is_counted_however_many_causes_there_are() {
    let choices = Choices {
        most_elements: 1,
        ..Choices::all(EDITION)
    };
    let mut ask = Failing {
        words: |check| format!("refused: {check:?}"),
        ..Failing::new(FailureKind::RejectedValid)
    };
    let (first, _) = with_ways(0, &choices);
    let mut count = |again: usize| {
        let again = std::iter::repeat_n(first, again);
        let numbers = (first..600).chain(again).collect::<Vec<u64>>();
        let finds = hunted(&mut ask, &choices, &numbers, Some(Duration::ZERO)).unwrap();
        assert_eq!(finds.causes.len(), 200);
        let cause = finds.causes.iter().find(|it| it.number == first);
        cause.unwrap().count
    };
    assert_eq!(count(6), count(0) + 6);
}
