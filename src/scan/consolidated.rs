//! What consolidated metadata of a group repeat, compared with the documents of the nodes below it.
//!
//! Each entry is compared at once with the document that it repeats, so that never more than one of each is held. Of
//! the entries only hashes of their names are kept, to know the documents that have none.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Read as _};
use std::path::{Component, Path};

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use zarr_conform_protocol::subject::Stop;
use zarr_conform_runner::is_same_json;
use zarr_conform_runner::text::line;

use super::folder::{Folder, Kind};
use super::node::{MOST_JUDGED, each_member};
use super::tally::Tally;

/// Entries of a group that are compared.
const MOST_ENTRIES: usize = 1 << 16;
/// Folders in the name of an entry: each on the way is opened.
const MOST_FOLDERS: usize = 64;
/// Characters of the name of an entry, or of a member, that are shown.
const LONGEST: usize = 300;
/// Members that are named of an entry that differs.
const MOST_MEMBERS: usize = 3;

/// What consolidated metadata disagree with. The text does not say which of both counts.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Disagreement {
    /// The group that has them.
    pub group: String,
    /// How many nodes they repeat.
    pub entries: u64,
    /// Entries of nodes that have no document.
    pub without_document: Tally,
    /// Nodes below the group that have no entry.
    pub without_entry: Tally,
    /// Entries that are another JSON value than the document, with the members that differ.
    pub differing: Tally,
    /// Entries whose name is not a path from the group, such as `a/b`, and those of one name.
    pub odd_names: Tally,
    /// Entries that were not compared.
    pub not_compared: Tally,
}

impl Disagreement {
    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        let tallies = [
            &self.without_document,
            &self.without_entry,
            &self.differing,
            &self.odd_names,
            &self.not_compared,
        ];
        tallies.iter().all(|it| it.is_empty())
    }
}

/// The consolidated metadata of a group while the folders below it are looked at.
pub(super) struct Consolidated {
    /// The path of the group, and `/` where that is not the store itself.
    prefix: String,
    names: BTreeSet<u64>,
    found: Disagreement,
    /// Whether all names are known.
    is_complete: bool,
}

impl Consolidated {
    /// Compares the entries of a group in this folder at a path below the store.
    pub(super) fn compare(group: &str, entries: &RawValue, folder: &Folder, stop: &Stop) -> Self {
        let prefix = match group {
            "" => String::new(),
            path => format!("{path}/"),
        };
        let mut it = Self {
            prefix,
            names: BTreeSet::new(),
            found: Disagreement::default(),
            is_complete: true,
        };
        each_member(entries, |name, entry| {
            it.found.entries += 1;
            if it.names.len() < MOST_ENTRIES && !stop.is_set() {
                it.entry(&name, entry, folder);
            } else {
                it.is_complete = false;
                let why = format!("there are more than {MOST_ENTRIES} entries");
                it.found.not_compared.add(line(&name, LONGEST), why);
            }
        });
        it
    }

    fn entry(&mut self, name: &str, entry: &RawValue, folder: &Folder) {
        let shown = || line(name, LONGEST);
        let parts: Vec<&str> = name.split('/').collect();
        if !parts.iter().all(|it| is_name(it)) {
            let why = "it is not a path from the group, such as a/b";
            self.found.odd_names.add(shown(), why);
            return;
        }
        if !self.names.insert(hash(name)) {
            self.found
                .odd_names
                .add(shown(), "there are two of this name");
            return;
        }
        if parts.len() > MOST_FOLDERS || entry.get().len() > MOST_JUDGED {
            let why = "it is too long or too deep";
            self.found.not_compared.add(shown(), why);
            return;
        }
        match document(folder, &parts) {
            Ok(None) => self.found.without_document.add(shown(), ""),
            Ok(Some(document)) if document.len() > MOST_JUDGED => {
                self.found
                    .not_compared
                    .add(shown(), "its document is too long");
            }
            Ok(Some(document)) => {
                if let Some(what) = difference(entry, &document) {
                    self.found.differing.add(shown(), what);
                }
            }
            Err(error) => self.found.not_compared.add(shown(), error.to_string()),
        }
    }

    /// Notes a node below the group, at a path below the store, that has a document.
    pub(super) fn has_document(&mut self, path: &str) {
        let Some(name) = path.strip_prefix(&self.prefix) else {
            return;
        };
        if self.is_complete && !name.is_empty() && !self.names.contains(&hash(name)) {
            self.found.without_entry.add(line(name, LONGEST), "");
        }
    }

    /// What was found.
    pub(super) fn end(self, group: String) -> Disagreement {
        Disagreement {
            group,
            ..self.found
        }
    }
}

/// Whether a part of a path is a name that stays within the folder.
fn is_name(part: &str) -> bool {
    let mut components = Path::new(part).components();
    let is_normal = matches!(components.next(), Some(Component::Normal(it)) if it == part);
    is_normal && components.next().is_none() && part != "zarr.json" && !part.contains('\0')
}

fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

/// The document of the node at a path below a folder; nothing where there is none. No more than shows that it is too
/// long.
fn document(folder: &Folder, parts: &[&str]) -> io::Result<Option<Vec<u8>>> {
    let [name, below @ ..] = parts else {
        let name = OsStr::new("zarr.json");
        if folder.kind(name)? != Some(Kind::File) {
            return Ok(None);
        }
        let mut document = Vec::new();
        let most = MOST_JUDGED as u64 + 1;
        folder.file(name)?.take(most).read_to_end(&mut document)?;
        return Ok(Some(document));
    };
    let name = OsStr::new(name);
    match folder.kind(name)? {
        Some(Kind::Folder) => document(&folder.folder(name)?, below),
        _ => Ok(None),
    }
}

/// In which members an entry differs from a document, as JSON. Consolidated metadata of the node itself are none of
/// these: writers add them to entries, and what they repeat is an entry, too.
fn difference(entry: &RawValue, document: &[u8]) -> Option<String> {
    let entry: Result<Value, _> = serde_json::from_str(entry.get());
    let (Ok(mut entry), Ok(mut document)) = (entry, serde_json::from_slice::<Value>(document))
    else {
        return Some("the document or the entry is not JSON that can be compared".to_owned());
    };
    for value in [&mut entry, &mut document] {
        if let Value::Object(members) = value {
            members.remove("consolidated_metadata");
        }
    }
    if is_same_json(&entry, &document) {
        return None;
    }
    let (Value::Object(entry), Value::Object(document)) = (entry, document) else {
        return Some("they are not both objects".to_owned());
    };
    let names: BTreeSet<&String> = entry.keys().chain(document.keys()).collect();
    let is_other = |name: &&&String| match (entry.get(**name), document.get(**name)) {
        (Some(one), Some(other)) => !is_same_json(one, other),
        _ => true,
    };
    let others: Vec<&&String> = names.iter().filter(is_other).collect();
    let few = others.iter().take(MOST_MEMBERS);
    let mut text = few
        .map(|it| line(it, LONGEST))
        .collect::<Vec<_>>()
        .join(", ");
    if others.len() > MOST_MEMBERS {
        text.push_str(", …");
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::order(r#"{"a": 1, "b": {"c": 1.0}}"#, r#"{"b": {"c": 1}, "a": 1}"#, None)]
    #[case::value(r#"{"a": 1, "b": 2}"#, r#"{"a": 1, "b": 3}"#, Some("b"))]
    #[case::big(r#"{"a": 9007199254740993}"#, r#"{"a": 9007199254740992}"#, Some("a"))]
    #[case::missing(r#"{"a": null}"#, "{}", Some("a"))]
    #[case::many(r#"{"a": 1, "b": 2, "c": 3, "d": 4}"#, "{}", Some("a, b, c, …"))]
    #[case::consolidated(r#"{"consolidated_metadata": {"metadata": {}}}"#, "{}", None)]
    #[case::not_json(
        "{}",
        "{",
        Some("the document or the entry is not JSON that can be compared")
    )]
    #[case::other_types("[]", "{}", Some("they are not both objects"))]
    fn differences_are_named(
        #[case] entry: &str,
        #[case] document: &str,
        #[case] expected: Option<&str>,
    ) {
        let entry: &RawValue = serde_json::from_str(entry).unwrap();
        assert_eq!(difference(entry, document.as_bytes()).as_deref(), expected);
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        for name in ["", ".", "..", "/", "zarr.json", "a\0"] {
            assert!(!is_name(name), "{name:?}");
        }
        for name in ["a", "...", " ", "%2e%2e"] {
            assert!(is_name(name), "{name:?}");
        }
    }
}
