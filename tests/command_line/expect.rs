//! `--expect` and `--bless`.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::path::Path;

use crate::support::{List, OFFERS, REFUSES_GRIDS, double, refuses_grids};
use rstest::rstest;

const GRID: &str = "[[failure]]\ncheck = 'demo/arrays/grid#grid'\nverdict = 'rejected-valid'\n";

#[rstest]
#[case::as_listed("reason = 'r'", 0, &["The failure is exactly the expected one."])]
#[case::no_reason("reason = ' '", 2, &["line 3, entry \"demo/arrays/grid#grid\": found an empty reason"])]
#[case::member_without_name("raeson = 'r'", 2, &["unknown field `raeson`", "line 5"])]
#[case::no_toml("reason = r", 2, &["line 5"])]
#[case::range("reason = 'r'\nversion = '3.1'", 2, &["line 3", "found \"3.1\" in the range", "expected one of <, <=, =, >=, >"])]
#[case::in_range("reason = 'r'\nversion = '<99'", 0, &["exactly the expected"])]
#[case::stale(
    "reason = 'r'\n[[failure]]\ncheck = 'gone/*'\nverdict = 'crash'\nreason = 'r'",
    1,
    &["1 deviation from", "the entry \"gone/*\" on line 7 matches no check\n"]
)]
#[case::long(
    "reason = 'r'\n[[failure]]\ncheck = 'gone/{a-first-one,a-second-one,a-third-one,a-fourth-one,a-fifth-one}'\nverdict = 'crash'\nreason = 'r'",
    1,
    &["the entry \"gone/{a-first-one,a-second-one,a-third-one,a-fourth-one,a-fi…\" on line 7 matches no check\n"]
)]
#[case::covered(
    "reason = 'r'\n[[failure]]\ncheck = '*/grid#g*'\nverdict = 'crash'\nreason = 'r'",
    1,
    &["\"*/grid#g*\" on line 7 matches no check that the entries above it leave"]
)]
#[case::passes(
    "reason = 'r'\n[[failure]]\ncheck = 'demo/chunks/zeros#read'\nverdict = 'crash'\nreason = 'r'",
    1,
    &["demo/chunks/zeros#read is listed as crash on line 7, but passes now"]
)]
#[case::supported(
    "reason = 'r'\n[[unsupported]]\ncheck = 'demo/chunks/zeros#read'\nreason = 'r'",
    1,
    &["is listed as unsupported on line 7, but passes now"]
)]
#[case::other_verdict(
    "reason = 'r'\n[[failure]]\ncheck = 'x'\nverdict = 'bad'\nreason = 'r'",
    2,
    &["line 7, entry \"x\": found the verdict \"bad\", expected one of protocol, wrong-data"]
)]
#[case::glob(
    "reason = 'r'\n[[unsupported]]\ncheck = 'a['\nreason = 'r'",
    2,
    &["line 7, entry \"a[\": check:"]
)]
fn lists(#[case] rest: &str, #[case] code: i32, #[case] told: &[&str]) {
    let list = List::new(&format!("{OFFERS}{GRID}{rest}\n"));
    let judged = list.judge(&refuses_grids(), &[]);
    let said = format!("{}{}", judged.report, judged.errors);
    assert_eq!(judged.code, code, "{said}");
    for told in told {
        assert!(said.contains(told), "{told}: {said}");
    }
    let is_named = said.contains("expected.toml");
    assert!(code == 0 || is_named, "{said}");
}

#[test]
fn a_check_that_fails_in_another_way() {
    let entry = GRID.replace("rejected-valid", "wrong-data");
    let list = List::new(&format!("{OFFERS}{entry}reason = 'r'\n"));
    let judged = list.judge(&refuses_grids(), &[]);
    assert_eq!(judged.code, 1);
    let told =
        "demo/arrays/grid#grid is listed as wrong-data on line 3, but fails (rejected-valid)";
    assert!(judged.report.contains(told), "{}", judged.report);
}

#[test]
fn failures_that_are_not_listed_are_told_by_glob() {
    let judged = List::new(OFFERS).judge(&double("always-invalid", r#""op":"encode""#), &[]);
    assert_eq!(judged.code, 1);
    let told = "\n  demo/chunks/{cycle,int16-big,lengths,zeros}#encode fails (rejected-valid) and is not listed\n";
    assert!(judged.report.contains(told), "{}", judged.report);
}

/// An entry about other versions is neither expected nor stale.
#[test]
fn an_entry_about_other_versions() {
    let entry = GRID.replace("grid#grid", "{grid#grid,gone}");
    let list = List::new(&format!("{OFFERS}{entry}reason = 'r'\nversion = '>=99'\n"));
    let judged = list.judge(&refuses_grids(), &[]);
    assert_eq!(judged.code, 1);
    assert!(
        judged
            .report
            .contains("demo/arrays/grid#grid fails (rejected-valid) and is not listed")
    );
    assert!(
        judged.report.contains("\n1 deviation from"),
        "{}",
        judged.report
    );
    assert!(
        judged
            .report
            .contains("1 entry is about other versions than \"0.1.0\""),
        "{}",
        judged.report
    );
    let judged = list.judge(&double("", "never"), &[]);
    assert_eq!(judged.code, 0, "{}", judged.report);
}

#[rstest]
#[case::unknown_member(
    "[[failure]]\ncheck = 'a'\nverdct = 'b'\n",
    "line 3, failure[0].verdct: unknown field `verdct`"
)]
#[case::one_table(
    "[failure]\ncheck = 'a'\n",
    "line 1, failure: found one table, expected a list of them; each begins with [[failure]]"
)]
#[case::isolated_without_reason(
    "[[isolated]]\ncheck = 'a'\nreason = ' '\n",
    "line 2, entry \"a\": found an empty reason"
)]
#[case::malformed_glob(
    "[[isolated]]\ncheck = 'a['\nreason = 'r'\n",
    "line 2, entry \"a[\": check: found `[` without `]`"
)]
#[case::no_toml("a = = 1", "line 1: ")]
fn what_is_wrong_with_a_list_is_said_once(#[case] text: &str, #[case] told: &str) {
    let judged = List::new(text).judge(&double("", "never"), &[]);
    assert_eq!(judged.code, 2);
    assert_eq!(judged.errors.matches(told).count(), 1, "{}", judged.errors);
}

/// Coverage cannot shrink unseen: by a refusal, by a skip, or by offering less.
#[test]
fn what_is_unsupported_must_be_listed() {
    let entry =
        "[[unsupported]]\ncheck = 'demo/arrays/grid{,-of-another-rank}#grid'\nreason = 'r'\n";
    let implementation = double("always-unsupported", REFUSES_GRIDS);
    let judged = List::new(&format!("{OFFERS}{entry}")).judge(&implementation, &[]);
    assert_eq!(judged.code, 0, "{}", judged.report);
    let told = "The 2 checks that are listed as unsupported or skipped are so.";
    assert!(judged.report.contains(told), "{}", judged.report);
    let judged = List::new(OFFERS).judge(&implementation, &[]);
    assert_eq!(judged.code, 1);
    let told = "demo/arrays/{grid,grid-of-another-rank}#grid is unsupported and is not listed";
    assert!(judged.report.contains(told), "{}", judged.report);
    // One that fails is not unsupported, and the other way round.
    let judged = List::new(&format!("{OFFERS}{entry}")).judge(&refuses_grids(), &[]);
    assert_eq!(judged.code, 1);
    let told = "is listed as unsupported on line 3, but fails (rejected-valid)";
    assert!(judged.report.contains(told), "{}", judged.report);
}

#[test]
fn what_is_offered_must_be_listed() {
    let judged = List::new(OFFERS).judge(&double("offers-three", "never"), &[]);
    assert_eq!(judged.code, 1);
    let told = "offers [\"open\", \"read\", \"write\"], but is listed with";
    assert!(judged.report.contains(told), "{}", judged.report);
    let judged = List::new("").judge(&double("", "never"), &[]);
    assert_eq!(judged.code, 1);
    let told = "expected the line: offers = [\"open\", \"read\",";
    assert!(judged.report.contains(told), "{}", judged.report);
}

/// A refusal proves nothing where the valid twin is refused, too: that is seen where the twin is
/// listed, and must be listed where it is not.
#[test]
fn what_is_skipped_has_a_listed_cause() {
    let check = "demo/arrays/grid-of-another-rank#grid";
    let judged = List::new(&format!("{OFFERS}{GRID}reason = 'r'\n")).judge(&refuses_grids(), &[]);
    assert_eq!((judged.code, judged.name(check)), (0, "skipped"));
    // Only the skipped check is judged, and nothing listed is its cause.
    let judged = List::new(OFFERS).judge(&refuses_grids(), &["--check", check]);
    let told = format!("{check} is skipped and is not listed");
    assert!(judged.report.contains(&told), "{}", judged.report);
    let entry = format!("[[skipped]]\ncheck = '{check}'\nreason = 'r'\n");
    let list = List::new(&format!("{OFFERS}{entry}"));
    let judged = list.judge(&refuses_grids(), &["--check", check]);
    assert!(!judged.report.contains("deviation"), "{}", judged.report);
    let judged = list.judge(&double("", "never"), &["--check", check]);
    assert!(
        judged.report.contains("\n1 deviation from"),
        "{}",
        judged.report
    );
    let told = "is listed as skipped on line ";
    assert!(judged.report.contains(told), "{}", judged.report);
}

/// Expected failures are not news: the report tells the others.
#[rstest]
#[case::usual(&[], false)]
#[case::all(&["--all"], true)]
fn expected_failures_are_told_only_where_all_is_asked_for(
    #[case] more: &[&str],
    #[case] is_told: bool,
) {
    let list = List::new(&format!("{OFFERS}{GRID}reason = 'r'\n"));
    let judged = list.judge(&refuses_grids(), more);
    assert_eq!(judged.code, 0);
    let found = "rejected-valid  demo/arrays/grid#grid";
    assert_eq!(judged.report.contains(found), is_told, "{}", judged.report);
    assert!(
        judged
            .report
            .ends_with("The failure is exactly the expected one.\n")
    );
    // One more fails, and only that one is reported.
    let judged = list.judge(&double("always-invalid", "int16"), &[]);
    assert_eq!(judged.code, 1);
    assert!(judged.report.contains("demands"), "{}", judged.report);
}

const BEFORE: &str = "\
# What the stand-in fails.
# By hand.

# Grids.
[[failure]]
check = 'demo/{arrays/grid,chunks/zeros}#{grid,encode,decode}'   # and zeros
verdict = 'rejected-valid' # always
reason = 'no grids'
finding = 'grids'
link = 'https://example.org/1'

# Gone.
[[failure]]
check = 'gone/*'
verdict = 'crash'
reason = 'gone'

# Of another version.
[[failure]]
check = '*'
verdict = 'crash'
reason = 'r'
version = '<0.1'

# The end.
";

const AFTER: &str = "\
# What the stand-in fails.
# By hand.

offers = [\"open\", \"read\", \"write\", \"create\", \"encode\", \"decode\", \"grid\", \"node\", \"children\", \"walk\", \"create_group\", \"set_attributes\", \"delete\", \"consolidate\", \"path\", \"through\", \"consolidated\"]

# Grids.
[[failure]]
check = \"demo/chunks/zeros#encode\"   # and zeros
verdict = 'rejected-valid' # always
reason = 'no grids'
finding = 'grids'
link = 'https://example.org/1'

# Gone.

# Of another version.
[[failure]]
check = '*'
verdict = 'crash'
reason = 'r'
version = '<0.1'

# New: give each a reason.
[[failure]]
check = \"demo/chunks/{cycle,int16-big,lengths}#encode\"
verdict = \"rejected-valid\"
reason = \"\"

[[failure]]
check = \"honesty/claims#encode\"
verdict = \"rejected-valid\"
reason = \"\"

# The end.
";

#[test]
fn a_blessed_list_keeps_what_a_person_wrote() {
    let list = List::new(BEFORE);
    let implementation = double("always-invalid", r#""op":"encode""#);
    let judged = list.judge(&implementation, &["--bless"]);
    assert_eq!(judged.code, 0, "{}{}", judged.report, judged.errors);
    assert_eq!(list.text(), AFTER);
    let told = ": 2 entries added, 1 entry changed, 1 entry removed, offers set.\nGive each new entry a reason";
    assert!(judged.report.contains(told), "{}", judged.report);
    assert_eq!(
        entries_of(list.folder()),
        1,
        "nothing else is left in the folder"
    );
    // As it is, nobody can use it.
    let judged = list.judge(&implementation, &[]);
    assert_eq!(judged.code, 2);
    assert!(
        judged.errors.contains("found an empty reason"),
        "{}",
        judged.errors
    );
    // A person completes it.
    std::fs::write(list.path(), AFTER.replace("\"\"", "\"no encoder\"")).unwrap();
    let judged = list.judge(&implementation, &[]);
    assert_eq!(judged.code, 0, "{}", judged.report);
}

#[expect(clippy::disallowed_methods, reason = "only their number counts")]
fn entries_of(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

#[test]
fn a_list_that_is_right_stays_byte_by_byte() {
    let text = format!("{OFFERS}\r\n  {GRID}reason   =   'r' # why\r\n\r\n\r\n");
    let list = List::new(&text);
    let before = std::fs::metadata(list.path()).unwrap().modified().unwrap();
    let judged = list.judge(&refuses_grids(), &["--bless"]);
    assert_eq!(judged.code, 0, "{}{}", judged.report, judged.errors);
    assert!(
        judged.report.contains("expected.toml stays as it is."),
        "{}",
        judged.report
    );
    assert_eq!(list.text(), text);
    let after = std::fs::metadata(list.path()).unwrap().modified().unwrap();
    assert_eq!(before, after);
}

#[test]
fn a_list_that_is_not_there_is_written() {
    let list = List::new("");
    std::fs::remove_file(list.path()).unwrap();
    let judged = list.judge(&refuses_grids(), &["--bless"]);
    assert_eq!(judged.code, 0, "{}{}", judged.report, judged.errors);
    let expected = "\n# New: give each a reason.\n[[failure]]\ncheck = \"demo/arrays/grid#grid\"\n";
    assert!(list.text().contains(expected), "{}", list.text());
}

/// What was not judged stays as it is listed.
#[rstest]
#[case::another_check("demo/chunks/zeros#read", "'demo/arrays/grid#grid'")]
#[case::one_of_two("demo/arrays/grid#open", "\"demo/arrays/grid#grid\"")]
fn blessing_a_selection(#[case] selected: &str, #[case] listed: &str) {
    let entry = if listed.starts_with('"') {
        GRID.replace("grid#grid", "grid#{grid,open}")
    } else {
        GRID.to_owned()
    };
    let list = List::new(&format!("{OFFERS}{entry}reason = 'r'\n"));
    let judged = list.judge(&double("", "never"), &["--bless", "--check", selected]);
    assert_eq!(judged.code, 0, "{}{}", judged.report, judged.errors);
    let entry = GRID.replace("'demo/arrays/grid#grid'", listed);
    assert_eq!(list.text(), format!("{OFFERS}{entry}reason = 'r'\n"));
}

/// Each process is started anew a few times before a run ends, so that two of them share out all checks.
#[test]
fn nothing_is_written_after_an_early_end() {
    let list = List::new(BEFORE);
    let judged = list.judge(&double("crash", ""), &["--bless", "--jobs", "1"]);
    assert_eq!(judged.code, 3, "{}", judged.report);
    assert!(
        judged
            .report
            .contains("stays as it is, since the run ended early")
    );
    assert_eq!(list.text(), BEFORE);
}

#[test]
fn an_inline_list_cannot_be_blessed() {
    let entry = "failure = [{check = 'demo/arrays/grid#grid', verdict = 'crash', reason = 'r'}]\n";
    let list = List::new(&format!("{OFFERS}{entry}"));
    let judged = list.judge(&refuses_grids(), &["--bless"]);
    assert_eq!(judged.code, 2);
    assert!(
        judged.errors.contains("expected [[failure]] tables"),
        "{}",
        judged.errors
    );
}
