//! Whether the reference refuses a document in a place that the text leaves open.
//!
//! Found out by the facts: a refusal in the words in which the reference refuses the document of an open
//! fact, and not that of any fact that must be refused, is about the same place.

use std::collections::{BTreeMap, BTreeSet};

use zarr_conform_reference::{Error, Steps};
use zarr_conform_requirements::Registry;
use zarr_conform_runner::Derivation;
use zarr_conform_vectors::{Fact, Level, Vectors};

/// Refusals in open places.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenPlaces(BTreeMap<String, String>);

impl OpenPlaces {
    /// Those of the facts of an edition, with the questions of the registry.
    pub(super) fn new(vectors: &Vectors, registry: &Registry, steps: &Steps) -> Self {
        let edition = steps.edition();
        let derivation = Derivation { vectors, edition };
        let is_open = |fact: &Fact| fact.level == Level::Open;
        let facts = vectors.facts().iter();
        let facts = facts.filter(|fact| {
            let is_asked = is_open(fact) || fact.statement.refused().is_some();
            is_asked && fact.editions.contains(&edition)
        });
        let (mut open, mut refused) = (BTreeMap::new(), BTreeSet::new());
        for fact in facts {
            for words in refusals(&derivation, fact, steps) {
                match fact.open.as_deref() {
                    Some(id) if is_open(fact) => {
                        open.insert(words, id);
                    }
                    _ => {
                        refused.insert(words);
                    }
                }
            }
        }
        let open = open
            .into_iter()
            .filter(|(words, _)| !refused.contains(words));
        let question = |id: &str| {
            let place = registry.open.iter().find(|it| it.id == id);
            place.map(|it| it.question.clone())
        };
        let open = open.filter_map(|(words, id)| Some((words, question(id)?)));
        Self(open.collect())
    }

    /// The question that the text leaves open, where a document is refused for it.
    pub(super) fn question(&self, error: &Error) -> Option<&str> {
        self.0.get(&words(error)).map(String::as_str)
    }
}

/// Why the reference refuses the documents of a fact.
fn refusals(derivation: &Derivation<'_>, fact: &Fact, steps: &Steps) -> BTreeSet<String> {
    let checks = derivation.checks(fact);
    let stores = checks.iter().flat_map(|it| &it.stores);
    let documents = stores.filter_map(|it| it.get("zarr.json"));
    let errors = documents.filter_map(|it| steps.array_metadata(it).err());
    errors.map(|error| words(&error)).collect()
}

/// The words of an error, in which every run of digits is the same, but for one of zeros only: 4.0 is
/// told from 4.5.
fn words(error: &Error) -> String {
    let (mut words, mut digits) = (String::new(), String::new());
    for character in error.to_string().chars().chain(['\n']) {
        if character.is_ascii_digit() {
            digits.push(character);
            continue;
        }
        if !digits.is_empty() {
            let is_zero = digits.bytes().all(|it| it == b'0');
            words.push(if is_zero { '0' } else { '1' });
            digits.clear();
        }
        words.push(character);
    }
    words
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::integer_with_fraction("[4.0]", "0", true)]
    #[case::fraction("[4.5]", "0", false)]
    #[case::negative("[-4]", "0", false)]
    #[case::text(r#"["4"]"#, "0", false)]
    #[case::fill_value_out_of_range("[4]", "256", false)]
    fn refusals_are_told_apart(
        #[case] shape: &str,
        #[case] fill_value: &str,
        #[case] is_open: bool,
    ) {
        let document = format!(
            r#"{{"zarr_format": 3, "node_type": "array", "shape": {shape}, "data_type": "uint8",
            "fill_value": {fill_value}, "chunk_key_encoding": {{"name": "default"}},
            "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [2]}}}},
            "codecs": [{{"name": "bytes"}}]}}"#
        );
        let steps = Steps::default();
        let error = steps.array_metadata(document.as_bytes()).unwrap_err();
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let places = OpenPlaces::new(&vectors, &Registry::load().unwrap(), &steps);
        assert_eq!(places.question(&error).is_some(), is_open, "{error}");
    }
}
