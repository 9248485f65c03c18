//! What a check came to.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::check::Operation;
use crate::check::id::CheckId;
use zarr_conform_protocol::RefusalKind;
use zarr_conform_terms::HexBytes;

/// The verdict on a check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase", deny_unknown_fields)]
pub enum Verdict {
    /// As the specification says.
    Pass {
        /// How an invalid input was refused, where the check is about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refusal: Option<Refused>,
        /// What was not kept of a document, although no sentence of the specification protects it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        not_kept: Vec<NotKept>,
    },
    /// Not as the specification says.
    Fail(Box<Failure>),
    /// The implementation lacks what the check needs, by its own words.
    Unsupported {
        /// Its words, or what it said in `hello`.
        message: String,
    },
    /// The check says nothing about this implementation.
    Skipped {
        /// Why.
        reason: SkipReason,
    },
    /// Not the same in repeated runs, so it says nothing that can be relied on.
    Flaky {
        /// What each run came to, in their order; `other …` where nothing but the data differ.
        seen: Vec<String>,
        /// What happened, where it was in one run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// What was seen where the text allows several things.
    Behaviour {
        /// The readings that give what was seen; none for something else.
        readings: Vec<String>,
        /// Whether every request was accepted.
        accepted: bool,
        /// What was seen, where it is not a reading's result.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other: Option<String>,
    },
}

/// Why a check says nothing about an implementation; in events, a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum SkipReason {
    /// The implementation does not offer this operation of the protocol.
    NotOffered(String),
    /// Something else.
    Other(String),
}

/// Begins the sentence in events about an operation that is not offered.
const NOT_OFFERED: &str = "the implementation does not offer ";

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOffered(operation) => write!(f, "{NOT_OFFERED}{operation}"),
            Self::Other(why) => f.write_str(why),
        }
    }
}

impl From<String> for SkipReason {
    /// Of the sentence in events.
    fn from(sentence: String) -> Self {
        match sentence.strip_prefix(NOT_OFFERED) {
            Some(operation) => Self::NotOffered(operation.to_owned()),
            None => Self::Other(sentence),
        }
    }
}

impl From<SkipReason> for String {
    fn from(reason: SkipReason) -> Self {
        reason.to_string()
    }
}

impl Verdict {
    /// Passed, with nothing else to tell.
    pub fn passed() -> Self {
        Self::Pass {
            refusal: None,
            not_kept: Vec::new(),
        }
    }

    /// Skipped, for a reason other than that an operation is not offered.
    pub(crate) fn skipped(why: impl Into<String>) -> Self {
        Self::Skipped {
            reason: SkipReason::Other(why.into()),
        }
    }

    /// The name in reports; of a failure, its kind.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Pass { .. } => "pass",
            Self::Fail(failure) => failure.kind.name(),
            Self::Unsupported { .. } => "unsupported",
            Self::Skipped { .. } => "skipped",
            Self::Flaky { .. } => "flaky",
            Self::Behaviour { .. } => "behaviour",
        }
    }

    /// The operation that was not offered, where that is why the check is skipped.
    pub fn lacking_operation(&self) -> Option<&str> {
        match self {
            Self::Skipped {
                reason: SkipReason::NotOffered(operation),
            } => Some(operation),
            _ => None,
        }
    }
}

/// How an invalid input was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// What was refused.
    pub operation: Operation,
    /// The kind of error.
    pub kind: RefusalKind,
    /// The implementation's words.
    pub message: String,
    /// Something about the input was accepted before it was refused.
    pub late: bool,
}

/// A part of a document that `create` or `write` did not keep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotKept {
    /// Which part.
    pub what: Kept,
    /// What it was before: JSON, or `none`.
    pub given: String,
    /// What it is afterwards: JSON, or `none`; text of the implementation, unescaped.
    pub found: String,
}

/// A part of a document that users expect to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kept {
    /// Attributes that `create` was given, or that were there before `write`.
    Attributes,
    /// Dimension names that `create` was given, or that were there before `write`.
    DimensionNames,
    /// The codec list that was there before `write`.
    Codecs,
    /// Members that the text does not define, which `create` was given, or that were there before `write`.
    Members,
    /// The keys of the store: each is that of the metadata or of a chunk of the grid.
    Keys,
}

impl Kept {
    /// Every part, in the order of reports.
    pub const ALL: [Self; 5] = [
        Self::Codecs,
        Self::Attributes,
        Self::DimensionNames,
        Self::Members,
        Self::Keys,
    ];

    /// The name of the behaviour that does not keep it.
    pub fn behaviour(self) -> &'static str {
        match self {
            Self::Attributes => "attributes-not-kept",
            Self::DimensionNames => "dimension-names-not-kept",
            Self::Codecs => "codecs-changed-by-write",
            Self::Members => "members-not-kept",
            Self::Keys => "keys-added",
        }
    }

    /// What the behaviour does, after "the implementation".
    pub fn describe(self) -> &'static str {
        match self {
            Self::Attributes => "drops or changes attributes",
            Self::DimensionNames => "drops or changes dimension names",
            Self::Codecs => "changes the codec list when it writes into an array",
            Self::Members => {
                "drops or changes members of the metadata that the text does not define"
            }
            Self::Keys => "stores values under keys that the grid does not have",
        }
    }

    /// The member of array metadata, where it is one.
    pub(crate) fn member(self) -> Option<&'static str> {
        match self {
            Self::Attributes => Some("attributes"),
            Self::DimensionNames => Some("dimension_names"),
            Self::Codecs => Some("codecs"),
            Self::Members | Self::Keys => None,
        }
    }
}

/// The ways to fail: answers that cannot be judged, then the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// The answer is not protocol 1, so that nothing follows from it.
    Protocol,
    /// Wrong elements, bytes or positions, without an error.
    WrongData,
    /// Metadata understood or written wrong, without an error.
    WrongMetadata,
    /// What was written decodes to the right elements, but a codec was not applied as configured, or bytes
    /// outside the array are not the recommended ones.
    NotAsConfigured,
    /// Something invalid was accepted.
    AcceptedInvalid,
    /// Something that no implementation can know was accepted.
    ClaimsUnknown,
    /// Something valid was refused.
    RejectedValid,
    /// What `hello` says of the implementation is not so.
    FalseClaim,
    /// The implementation ended.
    Crash,
    /// The implementation did not answer in time.
    Timeout,
}

impl FailureKind {
    /// Every kind, in the order of reports.
    pub const ALL: [Self; 10] = [
        Self::Protocol,
        Self::WrongData,
        Self::WrongMetadata,
        Self::NotAsConfigured,
        Self::AcceptedInvalid,
        Self::ClaimsUnknown,
        Self::RejectedValid,
        Self::FalseClaim,
        Self::Crash,
        Self::Timeout,
    ];

    /// Whether something was answered, and the answer is wrong: no level of a demand permits that.
    pub fn is_wrong_answer(self) -> bool {
        matches!(self, Self::WrongData | Self::WrongMetadata)
    }

    /// The name in reports and expectations.
    pub fn name(self) -> &'static str {
        match self {
            Self::WrongData => "wrong-data",
            Self::WrongMetadata => "wrong-metadata",
            Self::NotAsConfigured => "not-as-configured",
            Self::AcceptedInvalid => "accepted-invalid",
            Self::ClaimsUnknown => "claims-unknown",
            Self::RejectedValid => "rejected-valid",
            Self::FalseClaim => "false-claim",
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::Protocol => "protocol",
        }
    }
}

/// How a check failed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// In which way.
    pub kind: FailureKind,
    /// What the specification expects.
    pub expected: String,
    /// What was found instead; may contain text of the implementation, unescaped.
    pub found: String,
    /// Where bytes differ first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Box<Difference>>,
    /// The end of the implementation's standard error, unescaped, where it ended or fell silent.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub log: String,
    /// How the process ends because of this check, where that shows only with others or after the
    /// answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aftermath: Option<Box<Aftermath>>,
}

/// How a process ends because of a check that it answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aftermath {
    /// What happens, and when.
    pub found: String,
    /// The shortest run of checks that ends the process, in the order in which they are asked, the
    /// check itself included; none where the check alone does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub run: Vec<CheckId>,
}

/// Where elements or bytes differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// Coordinates in the array of the first element that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Vec<u64>>,
    /// Offset of the first byte that differs, or of its element.
    pub offset: u64,
    /// What is expected there, in value order.
    pub expected: String,
    /// What was found there.
    pub found: String,
    /// How many elements or bytes differ.
    pub differing: u64,
    /// Of how many.
    pub total: u64,
    /// Everything that was expected, where it is short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_bytes: Option<HexBytes>,
    /// Everything that was found, where it is short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found_bytes: Option<HexBytes>,
}

impl Failure {
    /// A failure without a place where bytes differ.
    pub fn new(kind: FailureKind, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self {
            kind,
            expected: cut(expected.into(), LONGEST_TEXT),
            found: cut(found.into(), LONGEST_TEXT),
            difference: None,
            log: String::new(),
            aftermath: None,
        }
    }
}

/// The most bytes of a text that a verdict keeps: an answer may be long, and there are many.
pub(crate) const LONGEST_TEXT: usize = 16 * 1024;

/// The beginning of a text, at most `most` bytes and a sign that there was more.
pub(crate) fn cut(mut text: String, most: usize) -> String {
    if text.len() > most {
        let mut ends = (0..=most).rev();
        let end = ends.find(|&end| text.is_char_boundary(end));
        text.truncate(end.unwrap_or_default());
        text.push('…');
        text.shrink_to_fit();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_tell_the_reason_of_a_skip_as_a_sentence() {
        for (reason, sentence) in [
            (
                SkipReason::NotOffered("encode".to_owned()),
                "the implementation does not offer encode",
            ),
            (
                SkipReason::Other("nothing was written".to_owned()),
                "nothing was written",
            ),
        ] {
            let verdict = Verdict::Skipped { reason };
            let json = serde_json::json!({"is": "skipped", "reason": sentence});
            assert_eq!(serde_json::to_value(&verdict).unwrap(), json);
            let again: Verdict = serde_json::from_value(json).unwrap();
            assert_eq!(again, verdict);
        }
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(cut("äöü".to_owned(), 6), "äöü");
        assert_eq!(cut("äöü".to_owned(), 5), "äö…");
    }
}
