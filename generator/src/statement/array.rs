//! Facts on whole arrays.

use serde_json::{Map, Value, json};
use zarr_conform_reference::{ChunkArray, DataType, Element, Json, data_type::family, fill_value};
use zarr_conform_statement::{self as statement, Given, Part};
use zarr_conform_vectors::Presentation;

use super::{Claim, claim, data_type, unless_refused};
use crate::elements;
use crate::fact::{Draft, full_chunks};
use crate::input::Table;
use crate::shards;

/// What a region may have.
const REGION: &[&str] = &["start", "shape", "elements"];
/// What the first of several regions written over a store may have.
const FIRST_REGION: &[&str] = &["start", "shape", "elements", "then"];

/// What `zarr.json` says of the array.
struct Array {
    data_type: DataType,
    shape: Vec<u64>,
    chunk_shape: Vec<u64>,
    chunk_key_encoding: Value,
    fill_value: Value,
    codecs: Value,
    /// Members that stand beside those of every array.
    members: Map<String, Value>,
    presentation: Presentation,
}

pub(super) fn state(draft: Draft, table: &Table) -> anyhow::Result<()> {
    let array = Array::of(table, draft.presentation())?;
    let writes = writes(table, &array)?;
    let written = writes.first().map(|(_, elements)| elements.clone());
    let regions = table
        .tables("regions", &["start", "shape"])?
        .iter()
        .map(|region| Ok((region.lengths("start")?, region.lengths("shape")?)))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let missing = table.positions("missing")?;
    let mut replaced = replaced(table, &array)?;
    let mut expected = None;
    if table.has("shards") {
        let grid = shards::Grid {
            codecs: &array.codecs,
            shape: &array.shape,
            chunk_shape: &array.chunk_shape,
            fill_value: array.fill_value()?,
        };
        let (shards, elements) = grid.of_array(table, array.data_type, &writes, &missing)?;
        replaced.extend(shards);
        expected = Some(elements);
    }
    let given = Given {
        document: array.document(&[]),
        writes,
        missing,
        replaced,
        regions,
        whole: table.flag("whole")?.unwrap_or(true),
        written: table.flag("written")?.unwrap_or(true),
        updates: updates(table, &array)?,
    };
    match claim(table, &["elements"])? {
        Claim::Holds => draft.array(&given, expected.as_ref()),
        Claim::Refused(why) => draft.refused_array(&given, why),
        Claim::Open(outcomes) => {
            let mut readings = Vec::new();
            for outcome in &outcomes {
                let elements = unless_refused(outcome, || match &written {
                    Some(written) if outcome.text("elements")? == Some("as written") => {
                        Ok(statement::hex(written))
                    }
                    _ => outcome.elements("elements"),
                })?;
                readings.push((outcome.some_text("reading")?, elements));
            }
            draft.open_array(&given, &readings)
        }
    }
}

impl Array {
    fn of(table: &Table, presentation: Presentation) -> anyhow::Result<Self> {
        let data_type = data_type(table)?;
        let little = json!([{"name": "bytes", "configuration": {"endian": "little"}}]);
        let slash = json!({"name": "default", "configuration": {"separator": "/"}});
        let members = match table.json("members")? {
            None => Map::new(),
            Some(Value::Object(members)) => members,
            Some(_) => return Err(table.wrong("members", "expected an object")),
        };
        Ok(Self {
            data_type,
            shape: table.lengths("shape")?,
            chunk_shape: table.lengths("chunk_shape")?,
            chunk_key_encoding: table.json("chunk_key_encoding")?.unwrap_or(slash),
            fill_value: table
                .json("fill_value")?
                .unwrap_or_else(|| family(&data_type).other_than_zero()),
            codecs: table.json("codecs")?.unwrap_or(little),
            // Where they are given, there are no other optional ones.
            presentation: if members.is_empty() {
                presentation
            } else {
                Presentation::PLAIN
            },
            members,
        })
    }

    fn fill_value(&self) -> anyhow::Result<Element> {
        let fill_value = Json::from_value(&self.fill_value)?;
        Ok(fill_value::fill_value(&fill_value, self.data_type)?)
    }

    /// The text of `zarr.json`, with these members in place of its own.
    fn document(&self, set: &[(&str, Value)]) -> String {
        let mut members = Presentation::members(
            (&self.shape, &self.chunk_shape),
            &self.data_type.into(),
            self.chunk_key_encoding.clone(),
            self.fill_value.clone(),
            self.codecs.clone(),
        )
        .into_iter()
        .collect::<Vec<(&str, Value)>>();
        let more = self.members.iter();
        members.extend(more.map(|(name, value)| (name.as_str(), value.clone())));
        for (name, value) in set {
            match members.iter_mut().find(|(known, _)| known == name) {
                Some((_, own)) => own.clone_from(value),
                None => members.push((name, value.clone())),
            }
        }
        self.presentation.text(members, self.shape.len())
    }
}

/// What is written into the store, one after the other: all of the array, unless the fact says what.
fn writes(table: &Table, array: &Array) -> anyhow::Result<Vec<Part>> {
    if !table.has("stored") {
        let pattern = table.text("elements")?.unwrap_or("distinct");
        let elements = pattern_of(table, array, pattern, &array.shape, 0)?;
        return Ok(vec![(vec![0; array.shape.len()], elements)]);
    }
    let mut writes = Vec::new();
    let mut before = 0;
    for stored in table.tables("stored", REGION)? {
        let (start, elements) = region(&stored, array, "distinct", before)?;
        before += elements.elements.len();
        writes.push((start, elements));
    }
    Ok(writes)
}

/// The regions that are written over the store, one after the other, each with the next distinct
/// elements unless the fact says which.
fn updates(table: &Table, array: &Array) -> anyhow::Result<Vec<Part>> {
    let Some(first) = table.table("update", FIRST_REGION)? else {
        return Ok(Vec::new());
    };
    let mut updates = vec![region(&first, array, "other", 0)?];
    let mut before = updates[0].1.elements.len();
    for then in first.tables("then", REGION)? {
        let (start, elements) = region(&then, array, "other", before)?;
        before += elements.elements.len();
        updates.push((start, elements));
    }
    Ok(updates)
}

/// A region and its elements, by a pattern where the input names none.
fn region(table: &Table, array: &Array, pattern: &str, before: usize) -> anyhow::Result<Part> {
    let pattern = table.text("elements")?.unwrap_or(pattern);
    let elements = pattern_of(table, array, pattern, &table.lengths("shape")?, before)?;
    Ok((table.lengths("start")?, elements))
}

fn pattern_of(
    table: &Table,
    array: &Array,
    pattern: &str,
    shape: &[u64],
    before: usize,
) -> anyhow::Result<ChunkArray> {
    let everywhere = format!("all {}", array.fill_value);
    let pattern = match pattern {
        "fill value" => &everywhere,
        pattern => pattern,
    };
    elements::of_pattern(pattern, array.data_type, shape, before)
        .map_err(|error| table.wrong("elements", format!("{error:#}")))
}

/// What stands in the store in place of what was written.
fn replaced(table: &Table, array: &Array) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let mut replaced = match table.text("unused")? {
        None => Vec::new(),
        Some("distinct") => full_chunks(&array.document(&[]), &array.codecs)?,
        Some(other) => {
            let message = format!("found {other:?}, expected \"distinct\"");
            return Err(table.wrong("unused", message));
        }
    };
    let set = table.pairs("set")?.into_iter().map(|(name, text)| {
        let value = serde_json::from_str(text);
        let value = value.map_err(|error| table.wrong("set", format!("{name}: {error}")))?;
        Ok((name, value))
    });
    let set = set.collect::<anyhow::Result<Vec<(&str, Value)>>>()?;
    if !set.is_empty() {
        let text = array.document(&set);
        replaced.push(("zarr.json".to_owned(), text.into_bytes()));
    }
    for (key, digits) in table.pairs("replaced")? {
        let bytes = hex::decode(digits)
            .map_err(|error| table.wrong("replaced", format!("{key}: {error}")))?;
        replaced.push((key.to_owned(), bytes));
    }
    Ok(replaced)
}
