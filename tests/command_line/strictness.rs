//! `--strictness`: what is only reported fails no run, and is counted and shown all the same.

use std::fs;

use crate::support::{conform, stdout};

/// Accepts what breaks a demand, and gives right data.
const LENIENT: &str = "order-repeats-accepted";
const ORDERS: &str = "transpose/orders/*";

/// The built-in reference with a misreading, its exit code and report.
fn judged(misreading: &str, filter: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let program = env!("CARGO_BIN_EXE_conform");
    let implementation = format!("{program} reference --misread {misreading}");
    let fixed = ["--impl", &implementation, "--filter", filter, "--jobs", "1"];
    let output = conform(&[&fixed[..], arguments].concat());
    (output.status.code(), stdout(&output))
}

#[test]
fn what_is_only_reported_fails_no_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (list, events, tap) = (path("list.toml"), path("events.jsonl"), path("tap"));
    let offers = "offers = ['open', 'read', 'write', 'create', 'encode', 'decode', 'grid', 'node', 'children', 'walk', 'create_group', 'set_attributes', 'delete', 'consolidate', 'path', 'through', 'consolidated']\n";
    fs::write(&list, offers).unwrap();
    let lenient = |arguments: &[&str]| judged(LENIENT, ORDERS, arguments);
    let (code, report) = lenient(&["--json", &events]);
    assert_eq!(code, Some(1), "{report}");
    for told in [
        "    premise   refusal-of-what-breaks-a-demand: what breaks a demand is refused, although no sentence orders it\n",
        "Strictness: 1 cause fails ",
        "Right data: passed all of ",
    ] {
        assert!(report.contains(told), "{told}: {report}");
    }
    assert_eq!(lenient(&["--expect", &list]).0, Some(1));
    let report = ["--strictness", "report"];
    let (code, shown) = lenient(&[&report[..], &["--tap", &tap]].concat());
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("Strictness: 1 cause fails "), "{shown}");
    let tap = fs::read_to_string(tap).unwrap();
    let failed = |line: &&str| line.starts_with("not ok ");
    assert!(tap.lines().filter(failed).count() > 0, "{tap}");
    assert!(
        tap.lines().filter(failed).all(|it| it.contains("# TODO")),
        "{tap}"
    );
    assert!(tap.contains("\n# strictness: failed "), "{tap}");
    // One list serves with either.
    let markdown = path("markdown");
    let expect = ["--expect", &list, "--markdown", &markdown];
    let (code, shown) = lenient(&[&report[..], &expect].concat());
    assert_eq!(code, Some(0), "{shown}");
    // It is not reported that nothing fails, or that all of it is listed.
    for told in [
        "Only reported, since about strictness: ",
        "\nNo other check fails, and none is expected to.",
    ] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
    let markdown = fs::read_to_string(markdown).unwrap();
    assert!(
        markdown.contains(" As listed: 0 failures; only reported: "),
        "{markdown}"
    );
    assert_eq!(lenient(&["--expect", &list, "--bless"]).0, Some(0));
    // An entry that is new waits for a reason.
    let blessed = fs::read_to_string(&list).unwrap();
    fs::write(&list, blessed.replace("reason = \"\"", "reason = \"r\"")).unwrap();
    for strictness in ["require", "report"] {
        let arguments = ["--strictness", strictness, "--expect", &list];
        let (code, shown) = lenient(&arguments);
        assert_eq!(code, Some(0), "{strictness}: {shown}");
    }
    // What was recorded knows it, too.
    let compared = |strictness: &str, old: &str| {
        let output = conform(&["compare", "--strictness", strictness, old, &events]);
        (output.status.code(), stdout(&output))
    };
    let good = path("good.jsonl");
    let fixed = ["--filter", ORDERS, "--jobs", "1", "--json", &good];
    assert_eq!(conform(&fixed).status.code(), Some(0));
    let (code, text) = compared("require", &good);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("\nRight data: 0 broke, "), "{text}");
    assert!(!text.contains("\nStrictness: 0 broke, "), "{text}");
    assert_eq!(compared("report", &good).0, Some(0));
}

#[test]
fn wrong_data_fail_a_run_whatever_is_only_reported() {
    let arguments = ["--strictness", "report"];
    let (code, report) = judged("order-inverted", "transpose/chains/*", &arguments);
    assert_eq!(code, Some(1), "{report}");
    assert!(report.contains("Right data: 1 cause fails "), "{report}");
    // Who accepts whatever it is asked to refuse, and shows nothing else, has shown nothing.
    let (code, report) = judged(LENIENT, "transpose/orders/repeated#encode", &arguments);
    assert_eq!(code, Some(1), "{report}");
}

#[test]
fn the_premise_is_shown_with_its_facts() {
    let shown = |id: &str| stdout(&conform(&["spec", "show", id]));
    let premise = "refusal-of-what-breaks-a-demand";
    let fact = shown("transpose/orders/repeated#open");
    assert!(fact.contains(&format!("\npremise {premise}: ")), "{fact}");
    let whole = shown(premise);
    for told in ["\nwhy:\n", "\nlimits:\n", "\nnamed by "] {
        assert!(whole.contains(told), "{told}: {whole}");
    }
}
