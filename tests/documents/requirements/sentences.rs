//! The rule that splits a document into sentences.

use proptest::prelude::*;
use rstest::rstest;
use zarr_conform::spec::Form;
use zarr_conform::spec::sentences::{Standing, sentences};

/// Section, ordinal, standing and words of each sentence.
fn told(document: &str) -> Vec<String> {
    sentences(Form::ReStructuredText, document)
        .iter()
        .map(|it| {
            format!(
                "{} {} {:?}: {}",
                it.section, it.ordinal, it.standing, it.text
            )
        })
        .collect()
}

const DOCUMENT: &str = r#"
.. _target:

=====
Title
=====

Head.

Rules
=====

First ``a.b`` sentence, e.g. this
one. Second :ref:`link text<target>` with `url <https://a.b/c.d>`_ and array_ and [RFC1]_.
"Quoted." Last

order:
    Required.  Must be one
    of:

    - **an** item. And more;
    - another, ``r*`` or *x*.

.. a comment. With sentences.

.. note:: A note must not count. Nor
   must this.

For example, it may be 1.0. Then normative::

    literal. must.

Deep
----

.. list-table:: Types
   :header-rows: 1

   * - Name
     - Size
   * - ``int8``
     - 1 byte. Does not
       depend.

.. list-table:: Size example

   * - ``int8``
     - must be 1

===== =====
left  right
===== =====
one   two
===== =====

*Term*

    A term has text.

Back again (k, ...) is here.

.. mermaid::

    must --> not

References
==========

It must not count.
"#;

#[test]
fn a_document_is_split_by_the_rule() {
    assert_eq!(
        told(DOCUMENT),
        [
            "Title 1 Normative: Head.",
            "Rules 1 Normative: First a.b sentence, e.g. this one.",
            "Rules 2 Normative: Second link text with url and array and [RFC1].",
            "Rules 3 Normative: \"Quoted.\"",
            "Rules 4 Normative: Last",
            "Rules 5 Normative: order: Required.",
            "Rules 6 Normative: Must be one of:",
            "Rules 7 Normative: an item.",
            "Rules 8 Normative: And more;",
            "Rules 9 Normative: another, r* or x.",
            "Rules 10 Aside: A note must not count.",
            "Rules 11 Aside: Nor must this.",
            "Rules 12 Aside: For example, it may be 1.0.",
            "Rules 13 Normative: Then normative:",
            "Rules > Deep 1 Normative: int8 | 1 byte.",
            "Rules > Deep 2 Normative: Does not depend.",
            "Rules > Deep 3 Aside: int8 | must be 1",
            "Rules > Deep 4 Normative: one | two",
            "Rules > Deep > Term 1 Normative: A term has text.",
            "Rules > Deep 5 Normative: Back again (k, ...) is here.",
            "References 1 NotNormative: It must not count.",
        ]
    );
}

#[rstest]
#[case::quoted_full_stop("It is \".\" or so. End.", &["It is \".\" or so.", "End."])]
#[case::literal_full_stop("It is ``.`` or so. End.", &["It is . or so.", "End."])]
#[case::closed("(It is.) \"Is it?\" End!", &["(It is.)", "\"Is it?\"", "End!"])]
#[case::abbreviated("It (e.g. this), i.e. that. End", &["It (e.g. this), i.e. that.", "End"])]
#[case::number("Version 1.0 of it.", &["Version 1.0 of it."])]
fn a_text_is_split_into_sentences(#[case] text: &str, #[case] expected: &[&str]) {
    let found: Vec<String> = sentences(Form::ReStructuredText, text)
        .into_iter()
        .map(|it| it.text)
        .collect();
    assert_eq!(found, expected);
}

#[rstest]
#[case::word("an array_ of", "an array of")]
#[case::inside_a_word("an a_b of", "an a_b of")]
#[case::role("a :ref:`text <target>` of", "a text of")]
#[case::bare_role("a :ref:`target` of", "a target of")]
#[case::anonymous_link("a `text <https://a.b>`__ of", "a text of")]
#[case::star_in_formula("(`k` * `dz`, `j` * `dy`)", "(k * dz, j * dy)")]
#[case::strong("is **not** so", "is not so")]
#[case::escape("a\\*b", "a*b")]
#[case::backslash_in_literal("``\\x00``", "\\x00")]
#[case::stray_backquote("`n-1``, ``n``", "n-1, n")]
#[case::unclosed("a `b and *c", "a `b and *c")]
fn markup_is_removed(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(sentences(Form::ReStructuredText, text)[0].text, expected);
}

#[test]
fn a_grid_table_gives_its_rows() {
    let table = "+---+-----+\n| a | b   |\n+===+=====+\n| 1 | two |\n|   | 2.  |\n+---+-----+\n";
    assert_eq!(told(table), [" 1 Normative: 1 | two 2."]);
}

#[rstest]
#[case::plainly("This section is non-normative.")]
#[case::as_a_suggestion("The section suggests a non-normative way.")]
fn a_section_that_says_so_is_not_normative_with_those_below_it(#[case] words: &str) {
    let document = format!(
        "Title\n=====\n\nA\n---\n\nIt must be.\n\n{words}\n\nB\n~~~\n\nIt must be.\n\nC\n---\n\n\
         It must be.\n"
    );
    let standings: Vec<Standing> = sentences(Form::ReStructuredText, &document)
        .iter()
        .map(|it| it.standing)
        .collect();
    let (no, yes) = (Standing::NotNormative, Standing::Normative);
    assert_eq!(standings[standings.len() - 4..], [no, no, no, yes]);
}

#[rstest]
#[case::must("It must be.", true)]
#[case::upper("It MUST be.", true)]
#[case::shall("It shall be.", true)]
#[case::required("Required.", true)]
#[case::recommended("It is recommended.", true)]
#[case::optional("An optional member.", true)]
#[case::within_a_word("A mustard requirement.", false)]
#[case::statement("It is.", false)]
#[case::example("For example, it must be.", false)]
fn key_words_demand(#[case] text: &str, #[case] demands: bool) {
    assert_eq!(
        sentences(Form::ReStructuredText, text)[0].demands(),
        demands
    );
}

#[test]
fn the_hash_is_sha_256_of_the_words() {
    // printf 'abc' | sha256sum
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(
        sentences(Form::ReStructuredText, "``abc``")[0].sha256(),
        abc
    );
}

proptest! {
    #[test]
    fn any_text_is_read(text in "[ \\n\\t*`_.:+=|<>\\-#1a\u{e9}\\\\\\[\\]]{0,200}") {
        let _ = sentences(Form::ReStructuredText, &text);
    }

    #[test]
    fn wrapping_does_not_matter(
        words in prop::collection::vec("[a-z]{1,6}[.,]?", 1..30),
        breaks in prop::collection::vec("( |  |\n)", 30),
    ) {
        let parts = words.iter().zip(&breaks);
        let wrapped: String = parts.flat_map(|(word, gap)| [word.as_str(), gap]).collect();
        prop_assert_eq!(told(&wrapped), told(&words.join(" ")));
    }
}

#[test]
fn deep_nesting_does_not_overflow() {
    let text = "- ".repeat(100_000) + "It must be.";
    assert!(
        sentences(Form::ReStructuredText, &text)[0]
            .text
            .ends_with("It must be.")
    );
}
