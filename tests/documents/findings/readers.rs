//! What `conform scan` knows of implementations says the same as the lists beside the adapters.

use std::fs;

use zarr_conform::scan::known::{reading_checks, results_of, write};

use super::checks::path;
use super::{ALL, is_update};

#[test]
fn the_results_in_the_program_are_those_of_the_lists() {
    let vectors = zarr_conform::embedded::vectors().unwrap();
    let results = results_of(&ALL.catalogue, &reading_checks(&vectors));
    let expected = write(&results).unwrap();
    let place = path("src/scan/data/results.json");
    if is_update() {
        fs::write(&place, &expected).unwrap();
    }
    let found = fs::read_to_string(&place).unwrap();
    assert!(
        found == expected,
        "src/scan/data/results.json is not up to date: UPDATE=1 cargo test --test documents findings"
    );
    assert_eq!(results.libraries.len(), ALL.catalogue.adapters.len() - 1);
}
