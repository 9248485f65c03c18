//! Facts on nodes of a hierarchy.

use std::collections::BTreeMap;

use anyhow::Context as _;
use serde_json::Value;
use zarr_conform_statement::{Found, InStore, bare_group};
use zarr_conform_vectors::NodeStated;

use super::{Claim, claim, metadata, unless_refused};
use crate::fact::Draft;
use crate::input::Table;

/// What outcomes may have: what is at the path, with the elements of an array or without them, the children of the
/// group there, or all nodes.
const OF_OUTCOMES: &[&str] = &["node", "children", "nodes"];

/// What a fact may state besides the node, by the member that says so.
const BESIDES: [(&str, Found); 3] = [
    ("children", Found::Children),
    ("walk", Found::Nodes),
    ("read", Found::Elements),
];

pub(super) fn state(draft: Draft, table: &Table) -> anyhow::Result<()> {
    let path = table.some_text("path")?;
    let store = InStore {
        documents: documents(table, path)?,
        change: member(table, "change")?,
        path: path.to_owned(),
        through: member(table, "through")?,
        consolidated: member(table, "consolidated")?,
    };
    match claim(table, OF_OUTCOMES)? {
        Claim::Holds => {
            let mut besides = Vec::new();
            for (name, found) in BESIDES {
                besides.extend((table.flag(name)? == Some(true)).then_some(found));
            }
            draft.node(store, &besides)
        }
        Claim::Refused(why) => draft.refused_node(store, why),
        Claim::Open(outcomes) => {
            let mut readings = Vec::new();
            for outcome in &outcomes {
                let found = unless_refused(outcome, || found(outcome))?;
                readings.push((outcome.some_text("reading")?, found));
            }
            let mut given = readings.iter().filter_map(|(_, found)| found.as_ref());
            let asked = given.next().map(asked);
            let asked = asked.context("every reading refuses")?;
            draft.open_node(store, asked, &readings)
        }
    }
}

/// A member whose form is that of vectors; texts are JSON in braces, or stand for themselves.
fn member<T: serde::de::DeserializeOwned>(table: &Table, name: &str) -> anyhow::Result<Option<T>> {
    let value = match table.text(name)? {
        None | Some("") => return Ok(None),
        Some(text) if text.starts_with('{') => table.some_json(name)?,
        Some(text) => Value::from(text),
    };
    let member = serde_json::from_value(value);
    member.map(Some).map_err(|error| table.wrong(name, error))
}

fn found(outcome: &Table) -> anyhow::Result<NodeStated> {
    Ok(NodeStated {
        children: member(outcome, "children")?,
        nodes: member(outcome, "nodes")?,
        ..member(outcome, "node")?.unwrap_or_else(bare_group)
    })
}

/// Of which kind is what a reading finds.
fn asked(found: &NodeStated) -> Found {
    match found {
        NodeStated { nodes: Some(_), .. } => Found::Nodes,
        NodeStated {
            children: Some(_), ..
        } => Found::Children,
        NodeStated { array: Some(_), .. } => Found::Elements,
        _ => Found::Node,
    }
}

/// What is in the store: the documents by their keys, and that of the node, where it is given by itself.
fn documents(table: &Table, path: &str) -> anyhow::Result<BTreeMap<String, String>> {
    let documents = table.pairs("documents")?.into_iter();
    let documents = documents.map(|(key, text)| (key.to_owned(), text.to_owned()));
    let mut documents: BTreeMap<String, String> = documents.collect();
    if table.has("zarr_json") {
        let text = String::from_utf8(metadata::document(table)?)?;
        let key = format!("{path}/zarr.json");
        documents.insert(key.trim_start_matches('/').to_owned(), text);
    }
    Ok(documents)
}
