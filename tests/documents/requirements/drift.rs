//! What the check of one document reports when its text has changed.

use rstest::rstest;
use zarr_conform::requirement::{OutOfScope, Registry};
use zarr_conform::spec::Form;
use zarr_conform::spec::check::check_document;
use zarr_conform::spec::record::RecordedDocument;
use zarr_conform::spec::sentences::Sentence;
use zarr_conform::spec::{DocumentReport, SpecReport};

use super::{NAME, RULES, erratum_about, registry_of};

/// The report on `text` of the record of `RULES`, and of a registry that has every sentence of it
/// with a key word.
fn report_on(text: &str) -> DocumentReport {
    let registry = registry_of(RULES, Sentence::demands);
    check_document(
        &registry,
        &RecordedDocument::of(Form::ReStructuredText, RULES),
        NAME,
        text,
    )
}

fn drift_of(text: &str) -> String {
    let report = SpecReport {
        documents: vec![report_on(text)],
        ..SpecReport::default()
    };
    report.to_string()
}

#[test]
fn the_same_text_is_clean() {
    let report = report_on(RULES);
    assert!(report.is_clean());
    // Six sentences and three titles.
    assert_eq!(report.unchanged, 9);
}

#[rstest]
#[case::rewrapped(RULES.replace(". ", ".\n"), "")]
#[case::renumbered(
    RULES.replace("Two is.", "Two is. Indeed."),
    "  new paragraph (A, sentence 3): Indeed.\n"
)]
#[case::changed(
    RULES.replace("Three must", "Three shall"),
    "  changed A.3 (A, sentence 3)\n    now (A, sentence 3): Three shall.\n"
)]
#[case::changed_and_renumbered(
    RULES.replace("One must. Two is. Three must", "New. One must. Two is. Three shall"),
    "  changed A.3 (A, sentence 3)\n    now (A, sentence 4): Three shall.\n  \
     new paragraph (A, sentence 1): New.\n"
)]
#[case::gone(RULES.replace("Three must. ", ""), "  gone A.3 (A, sentence 3)\n")]
#[case::gone_before_another(RULES.replace("One must. ", ""), "  gone A.1 (A, sentence 1)\n")]
#[case::gone_at_the_end(RULES.replace(" Four may.", ""), "  gone A.4 (A, sentence 4)\n")]
#[case::moved(
    RULES.replace("Three must. ", "").replace("Six is.", "Six is. Three must."),
    "  moved A.3 (A, sentence 3)\n    now (B, sentence 3): Three must.\n"
)]
#[case::reordered(
    RULES.replace("One must. Two is.", "Two is. One must."),
    "  moved A.1 (A, sentence 1)\n    now (A, sentence 2): One must.\n"
)]
#[case::new(
    RULES.replace("Two is.", "Two is. This must."),
    "  unknown (A, sentence 3): This must.\n"
)]
#[case::demand_of_a_statement(
    RULES.replace("Two is", "Two must"),
    "  changed paragraph (A, sentence 2)\n    now (A, sentence 2): Two must.\n  \
     unknown (A, sentence 2): Two must.\n"
)]
#[case::new_section(
    format!("{RULES}\nC\n---\n\nSeven must.\n"),
    "  new title (C): C\n  unknown (C, sentence 1): Seven must.\n"
)]
#[case::control_characters(
    RULES.replace("Two is.", "Two is. \u{1b}[31m is."),
    "  new paragraph (A, sentence 3): \\u{1b}[31m is.\n"
)]
fn drift_is_named(#[case] text: String, #[case] expected: &str) {
    let shown = drift_of(&text);
    let head = format!("{NAME}: not in this checkout\n");
    let body = shown.strip_prefix(&head).unwrap_or(&shown);
    let (body, _totals) = body
        .rsplit_once('\n')
        .unwrap()
        .0
        .rsplit_once('\n')
        .map_or(("", body), |(body, totals)| (body, totals));
    let body = if body.is_empty() {
        String::new()
    } else {
        format!("{body}\n")
    };
    assert_eq!(body, expected);
}

/// An editor may have fixed it.
#[rstest]
#[case::fixed(
    "Two is",
    "Two was",
    "  changed paragraph (A, sentence 2)\n    quoted by"
)]
#[case::gone("Two is. ", "", "  gone paragraph (A, sentence 2)\n    quoted by")]
#[case::of_a_requirement(
    "Three must",
    "Three shall",
    "  changed A.3 (A, sentence 3)\n    quoted by"
)]
#[case::code(":: 1", ":: 2", "  changed literal block (B)\n    quoted by")]
fn a_changed_passage_of_an_erratum_is_named(
    #[case] words: &str,
    #[case] new: &str,
    #[case] expected: &str,
) {
    let text = &format!("{RULES}\nOne::\n\n    a :: 1\n");
    let mut registry = registry_of(text, Sentence::demands);
    registry.errata = vec![
        erratum_about("two", &[("A", Some(2), "Two is."), ("B", None, "a :: 1")]),
        erratum_about("three", &[("A", Some(3), "Three must.")]),
    ];
    let recorded = RecordedDocument::of(Form::ReStructuredText, text);
    let report = check_document(&registry, &recorded, NAME, &text.replace(words, new));
    let told = report.differences[0].to_string();
    let id = if words.starts_with("Three") {
        "three"
    } else {
        "two"
    };
    assert!(
        told.starts_with(&format!("{expected} contradiction {id}\n")),
        "{told}"
    );
    assert_eq!(report.differences.len(), 1);
}

#[test]
fn totals_are_counted() {
    let text = RULES
        .replace("Three must", "Three shall")
        .replace("Two is.", "Two is. Two must. It is.");
    let totals = "8 unchanged, 1 changed, 0 moved, 0 restated, 0 gone, 1 new, 1 unknown in \
                  1 document\n";
    assert!(drift_of(&text).ends_with(totals), "{}", drift_of(&text));
}

#[test]
fn equal_sentences_are_told_apart() {
    let text = "T\n===\n\nA\n---\n\nIt must. It is. It must.\n";
    let registry = registry_of(text, Sentence::demands);
    let fewer = "T\n===\n\nA\n---\n\nIt must. It is.\n";
    let fewer = check_document(
        &registry,
        &RecordedDocument::of(Form::ReStructuredText, text),
        NAME,
        fewer,
    );
    let told: Vec<String> = fewer.differences.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["  gone A.3 (A, sentence 3)\n"]);
}

#[rstest]
#[case::with_those_below(false, 0)]
#[case::alone(true, 1)]
fn sections_out_of_scope_have_no_unknown_sentences(#[case] alone: bool, #[case] unknown: usize) {
    let text = "T\n===\n\nA\n---\n\nIt must.\n\nB\n~~~\n\nIt must.\n\nC\n---\n\nOne must.\n";
    let registry = Registry {
        requirements: registry_of(text, |it| it.section == "C").requirements,
        out_of_scope: vec![OutOfScope {
            document: NAME.to_owned(),
            sections: vec!["A".to_owned()],
            alone,
            reason: "It is not looked at.".to_owned(),
        }],
        ..Registry::default()
    };
    let report = check_document(
        &registry,
        &RecordedDocument::of(Form::ReStructuredText, text),
        NAME,
        text,
    );
    assert_eq!(report.unknown.len(), unknown);
}
