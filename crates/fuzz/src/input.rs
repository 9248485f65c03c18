//! A case as lines of `generator/inputs`, so that a failing case becomes a golden fact after a
//! review.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;
use zarr_conform_reference::storage::METADATA_KEY;
use zarr_conform_reference::{DataType, Element, Steps, data_type, vector_form};
use zarr_conform_runner::{FailureKind, Operation};
use zarr_conform_terms::{Edition, Through};
use zarr_conform_vectors::{Claim, Document, Fact, Hierarchy, Level, Presentation, Statement};

use crate::case::codec;
use crate::case::part::{Region, Write};
use crate::case::{Act, Case, Keys};
use crate::{AnyCase, Cause, Made, NoFact};

/// The head of a file of inputs that has nothing but what was found.
pub const HEAD: &str = "\
about = \"Random arrays and hierarchies that an implementation read or wrote otherwise than the text says, reduced to what it takes.\"
kind = \"array\"
editions = [\"3.0\", \"3.1\"]
";

/// Why there are no lines.
#[derive(Debug, thiserror::Error)]
pub enum NoInput {
    /// The case is not a fact.
    #[error(transparent)]
    NoFact(#[from] NoFact),
    /// The inputs have no form for it.
    #[error("inputs of the generator cannot express {0}")]
    Untold(&'static str),
}

/// The name of the fact of a cause, as ids have it: what is asked, and what the case is about.
pub fn name(cause: &Cause) -> String {
    let mut name = if cause.case.must_be_refused() {
        "invalid".to_owned()
    } else {
        cause.check.operation().unwrap_or("case").to_owned()
    };
    for feature in &cause.features {
        let words = feature.to_lowercase();
        let words = words.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|it| !it.is_empty()).collect();
        let longer = format!("{name}-{}", words.join("-"));
        if longer.len() <= LONGEST_NAME {
            name = longer;
        }
    }
    name
}

/// Characters of a name, without what makes it unique.
const LONGEST_NAME: usize = 60;

/// The lines of a `[[fact]]` of this name for the inputs of the generator, below [`HEAD`]; of a case that
/// has to be refused, after those of its twin.
///
/// # Errors
/// Where the inputs cannot tell what the case has.
pub fn fact(cause: &Cause, edition: Edition, name: &str) -> Result<String, NoInput> {
    let facts = cause.case.facts(edition, name)?;
    let mut text = String::new();
    // A twin stands before the fact that names it.
    for (fact, _) in facts.iter().rev() {
        let mut lines = Lines::default();
        let (_, last) = fact.id.rsplit_once('/').unwrap_or(("", &fact.id));
        lines.add("name", quoted(last));
        match (&fact.statement, &cause.case.made) {
            (Statement::Array(_), Made::Valid(valid)) => array(&mut lines, valid, edition)?,
            (statement, _) => other(&mut lines, statement)?,
        }
        let requirements = fact.requirements.iter().map(|it| quoted(it));
        lines.add("requirements", listed(requirements));
        match fact.level {
            Level::Should => lines.add("level", quoted("should")),
            Level::May => lines.add("level", quoted("may")),
            Level::Must | Level::Open => {}
        }
        if !holds_everywhere(&cause.case, edition, fact) {
            lines.add("editions", listed([quoted(edition.name())]));
        }
        if let Some(why) = fact.statement.refused() {
            lines.add("refused", quoted(why));
        }
        if let Some(twin) = &fact.twin {
            let (_, last) = twin.rsplit_once('/').unwrap_or(("", twin));
            lines.add("twin", quoted(last));
        }
        let comment = comment(cause).filter(|_| fact.twin.is_none());
        lines.add("comment", quoted(comment.as_ref().unwrap_or(&fact.comment)));
        let _ = write!(text, "\n[[fact]]\n{}", lines.0);
    }
    Ok(text)
}

/// What is given in a fact that is about no store.
fn other(lines: &mut Lines, statement: &Statement) -> Result<(), NoInput> {
    match statement {
        Statement::Chunk(chunk) => {
            lines.add("kind", quoted("chunk"));
            lines.add("data_type", quoted(&chunk.data_type));
            lines.add("shape", numbers(&chunk.shape));
            lines.add("codecs", json(&chunk.codecs.iter().cloned().collect()));
            let data_type = data_type::from_text(&chunk.data_type).map_err(NoFact::from)?;
            let elements = vector_form::from_elements(data_type, &chunk.elements);
            lines.add("elements", list(data_type, &elements.unwrap_or_default()));
            if let (true, Claim::Holds(encoded)) = (chunk.free, &chunk.claim) {
                lines.add("encoded", quoted(&hex::encode(&encoded.0)));
            }
        }
        Statement::BadChunk(chunk) => {
            lines.add("kind", quoted("bad_chunk"));
            lines.add("data_type", quoted(&chunk.data_type));
            lines.add("shape", numbers(&chunk.shape));
            lines.add("codecs", json(&chunk.codecs.iter().cloned().collect()));
            lines.add("encoded", quoted(&hex::encode(&chunk.encoded.0)));
        }
        Statement::Grid(grid) => {
            lines.add("kind", quoted("grid"));
            lines.add("array_shape", numbers(&grid.array_shape));
            lines.add("chunk_shape", numbers(&grid.chunk_shape));
            if let Claim::Holds(stated) = &grid.claim
                && let Some(first) = stated.chunks.first()
            {
                let chunks = stated.chunks.iter().map(|it| numbers(&it.index));
                lines.add("chunks", listed(chunks));
                let elements = stated.elements.iter().map(|it| numbers(&it.coordinates));
                lines.add("elements", listed(elements));
                let keys = first.keys.iter().map(|it| it.chunk_key_encoding.clone());
                lines.add("chunk_key_encodings", json(&keys.collect()));
            }
        }
        Statement::Metadata(metadata) => {
            let Document::Text(text) = &metadata.document else {
                return Err(NoInput::Untold("a document that is not UTF-8"));
            };
            lines.add("kind", quoted("metadata"));
            lines.add("zarr_json", quoted(text));
            if let Claim::Refused { why } = &metadata.claim
                && why.at_open
            {
                lines.add("at_open", "true");
            }
        }
        Statement::Hierarchy(it) => hierarchy(lines, it)?,
        Statement::Representation(_) | Statement::Array(_) => {
            return Err(NoInput::Untold("a fact of this kind"));
        }
    }
    Ok(())
}

/// What is given in a fact about a node.
fn hierarchy(lines: &mut Lines, it: &Hierarchy) -> Result<(), NoInput> {
    lines.add("kind", quoted("hierarchy"));
    lines.add("path", quoted(&it.path));
    let documents = it.documents.iter();
    let documents = documents.map(|(key, text)| format!("{} = {}", quoted(key), quoted(text)));
    let documents: Vec<String> = documents.collect();
    lines.add("documents", format!("{{ {} }}", documents.join(", ")));
    if let Some(Through::Root) = it.through {
        lines.add("through", quoted("/"));
    }
    if let Some(change) = &it.change {
        let change = serde_json::to_value(change);
        let change = change.map_err(|error| NoFact::Bug(error.to_string()))?;
        lines.add("change", json(&change));
    }
    if let Claim::Holds(stated) = &it.claim {
        let besides = [
            ("children", stated.children.is_some()),
            ("walk", stated.nodes.is_some()),
            ("read", stated.array.is_some()),
        ];
        for (name, _) in besides.into_iter().filter(|(_, is_so)| *is_so) {
            lines.add(name, "true");
        }
    }
    Ok(())
}

/// Lines of a fact.
#[derive(Default)]
struct Lines(String);

impl Lines {
    fn add(&mut self, member: &str, value: impl AsRef<str>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{member} = {}", value.as_ref());
    }
}

fn array(lines: &mut Lines, case: &Case, edition: Edition) -> Result<(), NoInput> {
    lines.add("data_type", quoted(&case.data_type.to_string()));
    lines.add("shape", numbers(&case.shape));
    lines.add("chunk_shape", numbers(&case.chunk_shape));
    lines.add("codecs", json(&codec::list(&case.codecs)));
    lines.add("fill_value", json(&case.fill_value.spelling));
    if case.keys != Keys::PLAIN {
        lines.add("chunk_key_encoding", json(&case.keys.json()));
    }
    match case.stored.as_slice() {
        [write] if write.region == Region::whole(&case.shape) => {
            lines.add("elements", list(case.data_type, &write.elements));
        }
        [] if case.elements() == 0 => {}
        writes => lines.add("stored", listed(writes.iter().map(|it| written(case, it)))),
    }
    let (given, ..) = case.given(&Steps::literal(edition))?;
    if !given.missing.is_empty() {
        let missing = given.missing.iter();
        lines.add("missing", listed(missing.map(|it| numbers(it))));
    }
    let mut replaced = given.replaced;
    if case.presentation != Presentation::PLAIN {
        replaced.push((METADATA_KEY.to_owned(), given.document.into_bytes()));
    }
    for (key, bytes) in BTreeMap::from_iter(replaced) {
        lines.add(
            &format!("replaced.{}", quoted(&key)),
            quoted(&hex::encode(bytes)),
        );
    }
    match &case.act {
        Act::Read(regions) if !regions.is_empty() => {
            let regions = regions.iter().map(|it| format!("{{ {} }}", extent(it)));
            lines.add("regions", listed(regions));
        }
        Act::Update(writes) => {
            if let Some((first, then)) = writes.split_first() {
                lines.add("update.start", numbers(&first.region.start));
                lines.add("update.shape", numbers(&first.region.shape));
                lines.add("update.elements", list(case.data_type, &first.elements));
                if !then.is_empty() {
                    let then = then.iter().map(|it| written(case, it));
                    lines.add("update.then", listed(then));
                }
            }
        }
        _ => {}
    }
    if !matches!(case.act, Act::Write) {
        lines.add("written", "false");
    }
    Ok(())
}

/// Whether the same fact holds in each edition that has arrays.
fn holds_everywhere(case: &AnyCase, edition: Edition, fact: &Fact) -> bool {
    let (_, name) = fact.id.rsplit_once('/').unwrap_or(("", &fact.id));
    let others = [Edition::V3_0, Edition::V3_1]
        .into_iter()
        .filter(|it| *it != edition);
    others.into_iter().all(|other| {
        let name = name.strip_suffix("-twin").unwrap_or(name);
        let facts = case.facts(other, name).unwrap_or_default();
        facts.into_iter().any(|(it, _)| {
            let editions = fact.editions.clone();
            Fact { editions, ..it } == *fact
        })
    })
}

/// What an implementation that fails a cause's case does, to be worded better in review; nothing of
/// an invalid case, whose fact says it itself.
pub fn comment(cause: &Cause) -> Option<String> {
    if cause.case.must_be_refused() {
        return None;
    }
    let features: Vec<&str> = cause.features.iter().map(String::as_str).collect();
    let features = features.join(", ");
    let valid = match &cause.case.made {
        Made::Valid(valid) => valid,
        Made::Hierarchy(_) => return Some(of_hierarchy(cause, &features)),
        Made::Invalid(_) => return None,
    };
    let of = if features.is_empty() {
        "the plainest array".to_owned()
    } else {
        format!("an array with {features}")
    };
    let is_written = cause.signature.is_written;
    let read_or_write = if is_written { "write" } else { "read" };
    Some(match cause.signature.kind {
        FailureKind::WrongMetadata => format!("changes the metadata of {of}"),
        FailureKind::RejectedValid => format!("refuses to {read_or_write} {of}"),
        FailureKind::AcceptedInvalid => format!("accepts {of}"),
        FailureKind::WrongData if matches!(valid.act, Act::Grid) => {
            format!("puts elements or chunks elsewhere in {of}")
        }
        FailureKind::NotAsConfigured
            if cause.check.operation() == Some(Operation::Border.name()) =>
        {
            format!("writes other elements outside {of}")
        }
        FailureKind::NotAsConfigured => format!("encodes {of} other than configured"),
        FailureKind::WrongData if is_written => format!("writes other elements into {of}"),
        FailureKind::WrongData => format!("reads other elements from {of}"),
        _ => format!("gives no answer when it is asked to {read_or_write} {of}"),
    })
}

/// The same of a valid hierarchy.
fn of_hierarchy(cause: &Cause, features: &str) -> String {
    let is_changed = cause.signature.is_written;
    match cause.signature.kind {
        FailureKind::WrongMetadata if is_changed => {
            format!("leaves another hierarchy after a change, with {features}")
        }
        FailureKind::WrongMetadata => format!("finds other nodes, with {features}"),
        FailureKind::WrongData if is_changed => {
            format!("writes other elements in a hierarchy, with {features}")
        }
        FailureKind::WrongData => format!("reads other elements in a hierarchy, with {features}"),
        FailureKind::RejectedValid if is_changed => format!("refuses a change, with {features}"),
        FailureKind::RejectedValid => format!("misses a node, with {features}"),
        _ => format!("gives no answer when it is asked about a node, with {features}"),
    }
}

fn written(case: &Case, write: &Write) -> String {
    let elements = list(case.data_type, &write.elements);
    format!("{{ {}, elements = {elements} }}", extent(&write.region))
}

fn extent(region: &Region) -> String {
    let (start, shape) = (numbers(&region.start), numbers(&region.shape));
    format!("start = {start}, shape = {shape}")
}

/// Elements as a list in the form of fill values.
fn list(data_type: DataType, elements: &[Element]) -> String {
    let values = elements.iter();
    let values = values.map(|it| vector_form::value(data_type, it));
    json(&values.collect())
}

fn numbers(numbers: &[u64]) -> String {
    listed(numbers.iter().map(u64::to_string))
}

fn listed(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    format!("[{}]", items.join(", "))
}

/// JSON as a text of TOML.
fn json(value: &Value) -> String {
    let text = value.to_string();
    if text.contains('\'') || text.contains(char::is_control) {
        quoted(&text)
    } else {
        format!("'{text}'")
    }
}

/// A text of TOML, in which JSON's escapes mean the same.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
