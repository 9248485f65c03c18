//! Receipts: what a consumer never ran is named.

use std::fs;
use std::process::Output;

use zarr_conform::{Edition, vector};

use super::fixtures::{VERSIONED, packed_small};
use crate::support::{self, conform, stdout};

/// The ids of the facts of these vectors that hold in edition 3.1 at these levels.
fn ids(levels: &[vector::Level]) -> Vec<String> {
    let facts = VERSIONED.facts().iter();
    let wanted =
        facts.filter(|it| it.editions.contains(&Edition::default()) && levels.contains(&it.level));
    wanted.map(|it| it.id.clone()).collect()
}

fn audit(receipt: &str, more: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("receipt");
    fs::write(&path, receipt).unwrap();
    let (_folder, vectors) = packed_small();
    let vectors = vectors.to_str().unwrap();
    let mut arguments = vec![
        "vectors",
        "audit",
        path.to_str().unwrap(),
        "--vectors",
        vectors,
    ];
    arguments.extend(more);
    conform(&arguments)
}

#[test]
fn a_whole_receipt_is_in_order() {
    let must = ids(&[vector::Level::Must]);
    let output = audit(&format!("\n{}  \r\n", must.join("\n")), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let n = must.len();
    let expected = format!("must    {n} of {n} facts run, 0 unsupported, 0 never run\n");
    assert!(
        stdout(&output).starts_with(&expected),
        "{}",
        stdout(&output)
    );
}

#[test]
fn a_fact_that_was_never_run_is_named() {
    let mut must = ids(&[vector::Level::Must]);
    let left_out = must.remove(1);
    let output = audit(&must.join("\n"), &["--all"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains(&left_out), "{}", stdout(&output));
    let quiet = stdout(&audit(&must.join("\n"), &[]));
    assert!(
        !quiet.contains(&left_out) && quiet.contains("1 never run\n"),
        "{quiet}"
    );
}

#[test]
fn what_is_unsupported_is_counted_by_itself() {
    let must = ids(&[vector::Level::Must]);
    let (first, rest) = must.split_first().unwrap();
    let output = audit(&format!("{first} unsupported\n{}", rest.join("\n")), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(stdout(&output).contains(" 1 unsupported, 0 never run\n"));
}

#[test]
fn facts_of_other_kinds_are_left_out() {
    let output = audit("", &["--kind", "chunk"]);
    let facts = VERSIONED.facts().iter();
    let chunks = facts.filter(|it| matches!(it.statement, vector::Statement::Chunk(_)));
    let expected = format!("must    0 of {} facts run", chunks.count());
    assert!(
        stdout(&output).starts_with(&expected),
        "{}",
        stdout(&output)
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_line_of_several_words_is_refused() {
    let output = audit("\na/b/c passed\n", &[]);
    assert_eq!(output.status.code(), Some(2));
    let error = support::stderr(&output);
    assert!(error.contains("line 2: found \"a/b/c passed\""), "{error}");
}

#[test]
fn an_id_that_does_not_exist_is_told() {
    let must = ids(&[vector::Level::Must]);
    let output = audit(&format!("{}\nno/such/\u{1b}fact", must.join("\n")), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).contains("unknown no/such/\\u{1b}fact"),
        "{}",
        stdout(&output)
    );
}
