//! The manifest: every fact of an archive with all that it states, for readers of no other file.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use zarr_conform_lock::content_hash;
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Fact, Statement, Vectors, pretty};

/// The name of the file.
pub const MANIFEST: &str = "manifest.json";

/// The name of the file of requirements beside it.
pub(super) const REQUIREMENTS: &str = "requirements.json";

/// The version of the form of the manifest.
const FORMAT: u64 = 1;

/// Characters of a value that are reported.
const LONGEST_VALUE: usize = 60;

/// The member of a grid's statement that lists elements and where each lies, and its name in the
/// manifest: `elements` is there, whatever the kind, the bytes of elements.
const PLACES: (&str, &str) = ("elements", "places");

/// The member of an array fact that holds its store, where it is not beside the manifest.
const FILES: &str = "files";

/// The manifest of all these vectors: with `edition`, it says that it is confined to that.
pub(super) fn manifest(vectors: &Vectors, edition: Option<Edition>) -> serde_json::Result<Value> {
    let mut facts = Map::new();
    for topic in vectors.topics() {
        for fact in &vectors.facts()[topic.facts.clone()] {
            facts.insert(fact.id.clone(), entry(vectors, &topic.path, fact)?);
        }
    }
    let mut manifest = Map::new();
    manifest.insert("format".to_owned(), FORMAT.into());
    let version = vectors.version().unwrap_or("0.0.0");
    manifest.insert("version".to_owned(), version.into());
    if let Some(edition) = edition {
        manifest.insert("edition".to_owned(), serde_json::to_value(edition)?);
    }
    manifest.insert("facts".to_owned(), facts.into());
    Ok(manifest.into())
}

/// The manifest of all these vectors as text. With `has_files`, an array fact has in `files` every file
/// of its store, by its path below the root of the array: the bytes in hexadecimal digits.
///
/// # Errors
/// Where a fact cannot be written as JSON.
pub fn one_file(vectors: &Vectors, has_files: bool) -> serde_json::Result<String> {
    let mut manifest = manifest(vectors, None)?;
    if has_files {
        for fact in vectors.facts() {
            let entry = manifest["facts"].get_mut(&fact.id);
            if let (Some(Value::Object(entry)), Some(store)) = (entry, vectors.store(fact)) {
                let files = store.iter().map(|(key, bytes)| {
                    let digits = hex::encode(bytes);
                    (key.clone(), digits.into())
                });
                entry.insert(FILES.to_owned(), files.collect::<Map<_, _>>().into());
            }
        }
    }
    Ok(pretty(&manifest))
}

/// A fact without its id: the members of its statement stand beside its own, and the parts that it
/// has in the archive are named.
fn entry(vectors: &Vectors, file: &str, fact: &Fact) -> serde_json::Result<Value> {
    let kind = kind(&fact.statement);
    let mut members = object(serde_json::to_value(fact)?);
    let mut statement = members.shift_remove(kind).map(object).unwrap_or_default();
    if let Statement::Grid(_) = &fact.statement
        && let Some(places) = statement.shift_remove(PLACES.0)
    {
        statement.insert(PLACES.1.to_owned(), places);
    }
    if let Some(store) = store_path(file, fact) {
        if statement.get("elements").is_some_and(Value::is_string) {
            statement.insert("bin".to_owned(), beside(&store, "bin").into());
            statement.insert("npy".to_owned(), beside(&store, "npy").into());
        }
        statement.insert("store".to_owned(), store.into());
    }
    members.shift_remove("id");
    members.shift_insert(0, "kind".to_owned(), kind.into());
    members.extend(statement);
    members.insert("file".to_owned(), format!("vectors/{file}").into());
    let content = content_hash(fact, vectors.store(fact))?;
    members.insert("content".to_owned(), content.into());
    Ok(members.into())
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
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
pub const KINDS: [&str; 7] = [
    "chunk",
    "representation",
    "bad_chunk",
    "grid",
    "metadata",
    "array",
    "hierarchy",
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
        Statement::Hierarchy(_) => "hierarchy",
    }
}

/// What a manifest says otherwise than the vectors.
pub(super) fn differences(vectors: &Vectors, text: &[u8]) -> Vec<String> {
    let Ok(found) = serde_json::from_slice::<Value>(text) else {
        return Vec::new();
    };
    let edition = found.get("edition");
    let edition: Option<Edition> = edition.and_then(|it| serde_json::from_value(it.clone()).ok());
    let expected = match manifest(vectors, edition) {
        Ok(expected) => expected,
        Err(error) => return vec![error.to_string()],
    };
    let mut differences = unlike(&expected, &found);
    if differences.is_empty() && pretty(&expected).as_bytes() != text {
        let told = "its text, by white space, the order of members, or a name that is there twice";
        differences.push(told.to_owned());
    }
    if let Some(edition) = edition {
        let facts = vectors.facts().iter();
        let others = facts.filter(|fact| !fact.editions.contains(&edition));
        let told = |id: &str| format!("fact {id:?} does not hold in edition {edition}");
        differences.extend(others.map(|fact| told(&fact.id)));
    }
    differences
}

/// What differs between two manifests, by member and fact.
fn unlike(expected: &Value, found: &Value) -> Vec<String> {
    let unlike = unlike_members(expected, found).into_iter();
    let told = |name: &String| match (name.as_str(), expected.get(name), found.get(name)) {
        ("facts", Some(expected), Some(found)) => unlike_facts(expected, found),
        (_, expected, found) => vec![in_words(name, expected, found)],
    };
    unlike.flat_map(told).collect()
}

fn unlike_facts(expected: &Value, found: &Value) -> Vec<String> {
    let unlike = unlike_members(expected, found).into_iter();
    let told = |id: &String| match (expected.get(id), found.get(id)) {
        (Some(expected), Some(found)) => {
            let unlike = unlike_members(expected, found).into_iter();
            let told = |name: &String| in_words(name, expected.get(name), found.get(name));
            format!(
                "fact {id:?}: {}",
                unlike.map(told).collect::<Vec<_>>().join("; ")
            )
        }
        (Some(_), None) => format!("fact {id:?} is missing"),
        (None, _) => format!("fact {id:?} is in none of the files"),
    };
    unlike.map(told).collect()
}

/// The names of the members in which two objects differ.
fn unlike_members<'a>(one: &'a Value, other: &'a Value) -> BTreeSet<&'a String> {
    let members = [one, other].into_iter().filter_map(Value::as_object);
    let names = members.flat_map(|it| it.keys());
    names.filter(|it| one.get(it) != other.get(it)).collect()
}

fn in_words(name: &str, expected: Option<&Value>, found: Option<&Value>) -> String {
    let value = |it: Option<&Value>| {
        it.map_or("nothing".to_owned(), |it| {
            shortened(&it.to_string(), LONGEST_VALUE)
        })
    };
    format!("{name} {}, found {}", value(expected), value(found))
}

/// The beginning of what may be long.
pub(super) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
