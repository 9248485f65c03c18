//! How many bugs get a true cause, or a true description of what their failures have in common. The bugs
//! stand in `bugs.rs`, each with what has to be named; the figures stand in `docs/failures.md`.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test")]

mod bugs;

use bugs::{BUGS, Bug};
use zarr_conform_diagnosis::{ByMisreadings, Suite, in_parallel};
use zarr_conform_protocol::offers;
use zarr_conform_protocol::subject::Stop;
use zarr_conform_reference::Steps;
use zarr_conform_runner::{
    CheckResult, Concern, Diagnosis, Explain as _, Header, Implementation, Outcomes, Selected,
    Verdict,
};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Vectors;

const EDITION: Edition = Edition::V3_1;

/// Each check of an edition, and what comes of it.
struct Judged<'a> {
    suite: Suite<'a>,
    literal: Vec<CheckResult>,
    /// By check, the bugs that may change it.
    touched: Vec<Vec<usize>>,
}

impl<'a> Judged<'a> {
    fn new(vectors: &'a Vectors) -> Self {
        let suite = Suite::new(vectors, EDITION, 1, |_| true);
        let checks: Vec<usize> = (0..suite.plan().len()).collect();
        let rivals: Vec<_> = BUGS.iter().map(|it| it.replacements).collect();
        let touched = suite.touched(&checks, &rivals, &Stop::default());
        let literal = in_parallel(
            &checks,
            || (),
            |(), &at| {
                let (operation, level) = suite.plan().kind(at);
                CheckResult {
                    check: suite.plan().id(at).clone(),
                    operation,
                    level,
                    concern: Concern::RightData,
                    requirements: suite.plan().requirements(at),
                    premise: None,
                    comment: String::new(),
                    verdict: suite.verdict(at, Steps::literal(EDITION)),
                    input: None,
                }
            },
        );
        Self {
            suite,
            literal,
            touched,
        }
    }

    fn outcomes(&self, bug: usize) -> Outcomes {
        let mut outcomes = Outcomes::of(&header());
        for (at, literal) in self.literal.iter().enumerate() {
            let mut result = literal.clone();
            if self.touched[at].contains(&bug) {
                let steps = Steps::literal(EDITION).with(BUGS[bug].replacements);
                result.verdict = self.suite.verdict(at, steps);
            }
            outcomes.note(&result);
        }
        outcomes
    }
}

fn header() -> Header {
    Header {
        format: 2,
        suite: String::new(),
        vectors: String::new(),
        vectors_sha256: String::new(),
        edition: EDITION,
        implementation: Implementation {
            name: String::new(),
            version: String::new(),
            language: String::new(),
            ops: offers().map(str::to_owned).collect(),
            ..Implementation::default()
        },
        selection: Selected::default(),
        checks: 0,
        seed: 1,
    }
}

/// What is named first of a bug, and how many failures are explained or described.
struct Named {
    first: String,
    described: usize,
    close: Vec<(String, usize)>,
    lines: Vec<String>,
}

fn named(diagnosis: &Diagnosis) -> Named {
    let causes = diagnosis.explanations.iter().map(|it| {
        let line = format!("as if {} ({})", it.when, it.misreading);
        (line, it.checks.len())
    });
    let common = diagnosis.common.iter().map(|it| {
        let failed = it.checks.len() as u64;
        let line = format!(
            "fails where {}: {failed} of {}; otherwise {} of {}",
            it.features.join(" and "),
            failed + it.passed,
            it.failed_otherwise,
            it.failed_otherwise + it.passed_otherwise,
        );
        (line, it.checks.len())
    });
    let close = diagnosis.close.iter().map(|it| {
        let line = format!("close to {} ({})", it.when, it.misreading);
        (line, it.checks.len())
    });
    let all: Vec<(String, usize)> = causes.chain(common).collect();
    let most = all.iter().max_by_key(|(_, number)| *number);
    let mut lines: Vec<String> = all
        .iter()
        .map(|(line, number)| format!("{number}: {line}"))
        .collect();
    let close: Vec<(String, usize)> = close.collect();
    lines.extend(
        close
            .iter()
            .map(|(line, number)| format!("{number}: {line}")),
    );
    lines.extend(
        diagnosis
            .refusals
            .iter()
            .take(2)
            .map(|it| format!("{} say {}", it.checks.len(), it.message)),
    );
    Named {
        first: most.map(|(line, _)| line.clone()).unwrap_or_default(),
        described: all.iter().map(|(_, number)| number).sum(),
        close,
        lines,
    }
}

/// Of what fails by a bug, nine in ten failures are explained or described, and what is named of the
/// most says where the bug is; or a misreading of which the bug is a part is said to be close to them.
fn is_shown(bug: &Bug, diagnosis: &Diagnosis, named: &Named) -> bool {
    let failures = usize::try_from(diagnosis.failures).unwrap();
    let is_true = |words: &str| bug.shown.iter().any(|it| words.contains(it));
    let is_close =
        |(words, number): &(String, usize)| is_true(words) && 10 * number >= 9 * failures;
    is_true(&named.first) && 10 * named.described >= 9 * failures
        || named.close.iter().any(is_close)
}

/// How many of these bugs are shown, and how many there are.
fn shown(bugs: impl Fn(&Bug) -> bool) -> (usize, usize) {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let judged = Judged::new(&vectors);
    let passes = |it: &CheckResult| matches!(it.verdict, Verdict::Pass { .. });
    assert!(judged.literal.iter().filter(|it| passes(it)).count() > 1000);
    let (mut shown, mut all) = (0, 0);
    for (at, bug) in BUGS.iter().enumerate().filter(|(_, bug)| bugs(bug)) {
        let outcomes = judged.outcomes(at);
        let diagnosis = ByMisreadings.explain(&outcomes, &vectors, EDITION, &Stop::default());
        let named = named(&diagnosis);
        let is_shown = is_shown(bug, &diagnosis, &named);
        shown += usize::from(is_shown);
        all += 1;
        let mark = if is_shown { "shown" } else { "NOT SHOWN" };
        println!("{mark}: {} ({} failures)", bug.what, diagnosis.failures);
        for line in &named.lines {
            println!("    {line}");
        }
        assert!(diagnosis.failures > 0, "{}", bug.what);
    }
    println!("{shown} of {all} bugs are shown");
    (shown, all)
}

/// Some that were met: the causes of these were not seen before.
#[test]
fn bugs_that_were_met_are_shown() {
    let met = [
        "byte shuffle",
        "inner chunks",
        "checked for its length",
        "NaNs",
        "demands checksum",
    ];
    let (shown, all) = shown(|bug| met.iter().any(|it| bug.what.contains(it)));
    assert_eq!((shown, all), (met.len(), met.len()));
}

#[test]
#[ignore = "it takes minutes; `.ci/step long-tests` runs it"]
fn four_in_five_bugs_are_shown() {
    let (shown, all) = shown(|_| true);
    assert!(5 * shown >= 4 * all, "{shown} of {all}");
}
