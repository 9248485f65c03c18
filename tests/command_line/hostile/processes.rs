//! Processes that do not start, do not end, take too much or are interrupted.

#![expect(clippy::disallowed_methods, reason = "no order matters")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::{ONE, SPOILED, differing};
use crate::support::{
    Pids, command, conform, counting_double, double, interrupted, judge, judged, stderr, stdout,
};
use rstest::rstest;

/// A document whose checks end the process is left, with the reason, and the others are judged; whatever the
/// number of processes.
#[test]
fn only_the_document_that_kills_is_given_up() {
    let run = |jobs: &str| {
        let folder = tempfile::tempdir().unwrap();
        let json = folder.path().join("events.jsonl");
        let output = conform(&[
            "--impl",
            &double("crashes-with-blosc", "never"),
            "--filter",
            "{blosc,gzip}/*",
            "--exclude",
            "gzip/headers/*",
            "--no-diagnosis",
            "--seed",
            "7",
            "--jobs",
            jobs,
            "--json",
            json.to_str().unwrap(),
        ]);
        judged(&output, &json)
    };
    let one = run("1");
    assert_eq!(one.code, 1, "{}", one.errors);
    assert!(one.summary.as_ref().unwrap().ended_early.is_none());
    let of = |document: &str, name: &str| -> usize {
        let named = one.named(name);
        named.iter().filter(|it| it.starts_with(document)).count()
    };
    assert_eq!(of("gzip/", "crash") + of("gzip/headers/", "pass"), 0);
    assert!(of("gzip/", "pass") > 100);
    assert_eq!((of("blosc/", "crash"), of("blosc/", "pass")), (10, 0));
    assert!(of("blosc/", "skipped") > 100);
    let reason = "not asked, since 10 checks of blosc in a row could not be answered; the last: the \
                  implementation ended without answering (signal: 6";
    assert!(one.report.contains("Skipped"), "{}", one.report);
    assert!(one.events.iter().any(|it| it.contains(reason)));
    assert_eq!(one.events, run("3").events);
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
    let starts = std::fs::metadata(&counter).unwrap().len();
    assert!(starts >= 4, "{starts}");
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
