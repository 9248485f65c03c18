//! Checks an archive against what it says of itself: its sums, the schemas, and the facts from which
//! its manifest and elements follow.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use serde_json::Value;

use super::content::{self, REQUIREMENTS, SCHEMAS};
use super::manifest::{MANIFEST, Manifest};
use super::read::{self, Damage, below};
use super::sums::{MalformedSums, SUMS, Sums, sha256};
use crate::vector::{Files, LoadError, Vectors};

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

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Problem {
    /// With the container.
    #[error(transparent)]
    Damaged(#[from] Damage),
    /// The archive is not the one that the sums beside it name.
    #[error("{archive:?} has the sum {found}, but {SUMS} beside it says {expected}")]
    OtherArchive {
        /// Name of the archive.
        archive: String,
        /// The sum that is written.
        expected: String,
        /// The sum that it has.
        found: String,
    },
    /// There are no sums.
    #[error("{SUMS} is missing, or no text")]
    NoSums,
    /// The sums cannot be read.
    #[error("{0}")]
    MalformedSums(String),
    /// A file that the sums name is not there.
    #[error("{0:?} is missing")]
    Missing(String),
    /// A file is there that the sums do not name.
    #[error("{0:?} is not named in {SUMS}")]
    Extra(String),
    /// A file is another one.
    #[error("{path:?} has the sum {found}, but {SUMS} says {expected}")]
    Tampered {
        /// Its path.
        path: String,
        /// The sum that is written.
        expected: String,
        /// The sum that it has.
        found: String,
    },
    /// A file breaks its schema.
    #[error("{file:?}, at {place:?}: {problem}")]
    AgainstSchema {
        /// The file.
        file: String,
        /// Where in it, as a JSON pointer.
        place: String,
        /// What is wrong.
        problem: String,
    },
    /// The vectors cannot be used.
    #[error("{0}")]
    Vectors(String),
    /// The manifest does not say what the facts state.
    #[error("{MANIFEST} does not say what the vectors state: {0}")]
    OtherManifest(String),
    /// Elements are not those of the fact.
    #[error("{0:?} does not have the elements that the fact lists")]
    OtherElements(String),
}

impl From<MalformedSums> for Problem {
    fn from(error: MalformedSums) -> Self {
        Self::MalformedSums(error.to_string())
    }
}

impl From<LoadError> for Problem {
    fn from(error: LoadError) -> Self {
        Self::Vectors(error.to_string())
    }
}

/// Verifies a directory or archive. An archive is also compared with a `SHA256SUMS` in the same
/// folder, where there is one that names it.
///
/// # Errors
/// Where there is nothing to read at all.
pub fn verify(path: &Path) -> io::Result<Verified> {
    let contents = read::read(path)?;
    let files = &contents.files;
    let mut verified = Verified {
        files: files.len(),
        ..Verified::default()
    };
    let problems = &mut verified.problems;
    problems.extend(contents.damages.into_iter().map(Problem::Damaged));
    problems.extend(beside(path));
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
    Ok(verified)
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

/// Checks every JSON file of the archive itself by the schemas of this program, not by those that
/// the archive brings. Stores are not looked at: their `zarr.json` may be broken on purpose.
fn against_schemas(files: &Files) -> Vec<Problem> {
    let vectors = below(files);
    let stores: BTreeSet<&str> = vectors
        .keys()
        .filter_map(|path| path.strip_suffix("/zarr.json"))
        .collect();
    let in_store = |path: &str| {
        path.match_indices('/')
            .any(|(at, _)| stores.contains(&path[..at]))
    };
    let topics = vectors
        .keys()
        .filter(|path| is_json(path) && !in_store(path))
        .map(|path| (format!("vectors/{path}"), SCHEMAS[0].1));
    let own = [
        (MANIFEST.to_owned(), SCHEMAS[1].1),
        (REQUIREMENTS.to_owned(), SCHEMAS[2].1),
    ];
    let mut problems = Vec::new();
    for (file, schema) in own.into_iter().chain(topics) {
        match files.get(&file) {
            None => problems.push(Problem::Missing(file)),
            Some(bytes) => problems.extend(against_schema(&file, bytes, schema)),
        }
    }
    problems
}

fn is_json(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|it| it == "json")
}

fn against_schema(file: &str, bytes: &[u8], schema: &str) -> Vec<Problem> {
    let problem = |place: String, problem: String| Problem::AgainstSchema {
        file: file.to_owned(),
        place,
        problem,
    };
    let parsed = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes);
    let (value, schema) = match (parsed(bytes), parsed(schema.as_bytes())) {
        (Ok(value), Ok(schema)) => (value, schema),
        (Err(error), _) | (_, Err(error)) => {
            return vec![problem(String::new(), error.to_string())];
        }
    };
    match jsonschema::validator_for(&schema) {
        Err(error) => vec![problem(String::new(), error.to_string())],
        Ok(validator) => validator
            .iter_errors(&value)
            .take(10)
            .map(|error| {
                problem(
                    error.instance_path().to_string(),
                    shortened(&error.to_string()),
                )
            })
            .collect(),
    }
}

/// The message of a validator repeats the value, which may be long.
fn shortened(message: &str) -> String {
    match message.char_indices().nth(300) {
        None => message.to_owned(),
        Some((end, _)) => format!("{}…", &message[..end]),
    }
}

/// Compares the manifest and the elements with what follows from the facts.
fn against_facts(files: &Files, vectors: &Vectors) -> Vec<Problem> {
    let mut problems = Vec::new();
    let found: Option<Manifest> = files
        .get(MANIFEST)
        .and_then(|bytes| serde_json::from_slice(bytes).ok());
    if let Some(found) = found {
        match Manifest::of(vectors, found.edition) {
            Ok(expected) => {
                problems.extend(difference(&expected, &found).map(Problem::OtherManifest));
            }
            Err(error) => problems.push(Problem::OtherManifest(error.to_string())),
        }
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

/// What differs first between two manifests.
fn difference(expected: &Manifest, found: &Manifest) -> Option<String> {
    if expected == found {
        return None;
    }
    let pairs = expected.facts.iter().zip(&found.facts);
    let other = pairs.into_iter().find(|(one, other)| one != other);
    Some(match other {
        Some((fact, _)) => format!("fact {:?}", fact.id),
        None if expected.facts.len() != found.facts.len() => {
            format!(
                "{} facts, found {}",
                expected.facts.len(),
                found.facts.len()
            )
        }
        None => format!("version {:?}, found {:?}", expected.version, found.version),
    })
}
