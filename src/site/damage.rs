//! Which facts are about data that are damaged: metadata are valid, and what is stored is not what
//! any writer writes by them. A reader that hands out elements of those gives wrong data; one that
//! overlooks a mistake in metadata need not.

use std::collections::BTreeSet;

use zarr_conform_runner::{CheckResult, FailureKind, Operation, Verdict};
use zarr_conform_vectors::{Fact, Statement, Vectors};

/// The facts that are about damaged data.
pub(super) struct Damaged(BTreeSet<String>);

impl Damaged {
    /// Of these vectors.
    pub(super) fn of(vectors: &Vectors) -> Self {
        let facts = vectors.facts().iter();
        let damaged = facts.filter(|it| is_damaged(it, vectors));
        Self(damaged.map(|it| it.id.clone()).collect())
    }

    /// Whether data came back without an error that are wrong, or metadata: other than the
    /// specification demands, or elements where damage leaves none.
    pub(super) fn is_wrong(&self, result: &CheckResult) -> bool {
        match &result.verdict {
            Verdict::Fail(failure) if failure.kind.is_wrong_answer() => true,
            Verdict::Fail(failure) => {
                failure.kind == FailureKind::AcceptedInvalid
                    && matches!(result.operation, Operation::Read | Operation::Decode)
                    && self.0.contains(result.check.fact().as_str())
            }
            _ => false,
        }
    }
}

fn is_damaged(fact: &Fact, vectors: &Vectors) -> bool {
    if fact.statement.refused().is_none() {
        return false;
    }
    match &fact.statement {
        Statement::BadChunk(_) => true,
        Statement::Array(_) => {
            let document = |of: &Fact| {
                let store = vectors.store(of);
                store.and_then(|it| it.get("zarr.json").cloned())
            };
            let twin = fact.twin.as_deref().and_then(|it| vectors.fact(it));
            let twin = twin.and_then(document);
            twin.is_some() && document(fact) == twin
        }
        Statement::Chunk(_)
        | Statement::Representation(_)
        | Statement::Grid(_)
        | Statement::Metadata(_)
        | Statement::Hierarchy(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mistakes in metadata are none in the data, though they are read in the same way.
    #[test]
    fn damaged_data_have_valid_metadata() {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let damaged = Damaged::of(&vectors);
        for (topic, is_damaged) in [
            ("bytes/lengths/", true),
            ("core/storage-damaged/", true),
            ("sharding-indexed/damaged/", true),
            ("gzip/damaged/", true),
            ("transpose/orders/", false),
            ("bytes/configuration/", false),
            ("core/array-metadata-json/", false),
        ] {
            let facts = vectors.facts().iter();
            let of_topic = facts.filter(|it| it.id.starts_with(topic));
            let refused: Vec<&Fact> = of_topic
                .filter(|it| it.statement.refused().is_some())
                .collect();
            assert!(!refused.is_empty(), "{topic}");
            let others = refused
                .iter()
                .filter(|it| damaged.0.contains(&it.id) != is_damaged);
            let others: Vec<&str> = others.map(|it| it.id.as_str()).collect();
            assert_eq!(others, [""; 0], "{topic}");
        }
    }

    /// Where the document differs from that of the valid twin, it is what is wrong.
    #[test]
    fn an_array_with_another_document_than_its_twin_is_not_damaged() {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let mut fact = vectors.fact("core/storage-damaged/empty").unwrap().clone();
        assert!(is_damaged(&fact, &vectors));
        fact.twin = Some("core/storage-missing/transposed-big-endian".to_owned());
        assert!(!is_damaged(&fact, &vectors));
        fact.twin = None;
        assert!(!is_damaged(&fact, &vectors));
    }
}
