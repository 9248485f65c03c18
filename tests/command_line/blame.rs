//! A process that ends or falls silent: charged to the checks that cause it, and to no others.

use crate::support::{Judged, Pids, command, counting_double, double, judge, judged};
use rstest::rstest;
use zarr_conform::runner::Verdict;

/// A request of one check, `demo/chunks/too-short#decode`, after which many others come.
const ONE: &str = r#""encoded":"0001""#;
/// A request of its twin.
const INT16_BIG: &str = r#""encoded":"000100020003000400050006""#;
const CULPRIT: &str = "demo/chunks/too-short#decode";

/// Checks that did not come to what the reference comes to.
fn spoiled(judged: &Judged) -> Vec<&str> {
    let is_bad = |check: &&str| !matches!(judged.name(check), "pass" | "behaviour");
    let checks = judged.order.iter().map(String::as_str);
    checks.filter(is_bad).collect()
}

fn found(judged: &Judged, check: &str) -> String {
    match judged.verdict(check) {
        Verdict::Fail(failure) => failure.found.clone(),
        verdict => panic!("{verdict:?}"),
    }
}

/// How long the one that falls silent is waited for. Nothing else has a limit that a busy machine could reach: a process
/// that is slow to answer would be charged with its own timeout.
const SILENCE: &str = "10";
/// Longer than any test takes.
const PATIENCE: &str = "600";

#[rstest]
#[case::at_the_next_check("damaged-and-crashes", "crash", "1")]
#[case::three_checks_later("damaged-and-crashes-later", "crash", "1")]
// How many requests the process gets later depends on how many the others took.
#[case::whoever_shares_the_work("damaged-and-crashes-some-time", "crash", "3")]
#[case::silent_from_then_on("damaged-and-hangs", "timeout", "1")]
#[case::at_the_end_of_its_input("damaged-to-the-end", "crash", "1")]
#[case::at_the_end_of_one_of_several("damaged-to-the-end", "crash", "3")]
fn who_damages_the_process_is_charged(#[case] mode: &str, #[case] kind: &str, #[case] jobs: &str) {
    let timeout = if kind == "timeout" { SILENCE } else { PATIENCE };
    let arguments = ["--jobs", jobs, "--timeout", timeout];
    let judged = judge(&double(mode, ONE), &arguments);
    assert_eq!(spoiled(&judged), [CULPRIT], "{}", judged.report);
    assert_eq!(judged.name(CULPRIT), kind);
    assert_eq!(judged.code, 1);
    assert!(judged.summary.unwrap().ended_early.is_none());
}

#[test]
fn the_shortest_run_is_told_and_can_be_repeated() {
    let implementation = double("damaged-and-crashes-later", ONE);
    let judged_all = judge(&implementation, &["--jobs", "1"]);
    let found = found(&judged_all, CULPRIT);
    assert!(
        found.starts_with("passes by itself; the implementation ended"),
        "{found}"
    );
    assert!(found.ends_with(" asked after it"), "{found}");
    let Verdict::Fail(failure) = judged_all.verdict(CULPRIT) else {
        panic!("{}", judged_all.report);
    };
    let run = &failure.aftermath.as_ref().unwrap().run;
    // Three requests later, which are those of two checks.
    assert_eq!((run.len(), run[0].as_str()), (3, CULPRIT));
    let repeat = format!(" --jobs 1 --check '{CULPRIT}' --check ");
    assert!(judged_all.report.contains(&repeat), "{}", judged_all.report);
    let named = run.iter().flat_map(|check| ["--check", check.as_str()]);
    let arguments: Vec<&str> = ["--jobs", "1"].into_iter().chain(named).collect();
    let judged_some = judge(&implementation, &arguments);
    assert_eq!(judged_some.name(CULPRIT), "crash", "{}", judged_some.report);
}

/// Its twin damages the process, but is not part of the result.
#[test]
fn a_culprit_that_is_not_selected_makes_nobody_else_one() {
    let judged = judge(
        &double("damaged-and-crashes", INT16_BIG),
        &["--jobs", "1", "--check", CULPRIT],
    );
    assert!(
        !matches!(judged.name(CULPRIT), "crash" | "pass"),
        "{}",
        judged.report
    );
}

/// Of the checks that a process dies at by chance none is charged with more than that, and the run
/// does not look clean.
#[test]
fn an_end_at_random_is_nobodys_and_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let command = counting_double("random", "", &folder.path().join("starts"));
    let judged = judge(&command, &["--jobs", "1"]);
    assert_eq!(
        judged.named("crash"),
        Vec::<&str>::new(),
        "{}",
        judged.report
    );
    assert!(!judged.named("flaky").is_empty());
    assert_eq!(judged.code, 1, "{}", judged.report);
    let Verdict::Flaky { seen, why } = judged.verdict(judged.named("flaky")[0]) else {
        panic!("{}", judged.report);
    };
    assert_eq!((seen.len(), seen[0].as_str()), (2, "crash"));
    assert!(
        why.as_ref()
            .unwrap()
            .contains("do not end a process each time")
    );
}

/// That it ends so after the plainest request says nothing about any other.
#[rstest]
#[case::one_process("--jobs=1")]
#[case::isolated("--isolate")]
fn a_process_that_never_ends_well_is_judged_by_its_answers(#[case] option: &str) {
    let judged = judge(&double("never-ends-well", ""), &[option]);
    assert_eq!(spoiled(&judged), Vec::<&str>::new(), "{}", judged.report);
    assert_eq!(judged.code, 0);
}

#[rstest]
#[case::nothing_happens("damaged-and-crashes", None)]
#[case::it_ends_alone("damaged-to-the-end", Some("crash"))]
#[case::it_crashes("crash", Some("crash"))]
fn isolated_checks_have_a_process_each(#[case] mode: &str, #[case] kind: Option<&str>) {
    let folder = tempfile::tempdir().unwrap();
    let counter = folder.path().join("starts");
    let judged = judge(
        &counting_double(mode, ONE, &counter),
        &["--isolate", "--jobs", "1"],
    );
    let expected: Vec<&str> = kind.map(|_| CULPRIT).into_iter().collect();
    assert_eq!(spoiled(&judged), expected, "{}", judged.report);
    assert_eq!(kind.map(|_| judged.name(CULPRIT)), kind);
    let starts = std::fs::metadata(counter).unwrap().len();
    assert!(starts > judged.order.len() as u64, "{starts}");
}

/// What it does to its process is charged to no check, not even to itself, and the others share one.
#[rstest]
#[case::at_the_next_check("damaged-and-crashes", "1")]
#[case::three_checks_later("damaged-and-crashes-later", "3")]
fn a_list_says_what_has_a_process_of_its_own(#[case] mode: &str, #[case] jobs: &str) {
    let folder = tempfile::tempdir().unwrap();
    let (list, counter) = (folder.path().join("list"), folder.path().join("starts"));
    let isolated =
        format!("[[isolated]]\ncheck = {CULPRIT:?}\nreason = 'it damages the process'\n");
    std::fs::write(&list, isolated).unwrap();
    let list = list.to_str().unwrap();
    let judged = judge(
        &counting_double(mode, ONE, &counter),
        &["--expect", list, "--jobs", jobs],
    );
    assert_eq!(spoiled(&judged), Vec::<&str>::new(), "{}", judged.report);
    let processes: u64 = jobs.parse().unwrap();
    let starts = std::fs::metadata(counter).unwrap().len();
    assert_eq!(starts, processes + 1);
}

#[test]
fn a_check_that_ends_its_process_alone_is_asked_twice() {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("events");
    let pids = Pids::new();
    let run = command(
        &double("crash", ONE),
        &json,
        &pids,
        &["--jobs", "1", "--verbose"],
    )
    .output();
    let judged = judged(&run.unwrap(), &json);
    assert_eq!(judged.name(CULPRIT), "crash");
    let told = format!("\n{CULPRIT} (asked again)\n");
    assert_eq!(judged.report.matches(&told).count(), 1, "{}", judged.report);
}

#[test]
fn events_keep_their_order_whatever_turns_out_late() {
    let one = judge(&double("damaged-and-crashes-later", ONE), &["--jobs", "1"]);
    let good = judge(&double("", "never"), &["--jobs", "1"]);
    assert_eq!(one.order, good.order);
}
