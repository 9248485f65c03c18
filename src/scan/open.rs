//! Whether the text leaves open what the reference refuses.
//!
//! It does where an implementation that reads an open place in another way, as the text permits, does not find the
//! document invalid.

use std::collections::BTreeSet;

use zarr_conform_reference::permitted::{self, Permitted};
use zarr_conform_reference::{Error, Steps};
use zarr_conform_requirements::Registry;
use zarr_conform_terms::Edition;

/// Bytes of a document in which two open places are looked for: it is read for each pair.
const MOST_BYTES: usize = 1 << 16;

/// How a document is read that the reference refuses and the text leaves open.
#[derive(Clone, Debug)]
pub(crate) struct ReadOtherwise {
    /// The question that the text leaves open; there may be two.
    pub(crate) question: String,
    /// The names of the readings that take the document.
    pub(crate) readings: Vec<&'static str>,
    /// The steps by which it is not invalid.
    pub(crate) steps: Steps,
}

/// Other readings that the text permits.
#[derive(Clone, Debug)]
pub(crate) struct OpenPlaces {
    literal: Steps,
    /// Each with its question.
    readings: Vec<(&'static Permitted, String)>,
}

impl OpenPlaces {
    /// Those of an edition, with the questions of the registry.
    pub(crate) fn new(registry: &Registry, edition: Edition) -> Self {
        let readings = permitted::all().filter(|it| it.editions.contains(&edition));
        let question = |id: &str| {
            let place = registry.open.iter().find(|it| it.id == id)?;
            Some(place.question.clone())
        };
        Self {
            literal: Steps::literal(edition),
            readings: readings
                .filter_map(|it| Some((it, question(it.open)?)))
                .collect(),
        }
    }

    /// Whether the text leaves open if a document is valid: one reading that it permits refuses what another one does
    /// not.
    pub(crate) fn is_open(&self, document: &[u8]) -> bool {
        self.is_open_as(document, |steps| steps.array_metadata(document).map(drop))
    }

    /// The same of the document of a group.
    pub(crate) fn is_open_group(&self, document: &[u8]) -> bool {
        self.is_open_as(document, |steps| steps.group_metadata(document).map(drop))
    }

    fn is_open_as(&self, document: &[u8], read: impl Fn(&Steps) -> Result<(), Error>) -> bool {
        if refused(&read(&self.literal)).is_some() {
            return self.permitted_as(document, read).is_some();
        }
        self.readings.iter().any(|(reading, _)| {
            let steps = self.literal.clone().with(reading.replacements);
            refused(&read(&steps)).is_some()
        })
    }

    /// How a document is read otherwise, where it is refused for what the text leaves open.
    pub(super) fn permitted(&self, document: &[u8]) -> Option<ReadOtherwise> {
        self.permitted_as(document, |steps| steps.array_metadata(document).map(drop))
    }

    /// The same of the document of a group.
    pub(super) fn permitted_group(&self, document: &[u8]) -> Option<ReadOtherwise> {
        self.permitted_as(document, |steps| steps.group_metadata(document).map(drop))
    }

    fn permitted_as(
        &self,
        document: &[u8],
        read: impl Fn(&Steps) -> Result<(), Error>,
    ) -> Option<ReadOtherwise> {
        let literal = read(&self.literal);
        let refusal = refused(&literal)?;
        let (mut further, mut not_known) = (Vec::new(), None);
        for (reading, question) in &self.readings {
            let steps = self.literal.clone().with(reading.replacements);
            match read(&steps) {
                Ok(()) => return Some(ReadOtherwise::by(reading, question, steps)),
                Err(Error::Unsupported(_)) => {
                    not_known.get_or_insert_with(|| ReadOtherwise::by(reading, question, steps));
                }
                Err(other) if other != *refusal => further.push((reading, question, steps)),
                Err(_) => {}
            }
        }
        if not_known.is_some() {
            return not_known;
        }
        if document.len() > MOST_BYTES {
            return None;
        }
        let pairs = further.iter().flat_map(|first| {
            let seconds = self.readings.iter();
            let seconds = seconds.filter(|it| !it.0.replaces().meets(first.0.replaces()));
            seconds.map(move |second| (first, second))
        });
        for ((first, question, steps), (second, other)) in pairs {
            let steps = steps.clone().with(second.replacements);
            if refused(&read(&steps)).is_none() {
                let questions = BTreeSet::from([question.as_str(), other]);
                let questions: Vec<&str> = questions.into_iter().collect();
                return Some(ReadOtherwise {
                    question: questions.join(" "),
                    readings: vec![first.name, second.name],
                    steps,
                });
            }
        }
        None
    }
}

impl ReadOtherwise {
    fn by(reading: &Permitted, question: &str, steps: Steps) -> Self {
        Self {
            question: question.to_owned(),
            readings: vec![reading.name],
            steps,
        }
    }
}

/// Why a document is refused as invalid.
fn refused<T>(read: &Result<T, Error>) -> Option<&Error> {
    read.as_ref()
        .err()
        .filter(|it| !matches!(it, Error::Unsupported(_)))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use zarr_conform_runner::Derivation;
    use zarr_conform_vectors::{Fact, Level, Statement};

    use super::*;

    fn places() -> OpenPlaces {
        OpenPlaces::new(&Registry::load().unwrap(), Edition::default())
    }

    #[rstest]
    #[case::integer_with_fraction("[4.0]", r#""uint8""#, "0", true)]
    #[case::fraction("[4.5]", r#""uint8""#, "0", false)]
    #[case::negative("[-4]", r#""uint8""#, "0", false)]
    #[case::text(r#"["4"]"#, r#""uint8""#, "0", false)]
    #[case::fill_value_out_of_range("[4]", r#""uint8""#, "256", false)]
    #[case::core_data_type_as_object("[4]", r#"{"name": "uint8"}"#, "0", true)]
    #[case::two_places("[4.0]", r#"{"name": "uint8"}"#, "0", true)]
    #[case::no_name("[4]", r#"{"configuration": {}}"#, "0", false)]
    fn refusals_are_told_apart(
        #[case] shape: &str,
        #[case] data_type: &str,
        #[case] fill_value: &str,
        #[case] is_open: bool,
    ) {
        let document = format!(
            r#"{{"zarr_format": 3, "node_type": "array", "shape": {shape}, "data_type": {data_type},
            "fill_value": {fill_value}, "chunk_key_encoding": {{"name": "default"}},
            "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [2]}}}},
            "codecs": [{{"name": "bytes"}}]}}"#
        );
        let document = document.as_bytes();
        assert!(Steps::default().array_metadata(document).is_err());
        assert_eq!(places().permitted(document).is_some(), is_open);
        assert_eq!(places().is_open(document), is_open);
    }

    /// Open facts of which no permitted reading takes the document.
    const WITHOUT_READING: [&str; 4] = [
        "core/array-metadata-json-extensions/more-after-the-object",
        "core/array-metadata-json/document-twice",
        "gzip/configuration/level-minus-0",
        "scale-offset/configuration/offset-minus-zero",
    ];

    /// Must be refused, but only once elements are read: a permitted reading reads the document.
    const REFUSED_LATER: [&str; 2] = [
        "scale-offset/stores/fill-value-below-the-offset",
        "scale-offset/stores/fill-value-beyond-the-range",
    ];

    /// Of every document of the facts that the reference finds invalid, those of open facts are open, and those
    /// that must be refused are read by no permitted reading.
    #[test]
    fn the_facts_agree() {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let (places, steps) = (places(), Steps::default());
        let edition = steps.edition();
        let derivation = Derivation {
            vectors: &vectors,
            edition,
        };
        // Documents of hierarchies are of groups, too.
        let is_of = |it: &&Fact| {
            it.editions.contains(&edition) && !matches!(it.statement, Statement::Hierarchy(_))
        };
        let (mut number, mut wrong) = ([0; 2], Vec::new());
        for fact in vectors.facts().iter().filter(is_of) {
            let is_open = fact.level == Level::Open;
            if !is_open && fact.statement.refused().is_none() {
                continue;
            }
            let checks = derivation.checks(fact);
            let stores = checks.iter().flat_map(|it| &it.stores);
            for document in stores.filter_map(|it| it.get("zarr.json")) {
                let read = steps.array_metadata(document);
                if !matches!(read, Err(Error::Metadata(_))) {
                    continue;
                }
                let found = places.permitted(document);
                let is_read = found
                    .as_ref()
                    .is_some_and(|it| it.steps.array_metadata(document).is_ok());
                number[usize::from(is_open)] += 1;
                let is_known = WITHOUT_READING.contains(&fact.id.as_str());
                let is_as_expected = if is_open {
                    found.is_some() != is_known
                } else {
                    is_read == REFUSED_LATER.contains(&fact.id.as_str())
                };
                if !is_as_expected {
                    wrong.push(format!("{}: {read:?}", fact.id));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(number > [1000, 100], "{number:?}");
    }
}
