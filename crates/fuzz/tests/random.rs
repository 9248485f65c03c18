//! Random cases: the reference accepts each, and reads what a plain model of an array has.

use fastrand::Rng;
use zarr_conform_fuzz::{Case, Choices};
use zarr_conform_terms::Edition;

/// Everything that is chosen is valid, in each edition that has stores.
#[test]
fn every_random_case_is_accepted() {
    for edition in [Edition::V3_0, Edition::V3_1] {
        let choices = Choices::all(edition);
        for seed in 0..3000 {
            let case = Case::random(&mut Rng::with_seed(seed), &choices);
            let stated = case.state(edition, "case");
            assert!(stated.is_ok(), "{seed}: {case:?}: {stated:?}");
        }
    }
}
