//! Checks of a node of a hierarchy: what it is, which children it has, and which nodes are in the store.

use super::{Checks, Parts, asked_of, readings};
use crate::check::{Expected, Needs, Operation};
use zarr_conform_protocol::{Ask, ask};
use zarr_conform_vectors::{Claim, Hierarchy, NodeStated};

pub(crate) fn derive(hierarchy: &Hierarchy, checks: &mut Checks<'_>) {
    let node = ask::Node {
        path: hierarchy.path.clone(),
        ..ask::Node::default()
    };
    let mut add = |operation: Operation, ask: Ask, expected: Expected| {
        let parts = Parts {
            stores: vec![hierarchy.store()],
            requests: vec![asked_of(0, ask)],
            expected,
        };
        checks.add(operation, &Needs::default(), parts);
    };
    match &hierarchy.claim {
        Claim::Holds(stated) => {
            add(Operation::Node, Ask::Node(node.clone()), found(stated));
            if let Some(children) = &stated.children {
                let expected = Expected::Nodes(children.clone());
                add(Operation::Children, Ask::Children(node), expected);
            }
            if let Some(nodes) = &stated.nodes {
                let ask = Ask::Walk(ask::Walk::default());
                add(Operation::Walk, ask, Expected::Nodes(nodes.clone()));
            }
        }
        Claim::Refused { .. } => add(Operation::Node, Ask::Node(node), Expected::Refused),
        Claim::Open(outcomes) => {
            let of_reading = |it: &NodeStated| match &it.children {
                Some(children) => Expected::Nodes(children.clone()),
                None => Expected::Refused,
            };
            let expected = readings(outcomes, |gives| {
                vec![(vec![0], gives.map_or(Expected::Refused, of_reading))]
            });
            add(Operation::Children, Ask::Children(node), expected);
        }
    }
}

fn found(stated: &NodeStated) -> Expected {
    Expected::Node(stated.node_type, stated.attributes.clone())
}
