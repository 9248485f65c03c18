//! Edits of documents, each reported by name and place. The documents are invented, so that these
//! tests need no checkout of the specification; they have every construct that its documents have.

use std::path::Path;

use rstest::rstest;
use zarr_conform::Edition;
use zarr_conform::requirement::{Level, OutOfScope, RegisteredSentence, Registry, Requirement};
use zarr_conform::spec::Form;
use zarr_conform::spec::check::check_document;
use zarr_conform::spec::record::RecordedDocument;
use zarr_conform::spec::sentences::sentences;
use zarr_conform::spec::{Checkout, Record, check};

/// The documents, by name.
const DOCUMENTS: [(&str, &str); 3] = [
    ("current/core.rst", include_str!("edited/core.rst")),
    ("current/codecs/swap.rst", include_str!("edited/swap.rst")),
    ("3.0/core.rst", include_str!("edited/core.rst")),
];

/// Each sentence that demands something is a requirement, named by its document, section and ordinal.
fn registry() -> Registry {
    let mut requirements = Vec::new();
    for (document, text) in DOCUMENTS {
        for sentence in sentences(Form::ReStructuredText, text)
            .iter()
            .filter(|it| it.demands())
        {
            let (section, ordinal) = (&sentence.section, sentence.ordinal);
            requirements.push(Requirement {
                id: format!("{}.{ordinal}", section.replace(' ', "-").to_lowercase()),
                level: Level::Must,
                editions: vec![Edition::V3_1],
                paraphrase: "In our words.".to_owned(),
                orders_failure: false,
                binds_writer: false,
                reason: None,
                sentences: vec![RegisteredSentence {
                    document: document.to_owned(),
                    section: section.clone(),
                    ordinal,
                    sha256: sentence.sha256(),
                }],
            });
        }
    }
    Registry {
        requirements,
        out_of_scope: vec![OutOfScope {
            document: "current/core.rst".to_owned(),
            sections: vec!["Groups".to_owned()],
            alone: false,
            reason: "Only arrays are tested.".to_owned(),
        }],
        ..Registry::default()
    }
}

/// Writes the documents below a folder.
fn write(folder: &Path) {
    for (name, text) in DOCUMENTS {
        write_one(folder, name, text);
    }
}

fn write_one(folder: &Path, name: &str, text: &str) {
    let file = folder.join(name);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, text).unwrap();
}

/// What the check says after `edit` has changed the folder, without the names of files and totals.
fn report_after(edit: impl Fn(&Path)) -> String {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path());
    let before = Checkout::read(&[folder.path()]).unwrap();
    let record = before.record(&Record::default());
    edit(folder.path());
    let after = Checkout::read(&[folder.path()]).unwrap();
    let report = check(&registry(), &record, &after);
    let text = report.to_string();
    assert_eq!(report.is_clean(), !text.contains("\n  "), "{text}");
    let shown = format!("{}", folder.path().display());
    let lines = text
        .lines()
        .filter(|line| !line.starts_with("edition draft") && !line.contains(" unchanged, "));
    let lines: Vec<&str> = lines.filter(|line| !line.contains(&shown)).collect();
    lines.join("\n")
}

/// The report after one edit of a document.
fn edited(name: &str, from: &str, to: &str) -> String {
    let (_, text) = DOCUMENTS.into_iter().find(|it| it.0 == name).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from:?} in {name}");
    report_after(|folder| write_one(folder, name, &text.replace(from, to)))
}

const CORE: &str = "current/core.rst";
const SWAP: &str = "current/codecs/swap.rst";
const OLD: &str = "3.0/core.rst";

#[test]
fn documents_that_are_as_recorded_are_clean() {
    assert_eq!(report_after(|_| ()), "");
}

#[test]
fn wrapping_and_indenting_otherwise_is_no_difference() {
    let rewrapped = edited(
        CORE,
        "Boxes are stored in rows. ",
        "Boxes are\nstored in rows.\n",
    );
    assert_eq!(rewrapped, "");
    let indented = edited(CORE, "    A lid closes a box.", "      A lid closes a box.");
    assert_eq!(indented, "");
}

#[test]
fn a_new_document_is_reported() {
    let name = "current/codecs/turn.rst";
    let report = report_after(|folder| write_one(folder, name, "Turn\n====\n\nIt must.\n"));
    assert_eq!(report, "  new document");
}

#[test]
fn a_removed_document_is_reported_with_all_that_it_had() {
    let report = report_after(|folder| std::fs::remove_file(folder.join(SWAP)).unwrap());
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines[0], format!("{SWAP}: not in this checkout"));
    assert_eq!(lines.len(), 10);
    assert!(lines[1..].iter().all(|line| line.starts_with("  gone ")));
    assert!(report.contains("  gone algorithm.2 (Algorithm, sentence 2)"));
}

/// Nothing can be taken out of a document unnoticed.
#[test]
fn a_line_that_is_taken_out_is_noticed() {
    let record = RecordedDocument::of(Form::ReStructuredText, DOCUMENTS[0].1);
    let lines: Vec<&str> = DOCUMENTS[0].1.lines().collect();
    for at in 0..lines.len() {
        let mut fewer = lines.clone();
        let line = fewer.remove(at);
        let report = check_document(&registry(), &record, CORE, &fewer.join("\n"));
        assert!(
            line.is_empty() || !report.is_clean(),
            "line {}: {line}",
            at + 1
        );
    }
}

#[rstest]
#[case::new_row_of_a_list(
    CORE,
    "   * - ``large``\n     - two units\n",
    "   * - ``large``\n     - two units\n   * - ``huge``\n     - three units\n",
    &["  new row (Boxes > Sizes, sentence 3): huge | three units"]
)]
#[case::removed_row_of_a_list(
    CORE,
    "   * - ``large``\n     - two units\n",
    "",
    &["  gone row (Boxes > Sizes, sentence 2)"]
)]
#[case::changed_row_of_a_list(
    CORE,
    "     - two units\n",
    "     - four units\n",
    &["  changed row (Boxes > Sizes, sentence 2)", "    now (Boxes > Sizes, sentence 2): large | four units"]
)]
#[case::rows_in_another_order(
    CORE,
    "   * - ``small``\n     - one unit\n   * - ``large``\n     - two units\n",
    "   * - ``large``\n     - two units\n   * - ``small``\n     - one unit\n",
    &["  moved row (Boxes > Sizes, sentence 1)", "    now (Boxes > Sizes, sentence 2): small | one unit"]
)]
#[case::header_of_a_table(
    CORE,
    "     - Meaning",
    "     - Smallest meaning",
    &["  changed header of a table (Boxes > Sizes)", "    now (Boxes > Sizes): Name | Smallest meaning"]
)]
#[case::header_that_becomes_a_row(
    CORE,
    "   :header-rows: 1\n",
    "",
    &["  restated header of a table (Boxes > Sizes)", "    was normative, header of a table; is normative, row", "    now (Boxes > Sizes, sentence 1): Name | Meaning"]
)]
#[case::caption_of_a_table(
    CORE,
    "Names of sizes",
    "Names of all sizes",
    &["  changed caption of a table (Boxes > Sizes)", "    now (Boxes > Sizes): Names of all sizes"]
)]
#[case::table_that_becomes_an_example(
    CORE,
    "Names of sizes",
    "Example",
    &["  changed caption of a table (Boxes > Sizes)", "    now (Boxes > Sizes): Example", "  restated header of a table (Boxes > Sizes)", "    was normative, header of a table; is remark, header of a table in table of examples", "    now (Boxes > Sizes): Name | Meaning", "  restated row (Boxes > Sizes, sentence 1)", "    was normative, row; is remark, row in table of examples", "    now (Boxes > Sizes, sentence 1): small | one unit", "  restated row (Boxes > Sizes, sentence 2)", "    was normative, row; is remark, row in table of examples", "    now (Boxes > Sizes, sentence 2): large | two units"]
)]
#[case::row_of_examples(
    CORE,
    "     - must fit\n",
    "     - must fit in\n",
    &["  changed row in table of examples (Boxes > Sizes, sentence 3)", "    now (Boxes > Sizes, sentence 3): small | must fit in", "    has a key word, in a remark"]
)]
#[case::new_row_of_columns(
    CORE,
    "two   green\n",
    "two   green\nthree blue\n",
    &["  new row (Boxes > Sizes, sentence 6): three | blue"]
)]
#[case::header_of_columns(
    CORE,
    "order colour",
    "order paint ",
    &["  changed header of a table (Boxes > Sizes)", "    now (Boxes > Sizes): order | paint"]
)]
#[case::changed_row_of_a_grid(
    CORE,
    "| flat | 1     |",
    "| flat | 2     |",
    &["  changed row (Boxes > Sizes, sentence 6)", "    now (Boxes > Sizes, sentence 6): flat | 2"]
)]
#[case::new_row_of_a_grid(
    CORE,
    "| flat | 1     |\n+------+-------+\n",
    "| flat | 1     |\n+------+-------+\n| deep | 3     |\n+------+-------+\n",
    &["  new row (Boxes > Sizes, sentence 7): deep | 3"]
)]
#[case::new_item(
    CORE,
    "    - ``large``.",
    "    - ``large``;\n    - ``huge``.",
    &["  changed item in definition (Boxes > Members, sentence 5)", "    now (Boxes > Members, sentence 5): large;", "  new item in definition (Boxes > Members, sentence 6): huge."]
)]
#[case::removed_item(
    CORE,
    "    - ``small``, which is the default;\n",
    "",
    &["  gone item in definition (Boxes > Members, sentence 4)"]
)]
#[case::item_of_a_note(
    CORE,
    "A label of one letter is fine.",
    "A label of one letter must be fine.",
    &["  changed item in note (Boxes, sentence 5)", "    now (Boxes, sentence 5): A label of one letter must be fine.", "    has a key word, in a remark"]
)]
#[case::step_changed(
    CORE,
    "2. The content is removed.",
    "2. The content is kept.",
    &["  changed item (Boxes > Members, sentence 8)", "    now (Boxes > Members, sentence 8): The content is kept."]
)]
#[case::steps_in_another_order(
    CORE,
    "1. The box is opened.\n2. The content is removed.\n\n   - Its order is kept.\n\n3. The box is closed.",
    "1. The box is closed.\n2. The content is removed.\n\n   - Its order is kept.\n\n3. The box is opened.",
    &["  moved item (Boxes > Members, sentence 7)", "    now (Boxes > Members, sentence 10): The box is opened.", "  moved item (Boxes > Members, sentence 10)", "    now (Boxes > Members, sentence 7): The box is closed."]
)]
#[case::step_that_belongs_to_another(
    CORE,
    "   - Its order is kept.\n\n3. The box is closed.",
    "   - Its order is kept.\n\n   3. The box is closed.",
    &["  restated item (Boxes > Members, sentence 10)", "    was normative, item; is normative, item in item", "    now (Boxes > Members, sentence 10): The box is closed."]
)]
#[case::numbers_of_steps(
    CORE,
    "3. The box is closed.",
    "4. The box is closed.",
    &["  changed markup: a link, a comment, a number of a list or the like"]
)]
#[case::new_descriptive_sentence(
    CORE,
    "Boxes are stored in rows.",
    "Boxes are stored in rows. Rows are straight.",
    &["  new paragraph (Boxes, sentence 2): Rows are straight."]
)]
#[case::changed_descriptive_sentence(
    CORE,
    "Boxes are stored in rows.",
    "Boxes are stored in columns.",
    &["  changed paragraph (Boxes, sentence 1)", "    now (Boxes, sentence 1): Boxes are stored in columns."]
)]
#[case::removed_descriptive_sentence(
    CORE,
    "Boxes are stored in rows. ",
    "",
    &["  gone paragraph (Boxes, sentence 1)"]
)]
#[case::descriptive_sentence_that_demands_now(
    CORE,
    "Boxes are stored in rows.",
    "Boxes must be stored in rows.",
    &["  changed paragraph (Boxes, sentence 1)", "    now (Boxes, sentence 1): Boxes must be stored in rows.", "  unknown (Boxes, sentence 1): Boxes must be stored in rows."]
)]
#[case::weaker_demand(
    CORE,
    "Each box must have a label.",
    "Each box should have a label.",
    &["  changed boxes.2 (Boxes, sentence 2)", "    now (Boxes, sentence 2): Each box should have a label."]
)]
#[case::demand_made_descriptive(
    CORE,
    "Each box must have a label.",
    "Each box has a label.",
    &["  changed boxes.2 (Boxes, sentence 2)", "    now (Boxes, sentence 2): Each box has a label."]
)]
#[case::removed_demand(
    CORE,
    " Each box must have a label.",
    "",
    &["  gone boxes.2 (Boxes, sentence 2)"]
)]
#[case::new_demand(
    CORE,
    "A shape is a list.",
    "A shape is a list. It must be sorted.",
    &["  unknown (Boxes > Shapes, sentence 2): It must be sorted."]
)]
#[case::demand_moved_into_a_note(
    CORE,
    "A shape is a list. It should be short.",
    "A shape is a list.\n\n.. note::\n\n    It should be short.",
    &["  restated boxes->-shapes.2 (Boxes > Shapes, sentence 2)", "    was normative, paragraph; is remark, note", "    now (Boxes > Shapes, sentence 2): It should be short."]
)]
#[case::demand_moved_to_another_section(
    CORE,
    " It should be short.\n\nGroups\n======\n",
    "\n\nGroups\n======\n\nIt should be short.\n",
    &["  moved boxes->-shapes.2 (Boxes > Shapes, sentence 2)", "    now (Groups, sentence 1): It should be short."]
)]
#[case::demand_moved_into_an_item(
    CORE,
    "A shape is a list. It should be short.",
    "A shape is a list.\n\n- It should be short.",
    &["  restated boxes->-shapes.2 (Boxes > Shapes, sentence 2)", "    was normative, paragraph; is normative, item", "    now (Boxes > Shapes, sentence 2): It should be short."]
)]
#[case::must_within_a_note(
    CORE,
    "Labels are usually short.",
    "Labels must be short.",
    &["  changed note (Boxes, sentence 4)", "    now (Boxes, sentence 4): Labels must be short.", "    has a key word, in a remark"]
)]
#[case::new_note(
    CORE,
    "A shape is a list.",
    "A shape is a list.\n\n.. warning:: Shapes must be right.\n",
    &["  restated boxes->-shapes.2 (Boxes > Shapes, sentence 2)", "    was normative, paragraph; is remark, warning", "    now (Boxes > Shapes, sentence 3): It should be short.", "  new warning (Boxes > Shapes, sentence 2): Shapes must be right.", "    has a key word, in a remark"]
)]
#[case::note_that_becomes_text(
    CORE,
    ".. note::\n\n    Labels are usually short.\n\n    - A label of one letter is fine.",
    "Labels are usually short.\n\n- A label of one letter is fine.",
    &["  restated note (Boxes, sentence 4)", "    was remark, note; is normative, paragraph", "    now (Boxes, sentence 4): Labels are usually short.", "  restated item in note (Boxes, sentence 5)", "    was remark, item in note; is normative, item", "    now (Boxes, sentence 5): A label of one letter is fine."]
)]
#[case::note_that_becomes_a_warning(
    CORE,
    ".. note::",
    ".. warning::",
    &["  restated note (Boxes, sentence 4)", "    was remark, note; is remark, warning", "    now (Boxes, sentence 4): Labels are usually short.", "  restated item in note (Boxes, sentence 5)", "    was remark, item in note; is remark, item in warning", "    now (Boxes, sentence 5): A label of one letter is fine."]
)]
#[case::example_that_becomes_a_demand(
    CORE,
    "For example, a row of two boxes has one lid.",
    "A row of two boxes has one lid.",
    &["  changed paragraph (Boxes, sentence 7)", "    now (Boxes, sentence 7): A row of two boxes has one lid."]
)]
#[case::section_marked_as_not_normative(
    CORE,
    "A shape is a list.",
    "This section is non-normative.\n\nA shape is a list.",
    &["  restated title (Boxes > Shapes)", "    was normative, title; is not normative, title", "    now (Boxes > Shapes): Shapes", "  restated paragraph (Boxes > Shapes, sentence 1)", "    was normative, paragraph; is not normative, paragraph", "    now (Boxes > Shapes, sentence 2): A shape is a list.", "  restated boxes->-shapes.2 (Boxes > Shapes, sentence 2)", "    was normative, paragraph; is not normative, paragraph", "    now (Boxes > Shapes, sentence 3): It should be short.", "  new paragraph (Boxes > Shapes, sentence 1): This section is non-normative."]
)]
#[case::section_no_longer_marked(
    CORE,
    "This section is not normative.\n\n",
    "",
    &["  restated title (Remarks)", "    was not normative, title; is normative, title", "    now (Remarks): Remarks", "  gone paragraph (Remarks, sentence 1)", "  restated paragraph (Remarks, sentence 2)", "    was not normative, paragraph; is normative, paragraph", "    now (Remarks, sentence 1): Boxes were once bags."]
)]
#[case::text_of_the_abstract(
    CORE,
    "made-up rules about boxes",
    "made-up rules about boxes and bags",
    &["  changed paragraph (Abstract, sentence 1)", "    now (Abstract, sentence 1): These are made-up rules about boxes and bags."]
)]
#[case::status(
    CORE,
    "This is only a test.",
    "This is final.",
    &["  changed warning (Status of this document, sentence 1)", "    now (Status of this document, sentence 1): This is final."]
)]
#[case::conventions(
    CORE,
    "Key words mean what",
    "Capital key words mean what",
    &["  changed paragraph (Document conventions, sentence 1)", "    now (Document conventions, sentence 1): Capital key words mean what [RFC2119] says."]
)]
#[case::change_log(
    CORE,
    "Bags became boxes.",
    "Bags became boxes. Lids were added.",
    &["  new paragraph (Change log, sentence 2): Lids were added."]
)]
#[case::citation(
    CORE,
    "The meaning of key words.",
    "The meaning of words.",
    &["  changed citation (References)", "    now (References): [RFC2119] The meaning of words."]
)]
#[case::literal_block(
    CORE,
    "{\"row\": [1, 2]}",
    "{\"row\": [1, 2, 3]}",
    &["  changed literal block (Boxes)", "    now (Boxes): {\"row\": [1, 2, 3]}"]
)]
#[case::picture(
    CORE,
    "Boxes within boxes.",
    "Boxes in boxes.",
    &["  changed picture or code (Terms)", "    now (Terms): figure:: boxes.png Boxes in boxes."]
)]
#[case::term_of_a_definition(
    CORE,
    "``label``\n    Required.",
    "``labels``\n    Required.",
    &["  changed boxes->-members.1 (Boxes > Members, sentence 1)", "    now (Boxes > Members, sentence 1): labels: Required."]
)]
#[case::term(
    CORE,
    "*Lid*",
    "*Cover*",
    &["  moved paragraph (Terms > Lid, sentence 1)", "    now (Terms > Cover, sentence 1): A lid closes a box."]
)]
#[case::text_of_a_term(
    CORE,
    "A lid closes a box.",
    "A lid opens a box.",
    &["  changed paragraph (Terms > Lid, sentence 1)", "    now (Terms > Lid, sentence 1): A lid opens a box."]
)]
#[case::title_of_a_section(
    CORE,
    "Members\n-------",
    "Fields\n------",
    &["  changed title (Boxes > Members)", "    now (Boxes > Fields): Fields", "  moved boxes->-members.1 (Boxes > Members, sentence 1)", "    now (Boxes > Fields, sentence 1): label: Required.", "  moved definition (Boxes > Members, sentence 2)", "    now (Boxes > Fields, sentence 2): A string.", "  moved definition (Boxes > Members, sentence 3)", "    now (Boxes > Fields, sentence 3): size: One of:", "  moved item in definition (Boxes > Members, sentence 4)", "    now (Boxes > Fields, sentence 4): small, which is the default;", "  moved item in definition (Boxes > Members, sentence 5)", "    now (Boxes > Fields, sentence 5): large.", "  moved paragraph (Boxes > Members, sentence 6)", "    now (Boxes > Fields, sentence 6): The procedure has steps:", "  moved item (Boxes > Members, sentence 7)", "    now (Boxes > Fields, sentence 7): The box is opened.", "  moved item (Boxes > Members, sentence 8)", "    now (Boxes > Fields, sentence 8): The content is removed.", "  moved item in item (Boxes > Members, sentence 9)", "    now (Boxes > Fields, sentence 9): Its order is kept.", "  moved item (Boxes > Members, sentence 10)", "    now (Boxes > Fields, sentence 10): The box is closed."]
)]
#[case::level_of_a_section(
    CORE,
    "Shapes\n------",
    "Shapes\n======",
    &["  moved title (Boxes > Shapes)", "    now (Shapes): Shapes", "  moved paragraph (Boxes > Shapes, sentence 1)", "    now (Shapes, sentence 1): A shape is a list.", "  moved boxes->-shapes.2 (Boxes > Shapes, sentence 2)", "    now (Shapes, sentence 2): It should be short."]
)]
#[case::new_section(
    CORE,
    "Groups\n======\n",
    "Lids\n====\n\nA lid is flat.\n\nGroups\n======\n",
    &["  new title (Lids): Lids", "  new paragraph (Lids, sentence 1): A lid is flat."]
)]
#[case::removed_section(
    CORE,
    "Shapes\n------\n\nA shape is a list. It should be short.\n\n",
    "",
    &["  gone title (Boxes > Shapes)", "  gone paragraph (Boxes > Shapes, sentence 1)", "  gone boxes->-shapes.2 (Boxes > Shapes, sentence 2)"]
)]
#[case::demand_out_of_scope(
    CORE,
    "A group must have a name.",
    "A group must have a long name.",
    &["  changed groups.1 (Groups, sentence 1)", "    now (Groups, sentence 1): A group must have a long name."]
)]
#[case::new_sentence_out_of_scope(
    CORE,
    "A group must have a name.",
    "A group must have a name. It must have a lid.",
    &["  new paragraph (Groups, sentence 2): It must have a lid."]
)]
#[case::head_of_a_document(
    CORE,
    "https://example.org/core.html",
    "https://example.org/boxes.html",
    &["  changed definition (Core rules, sentence 2)", "    now (Core rules, sentence 2): Specification URI: https://example.org/boxes.html"]
)]
#[case::target_of_a_link(
    CORE,
    "<https://example.org/labels>",
    "<https://example.org/names>",
    &["  changed markup: a link, a comment, a number of a list or the like"]
)]
#[case::comment(
    CORE,
    "This file is made up for tests.",
    "This file was made up for tests.",
    &["  changed comment (before the title)", "    now (before the title): This file was made up for tests."]
)]
#[case::name_of_a_target(
    CORE,
    ".. _lid:",
    ".. _cover:",
    &["  changed target (Terms)", "    now (Terms): _cover:"]
)]
#[case::mark_of_quotation(
    CORE,
    "    - ``large``.",
    "    - large.",
    &["  changed markup: a link, a comment, a number of a list or the like"]
)]
#[case::title_of_a_document(
    SWAP,
    "==========\nSwap codec\n==========",
    "===========\nSwaps codec\n===========",
    &["  changed title (Swap codec)", "    now (Swaps codec): Swaps codec"]
)]
#[case::another_document(
    SWAP,
    "goes to the place of the second",
    "goes to the place of the third",
    &["  changed paragraph (Algorithm, sentence 1)", "    now (Algorithm, sentence 1): The first box of each pair goes to the place of the third."]
)]
#[case::another_edition(
    OLD,
    "Boxes are stored in rows.",
    "Boxes are stored anywhere.",
    &["  changed paragraph (Boxes, sentence 1)", "    now (Boxes, sentence 1): Boxes are stored anywhere."]
)]
fn edits_are_reported(
    #[case] name: &str,
    #[case] from: &str,
    #[case] to: &str,
    #[case] expected: &[&str],
) {
    let report = edited(name, from, to);
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines, expected);
}
