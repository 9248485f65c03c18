//! `conform diff`, used as a program.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A folder with one file of real vectors, its text changed.
fn vectors(change: impl Fn(String) -> String) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/transpose/chains.json");
    fs::create_dir(folder.path().join("transpose")).unwrap();
    let text = change(fs::read_to_string(source).unwrap());
    fs::write(folder.path().join("transpose/chains.json"), text).unwrap();
    folder
}

fn diff(old: &Path, new: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_conform"))
        .arg("diff")
        .arg(old)
        .arg(new)
        .output()
        .unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn equal_vectors_have_no_difference() {
    let (old, new) = (
        vectors(|text| text),
        vectors(|text| text.replace("one after the other", "in turn")),
    );
    let output = diff(old.path(), new.path());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        text(&output),
        "0 facts added, 0 facts retired, 0 facts changed\n"
    );
}

#[test]
fn what_was_added_retired_and_changed_is_listed() {
    let old = vectors(|text| text);
    let new = vectors(|text| {
        let renamed = text.replace("chains/three\"", "chains/renamed\"");
        renamed.replacen("\"must\"", "\"should\"", 1)
    });
    let output = diff(old.path(), new.path());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output),
        "added    transpose/chains/renamed\n\
         retired  transpose/chains/three\n\
         changed  transpose/chains/cycle-then-swap\n\
         1 fact added, 1 fact retired, 1 fact changed\n\
         the version of the vectors needs at least a major step\n"
    );
}

#[test]
fn facts_that_were_only_added_are_a_minor_step() {
    let old = vectors(|text| text);
    let new = vectors(|text| text);
    let more = new.path().join("transpose/more.json");
    let chains = std::fs::read_to_string(new.path().join("transpose/chains.json")).unwrap();
    fs::write(more, chains.replace("transpose/chains/", "transpose/more/")).unwrap();
    let output = diff(old.path(), new.path());
    assert!(text(&output).ends_with("needs at least a minor step\n"));
}

#[test]
fn a_folder_without_vectors_is_named() {
    let (old, empty) = (vectors(|text| text), tempfile::tempdir().unwrap());
    let output = diff(old.path(), empty.path());
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains(empty.path().to_str().unwrap()), "{error}");
}
