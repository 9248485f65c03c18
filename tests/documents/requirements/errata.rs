//! The contradictions as text for editors, of an invented checkout.

use zarr_conform::requirement::{Erratum, Fix, Passage};
use zarr_conform::spec::Checkout;
use zarr_conform::spec::errata::Errata;
use zarr_conform::spec::sentences::Sentence;

use super::{NAME, erratum_about, registry, registry_of};

/// A document with a remark, code, and words that mean something in Markdown.
const TEXT: &str = r#"Title
=====

A
-

One must be ``r*`` or ``\\x00``. 2 is a_b <c>.

.. note:: Three must be.

Four is ``[d]``::

    {
        "e": 1,

        "f": 2,
    }

B_C
---

Five may.
"#;

const CODE: &str = r#"{ "e": 1, "f": 2, }"#;

fn folder_of(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn made_up() -> Vec<Erratum> {
    let gone = erratum_about("gone", &[("B_C", Some(2), "Nine is.")]);
    let later = erratum_about("later", &[("B_C", Some(1), "Five may.")]);
    let mut earlier = erratum_about(
        "earlier",
        &[
            ("A", Some(1), r"One must be r* or \\x00."),
            ("A", Some(2), "2 is a_b <c>."),
            ("A", Some(3), "Three must be."),
            ("A", None, CODE),
            ("B_C", Some(1), "Five may."),
        ],
    );
    // A state of the past is not for editors.
    earlier.places.push(Passage {
        document: "draft/rules.rst".to_owned(),
        ..earlier.places[0].clone()
    });
    earlier.fix = Fix::Replacement("One MUST be `r*`, and 2 is a_b.".to_owned());
    earlier.issue = Some("https://example.org/1".to_owned());
    let mut elsewhere = erratum_about("elsewhere", &[("A", Some(1), "It is.")]);
    "current/elsewhere.rst".clone_into(&mut elsewhere.places[0].document);
    let past = Erratum {
        fix: Fix::Past("It is a state of the past.".to_owned()),
        ..erratum_about("past", &[("B_C", Some(1), "Five may.")])
    };
    vec![gone, later, elsewhere, past, earlier]
}

#[test]
fn errata_stand_in_the_order_of_the_document_with_its_words() {
    let mut registry = registry_of(TEXT, Sentence::demands);
    registry.errata = made_up();
    let folder = folder_of(&[(NAME, TEXT), ("draft/rules.rst", TEXT)]);
    let checkout = Checkout::read(&[folder.path()]).unwrap();
    let errata = Errata {
        registry: &registry,
        checkout: Some(&checkout),
    };
    insta::assert_snapshot!(errata.all());
    let elsewhere: Vec<&str> = errata.elsewhere().iter().map(|it| it.id.as_str()).collect();
    assert_eq!(elsewhere, ["elsewhere"]);
    let past = errata.one("past").unwrap();
    assert!(past.starts_with("### past\n"), "{past}");
    assert!(past.contains("\n> Five may.\n"), "{past}");
    assert!(
        past.contains("**Replacement.** None. It is a state of the past.\n"),
        "{past}"
    );
    let error = errata.one("earlie").unwrap_err().to_string();
    assert_eq!(
        error,
        r#"found no contradiction "earlie"; did you mean earlier?"#
    );
}

/// With nothing but other words everywhere, every replacement of the project is still there.
#[test]
fn every_replacement_is_printed() {
    let registry = registry();
    let documents = registry.documents();
    let files: Vec<(&str, &str)> = documents.keys().map(|name| (*name, TEXT)).collect();
    let folder = folder_of(&files);
    let checkout = Checkout::read(&[folder.path()]).unwrap();
    let errata = Errata {
        registry: &registry,
        checkout: Some(&checkout),
    };
    let text = errata.all();
    for erratum in &registry.errata {
        let is_printed = text.contains(&format!("### {}\n", erratum.id));
        let is_replaced = matches!(erratum.fix, Fix::Replacement(_));
        assert_eq!(is_printed, is_replaced, "{}", erratum.id);
    }
    assert!(errata.elsewhere().is_empty());
    // Without a checkout, too: where each passage is, and not its words.
    let errata = Errata {
        registry: &registry,
        checkout: None,
    };
    let text = errata.all();
    assert!(!text.contains("\n> "), "{text}");
    let printed = |it: &&Erratum| text.contains(&format!("### {}\n", it.id));
    let all = registry.errata.iter();
    let replaced = all
        .clone()
        .filter(|it| matches!(it.fix, Fix::Replacement(_)));
    assert_eq!(all.filter(printed).count(), replaced.count());
    assert!(errata.elsewhere().is_empty());
}

/// An editor begins with what costs data, and reads one passage once.
#[test]
fn errata_stand_by_what_they_can_cost_and_those_about_one_passage_together() {
    let registry = registry();
    let errata = Errata {
        registry: &registry,
        checkout: None,
    };
    let text = errata.all();
    let places = [
        "## Which elements are read",
        "### recommended-formats",
        "**What is not said.**",
        "## Which documents are valid",
        "### zero-chunk-length",
        "## Wording and examples",
        "### spelling-of-false",
    ];
    let places = places.map(|it| text.find(it).unwrap_or_else(|| panic!("{it}: {text}")));
    assert!(places.is_sorted(), "{places:?}");
    // A slip that no reader follows costs nothing; a length that is counted in two ways costs a document.
    for (ids, heading) in [
        (&["raw-fill-value-length", "names-of-key-encodings"][..], 3),
        (
            &[
                "index-zero",
                "border-note-indices",
                "escaped-bytes-of-bool",
                "index-behind-or-before",
            ],
            5,
        ),
        (&["identifiers-of-grids"], 5),
    ] {
        let next = places.get(heading + 2).filter(|_| heading == 3);
        for id in ids {
            let at = text.find(&format!("### {id}\n")).unwrap();
            assert!(
                at > places[heading] && next.is_none_or(|next| at < *next),
                "{id}"
            );
        }
    }
    let (_, blosc) = text.split_once("### 6 about one passage of ").unwrap();
    let entry = blosc.split("\n### ").next().unwrap();
    for id in ["start-of-bstarts", "splits-of-a-block", "copied-chunks"] {
        assert!(entry.contains(&format!("#### {id}\n")), "{entry}");
    }
    assert!(entry.starts_with("current/codecs/blosc.rst\n"), "{entry}");
    let passage = "codecs/blosc/index.html#format-and-algorithm";
    assert_eq!(entry.matches(passage).count(), 1, "{entry}");
}
