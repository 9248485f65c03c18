//! Facts on metadata documents.

use anyhow::ensure;

use super::{Claim, claim, unless_refused};
use crate::document::{Document, Spelling};
use crate::fact::Draft;
use crate::input::Table;

pub(super) fn state(draft: Draft, table: &Table) -> anyhow::Result<()> {
    let document = document(table)?;
    if table.has("nearest") {
        let number = fill_value(table)?;
        let nearest = table.some_text("nearest")?;
        let set = plain(table, &table.pairs("set")?)?;
        let plain = |fill_value: &str| set.clone().with("fill_value", fill_value).text();
        return draft.rounded_document(document, number, nearest, &plain);
    }
    if table.has("denotes") {
        let digits = match table.text("denotes") {
            Ok(Some(numbers)) => numbers.split_whitespace().collect(),
            _ => table.texts("denotes")?,
        };
        draft.denotes(&document, &digits)?;
    }
    match claim(table, &["means"])? {
        Claim::Holds => {
            let text = String::from_utf8(document)
                .map_err(|_| table.error("the document is not UTF-8, and so not valid"))?;
            draft.metadata(text)
        }
        Claim::Refused(why) if table.flag("at_open")? == Some(true) => {
            draft.at_open().refused_metadata(document, why)
        }
        Claim::Refused(why) => draft.refused_metadata(document, why),
        Claim::Open(outcomes) => {
            let mut readings = Vec::new();
            for outcome in &outcomes {
                let means = unless_refused(outcome, || {
                    Ok(plain(table, &outcome.pairs("means")?)?.text())
                })?;
                readings.push((outcome.some_text("reading")?, means));
            }
            draft.open_document(document, &readings)
        }
    }
}

/// The document of `zarr_json` before anything is changed in it, but with these members.
fn plain(table: &Table, members: &[(&str, &str)]) -> anyhow::Result<Document> {
    let document = table.parsed("zarr_json", Document::parse)?;
    Ok(members.iter().fold(document, |document, (name, value)| {
        document.with(name, value)
    }))
}

/// The number under test.
fn fill_value(table: &Table) -> anyhow::Result<&str> {
    let set = table.pairs("set")?;
    let value = set.iter().find(|(name, _)| *name == "fill_value");
    value
        .map(|(_, value)| *value)
        .ok_or_else(|| table.wrong("nearest", "set.fill_value is missing"))
}

/// The document to the letter.
pub(super) fn document(table: &Table) -> anyhow::Result<Vec<u8>> {
    let mut text = table.some_text("zarr_json")?.to_owned();
    if table.has("set") || table.has("without") {
        let mut document = plain(table, &table.pairs("set")?)?;
        for name in table.texts("without")? {
            document = document
                .without(name)
                .map_err(|error| table.wrong("without", error))?;
        }
        text = document.text();
    }
    let [before, after] =
        [table.text("before")?, table.text("after")?].map(Option::unwrap_or_default);
    text = format!("{before}{text}{after}");
    let mut bytes = match table.text("spelling")? {
        None => text.into_bytes(),
        Some(_) => table.parsed("spelling", Spelling::parse)?.of(&text),
    };
    for (i, replacement) in table
        .tables("replace", &["text", "by", "by_bytes"])?
        .iter()
        .enumerate()
    {
        let by = if replacement.has("by_bytes") {
            replacement.bytes("by_bytes")?
        } else {
            replacement.some_text("by")?.as_bytes().to_vec()
        };
        bytes = replaced(&bytes, replacement.some_text("text")?.as_bytes(), &by)
            .map_err(|error| table.wrong(&format!("replace[{i}]"), error))?;
    }
    Ok(bytes)
}

/// The bytes with some of them in place of others, which occur once.
fn replaced(bytes: &[u8], earlier: &[u8], later: &[u8]) -> anyhow::Result<Vec<u8>> {
    ensure!(!earlier.is_empty(), "the text to be replaced is empty");
    let starts: Vec<usize> = (0..bytes.len())
        .filter(|start| bytes[*start..].starts_with(earlier))
        .collect();
    let &[start] = starts.as_slice() else {
        anyhow::bail!(
            "the text to be replaced occurs {} times, not once",
            starts.len()
        );
    };
    let end = start + earlier.len();
    Ok([&bytes[..start], later, &bytes[end..]].concat())
}
