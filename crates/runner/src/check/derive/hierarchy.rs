//! Checks of a node of a hierarchy: what it is, which children and elements it has, and which nodes are in the store;
//! and what a change leaves in a store.

use std::collections::BTreeMap;

use super::{Checks, Parts, asked_of, readings, refused_or_as_twin};
use crate::check::{Changed, Elements, Expected, ExpectedRead, Needs, Operation};
use zarr_conform_protocol::{Ask, ask};
use zarr_conform_vectors::{Change, Claim, Fact, Hierarchy, NodeStated, Outcome, Statement};

/// The path of the root, which requests about an array leave out.
const ROOT: &str = "/";

/// How a node is asked for.
const OF_A_NODE: [Operation; 5] = [
    Operation::Node,
    Operation::Children,
    Operation::Walk,
    Operation::Open,
    Operation::Read,
];

pub(crate) fn derive(hierarchy: &Hierarchy, twin: Option<&Fact>, checks: &mut Checks<'_>) {
    if let Some(change) = &hierarchy.change {
        let parts = parts(hierarchy, asked_for(change), left(hierarchy, change));
        return checks.add(Operation::Change, &needs(hierarchy), parts);
    }
    let twin = twin.and_then(stated);
    for operation in OF_A_NODE {
        let expected = match &hierarchy.claim {
            Claim::Holds(stated) => found(operation, stated),
            Claim::Refused { .. } => refused(operation, twin, checks.binds_writer()),
            Claim::Open(outcomes) => open(operation, outcomes),
        };
        if let Some(expected) = expected
            && (operation != Operation::Open || is_by_path(hierarchy))
        {
            let parts = parts(hierarchy, request(operation, hierarchy), expected);
            checks.add_reading(operation, &needs(hierarchy), parts);
        }
    }
}

fn parts(hierarchy: &Hierarchy, ask: Ask, expected: Expected) -> Parts {
    Parts {
        stores: vec![hierarchy.store()],
        requests: vec![asked_of(0, ask)],
        expected,
    }
}

/// What a fact states of a node, where it holds.
fn stated(fact: &Fact) -> Option<&NodeStated> {
    match &fact.statement {
        Statement::Hierarchy(it) => it.claim.holds(),
        _ => None,
    }
}

/// That a node is refused, or, where elements of its twin are stated, these at the latest.
fn refused(
    operation: Operation,
    twin: Option<&NodeStated>,
    binds_writer: bool,
) -> Option<Expected> {
    let of_twin = twin.and_then(|it| found(operation, it));
    match operation {
        // Only attributes are demanded of writers alone, and what a reader makes of wrong ones is its own affair.
        Operation::Node if binds_writer => {
            let of_twin = Expected::Node(twin?.node_type, None);
            Some(refused_or_as_twin(vec![(0, of_twin)]))
        }
        Operation::Read if binds_writer => Some(refused_or_as_twin(vec![(0, of_twin?)])),
        Operation::Node => twin
            .is_none_or(|it| it.array.is_none())
            .then_some(Expected::Refused),
        Operation::Read => of_twin.map(|_| Expected::Refused),
        _ => None,
    }
}

/// What readings find, asked for in one way.
fn open(operation: Operation, outcomes: &[Outcome<NodeStated>]) -> Option<Expected> {
    (operation == operation_of(outcomes)).then(|| {
        readings(outcomes, |gives| {
            let found = gives.and_then(|it| found(operation, it));
            vec![(vec![0], found.unwrap_or(Expected::Refused))]
        })
    })
}

/// What an implementation must know for the elements that are stated.
fn needs(hierarchy: &Hierarchy) -> Needs {
    let outcomes = hierarchy.claim.outcomes().iter();
    let of_readings = outcomes.filter_map(|it| it.gives.as_ref());
    let mut stated = hierarchy.claim.holds().into_iter().chain(of_readings);
    let array = stated.find_map(|it| it.array.as_ref());
    Needs {
        data_type: array.map(|it| it.data_type.name()),
        codecs: Vec::new(),
    }
}

/// `open` says neither how a node is reached nor what is made of consolidated metadata.
fn is_by_path(hierarchy: &Hierarchy) -> bool {
    hierarchy.through.is_none() && hierarchy.consolidated.is_none()
}

/// How what readings find is asked for: the first of these that one of them states.
fn operation_of(outcomes: &[Outcome<NodeStated>]) -> Operation {
    let is_stated = |operation: &Operation| {
        let mut given = outcomes.iter().filter_map(|it| it.gives.as_ref());
        given.any(|it| found(*operation, it).is_some())
    };
    let mut asked = [Operation::Walk, Operation::Children, Operation::Read].into_iter();
    asked.find(is_stated).unwrap_or(Operation::Node)
}

fn request(operation: Operation, hierarchy: &Hierarchy) -> Ask {
    let store = String::new();
    let (through, consolidated) = (hierarchy.through, hierarchy.consolidated);
    let path = (hierarchy.path != ROOT).then(|| hierarchy.path.clone());
    let node = || ask::Node {
        store: String::new(),
        path: hierarchy.path.clone(),
        through,
        consolidated,
    };
    match operation {
        Operation::Walk => Ask::Walk(ask::Walk {
            store,
            consolidated,
        }),
        Operation::Children => Ask::Children(node()),
        Operation::Open => Ask::Open(ask::Open { store, path }),
        Operation::Read => Ask::Read(ask::Read {
            store,
            path,
            through,
            consolidated,
            regions: None,
        }),
        _ => Ask::Node(node()),
    }
}

/// What is expected of an operation, where that is stated.
fn found(operation: Operation, stated: &NodeStated) -> Option<Expected> {
    Some(match operation {
        Operation::Walk => Expected::Nodes(stated.nodes.clone()?),
        Operation::Children => Expected::Nodes(stated.children.clone()?),
        Operation::Open => Expected::Opened(Elements::of_array(stated.array.as_ref()?).of),
        Operation::Read => {
            let elements = Elements::of_array(stated.array.as_ref()?);
            Expected::Read(elements.of.clone(), vec![ExpectedRead::Whole(elements)])
        }
        _ => Expected::Node(stated.node_type, Some(stated.attributes.clone())),
    })
}

/// What is in the store after a change.
fn left(hierarchy: &Hierarchy, change: &Change) -> Expected {
    let changed = |stated: Option<&NodeStated>, kept| {
        Expected::Changed(Box::new(Changed {
            path: hierarchy.path.clone(),
            consolidated: hierarchy.consolidated,
            stated: stated.cloned(),
            change: change.clone(),
            kept,
        }))
    };
    match &hierarchy.claim {
        Claim::Refused { .. } => Expected::Refused,
        Claim::Holds(stated) => changed(Some(stated), hierarchy.documents.clone()),
        Claim::Open(outcomes) => readings(outcomes, |gives| {
            vec![(vec![0], changed(gives, BTreeMap::new()))]
        }),
    }
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
        Change::Write { elements, .. } => Ask::Write(ask::Write {
            store,
            path: Some(path).filter(|it| it != ROOT),
            region: None,
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
