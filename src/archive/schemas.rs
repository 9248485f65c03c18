//! The JSON Schemas of an archive's files, which are for others, and what breaks them: found by the
//! types of this program and by rules about members. Tests hold that schemas refuse the same.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use serde_path_to_error::Segment;

use super::form;
use super::manifest::{MANIFEST, REQUIREMENTS, shortened};
use super::problem::{MOST_OF_A_FILE, Problem};
use super::read::below;
use zarr_conform_requirements::Requirement;
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Files, Topic};

/// Characters of a message that are reported.
const LONGEST_MESSAGE: usize = 300;

/// The folder of the schemas, and each schema with the file or files it is for.
pub(super) const SCHEMAS: [(&str, &str); 3] = [
    (
        "schema/topic.schema.json",
        include_str!("../../vectors/schema/topic.schema.json"),
    ),
    (
        "schema/manifest.schema.json",
        include_str!("schema/manifest.schema.json"),
    ),
    (
        "schema/requirements.schema.json",
        include_str!("schema/requirements.schema.json"),
    ),
];

/// Problems of a file: each with its place as a JSON pointer.
type Found = Vec<(String, String)>;

/// The version of each of these files.
const FORMAT: u64 = 1;

/// Checks every JSON file of the archive itself by what this program knows of it, not by the schemas
/// that the archive brings. Stores are not looked at: their `zarr.json` may be broken on purpose.
pub(super) fn against_schemas(files: &Files) -> Vec<Problem> {
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
        .map(|path| (format!("vectors/{path}"), of_topic as fn(&[u8]) -> Found));
    let own = [
        (MANIFEST.to_owned(), of_manifest as fn(&[u8]) -> Found),
        (REQUIREMENTS.to_owned(), of_requirements),
    ];
    let mut problems = Vec::new();
    for (file, of_file) in own.into_iter().chain(topics) {
        let Some(bytes) = files.get(&file) else {
            problems.push(Problem::Missing(file));
            continue;
        };
        let found = of_file(bytes).into_iter().take(MOST_OF_A_FILE);
        problems.extend(found.map(|(place, problem)| Problem::AgainstSchema {
            file: file.clone(),
            place,
            // A message repeats values, which may be long.
            problem: shortened(&problem, LONGEST_MESSAGE),
        }));
    }
    problems
}

fn is_json(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|it| it == "json")
}

/// What the manifest has beside the facts, which are compared with those of the files.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    format: u64,
    #[serde(rename = "version")]
    _version: String,
    #[serde(rename = "edition")]
    _edition: Option<Edition>,
    facts: BTreeMap<String, Map<String, Value>>,
}

fn of_manifest(bytes: &[u8]) -> Found {
    let manifest: Manifest = match typed(bytes) {
        Ok(manifest) => manifest,
        Err(problem) => return vec![problem],
    };
    let mut found = of_format(manifest.format);
    if manifest.facts.is_empty() {
        found.push(("/facts".to_owned(), "found no facts".to_owned()));
    }
    found
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Requirements {
    format: u64,
    requirements: Vec<Requirement>,
}

fn of_requirements(bytes: &[u8]) -> Found {
    let file: Requirements = match typed(bytes) {
        Ok(file) => file,
        Err(problem) => return vec![problem],
    };
    let mut found = of_format(file.format);
    if file.requirements.is_empty() {
        found.push(("/requirements".to_owned(), "found none".to_owned()));
    }
    for (at, requirement) in file.requirements.iter().enumerate() {
        let problems = form::requirement(requirement).into_iter();
        let place = format!("/requirements/{at}");
        found.extend(problems.map(|(member, problem)| (format!("{place}{member}"), problem)));
    }
    found
}

/// What is wrong with the form of a file of facts, as far as that file shows it: each problem with its
/// place as a JSON pointer.
pub fn of_topic(bytes: &[u8]) -> Vec<(String, String)> {
    let topic: Topic = match typed(bytes) {
        Ok(topic) => topic,
        Err(problem) => return vec![problem],
    };
    let mut found = of_format(topic.format);
    if topic.facts.is_empty() {
        found.push(("/facts".to_owned(), "found no facts".to_owned()));
    }
    let values = (serde_json::from_slice(bytes), serde_json::to_value(&topic));
    let (Ok(given), Ok(read)) = values else {
        return found;
    };
    form::unlike(&read, &given, &mut String::new(), &mut found);
    form::topic(&given, &mut found);
    found
}

fn of_format(format: u64) -> Found {
    let problem = || format!("found {format}, expected {FORMAT}");
    let found = (format != FORMAT).then(|| ("/format".to_owned(), problem()));
    found.into_iter().collect()
}

/// The file as a value of its type, or what is wrong with it and where.
fn typed<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, (String, String)> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let mut place: Vec<String> = error.path().iter().filter_map(in_pointer).collect();
        let problem = error.into_inner().to_string();
        if problem.starts_with("unknown field") {
            // What is wrong is the object that has the member.
            place.pop();
        }
        (place.concat(), problem)
    })?;
    let ended = json.end();
    ended.map_err(|error| (String::new(), error.to_string()))?;
    Ok(value)
}

fn in_pointer(segment: &Segment) -> Option<String> {
    match segment {
        Segment::Seq { index } => Some(format!("/{index}")),
        Segment::Map { key } => Some(format!("/{}", form::escaped(key))),
        Segment::Enum { .. } | Segment::Unknown => None,
    }
}
