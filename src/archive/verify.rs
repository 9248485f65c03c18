//! Checks an archive against what it says of itself: its sums, the schemas, and the facts from which
//! its manifest and elements follow.

use std::io;
use std::path::Path;

use super::content;
use super::manifest::{MANIFEST, differences};
use super::problem::{MOST_OF_A_FILE, Problem};
use super::read::{self, Contents, Damage, below, is_archive};
use super::schemas::against_schemas;
use super::sums::{SUMS, Sums, sha256};
use zarr_conform_vectors::{Files, VERSION_FILE, Vectors};

/// What was verified.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// The version of the vectors; empty where it could not be read.
    pub version: String,
    /// How many facts.
    pub facts: usize,
    /// How many files.
    pub files: usize,
    /// What is wrong; empty where nothing is.
    pub problems: Vec<Problem>,
}

/// Verifies a directory or archive. An archive is also compared with a `SHA256SUMS` in the same
/// folder, where there is one that names it.
///
/// # Errors
/// Where there is nothing to read at all.
pub fn verify(path: &Path) -> io::Result<Verified> {
    Ok(verify_contents(read::read(path)?, beside(path)))
}

/// Verifies what was read already; `beside` is what was found wrong with the archive as a whole.
pub fn verify_contents(contents: Contents, beside: Option<Problem>) -> Verified {
    let files = &contents.files;
    let mut verified = Verified {
        files: files.len(),
        ..Verified::default()
    };
    let problems = &mut verified.problems;
    let instead = match contents.damages.as_slice() {
        [] => not_whole(files),
        [Damage::NotAnArchive] => Some(Damage::NotAnArchive.into()),
        _ => None,
    };
    if let Some(problem) = instead {
        problems.push(problem);
        return verified;
    }
    problems.extend(contents.damages.into_iter().map(Problem::Damaged));
    problems.extend(beside);
    problems.extend(against_sums(files));
    problems.extend(against_schemas(files));
    match Vectors::from_files("the vectors".to_owned(), &below(files)) {
        Err(error) => problems.push(error.into()),
        Ok(vectors) => {
            verified.facts = vectors.facts().len();
            vectors
                .version()
                .unwrap_or_default()
                .clone_into(&mut verified.version);
            problems.extend(against_facts(files, &vectors));
        }
    }
    verified.problems.sort();
    verified.problems.dedup();
    shorten(&mut verified.problems);
    verified
}

/// Names some of many missing files and counts the others.
fn shorten(problems: &mut Vec<Problem>) {
    let mut missing = 0;
    problems.retain(|problem| {
        missing += usize::from(matches!(problem, Problem::Missing(_)));
        !matches!(problem, Problem::Missing(_)) || missing <= MOST_OF_A_FILE
    });
    if missing > MOST_OF_A_FILE {
        problems.push(Problem::MoreMissing(missing - MOST_OF_A_FILE));
    }
}

/// What stands in place of an unpacked archive, where a folder is a part of one, or has one below it or archives in it.
fn not_whole(files: &Files) -> Option<Problem> {
    if files.contains_key(MANIFEST) {
        return None;
    }
    let mut beside = files.keys().filter(|path| !path.contains('/'));
    if let Some(archive) = beside.find(|path| is_archive(Path::new(path))) {
        return Some(Problem::OfArchives(archive.clone()));
    }
    if files.contains_key(SUMS) {
        return None;
    }
    let around = |path: &String| {
        let folder = path.strip_suffix(MANIFEST)?.strip_suffix('/')?;
        files
            .contains_key(&format!("{folder}/{SUMS}"))
            .then(|| folder.to_owned())
    };
    if let Some(folder) = files.keys().find_map(around) {
        return Some(Problem::Around(folder));
    }
    let inner = format!("vectors/{VERSION_FILE}");
    let version = files.get(VERSION_FILE).or_else(|| files.get(&inner));
    let version = version.and_then(|bytes| std::str::from_utf8(bytes).ok());
    Some(Problem::NotWhole(
        version.map(|it| it.trim_end().to_owned()),
    ))
}

/// Compares an archive with the sums beside it.
fn beside(path: &Path) -> Option<Problem> {
    let name = path.file_name()?.to_str()?;
    let text = std::fs::read_to_string(path.parent()?.join(SUMS)).ok()?;
    if path.is_dir() {
        return None;
    }
    let sums = match Sums::parse(&text) {
        Ok(sums) => sums,
        Err(error) => return Some(error.into()),
    };
    let expected = sums.0.get(name)?;
    let found = sha256(&std::fs::read(path).ok()?);
    (found != *expected).then(|| Problem::OtherArchive {
        archive: name.to_owned(),
        expected: expected.clone(),
        found,
    })
}

fn against_sums(files: &Files) -> Vec<Problem> {
    let text = files.get(SUMS).and_then(|it| std::str::from_utf8(it).ok());
    let Some(text) = text else {
        return vec![Problem::NoSums];
    };
    let sums = match Sums::parse(text) {
        Ok(sums) => sums,
        Err(error) => return vec![error.into()],
    };
    let mut problems = Vec::new();
    for (path, expected) in &sums.0 {
        match files.get(path).map(|bytes| sha256(bytes)) {
            None => problems.push(Problem::Missing(path.clone())),
            Some(found) if found != *expected => problems.push(Problem::Tampered {
                path: path.clone(),
                expected: expected.clone(),
                found,
            }),
            Some(_) => {}
        }
    }
    let extra = files
        .keys()
        .filter(|path| *path != SUMS && !sums.0.contains_key(*path));
    problems.extend(extra.cloned().map(Problem::Extra));
    problems
}

/// Compares the manifest and the elements with what follows from the facts.
fn against_facts(files: &Files, vectors: &Vectors) -> Vec<Problem> {
    let mut problems = Vec::new();
    if let Some(text) = files.get(MANIFEST) {
        let told = differences(vectors, text).into_iter();
        problems.extend(told.take(MOST_OF_A_FILE).map(Problem::OtherManifest));
    }
    match content::elements(vectors) {
        Err(error) => problems.push(Problem::Vectors(error.to_string())),
        Ok(elements) => problems.extend(elements.into_iter().filter_map(|(path, expected)| {
            match files.get(&path) {
                None => Some(Problem::Missing(path)),
                Some(found) => (*found != expected).then_some(Problem::OtherElements(path)),
            }
        })),
    }
    problems
}
