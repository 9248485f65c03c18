//! A plan of what may be selected has all that is selected of a plan of everything, and what that is compared with.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::sync::LazyLock;

use rstest::rstest;
use zarr_conform_runner::{Derivation, Filter, Plan, Selection};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Vectors;

/// The checks that are selected of a plan, in its order, each with the checks of its twins.
fn selected(plan: &Plan<'_>, selection: &Selection) -> Vec<(String, Vec<Option<String>>)> {
    let id = |at: usize| plan.id(at).to_string();
    let of = |at: usize| {
        (
            id(at),
            plan.twins(at).iter().map(|it| it.check.map(id)).collect(),
        )
    };
    plan.select(selection)
        .unwrap()
        .into_iter()
        .map(of)
        .collect()
}

static VECTORS: LazyLock<Vectors> = LazyLock::new(|| zarr_conform_embedded::vectors().unwrap());

fn derivation() -> Derivation<'static> {
    Derivation {
        vectors: &VECTORS,
        edition: Edition::default(),
    }
}

fn assert_alike(selection: &Selection) {
    static WHOLE: LazyLock<Plan<'static>> = LazyLock::new(|| Plan::with_seed(derivation(), 0));
    let found = selected(&Plan::of_selection(derivation(), 0, selection), selection);
    assert_eq!(found, selected(&WHOLE, selection));
    assert!(!found.is_empty());
}

#[rstest]
#[case::a_document(&["gzip/*"])]
#[case::an_operation(&["*#read"])]
#[case::a_fact(&["gzip/stores/chunk-not-compressed"])]
#[case::a_check(&["gzip/stores/chunk-not-compressed#read"])]
#[case::part_of_a_name(&["transpose/orders/n*"])]
#[case::a_check_of_a_topic(&["transpose/orders/*#open"])]
#[case::alternatives(&["{gzip,zstd}/stores/*", "core/storage-{raw,missing}/*"])]
#[case::a_class(&["transpose/order[s]/*"])]
#[case::one_character(&["gzi?/*"])]
#[case::honesty(&["honesty/*"])]
fn by_filter(#[case] globs: &[&str]) {
    let filters = globs.iter().map(|it| Filter::parse(it).unwrap()).collect();
    assert_alike(&Selection {
        filters,
        ..Selection::default()
    });
}

#[rstest]
#[case::of_facts(&["gzip/stores/chunk-not-compressed", "transpose/orders/number"])]
#[case::of_checks(&["transpose/orders/number#open", "honesty/claims#open"])]
fn by_id(#[case] ids: &[&str]) {
    let ids = ids.iter().map(|it| (*it).to_owned()).collect();
    assert_alike(&Selection {
        ids,
        ..Selection::default()
    });
}
