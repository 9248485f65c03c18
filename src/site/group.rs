//! Groups of requirements: the part of an id before the dot, and a name for people.

use zarr_conform_requirements::Registry;

/// Requirements about one part of the specification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The part of ids before the dot; lower-case words joined by `-`.
    pub(super) id: String,
    /// For people.
    pub(super) title: String,
}

const TITLES: [(&str, &str); 12] = [
    ("transpose", "Transpose codec"),
    ("bytes", "Bytes codec"),
    ("endian", "Endian codec (draft)"),
    ("regular-grid", "Regular chunk grid"),
    ("default-key", "Default chunk keys"),
    ("v2-key", "Chunk keys of version 2"),
    ("data-type", "Data types"),
    ("fill-value", "Fill values"),
    ("codecs", "Codec lists"),
    ("array-metadata", "Array metadata"),
    ("extension", "Extension definitions"),
    ("storage", "Stores and missing chunks"),
];

/// Every group of the registry, in its order.
pub(super) fn groups(registry: &Registry) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for requirement in &registry.requirements {
        let id = group_of(&requirement.id);
        if !groups.iter().any(|group| group.id == id) {
            let title = TITLES.iter().find(|(known, _)| *known == id);
            groups.push(Group {
                id: id.to_owned(),
                title: title.map_or(id, |(_, title)| title).to_owned(),
            });
        }
    }
    groups
}

/// The group of a requirement.
pub(super) fn group_of(requirement: &str) -> &str {
    requirement
        .split_once('.')
        .map_or(requirement, |(group, _)| group)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_has_a_title_and_every_title_a_group() {
        let groups = groups(&Registry::load().unwrap());
        let ids: Vec<&str> = groups.iter().map(|group| group.id.as_str()).collect();
        assert_eq!(ids, TITLES.map(|(id, _)| id));
    }
}
