//! The names of members, by where they may stand.

/// What a fact may have, whatever its kind.
pub(crate) const OF_EVERY_FACT: &[&str] = &[
    "name",
    "kind",
    "requirements",
    "editions",
    "level",
    "binds",
    "twin",
    "comment",
    "refused",
    "why",
    "outcomes",
    "enumerated",
    "open",
];

/// The kinds of facts, and what a fact of each kind may have besides.
pub(crate) const OF_KIND: &[(&str, &[&str])] = &[
    (
        "chunk",
        &[
            "data_type",
            "shape",
            "codecs",
            "elements",
            "encoded",
            "shard",
        ],
    ),
    ("representation", &["data_type", "shape", "codecs"]),
    (
        "bad_chunk",
        &["data_type", "shape", "codecs", "encoded", "shard"],
    ),
    (
        "grid",
        &[
            "array_shape",
            "chunk_shape",
            "elements",
            "chunks",
            "chunk_key_encodings",
        ],
    ),
    (
        "metadata",
        &[
            "zarr_json",
            "set",
            "without",
            "replace",
            "before",
            "after",
            "spelling",
            "at_open",
            "denotes",
            "nearest",
        ],
    ),
    (
        "hierarchy",
        &[
            "path",
            "documents",
            "zarr_json",
            "set",
            "without",
            "through",
            "consolidated",
            "change",
            "children",
            "walk",
            "read",
        ],
    ),
    (
        "array",
        &[
            "data_type",
            "shape",
            "chunk_shape",
            "codecs",
            "fill_value",
            "chunk_key_encoding",
            "elements",
            "stored",
            "missing",
            "unused",
            "replaced",
            "shards",
            "set",
            "members",
            "regions",
            "update",
            "whole",
            "written",
        ],
    ),
];

/// What only the head of a file may have.
pub(crate) const OF_HEAD: &[&str] = &["about", "let", "fact", "group"];
/// What only a group may have.
pub(crate) const OF_GROUP: &[&str] = &["each", "let", "computed", "fact", "group"];
/// What only a fact may have, besides what it states.
pub(crate) const OF_FACT: &[&str] = &["each", "where", "let"];

/// What a default for facts of any kind may be.
pub(crate) fn of_any_fact() -> Vec<&'static str> {
    let mut all = OF_EVERY_FACT.to_vec();
    for (_, members) in OF_KIND {
        all.extend(members.iter().filter(|it| !OF_EVERY_FACT.contains(it)));
    }
    all
}

/// The members of facts of a kind, if there is such a kind.
pub(crate) fn of_kind(kind: &str) -> Option<Vec<&'static str>> {
    let (_, members) = OF_KIND.iter().find(|(known, _)| *known == kind)?;
    Some([OF_EVERY_FACT, members].concat())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    #[test]
    fn the_schema_knows_the_same_members() {
        let text = include_str!("../../inputs/inputs.schema.json");
        let schema: Value = serde_json::from_str(text).unwrap();
        let properties = |pointer: &str| -> BTreeSet<String> {
            let properties = schema.pointer(pointer).and_then(Value::as_object);
            properties.unwrap().keys().cloned().collect()
        };
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let of_facts: BTreeSet<String> = names(&of_any_fact());
        assert_eq!(properties("/$defs/members/properties"), of_facts);
        assert_eq!(properties("/$defs/fact/properties"), names(OF_FACT));
        assert_eq!(properties("/$defs/group/properties"), names(OF_GROUP));
        assert_eq!(properties("/properties"), names(OF_HEAD));
    }
}
