//! What is packed: the same bytes everywhere, every file and no other.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use zarr_conform::archive::{self, SUMS, Sums};
use zarr_conform::vector::{Files, Vectors};
use zarr_conform::{Edition, vector};

use super::fixtures::{STEM, directory, problems, problems_at, small, topics, unpacked, whole};
use crate::support::{conform, stdout};

#[test]
fn what_is_packed_is_whole_in_every_form() {
    let files = small();
    let none: [&str; 0] = [];
    assert_eq!(
        problems("a.tar.gz", &archive::tar_gz(STEM, &files).unwrap()),
        none
    );
    assert_eq!(
        problems("a.zip", &archive::zip(STEM, &files).unwrap()),
        none
    );
    assert_eq!(problems_at(unpacked(&files).path()), none);
}

/// Packs vectors by the program under a time zone, a locale, a umask and a number of threads.
fn pack(vectors: &Path, folder: &Path, umask: &str, variables: &[(&str, &str)]) -> Output {
    let program = env!("CARGO_BIN_EXE_conform");
    let line = format!("umask {umask} && exec \"$0\" vectors pack --vectors \"$1\" --out \"$2\"");
    Command::new("sh")
        .args(["-c", &line, program])
        .args([vectors, folder])
        .envs(variables.iter().copied())
        .output()
        .unwrap()
}

/// Of three topics, which have facts of all editions; the tests of the npm package pack and verify the whole.
#[test]
#[cfg(unix)]
fn two_packs_are_equal_to_the_byte() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let plain = [("TZ", "UTC"), ("LC_ALL", "C"), ("RAYON_NUM_THREADS", "1")];
    let elsewhere = [
        ("TZ", "Pacific/Chatham"),
        ("LC_ALL", "tr_TR.UTF-8"),
        ("SOURCE_DATE_EPOCH", "1700000000"),
        ("RAYON_NUM_THREADS", "7"),
    ];
    let vectors = unpacked(&topics(&["transpose/draft-orders"]));
    let vectors = vectors.path();
    assert!(pack(vectors, one.path(), "000", &plain).status.success());
    let second = pack(vectors, other.path(), "077", &elsewhere);
    assert!(second.status.success());
    let (first, second) = (directory(one.path()), directory(other.path()));
    // Everything and one of each edition, twice, and the sums.
    assert_eq!(first.len(), 2 * (1 + Edition::ALL.len()) + 1);
    assert!(first == second, "two packs differ");
    for name in first.keys().filter(|name| *name != SUMS) {
        let path = one.path().join(name);
        let output = conform(&["vectors", "verify", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stdout(&output));
    }
    sums_name_every_file(&first);
}

/// `SHA256SUMS` names every archive and every file in it.
fn sums_name_every_file(packed: &Files) {
    let sums = Sums::parse(std::str::from_utf8(&packed[SUMS]).unwrap()).unwrap();
    let mut expected: BTreeSet<String> = packed.keys().filter(|it| *it != SUMS).cloned().collect();
    for (name, bytes) in packed
        .iter()
        .filter(|(name, _)| name.strip_suffix(".zip").is_some())
    {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), bytes).unwrap();
        let stem = name.strip_suffix(".zip").unwrap();
        let contents = archive::read(&folder.path().join(name)).unwrap();
        expected.extend(contents.files.keys().map(|path| format!("{stem}/{path}")));
    }
    assert_eq!(sums.0.into_keys().collect::<BTreeSet<_>>(), expected);
}

#[test]
fn paths_differ_on_systems_that_ignore_case() {
    let paths: Vec<&String> = whole(None).keys().collect();
    let folded: BTreeSet<String> = paths.iter().map(|it| it.to_lowercase()).collect();
    assert_eq!(folded.len(), paths.len());
}

#[test]
fn an_archive_of_an_edition_holds_its_facts_and_no_others() {
    let vectors = zarr_conform::embedded::vectors().unwrap();
    for edition in Edition::ALL {
        let below = whole(Some(edition)).iter();
        let below = below.filter_map(|(path, bytes)| {
            let path = path.strip_prefix("vectors/")?;
            Some((path.to_owned(), bytes.clone()))
        });
        let below: Files = below.collect();
        let loaded = Vectors::from_files("archive".to_owned(), &below).unwrap();
        let ids = |vectors: &Vectors| -> Vec<String> {
            let facts = vectors.facts().iter();
            let holds = facts.filter(|fact| fact.editions.contains(&edition));
            holds.map(|fact| fact.id.clone()).collect()
        };
        assert_eq!(ids(&loaded), ids(&vectors));
        assert_eq!(loaded.facts().len(), ids(&loaded).len());
    }
}

#[test]
fn the_whole_archive_has_the_files_of_the_repository() {
    let files = whole(None);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    for (path, bytes) in directory(&root) {
        let packed = match path.strip_prefix("schema/") {
            Some(name) => format!("schema/{name}"),
            None if path == "ids.lock" => continue,
            None => format!("vectors/{path}"),
        };
        assert_eq!(files.get(&packed), Some(&bytes), "{packed}");
    }
}

#[test]
fn elements_beside_a_store_are_those_of_the_fact() {
    let vectors = zarr_conform::embedded::vectors().unwrap();
    let files = whole(None);
    let mut found = 0;
    for fact in vectors.facts() {
        if let vector::Statement::Array(array) = &fact.statement
            && let Some(elements) = array.claim.holds().and_then(|it| it.elements.as_ref())
        {
            let Some(elements) = elements.fixed() else {
                assert!(!files.contains_key(&format!("vectors/{}.bin", fact.id)));
                continue;
            };
            assert_eq!(files[&format!("vectors/{}.bin", fact.id)], *elements.0);
            assert!(files[&format!("vectors/{}.npy", fact.id)].ends_with(&elements.0));
            assert!(files.contains_key(&format!("vectors/{}.zarr/zarr.json", fact.id)));
            found += 1;
        }
    }
    assert!(found > 100, "{found}");
}
