//! Implementations that accept, refuse or lack everything, or store something else: what is judged of them.

use crate::support::{conform, double, judge, stdout};
use rstest::rstest;
use zarr_conform::runner::{Operation, Verdict};

/// The chunks are right, but what the array is does not stay.
#[rstest]
#[case::another_fill_value("writes-another-fill-value", "wrong-metadata")]
#[case::invalid("writes-invalid-metadata", "wrong-metadata")]
#[case::removed("removes-metadata", "wrong-metadata")]
#[case::the_same_in_other_letters("respells-metadata", "pass")]
fn who_writes_elements_leaves_the_metadata(#[case] mode: &str, #[case] verdict: &str) {
    let judged = judge(
        &double(mode, "never"),
        &["--check", "demo/chunks/int16-big#write"],
    );
    assert_eq!(judged.name("demo/chunks/int16-big#write"), verdict);
}

#[test]
fn always_invalid_passes_nothing() {
    let judged = judge(&double("always-invalid", ""), &[]);
    assert_eq!(judged.code, 1);
    assert!(
        judged.required_and_passed().is_empty(),
        "{:?}",
        judged.required_and_passed()
    );
    assert_eq!(judged.name("demo/chunks/int16-big#read"), "rejected-valid");
    assert_eq!(judged.name("demo/chunks/too-short#read"), "skipped");
    assert!(judged.report.contains("proves nothing"));
}

#[test]
fn always_ok_passes_nothing_and_fails_every_invalid_fact() {
    let judged = judge(&double("always-ok", ""), &[]);
    assert_eq!(judged.code, 1);
    assert!(
        judged.required_and_passed().is_empty(),
        "{:?}",
        judged.required_and_passed()
    );
    let accepted = judged.named("accepted-invalid");
    for check in [
        "demo/arrays/grid-of-another-rank#grid",
        "demo/arrays/grid-of-another-rank#open",
        "demo/arrays/document-of-format-2#open",
        "demo/chunks/too-short#decode",
        "demo/chunks/too-short#read",
        "demo/chunks/raw-big-too-long#decode",
        "demo/chunks/raw-big-too-long#read",
        "demo/chunks/no-such-codec#encode",
        "demo/chunks/no-such-codec#decode",
        "demo/chunks/no-such-codec#open",
    ] {
        assert!(accepted.contains(&check), "{check}");
    }
    assert_eq!(accepted.len(), 10);
}

#[rstest]
#[case::the_twin_is_accepted("", "never", "pass")]
#[case::the_twin_is_refused("always-invalid", r#""op":"decode""#, "skipped")]
fn an_open_twin_counts_where_it_is_accepted(
    #[case] mode: &str,
    #[case] trigger: &str,
    #[case] verdict: &str,
) {
    const CHECK: &str = "demo/chunks/raw-big-too-long#decode";
    assert_eq!(
        judge(&double(mode, trigger), &["--check", CHECK]).name(CHECK),
        verdict
    );
}

#[test]
fn always_unsupported_passes_nothing() {
    let judged = judge(&double("always-unsupported", ""), &[]);
    assert_eq!(judged.code, 1);
    assert!(judged.required_and_passed().is_empty());
    // Every operation is claimed, and none is there.
    assert_eq!(judged.named("false-claim").len(), 7);
    let unsupported = judge(&double("always-unsupported", ""), &["--filter", "demo/*"]);
    assert_eq!(unsupported.code, 1);
    assert!(unsupported.report.contains("No required check passed."));
    assert_eq!(judged.name("demo/chunks/too-short#read"), "unsupported");
}

#[rstest]
#[case::grid("demo/arrays/grid-of-another-rank#open")]
#[case::codec_list("demo/chunks/no-such-codec#open")]
fn a_refusal_as_late_as_reading_counts(#[case] check: &str) {
    let judged = judge(&double("always-ok", r#""op":"open""#), &["--check", check]);
    let Verdict::Pass { refusal, .. } = judged.verdict(check) else {
        panic!("{}", judged.report);
    };
    let refused = refusal.as_ref().unwrap();
    assert_eq!((refused.operation, refused.late), (Operation::Read, true));
}

#[test]
fn a_document_that_shows_no_shape_is_read_late_in_that_of_its_twin() {
    let implementation = double("always-ok", r#""op":"open""#);
    let check = "core/array-metadata-mandatory/no-shape#open";
    let output = conform(&["--impl", &implementation, "--check", check]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn a_chunk_that_is_left_out_is_told_as_such() {
    let check = ["--check", "demo/chunks/int16-big#write"];
    let judged = judge(&double("always-ok", r#""op":"write""#), &check);
    let told = "left out, so that it reads as the fill value, though other elements were written; \
                the store holds zarr.json";
    assert!(judged.report.contains(told), "{}", judged.report);
}

#[test]
fn the_metadata_of_an_array_to_create_are_shown() {
    let check = ["--check", "demo/arrays/border#create"];
    let judged = judge(&double("always-invalid", r#""op":"create""#), &check);
    let told = "given     {\"zarr_format\":3";
    assert!(judged.report.contains(told), "{}", judged.report);
}
