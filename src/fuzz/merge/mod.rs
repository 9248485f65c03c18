//! The whole of a fuzz run from the shares of several machines.

mod causes;

use std::collections::BTreeMap;
use std::io::Read;

use serde_json::{Deserializer, Value};
use zarr_conform_runner::Partition;

use super::document::{Document, FORMAT, Implementation};
use causes::counted_together;

/// What one machine found, and the name of its file, for messages.
#[derive(Clone, Debug)]
pub struct Part {
    /// The name.
    pub name: String,
    /// What was found.
    pub document: Document,
}

/// Why a file has no documents.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is not JSON, or has another form.
    #[error("expected what conform fuzz --json writes: {0}")]
    Form(#[from] serde_json::Error),
    /// Another version of the form.
    #[error("found format {0}, expected {FORMAT}: another version of this program wrote it")]
    Format(u64),
    /// Nothing is in it.
    #[error("found nothing, expected what conform fuzz --json writes")]
    Empty,
}

/// Why shares are not a whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// There is nothing to merge.
    #[error("found no part")]
    Nothing,
    /// A part is not a share of a whole.
    #[error("{0}: this fuzz run is not a share, expected one of --partition")]
    NoShare(String),
    /// Two parts are not about the same.
    #[error("{part}: {member} is {found}, but {expected} in {first}")]
    Differs {
        /// The part.
        part: String,
        /// The part that it is compared with.
        first: String,
        /// What differs.
        member: &'static str,
        /// What it is in the part.
        found: String,
        /// What it is in the first.
        expected: String,
    },
    /// A share is given twice.
    #[error("{part}: the share {share} is also {other}")]
    Twice {
        /// The part.
        part: String,
        /// The other part.
        other: String,
        /// The share.
        share: Partition,
    },
    /// Shares are not given.
    #[error("missing{}: {}", of_whom(.label.as_ref()), .shares.join(", "))]
    Missing {
        /// Whose, where several implementations were asked.
        label: Option<String>,
        /// The first ten of them.
        shares: Vec<String>,
    },
}

fn of_whom(label: Option<&String>) -> String {
    label.map_or_else(String::new, |label| format!(" of {label:?}"))
}

/// Whether a file that begins so is of fuzz runs, and not of runs over facts.
pub fn is_of_hunts(begin: impl Read) -> bool {
    let mut values = Deserializer::from_reader(begin).into_iter::<Value>();
    matches!(values.next(), Some(Ok(value)) if value.get("causes").is_some())
}

/// The documents of a file, one for each implementation that was asked.
///
/// # Errors
/// Where the file has something else.
pub fn read(text: &str) -> Result<Vec<Document>, ReadError> {
    let mut documents = Vec::new();
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        let value = value?;
        // First: what has another version may have other members, too.
        if let Some(format) = value.get("format").and_then(Value::as_u64)
            && format != FORMAT
        {
            return Err(ReadError::Format(format));
        }
        documents.push(serde_json::from_value(value)?);
    }
    if documents.is_empty() {
        return Err(ReadError::Empty);
    }
    Ok(documents)
}

/// The documents of the whole fuzz run, one for each implementation, in the order of the first part: cases are
/// summed, and equal causes are counted together.
///
/// # Errors
/// Where the parts are not all shares of one fuzz run, each once.
pub fn merge(parts: Vec<Part>) -> Result<Vec<Document>, MergeError> {
    let mut implementations: Vec<(Option<String>, Vec<Part>)> = Vec::new();
    for part in parts {
        let label = &part.document.implementation.label;
        match implementations.iter_mut().find(|(it, _)| it == label) {
            Some((_, parts)) => parts.push(part),
            None => implementations.push((label.clone(), vec![part])),
        }
    }
    if implementations.is_empty() {
        return Err(MergeError::Nothing);
    }
    let documents = implementations.into_iter().map(|(_, parts)| one(parts));
    documents.collect()
}

/// The whole of what one implementation was asked; at least one part.
fn one(parts: Vec<Part>) -> Result<Document, MergeError> {
    are_of_one_hunt(&parts)?;
    are_all_shares(&parts)?;
    let mut parts = parts.into_iter();
    let first = parts.next().ok_or(MergeError::Nothing)?;
    let mut whole = ended(first);
    let mut causes = std::mem::take(&mut whole.causes);
    whole.partition = None;
    for part in parts {
        let part = ended(part);
        whole.cases = whole.cases.saturating_add(part.cases);
        whole.checks = whole.checks.saturating_add(part.checks);
        whole.avoided = whole.avoided.saturating_add(part.avoided);
        whole.fleeting.extend(part.fleeting);
        whole.seconds += part.seconds;
        whole.ended_early = match (whole.ended_early, part.ended_early) {
            (Some(one), Some(other)) => Some(format!("{one}; {other}")),
            (one, other) => one.or(other),
        };
        causes.extend(part.causes);
    }
    whole.causes = counted_together(causes);
    whole.fleeting.sort_unstable();
    Ok(whole)
}

/// The document of a part, which says of itself why it ended early.
fn ended(part: Part) -> Document {
    let Part { name, document } = part;
    let why = document.ended_early.map(|why| format!("{name}: {why}"));
    Document {
        ended_early: why,
        ..document
    }
}

/// The parts were hunted with the same cases, and the same implementation was asked.
fn are_of_one_hunt(parts: &[Part]) -> Result<(), MergeError> {
    let Some((first, others)) = parts.split_first() else {
        return Err(MergeError::Nothing);
    };
    let expected = members(&first.document);
    for part in others {
        for ((member, found), (_, expected)) in members(&part.document).into_iter().zip(&expected) {
            if found != *expected {
                return Err(MergeError::Differs {
                    part: part.name.clone(),
                    first: first.name.clone(),
                    member,
                    found,
                    expected: expected.clone(),
                });
            }
        }
    }
    Ok(())
}

/// What must be equal in all parts.
fn members(document: &Document) -> [(&'static str, String); 7] {
    let Implementation {
        name,
        version,
        language,
        ..
    } = &document.implementation;
    let of = document.partition.map(Partition::of);
    [
        ("the version of the suite", format!("{:?}", document.suite)),
        ("the edition", document.edition.to_string()),
        ("the seed", document.seed.to_string()),
        ("the implementation", format!("{name:?}")),
        ("the version of the implementation", format!("{version:?}")),
        ("the language", format!("{language:?}")),
        (
            "the number of shares",
            of.map_or_else(|| "absent".to_owned(), |of| of.to_string()),
        ),
    ]
}

/// Each share is there once.
fn are_all_shares(parts: &[Part]) -> Result<(), MergeError> {
    let mut seen: BTreeMap<u64, &str> = BTreeMap::new();
    let (mut of, mut label) = (0, None);
    for part in parts {
        let share = part.document.partition;
        let share = share.ok_or_else(|| MergeError::NoShare(part.name.clone()))?;
        if let Some(other) = seen.insert(share.number(), &part.name) {
            return Err(MergeError::Twice {
                part: part.name.clone(),
                other: other.to_owned(),
                share,
            });
        }
        of = share.of();
        label.clone_from(&part.document.implementation.label);
    }
    let missing = (1..=of).filter(|number| !seen.contains_key(number));
    let shares: Vec<String> = missing.take(10).map(|it| format!("{it}/{of}")).collect();
    if shares.is_empty() {
        return Ok(());
    }
    Err(MergeError::Missing { label, shares })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::json;

    use super::causes::tests::{cause, told};
    use super::*;
    use crate::fuzz::document::CauseFound;

    fn part(partition: &str, causes: Vec<CauseFound>) -> Part {
        let document = json!({"format": 1, "suite": "0.1.0", "edition": "3.1", "seed": 7, "partition": partition,
            "cases": 10, "checks": 20, "avoided": 1, "seconds": 0.5,
            "implementation": {"name": "a", "version": "1", "language": "C"}, "causes": []});
        let document: Document = serde_json::from_value(document).unwrap();
        Part {
            name: format!("{partition}.json"),
            document: Document { causes, ..document },
        }
    }

    #[test]
    fn shares_are_summed_and_equal_causes_counted_together() {
        let parts = vec![
            part(
                "2/2",
                vec![cause(&["gzip"], &[], 3, 5), cause(&["blosc"], &[], 1, 9)],
            ),
            part("1/2", vec![cause(&["gzip", "shards"], &[], 4, 2)]),
        ];
        let whole = &merge(parts).unwrap()[0];
        assert_eq!(
            (whole.cases, whole.checks, whole.avoided, whole.seconds),
            (20, 40, 2, 1.0)
        );
        assert_eq!(whole.partition, None);
        assert_eq!(
            told(&whole.causes),
            [(vec!["gzip"], 7, 2), (vec!["blosc"], 1, 9)]
        );
    }

    #[rstest]
    #[case::nothing(vec![], "found no part")]
    #[case::twice(vec![part("1/2", vec![]), part("1/2", vec![])], "1/2.json: the share 1/2 is also 1/2.json")]
    #[case::missing(vec![part("2/4", vec![])], "missing: 1/4, 3/4, 4/4")]
    #[case::other_shares(vec![part("1/2", vec![]), part("2/3", vec![])], "2/3.json: the number of shares is 3, but 2 in 1/2.json")]
    #[case::whole(vec![Part { document: Document { partition: None, ..part("1/1", vec![]).document }, name: "a".to_owned() }], "a: this fuzz run is not a share, expected one of --partition")]
    #[case::seed(vec![part("1/2", vec![]), Part { document: Document { seed: 8, ..part("2/2", vec![]).document }, name: "b".to_owned() }], "b: the seed is 8, but 7 in 1/2.json")]
    fn what_is_no_whole_is_refused(#[case] parts: Vec<Part>, #[case] expected: &str) {
        assert_eq!(merge(parts).unwrap_err().to_string(), expected);
    }

    #[test]
    fn why_a_share_ended_early_is_kept() {
        let mut short = part("2/2", vec![]);
        short.document.ended_early = Some("interrupted".to_owned());
        let whole = merge(vec![part("1/2", vec![]), short]).unwrap();
        assert_eq!(
            whole[0].ended_early.as_deref(),
            Some("2/2.json: interrupted")
        );
    }

    #[test]
    fn each_implementation_is_merged_by_itself() {
        let of = |label: &str, partition: &str| {
            let mut part = part(partition, vec![]);
            part.document.implementation.label = Some(label.to_owned());
            part
        };
        let parts = vec![
            of("a", "1/2"),
            of("b", "1/2"),
            of("a", "2/2"),
            of("b", "2/2"),
        ];
        let labels = merge(parts).unwrap().into_iter();
        let labels = labels.map(|it| it.implementation.label.unwrap());
        assert_eq!(labels.collect::<Vec<_>>(), ["a", "b"]);
        let error = merge(vec![of("a", "1/2"), of("a", "2/2"), of("b", "2/2")]).unwrap_err();
        assert_eq!(error.to_string(), "missing of \"b\": 1/2");
    }

    #[rstest]
    #[case::empty("", "found nothing")]
    #[case::another_format(r#"{"format": 2, "causes": []}"#, "found format 2, expected 1")]
    #[case::not_json("{", "expected what conform fuzz --json writes")]
    #[case::another_form(r#"{"format": 1}"#, "missing field")]
    #[case::number("7", "expected what conform fuzz --json writes")]
    fn other_files_are_refused(#[case] text: &str, #[case] expected: &str) {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn hunts_are_told_from_runs() {
        let document = serde_json::to_string_pretty(&part("1/2", vec![]).document).unwrap();
        assert!(is_of_hunts(document.as_bytes()));
        assert_eq!(read(&document.repeat(2)).unwrap().len(), 2);
        assert!(!is_of_hunts(&b"{\"event\": \"start\"}\n{"[..]));
        assert!(!is_of_hunts(&b""[..]));
    }
}
