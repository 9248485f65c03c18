//! Checks of a node of a hierarchy: what it is, which children it has, and which nodes are in the store; and what a
//! change leaves in a store.

use std::collections::BTreeMap;

use super::{Checks, Parts, asked_of, readings};
use crate::check::{Changed, Expected, Needs, Operation};
use zarr_conform_protocol::{Ask, ask};
use zarr_conform_vectors::{Change, Claim, Hierarchy, NodeStated};

pub(crate) fn derive(hierarchy: &Hierarchy, checks: &mut Checks<'_>) {
    let mut add = |operation: Operation, ask: Ask, expected: Expected| {
        let parts = Parts {
            stores: vec![hierarchy.store()],
            requests: vec![asked_of(0, ask)],
            expected,
        };
        checks.add(operation, &Needs::default(), parts);
    };
    let node = Ask::Node(node(hierarchy));
    let children = Ask::Children(self::node(hierarchy));
    let walk = Ask::Walk(ask::Walk {
        consolidated: hierarchy.consolidated,
        ..ask::Walk::default()
    });
    match (&hierarchy.claim, &hierarchy.change) {
        (Claim::Refused { .. }, Some(change)) => {
            add(Operation::Change, asked_for(change), Expected::Refused);
        }
        (claim, Some(change)) => {
            let changed = |stated: Option<&NodeStated>, kept| {
                Expected::Changed(Box::new(Changed {
                    path: hierarchy.path.clone(),
                    consolidated: hierarchy.consolidated,
                    stated: stated.cloned(),
                    change: change.clone(),
                    may_refuse: hierarchy.may_refuse,
                    kept,
                }))
            };
            let expected = match claim.holds() {
                Some(stated) => changed(Some(stated), hierarchy.documents.clone()),
                None => readings(claim.outcomes(), |gives| {
                    vec![(vec![0], changed(gives, BTreeMap::new()))]
                }),
            };
            add(Operation::Change, asked_for(change), expected);
        }
        (Claim::Holds(stated), None) => {
            add(Operation::Node, node, found(stated));
            if let Some(stated) = &stated.children {
                add(
                    Operation::Children,
                    children,
                    Expected::Nodes(stated.clone()),
                );
            }
            if let Some(nodes) = &stated.nodes {
                add(Operation::Walk, walk, Expected::Nodes(nodes.clone()));
            }
        }
        (Claim::Refused { .. }, _) => add(Operation::Node, node, Expected::Refused),
        (Claim::Open(outcomes), _) => {
            let of_reading = |it: &NodeStated| match it.nodes.as_ref().or(it.children.as_ref()) {
                Some(nodes) => Expected::Nodes(nodes.clone()),
                None => found(it),
            };
            let expected = readings(outcomes, |gives| {
                vec![(vec![0], gives.map_or(Expected::Refused, of_reading))]
            });
            let states = |is_so: fn(&NodeStated) -> bool| {
                outcomes
                    .iter()
                    .filter_map(|it| it.gives.as_ref())
                    .any(is_so)
            };
            if states(|it| it.nodes.is_some()) {
                add(Operation::Walk, walk, expected);
            } else if states(|it| it.children.is_some()) {
                add(Operation::Children, children, expected);
            } else {
                add(Operation::Node, node, expected);
            }
        }
    }
}

fn node(hierarchy: &Hierarchy) -> ask::Node {
    ask::Node {
        store: String::new(),
        path: hierarchy.path.clone(),
        through: hierarchy.through,
        consolidated: hierarchy.consolidated,
    }
}

fn found(stated: &NodeStated) -> Expected {
    Expected::Node(stated.node_type, stated.attributes.clone())
}

/// The request for a change.
fn asked_for(change: &Change) -> Ask {
    let store = String::new();
    let path = change.path().to_owned();
    match change.clone() {
        Change::Create {
            metadata, elements, ..
        } => Ask::Create(ask::Create {
            store,
            path: Some(path),
            metadata,
            elements,
        }),
        Change::CreateGroup { attributes, .. } => Ask::CreateGroup(ask::Attributes {
            store,
            path,
            attributes,
        }),
        Change::SetAttributes { attributes, .. } => Ask::SetAttributes(ask::Attributes {
            store,
            path,
            attributes,
        }),
        Change::Delete { .. } => Ask::Delete(ask::Place { store, path }),
        Change::Consolidate { .. } => Ask::Consolidate(ask::Place { store, path }),
    }
}
