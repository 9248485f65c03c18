//! What is stored of hierarchies, spoilt: before nodes are found in it, and after a change that the reference made.

use std::collections::BTreeSet;

use zarr_conform_diagnosis::{Reference, Suite, in_parallel};
use zarr_conform_protocol::subject::Operations as _;
use zarr_conform_runner::{Check, Operation, ReferenceReader, Within};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Fact, Hierarchy, Statement, Vectors};

use super::table::Road;
use super::written::Left;
use super::{Extent, Unseen, flips, is_required, place};

pub(crate) fn unseen(road: Road, extent: Extent) -> Vec<Unseen> {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let editions = Edition::ALL.into_iter();
    editions
        .flat_map(|edition| of_edition(&vectors, road, edition, extent))
        .collect()
}

/// What a fact states of a hierarchy.
fn hierarchy(fact: &Fact) -> Option<&Hierarchy> {
    match &fact.statement {
        Statement::Hierarchy(it) => Some(it).filter(|it| it.claim.holds().is_some()),
        _ => None,
    }
}

/// The facts of which this is the newest edition.
fn of_edition(vectors: &Vectors, road: Road, edition: Edition, extent: Extent) -> Vec<Unseen> {
    let suite = Suite::new(vectors, edition, 1, |fact| {
        let is_newest = fact.editions.last() == Some(&edition);
        is_required(fact) && is_newest && hierarchy(fact).is_some()
    });
    let plan = suite.plan();
    let mut seen = BTreeSet::new();
    let checks = (0..plan.len()).filter_map(|at| {
        let fact = vectors.fact(plan.id(at).fact().as_str())?;
        let operation = plan.kind(at).0;
        let is_meant = (operation == Operation::Change) == (road == Road::Written);
        let topic = fact.id.rsplit_once('/').map(|it| it.0);
        let is_spoilt = is_meant && (seen.insert((topic, operation)) || !extent.first_documents);
        is_spoilt.then_some((at, hierarchy(fact)?))
    });
    let checks: Vec<(usize, &Hierarchy)> = checks.collect();
    let unseen = in_parallel(
        &checks,
        || Reference::new(edition),
        |reference, &(at, hierarchy)| of_check(suite.check(at), hierarchy, reference, edition),
    );
    unseen.into_iter().flatten().collect()
}

fn of_check(
    check: &Check,
    hierarchy: &Hierarchy,
    reference: &Reference,
    edition: Edition,
) -> Vec<Unseen> {
    let within = Within {
        hello: reference.hello(),
        reader: &ReferenceReader,
        edition,
    };
    let left = Left::of(check, reference).unwrap();
    assert!(left.passes(check, &within), "{}", check.id);
    let is_changed = check.operation == Operation::Change;
    let mut unseen = Vec::new();
    let asked = Asked {
        operation: check.operation,
        hierarchy,
    };
    for (key, bytes) in left.store.iter().filter(|it| asked.has(it.0)) {
        for (at, mask, flipped) in flips(bytes) {
            let mut store = left.store.clone();
            store.insert(key.clone(), flipped.clone().into());
            let spoilt = if is_changed {
                let mut spoilt = left.clone();
                spoilt.store = store;
                Some(spoilt)
            } else {
                Left::in_store(store, check, reference)
            };
            if spoilt.is_some_and(|it| it.passes(check, &within)) {
                let place = asked.place(bytes, &flipped);
                let what = format!("{} {key} byte {at} ^ {mask:#04x}", check.id);
                unseen.push(Unseen { what, place });
            }
        }
    }
    unseen
}

/// What is asked of a hierarchy.
struct Asked<'a> {
    operation: Operation,
    hierarchy: &'a Hierarchy,
}

impl Asked<'_> {
    /// Whether the answer depends on a file: on the documents of the nodes that are asked for and of those through which they
    /// are reached, after a change on all others but that of the changed node, and on chunks where elements are asked for.
    fn has(&self, key: &str) -> bool {
        let own = below(&self.hierarchy.path);
        let Some(folder) = key.strip_suffix("zarr.json") else {
            return self.asks_for_elements() && key.starts_with(&own);
        };
        if folder == own || (folder.is_empty() && self.hierarchy.through.is_some()) {
            return true;
        }
        match self.operation {
            Operation::Walk => true,
            Operation::Change => {
                let changed = self.hierarchy.change.as_ref().map(|it| below(it.path()));
                changed.is_none_or(|it| it != folder)
            }
            Operation::Children => folder
                .strip_prefix(&own)
                .is_some_and(|below| below.matches('/').count() == 1),
            _ => false,
        }
    }

    fn asks_for_elements(&self) -> bool {
        let stated = self.hierarchy.claim.holds();
        let is_asked = matches!(self.operation, Operation::Read | Operation::Change);
        is_asked && stated.is_some_and(|it| it.array.is_some())
    }

    /// The name of a place in a file.
    fn place(&self, before: &[u8], after: &[u8]) -> String {
        let place = place::in_document(before, after);
        let of_every_node = [
            "zarr_format",
            "node_type",
            "attributes",
            "consolidated_metadata",
        ];
        let is_of_array = |member: &str| {
            let is_general = |it: &&str| member.starts_with(it);
            !of_every_node.iter().any(is_general) && member != "an unknown member"
        };
        match place.strip_prefix("zarr.json: ") {
            Some(member) if is_of_array(member) && !self.asks_for_elements() => {
                "zarr.json: what only arrays have, of a node whose elements are not asked for"
                    .to_owned()
            }
            _ => place,
        }
    }
}

/// What keys below the node at a path begin with.
fn below(path: &str) -> String {
    match path.trim_start_matches('/') {
        "" => String::new(),
        path => format!("{path}/"),
    }
}
