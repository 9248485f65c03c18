//! Random cases: the reference accepts each, and reads what a plain model of an array has.

use zarr_conform_fuzz::case::Act;
use zarr_conform_fuzz::tape::Tape;
use zarr_conform_fuzz::{Case, Choices};
use zarr_conform_terms::Edition;

/// Everything that is chosen is valid, in each edition that has stores.
#[test]
fn every_random_case_is_accepted() {
    for edition in [Edition::V3_0, Edition::V3_1] {
        let choices = Choices::all(edition);
        for seed in 0..3000 {
            let case = Case::random(&mut Tape::random(seed), &choices);
            let stated = case.state(edition, "case");
            assert!(stated.is_ok(), "{seed}: {case:?}: {stated:?}");
        }
    }
}

#[test]
fn no_array_and_no_chunk_has_more_elements_than_are_asked_for() {
    let choices = Choices {
        most_elements: 6,
        ..Choices::all(Edition::V3_1)
    };
    let mut most = 0;
    for seed in 0..1000 {
        let case = Case::random(&mut Tape::random(seed), &choices);
        // Of a grid alone, nothing is stored.
        if matches!(case.act, Act::Grid) {
            continue;
        }
        let of_chunk: u64 = case.chunk_shape.iter().product();
        assert!(case.elements() <= 6 && of_chunk <= 6, "{seed}: {case:?}");
        most = most.max(case.elements());
    }
    assert_eq!(most, 6);
}
