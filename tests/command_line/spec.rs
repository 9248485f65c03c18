//! `conform spec`: what is printed, and with which exit code.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;
use std::io::Read as _;
use std::process::{Command, Stdio};

use rstest::rstest;
use zarr_conform::spec::Record;

use crate::support::{conform, stderr, stdout};

const ID: &str = "transpose.order-is-permutation";

#[test]
fn a_requirement_is_shown() {
    let output = conform(&["spec", "show", ID]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).starts_with(&format!("{ID}: must, editions draft, 3.0, 3.1\n")));
    assert_eq!(stderr(&output), "");
}

#[test]
fn a_misreading_is_shown() {
    let output = conform(&["spec", "show", "order-inverted"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).starts_with("order-inverted: a misreading, "));
}

#[test]
fn an_unknown_id_is_answered_with_near_ones() {
    let output = conform(&["spec", "show", "transpose.order-is-permutaton\u{1b}"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "");
    let told = stderr(&output);
    assert!(told.contains(&format!("did you mean {ID}, ")), "{told}");
    assert!(!told.contains('\u{1b}'), "{told}");
}

#[rstest]
#[case::check(&["check"])]
#[case::record(&["record"])]
#[case::show(&["show", ID, "--spec"])]
#[case::errata(&["errata", "--spec"])]
#[case::erratum(&["errata", "index-zero", "--spec"])]
fn a_folder_without_documents_is_a_wrong_argument(#[case] command: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [&["spec"], command, &[folder.path().to_str().unwrap()]].concat();
    let output = conform(&arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("error: found no document of the specification in"));
}

#[test]
fn drift_has_an_exit_code_of_its_own_and_a_record_of_it_is_new() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("draft")).unwrap();
    fs::write(
        folder.path().join("draft/endian.rst"),
        "T\n===\n\nIt must.\n",
    )
    .unwrap();
    let path = folder.path().to_str().unwrap();
    let output = conform(&["spec", "check", path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("edition 3.1: not in this checkout\n"));
    let recorded = Record::parse(&stdout(&conform(&["spec", "record", path]))).unwrap();
    assert_eq!(recorded.documents["draft/endian.rst"].pieces.len(), 2);
    assert!(!recorded.documents.contains_key("draft/core.rst"));
    assert!(recorded.documents.contains_key("current/core.rst"));
}

/// A folder with one document of the current text, and one sentence in it.
fn small_checkout(sentence: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let grids = folder.path().join("current/chunk-grids");
    fs::create_dir_all(&grids).unwrap();
    let text = format!("T\n===\n\nAbstract\n--------\n\n{sentence}\n");
    fs::write(grids.join("regular-grid.rst"), text).unwrap();
    folder
}

#[test]
fn errata_are_printed_with_what_the_checkout_has() {
    let folder = small_checkout("It counts.");
    let path = folder.path().to_str().unwrap();
    let output = conform(&["spec", "errata", "--spec", path]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    assert!(
        text.starts_with("# Errata of the Zarr specification\n"),
        "{text}"
    );
    assert!(
        text.contains("\n## Wording and examples\n\n### index-zero\n"),
        "{text}"
    );
    assert!(
        text.contains("> *sentence 3: changed or gone in this checkout.*"),
        "{text}"
    );
    assert!(!text.contains("### draft-"), "{text}");
    let told = stderr(&output);
    let (told, past) = told.split_once('\n').unwrap();
    assert!(past.contains("draft-"), "{past}");
    assert!(
        told.starts_with("left out, since no folder has one of their documents: "),
        "{told}"
    );
    assert!(told.contains("one-letter-names"), "{told}");
    assert!(
        !told.contains("draft-") && !told.contains("index-zero"),
        "{told}"
    );
    let one = conform(&["spec", "errata", "index-zero", "--spec", path]);
    assert!(stdout(&one).starts_with("### index-zero\n"));
    assert_eq!(stderr(&one), "");
}

/// What can be said without the text is said: what is wrong, where, and what would fix it.
#[test]
fn errata_without_a_checkout_are_listed_with_links() {
    for arguments in [&["spec", "errata"][..], &["spec", "errata", "index-zero"]] {
        let output = conform(arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let text = stdout(&output);
        for told in [
            "### index-zero\n",
            "https://zarr-specs.readthedocs.io/en/latest/v3/chunk-grids/regular-grid/index.html",
            "**Replacement.** In the abstract, ",
        ] {
            assert!(text.contains(told), "{told}: {text}");
        }
        let is_all = arguments.len() == 2;
        let left_out = "left out, since the current text no longer has them: ";
        assert_eq!(stderr(&output).starts_with(left_out), is_all);
    }
}

/// An editor sees which sentences nothing holds, and why.
#[test]
fn requirements_without_facts_are_listed_with_the_reason() {
    let output = conform(&["spec", "untested"]);
    let text = stdout(&output);
    assert!(
        text.contains("\nblosc.clevel-speed (must): Level 1 is the fastest"),
        "{text}"
    );
    assert!(
        text.contains("\n  untested: It describes speed and size"),
        "{text}"
    );
    assert!(!text.contains("transpose.order-is-permutation"), "{text}");
    let listed = text.matches("\n  untested: ").count();
    assert!(text.contains(&format!("\n{listed} of ")), "{text}");
}

#[rstest]
#[case::unknown(&["index-zer\u{1b}", "--spec"], "found no contradiction \"index-zer")]
#[case::without_a_checkout(&["index-zer\u{1b}"], "found no contradiction \"index-zer")]
fn errata_need_a_known_id(#[case] arguments: &[&str], #[case] expected: &str) {
    let folder = small_checkout("It counts.");
    let path = folder.path().to_str().unwrap();
    let given = [&["spec", "errata"], arguments].concat();
    let given = match arguments.last() {
        Some(&"--spec") => [given.as_slice(), &[path]].concat(),
        _ => given,
    };
    let output = conform(&given);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "");
    let told = stderr(&output);
    assert!(
        told.contains(expected) && !told.contains('\u{1b}'),
        "{told}"
    );
    let is_unknown = expected.starts_with("found");
    assert_eq!(
        told.contains("did you mean index-zero"),
        is_unknown,
        "{told}"
    );
}

/// A reader that closes the pipe after one line causes no error.
#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.rst");
    fs::write(&file, "It must. ".repeat(100_000)).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_conform"))
        .args(["spec", "sentences", file.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    program
        .stdout
        .take()
        .unwrap()
        .read_exact(&mut first)
        .unwrap();
    let output = program.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "");
}

/// Nobody reads at all.
#[test]
fn errata_into_a_closed_pipe_end_quietly() {
    let folder = small_checkout("It counts.");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let program = Command::new(env!("CARGO_BIN_EXE_conform"))
        .args(["spec", "errata", "index-zero", "--spec"])
        .arg(folder.path())
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let output = program.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "");
}
