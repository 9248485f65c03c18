//! Archives: the same bytes everywhere, whole, and every kind of damage named.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use rstest::rstest;
use support::{conform, stdout};
use zarr_conform::archive::{self, SUMS, Sums};
use zarr_conform::requirement::Registry;
use zarr_conform::vector::{Files, Vectors};
use zarr_conform::{Edition, vector};

const STEM: &str = "zarr-v3-vectors-0.0.7";

/// Two topics of the real vectors, with a version of their own.
static VERSIONED: LazyLock<Vectors> = LazyLock::new(|| {
    let wanted = ["transpose/chains", "chunk-key-encoding/short-hand"];
    let mut files = directory(&Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors"));
    files.retain(|path, _| wanted.iter().any(|it| path.starts_with(it)));
    files.insert("VERSION".to_owned(), b"0.0.7\n".to_vec());
    Vectors::from_files("test".to_owned(), &files).unwrap()
});

fn small() -> Files {
    archive::files(&VERSIONED, &Registry::load().unwrap(), None).unwrap()
}

fn directory(path: &Path) -> Files {
    archive::read(path).unwrap().files
}

/// The problems of an archive with these bytes, as `conform vectors verify` tells them.
fn problems(name: &str, bytes: &[u8]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    problems_at(&path)
}

fn problems_at(path: &Path) -> Vec<String> {
    let verified = archive::verify(path).unwrap();
    verified.problems.iter().map(ToString::to_string).collect()
}

/// Files whose sums are right whatever was done to them.
fn with_sums(mut files: Files) -> Files {
    files.remove(SUMS);
    let sums = Sums::of(&files).to_text();
    files.insert(SUMS.to_owned(), sums.into_bytes());
    files
}

fn unpacked(files: &Files) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

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

/// Runs the program under a time zone, a locale, a umask and a number of threads.
fn pack(folder: &Path, umask: &str, variables: &[(&str, &str)]) -> Output {
    let program = env!("CARGO_BIN_EXE_conform");
    let line = format!("umask {umask} && exec \"$0\" vectors pack --out \"$1\"");
    Command::new("sh")
        .args(["-c", &line, program, folder.to_str().unwrap()])
        .envs(variables.iter().copied())
        .output()
        .unwrap()
}

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
    assert!(pack(one.path(), "000", &plain).status.success());
    assert!(pack(other.path(), "077", &elsewhere).status.success());
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
    let files = archive::files(
        &Vectors::embedded().unwrap(),
        &Registry::load().unwrap(),
        None,
    );
    let paths: Vec<String> = files.unwrap().into_keys().collect();
    let folded: BTreeSet<String> = paths.iter().map(|it| it.to_lowercase()).collect();
    assert_eq!(folded.len(), paths.len());
}

#[test]
fn an_archive_of_an_edition_holds_its_facts_and_no_others() {
    let vectors = Vectors::embedded().unwrap();
    for edition in Edition::ALL {
        let files = archive::files(&vectors, &Registry::load().unwrap(), Some(edition)).unwrap();
        let folder = unpacked(&files);
        let loaded = archive::load(folder.path()).unwrap();
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
    let vectors = Vectors::embedded().unwrap();
    let files = archive::files(&vectors, &Registry::load().unwrap(), None).unwrap();
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
    let vectors = Vectors::embedded().unwrap();
    let files = archive::files(&vectors, &Registry::load().unwrap(), None).unwrap();
    let mut found = 0;
    for fact in vectors.facts() {
        if let vector::Statement::Array(array) = &fact.statement
            && let Some(elements) = &array.elements
        {
            assert_eq!(files[&format!("vectors/{}.bin", fact.id)], elements.0);
            assert!(files[&format!("vectors/{}.npy", fact.id)].ends_with(&elements.0));
            assert!(files.contains_key(&format!("vectors/{}.zarr/zarr.json", fact.id)));
            found += 1;
        }
    }
    assert!(found > 100, "{found}");
}

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
#[case::no_sums(|files: &mut Files| { files.remove(SUMS); "SHA256SUMS is missing, or no text".into() })]
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

/// Damage by somebody who put the sums right.
#[rstest]
#[case::against_the_schema(|files: &mut Files| { let path = topic(files); replace(files, &path, "\"level\": \"must\"", "\"level\": \"shall\""); format!("{path:?}, at \"/facts/") })]
#[case::manifest_against_its_schema(|files: &mut Files| { replace(files, "manifest.json", "\"version\"", "\"versions\""); "\"manifest.json\", at \"\"".into() })]
#[case::requirements_against_their_schema(|files: &mut Files| { replace(files, "requirements.json", "\"paraphrase\"", "\"text\""); "\"requirements.json\", at \"/requirements/0\"".into() })]
#[case::no_json(|files: &mut Files| { files.insert("manifest.json".into(), b"{".to_vec()); "\"manifest.json\", at \"\": EOF".into() })]
#[case::no_manifest(|files: &mut Files| { files.remove("manifest.json"); "\"manifest.json\" is missing".into() })]
#[case::other_manifest(|files: &mut Files| { replace(files, "manifest.json", "\"level\": \"must\"", "\"level\": \"may\""); "manifest.json does not say what the vectors state: fact ".into() })]
#[case::other_version(|files: &mut Files| { replace(files, "manifest.json", "\"0.0.7\"", "\"0.0.8\""); "manifest.json does not say what the vectors state: version \"0.0.7\"".into() })]
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

/// A tar archive with one entry of any path and kind, after the files of an archive.
fn with_entry(path: &str, kind: tar::EntryType) -> Vec<u8> {
    let gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let mut tar = tar::Builder::new(gz);
    let mut append = |path: &str, kind, bytes: &[u8]| {
        let mut header = tar::Header::new_gnu();
        // Past the checks of the writing library, as somebody hostile would.
        header.as_gnu_mut().unwrap().name[..path.len()].copy_from_slice(path.as_bytes());
        header.set_entry_type(kind);
        header.set_size(bytes.len() as u64);
        header.set_link_name("/etc/passwd").unwrap();
        header.set_cksum();
        tar.append(&header, bytes).unwrap();
    };
    append("root/README.md", tar::EntryType::Regular, b"x");
    append(path, kind, b"");
    tar.into_inner().unwrap().finish().unwrap()
}

#[rstest]
#[case::parent(
    "root/../../evil",
    tar::EntryType::Regular,
    "the path \"root/../../evil\" leads outside the root"
)]
#[case::absolute(
    "/evil",
    tar::EntryType::Regular,
    "the path \"/evil\" leads outside the root"
)]
#[case::backslash(
    "root\\..\\evil",
    tar::EntryType::Regular,
    "the path \"root\\\\..\\\\evil\" leads outside the root"
)]
#[case::drive(
    "root/c:evil",
    tar::EntryType::Regular,
    "the path \"root/c:evil\" leads outside the root"
)]
#[case::no_folder(
    "evil",
    tar::EntryType::Regular,
    "the path \"evil\" leads outside the root"
)]
#[case::symbolic_link(
    "root/evil",
    tar::EntryType::Symlink,
    "\"root/evil\" is no ordinary file"
)]
#[case::hard_link("root/evil", tar::EntryType::Link, "\"root/evil\" is no ordinary file")]
#[case::device("root/evil", tar::EntryType::Char, "\"root/evil\" is no ordinary file")]
#[case::twice(
    "root/README.md",
    tar::EntryType::Regular,
    "\"root/README.md\" is there twice"
)]
#[case::other_root(
    "other/evil",
    tar::EntryType::Regular,
    "\"other/evil\" is not in the folder \"root\""
)]
fn hostile_entries_are_named(
    #[case] path: &str,
    #[case] kind: tar::EntryType,
    #[case] expected: &str,
) {
    let problems = problems("a.tar.gz", &with_entry(path, kind));
    assert!(
        problems.iter().any(|it| it.contains(expected)),
        "{problems:#?}"
    );
}

#[test]
fn a_path_out_of_the_root_of_a_zip_is_named() {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    zip.start_file("root/../../evil", options).unwrap();
    zip.write_all(b"x").unwrap();
    let problems = problems("a.zip", &zip.finish().unwrap().into_inner());
    assert!(
        problems
            .iter()
            .any(|it| it.contains("leads outside the root")),
        "{problems:#?}"
    );
}

#[test]
#[cfg(unix)]
fn a_link_in_a_directory_is_named() {
    let folder = unpacked(&small());
    std::os::unix::fs::symlink("/etc/passwd", folder.path().join("link")).unwrap();
    assert_eq!(problems_at(folder.path()), ["\"link\" is no ordinary file"]);
}

#[test]
fn another_archive_than_the_sums_beside_it_name_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.zip");
    fs::write(&path, archive::zip(STEM, &small()).unwrap()).unwrap();
    fs::write(
        folder.path().join(SUMS),
        format!("{}  a.zip\n", "0".repeat(64)),
    )
    .unwrap();
    let problems = problems_at(&path);
    assert!(
        problems[0].starts_with("\"a.zip\" has the sum "),
        "{problems:#?}"
    );
}

#[rstest]
#[case::nothing(&[])]
#[case::text(b"hello")]
#[case::gzip_of_nothing(&[0x1f, 0x8b])]
#[case::zip_of_nothing(b"PK")]
fn what_is_no_archive_is_refused(#[case] bytes: &[u8]) {
    let problems = problems("a", bytes);
    assert!(
        problems[0].starts_with("cut off or unreadable"),
        "{problems:#?}"
    );
}

#[test]
fn any_byte_of_an_archive_may_be_wrong_without_a_crash() {
    let whole = archive::tar_gz(STEM, &small()).unwrap();
    for at in (0..whole.len()).step_by(whole.len() / 40) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        let _ = problems("a.tar.gz", &bytes);
    }
}

fn packed_small() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tar.gz");
    fs::write(&path, archive::tar_gz(STEM, &small()).unwrap()).unwrap();
    (folder, path)
}

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
