//! The questions of the front page, and which checks answer each.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use zarr_conform_runner::{CheckId, CheckResult, Filter};
use zarr_conform_terms::toml::{Document, TomlError};
use zarr_conform_vectors::element::ElementLayout;
use zarr_conform_vectors::{Fact, Statement, Vectors};

/// A question that a user of an implementation has.
#[derive(Debug)]
pub(super) struct Question {
    /// Words joined by dashes.
    pub(super) id: String,
    /// The question.
    pub(super) text: String,
    /// What is meant, in a sentence.
    pub(super) about: String,
    filters: Vec<Filter>,
    elsewhere: Vec<Filter>,
    codecs: Vec<Trait>,
    refused: Option<bool>,
}

/// What a question asks of an array's codecs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Trait {
    /// A transpose that moves elements.
    Transposed,
    /// Elements of several bytes, the most significant one first.
    BigEndian,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    question: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    text: String,
    about: String,
    checks: Vec<String>,
    #[serde(default)]
    elsewhere: Vec<String>,
    #[serde(default)]
    codecs: Vec<Trait>,
    refused: Option<bool>,
}

/// Why the questions cannot be read: a mistake in their data file.
#[derive(Debug, thiserror::Error)]
pub enum QuestionsError {
    /// It is not the TOML expected.
    #[error("failed to read questions.toml: {0}")]
    Toml(#[from] TomlError),
    /// A glob is none.
    #[error("failed to read questions.toml: {0}")]
    Glob(String),
}

/// The questions in their order. A test holds that this does not fail.
pub(super) fn questions() -> Result<Vec<Question>, QuestionsError> {
    let file: File =
        Document::parse(include_str!("data/questions.toml")).and_then(|it| it.read())?;
    file.question.into_iter().map(question).collect()
}

fn question(entry: Entry) -> Result<Question, QuestionsError> {
    let filters = |globs: &[String]| {
        let filters = globs.iter().map(|glob| Filter::parse(glob));
        let filters = filters.collect::<Result<Vec<_>, _>>();
        filters.map_err(|error| QuestionsError::Glob(error.to_string()))
    };
    Ok(Question {
        id: entry.id,
        text: entry.text,
        about: entry.about,
        filters: filters(&entry.checks)?,
        elsewhere: filters(&entry.elsewhere)?,
        codecs: entry.codecs,
        refused: entry.refused,
    })
}

/// The questions, and which of them each check answers: found out once, for all runs.
pub(super) struct Questions {
    pub(super) all: Vec<Question>,
    /// Positions of questions by check.
    of_check: BTreeMap<CheckId, Vec<usize>>,
    /// The facts that are about what each question asks.
    subjects: Vec<BTreeSet<String>>,
}

impl Questions {
    /// For these checks.
    pub(super) fn new<'a>(
        checks: impl Iterator<Item = &'a CheckId>,
        vectors: &Vectors,
    ) -> Result<Self, QuestionsError> {
        let all = questions()?;
        let mut of_check: BTreeMap<CheckId, Vec<usize>> = BTreeMap::new();
        let mut subjects = vec![BTreeSet::new(); all.len()];
        let mut by_fact: BTreeMap<String, Vec<Trait>> = BTreeMap::new();
        for check in checks {
            if of_check.contains_key(check) {
                continue;
            }
            let id = check.fact().as_str();
            let fact = vectors.fact(id);
            let found = by_fact.entry(id.to_owned());
            let found =
                &*found.or_insert_with(|| fact.map_or_else(Vec::new, |it| traits(it, vectors)));
            let mut answered = Vec::new();
            for (at, question) in all.iter().enumerate() {
                let is_answered = fact.is_some_and(|it| question.is_answered_by(check, it, found));
                if is_answered {
                    answered.push(at);
                }
                if is_answered || question.codecs.iter().any(|it| found.contains(it)) {
                    subjects[at].insert(id.to_owned());
                }
            }
            of_check.insert(check.clone(), answered);
        }
        Ok(Self {
            all,
            of_check,
            subjects,
        })
    }

    /// Whether the question at a position is about what has to be refused. Whatever is accepted there answers it.
    pub(super) fn is_of_refusals(&self, question: usize) -> bool {
        self.all[question].refused == Some(true)
    }

    /// Whether a fact is about what the question at a position asks.
    pub(super) fn is_subject(&self, question: usize, fact: &str) -> bool {
        self.subjects[question].contains(fact)
    }

    /// The results of a run that answer the question at a position.
    pub(super) fn results<'a>(
        &self,
        question: usize,
        of: &'a [CheckResult],
    ) -> impl Iterator<Item = &'a CheckResult> {
        of.iter().filter(move |result| {
            let answered = self.of_check.get(&result.check);
            result.is_required() && answered.is_some_and(|it| it.contains(&question))
        })
    }
}

impl Question {
    /// Whether a check needs something else besides, which another question asks.
    pub(super) fn is_elsewhere(&self, check: &CheckId) -> bool {
        self.elsewhere.iter().any(|it| it.matches(check))
    }

    /// Whether a check of a fact with these traits answers it, where the specification demands the check.
    fn is_answered_by(&self, check: &CheckId, fact: &Fact, found: &[Trait]) -> bool {
        let is_refused = fact.statement.refused().is_some();
        self.refused.is_none_or(|it| it == is_refused)
            && self.codecs.iter().all(|it| found.contains(it))
            && self.filters.iter().any(|it| it.matches(check))
    }
}

/// What the codec list of the fact's array or chunk does.
pub(super) fn traits(fact: &Fact, vectors: &Vectors) -> Vec<Trait> {
    let (data_type, codecs) = match &fact.statement {
        Statement::Chunk(it) => (&it.data_type, Arc::clone(&it.codecs)),
        Statement::BadChunk(it) => (&it.data_type, Arc::clone(&it.codecs)),
        Statement::Array(it) => (&it.data_type, codecs_of_store(fact, vectors).into()),
        Statement::Representation(_)
        | Statement::Grid(_)
        | Statement::Metadata(_)
        | Statement::Hierarchy(_) => {
            return Vec::new();
        }
    };
    let mut found = Vec::new();
    if codecs.iter().any(moves_elements) {
        found.push(Trait::Transposed);
    }
    let size = ElementLayout::of(data_type).map_or(1, ElementLayout::turned_bytes);
    if size > 1 && codecs.iter().any(is_big_endian) {
        found.push(Trait::BigEndian);
    }
    found
}

fn codecs_of_store(fact: &Fact, vectors: &Vectors) -> Vec<Value> {
    let document = vectors.store(fact).and_then(|store| store.get("zarr.json"));
    let document: Option<Value> = document.and_then(|it| serde_json::from_slice(it).ok());
    let codecs = document.as_ref().and_then(|it| it.get("codecs"));
    codecs
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default()
}

fn moves_elements(codec: &Value) -> bool {
    let order = codec.pointer("/configuration/order");
    let Some(order) = order.and_then(Value::as_array) else {
        return false;
    };
    let is_moved = |(at, entry): (usize, &Value)| entry.as_u64() != Some(at as u64);
    codec.get("name").is_some_and(|name| name == "transpose")
        && order.iter().enumerate().any(is_moved)
}

fn is_big_endian(codec: &Value) -> bool {
    codec
        .pointer("/configuration/endian")
        .is_some_and(|endian| endian == "big")
}

#[cfg(test)]
mod tests {
    use super::*;
    use zarr_conform_runner::{Derivation, Plan, Verdict};
    use zarr_conform_terms::Edition;

    /// Each check of the current edition as if it had passed.
    fn all_passed(vectors: &Vectors) -> Vec<CheckResult> {
        let plan = Plan::new(Derivation {
            vectors,
            edition: Edition::default(),
        });
        let result = |at| {
            let check = plan.check(at);
            // Checks of what an implementation says of itself are about no fact.
            let fact = vectors.fact(check.id.fact().as_str())?;
            Some(CheckResult {
                check: check.id,
                operation: check.operation,
                level: check.level,
                concern: zarr_conform_runner::Concern::RightData,
                requirements: fact.requirements.clone(),
                premise: None,
                comment: fact.comment.clone(),
                verdict: Verdict::passed(),
                input: None,
            })
        };
        (0..plan.len()).filter_map(result).collect()
    }

    fn answers(question: &Question, result: &CheckResult, vectors: &Vectors) -> bool {
        let fact = vectors.fact(result.check.fact().as_str());
        fact.is_some_and(|it| question.is_answered_by(&result.check, it, &traits(it, vectors)))
    }

    /// A cause is of transposing where what fails for it is transposed, whatever else is asked.
    #[test]
    fn facts_with_a_trait_that_is_asked_for_are_about_the_question() {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let results = all_passed(&vectors);
        let questions = Questions::new(results.iter().map(|it| &it.check), &vectors).unwrap();
        let at = |id: &str| questions.all.iter().position(|it| it.id == id).unwrap();
        let both = at("transposed-big-endian");
        assert!(questions.is_subject(both, "regular-grid/stores-of-codecs/big-endian"));
        assert!(questions.is_subject(at("transposed"), "gzip/chains/transposed"));
        assert!(!questions.is_subject(at("gzip"), "regular-grid/stores-of-codecs/big-endian"));
    }

    #[test]
    fn every_glob_of_every_question_finds_checks() {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let results = all_passed(&vectors);
        for mut question in questions().unwrap() {
            for filter in std::mem::take(&mut question.filters) {
                question.filters = vec![filter];
                let is_found = results.iter().any(|it| answers(&question, it, &vectors));
                assert!(is_found, "{}: {:?}", question.id, question.filters);
            }
        }
    }

    /// A failure is not lost: what one question does not count, another one does.
    #[test]
    fn what_is_asked_elsewhere_is_asked_by_another_question() {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let results = all_passed(&vectors);
        let questions = questions().unwrap();
        for question in &questions {
            let counts = |other: &&Question, it: &CheckResult| {
                answers(other, it, &vectors) && !other.is_elsewhere(&it.check)
            };
            let left = results.iter().filter(|it| answers(question, it, &vectors));
            for result in left.filter(|it| question.is_elsewhere(&it.check)) {
                let is_asked = questions.iter().any(|it| counts(&it, result));
                assert!(is_asked, "{}: {}", question.id, result.check);
            }
            for filter in &question.elsewhere {
                assert!(
                    results.iter().any(|it| filter.matches(&it.check)),
                    "{filter:?}"
                );
            }
        }
    }

    #[test]
    fn transposed_big_endian_arrays_are_both() {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let results = all_passed(&vectors);
        let questions = questions().unwrap();
        let of = |id: &str| -> Vec<&str> {
            let question = questions.iter().find(|it| it.id == id).unwrap();
            let answering = results.iter().filter(|it| answers(question, it, &vectors));
            answering.map(|it| it.check.as_str()).collect()
        };
        let (transposed, big) = (of("transposed"), of("big-endian"));
        let both = of("transposed-big-endian");
        for known in [
            "regular-grid/stores-of-codecs/cycle-big-endian#read",
            "transpose/data-types/int16-big#read",
            "core/storage-missing/transposed-big-endian#read",
        ] {
            assert!(both.contains(&known), "{known}");
        }
        for other in [
            "transpose/data-types/int16-little#read",
            "transpose/data-types/int8-big#read",
            "regular-grid/stores-of-codecs/big-endian#read",
        ] {
            assert!(!both.contains(&other), "{other}");
        }
        let expected: Vec<&str> = transposed
            .into_iter()
            .filter(|it| big.contains(it))
            .collect();
        assert_eq!(both, expected);
    }

    /// What was written is asked apart from what is damaged.
    #[test]
    fn damaged_chunks_answer_questions_of_their_own() {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let results = all_passed(&vectors);
        let questions = questions().unwrap();
        for (id, is_refused) in [
            ("blosc", false),
            ("sharded", false),
            ("damaged-compressed", true),
            ("damaged-shards", true),
        ] {
            let question = questions.iter().find(|it| it.id == id).unwrap();
            let answering = results.iter().filter(|it| answers(question, it, &vectors));
            let facts: Vec<&Fact> = answering
                .filter_map(|it| vectors.fact(it.check.fact().as_str()))
                .collect();
            assert!(!facts.is_empty(), "{id}");
            let others = facts
                .iter()
                .filter(|it| it.statement.refused().is_some() != is_refused);
            let others: Vec<&str> = others.map(|it| it.id.as_str()).collect();
            assert_eq!(others, [""; 0], "{id}");
        }
    }
}
