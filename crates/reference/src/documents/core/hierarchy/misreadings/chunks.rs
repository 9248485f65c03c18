//! Wrong readings of where the chunks of an array below the root are.

use crate::hierarchy::{self, ROOT, prefix};
use crate::misreading::{ACCEPTED, Misreading, STORES};
use crate::steps::Replacement;

/// The path of the root's child with the last name of a path.
fn last_name(path: &str) -> String {
    format!("/{}", path.rsplit('/').next().unwrap_or_default())
}

/// The prefix of a path with another text in place of one.
fn renamed(path: &str, name: &str, other: &str) -> String {
    prefix(&path.replace(name, other))
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "chunks-at-the-root",
        when: "chunks of every array are looked for and stored at the root of the store",
        requirements: &["storage.non-root-prefix"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::chunk_prefix(|_, _| Ok(String::new()))],
    },
    Misreading {
        name: "chunks-below-the-last-name",
        when: "chunks of an array are looked for and stored below its name, not below its path",
        requirements: &["storage.non-root-prefix"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::chunk_prefix(|_, path| {
            Ok(prefix(&last_name(path)))
        })],
    },
    Misreading {
        name: "chunks-beside-the-array",
        when: "chunks of an array are looked for and stored below the group that has it",
        requirements: &["storage.non-root-prefix"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::chunk_prefix(|_, path| {
            let (group, _) = path.rsplit_once('/').unwrap_or_default();
            Ok(if group.is_empty() {
                String::new()
            } else {
                prefix(group)
            })
        })],
    },
    Misreading {
        name: "chunks-without-separator",
        when: "no slash stands between the path of an array and the keys of its chunks",
        requirements: &["storage.non-root-prefix"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::chunk_prefix(|_, path| {
            Ok(path.trim_start_matches('/').to_owned())
        })],
    },
    Misreading {
        name: "chunk-prefix-percent-decoded",
        when: "names are percent-decoded in the keys of chunks",
        requirements: &["node-name.code-points"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::chunk_prefix(|_, path| {
            Ok(prefix(&path.replace("%41", "A").replace("%20", " ")))
        })],
    },
    Misreading {
        name: "chunk-prefix-percent-encoded",
        when: "names are percent-encoded in the keys of chunks",
        requirements: &["node-name.code-points"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::chunk_prefix(|_, path| {
            Ok(renamed(path, " ", "%20"))
        })],
    },
    Misreading {
        name: "chunk-prefix-composed",
        when: "letters of names and the marks after them are composed in the keys of chunks",
        requirements: &["node-name.code-points"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::chunk_prefix(|_, path| {
            Ok(renamed(path, "a\u{308}", "\u{e4}"))
        })],
    },
    Misreading {
        name: "chunk-prefix-decomposed",
        when: "letters of names are decomposed into letters and marks in the keys of chunks",
        requirements: &["node-name.code-points"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::chunk_prefix(|_, path| {
            Ok(renamed(path, "\u{e4}", "a\u{308}"))
        })],
    },
    Misreading {
        name: "chunk-prefix-without-case",
        when: "names are in lower case in the keys of chunks",
        requirements: &["node-name.case-sensitive"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::chunk_prefix(|_, path| {
            Ok(prefix(&path.to_lowercase()))
        })],
    },
    Misreading {
        name: "arrays-of-one-name-are-one",
        when: "only the last name of the path of an array is looked at",
        requirements: &["storage.non-root-metadata-key", "storage.non-root-prefix"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[
            Replacement::metadata_key(|steps, path| {
                hierarchy::metadata_key(steps, &last_name(path))
            }),
            Replacement::chunk_prefix(|_, path| Ok(prefix(&last_name(path)))),
        ],
    },
    Misreading {
        name: "written-at-the-root",
        when: "elements of every array are written at the root of the store",
        requirements: &["storage.non-root-prefix"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_elements(
            |steps, store, _, array, start, elements| {
                hierarchy::write_elements(steps, store, ROOT, array, start, elements)
            },
        )],
    },
    Misreading {
        name: "written-below-the-last-name",
        when: "elements of an array are written below its name, not below its path",
        requirements: &["storage.non-root-prefix"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_elements(
            |steps, store, path, array, start, elements| {
                let path = last_name(path);
                hierarchy::write_elements(steps, store, &path, array, start, elements)
            },
        )],
    },
    Misreading {
        name: "writing-clears-other-chunks",
        when: "chunks of other arrays are deleted when elements of an array are written",
        requirements: &["storage.non-root-prefix"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_elements(
            |steps, store, path, array, start, elements| {
                for key in store.list()? {
                    if !key.ends_with("zarr.json") && !key.starts_with(&prefix(path)) {
                        store.erase(&key)?;
                    }
                }
                hierarchy::write_elements(steps, store, path, array, start, elements)
            },
        )],
    },
];
