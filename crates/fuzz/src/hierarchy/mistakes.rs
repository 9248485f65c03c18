//! Mistakes in valid hierarchies, which every reading of the text refuses.

use serde_json::{Value, json};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Change;

use super::node::{UNKNOWN, object};
use super::{HierarchyCase, child_path, key};
use crate::Choices;

/// A kind of mistake.
#[derive(Debug, PartialEq)]
pub struct Mistake {
    /// In words that follow "it has".
    pub name: &'static str,
    /// What an implementation does that accepts it, as in the comments of facts.
    pub comment: &'static str,
    /// Why it must be refused.
    pub why: &'static str,
    /// The requirements that it breaks.
    pub requirements: &'static [&'static str],
    /// Whether the text of 3.0 says so, too, of the first of the values.
    is_in_3_0: bool,
    kind: Kind,
}

#[derive(Debug, PartialEq)]
enum Kind {
    /// A member of the group's document has one of these values.
    Member(&'static str, &'static [&'static str]),
    /// A member of the group's document is missing.
    Without(&'static str),
    /// The group's document is one of these.
    Document(&'static [&'static str]),
    /// The group's document is cut off.
    Cut,
    /// The unknown member, which is marked in the twin, has one of these values in place of the mark.
    Mark(&'static [&'static str]),
    /// The array has a storage transformer that no text defines.
    Transformer,
    /// There is nothing at the path.
    Nothing,
    /// There is only a file below the path.
    Folder,
    /// A group is created whose name is one of these.
    Created(&'static [&'static str]),
}

/// What a mistake leaves: the documents, the path that is asked for, and the change.
pub(super) struct Mistaken {
    pub(super) documents: std::collections::BTreeMap<String, String>,
    pub(super) path: String,
    pub(super) change: Option<Change>,
}

/// Every kind of mistake that a hierarchy of these choices can have.
pub fn mistakes(choices: &Choices) -> impl Iterator<Item = &'static Mistake> {
    let is_current = choices.edition >= Edition::V3_1;
    let creates = choices.offers("create_group");
    ALL.iter()
        .filter(move |it| (is_current || it.is_in_3_0) && (creates || !it.is_of_a_new_node()))
}

impl Mistake {
    pub(super) fn is_of_array(&self) -> bool {
        self.kind == Kind::Transformer
    }

    pub(super) fn is_of_a_mark(&self) -> bool {
        matches!(self.kind, Kind::Mark(_))
    }

    pub(super) fn is_of_a_new_node(&self) -> bool {
        matches!(self.kind, Kind::Created(_))
    }

    pub(super) fn is_in(&self, edition: Edition) -> bool {
        edition >= Edition::V3_1 || self.is_in_3_0
    }
}

impl HierarchyCase {
    /// What the mistake of this number leaves of a valid case.
    pub(super) fn mistaken(&self, mistake: &Mistake, which: usize, edition: Edition) -> Mistaken {
        let one_of = |values: &'static [&'static str]| {
            let number = if edition >= Edition::V3_1 {
                values.len()
            } else {
                1
            };
            values[which % number]
        };
        let mut mistaken = Mistaken {
            documents: self.documents(),
            path: self.path.clone(),
            change: self.change(),
        };
        let mut members = self.document(&self.path);
        match mistake.kind {
            Kind::Member(name, values) => {
                members.insert(name.to_owned(), parsed(one_of(values)));
            }
            Kind::Without(name) => {
                members.remove(name);
            }
            Kind::Mark(values) => {
                let mut value = object(json!({"name": UNKNOWN}));
                value.extend(object(parsed(one_of(values))));
                members.insert(UNKNOWN.to_owned(), value.into());
            }
            Kind::Transformer => {
                let transformer = json!([{"name": UNKNOWN, "configuration": {UNKNOWN: 1}}]);
                members.insert("storage_transformers".to_owned(), transformer);
            }
            Kind::Nothing | Kind::Folder => {
                mistaken.path = child_path(&self.path, &self.free_name("z"));
                if mistake.kind == Kind::Folder {
                    let file = key(&mistaken.path, "notes.txt");
                    mistaken.documents.insert(file, "text".to_owned());
                }
                return mistaken;
            }
            Kind::Created(names) => {
                let path = child_path(&self.path, one_of(names));
                mistaken.path.clone_from(&path);
                let attributes = serde_json::Map::new();
                mistaken.change = Some(Change::CreateGroup { path, attributes });
                return mistaken;
            }
            Kind::Document(_) | Kind::Cut => {}
        }
        let text = self.target().text(members);
        let text = match mistake.kind {
            Kind::Document(texts) => one_of(texts).to_owned(),
            // The characters before some of the last ones are ASCII or begin none of several bytes.
            Kind::Cut => {
                let mut end = which % text.len();
                while !text.is_char_boundary(end) {
                    end -= 1;
                }
                text[..end].to_owned()
            }
            _ => text,
        };
        let document = key(&self.path, "zarr.json");
        mistaken.documents.insert(document, text);
        mistaken
    }
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

const ALL: &[Mistake] = &[
    Mistake {
        name: "a group of another zarr_format",
        comment: "opens a random group whose zarr_format is not 3",
        why: "zarr_format is not 3",
        requirements: &["group-metadata.mandatory", "group-metadata.zarr-format"],
        is_in_3_0: true,
        kind: Kind::Member("zarr_format", &["2", "4", "\"3\"", "null", "[3]"]),
    },
    Mistake {
        name: "a group without zarr_format",
        comment: "opens a random group without zarr_format",
        why: "the document has no zarr_format",
        requirements: &["group-metadata.mandatory"],
        is_in_3_0: false,
        kind: Kind::Without("zarr_format"),
    },
    Mistake {
        name: "a node of another type",
        comment: "opens a random group whose node_type is another value",
        why: "node_type is not the text group",
        requirements: &["group-metadata.mandatory", "group-metadata.node-type"],
        is_in_3_0: true,
        kind: Kind::Member(
            "node_type",
            &[
                "\"zarr-conform-unknown\"",
                "\"Group\"",
                "\"\"",
                "null",
                "0",
                "[\"group\"]",
                "{\"name\": \"group\"}",
            ],
        ),
    },
    Mistake {
        name: "a node without a type",
        comment: "opens a random group without node_type",
        why: "the document has no node_type",
        requirements: &["group-metadata.mandatory"],
        is_in_3_0: false,
        kind: Kind::Without("node_type"),
    },
    Mistake {
        name: "a document of a group that is not an object",
        comment: "opens a random group whose document is not an object",
        why: "the document is not an object",
        requirements: &["group-metadata.mandatory"],
        is_in_3_0: false,
        kind: Kind::Document(&["[]", "null", "\"group\"", "3"]),
    },
    Mistake {
        name: "a document of a group that is cut off",
        comment: "opens a random group whose document ends too early",
        why: "the document ends before its object does",
        requirements: &["group-metadata.mandatory"],
        is_in_3_0: false,
        kind: Kind::Cut,
    },
    Mistake {
        name: "an unknown member of a group that is not an object",
        comment: "opens a random group although it has an unknown member that is not an object",
        why: "an unknown member does not say \"must_understand\": false",
        requirements: &[
            "group-metadata.additional-fields",
            "extension.must-understand",
        ],
        is_in_3_0: true,
        kind: Kind::Member(UNKNOWN, &["\"value\"", "0", "null", "false", "[{}]"]),
    },
    Mistake {
        name: "an unknown member of a group that is not marked",
        comment: "opens a random group although it has an unknown member that is not marked with \"must_understand\": false",
        why: "an unknown member does not say \"must_understand\": false",
        requirements: &[
            "group-metadata.additional-fields",
            "extension.must-understand",
        ],
        is_in_3_0: false,
        kind: Kind::Mark(&[
            "{}",
            r#"{"must_understand": true}"#,
            r#"{"must_understand": "false"}"#,
            r#"{"must_understand": 0}"#,
            r#"{"must_understand": null}"#,
            r#"{"configuration": {"must_understand": false}}"#,
        ]),
    },
    Mistake {
        name: "storage transformers of a group",
        comment: "opens a random group with storage_transformers, which groups do not have",
        why: "storage_transformers is not defined for groups, and no such storage transformer is known",
        requirements: &["extension.must-understand"],
        is_in_3_0: false,
        kind: Kind::Member(
            "storage_transformers",
            &["[{\"name\": \"zarr-conform-unknown\"}]"],
        ),
    },
    Mistake {
        name: "an unknown storage transformer of an array in a group",
        comment: "gives the bytes that an unknown storage transformer stored as the elements of a random array in a group",
        why: "no such storage transformer is known",
        requirements: &[
            "array-metadata.storage-transformers-extension",
            "extension.must-understand",
        ],
        is_in_3_0: true,
        kind: Kind::Transformer,
    },
    Mistake {
        name: "nothing at the path",
        comment: "finds a node at a path in a random hierarchy at which nothing is stored",
        why: "there is nothing at the path",
        requirements: &["storage.non-root-metadata-key"],
        is_in_3_0: true,
        kind: Kind::Nothing,
    },
    Mistake {
        name: "a folder without a document at the path",
        comment: "finds a node at a path in a random hierarchy at which there is no metadata document",
        why: "there is no metadata document at the path",
        requirements: &["group-metadata.document"],
        is_in_3_0: false,
        kind: Kind::Folder,
    },
    Mistake {
        name: "a new node whose name starts with __",
        comment: "creates a node in a random hierarchy whose name starts with __, which the text excludes",
        why: "a name must not start with __",
        requirements: &["node-name.reserved-prefix"],
        is_in_3_0: true,
        kind: Kind::Created(&["__x", "__a"]),
    },
    Mistake {
        name: "a new node whose name is periods",
        comment: "creates a node in a random hierarchy whose name has only periods, which the text excludes",
        why: "a name must not have only periods",
        requirements: &["node-name.not-periods"],
        is_in_3_0: true,
        kind: Kind::Created(&["..."]),
    },
];
