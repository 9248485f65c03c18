//! The arrays and hierarchies that are written and read, as checks. The requests are those of the checks of facts.

use std::collections::BTreeMap;

use super::document::Passed;
use zarr_conform_runner::Derivation;
use zarr_conform_runner::Filter;
use zarr_conform_runner::{Check, Expected, Operation};
use zarr_conform_vectors::{Fact, Hierarchy, Level, Statement, Store};

/// One array or hierarchy to write and to read.
pub(super) struct PassedStore {
    /// Which of both.
    pub(super) passed: Passed,
    /// Id of the fact.
    pub(super) fact: String,
    /// To create the array, or change the hierarchy; nothing where the fact does not say that it can be asked so.
    pub(super) create: Option<Check>,
    /// To write the elements of the array into a store that has its metadata.
    pub(super) write: Option<Check>,
    /// To read all of it. There is at least one.
    reads: Vec<Check>,
}

impl PassedStore {
    /// How many checks read it.
    pub(super) fn number_of_reads(&self) -> usize {
        self.reads.len()
    }

    /// To read it in this store.
    pub(super) fn reads(&self, store: &Store) -> Vec<Check> {
        let in_store = |read: &Check| Check {
            stores: vec![store.clone()],
            ..read.clone()
        };
        self.reads.iter().map(in_store).collect()
    }
}

/// Checks that read one store, at most.
pub(super) const MOST_READS: usize = 2;

/// What a filter selects, or all without one: arrays first.
pub(super) fn stores(derivation: &Derivation<'_>, filters: &[Filter]) -> Vec<PassedStore> {
    let mut stores = arrays(derivation, filters);
    stores.extend(hierarchies(derivation, filters));
    stores
}

/// The hierarchies of an edition that the specification demands to be there after a change.
fn hierarchies<'a>(
    derivation: &'a Derivation<'_>,
    filters: &'a [Filter],
) -> impl Iterator<Item = PassedStore> + 'a {
    chosen(derivation, filters).filter_map(|fact| {
        let Statement::Hierarchy(hierarchy) = &fact.statement else {
            return None;
        };
        hierarchy.change.as_ref()?;
        let reads = reads(hierarchy, derivation, fact)?;
        let mut changes = derivation.checks(fact).into_iter();
        let change = changes.find(|it| it.operation == Operation::Change)?;
        Some(PassedStore {
            passed: Passed::Hierarchies,
            fact: fact.id.clone(),
            create: accepted(change),
            write: None,
            reads,
        })
    })
}

/// The checks that find what a change is stated to leave: those of a fact that states it without the change.
fn reads(hierarchy: &Hierarchy, derivation: &Derivation<'_>, fact: &Fact) -> Option<Vec<Check>> {
    hierarchy.claim.holds()?;
    let left = Hierarchy {
        change: None,
        documents: BTreeMap::new(),
        ..hierarchy.clone()
    };
    let left = Fact {
        statement: Statement::Hierarchy(left),
        ..fact.clone()
    };
    let reads = derivation.checks(&left).into_iter();
    let reads = reads.map(|read| Check {
        stores: Vec::new(),
        ..read
    });
    Some(reads.take(MOST_READS).collect())
}

/// The arrays of an edition that the specification demands to be written and read.
fn arrays(derivation: &Derivation<'_>, filters: &[Filter]) -> Vec<PassedStore> {
    chosen(derivation, filters)
        .filter(|fact| matches!(fact.statement, Statement::Array(_)))
        .filter_map(|fact| array(&fact.id, derivation.checks(fact)))
        .collect()
}

/// What the specification demands in an edition, where a filter matches the fact; all, without one.
fn chosen<'a>(
    derivation: &'a Derivation<'_>,
    filters: &'a [Filter],
) -> impl Iterator<Item = &'a Fact> {
    let facts = derivation.vectors.facts().iter();
    facts.filter(|fact| {
        let is_filtered = filters.is_empty() || filters.iter().any(|it| it.matches(&fact.id));
        let is_of_edition = fact.editions.contains(&derivation.edition);
        is_filtered && is_of_edition && fact.level == Level::Must
    })
}

/// The array of a fact with these checks, where it states what is written and read.
fn array(fact: &str, checks: Vec<Check>) -> Option<PassedStore> {
    let (mut create, mut write, mut read) = (None, None, None);
    for check in checks {
        match check.operation {
            Operation::Create => create = accepted(check),
            Operation::Write => write = accepted(check),
            Operation::Read => read = whole(check),
            _ => {}
        }
    }
    Some(PassedStore {
        passed: Passed::Arrays,
        fact: fact.to_owned(),
        create,
        write: Some(write?),
        reads: vec![read?],
    })
}

/// Only the request that writes; what is written shows when it is read.
fn accepted(mut check: Check) -> Option<Check> {
    check.requests.truncate(1);
    check.expected = Expected::Accepted;
    (check.requests.len() == 1).then_some(check)
}

/// Only the request that reads the whole array.
fn whole(mut check: Check) -> Option<Check> {
    let Expected::Read(_, reads) = &mut check.expected else {
        return None;
    };
    reads.truncate(1);
    check.requests.truncate(1);
    check.stores.clear();
    let is_whole = matches!(
        check.requests.first().map(|it| &it.ask),
        Some(zarr_conform_protocol::Ask::Read(read)) if read.regions.is_none()
    );
    is_whole.then_some(check)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zarr_conform_terms::Edition;

    #[test]
    fn every_array_that_must_be_written_is_passed() {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let derivation = Derivation {
            vectors: &vectors,
            edition: Edition::default(),
        };
        let all = arrays(&derivation, &[]);
        assert!(all.len() >= 100, "{}", all.len());
        assert!(all.iter().filter(|it| it.create.is_some()).count() >= 80);
        for it in &all {
            let checks = [it.write.as_ref(), it.reads.first(), it.create.as_ref()];
            for check in checks.into_iter().flatten() {
                assert_eq!(check.requests.len(), 1, "{}", check.id);
            }
            let store = Store::from([("zarr.json".to_owned(), b"{}"[..].into())]);
            assert_eq!(it.reads(&store)[0].stores, [store]);
        }
        let filter = Filter::parse("transpose/*").unwrap();
        let some = arrays(&derivation, &[filter]);
        assert!(some.iter().all(|it| it.fact.starts_with("transpose/")));
        assert!(some.len() < all.len());
    }

    /// What a change must leave is asked for: nodes, and attributes where the fact states them.
    #[test]
    fn every_hierarchy_that_must_be_left_is_passed() {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let derivation = Derivation {
            vectors: &vectors,
            edition: Edition::default(),
        };
        let all: Vec<PassedStore> = hierarchies(&derivation, &[]).collect();
        assert!(all.len() >= 20, "{}", all.len());
        for it in &all {
            let create = it.create.as_ref().unwrap();
            assert_eq!(create.requests.len(), 1, "{}", create.id);
            assert!(matches!(create.expected, Expected::Accepted));
            let operations: Vec<_> = it.reads.iter().map(|it| it.operation).collect();
            assert_eq!(operations[0], Operation::Node, "{}", it.fact);
        }
        let both = all.iter().filter(|it| it.reads.len() == MOST_READS);
        assert!(both.count() > 5);
    }
}
