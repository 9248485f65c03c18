//! The checks of facts that find nodes of valid hierarchies, with the features of each hierarchy.

use std::collections::BTreeMap;

use zarr_conform_reference::Steps;
use zarr_conform_reference::hierarchy::node_of;
use zarr_conform_runner::{Check, Derivation, Expected, Operation};
use zarr_conform_terms::{Edition, NodeType};
use zarr_conform_vectors::{Level, Statement, Store, Vectors};

use super::CheckFeatures;
use crate::scan::features::Features;
use crate::scan::features::hierarchy::{
    APART, BELOW_ARRAYS, DAMAGED, FILES, FOLDERS, OLD, OLD_DOCUMENTS, of_document, of_place,
};

/// The operations that find nodes.
pub(super) const FINDING: [Operation; 3] = [Operation::Node, Operation::Children, Operation::Walk];

/// The checks that the specification demands of those who find nodes.
pub fn finding_checks(vectors: &Vectors) -> Vec<CheckFeatures> {
    let edition = Edition::default();
    let derivation = Derivation { vectors, edition };
    let steps = Steps::literal(edition);
    let facts = vectors.facts().iter();
    let facts = facts.filter(|fact| {
        let is_hierarchy = matches!(fact.statement, Statement::Hierarchy(_));
        is_hierarchy && fact.editions.contains(&edition) && fact.level == Level::Must
    });
    let checks = facts.flat_map(|fact| derivation.checks(fact));
    checks
        .filter_map(|check| check_features(&steps, &check))
        .collect()
}

fn check_features(steps: &Steps, check: &Check) -> Option<CheckFeatures> {
    let finds = matches!(check.expected, Expected::Node(..) | Expected::Nodes(_));
    // Who lacks an optional member of requests is not asked.
    let is_plain = check
        .requests
        .iter()
        .all(|it| it.ask.offers_needed().len() == 1);
    if check.level != Level::Must || !finds || !is_plain || !FINDING.contains(&check.operation) {
        return None;
    }
    Some(CheckFeatures {
        id: check.id.to_string(),
        operation: check.operation,
        features: features_of(steps, check.stores.first()?),
    })
}

/// What the hierarchy in a store has.
fn features_of(steps: &Steps, store: &Store) -> Features {
    let documents = store.iter().filter_map(|(key, document)| {
        let path = key.strip_suffix("zarr.json")?;
        let is_document = path.is_empty() || path.ends_with('/');
        is_document.then(|| (path.trim_end_matches('/'), document))
    });
    let documents: BTreeMap<&str, _> = documents.collect();
    let types: BTreeMap<&str, Option<NodeType>> = documents
        .iter()
        .map(|(path, document)| {
            (
                *path,
                node_of(steps, document).ok().map(|it| it.node_type()),
            )
        })
        .collect();
    let is_in_array = |path: &str| {
        let above = above(path).into_iter();
        above
            .into_iter()
            .any(|it| types.get(it) == Some(&Some(NodeType::Array)))
    };
    let mut features = Features::new();
    for (path, document) in &documents {
        let node_type = types[path];
        let is_group = node_type != Some(NodeType::Array);
        let names: Vec<&str> = path.split('/').filter(|it| !it.is_empty()).collect();
        features.extend(of_place(&names, is_group));
        features.extend(of_document(document, is_group));
        if node_type.is_none() {
            features.insert(DAMAGED.to_owned());
        }
        if is_in_array(path) {
            features.insert(BELOW_ARRAYS.to_owned());
        } else if above(path).iter().any(|it| !types.contains_key(it)) {
            features.insert(APART.to_owned());
        }
    }
    let others = store.keys().filter(|key| !key.ends_with("zarr.json"));
    for key in others {
        let (folder, name) = key.rsplit_once('/').unwrap_or(("", key));
        let feature = if is_in_array(key) {
            continue;
        } else if OLD_DOCUMENTS.contains(&name) {
            OLD
        } else if types.contains_key(folder) {
            FILES
        } else {
            FOLDERS
        };
        features.insert(feature.to_owned());
    }
    features
}

/// The paths above a path, that of the root, which is empty, first.
fn above(path: &str) -> Vec<&str> {
    if path.is_empty() {
        return Vec::new();
    }
    let ends = path.match_indices('/').map(|(end, _)| end);
    let ends = std::iter::once(0).chain(ends);
    ends.map(|end| &path[..end]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::features::hierarchy::{ARRAYS, CONSOLIDATED, GROUPS, LEVELS};

    fn features(check: &str) -> Features {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let checks = finding_checks(&vectors);
        let found = checks.into_iter().find(|it| it.id == check);
        found.unwrap_or_else(|| panic!("{check}")).features
    }

    fn is(check: &str, expected: &[&str]) {
        let expected: Features = expected.iter().map(|it| (*it).to_owned()).collect();
        assert_eq!(features(check), expected, "{check}");
    }

    /// A check is about what its hierarchy has, and no library is blamed for what another has not.
    #[test]
    fn hierarchies_of_checks_have_what_they_are_about() {
        is("core/group-metadata/plain#node", &[GROUPS]);
        is(
            "core/hierarchy/root-of-a-tree#walk",
            &[ARRAYS, GROUPS, LEVELS],
        );
        is(
            "core/hierarchy/old-documents-beside#children",
            &[GROUPS, OLD],
        );
        is(
            "core/group-metadata/consolidated-metadata#node",
            &[CONSOLIDATED, GROUPS],
        );
        assert!(features("core/node-names/percent#node").contains("names with '%'"));
        assert!(features("core/node-attributes/null#node").contains("null in attributes"));
    }

    #[test]
    fn the_paths_above() {
        assert_eq!(above("a/b/c"), ["", "a", "a/b"]);
        assert!(above("").is_empty());
    }
}
