//! Known failures: counted apart in every form, of a run and of what is stored of it.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;

use crate::support::{OFFERS, Runs, VECTORS, conform, double, refuses_grids, stderr, stdout};
use rstest::rstest;

const FORMS: [&str; 4] = ["junit", "tap", "markdown", "badge"];

const STALE: &str = "[[failure]]\ncheck = 'gone/*'\nverdict = 'crash'\nreason = 'r'\n";

/// What the stand-in that refuses grids fails.
fn grid() -> String {
    format!(
        "{OFFERS}[[failure]]\ncheck = 'demo/arrays/grid#grid'\nverdict = 'rejected-valid'\nreason = 'r'\n"
    )
}

/// What a run with a list writes: its exit code, the report for people, annotations, and each form; and
/// that its events give the same of each form.
fn written(runs: &Runs, list: &str) -> (Option<i32>, String, [String; 4]) {
    let file = runs.path("list.toml");
    fs::write(&file, list).unwrap();
    let events = runs.path("events.jsonl");
    let run = FORMS.map(|form| runs.path(&format!("run.{form}")));
    let options = |paths: &[String; 4]| -> Vec<String> {
        let options = FORMS.iter().zip(paths);
        options
            .map(|(form, path)| format!("--{form}={path}"))
            .collect()
    };
    let with = |first: &[&str], paths: &[String; 4]| {
        let options = options(paths);
        let fixed = ["--expect", &file, "--vectors", VECTORS];
        let options = options.iter().map(String::as_str);
        let arguments = first.iter().copied().chain(fixed).chain(options);
        conform(&arguments.collect::<Vec<_>>())
    };
    let judged = with(
        &[
            "--impl",
            &refuses_grids(),
            "--json",
            &events,
            "--github",
            "--seed",
            "7",
        ],
        &run,
    );
    let again = FORMS.map(|form| runs.path(&format!("again.{form}")));
    let reported = with(&["report", &events], &again);
    assert_eq!(reported.status.code(), Some(0), "{}", stderr(&reported));
    let text = |path: &String| fs::read_to_string(path).unwrap();
    for (one, other) in run.iter().zip(&again) {
        let repeats = |text: String| -> Vec<String> {
            let lines = text.lines().filter(|it| !it.contains("repeat "));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(repeats(text(one)), repeats(text(other)));
    }
    (
        judged.status.code(),
        stdout(&judged),
        run.each_ref().map(text),
    )
}

#[test]
fn every_form_counts_known_failures_apart() {
    let (code, told, [junit, tap, markdown, badge]) = written(&Runs::new(), &grid());
    assert_eq!(code, Some(0));
    for (form, expected) in [
        (&told, "  passed  data failed  strictness failed  known  "),
        (&told, " The failure is known.\n"),
        (&junit, "<property name=\"known-failures\" value=\"1\"/>"),
        (
            &junit,
            "<testsuite name=\"known failures\" tests=\"1\" failures=\"0\"",
        ),
        (&tap, "\n# 1 known failure\nok "),
        (
            &markdown,
            "| | passed | data failed | strictness failed | known to fail | advice |",
        ),
        (
            &badge,
            "\"right data 43 of 44, strictness 10 of 10, 1 known to fail\",\"color\":\"green\"",
        ),
    ] {
        assert!(form.contains(expected), "{expected}: {form}");
    }
    let row = markdown
        .lines()
        .find(|it| it.starts_with("| all |"))
        .unwrap();
    let numbers: Vec<&str> = row.split('|').map(str::trim).collect();
    assert_eq!(numbers[3..6], ["0", "0", "1"], "{row}");
    assert!(!told.contains("::error"), "{told}");
}

/// An entry that is about nothing makes the exit code 1, so that no form may say that all is well.
#[test]
fn what_differs_elsewhere_than_in_a_check_is_a_failure_in_every_form() {
    let list = format!("{}{STALE}", grid());
    let (code, told, [junit, tap, markdown, badge]) = written(&Runs::new(), &list);
    assert_eq!(code, Some(1));
    let stale = "the entry \"gone/*\" on line 7 matches no check";
    let escaped = "the entry &quot;gone/*&quot; on line 7 matches no check";
    for (form, expected) in [
        (&told, "::error title=the list of known failures::the entry"),
        (
            &junit,
            "<testsuite name=\"known failures\" tests=\"1\" failures=\"1\"",
        ),
        (&junit, escaped),
        (
            &tap,
            "every entry of the list of known failures is about something\n  ---\n",
        ),
        (
            &markdown,
            "As listed: 1 failure; not as listed: 0 checks; 1 other difference.**",
        ),
        (&markdown, "### The list of known failures"),
        (
            &badge,
            " of 10, 1 known to fail, not as listed\",\"color\":\"red\"",
        ),
    ] {
        assert!(form.contains(expected), "{expected}: {form}");
    }
    assert!(
        tap.contains("not ok") && tap.contains(&stale.replace('"', "\\\"")),
        "{tap}"
    );
}

#[test]
fn new_failures_are_counted_beside_those_that_are_known() {
    let runs = Runs::new();
    let list = runs.path("list.toml");
    fs::write(&list, grid()).unwrap();
    let events = runs.judge(
        "new.jsonl",
        &double("always-invalid", "\"op\":\"grid\""),
        &[],
    );
    let output = conform(&[
        "report",
        &events,
        "--vectors",
        VECTORS,
        "--expect",
        &list,
        "--badge",
        "-",
    ]);
    let badge = stdout(&output);
    assert!(
        badge.contains(" not as listed\",\"color\":\"red\""),
        "{badge}"
    );
    let people = conform(&["report", &events, "--vectors", VECTORS, "--expect", &list]);
    let people = stdout(&people);
    assert!(
        people.contains("; not listed: ") && people.contains(" from "),
        "{people}"
    );
}

/// The name says whose list it is.
#[rstest]
#[case::no_name(
    "list.toml",
    "expected NAME=FILE with one of the names zarr-conform reference, zarr-conform reference"
)]
#[case::another_name("other=list.toml", "expected NAME=FILE")]
fn a_list_of_one_of_several_runs_is_named(#[case] expect: &str, #[case] told: &str) {
    let runs = Runs::new();
    let events = runs.judge("a.jsonl", &refuses_grids(), &[]);
    let site = runs.path("site");
    let output = conform(&[
        "report",
        &events,
        &events,
        "--vectors",
        VECTORS,
        "--html",
        &site,
        "--expect",
        expect,
    ]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains(told), "{}", stderr(&output));
}

#[test]
fn pages_and_badges_of_several_runs_count_known_failures_apart() {
    let runs = Runs::new();
    let events = runs.judge("a.jsonl", &refuses_grids(), &[]);
    let text = fs::read_to_string(&events).unwrap();
    let other = runs.path("b.jsonl");
    let name = name_in(&text);
    let renamed = text.replacen(&format!("\"name\":\"{name}\""), "\"name\":\"other\"", 1);
    fs::write(&other, renamed).unwrap();
    let list = runs.path("list.toml");
    fs::write(&list, grid()).unwrap();
    let (site, badges) = (runs.path("site"), runs.path("badges"));
    let expect = format!("{name}={list}");
    let output = conform(&[
        "report",
        &events,
        &other,
        "--vectors",
        VECTORS,
        "--html",
        &site,
        "--badges",
        &badges,
        "--expect",
        &expect,
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let front = fs::read_to_string(format!("{site}/index.html")).unwrap();
    assert!(front.contains("<td>1, as listed</td>"), "{front}");
    assert!(front.contains("no list"), "{front}");
    let page = fs::read_to_string(format!("{site}/other-0-1-0/index.html")).unwrap();
    assert!(!page.contains("known failure"), "{page}");
    let badge = fs::read_to_string(format!("{badges}/other-0-1-0.json")).unwrap();
    assert!(badge.contains("\"color\":\"red\""), "{badge}");
    let folder = format!("{}-0-1-0", name.replace(' ', "-"));
    let page = fs::read_to_string(format!("{site}/{folder}/index.html")).unwrap();
    assert!(
        page.contains("Known failures: 1 of 1, all as listed."),
        "{page}"
    );
    let badge = fs::read_to_string(format!("{badges}/{folder}.json")).unwrap();
    assert!(
        badge.contains("1 known to fail\",\"color\":\"green\""),
        "{badge}"
    );
}

/// The name of the implementation in the header.
fn name_in(events: &str) -> String {
    let header: serde_json::Value = serde_json::from_str(events.lines().next().unwrap()).unwrap();
    header["implementation"]["name"]
        .as_str()
        .unwrap()
        .to_owned()
}
