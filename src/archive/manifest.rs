//! The list of what an archive holds.

use serde::{Deserialize, Serialize};

use crate::Edition;
use crate::vector::{Fact, Level, Statement, Vectors, content_hash};

/// The name of the file.
pub const MANIFEST: &str = "manifest.json";

/// The version of the form of the manifest.
const FORMAT: u64 = 1;

/// Every fact of an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of this form; `1`.
    pub format: u64,
    /// The version of the vectors.
    pub version: String,
    /// The edition to which the archive is confined; absent where it holds all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<Edition>,
    /// The facts, in the order of their files.
    pub facts: Vec<Entry>,
}

/// A fact, and where its parts are in the archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Id of the fact.
    pub id: String,
    /// `chunk`, `representation`, `bad_chunk`, `grid`, `metadata` or `array`.
    pub kind: String,
    /// How strongly the specification demands it.
    pub level: Level,
    /// The editions in which it holds.
    pub editions: Vec<Edition>,
    /// Ids of the requirements that it tests; `requirements.json` has them.
    pub requirements: Vec<String>,
    /// The valid fact that differs in nothing but the mistake, where this one is about a refusal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twin: Option<String>,
    /// SHA-256 of what it states: it changes when the fact does, not when its comment does.
    pub content: String,
    /// The file that has the fact.
    pub file: String,
    /// The folder of the store, for arrays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<String>,
    /// The elements of the array as raw bytes, where the fact lists them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<String>,
    /// The same elements as `.npy`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub npy: Option<String>,
}

impl Manifest {
    /// The manifest of all these vectors.
    pub(super) fn of(vectors: &Vectors, edition: Option<Edition>) -> serde_json::Result<Self> {
        let mut facts = Vec::new();
        for topic in vectors.topics() {
            for fact in &vectors.facts()[topic.facts.clone()] {
                facts.push(entry(vectors, &topic.path, fact)?);
            }
        }
        Ok(Self {
            format: FORMAT,
            version: vectors.version().unwrap_or("0.0.0").to_owned(),
            edition,
            facts,
        })
    }
}

fn entry(vectors: &Vectors, file: &str, fact: &Fact) -> serde_json::Result<Entry> {
    let store = store_path(file, fact);
    let listed = |extension: &str| match &fact.statement {
        Statement::Array(array) if array.elements.is_some() => {
            store.as_deref().map(|store| beside(store, extension))
        }
        _ => None,
    };
    Ok(Entry {
        id: fact.id.clone(),
        kind: kind(&fact.statement).to_owned(),
        level: fact.level,
        editions: fact.editions.clone(),
        requirements: fact.requirements.clone(),
        twin: fact.twin.clone(),
        content: content_hash(fact, vectors.store(fact))?,
        file: format!("vectors/{file}"),
        elements: listed("bin"),
        npy: listed("npy"),
        store,
    })
}

/// The folder of the store of an array fact, below the root of the archive.
pub(super) fn store_path(file: &str, fact: &Fact) -> Option<String> {
    let Statement::Array(array) = &fact.statement else {
        return None;
    };
    Some(match file.rsplit_once('/') {
        Some((folder, _)) => format!("vectors/{folder}/{}", array.store),
        None => format!("vectors/{}", array.store),
    })
}

/// The path of a file beside the folder of a store: `a/b.zarr` and `npy` give `a/b.npy`.
pub(super) fn beside(store: &str, extension: &str) -> String {
    let stem = store.strip_suffix(".zarr").unwrap_or(store);
    format!("{stem}.{extension}")
}

/// Every kind of fact.
pub const KINDS: [&str; 6] = [
    "chunk",
    "representation",
    "bad_chunk",
    "grid",
    "metadata",
    "array",
];

/// The member that states a fact: one of [`KINDS`].
pub(super) fn kind(statement: &Statement) -> &'static str {
    match statement {
        Statement::Chunk(_) => "chunk",
        Statement::Representation(_) => "representation",
        Statement::BadChunk(_) => "bad_chunk",
        Statement::Grid(_) => "grid",
        Statement::Metadata(_) => "metadata",
        Statement::Array(_) => "array",
    }
}
