//! Implementations that misbehave: each costs the checks it spoils, and no others.

#![expect(clippy::disallowed_methods, reason = "no order matters")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use crate::support::{
    Judged, Pids, command, conform, counting_double, double, interrupted, judge, judged, stderr,
    stdout,
};
use rstest::rstest;
use zarr_conform::runner::{Operation, Verdict};

/// How many checks the small vectors and honesty give.
const CHECKS: usize = 43 + 19;

/// A request of one check, `demo/chunks/too-short#decode`.
const ONE: &str = r#""encoded":"0001""#;
const SPOILED: &str = "demo/chunks/too-short#decode";

#[test]
fn the_reference_passes_everything() {
    let judged = judge(&double("", "never"), &[]);
    assert_eq!(judged.code, 0, "{}", judged.report);
    assert_eq!(judged.results.len(), CHECKS);
    assert_eq!(judged.named("pass").len(), CHECKS - 4);
    assert_eq!(judged.named("behaviour").len(), 4);
}

#[rstest]
#[case::crash("crash", "crash")]
#[case::half_a_line("half-line", "crash")]
#[case::grandchild_holds_the_pipe("leaves-a-grandchild", "crash")]
#[case::hang("hang", "timeout")]
#[case::closes_its_output("closes-its-output", "protocol")]
#[case::garbage("garbage", "protocol")]
#[case::empty_line("empty-line", "protocol")]
#[case::two_answers_in_a_line("two-answers", "protocol")]
#[case::invalid_utf_8("invalid-utf-8", "protocol")]
#[case::nested_without_end("deep", "protocol")]
#[case::line_without_end("endless-line", "protocol")]
#[case::echo("echo", "protocol")]
#[case::wrong_id("wrong-id", "protocol")]
#[case::ok_and_error("both", "protocol")]
#[case::neither("neither", "protocol")]
fn one_bad_answer_costs_one_check(#[case] mode: &str, #[case] kind: &str) {
    let judged = judge(&double(mode, ONE), &["--timeout", "4"]);
    assert_eq!(judged.name(SPOILED), kind, "{}", judged.report);
    assert_eq!(differing(&judged), [SPOILED]);
    assert_eq!(judged.results.len(), CHECKS);
    assert_eq!(judged.code, 1);
}

/// Checks with another verdict than the reference gets.
fn differing(judged: &Judged) -> Vec<&str> {
    static GOOD: OnceLock<BTreeMap<String, &str>> = OnceLock::new();
    let good = GOOD.get_or_init(|| {
        let judged = judge(&double("", "never"), &[]);
        let names = judged.order.iter();
        names
            .map(|check| (check.clone(), judged.name(check)))
            .collect()
    });
    let checks = judged.order.iter().map(String::as_str);
    checks
        .filter(|check| judged.name(check) != good[*check])
        .collect()
}

/// One answer comes after that to the next request: the check is blamed of which the answer was
/// awaited.
#[test]
fn answers_in_another_order_cost_one_check() {
    let judged = judge(&double("swaps", ONE), &["--jobs", "1"]);
    assert_eq!(judged.name(SPOILED), "protocol", "{}", judged.report);
    assert_eq!(differing(&judged), [SPOILED]);
}

#[test]
fn a_slow_answer_within_the_limit_is_an_answer() {
    let judged = judge(&double("slow", ONE), &["--timeout", "20"]);
    assert_eq!(differing(&judged), Vec::<&str>::new());
}

#[test]
fn who_ignores_the_end_is_ended() {
    let judged = judge(&double("ignores-the-end", "never"), &[]);
    assert_eq!((judged.code, differing(&judged)), (0, vec![]));
}

#[test]
fn a_crash_is_told_with_its_signal() {
    let judged = judge(&double("crash", ONE), &[]);
    assert!(judged.report.contains("signal: 6"), "{}", judged.report);
}

#[test]
fn a_long_message_is_cut() {
    let judged = judge(&double("long-message", r#""op":"grid""#), &[]);
    let longest = judged.results.values().map(|result| match &result.verdict {
        Verdict::Fail(failure) => failure.found.len(),
        _ => 0,
    });
    assert_eq!(judged.name("demo/arrays/grid#grid"), "rejected-valid");
    assert!(longest.max().unwrap() < 20_000);
}

/// Lines that long are not read to their end, however many processes write them, and not kept: the
/// program has no more memory than these kilobytes, whenever it would ask for them.
#[cfg(target_os = "linux")]
#[rstest]
#[case::side_by_side("4", 1_000_000)]
#[case::one_after_the_other("1", 300_000)]
fn a_line_without_end_is_not_kept_in_memory(#[case] jobs: &str, #[case] kilobytes: u32) {
    let (directory, pids) = (tempfile::tempdir().unwrap(), Pids::new());
    let json = directory.path().join("events");
    let arguments = ["--jobs", jobs, "--filter", "demo/chunks/*code"];
    let run = command(&double("endless-line", "code"), &json, &pids, &arguments);
    let mut limited = Command::new("sh");
    limited
        .args(["-c", &format!("ulimit -v {kilobytes}; exec \"$@\""), "sh"])
        .arg(run.get_program())
        .args(run.get_args())
        // Address space that an allocator reserves for each thread is not memory in use.
        .env("MALLOC_ARENA_MAX", "1");
    for (name, value) in run.get_envs() {
        limited.env(name, value.unwrap());
    }
    let judged = judged(&limited.output().unwrap(), &json);
    assert_eq!(judged.code, 3, "{}{}", judged.report, judged.errors);
    assert_eq!(pids.living(), Vec::<String>::new());
}

/// What was judged is reported, as a part, and no process is left behind.
#[cfg(unix)]
#[rstest]
#[case::interrupt("INT")]
#[case::terminate("TERM")]
fn an_interrupted_run_tells_what_it_has(#[case] signal: &str) {
    let (directory, pids) = (tempfile::tempdir().unwrap(), Pids::new());
    let json = directory.path().join("events");
    let arguments = ["--timeout", "600", "--jobs", "2"];
    let implementation = double("hang-with-a-grandchild", ONE);
    let run = command(&implementation, &json, &pids, &arguments);
    let output = interrupted(run, &pids, signal);
    assert_eq!(pids.living(), Vec::<String>::new());
    let judged = judged(&output, &json);
    assert_eq!(judged.code, 130, "{}", judged.errors);
    assert!(!judged.results.contains_key(SPOILED));
    assert!(!judged.results.is_empty());
    assert_eq!(differing(&judged), Vec::<&str>::new());
    let why = judged.summary.unwrap().ended_early.unwrap();
    let (number, all) = (judged.results.len(), judged.header.unwrap().checks);
    let told = format!("partial result, {number} of {all} checks are judged: it was interrupted");
    assert_eq!(why, told);
    assert!(judged.report.contains(&told), "{}", judged.report);
    // The last line is of a part, too: nobody takes it for the conclusion of a whole run.
    assert!(
        judged
            .report
            .contains("\nPartial result. Right data: passed all of "),
        "{}",
        judged.report
    );
}

#[cfg(unix)]
#[test]
fn a_run_that_is_interrupted_before_its_first_check() {
    let (directory, pids) = (tempfile::tempdir().unwrap(), Pids::new());
    let json = directory.path().join("events");
    let child = command(
        &double("silent-at-hello", ""),
        &json,
        &pids,
        &["--timeout", "600"],
    )
    .stderr(Stdio::piped())
    .spawn()
    .unwrap();
    while std::fs::read_dir(pids.path()).unwrap().next().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let kill = format!("kill -INT {}", child.id());
    assert!(
        Command::new("sh")
            .args(["-c", &kill])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert_eq!(pids.living(), Vec::<String>::new());
}

/// The chunks are right, but what the array is does not stay.
#[rstest]
#[case::another_fill_value("writes-another-fill-value", "wrong-metadata")]
#[case::invalid("writes-invalid-metadata", "wrong-metadata")]
#[case::removed("removes-metadata", "wrong-metadata")]
#[case::the_same_in_other_letters("respells-metadata", "pass")]
fn who_writes_elements_leaves_the_metadata(#[case] mode: &str, #[case] verdict: &str) {
    let judged = judge(
        &double(mode, "never"),
        &["--check", "demo/chunks/int16-big#write"],
    );
    assert_eq!(judged.name("demo/chunks/int16-big#write"), verdict);
}

#[rstest]
#[case::crash("crash")]
#[case::garbage("garbage")]
#[case::echo("echo")]
#[case::wrong_id("wrong-id")]
#[case::half_a_line("half-line")]
fn who_never_answers_ends_the_run(#[case] mode: &str) {
    let judged = judge(&double(mode, ""), &["--jobs", "1"]);
    assert_eq!(judged.code, 3, "{}", judged.report);
    assert!(
        judged
            .report
            .contains("failed 5 times in a row without answering")
    );
    assert!(judged.summary.unwrap().ended_early.is_some());
    assert_eq!(judged.results.len(), 5);
}

#[rstest]
#[case::exits("exits-at-start", "exit status: 7", "no such library")]
#[case::silent("silent-at-hello", "not answered within 1, 2 and 3 seconds", "")]
#[case::silent_start("silent-at-hello", "it is the start that was slow, or hung", "")]
#[case::silent_and_told_to_flush("silent-at-hello", "nothing came at all; an adapter answers", "")]
#[case::not_flushed(
    "answers-at-the-end",
    "a line came only after its standard input was closed",
    ""
)]
#[case::no_line_feed("no-line-feed", "bytes came without a line feed", "")]
#[case::another_protocol("protocol-2", "found protocol 2, expected 1", "")]
fn who_does_not_say_hello_is_not_judged(#[case] mode: &str, #[case] why: &str, #[case] log: &str) {
    let trigger = if mode == "protocol-2" { "never" } else { "" };
    let judged = judge(&double(mode, trigger), &["--timeout", "1"]);
    assert_eq!(judged.code, 3);
    assert!(judged.errors.contains(why), "{}", judged.errors);
    assert!(judged.errors.contains(log), "{}", judged.errors);
    assert!(judged.results.is_empty());
}

/// Neither the first start nor one after a crash ends the run where it is late once.
#[test]
fn a_late_start_is_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let counter = folder.path().join("starts");
    let implementation = counting_double("odd-starts-hang", ONE, &counter);
    let judged = judge(&implementation, &["--timeout", "4", "--jobs", "1"]);
    assert_eq!(judged.name(SPOILED), "crash", "{}", judged.report);
    assert_eq!(differing(&judged), [SPOILED], "{}", judged.errors);
    let starts = std::fs::read_to_string(&counter).unwrap();
    assert!(starts.parse::<u32>().unwrap() >= 4, "{starts}");
}

/// What fails since the folder of all stores is gone is not a failure of the implementation, and no mistake on
/// the command line.
#[rstest]
#[case::run(&[])]
#[case::fuzz_run(&["fuzz", "--cases", "50", "--seed", "7"])]
fn a_run_whose_folder_is_removed_ends(#[case] arguments: &[&str]) {
    let implementation = double("removes-the-folder-above", r#""op":"read""#);
    let fixed = ["--jobs", "1", "--impl", &implementation];
    let output = conform(&[arguments, &fixed].concat());
    let (text, errors) = (stdout(&output), stderr(&output));
    assert_eq!(output.status.code(), Some(3), "{text}{errors}");
    assert!(
        text.contains("was removed, in which stores are laid out"),
        "{text}"
    );
    assert!(!text.contains("rejected-valid"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn who_leaves_the_process_group_is_ended_with_it() {
    let judged = judge(&double("leaves-a-session", ONE), &[]);
    assert_eq!((judged.code, differing(&judged)), (0, vec![]));
}

#[cfg(target_os = "linux")]
#[test]
fn who_takes_more_memory_than_allowed_is_told_so() {
    let implementation = double("takes-memory", ONE);
    let judged = judge(&implementation, &["--memory", "512M"]);
    assert_eq!(judged.name(SPOILED), "crash", "{}", judged.report);
    assert_eq!(differing(&judged), [SPOILED]);
    let told = "--memory limits each of its processes to 536870912 bytes";
    assert!(judged.report.contains(told), "{}", judged.report);
    let judged = judge(&implementation, &[]);
    assert!(!judged.report.contains("--memory"), "{}", judged.report);
}

/// The folders of a run that was killed are removed by the next one.
#[cfg(target_os = "linux")]
#[test]
fn what_killed_runs_left_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let run = |implementation: &str| {
        let mut run = Command::new(env!("CARGO_BIN_EXE_conform"));
        run.args(["--jobs", "1", "--impl", implementation])
            .args(["--check", "core/storage-updates/rank-0#update"])
            .env("TMPDIR", path)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        run
    };
    let left = || -> Vec<_> {
        let entries = std::fs::read_dir(path)
            .unwrap()
            .map(|it| it.unwrap().path());
        entries.collect()
    };
    let pids = Pids::new();
    let hangs = double("hang-with-a-grandchild", "");
    let mut killed = run(&hangs);
    let mut killed = killed.env("DOUBLE_PIDS", pids.path()).spawn().unwrap();
    while !pids.path().join("hangs.0").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let of_killed = left();
    assert_eq!(of_killed.len(), 1);
    // It goes on, so that nothing of it is removed.
    let quick = double("", "never");
    assert!(run(&quick).status().unwrap().success());
    assert_eq!(left(), of_killed);
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(left(), of_killed);
    assert!(run(&quick).status().unwrap().success());
    assert_eq!(left(), Vec::<std::path::PathBuf>::new());
}

/// An implementation that answers quickly is not asked all that is pending, nor again what failed, and is not
/// started again for that.
#[cfg(unix)]
#[rstest]
#[case::while_cases_are_asked(40)]
#[case::while_failures_are_asked_again(400)]
fn an_interrupted_hunt_asks_nothing_more(#[case] at: usize) {
    let pids = Pids::new();
    let json = pids.path().join("json");
    let read = r#""op":"read""#;
    let when = at.to_string();
    let implementation = counting_double("interrupts-and-refuses", read, Path::new(&when));
    let mut run = Command::new(env!("CARGO_BIN_EXE_conform"));
    run.args([
        "fuzz",
        "--seed",
        "7",
        "--jobs",
        "1",
        "--impl",
        &implementation,
    ])
    .args(["--json", json.to_str().unwrap()])
    .env("NO_COLOR", "1")
    .env("DOUBLE_PIDS", pids.path());
    let output = run.output().unwrap();
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(130), "{text}{}", stderr(&output));
    assert!(text.contains("ended early: it was interrupted"), "{text}");
    assert!(text.contains("not asked again and not reduced"), "{text}");
    let count = |kind: &str| {
        let signs = std::fs::read_dir(pids.path()).unwrap();
        let signs = signs.map(|it| it.unwrap().file_name().into_string().unwrap());
        signs.filter(|it| it.starts_with(kind)).count()
    };
    assert_eq!(count("pid."), 1, "{text}");
    // What was sent before the signal may still be read.
    assert!(count("asked.") < at + 110, "{text}");
    let document: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&json).unwrap()).unwrap();
    let causes = document["causes"].as_array().unwrap();
    assert!(
        causes.iter().any(|it| it["not_asked_again"] == true),
        "{document:#}"
    );
}

#[test]
fn always_invalid_passes_nothing() {
    let judged = judge(&double("always-invalid", ""), &[]);
    assert_eq!(judged.code, 1);
    assert!(
        judged.required_and_passed().is_empty(),
        "{:?}",
        judged.required_and_passed()
    );
    assert_eq!(judged.name("demo/chunks/int16-big#read"), "rejected-valid");
    assert_eq!(judged.name("demo/chunks/too-short#read"), "skipped");
    assert!(judged.report.contains("proves nothing"));
}

#[test]
fn always_ok_passes_nothing_and_fails_every_invalid_fact() {
    let judged = judge(&double("always-ok", ""), &[]);
    assert_eq!(judged.code, 1);
    assert!(
        judged.required_and_passed().is_empty(),
        "{:?}",
        judged.required_and_passed()
    );
    let accepted = judged.named("accepted-invalid");
    for check in [
        "demo/arrays/grid-of-another-rank#grid",
        "demo/arrays/grid-of-another-rank#open",
        "demo/arrays/document-of-format-2#open",
        "demo/chunks/too-short#decode",
        "demo/chunks/too-short#read",
        "demo/chunks/raw-big-too-long#decode",
        "demo/chunks/raw-big-too-long#read",
        "demo/chunks/no-such-codec#encode",
        "demo/chunks/no-such-codec#decode",
        "demo/chunks/no-such-codec#open",
    ] {
        assert!(accepted.contains(&check), "{check}");
    }
    assert_eq!(accepted.len(), 10);
}

#[rstest]
#[case::the_twin_is_accepted("", "never", "pass")]
#[case::the_twin_is_refused("always-invalid", r#""op":"decode""#, "skipped")]
fn an_open_twin_counts_where_it_is_accepted(
    #[case] mode: &str,
    #[case] trigger: &str,
    #[case] verdict: &str,
) {
    const CHECK: &str = "demo/chunks/raw-big-too-long#decode";
    assert_eq!(
        judge(&double(mode, trigger), &["--check", CHECK]).name(CHECK),
        verdict
    );
}

#[test]
fn always_unsupported_passes_nothing() {
    let judged = judge(&double("always-unsupported", ""), &[]);
    assert_eq!(judged.code, 1);
    assert!(judged.required_and_passed().is_empty());
    // Every operation is claimed, and none is there.
    assert_eq!(judged.named("false-claim").len(), 7);
    let unsupported = judge(&double("always-unsupported", ""), &["--filter", "demo/*"]);
    assert_eq!(unsupported.code, 1);
    assert!(unsupported.report.contains("No required check passed."));
    assert_eq!(judged.name("demo/chunks/too-short#read"), "unsupported");
}

#[test]
fn a_flood_of_logs_blocks_nothing() {
    let judged = judge(&double("logs-and-refuses", ONE), &[]);
    assert_eq!(judged.code, 0, "{}", judged.report);
    assert_eq!(judged.name(SPOILED), "pass");
}

#[test]
fn results_come_in_the_order_of_the_checks_whatever_the_number_of_workers() {
    let one = judge(&double("crash", ONE), &["--jobs", "1"]);
    let many = judge(&double("crash", ONE), &["--jobs", "4"]);
    assert_eq!(one.order, many.order);
    assert_eq!(
        one.results.keys().collect::<Vec<_>>(),
        many.results.keys().collect::<Vec<_>>()
    );
}

#[test]
fn standard_error_is_shown_escaped() {
    let judged = judge(&double("crash", ONE), &[]);
    assert!(
        judged.report.contains("stderr    about to crash"),
        "{}",
        judged.report
    );
    assert!(judged.report.contains("\\u{1b}[31min red"));
    assert!(!judged.report.contains('\u{1b}'));
}

#[rstest]
#[case::grid("demo/arrays/grid-of-another-rank#open")]
#[case::codec_list("demo/chunks/no-such-codec#open")]
fn a_refusal_as_late_as_reading_counts(#[case] check: &str) {
    let judged = judge(&double("always-ok", r#""op":"open""#), &["--check", check]);
    let Verdict::Pass { refusal, .. } = judged.verdict(check) else {
        panic!("{}", judged.report);
    };
    let refused = refusal.as_ref().unwrap();
    assert_eq!((refused.operation, refused.late), (Operation::Read, true));
}

#[test]
fn a_document_that_shows_no_shape_is_read_late_in_that_of_its_twin() {
    let implementation = double("always-ok", r#""op":"open""#);
    let check = "core/array-metadata-mandatory/no-shape#open";
    let output = conform(&["--impl", &implementation, "--check", check]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn a_chunk_that_is_left_out_is_told_as_such() {
    let check = ["--check", "demo/chunks/int16-big#write"];
    let judged = judge(&double("always-ok", r#""op":"write""#), &check);
    let told = "left out, so that it reads as the fill value, though other elements were written; \
                the store holds zarr.json";
    assert!(judged.report.contains(told), "{}", judged.report);
}

#[test]
fn the_metadata_of_an_array_to_create_are_shown() {
    let check = ["--check", "demo/arrays/border#create"];
    let judged = judge(&double("always-invalid", r#""op":"create""#), &check);
    let told = "given     {\"zarr_format\":3";
    assert!(judged.report.contains(told), "{}", judged.report);
}
