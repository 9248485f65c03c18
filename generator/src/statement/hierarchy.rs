//! Facts on nodes of a hierarchy.

use std::collections::BTreeMap;

use super::{Claim, claim, metadata, unless_refused};
use crate::fact::Draft;
use crate::input::Table;

pub(super) fn state(draft: Draft, table: &Table) -> anyhow::Result<()> {
    let path = table.some_text("path")?;
    let documents = documents(table, path)?;
    match claim(table, &["children"])? {
        Claim::Holds => {
            let [children, walk] = ["children", "walk"].map(|it| table.flag(it));
            draft.node(
                documents,
                path,
                children? == Some(true),
                walk? == Some(true),
            )
        }
        Claim::Refused(why) => draft.refused_node(documents, path, why),
        Claim::Open(outcomes) => {
            let mut readings = Vec::new();
            for outcome in &outcomes {
                let children = unless_refused(outcome, || outcome.some_json("children"))?;
                let children = children.map(serde_json::from_value).transpose();
                let children = children.map_err(|error| outcome.wrong("children", error))?;
                readings.push((outcome.some_text("reading")?, children));
            }
            draft.open_children(documents, path, &readings)
        }
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
