//! The program with archives.

use std::fs;
use std::path::Path;
use std::process::Output;

use rstest::rstest;
use zarr_conform::Edition;
use zarr_conform::archive;
use zarr_conform::vector::Files;

use super::fixtures::{packed_small, small, unpacked, whole};
use crate::support::{conform, stderr, stdout};

#[test]
fn the_program_tells_problems_and_exits_with_1() {
    let (_folder, path) = packed_small();
    let mut bytes = fs::read(&path).unwrap();
    bytes.truncate(bytes.len() / 2);
    fs::write(&path, bytes).unwrap();
    let output = conform(&["vectors", "verify", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("cut off or unreadable"));
    let output = conform(&["vectors", "verify", "no/such/file"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn archives_serve_where_directories_do() {
    let (_folder, path) = packed_small();
    let path = path.to_str().unwrap();
    let folder = unpacked(&small());
    let folder = folder.path().to_str().unwrap();
    let output = conform(&["diff", path, folder]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let from = |vectors: &str| stdout(&conform(&["--list", "--vectors", vectors]));
    assert_eq!(from(path), from(folder));
    assert!(!from(path).is_empty());
    // Against everything, most facts are new.
    let all = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors");
    let output = conform(&["diff", path, all]);
    assert!(
        stdout(&output).contains(" 0 facts retired, 0 facts changed"),
        "{}",
        stdout(&output)
    );
}

/// What the archive of the draft unpacks to: no fact of it holds in a later edition.
fn of_draft() -> &'static Files {
    whole(Some(Edition::Draft))
}

fn judged(vectors: &Path, more: &[&str]) -> Output {
    let fixed = ["--vectors", vectors.to_str().unwrap()];
    conform(&[&fixed[..], more].concat())
}

/// An archive of one edition is judged by that edition, also unpacked, and by no other.
#[rstest]
#[case::packed("draft.tar.gz")]
#[case::unpacked("")]
#[case::only_the_vectors("vectors")]
fn an_archive_of_one_edition_is_judged_by_it(#[case] named: &str) {
    let folder = unpacked(of_draft());
    let path = folder.path().join(named);
    if named == "draft.tar.gz" {
        fs::write(&path, archive::tar_gz("draft", of_draft()).unwrap()).unwrap();
    }
    let output = judged(&path, &[]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}{}", stderr(&output));
    assert!(text.contains("edition draft"), "{text}");
    assert!(text.contains("\ntranspose "), "{text}");
    assert!(stdout(&judged(&path, &["--list"])).contains("transpose/"));
    for more in [&["--edition", "3.1"][..], &["--edition", "3.1", "--list"]] {
        let output = judged(&path, more);
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        let expected = "has only the facts of edition draft; expected --edition draft";
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
}

/// Where no manifest says the edition, facts of which none holds are not a success.
#[test]
fn facts_of_another_edition_are_not_a_success() {
    let files = of_draft();
    let inner = files.iter().filter_map(|(path, bytes)| {
        Some((path.strip_prefix("vectors/")?.to_owned(), bytes.clone()))
    });
    let folder = unpacked(&inner.collect());
    for more in [&[][..], &["--list"], &["--filter", "honesty/*"]] {
        let output = judged(folder.path(), more);
        assert_eq!(output.status.code(), Some(4), "{}", stdout(&output));
        let expected = "holds in edition 3.1, but in draft; expected --edition draft\n";
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
    let output = judged(folder.path(), &["--edition", "draft"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

/// What is named in place of an archive is answered in one line that says what to name.
#[rstest]
#[case::a_manifest("manifest.json", "name the folder that has manifest.json")]
#[case::a_folder_of_archives("dist", "archives, such as \"draft.tar.gz\"; verify each archive")]
fn what_is_not_an_archive_is_answered_with_what_to_name(
    #[case] named: &str,
    #[case] expected: &str,
) {
    let folder = unpacked(of_draft());
    let dist = folder.path().join("dist");
    fs::create_dir(&dist).unwrap();
    let packed = archive::tar_gz("draft", of_draft()).unwrap();
    fs::write(dist.join("draft.tar.gz"), packed).unwrap();
    fs::write(dist.join("SHA256SUMS"), "").unwrap();
    let path = folder.path().join(named);
    let output = conform(&["vectors", "verify", path.to_str().unwrap()]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains(": 1 problem\n") && text.contains(expected),
        "{text}"
    );

    let output = judged(&path, &[]);
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    let expected = if named == "dist" {
        "draft.tar.gz\"; expected one such path"
    } else {
        expected
    };
    assert!(stderr(&output).contains(expected), "{}", stderr(&output));
}

/// A receipt is compared with the facts of the edition that the vectors are of, and ids of another edition are named
/// as such.
#[test]
fn a_receipt_of_another_edition_is_named_as_such() {
    let files = of_draft();
    let folder = unpacked(files);
    let vectors = archive::load(folder.path()).unwrap();
    let ids: Vec<&str> = vectors.facts().iter().map(|it| it.id.as_str()).collect();
    let receipt = folder.path().join("receipt.txt");
    fs::write(&receipt, ids.join("\n")).unwrap();
    let audit = |more: &[&str]| {
        let fixed = ["vectors", "audit", receipt.to_str().unwrap()];
        conform(&[&fixed[..], more].concat())
    };
    let of_archive = audit(&["--vectors", folder.path().to_str().unwrap()]);
    assert_eq!(of_archive.status.code(), Some(0), "{}", stdout(&of_archive));

    let output = audit(&[]);
    assert_eq!(output.status.code(), Some(1));
    let expected = format!(
        "not of edition 3.1: {} facts of edition draft; --edition",
        ids.len()
    );
    assert!(stdout(&output).contains(&expected), "{}", stdout(&output));

    fs::write(&receipt, "core/no/fact").unwrap();
    let output = audit(&["--vectors", folder.path().to_str().unwrap()]);
    let expected = " has only the facts of edition draft\n";
    assert!(stdout(&output).contains(expected), "{}", stdout(&output));
}

/// What readers of the vectors are to do with each kind of fact, the pages say.
#[test]
fn each_kind_of_fact_is_described() {
    let (page, contract) = (
        include_str!("../../../docs/vectors.md"),
        include_str!("../../../src/archive/consumer.md"),
    );
    let (_, of_kinds) = page.split_once("\n## Kinds of facts\n").unwrap();
    let (of_kinds, _) = of_kinds.split_once("\n## ").unwrap();
    let described = of_kinds.lines().filter_map(|it| it.strip_prefix("### "));
    assert_eq!(described.collect::<Vec<_>>(), archive::KINDS);
    for kind in archive::KINDS {
        assert!(contract.contains(&format!("\n| `{kind}` | ")), "{kind}");
    }
}
