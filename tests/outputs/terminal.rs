//! The report for people, as it is rendered.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use crate::support::{VECTORS, double, judge};

/// The report without what differs between machines.
fn report(mode: &str, trigger: &str, arguments: &[&str]) -> String {
    let implementation = double(mode, trigger);
    let program = shell_words::split(&implementation).unwrap().remove(0);
    let arguments = [arguments, &["--seed", "1"]].concat();
    portable(&judge(&implementation, &arguments).report, &program)
}

fn portable(report: &str, program: &str) -> String {
    report
        .replace(program, "PROGRAM")
        .replace(VECTORS, "VECTORS")
        .replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

/// The built-in reference, misread: real wrong data, not made up for this test.
#[test]
fn wrong_data() {
    let conform = env!("CARGO_BIN_EXE_conform");
    let implementation = format!("{conform} reference --misread order-inverted");
    let check = ["--check", "demo/chunks/cycle"];
    insta::assert_snapshot!(portable(&judge(&implementation, &check).report, conform));
}

#[test]
fn every_kind_of_section() {
    insta::assert_snapshot!(report("always-invalid", r#""op":"read""#, &[]));
}

#[test]
fn accepting_everything() {
    insta::assert_snapshot!(report("always-ok", r#""op":"decode""#, &["--all"]));
}

#[test]
fn a_crash() {
    insta::assert_snapshot!(report(
        "crash",
        r#""encoded":"0001""#,
        &["--filter", "*too-short*"]
    ));
}
