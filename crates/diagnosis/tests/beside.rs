//! That one slip does not hide all: a library that refuses one spelling still shows what else is wrong with what the
//! facts of the codec check. `docs/beside.md` has the whole table.

use rstest::rstest;
use zarr_conform_diagnosis::{Suite, replacements};
use zarr_conform_protocol::subject::Stop;
use zarr_conform_reference::misreading;
use zarr_conform_terms::Edition;

/// At least three in ten checks of these facts do not use the spelling that this misreading refuses.
#[rstest]
#[case::checksum_left_out("zstd-checksum-required", "zstd/")]
#[case::checksum_given("zstd-checksum-false-refused", "zstd/")]
#[case::level_for_compressing("zstd-only-level-0", "zstd/")]
#[case::default_level("zstd-level-0-refused", "zstd/")]
#[case::location_left_out("index-location-required", "sharding-indexed/")]
#[case::configuration_of_a_checksum("crc32c-configuration-refused", "crc32c/")]
#[case::typesize_left_out("blosc-typesize-always-required", "blosc/")]
#[case::separator_left_out("separator-required", "chunk-key-encoding/")]
#[case::endian_left_out("endian-always-required", "bytes/")]
#[case::short_hand("short-hand-refused", "core/")]
#[case::names_left_out("dimension-names-required", "core/storage")]
#[case::attributes_left_out("attributes-required", "core/storage")]
#[case::transformers_left_out("storage-transformers-required", "core/storage")]
fn a_refused_spelling_leaves_three_in_ten_checks(#[case] name: &str, #[case] facts: &str) {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let suite = Suite::new(&vectors, Edition::default(), 1, |it| {
        it.id.starts_with(facts)
    });
    let is_listed = |at: &usize| suite.plan().id(*at).fact().to_string().starts_with(facts);
    let checks: Vec<usize> = (0..suite.plan().len()).filter(is_listed).collect();
    let misreading = [misreading::named(name).unwrap()];
    let touched = suite.touched(&checks, &replacements(&misreading), &Stop::default());
    let refused = touched.iter().filter(|it| !it.is_empty()).count();
    assert!(refused > 0, "{name} refuses nothing");
    assert!(
        10 * refused <= 7 * checks.len(),
        "{name} refuses {refused} of {} checks of {facts}: let the facts spell it in turn",
        checks.len()
    );
}
