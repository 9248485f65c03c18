//! A case that fails is asked again by itself: only what fails then, too, is a cause.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::BTreeSet;

use rstest::rstest;
use zarr_conform_diagnosis::Reference;
use zarr_conform_fuzz::{Again, AnyCase, Ask, Cause, Choices, Finds, Hunt, told};
use zarr_conform_protocol::subject::{Operations as _, Stop};
use zarr_conform_reference::misreading;
use zarr_conform_runner::{
    Check, EndedEarly, Failure, FailureKind, ReferenceReader, Verdict, Within,
};
use zarr_conform_terms::Edition;

const EDITION: Edition = Edition::V3_1;
const SEED: u64 = 1;
const CASES: u64 = 200;
/// No case has more checks.
const OF_ONE_CASE: usize = 16;

/// Judges each check by itself, of which so many were asked at once.
struct Judging<F> {
    at_once: usize,
    judge: F,
}

impl<F: FnMut(&Check, usize) -> Verdict> Ask for Judging<F> {
    fn ask(&mut self, checks: Vec<Check>) -> Result<Vec<Verdict>, EndedEarly> {
        let number = checks.len();
        let verdicts = checks.iter().map(|check| (self.judge)(check, number));
        Ok(verdicts.collect())
    }

    fn at_once(&self) -> usize {
        self.at_once
    }
}

/// What a misreading makes of a check; without one, the reference.
fn judged(name: Option<&str>, check: &Check) -> Verdict {
    let inside = name.map_or_else(
        || Reference::new(EDITION),
        |name| Reference::misread(misreading::named(name).unwrap(), EDITION),
    );
    let within = Within {
        hello: Reference::new(EDITION).hello(),
        reader: &ReferenceReader,
        edition: EDITION,
    };
    within.judge(check, &inside)
}

fn hunted(at_once: usize, judge: impl FnMut(&Check, usize) -> Verdict) -> Finds {
    hunted_and(false, at_once, judge)
}

fn hunted_and(avoids: bool, at_once: usize, judge: impl FnMut(&Check, usize) -> Verdict) -> Finds {
    let choices = Choices::all(EDITION);
    let mut hunt = Hunt::new(&choices, SEED);
    hunt.avoids = avoids;
    let mut numbers = 0..CASES;
    let mut ask = Judging { at_once, judge };
    hunt.run(&mut ask, &mut || numbers.next()).unwrap();
    hunt.finds().clone()
}

/// The numbers of the cases that a misreading fails.
fn failing(name: &str) -> BTreeSet<u64> {
    let choices = Choices::all(EDITION);
    let is_failed = |number: &u64| {
        let checks = AnyCase::nth(SEED, *number, &choices).checks(EDITION);
        let mut verdicts = checks
            .unwrap()
            .into_iter()
            .map(|it| judged(Some(name), &it));
        verdicts.any(|it| matches!(it, Verdict::Fail(_)))
    };
    (0..CASES).filter(is_failed).collect()
}

fn counted(finds: &Finds) -> u64 {
    finds.causes.iter().map(|it| it.count).sum()
}

fn fleeting(finds: &Finds) -> BTreeSet<u64> {
    assert!(finds.passed.iter().all(|it| !finds.fleeting.contains(it)));
    finds.fleeting.iter().copied().collect()
}

#[test]
fn what_fails_only_together_with_others_is_fleeting_and_no_cause() {
    let finds = hunted(usize::MAX, |check, number| {
        judged((number > OF_ONE_CASE).then_some("order-inverted"), check)
    });
    assert!(finds.causes.is_empty(), "{:?}", finds.causes);
    assert!(!finds.fleeting.is_empty());
    assert_eq!(fleeting(&finds), failing("order-inverted"));
    assert_eq!(finds.cases, CASES);
}

#[rstest]
#[case::alone(1)]
#[case::together(usize::MAX)]
fn what_fails_once_is_fleeting_and_no_cause(#[case] at_once: usize) {
    let mut seen = BTreeSet::new();
    let finds = hunted(at_once, |check, _| {
        let is_first = seen.insert(format!("{check:?}"));
        judged(is_first.then_some("order-inverted"), check)
    });
    assert!(finds.causes.is_empty(), "{:?}", finds.causes);
    assert_eq!(fleeting(&finds), failing("order-inverted"));
}

#[rstest]
#[case::alone(1)]
#[case::together(usize::MAX)]
fn what_fails_alone_too_is_a_cause(#[case] at_once: usize) {
    let finds = hunted(at_once, |check, _| judged(Some("order-inverted"), check));
    assert_eq!(finds.fleeting, [0; 0]);
    let failing = failing("order-inverted");
    assert_eq!(counted(&finds), failing.len() as u64);
    assert!(finds.causes.iter().all(|it| failing.contains(&it.number)));
}

/// Whether some cause is explained by a misreading.
fn is_explained(finds: &Finds) -> bool {
    let told = told(finds, SEED, &Choices::all(EDITION), &Stop::default()).unwrap();
    told.iter().any(|it| !it.misreadings.is_empty())
}

/// Memory that was never written to is often zero, as are the elements of who skips a chunk.
#[test]
fn what_changes_is_explained_by_nothing() {
    let same = hunted(1, |check, _| judged(Some("order-inverted"), check));
    assert!(same.causes.iter().all(|it| it.again == Again::Same));
    assert!(is_explained(&same));
    let mut asked = 0_u64;
    let changing = hunted(1, |check, _| match judged(Some("order-inverted"), check) {
        Verdict::Fail(mut failure) => {
            asked += 1;
            if asked.is_multiple_of(5) {
                failure.found = format!("chance {asked}");
                failure.difference = None;
            }
            Verdict::Fail(failure)
        }
        verdict => verdict,
    });
    assert!(changing.causes.iter().any(|it| it.again == Again::Changes));
    for cause in told(&changing, SEED, &Choices::all(EDITION), &Stop::default()).unwrap() {
        let is_same = cause.cause.again == Again::Same;
        assert!(is_same || cause.misreadings.is_empty());
    }
}

/// Somebody who answers once, all cases together, and then is interrupted.
struct Interrupted(bool);

impl Ask for Interrupted {
    fn ask(&mut self, checks: Vec<Check>) -> Result<Vec<Verdict>, EndedEarly> {
        if std::mem::replace(&mut self.0, true) {
            return Err(EndedEarly::Interrupted);
        }
        let verdicts = checks.iter().map(|it| judged(Some("order-inverted"), it));
        Ok(verdicts.collect())
    }

    fn at_once(&self) -> usize {
        usize::MAX
    }
}

#[test]
fn what_failed_before_an_interruption_is_told_as_it_is() {
    let choices = Choices::all(EDITION);
    let hunt = Hunt::new(&choices, SEED);
    let mut numbers = 0..CASES;
    let mut ask = Interrupted(false);
    let ended = hunt.run(&mut ask, &mut || numbers.next());
    assert!(matches!(ended, Err(EndedEarly::Interrupted)), "{ended:?}");
    let (finds, failing) = (hunt.finds().clone(), failing("order-inverted"));
    assert_eq!(finds.fleeting, [0; 0]);
    assert_eq!(counted(&finds), failing.len() as u64);
    for cause in &finds.causes {
        assert!(failing.contains(&cause.number) && cause.again == Again::NotAsked);
        assert_eq!(cause.case, AnyCase::nth(SEED, cause.number, &choices));
    }
}

/// Elements are wrong only together with others; alone, metadata are.
#[test]
fn what_fails_otherwise_alone_is_told_as_it_fails_alone() {
    let finds = hunted(usize::MAX, |check, number| {
        match judged(Some("order-inverted"), check) {
            Verdict::Fail(mut failure) if number <= OF_ONE_CASE => {
                failure.kind = FailureKind::WrongMetadata;
                Verdict::Fail(failure)
            }
            verdict => verdict,
        }
    });
    assert_eq!(finds.fleeting, [0; 0]);
    let kinds: Vec<_> = finds.by_kind().into_iter().collect();
    let failing = failing("order-inverted").len() as u64;
    assert_eq!(kinds, [(FailureKind::WrongMetadata, failing)]);
}

/// Whether what is known to fail has another cause on top is looked at now and then.
#[test]
fn of_cases_about_what_is_known_to_fail_one_in_eight_is_asked() {
    let judge =
        |_: &Check, _| Verdict::Fail(Box::new(Failure::new(FailureKind::WrongData, "", "")));
    let finds = hunted_and(true, 1, judge);
    assert_eq!(finds.cases + finds.avoided, CASES);
    assert_eq!(counted(&finds), finds.cases);
    // So many are asked in any case, to tell misreadings apart.
    let enough = 16;
    let looked_at = CASES / 8;
    assert!(
        (looked_at..enough + 2 * looked_at).contains(&finds.cases),
        "{}",
        finds.cases
    );
}

#[test]
fn a_simpler_form_takes_the_place_and_the_count_of_what_it_is_a_form_of() {
    let judge = |check: &Check, _| judged(Some("order-inverted"), check);
    let any = hunted(1, judge).causes.remove(0);
    let cause = |features: &[&str], count: u64, number: u64| Cause {
        features: features.iter().map(ToString::to_string).collect(),
        count,
        number,
        ..any.clone()
    };
    let mut finds = Finds::default();
    finds.take(cause(&["a", "b"], 3, 5));
    finds.take(cause(&["d"], 1, 6));
    finds.take(cause(&["a", "c"], 2, 4));
    finds.take(cause(&["a"], 1, 9));
    finds.take(cause(&["a", "e"], 1, 11));
    let told: Vec<_> = finds
        .causes
        .iter()
        .map(|it| (it.count, it.number))
        .collect();
    assert_eq!(told, [(7, 4), (1, 6)]);
}
