//! `--partition` and `conform merge`: shares of a run, put together.

use std::fs;

use crate::support::{Runs, VECTORS, conform, double, stderr, stdout};
use rstest::rstest;

fn merge(parts: &[String]) -> std::process::Output {
    let parts = parts.iter().map(String::as_str);
    let fixed = ["merge", "--vectors", VECTORS];
    conform(&fixed.into_iter().chain(parts).collect::<Vec<_>>())
}

#[rstest]
#[case::conforming("", "never", 0)]
#[case::with_failures("always-invalid", r#""op":"read""#, 1)]
#[case::with_causes("always-invalid", "big", 1)]
fn shares_put_together_are_the_whole_run(
    #[case] mode: &str,
    #[case] trigger: &str,
    #[case] code: i32,
) {
    let runs = Runs::new();
    let whole = runs.judge("whole.jsonl", &double(mode, trigger), &[]);
    let mut shares = runs.shares(&double(mode, trigger), 3);
    let texts: Vec<String> = shares
        .iter()
        .map(|it| fs::read_to_string(it).unwrap())
        .collect();
    assert!(texts.iter().all(|it| it.lines().count() > 2), "{texts:?}");
    shares.reverse();
    let output = merge(&shares);
    assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
    assert_eq!(stdout(&output), fs::read_to_string(whole).unwrap());
}

/// What was excluded from the shares is not missing in the whole.
#[test]
fn shares_of_what_is_not_excluded_are_put_together() {
    let runs = Runs::new();
    let implementation = double("", "never");
    let exclude = ["--exclude", "*#read"];
    let whole = runs.judge("whole.jsonl", &implementation, &exclude);
    let share = |share: &str| {
        let more = [&exclude[..], &["--partition", share]].concat();
        runs.judge(&format!("{}.jsonl", &share[..1]), &implementation, &more)
    };
    let output = merge(&["1/2", "2/2"].map(share));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let whole = fs::read_to_string(whole).unwrap();
    assert!(whole.contains(r#""excludes":["*#read"]"#) && !whole.contains("zeros#read"));
    assert_eq!(stdout(&output), whole);
}

/// A share is refused as every other file is that is not what was asked for.
#[rstest]
#[case::missing(&["1.jsonl", "3.jsonl"], "missing: 2/3")]
#[case::twice(&["1.jsonl", "2.jsonl", "3.jsonl", "1.jsonl"], "is also")]
#[case::whole(&["1.jsonl", "2.jsonl", "whole.jsonl"], "number of shares")]
#[case::wholes(&["whole.jsonl"], "is not a share")]
#[case::truncated(&["1.jsonl", "2.jsonl", "cut.jsonl"], "cut.jsonl: the file is truncated")]
#[case::other_edition(&["1.jsonl", "2.jsonl", "edition.jsonl"], "edition.jsonl: edition is \"3.0\", but \"3.1\" in")]
#[case::other_implementation(&["1.jsonl", "2.jsonl", "name.jsonl"], "name.jsonl: implementation is")]
#[case::other_suite(&["1.jsonl", "2.jsonl", "suite.jsonl"], "suite.jsonl: suite is \"9\"")]
#[case::other_vectors(&["1.jsonl", "2.jsonl", "vectors.jsonl"], "vectors.jsonl: vectors_sha256 is")]
#[case::other_selection(&["1.jsonl", "2.jsonl", "selection.jsonl"], "selection.jsonl: selection is")]
#[case::overlapping(&["1.jsonl", "2.jsonl", "overlap.jsonl"], "is in another part, too")]
#[case::early(&["1.jsonl", "2.jsonl", "early.jsonl"], "early.jsonl: its run ended early: it died")]
fn parts_that_are_no_whole_are_refused(#[case] parts: &[&str], #[case] told: &str) {
    let runs = Runs::new();
    let implementation = double("", "never");
    runs.shares(&implementation, 3);
    runs.judge("whole.jsonl", &implementation, &[]);
    let third = fs::read_to_string(runs.path("3.jsonl")).unwrap();
    let second = fs::read_to_string(runs.path("2.jsonl")).unwrap();
    let write = |name: &str, text: &str| fs::write(runs.path(name), text).unwrap();
    let changed = |name: &str, found: &str, replaced: &str| {
        assert!(third.contains(found), "{found}");
        write(name, &third.replacen(found, replaced, 1));
    };
    write("cut.jsonl", &third[..third.len() - 1]);
    changed(
        "edition.jsonl",
        "\"edition\":\"3.1\"",
        "\"edition\":\"3.0\"",
    );
    changed("name.jsonl", "zarr-conform reference", "another");
    let suite = format!("\"suite\":\"{}\"", env!("CARGO_PKG_VERSION"));
    changed("suite.jsonl", &suite, "\"suite\":\"9\"");
    changed(
        "vectors.jsonl",
        "\"vectors_sha256\":\"",
        "\"vectors_sha256\":\"0",
    );
    changed(
        "selection.jsonl",
        "\"selection\":{",
        "\"selection\":{\"ids\":[\"x\"],",
    );
    write("overlap.jsonl", &second.replace("\"2/3\"", "\"3/3\""));
    let end = third.trim_end().strip_suffix('}').unwrap();
    write(
        "early.jsonl",
        &format!("{end},\"ended_early\":\"it died\"}}\n"),
    );
    let parts: Vec<String> = parts.iter().map(|name| runs.path(name)).collect();
    let output = merge(&parts);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "");
    assert!(stderr(&output).contains(told), "{}", stderr(&output));
}

#[test]
fn shares_of_other_vectors_are_refused() {
    let runs = Runs::new();
    let shares = runs.shares(&double("", "never"), 1);
    let output = conform(&["merge", &shares[0]]);
    assert_eq!(output.status.code(), Some(2));
    let told = "the parts were judged by other vectors";
    assert!(stderr(&output).contains(told), "{}", stderr(&output));
}

#[rstest]
#[case::number_zero("0/3")]
#[case::number_beyond_all("4/3")]
#[case::no_number("x")]
fn a_share_that_is_none_is_a_usage_error(#[case] partition: &str) {
    let output = conform(&["--partition", partition]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("as in 2/5"), "{}", stderr(&output));
}
