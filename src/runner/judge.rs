//! Judging the answers to one check. Here nothing is known of twins, levels or other checks.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::check::{
    ArrayType, Check, Elements, Expected, ExpectedRead, Operation, Reading, operation_of,
};
use super::compare;
use super::derive::MetadataReader;
use super::describe::shortened;
use super::verdict::{Failure, FailureKind, Refused, Verdict};
use super::written;
use crate::Edition;
use crate::protocol::{Decoded, Encoded, GridAnswer, Opened, Read, Refusal, RefusalKind};

/// One answer; nothing where the request was left out.
pub(super) type Reply = Option<Result<Value, Refusal>>;

/// What there is to judge by.
pub(super) struct Evidence<'a> {
    /// One a request of the check.
    pub replies: Vec<Reply>,
    /// The folders of the check's stores, as the implementation left them.
    pub stores: &'a [PathBuf],
    /// Who reads metadata that were written.
    pub reader: Option<&'a dyn MetadataReader>,
    /// The edition that is judged.
    pub edition: Edition,
}

/// Why an answer is not the expected one.
pub(super) enum Objection {
    /// It is wrong.
    Failed(Failure),
    /// It is refused.
    Refused(Refusal),
    /// Nothing can be said.
    Silent(String),
}

impl From<Failure> for Objection {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

pub(super) type Judged = Result<(), Objection>;

/// The verdict on a check, as far as its own answers show it.
pub(super) fn judge(check: &Check, evidence: &Evidence<'_>) -> Verdict {
    match &check.expected {
        Expected::Refused => judge_refused(check, evidence),
        Expected::Readings(readings) => judge_readings(check, readings, evidence),
        expected => match holds(expected, &evidence.all(), evidence) {
            Ok(()) => Verdict::Pass { refusal: None },
            Err(objection) => verdict_of(check, objection),
        },
    }
}

impl Evidence<'_> {
    fn all(&self) -> Vec<usize> {
        (0..self.replies.len()).collect()
    }

    /// The answers at these positions, apart from those to requests that were left out.
    fn given(&self, requests: &[usize]) -> Vec<&Result<Value, Refusal>> {
        let replies = requests.iter().filter_map(|&at| self.replies.get(at));
        replies.filter_map(Option::as_ref).collect()
    }

    pub(super) fn store(&self) -> Result<&Path, Failure> {
        let store = self.stores.first().map(PathBuf::as_path);
        store.ok_or_else(|| Failure::new(FailureKind::Protocol, "a store", "none"))
    }
}

fn judge_refused(check: &Check, evidence: &Evidence<'_>) -> Verdict {
    let mut accepted = Vec::new();
    for (asked, reply) in check.requests.iter().zip(&evidence.replies) {
        let (name, operation) = operation_of(&asked.ask);
        match reply {
            None => {}
            Some(Ok(ok)) => accepted.push(format!("{name} accepted it: {}", shortened(ok))),
            Some(Err(refusal)) => {
                return Verdict::Pass {
                    refusal: Some(Refused {
                        operation,
                        kind: refusal.kind,
                        message: refusal.message.clone(),
                        late: !accepted.is_empty(),
                    }),
                };
            }
        }
    }
    let failure = Failure::new(
        FailureKind::AcceptedInvalid,
        "a refusal",
        accepted.join("; "),
    );
    Verdict::Fail(Box::new(failure))
}

fn judge_readings(check: &Check, readings: &[Reading], evidence: &Evidence<'_>) -> Verdict {
    let accepted = evidence.replies.iter().flatten().all(Result::is_ok);
    let seen: Vec<String> = readings
        .iter()
        .filter(|reading| is_seen(reading, evidence))
        .map(|reading| reading.name.clone())
        .collect();
    if !seen.is_empty() {
        return Verdict::Behaviour {
            readings: seen,
            accepted,
            other: None,
        };
    }
    let refusal = evidence
        .replies
        .iter()
        .flatten()
        .find_map(|reply| reply.as_ref().err());
    match refusal {
        Some(refusal) if is_lacking(check, refusal) => Verdict::Unsupported {
            message: refusal.message.clone(),
        },
        _ => Verdict::Behaviour {
            readings: Vec::new(),
            accepted,
            other: Some(describe(evidence)),
        },
    }
}

fn is_seen(reading: &Reading, evidence: &Evidence<'_>) -> bool {
    let given = |requests: &[usize]| !evidence.given(requests).is_empty();
    let mut parts = reading
        .parts
        .iter()
        .filter(|(requests, _)| given(requests))
        .peekable();
    parts.peek().is_some()
        && parts.all(|(requests, expected)| holds(expected, requests, evidence).is_ok())
}

fn describe(evidence: &Evidence<'_>) -> String {
    let said = evidence.replies.iter().flatten().map(|reply| match reply {
        Ok(ok) => shortened(ok),
        Err(refusal) => format!("refused: {}", refusal.message),
    });
    said.collect::<Vec<_>>().join("; ")
}

/// What a refusal or failure of a valid input comes to.
fn verdict_of(check: &Check, objection: Objection) -> Verdict {
    match objection {
        Objection::Failed(failure) => Verdict::Fail(Box::new(failure)),
        Objection::Silent(reason) => Verdict::Skipped { reason },
        Objection::Refused(_) if check.operation == Operation::Border => Verdict::Skipped {
            reason: "nothing was written".to_owned(),
        },
        Objection::Refused(refusal) if is_lacking(check, &refusal) => Verdict::Unsupported {
            message: refusal.message,
        },
        Objection::Refused(refusal) => Verdict::Fail(Box::new(Failure::new(
            FailureKind::RejectedValid,
            "acceptance",
            format!(
                "refused as {}: {}",
                kind_name(refusal.kind),
                refusal.message
            ),
        ))),
    }
}

/// Whether a refusal of something valid says that the implementation lacks it: by its own word, or
/// since the specification leaves the data type to choice.
fn is_lacking(check: &Check, refusal: &Refusal) -> bool {
    let is_optional = |data_type: &String| data_type == "float16" || data_type.starts_with('r');
    refusal.kind == RefusalKind::Unsupported
        || check.needs.data_type.as_ref().is_some_and(is_optional)
}

fn kind_name(kind: RefusalKind) -> &'static str {
    match kind {
        RefusalKind::Invalid => "invalid",
        RefusalKind::Unsupported => "unsupported",
        RefusalKind::Internal => "internal",
    }
}

/// Whether the answers to these requests are as expected.
fn holds(expected: &Expected, requests: &[usize], evidence: &Evidence<'_>) -> Judged {
    let given = evidence.given(requests);
    match expected {
        Expected::Refused if given.iter().any(|reply| reply.is_err()) => return Ok(()),
        Expected::AllRefused if given.iter().all(|reply| reply.is_err()) => return Ok(()),
        Expected::Refused | Expected::AllRefused => {
            return Err(Objection::Silent("nothing was refused".to_owned()));
        }
        _ => {}
    }
    let mut accepted = Vec::new();
    for reply in given {
        accepted.push(
            reply
                .as_ref()
                .map_err(|refusal| Objection::Refused(refusal.clone()))?,
        );
    }
    accepted_holds(expected, &accepted, evidence)
}

fn accepted_holds(expected: &Expected, ok: &[&Value], evidence: &Evidence<'_>) -> Judged {
    match expected {
        Expected::NotAskable(reason) => Err(Objection::Silent(reason.clone())),
        Expected::Refused | Expected::AllRefused | Expected::Readings(_) | Expected::Accepted => {
            Ok(())
        }
        Expected::Encoded(bytes) => {
            let found: Encoded = first(ok)?;
            Ok(compare::encoded(
                "the encoded chunk",
                &bytes.0,
                &found.encoded.0,
                &[],
            )?)
        }
        Expected::EncodedLength(length) => encoded_length(*length, &first(ok)?),
        Expected::Decoded(elements) => {
            let found: Decoded = first(ok)?;
            Ok(compare::elements(elements, &found.elements.0)?)
        }
        Expected::Grid(grid) => grid_holds(grid, &first(ok)?),
        Expected::GridShape(grid_shape) => {
            let found: GridAnswer = first(ok)?;
            same("the grid shape", grid_shape, &found.grid_shape)
        }
        Expected::Opened(array) => {
            let found: Opened = first(ok)?;
            array_type(array, &found.data_type, &found.shape)
        }
        Expected::Read(array, reads) => {
            for (expected, ok) in reads.iter().zip(ok) {
                read(array, expected, ok)?;
            }
            Ok(())
        }
        Expected::Written(expected) => written::written(expected, ok, evidence),
        Expected::Border(chunks) => written::border(chunks, ok, evidence),
        Expected::Created(meaning, expected) => written::created(meaning, expected, ok, evidence),
    }
}

fn first<T: DeserializeOwned>(ok: &[&Value]) -> Result<T, Failure> {
    match ok.first() {
        Some(ok) => parse(ok),
        None => Err(Failure::new(FailureKind::Protocol, "an answer", "none")),
    }
}

/// An answer of the form that belongs to its request.
pub(super) fn parse<T: DeserializeOwned>(ok: &Value) -> Result<T, Failure> {
    T::deserialize(ok).map_err(|error| {
        Failure::new(
            FailureKind::Protocol,
            "an answer of the form that belongs to the request",
            format!("{}: {error}", shortened(ok)),
        )
    })
}

fn encoded_length(length: u64, found: &Encoded) -> Judged {
    if found.encoded.0.len() as u64 == length {
        return Ok(());
    }
    let failure = Failure::new(
        FailureKind::WrongData,
        format!("an encoded chunk of {length} bytes"),
        format!(
            "{} bytes, {}",
            found.encoded.0.len(),
            compare::spelled(&found.encoded.0)
        ),
    );
    Err(failure.into())
}

fn grid_holds(expected: &GridAnswer, found: &GridAnswer) -> Judged {
    same("the grid shape", &expected.grid_shape, &found.grid_shape)?;
    same(
        "the number of elements",
        &expected.elements.len(),
        &found.elements.len(),
    )?;
    for (at, (expected, found)) in expected.elements.iter().zip(&found.elements).enumerate() {
        same(
            &format!("the chunk of element {at}"),
            &expected.chunk,
            &found.chunk,
        )?;
        same(
            &format!("the position in its chunk of element {at}"),
            &expected.within,
            &found.within,
        )?;
    }
    same(
        "the number of chunks",
        &expected.chunks.len(),
        &found.chunks.len(),
    )?;
    for (at, (expected, found)) in expected.chunks.iter().zip(&found.chunks).enumerate() {
        same(
            &format!("the origin of chunk {at}"),
            &expected.origin,
            &found.origin,
        )?;
        same(
            &format!("the keys of chunk {at}"),
            &expected.keys,
            &found.keys,
        )?;
    }
    Ok(())
}

fn same<T: PartialEq + std::fmt::Debug>(name: &str, expected: &T, found: &T) -> Judged {
    if expected == found {
        return Ok(());
    }
    let expected = format!("{name}: {expected:?}");
    Err(Failure::new(FailureKind::WrongData, expected, format!("{found:?}")).into())
}

fn array_type(expected: &ArrayType, data_type: &str, shape: &[u64]) -> Judged {
    if expected.data_type == data_type && expected.shape == shape {
        return Ok(());
    }
    let failure = Failure::new(
        FailureKind::WrongMetadata,
        format!("{} of shape {:?}", expected.data_type, expected.shape),
        format!("{data_type} of shape {shape:?}"),
    );
    Err(failure.into())
}

fn read(array: &ArrayType, expected: &ExpectedRead, ok: &Value) -> Judged {
    let found: Read = parse(ok)?;
    array_type(array, &found.data_type, &found.shape)?;
    match (expected, &found.elements, &found.regions) {
        (ExpectedRead::Whole(elements), Some(found), None) => {
            Ok(compare::elements(elements, &found.0)?)
        }
        (ExpectedRead::Regions(parts), None, Some(found)) if parts.len() == found.len() => {
            for (part, found) in parts.iter().zip(found) {
                compare::elements(part, &found.0)?;
            }
            Ok(())
        }
        (ExpectedRead::Length(length), Some(found), None) => same(
            "the number of bytes of the elements",
            length,
            &(found.0.len() as u64),
        ),
        (ExpectedRead::Whole(_) | ExpectedRead::Length(_), ..) => {
            Err(malformed_read("elements and no regions", ok))
        }
        (ExpectedRead::Regions(parts), ..) => Err(malformed_read(
            &format!("{} regions and no elements", parts.len()),
            ok,
        )),
    }
}

/// What was read back after writing, whole or one region.
pub(super) fn read_back(expected: &Elements, ok: &Value) -> Judged {
    let found: Read = parse(ok)?;
    let regions = found.regions.as_deref();
    match (&found.elements, regions) {
        (Some(elements), None) | (None, Some([elements])) => {
            Ok(compare::elements(expected, &elements.0)?)
        }
        _ => Err(malformed_read("elements or one region", ok)),
    }
}

fn malformed_read(expected: &str, ok: &Value) -> Objection {
    Failure::new(FailureKind::Protocol, expected, shortened(ok)).into()
}
