//! The whole of a fuzz run from the shares of several machines.

mod causes;

use std::collections::BTreeMap;
use std::io::Read;

use serde_json::{Deserializer, Value};
use zarr_conform_runner::Partition;

use super::document::{Document, FORMAT};
use crate::shares::{Part, Share, SharesError, form_a_whole};
use causes::counted_together;

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
pub fn merge(parts: Vec<Part<Document>>) -> Result<Vec<Document>, SharesError> {
    let mut implementations: Vec<(Option<String>, Vec<Part<Document>>)> = Vec::new();
    for part in parts {
        let label = &part.content.implementation.label;
        match implementations.iter_mut().find(|(it, _)| it == label) {
            Some((_, parts)) => parts.push(part),
            None => implementations.push((label.clone(), vec![part])),
        }
    }
    if implementations.is_empty() {
        return Err(SharesError::Nothing);
    }
    let documents = implementations.into_iter().map(|(_, parts)| one(parts));
    documents.collect()
}

/// The whole of what one implementation was asked; at least one part.
fn one(parts: Vec<Part<Document>>) -> Result<Document, SharesError> {
    form_a_whole(&parts)?;
    let mut parts = parts.into_iter();
    let first = parts.next().ok_or(SharesError::Nothing)?;
    let mut whole = ended(first);
    let mut causes = std::mem::take(&mut whole.causes);
    whole.partition = None;
    for part in parts {
        let part = ended(part);
        whole.cases = whole.cases.saturating_add(part.cases);
        whole.checks = whole.checks.saturating_add(part.checks);
        whole.unsupported = whole.unsupported.saturating_add(part.unsupported);
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
fn ended(part: Part<Document>) -> Document {
    let Part { name, content } = part;
    let why = content.ended_early.map(|why| format!("{name}: {why}"));
    Document {
        ended_early: why,
        ..content
    }
}

impl Share for Document {
    const WHAT: &'static str = "fuzz run";

    fn partition(&self) -> Option<Partition> {
        self.partition
    }

    fn whose(&self) -> Option<String> {
        self.implementation.label.clone()
    }

    fn members(&self) -> BTreeMap<String, String> {
        let who = &self.implementation;
        let members = [
            ("the version of the suite", format!("{:?}", self.suite)),
            ("the edition", self.edition.to_string()),
            ("the seed", self.seed.to_string()),
            ("the implementation", format!("{:?}", who.name)),
            (
                "the version of the implementation",
                format!("{:?}", who.version),
            ),
            ("the language", format!("{:?}", who.language)),
        ];
        members.map(|(name, value)| (name.to_owned(), value)).into()
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::json;

    use super::causes::tests::{cause, told};
    use super::*;
    use crate::fuzz::document::CauseFound;

    fn part(partition: &str, causes: Vec<CauseFound>) -> Part<Document> {
        let document = json!({"format": 1, "suite": "0.1.0", "edition": "3.1", "seed": 7, "partition": partition,
            "cases": 10, "checks": 20, "avoided": 1, "seconds": 0.5,
            "implementation": {"name": "a", "version": "1", "language": "C"}, "causes": []});
        let document: Document = serde_json::from_value(document).unwrap();
        Part {
            name: format!("{partition}.json"),
            content: Document { causes, ..document },
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
    #[case::whole(vec![Part { content: Document { partition: None, ..part("1/1", vec![]).content }, name: "a".to_owned() }], "a: this fuzz run is not a share, expected one of --partition")]
    #[case::seed(vec![part("1/2", vec![]), Part { content: Document { seed: 8, ..part("2/2", vec![]).content }, name: "b".to_owned() }], "b: the seed is 8, but 7 in 1/2.json")]
    fn what_is_no_whole_is_refused(#[case] parts: Vec<Part<Document>>, #[case] expected: &str) {
        assert_eq!(merge(parts).unwrap_err().to_string(), expected);
    }

    #[test]
    fn why_a_share_ended_early_is_kept() {
        let mut short = part("2/2", vec![]);
        short.content.ended_early = Some("interrupted".to_owned());
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
            part.content.implementation.label = Some(label.to_owned());
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
        let document = serde_json::to_string_pretty(&part("1/2", vec![]).content).unwrap();
        assert!(is_of_hunts(document.as_bytes()));
        assert_eq!(read(&document.repeat(2)).unwrap().len(), 2);
        assert!(!is_of_hunts(&b"{\"event\": \"start\"}\n{"[..]));
        assert!(!is_of_hunts(&b""[..]));
    }
}
