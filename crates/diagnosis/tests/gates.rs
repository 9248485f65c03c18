//! The suite's own proof: the reference passes everything, every misreading fails something that
//! names what it breaks, and every fact that must hold excludes some misreading.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::num::NonZeroUsize;
use std::time::Duration;

use zarr_conform_diagnosis::{ReferenceLauncher, Suite, in_parallel, replacements};
use zarr_conform_protocol::subject::Stop;
use zarr_conform_reference::Steps;
use zarr_conform_reference::misreading::{self, Misreading};
use zarr_conform_runner::{
    CheckResult, Consumer, Event, FailureKind, Memory, ReferenceReader, Run, Selection, Verdict,
};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Level, Vectors};

/// The three ways in which implementations are asked.
const WAYS: [&[&str]; 3] = [
    &["encode", "decode", "grid"],
    &[
        "open",
        "read",
        "write",
        "create",
        "path",
        "through",
        "consolidated",
    ],
    &[
        "node",
        "children",
        "walk",
        "create",
        "create_group",
        "set_attributes",
        "delete",
        "consolidate",
        "path",
        "through",
        "consolidated",
    ],
];

/// How a misreading fails a check.
fn failed(verdict: &Verdict) -> Option<FailureKind> {
    match verdict {
        Verdict::Fail(failure) => Some(failure.kind),
        _ => None,
    }
}

/// In a whole run, where a refusal passes only if its twin does.
#[test]
fn the_reference_passes_everything() {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    for edition in Edition::ALL {
        let results = judge(&vectors, edition, None);
        let wrong: Vec<_> = results
            .iter()
            .filter(|it| !matches!(it.verdict, Verdict::Pass { .. } | Verdict::Behaviour { .. }))
            .map(|it| (&it.check, &it.verdict))
            .collect();
        assert!(wrong.is_empty(), "edition {edition}: {wrong:#?}");
        let required = results.iter().filter(|it| it.is_required());
        assert!(required.count() > 100, "edition {edition}");
    }
}

fn every_check(suite: &Suite<'_>) -> Vec<usize> {
    (0..suite.plan().len()).collect()
}

/// What is known by the checks that were asked so far.
struct Known {
    /// By the name of each misreading that fails something.
    caught: BTreeMap<&'static str, Caught>,
    /// Facts that must hold and exclude no misreading yet.
    open: BTreeSet<String>,
}

/// What a misreading fails: for each way of asking, whether some fact names a requirement that it breaks.
#[derive(Default)]
struct Caught {
    crashes: Vec<String>,
    by_way: [Option<bool>; 3],
}

/// How many checks are asked before it is seen which answers would say nothing new.
const SHARE: usize = 200;

fn misreadings_of(edition: Edition) -> Vec<&'static Misreading> {
    misreading::all()
        .filter(|it| it.editions.contains(&edition))
        .collect()
}

/// All checks of an edition with their positions, asked in one way.
fn suite(vectors: &Vectors, edition: Edition, way: usize) -> (Suite<'_>, Vec<usize>) {
    let suite = Suite::new(vectors, edition, 1, |_| true).offering(WAYS[way]);
    let checks = every_check(&suite);
    (suite, checks)
}

/// Whether something is asked in edition 3.1, and need not be asked in 3.0 as well: what the two share differs
/// little, and one failure is enough. The unit tests of diagnosis ask everything in every edition, once a week.
fn is_asked_later(edition: Edition, editions: &[Edition]) -> bool {
    edition == Edition::V3_0 && editions.contains(&Edition::V3_1)
}

/// Asks all misreadings what they may answer otherwise than the text: what one does not touch has the verdict of the
/// literal reference. What would say nothing new is not asked; the unit tests of diagnosis ask it, and see who crashes.
fn all_caught(vectors: &Vectors) -> Known {
    let facts = vectors.facts().iter();
    let facts = facts.filter(|fact| fact.level == Level::Must);
    let mut all = Known {
        caught: BTreeMap::new(),
        open: facts.map(|fact| fact.id.clone()).collect(),
    };
    for edition in Edition::ALL {
        let (shared, own): (Vec<_>, Vec<_>) = misreadings_of(edition)
            .into_iter()
            .partition(|it| is_asked_later(edition, it.editions));
        for way in 0..WAYS.len() {
            let (suite, checks) = suite(vectors, edition, way);
            ask(&suite, way, &own, &checks, &mut all);
            let is_left = |at: &usize| {
                let fact = vectors.fact(suite.plan().id(*at).fact().as_str());
                fact.is_some_and(|it| !is_asked_later(edition, &it.editions))
            };
            let left: Vec<usize> = checks.into_iter().filter(is_left).collect();
            ask(&suite, way, &shared, &left, &mut all);
        }
    }
    all
}

/// Asks misreadings of the edition of a suite these checks, and takes note of what fails.
fn ask(
    suite: &Suite<'_>,
    way: usize,
    misreadings: &[&'static Misreading],
    checks: &[usize],
    known: &mut Known,
) {
    let edition = suite.plan().derivation().edition;
    let touched = suite.touched(checks, &replacements(misreadings), &Stop::default());
    for (checks, touched) in checks.chunks(SHARE).zip(touched.chunks(SHARE)) {
        let wanted = checks.iter().zip(touched).map(|(&at, rivals)| {
            let rivals = rivals.iter().copied();
            let is_wanted = |rival: &usize| known.lacks(suite, at, way, misreadings[*rival]);
            (at, rivals.filter(is_wanted).collect())
        });
        let asked: Vec<(usize, Vec<usize>)> = wanted.collect();
        let failed = in_parallel(
            &asked,
            || (),
            |(), (at, rivals)| {
                let verdicts = rivals.iter().map(|&rival| {
                    let steps = misreadings[rival].steps(edition);
                    (rival, suite.verdict(*at, steps))
                });
                let failed = verdicts.filter_map(|(rival, it)| Some((rival, failed(&it)?)));
                failed.collect::<Vec<_>>()
            },
        );
        for ((at, _), failed) in asked.iter().zip(failed) {
            for (rival, kind) in failed {
                known.note(suite, *at, kind, way, misreadings[rival]);
            }
        }
    }
}

/// The facts of which some check is required.
fn demanded(vectors: &Vectors) -> BTreeSet<String> {
    let mut demanded = BTreeSet::new();
    for edition in Edition::ALL {
        for way in 0..WAYS.len() {
            let (suite, checks) = suite(vectors, edition, way);
            let required = checks
                .iter()
                .filter(|at| suite.check(**at).level == Level::Must);
            demanded.extend(required.map(|at| suite.plan().id(*at).fact().to_string()));
        }
    }
    demanded
}

impl Known {
    /// Whether what a misreading gives for a check would say something new.
    fn lacks(&self, suite: &Suite<'_>, at: usize, way: usize, misreading: &Misreading) -> bool {
        let caught = self.caught.get(misreading.name);
        caught.is_none_or(|it| it.by_way[way] != Some(true))
            || self.open.contains(suite.plan().id(at).fact().as_str())
    }

    /// Takes note of a check that failed.
    fn note(
        &mut self,
        suite: &Suite<'_>,
        at: usize,
        kind: FailureKind,
        way: usize,
        misreading: &Misreading,
    ) {
        let id = suite.plan().id(at);
        let caught = self.caught.entry(misreading.name).or_default();
        if kind == FailureKind::Crash {
            caught.crashes.push(id.to_string());
        } else if matches!(suite.check(at).level, Level::Must | Level::Should)
            || kind.is_wrong_answer()
        {
            let requirements = suite.plan().requirements(at);
            let mut requirements = requirements.iter();
            let names = requirements.any(|id| misreading.requirements.contains(&id.as_str()));
            caught.by_way[way] = Some(caught.by_way[way].unwrap_or(false) || names);
            self.open.remove(id.fact().as_str());
        }
    }
}

#[test]
fn every_misreading_is_caught_and_every_fact_catches_one() {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let mut problems = Vec::new();
    let mut known = all_caught(&vectors);
    let demanded = demanded(&vectors);
    for misreading in misreading::all() {
        let name = misreading.name;
        let caught = known.caught.remove(name).unwrap_or_default();
        problems.extend(
            caught
                .crashes
                .iter()
                .map(|check| format!("{name} crashes in {check}")),
        );
        let ways = [
            "encode, decode, grid",
            "open, read, write",
            "node, children, walk",
        ];
        let through = misreading.through;
        let expected = [through.operations, through.stores, through.nodes];
        for ((way, result), is_expected) in ways.iter().zip(caught.by_way).zip(expected) {
            match result {
                _ if !is_expected => {}
                None => problems.push(format!("{name} fails nothing through {way}")),
                Some(false) => problems.push(format!(
                    "{name} fails no fact about what it breaks, through {way}"
                )),
                Some(true) => {}
            }
        }
    }
    let facts = vectors.facts().iter();
    for fact in facts.filter(|fact| known.open.contains(&fact.id)) {
        // What binds the writer demands nothing where creating is only permitted: with keys of version 2.
        let is_demanded = fact.binds.is_everybody() || demanded.contains(&fact.id);
        if is_demanded {
            problems.push(format!("{} excludes no misreading", fact.id));
        }
    }
    problems.sort();
    assert!(
        problems.is_empty(),
        "{} problems:\n{}",
        problems.len(),
        problems.join("\n")
    );
}

/// What the gates rest on: a misreading has the verdict of the literal reference wherever it gives
/// the same for every step that the literal reference takes. Asks every misreading every check.
#[test]
#[ignore = "it takes minutes; `.ci/step long-tests` runs it"]
fn what_a_misreading_does_not_touch_it_answers_literally() {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    for edition in Edition::ALL {
        assert_untouched_are_literal(&vectors, edition, &misreadings_of(edition));
    }
}

/// The same of one misreading in thirty.
#[test]
fn what_some_misreadings_do_not_touch_they_answer_literally() {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    for (at, edition) in Edition::ALL.into_iter().enumerate() {
        let misreadings = misreadings_of(edition);
        let some: Vec<_> = misreadings.into_iter().skip(at).step_by(90).collect();
        assert_untouched_are_literal(&vectors, edition, &some);
    }
}

fn assert_untouched_are_literal(
    vectors: &Vectors,
    edition: Edition,
    misreadings: &[&'static Misreading],
) {
    let suite = Suite::new(vectors, edition, 1, |_| true);
    let checks = every_check(&suite);
    let touched = suite.touched(&checks, &replacements(misreadings), &Stop::default());
    let asked: Vec<(usize, Vec<usize>)> = checks.into_iter().zip(touched).collect();
    let numbers = in_parallel(
        &asked,
        || (),
        |(), (at, touched)| {
            let literal = suite.verdict(*at, Steps::literal(edition));
            for (rival, misreading) in misreadings.iter().enumerate() {
                if !touched.contains(&rival) {
                    let verdict = suite.verdict(*at, misreading.steps(edition));
                    let check = suite.plan().id(*at);
                    assert_eq!(verdict, literal, "{check}, {}, {edition}", misreading.name);
                }
            }
            touched.len()
        },
    );
    assert!(numbers.iter().sum::<usize>() > 0, "nothing is touched");
}

/// The results of checks, as a run reports them.
#[derive(Default)]
struct Results(Vec<CheckResult>);

impl Consumer for Results {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        if let Event::CheckFinished(result) = event {
            self.0.push((**result).clone());
        }
        Ok(())
    }
}

/// Judges the reference, or a misreading, with stores in folders.
fn judge(
    vectors: &Vectors,
    edition: Edition,
    misreading: Option<&'static Misreading>,
) -> Vec<CheckResult> {
    let launcher = ReferenceLauncher {
        edition,
        misreading,
        ops: Vec::new(),
    };
    let run = Run {
        vectors,
        launcher: &launcher,
        reader: &ReferenceReader,
        edition: Some(edition),
        selection: Selection::default(),
        jobs: NonZeroUsize::new(2).unwrap(),
        keep: None,
        isolated: Vec::new(),
        timeout: Duration::from_secs(600),
        explain: None,
        describe_passes: false,
        vectors_sha256: String::new(),
        seed: 1,
        memory: Some(IN_MEMORY),
        stop: Stop::default(),
    };
    let mut results = Results::default();
    run.run(&mut [&mut results]).unwrap();
    results.0
}

/// Folders are laid out on a file system in memory, where the machine has one: to a disk, most of the time
/// goes.
const IN_MEMORY: Memory = Memory {
    folder: "/dev/shm",
    free: |_| u64::MAX,
};

/// What is proved in memory holds for requests over the protocol, with stores in folders: each
/// misreading fails the same checks in the same way.
#[test]
fn memory_and_folders_give_the_same_verdicts() {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    for (at, edition) in Edition::ALL.into_iter().enumerate() {
        let misreadings = misreadings_of(edition);
        let suite = Suite::new(&vectors, edition, 1, |_| true);
        for misreading in misreadings.into_iter().skip(7 * at).take(1) {
            let results = judge(&vectors, edition, Some(misreading));
            assert_eq!(results.len(), suite.plan().len());
            for (at, result) in results.iter().enumerate() {
                let verdict = suite.verdict(at, misreading.steps(edition));
                let failure = |verdict: &Verdict| match verdict {
                    // Words may name a folder.
                    Verdict::Fail(it) if it.kind == FailureKind::RejectedValid => {
                        Some((it.kind, String::new()))
                    }
                    Verdict::Fail(it) => Some((it.kind, it.found.clone())),
                    _ => None,
                };
                let (found, expected) = (failure(&verdict), failure(&result.verdict));
                assert_eq!(found, expected, "{}, {}", result.check, misreading.name);
            }
        }
    }
}
