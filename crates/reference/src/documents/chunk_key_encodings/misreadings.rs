//! Wrong readings of the chunk key encodings.

use crate::Json;
use crate::chunk_key::{self, Separator};
use crate::misreading::{ACCEPTED, BOTH, Misreading, STORES, require};
use crate::steps::Replacement;

fn joined(chunk_index: &[u64], separator: &str, digits: impl Fn(u64) -> String) -> String {
    chunk_index
        .iter()
        .map(|index| digits(*index))
        .collect::<Vec<_>>()
        .join(separator)
}

fn is_absent(configuration: &Json) -> bool {
    configuration.member("separator").is_none()
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "default-separator-dot",
        when: "the default encoding's separator defaults to \".\"",
        requirements: &["default-key.separator-default"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::default_separator(|_, configuration| {
            if is_absent(configuration) {
                Ok(Separator::Dot)
            } else {
                chunk_key::default_separator(configuration)
            }
        })],
    },
    Misreading {
        name: "v2-separator-slash",
        when: "the v2 encoding's separator defaults to \"/\"",
        requirements: &["v2-key.separator-default"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::v2_separator(|_, configuration| {
            if is_absent(configuration) {
                Ok(Separator::Slash)
            } else {
                chunk_key::v2_separator(configuration)
            }
        })],
    },
    Misreading {
        name: "separator-required",
        when: "a missing separator is refused",
        requirements: &["default-key.separator-default", "v2-key.separator-default"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::default_separator(|_, configuration| {
                require(configuration, "separator")?;
                chunk_key::default_separator(configuration)
            }),
            Replacement::v2_separator(|_, configuration| {
                require(configuration, "separator")?;
                chunk_key::v2_separator(configuration)
            }),
        ],
    },
    Misreading {
        name: "separator-ignored",
        when: "separator is not looked at: each encoding uses its default",
        requirements: &[
            "default-key.separator",
            "v2-key.separator",
            "default-key.key",
            "v2-key.key",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::default_separator(|_, _| Ok(Separator::Slash)),
            Replacement::v2_separator(|_, _| Ok(Separator::Dot)),
        ],
    },
    Misreading {
        name: "any-separator-accepted",
        when: "a separator other than \"/\" and \".\" is treated as the default",
        requirements: &["default-key.separator", "v2-key.separator"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[
            Replacement::default_separator(|_, configuration| {
                Ok(chunk_key::default_separator(configuration).unwrap_or(Separator::Slash))
            }),
            Replacement::v2_separator(|_, configuration| {
                Ok(chunk_key::v2_separator(configuration).unwrap_or(Separator::Dot))
            }),
        ],
    },
    Misreading {
        name: "default-key-without-prefix",
        when: "the default encoding's keys lack the prefix c",
        requirements: &["default-key.key"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::default_key(|_, chunk_index, separator| {
            if chunk_index.is_empty() {
                return chunk_key::default_key(chunk_index, separator);
            }
            joined(chunk_index, separator.text(), |index| index.to_string())
        })],
    },
    Misreading {
        name: "default-key-prefix-joined",
        when: "no separator stands between the prefix c and the first index",
        requirements: &["default-key.key"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::default_key(|_, chunk_index, separator| {
            format!(
                "c{}",
                joined(chunk_index, separator.text(), |index| index.to_string())
            )
        })],
    },
    Misreading {
        name: "default-key-prefix-slash",
        when: "a \"/\" stands after the prefix c whatever the separator",
        requirements: &["default-key.key"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::default_key(|_, chunk_index, separator| {
            if chunk_index.is_empty() {
                return chunk_key::default_key(chunk_index, separator);
            }
            format!(
                "c/{}",
                joined(chunk_index, separator.text(), |index| index.to_string())
            )
        })],
    },
    Misreading {
        name: "v2-key-with-prefix",
        when: "the v2 encoding's keys have the prefix c",
        requirements: &["v2-key.key"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::v2_key(|_, chunk_index, separator| {
            if chunk_index.is_empty() {
                return chunk_key::v2_key(chunk_index, separator);
            }
            chunk_key::default_key(chunk_index, separator)
        })],
    },
    Misreading {
        name: "key-indices-reversed",
        when: "the indices of a key stand from the last dimension to the first",
        requirements: &["default-key.key", "v2-key.key"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::default_key(|_, chunk_index, separator| {
                chunk_key::default_key(
                    &chunk_index.iter().rev().copied().collect::<Vec<_>>(),
                    separator,
                )
            }),
            Replacement::v2_key(|_, chunk_index, separator| {
                chunk_key::v2_key(
                    &chunk_index.iter().rev().copied().collect::<Vec<_>>(),
                    separator,
                )
            }),
        ],
    },
    Misreading {
        name: "key-indices-hexadecimal",
        when: "the indices of a key are hexadecimal",
        requirements: &["default-key.key", "v2-key.key"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::default_key(|_, chunk_index, separator| {
                if chunk_index.is_empty() {
                    return "c".to_owned();
                }
                format!(
                    "c{}{}",
                    separator.text(),
                    joined(chunk_index, separator.text(), |index| format!("{index:x}"))
                )
            }),
            Replacement::v2_key(|_, chunk_index, separator| {
                if chunk_index.is_empty() {
                    return "0".to_owned();
                }
                joined(chunk_index, separator.text(), |index| format!("{index:x}"))
            }),
        ],
    },
    Misreading {
        name: "key-indices-padded",
        when: "the indices of a key are padded with zeros",
        requirements: &["default-key.key", "v2-key.key"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::default_key(|_, chunk_index, separator| {
                if chunk_index.is_empty() {
                    return "c".to_owned();
                }
                format!(
                    "c{}{}",
                    separator.text(),
                    joined(chunk_index, separator.text(), |index| format!("{index:02}"))
                )
            }),
            Replacement::v2_key(|_, chunk_index, separator| {
                if chunk_index.is_empty() {
                    return "0".to_owned();
                }
                joined(chunk_index, separator.text(), |index| format!("{index:02}"))
            }),
        ],
    },
    Misreading {
        name: "scalar-key-with-separator",
        when: "the key of a chunk without dimensions is c and the separator",
        requirements: &["default-key.rank-0"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::default_key(|_, chunk_index, separator| {
            if chunk_index.is_empty() {
                return format!("c{}data", separator.text());
            }
            chunk_key::default_key(chunk_index, separator)
        })],
    },
    Misreading {
        name: "scalar-key-with-zero",
        when: "a chunk without dimensions has the key c/0",
        requirements: &["default-key.rank-0"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::default_key(|_, chunk_index, separator| {
            if chunk_index.is_empty() {
                return format!("c{}0", separator.text());
            }
            chunk_key::default_key(chunk_index, separator)
        })],
    },
    Misreading {
        name: "v2-scalar-key-is-c",
        when: "a chunk without dimensions has the key c in the v2 encoding too",
        requirements: &["v2-key.rank-0"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::v2_key(|_, chunk_index, separator| {
            if chunk_index.is_empty() {
                return "c".to_owned();
            }
            chunk_key::v2_key(chunk_index, separator)
        })],
    },
];
