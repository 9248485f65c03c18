//! Elements too long for a line: they travel by file where the implementation knows that.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use crate::support::{conform, double, stdout};
use rstest::rstest;

/// Vectors of one chunk of which a request fills any pipe.
const LARGE: &str = r#"{"format": 1, "about": "A large chunk.", "facts": [{
    "id": "demo/large/bytes", "comment": "c", "requirements": ["bytes.length"], "level": "must",
    "editions": ["3.1"],
    "chunk": {"data_type": "uint8", "shape": [1100000], "codecs": [{"name": "bytes"}],
        "elements": "DIGITS", "encoded": "DIGITS"}
}]}"#;

/// Judges an implementation by the large chunk alone.
fn run(implementation: &str, more: &[&str]) -> (Option<i32>, String) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("demo/large.json");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, LARGE.replace("DIGITS", &"07".repeat(1_100_000))).unwrap();
    let vectors = directory.path().to_str().unwrap();
    let arguments = ["--impl", implementation, "--vectors", vectors];
    let output = conform(&[&arguments[..], &["--filter", "demo/*"], more].concat());
    (output.status.code(), stdout(&output))
}

#[test]
fn who_stops_reading_does_not_block_a_large_request() {
    let encode = ["--check", "demo/large/bytes#encode", "--timeout"];
    let without = double("knows-no-files", "never");
    assert_eq!(run(&without, &[]).0, Some(0));
    let (code, report) = run(
        &double("stops-reading", "never"),
        &[&encode[..], &["1"]].concat(),
    );
    assert_eq!(code, Some(1), "{report}");
    let told = "timeout  demo/large/bytes#encode";
    assert!(report.contains(told), "{report}");
}

#[test]
fn long_elements_travel_by_file() {
    let (code, report) = run(&double("knows-files", "never"), &[]);
    assert_eq!(code, Some(0), "{report}");
    assert!(report.contains("Right data: passed all of 4"), "{report}");
    let (code, report) = run(&format!("{} reference", env!("CARGO_BIN_EXE_conform")), &[]);
    assert_eq!(code, Some(0), "{report}");
}

#[rstest]
#[case::wrong_byte(
    "last-byte-of-files",
    "wrong-data",
    "at (1099999): expected 0x07, found 0x06"
)]
#[case::too_short("short-files", "wrong-data", "1 byte, 01")]
#[case::another_file("other-files", "protocol", "the path \"/etc/passwd\"")]
fn files_are_judged_like_lines(#[case] mode: &str, #[case] kind: &str, #[case] told: &str) {
    let (code, report) = run(
        &double(mode, "never"),
        &["--check", "demo/large/bytes#read"],
    );
    assert_eq!(code, Some(1), "{report}");
    assert!(
        report.contains(&format!("\n  {kind}  demo/large/bytes#")),
        "{report}"
    );
    assert!(report.contains(told), "{report}");
}
