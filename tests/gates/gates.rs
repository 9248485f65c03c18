//! The suite's own proof: the reference passes everything, every misreading fails something that
//! names what it breaks, and every fact that must hold excludes some misreading.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::time::Duration;

use zarr_conform::Edition;
use zarr_conform::diagnosis::ReferenceLauncher;
use zarr_conform::misreading::{self, Misreading, Through};
use zarr_conform::runner::{
    CheckResult, Consumer, Event, FailureKind, ReferenceReader, Run, Selection, Summary, Verdict,
};
use zarr_conform::subject::Stop;
use zarr_conform::vector::{Level, Vectors};

/// The two ways in which implementations are asked.
const WAYS: [&[&str]; 2] = [&["encode", "decode", "grid"], &["open", "read", "write"]];

#[derive(Default)]
struct Results {
    checks: Vec<CheckResult>,
    summary: Summary,
}

impl Consumer for Results {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::CheckFinished(result) => self.checks.push((**result).clone()),
            Event::Finished(summary) => self.summary = summary.clone(),
            Event::Started(_) | Event::Diagnosed(_) => {}
        }
        Ok(())
    }
}

fn judge(
    vectors: &Vectors,
    edition: Edition,
    misreading: Option<&'static Misreading>,
    ops: &[&'static str],
    jobs: usize,
) -> Results {
    let launcher = ReferenceLauncher {
        edition,
        misreading,
        ops: ops.to_vec(),
    };
    let run = Run {
        vectors,
        launcher: &launcher,
        reader: &ReferenceReader,
        edition: Some(edition),
        selection: Selection::default(),
        jobs: NonZeroUsize::new(jobs).unwrap(),
        timeout: Duration::from_secs(600),
        explain: None,
        vectors_sha256: String::new(),
        seed: 1,
        memory: zarr_conform::memory::find(),
        stop: Stop::default(),
    };
    let mut results = Results::default();
    run.run(&mut [&mut results]).unwrap();
    results
}

fn is_failure(result: &CheckResult) -> bool {
    matches!(result.verdict, Verdict::Fail(_)) && result.level == Level::Must
}

#[test]
fn the_reference_passes_everything() {
    let vectors = zarr_conform::embedded::vectors().unwrap();
    for edition in Edition::ALL {
        let results = judge(&vectors, edition, None, &[], 2);
        let wrong: Vec<_> = results
            .checks
            .iter()
            .filter(|it| !matches!(it.verdict, Verdict::Pass { .. } | Verdict::Behaviour { .. }))
            .map(|it| (&it.check, &it.verdict))
            .collect();
        assert!(wrong.is_empty(), "edition {edition}: {wrong:#?}");
        assert!(
            results.summary.total.required_passed > 100,
            "edition {edition}"
        );
    }
}

/// What a misreading fails: for each way of asking, the facts and whether one names a requirement
/// that it breaks.
struct Caught {
    name: &'static str,
    through: Through,
    facts: BTreeSet<String>,
    crashes: Vec<String>,
    by_way: [Option<bool>; 2],
}

fn caught(vectors: &Vectors, misreading: &'static Misreading) -> Caught {
    let mut caught = Caught {
        name: misreading.name,
        through: misreading.through,
        facts: BTreeSet::new(),
        crashes: Vec::new(),
        by_way: [None; 2],
    };
    for edition in misreading.editions {
        for (way, ops) in WAYS.iter().enumerate() {
            for result in judge(vectors, *edition, Some(misreading), ops, 1).checks {
                if matches!(&result.verdict, Verdict::Fail(failure) if failure.kind == FailureKind::Crash)
                {
                    caught.crashes.push(result.check.to_string());
                } else if is_failure(&result) {
                    let names = result
                        .requirements
                        .iter()
                        .any(|id| misreading.requirements.contains(&id.as_str()));
                    caught.by_way[way] = Some(caught.by_way[way].unwrap_or(false) || names);
                    caught.facts.insert(result.check.fact().to_string());
                }
            }
        }
    }
    caught
}

/// All misreadings, on two threads.
fn all_caught(vectors: &Vectors) -> Vec<Caught> {
    let rest = Mutex::new(misreading::all());
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let next = rest.lock().unwrap().next();
                    let Some(misreading) = next else { return };
                    let caught = caught(vectors, misreading);
                    found.lock().unwrap().push(caught);
                }
            });
        }
    });
    found.into_inner().unwrap()
}

#[test]
fn every_misreading_is_caught_and_every_fact_catches_one() {
    let vectors = zarr_conform::embedded::vectors().unwrap();
    let mut problems = Vec::new();
    let mut excluded: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for caught in all_caught(&vectors) {
        let name = caught.name;
        problems.extend(
            caught
                .crashes
                .iter()
                .map(|check| format!("{name} crashes in {check}")),
        );
        let ways = ["encode, decode, grid", "open, read, write"];
        let expected = [caught.through.operations, caught.through.stores];
        for ((way, result), is_expected) in ways.iter().zip(caught.by_way).zip(expected) {
            match result {
                _ if !is_expected => {}
                None => problems.push(format!("{} fails nothing through {way}", caught.name)),
                Some(false) => problems.push(format!(
                    "{} fails no fact about what it breaks, through {way}",
                    caught.name
                )),
                Some(true) => {}
            }
        }
        for fact in caught.facts {
            excluded.entry(fact).or_default().push(caught.name);
        }
    }
    for fact in vectors
        .facts()
        .iter()
        .filter(|fact| fact.level == Level::Must)
    {
        if !excluded.contains_key(&fact.id) {
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
