//! The JSON Schemas of an archive's files, and what breaks them.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use super::content::REQUIREMENTS;
use super::manifest::{MANIFEST, shortened};
use super::read::below;
use super::verify::{MOST_OF_A_FILE, Problem};
use zarr_conform_vectors::Files;

/// Characters of a message that are told.
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

/// Checks every JSON file of the archive itself by the schemas of this program, not by those that
/// the archive brings. Stores are not looked at: their `zarr.json` may be broken on purpose.
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
    match validator(&schema) {
        Err(error) => vec![problem(String::new(), error)],
        Ok(validator) => validator
            .iter_errors(&value)
            .take(MOST_OF_A_FILE)
            .map(|error| {
                problem(
                    error.instance_path().to_string(),
                    // The message repeats the value, which may be long.
                    shortened(&error.to_string(), LONGEST_MESSAGE),
                )
            })
            .collect(),
    }
}

/// A validator by a schema, which may refer to that of topics by the name of its file.
fn validator(schema: &Value) -> Result<jsonschema::Validator, String> {
    let topic: Value = serde_json::from_str(SCHEMAS[0].1).map_err(|error| error.to_string())?;
    let registry = jsonschema::Registry::new()
        .add("json-schema:///topic.schema.json", topic)
        .and_then(jsonschema::RegistryBuilder::prepare)
        .map_err(|error| error.to_string())?;
    let options = jsonschema::options();
    let validator = options.with_registry(&registry).build(schema);
    validator.map_err(|error| error.to_string())
}
