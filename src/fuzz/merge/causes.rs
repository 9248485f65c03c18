//! Which causes of several shares are one.

use std::cmp::Reverse;

use serde_json::Value;
use zarr_conform_fuzz::case::features::Features;
use zarr_conform_fuzz::{Demand, Signature};
use zarr_conform_runner::{Failure, Operation};

use crate::fuzz::document::CauseFound;

/// Each cause once, the worst first, as one fuzz run reports them.
pub(super) fn counted_together(causes: Vec<CauseFound>) -> Vec<CauseFound> {
    let mut together: Vec<CauseFound> = Vec::new();
    for mut cause in causes {
        // What is simpler than two may show that these are one.
        while let Some(at) = together.iter().position(|it| is_same(it, &cause)) {
            cause = joined(together.remove(at), cause);
        }
        together.push(cause);
    }
    together.sort_by_key(|it| (it.recommended, it.kind, Reverse(it.count), it.first));
    together
}

/// Whether a fuzz run over both shares would have reported two causes as one: a misreading explains both, both are
/// refusals with the same words, or one is a simpler form of the other.
fn is_same(one: &CauseFound, other: &CauseFound) -> bool {
    let by = &one.explained_by;
    if by.iter().any(|it| other.explained_by.contains(it)) {
        return true;
    }
    let explained = usize::from(!by.is_empty()) + usize::from(!other.explained_by.is_empty());
    let (a, b) = (signature(one), signature(other));
    if explained == 2 || (a.demand, a.kind, &a.words) != (b.demand, b.kind, &b.words) {
        return false;
    }
    let (mine, theirs) = (features(one), features(other));
    let is_simpler = mine.is_subset(&theirs) || theirs.is_subset(&mine);
    (explained == 0 && !a.words.is_empty())
        || mine == theirs
        || (a.is_written == b.is_written && is_simpler)
}

fn signature(cause: &CauseFound) -> Signature {
    let operation = Value::from(cause.operation.as_str());
    // An operation that is not known here reads: so only does it count as another than those that write.
    let operation = serde_json::from_value(operation).unwrap_or(Operation::Read);
    let failure = Failure::new(cause.kind, cause.expected.as_str(), cause.found.as_str());
    let demand = if cause.recommended {
        Demand::Recommended
    } else {
        Demand::Required
    };
    Signature::of(demand, operation, &failure)
}

fn features(cause: &CauseFound) -> Features {
    cause.features.iter().cloned().collect()
}

/// Two causes as one: the simplest case of both.
fn joined(one: CauseFound, other: CauseFound) -> CauseFound {
    let size = |it: &CauseFound| {
        (
            it.recommended,
            it.not_asked_again,
            it.features.len(),
            signature(it).is_written,
            it.elements,
            it.first,
        )
    };
    let (simpler, other) = if size(&other) < size(&one) {
        (other, one)
    } else {
        (one, other)
    };
    let mut explained_by = simpler.explained_by;
    // A misreading is named where it gives what was found in every case whose reason is known.
    if !explained_by.is_empty() && !other.explained_by.is_empty() {
        explained_by.retain(|it| other.explained_by.contains(it));
    }
    let changes = simpler.changes || other.changes;
    if changes {
        explained_by.clear();
    }
    CauseFound {
        changes,
        count: simpler.count.saturating_add(other.count),
        first: simpler.first.min(other.first),
        explained_by,
        ..simpler
    }
}

#[cfg(test)]
pub(super) mod tests {
    use rstest::rstest;
    use serde_json::json;

    use super::*;

    pub(in crate::fuzz::merge) fn cause(
        features: &[&str],
        by: &[&str],
        count: u64,
        first: u64,
    ) -> CauseFound {
        let cause = json!({"kind": "wrong-data", "operation": "read", "features": features, "count": count,
            "first": first, "elements": 4, "expected": "01", "found": "02", "explained_by": by, "fact": null});
        serde_json::from_value(cause).unwrap()
    }

    fn refused(features: &[&str], words: &str) -> CauseFound {
        CauseFound {
            kind: zarr_conform_runner::FailureKind::RejectedValid,
            found: format!("refused as {words}"),
            ..cause(features, &[], 1, 0)
        }
    }

    pub(in crate::fuzz::merge) fn told(causes: &[CauseFound]) -> Vec<(Vec<&str>, u64, u64)> {
        let told = causes.iter().map(|it| {
            let features = it.features.iter().map(String::as_str);
            (features.collect(), it.count, it.first)
        });
        told.collect()
    }

    #[rstest]
    #[case::a_misreading_explains_both(cause(&["a"], &["x", "y"], 1, 0), cause(&["b"], &["y"], 1, 1), true)]
    #[case::different_misreadings(cause(&["a"], &["x"], 1, 0), cause(&["a"], &["y"], 1, 1), false)]
    #[case::equal_features(cause(&["a"], &[], 1, 0), cause(&["a"], &[], 1, 1), true)]
    #[case::a_simpler_form(cause(&["a"], &["x"], 1, 0), cause(&["a", "b"], &[], 1, 1), true)]
    #[case::other_features(cause(&["a"], &[], 1, 0), cause(&["b"], &[], 1, 1), false)]
    #[case::another_kind(cause(&["a"], &[], 1, 0), CauseFound { kind: zarr_conform_runner::FailureKind::Crash, ..cause(&["a"], &[], 1, 1) }, false)]
    #[case::written(cause(&["a"], &[], 1, 0), CauseFound { operation: "write".to_owned(), ..cause(&["a", "b"], &[], 1, 1) }, false)]
    #[case::recommended(cause(&["a"], &[], 1, 0), CauseFound { recommended: true, ..cause(&["a"], &[], 1, 1) }, false)]
    #[case::written_with_equal_features(cause(&["a"], &[], 1, 0), CauseFound { operation: "write".to_owned(), ..cause(&["a"], &[], 1, 1) }, true)]
    #[case::refusals_with_the_same_words(refused(&["a"], "invalid: no 3"), refused(&["b"], "invalid: no 4"), true)]
    #[case::refusals_with_other_words(refused(&["a"], "invalid: no 3"), refused(&["b"], "invalid: not 4"), false)]
    fn causes_are_one(#[case] one: CauseFound, #[case] other: CauseFound, #[case] expected: bool) {
        assert_eq!(is_same(&one, &other), expected);
        assert_eq!(counted_together(vec![other, one]).len() == 1, expected);
    }

    /// The third is simpler than each of the others, which have nothing to do with each other.
    #[test]
    fn a_cause_may_show_that_two_are_one() {
        let causes = vec![
            cause(&["a", "b"], &[], 1, 4),
            cause(&["a", "c"], &[], 1, 3),
            cause(&["a"], &[], 1, 5),
        ];
        assert_eq!(told(&counted_together(causes)), [(vec!["a"], 3, 3)]);
    }

    #[test]
    fn a_misreading_is_named_where_it_explains_all() {
        let causes = vec![
            cause(&["a"], &["x", "y"], 1, 0),
            cause(&["b"], &["y"], 1, 1),
        ];
        assert_eq!(counted_together(causes)[0].explained_by, ["y"]);
    }
}
