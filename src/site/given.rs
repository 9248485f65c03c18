//! What an implementation was given: the stores of a check as trees, and what was asked of it.

use std::collections::BTreeMap;
use std::iter;

use serde_json::Value;

use super::document::Document;
use zarr_conform_runner::Check;
use zarr_conform_vectors::Store;

/// Characters of a file or request that a page shows.
const LONGEST: usize = 3000;
/// Bytes of a chunk that a page shows.
const CHUNK_BYTES: usize = 512;
/// Files of a store that a page shows.
const FILES: usize = 60;

/// What an implementation was given by a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Given {
    pub(super) stores: Vec<Tree>,
    pub(super) requests: Vec<String>,
}

/// A folder of a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tree {
    pub(super) folders: BTreeMap<String, Tree>,
    pub(super) files: BTreeMap<String, File>,
    /// Files that are not shown, at the root alone.
    pub(super) hidden: usize,
}

impl Tree {
    /// Whether nothing is in it.
    pub(super) fn is_empty(&self) -> bool {
        self.folders.is_empty() && self.files.is_empty()
    }
}

/// A file of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct File {
    pub(super) bytes: usize,
    pub(super) content: Content,
}

/// What is in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// `zarr.json`.
    Document(Document),
    /// Hexadecimal digits, 16 bytes a line.
    Bytes(String),
}

/// What the check gives an implementation, compared with what its valid twin gives.
pub(super) fn given(check: &Check, twin: Option<&Check>) -> Given {
    let requests = check.requests.iter().map(|asked| {
        let mut request = serde_json::to_value(&asked.ask).unwrap_or_default();
        if let (Some(store), Value::Object(members)) = (asked.store, &mut request) {
            let name = format!("store {}", store + 1);
            members.insert("store".to_owned(), Value::String(name));
        }
        cut(&request.to_string(), LONGEST)
    });
    let twins = twin.iter().flat_map(|it| it.stores.iter().map(Some));
    let stores = check.stores.iter().zip(twins.chain(iter::repeat(None)));
    Given {
        stores: stores.map(|(store, twin)| tree(store, twin)).collect(),
        requests: requests.collect(),
    }
}

fn tree(store: &Store, twin: Option<&Store>) -> Tree {
    let mut root = Tree {
        hidden: store.len().saturating_sub(FILES),
        ..Tree::default()
    };
    for (key, bytes) in store.iter().rev().take(FILES) {
        let mut parts: Vec<&str> = key.split('/').collect();
        let name = parts.pop().unwrap_or_default();
        let folder = parts.into_iter().fold(&mut root, |folder, part| {
            folder.folders.entry(part.to_owned()).or_default()
        });
        let twin = twin.and_then(|it| it.get(key));
        let content = content(name, bytes, twin.map(AsRef::as_ref));
        let bytes = bytes.len();
        folder
            .files
            .insert(name.to_owned(), File { bytes, content });
    }
    root
}

fn content(name: &str, bytes: &[u8], twin: Option<&[u8]>) -> Content {
    match std::str::from_utf8(bytes) {
        Ok(text) if name == "zarr.json" => {
            let twin = twin.and_then(|it| std::str::from_utf8(it).ok());
            Content::Document(Document::new(text, twin).cut(LONGEST))
        }
        _ => Content::Bytes(lines(bytes)),
    }
}

fn lines(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(CHUNK_BYTES)];
    let line = |line: &[u8]| {
        let pairs: Vec<String> = line.chunks(2).map(hex::encode).collect();
        pairs.join(" ")
    };
    let mut lines: Vec<String> = shown.chunks(16).map(line).collect();
    if shown.len() < bytes.len() {
        lines.push("…".to_owned());
    }
    lines.join("\n")
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_become_trees() {
        let store = Store::from([
            ("zarr.json".to_owned(), b"{ }"[..].into()),
            ("c/0/1".to_owned(), [0, 1, 2].into()),
        ]);
        let tree = tree(&store, None);
        assert_eq!(
            tree.files["zarr.json"].content,
            Content::Document(Document::new("{ }", None))
        );
        let chunk = &tree.folders["c"].folders["0"].files["1"];
        assert_eq!(chunk.bytes, 3);
        assert_eq!(chunk.content, Content::Bytes("0001 02".to_owned()));
    }
}
