//! `--repeat`: what is not the same in every run, in every form of the report.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;

use crate::support::{List, OFFERS, REFUSES_GRIDS, counting_double, double, judge, refuses_grids};
use tempfile::TempDir;
use zarr_conform::runner::Verdict;

/// A stand-in whose process of each odd number refuses grids.
struct Flaky {
    folder: TempDir,
}

impl Flaky {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder }
    }

    fn command(&self, mode: &str, trigger: &str) -> String {
        counting_double(mode, trigger, &self.folder.path().join("starts"))
    }
}

#[test]
fn a_check_that_flips_is_flaky() {
    let flaky = Flaky::new();
    let command = flaky.command("odd-starts-refuse", REFUSES_GRIDS);
    let judged = judge(&command, &["--jobs", "1", "--repeat", "4"]);
    assert_eq!(judged.code, 1, "{}", judged.report);
    let seen = ["rejected-valid", "pass", "rejected-valid", "pass"].map(str::to_owned);
    let expected = Verdict::Flaky {
        seen: seen.to_vec(),
        why: None,
    };
    assert_eq!(judged.verdict("demo/arrays/grid#grid"), &expected);
    // What depends on it is flaky, too, and everything else is as in one run.
    assert_eq!(
        judged.named("flaky"),
        [
            "demo/arrays/grid#grid",
            "demo/arrays/grid-of-another-rank#grid"
        ]
    );
    let total = judged.summary.unwrap().total;
    assert_eq!((total.flaky, total.required_flaky, total.failed), (2, 2, 0));
    let told = "demo/arrays/grid#grid: rejected-valid, pass, rejected-valid, pass\n";
    assert!(judged.report.contains(told), "{}", judged.report);
    let told = "and 2 did not give the same verdict in every run.";
    assert!(judged.report.contains(told), "{}", judged.report);
    assert_eq!(judged.order.len() as u64, judged.header.unwrap().checks);
}

#[test]
fn a_check_that_gives_other_data_each_time_is_flaky() {
    let flaky = Flaky::new();
    let command = flaky.command("encodes-its-start", r#""op":"encode""#);
    let judged = judge(&command, &["--jobs", "1", "--repeat", "2"]);
    let seen = ["wrong-data", "other wrong-data"].map(str::to_owned);
    let expected = Verdict::Flaky {
        seen: seen.to_vec(),
        why: None,
    };
    assert_eq!(judged.verdict("demo/chunks/int16-big#encode"), &expected);
}

#[test]
fn what_fails_every_time_is_not_flaky() {
    let once = judge(&refuses_grids(), &["--seed", "1"]);
    let judged = judge(&refuses_grids(), &["--repeat", "3", "--seed", "1"]);
    assert_eq!(judged.code, 1);
    assert_eq!(
        (&judged.results, &judged.order),
        (&once.results, &once.order)
    );
    assert_eq!(
        (&judged.summary, &judged.report),
        (&once.summary, &once.report)
    );
}

#[test]
fn flaky_checks_can_be_listed() {
    let entry = "[[failure]]\ncheck = 'demo/arrays/grid{,-of-another-rank}#grid'\nverdict = 'flaky'\nreason = 'r'\n";
    let list = List::new(&format!("{OFFERS}{entry}"));
    let flaky = Flaky::new();
    let command = flaky.command("odd-starts-refuse", REFUSES_GRIDS);
    let judged = list.judge(&command, &["--jobs", "1", "--repeat", "2"]);
    assert_eq!(judged.code, 0, "{}", judged.report);
    assert!(
        judged
            .report
            .contains("The 2 failures are exactly the expected ones.")
    );
    // Once says nothing, whatever it comes to.
    for implementation in [refuses_grids(), double("", "never")] {
        let judged = list.judge(&implementation, &["--bless"]);
        assert_eq!(judged.code, 0, "{}", judged.report);
        let told = "Listed as flaky, but not seen to be so: 2 checks.";
        assert!(judged.report.contains(told), "{}", judged.report);
        assert_eq!(list.text(), format!("{OFFERS}{entry}"));
    }
    // Where it is not listed, it is a deviation that can be blessed.
    let list = List::new(OFFERS);
    let flaky = Flaky::new();
    let command = flaky.command("odd-starts-refuse", REFUSES_GRIDS);
    let judged = list.judge(&command, &["--jobs", "1", "--repeat", "2", "--bless"]);
    let told = "demo/arrays/{grid,grid-of-another-rank}#grid is flaky and is not listed";
    assert!(judged.report.contains(told), "{}", judged.report);
    assert!(
        list.text().contains("verdict = \"flaky\""),
        "{}",
        list.text()
    );
}

/// The first of two runs dies.
#[test]
fn an_early_end_of_any_run_counts() {
    let flaky = Flaky::new();
    let command = flaky.command("first-starts-crash", "");
    let judged = judge(&command, &["--jobs", "1", "--repeat", "3"]);
    assert_eq!(judged.code, 3, "{}", judged.report);
    let why = judged.summary.unwrap().ended_early.unwrap();
    assert!(
        why.starts_with("run 1 of 3: the implementation failed 5 times"),
        "{why}"
    );
}

/// Every form of the report calls it a failure, as the exit code does.
#[test]
fn every_form_tells_what_is_flaky() {
    let flaky = Flaky::new();
    let command = flaky.command("odd-starts-refuse", REFUSES_GRIDS);
    let forms = ["tap", "junit", "markdown", "badge"];
    let path = |form: &str| flaky.folder.path().join(form).display().to_string();
    let mut arguments = vec!["--jobs", "1", "--repeat", "2", "--github"];
    let options: Vec<[String; 2]> = forms
        .iter()
        .map(|form| [format!("--{form}"), path(form)])
        .collect();
    arguments.extend(options.iter().flatten().map(String::as_str));
    let judged = judge(&command, &arguments);
    assert_eq!(judged.code, 1, "{}", judged.errors);
    let told = |form: &str| fs::read_to_string(path(form)).unwrap();
    let seen = "not the same in every run: rejected-valid, pass";
    for (text, expected) in [
        (
            told("tap"),
            format!("  ---\n  verdict: \"flaky\"\n  message: \"{seen}\"\n"),
        ),
        (
            told("junit"),
            format!("<failure type=\"flaky\" message=\"{seen}\">"),
        ),
        (
            told("markdown"),
            format!("\n| flaky | `demo/arrays/grid#grid` | {seen} |\n"),
        ),
        (told("badge"), "\"color\":\"red\"".to_owned()),
        (
            judged.report,
            format!("\n::error title=flaky demo/arrays/grid#grid::{seen}"),
        ),
    ] {
        assert!(text.contains(&expected), "{expected}: {text}");
    }
    // A check is reported once, however often it ran.
    assert_eq!(told("tap").matches("grid\\#grid\n").count(), 1);
}

#[test]
fn verbose_tells_every_run() {
    let flaky = Flaky::new();
    let command = flaky.command("odd-starts-refuse", REFUSES_GRIDS);
    let one_check = ["--check", "demo/arrays/grid#grid"];
    let judged = judge(
        &command,
        &[&one_check[..], &["--repeat", "2", "--verbose"]].concat(),
    );
    let asked = "\ndemo/arrays/grid#grid\n  > {\"id\":1,\"op\":\"grid\"";
    assert_eq!(judged.report.matches(asked).count(), 2, "{}", judged.report);
    let refused = "\n  < {\"id\":1,\"error\":{\"kind\":\"invalid\"";
    assert_eq!(judged.report.matches(refused).count(), 1);
}
