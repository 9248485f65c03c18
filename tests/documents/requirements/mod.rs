//! The registry of requirements: its data, the sentence rule, the check against a checkout of the
//! specification, and the map.

#![expect(clippy::unwrap_used, reason = "what is missing in a test fails it")]

mod checkout;
mod data;
mod drift;
mod edits;
mod errata;
mod forms;
mod sentences;
mod show;
mod spec_map;

use zarr_conform::Edition;
use zarr_conform::requirement::{
    Erratum, Fix, Level, Passage, RegisteredSentence, Registry, Requirement, Weight,
};
use zarr_conform::spec::Form;
use zarr_conform::spec::sentences::{Sentence, sentences};

/// The document that registries of the tests speak of.
const NAME: &str = "current/rules.rst";

/// A document with sentences that demand something and others.
const RULES: &str = "Title\n=====\n\nA\n---\n\nOne must. Two is. Three must. Four may.\n\n\
                     B\n---\n\nFive must. Six is.\n";

fn registry() -> Registry {
    Registry::load().unwrap()
}

/// An erratum about these passages of `NAME`: titles, and the number and words of a sentence, or the
/// words of code.
fn erratum_about(id: &str, passages: &[(&str, Option<usize>, &str)]) -> Erratum {
    let places = passages.iter().map(|&(section, ordinal, words)| Passage {
        document: NAME.to_owned(),
        section: section.to_owned(),
        ordinal,
        sha256: hex::encode(<sha2::Sha256 as sha2::Digest>::digest(words.as_bytes())),
    });
    Erratum {
        id: id.to_owned(),
        weight: Weight::Validity,
        silent: false,
        places: places.collect(),
        contradiction: "`A` is not `B`.".to_owned(),
        reading: "It is `A`.".to_owned(),
        why: "It is older.".to_owned(),
        fix: Fix::Replacement("It MUST be `A`.".to_owned()),
        issue: None,
        requirements: vec!["A.1".to_owned()],
    }
}

/// A registry of these sentences of `DOCUMENT`-like text, each with a requirement of its own.
fn registry_of(text: &str, register: impl Fn(&Sentence) -> bool) -> Registry {
    let registered = sentences(Form::ReStructuredText, text)
        .into_iter()
        .filter(register);
    let requirements = registered.map(|sentence| Requirement {
        id: format!("{}.{}", sentence.section, sentence.ordinal),
        level: Level::Must,
        editions: vec![Edition::V3_1],
        paraphrase: "In our words.".to_owned(),
        orders_failure: false,
        binds_writer: false,
        reason: None,
        sentences: vec![RegisteredSentence {
            document: NAME.to_owned(),
            section: sentence.section.clone(),
            ordinal: sentence.ordinal,
            sha256: sentence.sha256(),
        }],
    });
    Registry {
        requirements: requirements.collect(),
        ..Registry::default()
    }
}
