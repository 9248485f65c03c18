//! What is in an archive: facts, stores, expected elements, and what explains them.

use serde::Serialize;
use serde_json::Value;

use super::manifest::{MANIFEST, REQUIREMENTS, beside, manifest, store_path};
use super::npy::npy;
use super::schemas::SCHEMAS;
use super::sums::{SUMS, Sums};
use zarr_conform_requirements::{Registry, Requirement};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Fact, Files, Statement, Topic, VERSION_FILE, Vectors, pretty};

/// Pages for people.
const PAGES: [(&str, &str); 3] = [
    ("README.md", include_str!("consumer.md")),
    ("LICENSE-APACHE", include_str!("../../LICENSE-APACHE")),
    ("LICENSE-MIT", include_str!("../../LICENSE-MIT")),
];

/// Why an archive cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The vectors do not say which version they are.
    #[error("{vectors} have no file {VERSION_FILE}, which names their version, such as 1.2.0")]
    NoVersion {
        /// Where they come from.
        vectors: String,
    },
    /// No fact is left.
    #[error("no fact holds in edition {0}")]
    Empty(Edition),
    /// Something has no form in an archive.
    #[error("{what}: {problem}")]
    Unwritable {
        /// What.
        what: String,
        /// Why.
        problem: String,
    },
}

/// All files of an archive by path, without the folder that archives put around them.
///
/// With an edition, only the facts that hold in it, and of their stores and requirements those that
/// they need.
pub fn files(
    vectors: &Vectors,
    registry: &Registry,
    edition: Option<Edition>,
) -> Result<Files, ArchiveError> {
    let Some(version) = vectors.version() else {
        return Err(ArchiveError::NoVersion {
            vectors: vectors.source().to_owned(),
        });
    };
    let mut below = facts(vectors, edition)?;
    below.insert(VERSION_FILE.to_owned(), format!("{version}\n").into_bytes());
    let of_archive = Vectors::from_files("the archive".to_owned(), &below)
        .map_err(|error| unwritable("the vectors of the archive", &error))?;
    let mut files: Files = below
        .into_iter()
        .map(|(path, bytes)| (format!("vectors/{path}"), bytes))
        .collect();
    files.extend(elements(&of_archive)?);
    let manifest = manifest(&of_archive, edition).map_err(|error| unwritable(MANIFEST, &error))?;
    files.insert(MANIFEST.to_owned(), pretty(&manifest).into_bytes());
    files.insert(
        REQUIREMENTS.to_owned(),
        requirements(&of_archive, registry)?,
    );
    for (path, text) in SCHEMAS.into_iter().chain(PAGES) {
        files.insert(path.to_owned(), text.as_bytes().to_vec());
    }
    let sums = Sums::of(&files).to_text();
    files.insert(SUMS.to_owned(), sums.into_bytes());
    Ok(files)
}

/// The files of facts and their stores, with paths below the root of the vectors.
fn facts(vectors: &Vectors, edition: Option<Edition>) -> Result<Files, ArchiveError> {
    let mut files = Files::new();
    let is_wanted = |fact: &&Fact| edition.is_none_or(|it| fact.editions.contains(&it));
    for topic in vectors.topics() {
        let of_topic = &vectors.facts()[topic.facts.clone()];
        let kept: Vec<&Fact> = of_topic.iter().filter(is_wanted).collect();
        if kept.is_empty() {
            continue;
        }
        for fact in &kept {
            let store = store_path(&topic.path, fact);
            for (key, bytes) in vectors.store(fact).into_iter().flatten() {
                let store = store.as_deref().unwrap_or_default();
                let store = store.strip_prefix("vectors/").unwrap_or(store);
                files.insert(format!("{store}/{key}"), bytes.to_vec());
            }
        }
        let file = Topic {
            format: zarr_conform_vectors::FORMAT,
            about: topic.about.clone(),
            facts: kept.into_iter().cloned().collect(),
        };
        files.insert(topic.path.clone(), json(&topic.path, &file)?);
    }
    match edition {
        Some(edition) if files.is_empty() => Err(ArchiveError::Empty(edition)),
        _ => Ok(files),
    }
}

/// The expected elements of arrays beside their stores: raw, and as `.npy`; of those whose elements have the same number
/// of bytes.
pub(super) fn elements(vectors: &Vectors) -> Result<Files, ArchiveError> {
    let mut files = Files::new();
    for topic in vectors.topics() {
        for fact in &vectors.facts()[topic.facts.clone()] {
            let Statement::Array(array) = &fact.statement else {
                continue;
            };
            let elements = array.claim.holds().and_then(|it| it.elements.as_ref());
            let (Some(elements), Some(store)) = (elements, store_path(&topic.path, fact)) else {
                continue;
            };
            // What has no number of bytes for each element has no form as an array in memory.
            let Some(elements) = elements.fixed() else {
                continue;
            };
            let npy = npy(&array.data_type, &array.shape, &elements.0)
                .ok_or_else(|| unwritable(&fact.id, &"its data type has no name in .npy files"))?;
            files.insert(beside(&store, "bin"), elements.0.to_vec());
            files.insert(beside(&store, "npy"), npy);
        }
    }
    Ok(files)
}

/// The requirements that the facts name, in the order of the documents.
fn requirements(vectors: &Vectors, registry: &Registry) -> Result<Vec<u8>, ArchiveError> {
    #[derive(Serialize)]
    struct Requirements<'a> {
        format: u64,
        requirements: Vec<&'a Requirement>,
    }
    let named: std::collections::BTreeSet<&str> = vectors
        .facts()
        .iter()
        .flat_map(|fact| &fact.requirements)
        .map(String::as_str)
        .collect();
    let requirements = registry
        .requirements
        .iter()
        .filter(|it| named.contains(it.id.as_str()));
    json(
        REQUIREMENTS,
        &Requirements {
            format: 1,
            requirements: requirements.collect(),
        },
    )
}

fn json(what: &str, value: &impl Serialize) -> Result<Vec<u8>, ArchiveError> {
    let value: Value = serde_json::to_value(value).map_err(|error| unwritable(what, &error))?;
    Ok(pretty(&value).into_bytes())
}

fn unwritable(what: &str, problem: &dyn std::fmt::Display) -> ArchiveError {
    ArchiveError::Unwritable {
        what: what.to_owned(),
        problem: problem.to_string(),
    }
}
