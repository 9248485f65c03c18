//! Every kind of damage is named, with wrong sums or with right ones.

use rstest::rstest;
use serde_json::{Value, json};
use zarr_conform::archive::{self, SUMS};
use zarr_conform::vector::Files;

use super::fixtures::{STEM, problems, problems_at, small, unpacked, with_sums};

/// Replaces the first occurrence of a text in a file.
fn replace(files: &mut Files, path: &str, from: &str, to: &str) {
    let text = String::from_utf8(files[path].clone()).unwrap();
    assert!(text.contains(from), "{path} has no {from}");
    files.insert(path.to_owned(), text.replacen(from, to, 1).into_bytes());
}

fn topic(files: &Files) -> String {
    let path = "vectors/transpose/chains.json";
    assert!(files.contains_key(path));
    path.to_owned()
}

fn store(files: &Files) -> String {
    let zarr_json = files
        .keys()
        .find_map(|path| path.strip_suffix("/zarr.json"));
    zarr_json.unwrap().to_owned()
}

type Damage = fn(&mut Files) -> String;

/// Damage whose sums are wrong. Each gives the words that name it.
#[rstest]
#[case::tampered(|files: &mut Files| { let path = topic(files); replace(files, &path, "\"format\": 1", "\"format\":  1"); format!("{path:?} has the sum ") })]
#[case::missing(|files: &mut Files| { let path = topic(files); files.remove(&path); format!("{path:?} is missing") })]
#[case::missing_chunk(|files: &mut Files| { let path = format!("{}/zarr.json", store(files)); files.remove(&path); format!("{path:?} is missing") })]
#[case::extra(|files: &mut Files| { files.insert("vectors/more".into(), Vec::new()); "\"vectors/more\" is not named in SHA256SUMS".into() })]
#[case::no_sums(|files: &mut Files| { files.remove(SUMS); "SHA256SUMS is missing or is not UTF-8 text".into() })]
#[case::malformed_sums(|files: &mut Files| { files.get_mut(SUMS).unwrap().insert(0, b'x'); "SHA256SUMS, line 1: found \"x".into() })]
fn damage_shows_in_the_sums(#[case] damage: Damage) {
    let mut files = small();
    let words = damage(&mut files);
    for (name, bytes) in [
        ("a.tar.gz", archive::tar_gz(STEM, &files).unwrap()),
        ("a.zip", archive::zip(STEM, &files).unwrap()),
    ] {
        let problems = problems(name, &bytes);
        assert!(
            problems.iter().any(|it| it.contains(&words)),
            "{name}: {words}: {problems:#?}"
        );
    }
    let problems = problems_at(unpacked(&files).path());
    assert!(
        problems.iter().any(|it| it.contains(&words)),
        "{words}: {problems:#?}"
    );
}

/// Does something to the facts of the manifest, and names one of them.
fn in_manifest(files: &mut Files, change: impl FnOnce(&mut Value, &str)) -> String {
    let mut manifest: Value = serde_json::from_slice(&files["manifest.json"]).unwrap();
    let facts = manifest["facts"].as_object().unwrap();
    let chunk = facts.iter().find(|(_, fact)| fact["kind"] == "chunk");
    let id = chunk.unwrap().0.clone();
    change(&mut manifest, &id);
    let text = zarr_conform::vector::pretty(&manifest);
    files.insert("manifest.json".to_owned(), text.into_bytes());
    id
}

fn state(of: &str) -> String {
    format!("manifest.json does not say what the vectors state: {of}")
}

/// Damage by somebody who put the sums right.
#[rstest]
#[case::against_the_schema(|files: &mut Files| { let path = topic(files); replace(files, &path, "\"level\": \"must\"", "\"level\": \"shall\""); format!("{path:?}, at \"/facts/") })]
#[case::manifest_against_its_schema(|files: &mut Files| { replace(files, "manifest.json", "\"version\"", "\"versions\""); "\"manifest.json\", at \"\"".into() })]
#[case::requirements_against_their_schema(|files: &mut Files| { replace(files, "requirements.json", "\"paraphrase\"", "\"text\""); "\"requirements.json\", at \"/requirements/0\"".into() })]
#[case::no_json(|files: &mut Files| { files.insert("manifest.json".into(), b"{".to_vec()); "\"manifest.json\", at \"\": EOF".into() })]
#[case::no_manifest(|files: &mut Files| { files.remove("manifest.json"); "\"manifest.json\" is missing".into() })]
#[case::other_manifest(|files: &mut Files| { replace(files, "manifest.json", "\"level\": \"must\"", "\"level\": \"may\""); "manifest.json does not say what the vectors state: fact ".into() })]
#[case::other_version(|files: &mut Files| { replace(files, "manifest.json", "\"0.0.7\"", "\"0.0.8\""); "manifest.json does not say what the vectors state: version \"0.0.7\"".into() })]
#[case::fact_edited_in_the_manifest(|files: &mut Files| { let id = in_manifest(files, |it, id| it["facts"][id]["encoded"] = json!("00")); state(&format!("fact {id:?}: encoded \"")) })]
#[case::comment_edited_in_the_manifest(|files: &mut Files| { let id = in_manifest(files, |it, id| it["facts"][id]["comment"] = json!("Other.")); state(&format!("fact {id:?}: comment \"")) })]
#[case::twin_in_the_manifest_alone(|files: &mut Files| { let id = in_manifest(files, |it, id| it["facts"][id]["twin"] = json!(id)); state(&format!("fact {id:?}: twin nothing, found \"")) })]
#[case::fact_not_in_the_manifest(|files: &mut Files| { let id = in_manifest(files, |it, id| { it["facts"].as_object_mut().unwrap().shift_remove(id); }); state(&format!("fact {id:?} is missing")) })]
#[case::fact_in_the_manifest_alone(|files: &mut Files| { in_manifest(files, |it, id| it["facts"]["a/b/more"] = it["facts"][id].clone()); state("fact \"a/b/more\" is in none of the files") })]
#[case::fact_twice_in_the_manifest(|files: &mut Files| { replace(files, "manifest.json", "\"level\": \"must\"", "\"level\": \"may\", \"level\": \"must\""); state("its text, by white space, the order of members, or a name that is there twice") })]
#[case::manifest_of_another_edition(|files: &mut Files| { let id = in_manifest(files, |it, _| it["edition"] = json!("draft")); state(&format!("fact {id:?} does not hold in edition draft")) })]
#[case::member_of_another_kind(|files: &mut Files| { let id = in_manifest(files, |it, id| it["facts"][id]["places"] = json!([])); state(&format!("fact {id:?}: places nothing, found []")) })]
#[case::free_in_the_manifest_alone(|files: &mut Files| { let id = in_manifest(files, |it, id| it["facts"][id]["free"] = json!(true)); state(&format!("fact {id:?}: free nothing, found true")) })]
#[case::member_of_another_type(|files: &mut Files| { let id = in_manifest(files, |it, id| it["facts"][id]["elements"] = json!([0])); state(&format!("fact {id:?}: elements \"")) })]
#[case::other_elements(|files: &mut Files| { let path = format!("{}.bin", store(files).strip_suffix(".zarr").unwrap()); files.get_mut(&path).unwrap().push(0); format!("{path:?} does not have the elements") })]
#[case::unusable_vectors(|files: &mut Files| { let path = topic(files); replace(files, &path, "\"shape\": [", "\"shape\": [9, "); "fact ".into() })]
fn damage_with_right_sums_shows_in_the_contents(#[case] damage: Damage) {
    let mut files = small();
    let words = damage(&mut files);
    let problems = problems_at(unpacked(&with_sums(files)).path());
    assert!(
        problems.iter().any(|it| it.contains(&words)),
        "{words}: {problems:#?}"
    );
    assert!(
        !problems.iter().any(|it| it.contains("has the sum")),
        "{problems:#?}"
    );
}

#[test]
fn a_truncated_archive_is_cut_off_wherever_it_ends() {
    let files = small();
    let whole = archive::tar_gz(STEM, &files).unwrap();
    for length in [3, 10, whole.len() / 2, whole.len() - 9, whole.len() - 1] {
        let problems = problems("a.tar.gz", &whole[..length]);
        let is_told = problems
            .iter()
            .any(|it| it.starts_with("cut off or unreadable"));
        assert!(is_told, "{length}: {problems:#?}");
    }
    let whole = archive::zip(STEM, &files).unwrap();
    for length in [3, whole.len() / 2, whole.len() - 1] {
        let problems = problems("a.zip", &whole[..length]);
        let is_told = problems
            .iter()
            .any(|it| it.starts_with("cut off or unreadable"));
        assert!(is_told, "{length}: {problems:#?}");
    }
}

#[test]
fn what_stands_behind_an_archive_is_told() {
    let mut bytes = archive::tar_gz(STEM, &small()).unwrap();
    bytes.extend(b"more");
    assert_eq!(
        problems("a.tar.gz", &bytes),
        ["4 bytes stand behind the end of the archive"]
    );
}
