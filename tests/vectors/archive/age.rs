//! How old a vendored copy is, by all that a release can be named by; and copies that are not whole.

use std::fs;

use rstest::rstest;
use serde_json::Value;
use zarr_conform::archive::{self, SUMS, Sums};
use zarr_conform::requirement::Registry;
use zarr_conform::vector::{Files, Vectors};
use zarr_conform::{Edition, vector};

use super::fixtures::{topics, unpacked, with_sums};
use crate::support::{conform, stderr, stdout};

const TOPIC: &str = "chunk-key-encoding/short-hand.json";

/// Does something to the facts of a topic.
type Change = fn(Vec<Value>) -> Vec<Value>;

fn same(facts: Vec<Value>) -> Vec<Value> {
    facts
}
fn without_the_last(mut facts: Vec<Value>) -> Vec<Value> {
    facts.pop();
    facts
}
fn with_another_level(mut facts: Vec<Value>) -> Vec<Value> {
    facts[0]["level"] = "should".into();
    facts
}
fn with_another_comment(mut facts: Vec<Value>) -> Vec<Value> {
    facts[0]["comment"] = "does something else".into();
    facts
}

/// Three topics of the real vectors, as a release of a version.
fn release(version: &str, change: Change) -> Vectors {
    let mut files = topics(&["transpose/draft-orders"]);
    let mut topic: Value = serde_json::from_slice(&files[TOPIC]).unwrap();
    let facts = topic["facts"].as_array().unwrap().clone();
    topic["facts"] = change(facts).into();
    files.insert(TOPIC.to_owned(), vector::pretty(&topic).into_bytes());
    files.insert("VERSION".to_owned(), format!("{version}\n").into_bytes());
    Vectors::from_files("test".to_owned(), &files).unwrap()
}

fn unpacked_release(version: &str, change: Change) -> Files {
    packed_of(&release(version, change), None)
}

fn packed_of(vectors: &Vectors, edition: Option<Edition>) -> Files {
    archive::files(vectors, &Registry::load().unwrap(), edition).unwrap()
}

/// What `conform vectors verify` says of files, and its exit code.
fn verified(copy: &Files, latest: &str) -> (String, Option<i32>) {
    let folder = unpacked(copy);
    let path = folder.path().to_str().unwrap();
    let output = conform(&["vectors", "verify", path, "--latest", latest]);
    (stdout(&output) + &stderr(&output), output.status.code())
}

#[rstest]
#[case::patch(
    "1.2.3",
    "1.2.4",
    "older than 1.2.4, the latest version; the step to it is not breaking: only words"
)]
#[case::minor("1.2.3", "1.3.0", "is not breaking: facts were added, none changed")]
#[case::major(
    "1.2.3",
    "2.0.0",
    "is breaking: facts state something else or are gone"
)]
#[case::to_the_first_whole("0.9.3", "1.0.0", "is breaking")]
#[case::words_before_the_first_whole("0.1.0", "0.1.1", "is not breaking: only words")]
#[case::before_the_first_whole(
    "0.1.9",
    "0.2.0",
    "may be breaking: before 1.0.0 the second number does not say"
)]
#[case::numbers_not_texts("1.9.0", "1.10.0", "older than 1.10.0")]
#[case::the_same("1.2.3", "1.2.3", "up to date: 1.2.3 is the latest version")]
#[case::newer(
    "1.2.3",
    "1.2.2",
    "newer than 1.2.2, which was named as the latest version"
)]
fn a_version_tells_the_step(#[case] copy: &str, #[case] latest: &str, #[case] expected: &str) {
    let (told, code) = verified(&unpacked_release(copy, same), latest);
    assert!(told.contains(expected), "{told}");
    assert!(told.contains("are right"), "{told}");
    assert_eq!(code, Some(0));
}

#[rstest]
#[case::added(without_the_last as Change, same as Change, "is not breaking: facts 1 added, 0 retired, 0 changed")]
#[case::retired(
    same,
    without_the_last,
    "is breaking: facts 0 added, 1 retired, 0 changed"
)]
#[case::changed(
    with_another_level,
    same,
    "is breaking: facts 0 added, 0 retired, 1 changed"
)]
#[case::comment(
    with_another_comment,
    same,
    "is not breaking: facts 0 added, 0 retired, 0 changed"
)]
fn facts_tell_the_step_whatever_form_they_have(
    #[case] copy: Change,
    #[case] latest: Change,
    #[case] expected: &str,
    #[values("folder", "manifest.json", "archive.tar.gz", "archive.zip")] form: &str,
) {
    let files = unpacked_release("0.2.0", latest);
    let folder = unpacked(&files);
    let path = match form {
        "folder" => folder.path().to_owned(),
        name => folder.path().join(name),
    };
    match form {
        "archive.tar.gz" => fs::write(&path, archive::tar_gz("a", &files).unwrap()).unwrap(),
        "archive.zip" => fs::write(&path, archive::zip("a", &files).unwrap()).unwrap(),
        _ => {}
    }
    let (told, code) = verified(&unpacked_release("0.1.0", copy), path.to_str().unwrap());
    assert!(told.contains("older than 0.2.0"), "{told}");
    assert!(told.contains(expected), "{told}");
    assert_eq!(code, Some(0));
}

/// A fact of another edition is neither in the copy nor does it make it old.
#[test]
fn a_copy_of_one_edition_is_compared_with_its_facts() {
    let of_3_1 = packed_of(&release("0.1.0", same), Some(Edition::V3_1));
    let latest = unpacked(&unpacked_release("0.2.0", same));
    let (told, _) = verified(&of_3_1, latest.path().to_str().unwrap());
    assert!(
        told.contains("facts 0 added, 0 retired, 0 changed"),
        "{told}"
    );
    // The other way round, nothing could be said.
    let latest = unpacked(&of_3_1);
    let path = latest.path().to_str().unwrap();
    let (told, code) = verified(&unpacked_release("0.0.9", same), path);
    let expected = "the facts of edition 3.1 do not show the age of a copy of all editions";
    assert!(told.contains(expected), "{told}");
    assert_eq!(code, Some(2));
}

/// A release's own sums: the archives, and the files in them.
fn sums_of(vectors: &Vectors) -> String {
    let packed = archive::pack(vectors, &Registry::load().unwrap()).unwrap();
    String::from_utf8(packed[SUMS].clone()).unwrap()
}

#[test]
fn the_sums_of_a_release_tell_its_version_and_whether_the_copy_is_it() {
    let vectors = release("0.1.0", same);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(SUMS);
    let latest = path.to_str().unwrap();
    fs::write(&path, sums_of(&vectors)).unwrap();
    for edition in [None, Some(Edition::V3_0)] {
        let (told, code) = verified(&packed_of(&vectors, edition), latest);
        assert!(told.contains("up to date: 0.1.0"), "{told}");
        assert_eq!(code, Some(0), "{told}");
    }
    let (told, code) = verified(&unpacked_release("0.0.9", same), latest);
    assert!(told.contains("older than 0.1.0"), "{told}");
    assert_eq!(code, Some(0));
    // A copy with a changed word, whose own sums were put right.
    let (told, code) = verified(&unpacked_release("0.1.0", with_another_comment), latest);
    assert!(told.contains("SHA256SUMS has the sum "), "{told}");
    assert!(
        told.contains("the copy was changed, and its sums with it"),
        "{told}"
    );
    assert_eq!(code, Some(1));
}

#[test]
fn other_facts_under_the_same_version_are_a_problem() {
    let latest = unpacked(&unpacked_release("0.1.0", same));
    let copy = unpacked_release("0.1.0", with_another_level);
    let (told, code) = verified(&copy, latest.path().to_str().unwrap());
    assert!(told.contains("1 problem"), "{told}");
    assert!(
        told.contains("but the facts differ: in the release, 0 added, 0 retired, 1 changed"),
        "{told}"
    );
    assert_eq!(code, Some(1));
}

#[test]
fn a_damaged_copy_has_an_age_and_exit_code_1() {
    let mut copy = unpacked_release("0.1.0", same);
    copy.insert("more".to_owned(), Vec::new());
    let (told, code) = verified(&copy, "0.2.0");
    assert!(
        told.contains("\"more\" is not named in SHA256SUMS"),
        "{told}"
    );
    assert!(told.contains("older than 0.2.0"), "{told}");
    assert_eq!(code, Some(1));
    copy.insert("manifest.json".to_owned(), b"{".to_vec());
    let (told, code) = verified(&copy, "0.2.0");
    assert!(told.contains("of unknown age: "), "{told}");
    assert_eq!(code, Some(1));
}

#[rstest]
#[case::no_file("0.2", "0.2 is neither a version such as 1.2.0 nor a file or folder")]
#[case::of_another_file("README.md", "SHA256SUMS, line 1: found ")]
#[case::of_one_archive(SUMS, "expected the sum of one archive zarr-v3-vectors-VERSION.tar.gz")]
#[case::of_a_later_form("later.json", "found format 2, but this program knows 1")]
#[case::of_no_version("odd.json", "found the version \"1.2\", expected three numbers")]
#[case::of_a_folder("schema", "found neither manifest.json nor VERSION")]
fn what_is_not_a_release_is_an_error_that_names_it(#[case] name: &str, #[case] expected: &str) {
    let files = unpacked_release("0.1.0", same);
    let folder = unpacked(&files);
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "later.json",
        r#"{"format": 2, "version": "9.0.0", "facts": {}}"#,
    );
    write(
        "odd.json",
        r#"{"format": 1, "version": "1.2", "facts": {}}"#,
    );
    let path = folder.path().join(name);
    let latest = if path.exists() {
        path.to_str().unwrap()
    } else {
        name
    };
    let (told, code) = verified(&files, latest);
    assert!(told.contains(expected), "{told}");
    assert!(told.contains(latest), "{told}");
    assert_eq!(code, Some(2));
}

/// What people copy in place of a whole archive. Each gives the words that say so.
#[rstest]
#[case::the_folder_of_the_repository(
    "vectors/",
    "found neither manifest.json nor SHA256SUMS, but a part of the vectors \"0.1.0\"; copy all that \
     zarr-v3-vectors-0.1.0.tar.gz unpacks to, as it is"
)]
#[case::a_document(
    "vectors/transpose/",
    "found neither manifest.json nor SHA256SUMS; copy all that zarr-v3-vectors-VERSION.tar.gz unpacks to, as it is"
)]
#[case::nothing(
    "nothing/",
    "found neither manifest.json nor SHA256SUMS; copy all that"
)]
fn a_part_of_an_archive_is_named_in_one_line(#[case] part: &str, #[case] expected: &str) {
    let files = unpacked_release("0.1.0", same);
    let part = files
        .iter()
        .filter_map(|(path, bytes)| Some((path.strip_prefix(part)?.to_owned(), bytes.clone())));
    let folder = unpacked(&part.collect());
    let output = conform(&["vectors", "verify", folder.path().to_str().unwrap()]);
    let told = stdout(&output);
    assert!(told.contains(": 1 problem\n"), "{told}");
    assert!(told.contains(expected), "{told}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_part_of_an_archive_has_an_age_all_the_same() {
    let files = unpacked_release("0.1.0", same);
    let inner = files.iter().filter_map(|(path, bytes)| {
        Some((path.strip_prefix("vectors/")?.to_owned(), bytes.clone()))
    });
    let latest = unpacked(&unpacked_release("0.2.0", without_the_last));
    let (told, code) = verified(&inner.collect(), latest.path().to_str().unwrap());
    assert!(told.contains("older than 0.2.0"), "{told}");
    assert!(told.contains("1 retired"), "{told}");
    assert_eq!(code, Some(1));
}

#[test]
fn an_archive_one_folder_down_is_named() {
    let files = unpacked_release("0.1.0", same);
    let deeper = files
        .iter()
        .map(|(path, bytes)| (format!("zarr/{path}"), bytes.clone()));
    let folder = unpacked(&deeper.collect());
    let output = conform(&["vectors", "verify", folder.path().to_str().unwrap()]);
    let expected = "but both in \"zarr\"; verify that folder";
    assert!(stdout(&output).contains(expected), "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn many_missing_files_are_counted() {
    let mut files = unpacked_release("0.1.0", same);
    let all = Sums::of(&files).0.len();
    files.retain(|path, _| ["manifest.json", SUMS].contains(&path.as_str()));
    let missing = all - files.len();
    assert!(missing > 10);
    let folder = unpacked(&files);
    let output = conform(&["vectors", "verify", folder.path().to_str().unwrap()]);
    let told = stdout(&output);
    assert_eq!(told.matches("\" is missing\n").count(), 10, "{told}");
    let more = format!("{} more files are missing", missing - 10);
    assert!(told.contains(&more), "{more}: {told}");
}

#[test]
fn a_manifest_by_itself_is_not_an_archive() {
    let folder = unpacked(&with_sums(unpacked_release("0.1.0", same)));
    let path = folder.path().join("manifest.json");
    let output = conform(&["vectors", "verify", path.to_str().unwrap()]);
    let told = stdout(&output);
    let expected = "of an unpacked archive, name the folder that has manifest.json";
    assert!(told.contains(expected), "{told}");
    assert!(told.contains(": 1 problem\n"), "{told}");
    assert_eq!(output.status.code(), Some(1));
}
