//! The arrays that are written and read, as checks. The requests are those of the checks of facts.

use zarr_conform_runner::Derivation;
use zarr_conform_runner::Filter;
use zarr_conform_runner::{Check, Expected, Operation};
use zarr_conform_vectors::{Level, Statement, Store};

/// One array to write and to read.
pub(super) struct PassedArray {
    /// Id of the fact.
    pub(super) fact: String,
    /// To create it; nothing where the fact does not say that it can be asked so.
    pub(super) create: Option<Check>,
    /// To write its elements into a store that has its metadata.
    pub(super) write: Check,
    /// To read all of it.
    read: Check,
}

impl PassedArray {
    /// To read the array in this store.
    pub(super) fn read(&self, store: &Store) -> Check {
        Check {
            stores: vec![store.clone()],
            ..self.read.clone()
        }
    }
}

/// The arrays of an edition that the specification demands to be written and read, where a filter
/// matches the fact; all, without one.
pub(super) fn arrays(derivation: &Derivation<'_>, filters: &[Filter]) -> Vec<PassedArray> {
    let facts = derivation.vectors.facts().iter();
    let chosen = facts.filter(|fact| {
        let is_array = matches!(fact.statement, Statement::Array(_));
        let is_filtered = filters.is_empty() || filters.iter().any(|it| it.matches(&fact.id));
        let is_of_edition = fact.editions.contains(&derivation.edition);
        is_array && is_filtered && is_of_edition && fact.level == Level::Must
    });
    chosen
        .filter_map(|fact| array(&fact.id, derivation.checks(fact)))
        .collect()
}

/// The array of a fact with these checks, where it states what is written and read.
fn array(fact: &str, checks: Vec<Check>) -> Option<PassedArray> {
    let (mut create, mut write, mut read) = (None, None, None);
    for check in checks {
        match check.operation {
            Operation::Create => create = accepted(check),
            Operation::Write => write = accepted(check),
            Operation::Read => read = whole(check),
            _ => {}
        }
    }
    Some(PassedArray {
        fact: fact.to_owned(),
        create,
        write: write?,
        read: read?,
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
            let checks = [Some(&it.write), Some(&it.read), it.create.as_ref()];
            for check in checks.into_iter().flatten() {
                assert_eq!(check.requests.len(), 1, "{}", check.id);
            }
            let store = Store::from([("zarr.json".to_owned(), b"{}"[..].into())]);
            assert_eq!(it.read(&store).stores, [store]);
        }
        let filter = Filter::parse("transpose/*").unwrap();
        let some = arrays(&derivation, &[filter]);
        assert!(some.iter().all(|it| it.fact.starts_with("transpose/")));
        assert!(some.len() < all.len());
    }
}
