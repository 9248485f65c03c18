//! Facts on nodes of a hierarchy.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Claim, claim, metadata, unless_refused};
use crate::fact::{Draft, Found, InStore};
use crate::input::Table;

/// What outcomes may have: what is at the path, the children of the group there, or all nodes.
const OF_OUTCOMES: &[&str] = &["node", "children", "nodes"];

pub(super) fn state(draft: Draft, table: &Table) -> anyhow::Result<()> {
    let path = table.some_text("path")?;
    let store = InStore {
        documents: documents(table, path)?,
        change: member(table, "change")?,
        may_refuse: table.flag("may_refuse")? == Some(true),
        path: path.to_owned(),
        through: member(table, "through")?,
        consolidated: member(table, "consolidated")?,
    };
    match claim(table, OF_OUTCOMES)? {
        Claim::Holds => {
            let [children, walk] = ["children", "walk"].map(|it| table.flag(it));
            draft.node(store, children? == Some(true), walk? == Some(true))
        }
        Claim::Refused(why) => draft.refused_node(store, why),
        Claim::Open(outcomes) => {
            let mut readings = Vec::new();
            for outcome in &outcomes {
                let found = unless_refused(outcome, || found(outcome))?;
                readings.push((outcome.some_text("reading")?, found));
            }
            draft.open_node(store, &readings)
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

fn found(outcome: &Table) -> anyhow::Result<Found> {
    Ok(Found {
        node: member(outcome, "node")?,
        children: member(outcome, "children")?,
        nodes: member(outcome, "nodes")?,
    })
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
