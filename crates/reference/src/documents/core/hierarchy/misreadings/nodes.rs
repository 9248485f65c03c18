//! Wrong readings of names and paths of nodes, and of which nodes there are.

use zarr_conform_terms::NodeType;

use crate::Result;
use crate::error::metadata;
use crate::hierarchy::{self, Documents, GroupMetadata, Node, NodeTypes, ROOT};
use crate::misreading::{ACCEPTED, CURRENT, Misreading, NODES};
use crate::steps::{Replacement, Steps};

fn refused_if(steps: &Steps, name: &str, is_refused: bool) -> Result<()> {
    if is_refused {
        return metadata(format!("the name {name:?} is refused"));
    }
    steps.text().node_name(name)
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "group-without-document",
        when: "a folder without a metadata document is a group",
        requirements: &["group-metadata.document"],
        editions: CURRENT,
        through: NODES,
        replacements: &[Replacement::node(|steps, store, path| {
            let key = steps.metadata_key(path)?;
            let is_missing = store.get(&key)?.is_none();
            if is_missing && !store.list_prefix(&hierarchy::prefix(path))?.is_empty() {
                return Ok(Node::Group(GroupMetadata::default()));
            }
            hierarchy::node(steps, store, path)
        })],
    },
    Misreading {
        name: "folders-are-children",
        when: "folders without a metadata document are listed as groups",
        requirements: &["group-metadata.document"],
        editions: CURRENT,
        through: NODES,
        replacements: &[Replacement::children(|steps, store, path| {
            let mut children = hierarchy::children(steps, store, path)?;
            let prefix = hierarchy::prefix(path);
            for below in store.list_dir(&prefix)?.prefixes {
                let name = below[prefix.len()..below.len() - 1].to_owned();
                children.entry(name).or_insert(NodeType::Group);
            }
            Ok(children)
        })],
    },
    Misreading {
        name: "zgroup-hides-children",
        when: "a group with a .zgroup beside it has no children",
        requirements: &["hierarchy.tree"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::children(|steps, store, path| {
            let children = hierarchy::children(steps, store, path)?;
            let old = store.get(&format!("{}.zgroup", hierarchy::prefix(path)))?;
            Ok(if old.is_some() {
                NodeTypes::new()
            } else {
                children
            })
        })],
    },
    Misreading {
        name: "prefix-for-path",
        when: "what begins with the path of a group is below it",
        requirements: &["storage.non-root-metadata-key"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::children(|steps, store, path| {
            let mut children = hierarchy::children(steps, store, path)?;
            if path != ROOT {
                let start = path.trim_start_matches('/');
                for key in store.list_prefix(start)? {
                    let below = key[start.len()..].strip_suffix("/zarr.json");
                    let name = below.unwrap_or_default().trim_start_matches('/').to_owned();
                    if !name.is_empty() && !name.contains('/') {
                        children.entry(name).or_insert(NodeType::Group);
                    }
                }
            }
            Ok(children)
        })],
    },
    Misreading {
        name: "path-ignored",
        when: "every path is that of the root",
        requirements: &["storage.non-root-metadata-key"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::metadata_key(|_, _| Ok("zarr.json".to_owned()))],
    },
    Misreading {
        name: "paths-of-two-names",
        when: "only the last name of a path is looked for",
        requirements: &["storage.non-root-metadata-key"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::metadata_key(|steps, path| {
            let name = path.rsplit('/').next().unwrap_or_default();
            hierarchy::metadata_key(steps, &format!("/{name}"))
        })],
    },
    Misreading {
        name: "names-with-reserved-prefix",
        when: "names that start with __ are accepted",
        requirements: &["node-name.reserved-prefix"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::node_name(|steps, name| {
            steps.text().node_name(name.trim_start_matches("__"))
        })],
    },
    Misreading {
        name: "hidden-names-refused",
        when: "names that start with a period are refused",
        requirements: &["node-name.code-points"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::node_name(|steps, name| {
            refused_if(steps, name, name.starts_with('.'))
        })],
    },
    Misreading {
        name: "names-with-underscore-refused",
        when: "names that start with one underscore are refused",
        requirements: &["node-name.reserved-prefix"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::node_name(|steps, name| {
            refused_if(steps, name, name.starts_with('_'))
        })],
    },
    Misreading {
        name: "names-of-ascii",
        when: "names with other characters than those of ASCII are refused",
        requirements: &["node-name.code-points"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::node_name(|steps, name| {
            refused_if(steps, name, !name.is_ascii())
        })],
    },
    Misreading {
        name: "names-of-recommended-characters",
        when: "names with other characters than the recommended ones are refused",
        requirements: &["node-name.code-points"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::node_name(|steps, name| {
            let is_other = |it: char| !(it.is_ascii_alphanumeric() || "-_.".contains(it));
            refused_if(steps, name, name.chars().any(is_other))
        })],
    },
    Misreading {
        name: "long-names-refused",
        when: "names of more than 128 bytes are refused",
        requirements: &["node-name.code-points"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::node_name(|steps, name| {
            refused_if(steps, name, name.len() > 128)
        })],
    },
    Misreading {
        name: "names-percent-decoded",
        when: "names are percent-decoded",
        requirements: &["node-name.code-points"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::metadata_key(|steps, path| {
            hierarchy::metadata_key(steps, &path.replace("%41", "A").replace("%20", " "))
        })],
    },
    Misreading {
        name: "names-cut-at-number-sign",
        when: "names end at a number sign",
        requirements: &["node-name.code-points"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::metadata_key(|steps, path| {
            hierarchy::metadata_key(steps, path.split('#').next().unwrap_or_default())
        })],
    },
    Misreading {
        name: "child-named-c-is-chunks",
        when: "a child named c is treated as chunks",
        requirements: &["hierarchy.tree"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::children(|steps, store, path| {
            let mut children = hierarchy::children(steps, store, path)?;
            children.remove("c");
            Ok(children)
        })],
    },
    Misreading {
        name: "child-of-digits-is-chunks",
        when: "a child whose name is a number is treated as chunks",
        requirements: &["hierarchy.tree"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::children(|steps, store, path| {
            let mut children = hierarchy::children(steps, store, path)?;
            children.retain(|name, _| name.parse::<u64>().is_err());
            Ok(children)
        })],
    },
    Misreading {
        name: "children-are-groups",
        when: "only groups are children",
        requirements: &["hierarchy.tree"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::children(|steps, store, path| {
            let mut children = hierarchy::children(steps, store, path)?;
            children.retain(|_, it| *it == NodeType::Group);
            Ok(children)
        })],
    },
    Misreading {
        name: "children-are-arrays",
        when: "only arrays are children",
        requirements: &["hierarchy.tree"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::children(|steps, store, path| {
            let mut children = hierarchy::children(steps, store, path)?;
            children.retain(|_, it| *it == NodeType::Array);
            Ok(children)
        })],
    },
    Misreading {
        name: "walk-of-one-level",
        when: "a walk ends at the children of the root",
        requirements: &["hierarchy.tree"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::walk(|steps, store| {
            let mut nodes = hierarchy::walk(steps, store)?;
            nodes.retain(|path, _| path.matches('/').count() == 1);
            Ok(nodes)
        })],
    },
    Misreading {
        name: "walk-without-root",
        when: "a walk does not give the root",
        requirements: &["hierarchy.path"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::walk(|steps, store| {
            let mut nodes = hierarchy::walk(steps, store)?;
            nodes.remove(ROOT);
            Ok(nodes)
        })],
    },
    Misreading {
        name: "names-cut-at-question-mark",
        when: "names end at a question mark",
        requirements: &["node-name.code-points"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::metadata_key(|steps, path| {
            hierarchy::metadata_key(steps, path.split('?').next().unwrap_or_default())
        })],
    },
    Misreading {
        name: "backslash-separates",
        when: "a backslash separates names",
        requirements: &["node-name.code-points"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::metadata_key(|steps, path| {
            hierarchy::metadata_key(steps, &path.replace('\\', "/"))
        })],
    },
    Misreading {
        name: "names-without-case",
        when: "names are compared without case",
        requirements: &["node-name.case-sensitive"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::metadata_key(|steps, path| {
            hierarchy::metadata_key(steps, &path.to_lowercase())
        })],
    },
    Misreading {
        name: "names-composed",
        when: "letters of names and the marks after them are composed",
        requirements: &["node-name.code-points"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::metadata_key(|steps, path| {
            hierarchy::metadata_key(steps, &path.replace("a\u{308}", "\u{e4}"))
        })],
    },
    Misreading {
        name: "names-decomposed",
        when: "letters of names are decomposed into letters and marks",
        requirements: &["node-name.code-points"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::metadata_key(|steps, path| {
            hierarchy::metadata_key(steps, &path.replace('\u{e4}', "a\u{308}"))
        })],
    },
    Misreading {
        name: "names-trimmed",
        when: "spaces at the end of a name are ignored",
        requirements: &["node-name.code-points"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::metadata_key(|steps, path| {
            hierarchy::metadata_key(steps, path.trim_end_matches(' '))
        })],
    },
    Misreading {
        name: "only-children-through-the-root",
        when: "only children of the root are found through it",
        requirements: &["hierarchy.path", "storage.non-root-metadata-key"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::documents_below(
            |steps, store, group, consolidated| {
                steps.text().documents_below(store, group, consolidated)?;
                let prefix = hierarchy::prefix(group);
                let mut documents = Documents::new();
                for below in store.list_dir(&prefix)?.prefixes {
                    let key = format!("{below}zarr.json");
                    documents.extend(store.get(&key)?.map(|it| (key, it)));
                }
                Ok(Some(documents))
            },
        )],
    },
    Misreading {
        name: "names-of-periods",
        when: "a name of three periods is accepted",
        requirements: &["node-name.not-periods"],
        editions: ACCEPTED,
        through: NODES,
        replacements: &[Replacement::node_name(|steps, name| match name {
            "..." => Ok(()),
            _ => steps.text().node_name(name),
        })],
    },
];
