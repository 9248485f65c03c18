//! Judging the answers to one check. Here nothing is known of twins, levels or other checks.

use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::bytes::Bytes;
use super::check::{
    ArrayType, Check, Elements, Expected, ExpectedRead, Operation, Reading, operation_of,
};
use super::compare;
use super::describe::shortened;
use super::left_store::LeftStore;
use super::reader::{MetadataReader, Unreadable};
use super::verdict::{Failure, FailureKind, Refused, Verdict};
use super::written;
use zarr_conform_protocol::subject::Bug;
use zarr_conform_protocol::{Decoded, Encoded, GridAnswer, Opened, Read, Refusal, RefusalKind};
use zarr_conform_terms::data_type::is_optional;
use zarr_conform_terms::{Edition, HexBytes};
use zarr_conform_vectors::Meaning;

/// One answer; nothing where the request was left out.
pub(super) type Reply = Option<Result<Value, Refusal>>;

/// What there is to judge by.
pub(super) struct Evidence<'a> {
    /// One a request of the check.
    pub replies: Vec<Reply>,
    /// The check's stores, as the implementation left them.
    pub stores: Vec<&'a dyn LeftStore>,
    /// The `zarr.json` of the first store before it was asked; nothing where there was none.
    pub metadata: Option<&'a [u8]>,
    /// Files that it was offered for its answers.
    pub answer_files: &'a [PathBuf],
    /// Who reads metadata that were written.
    pub reader: &'a dyn MetadataReader,
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
    /// Nothing may be said: our own program contradicts itself.
    Bug(Bug),
}

impl From<Failure> for Objection {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

pub(super) type Judged = Result<(), Objection>;

/// The verdict on a check, as far as its own answers show it.
///
/// # Errors
/// By a bug of who reads what was written, of which nothing follows.
pub(super) fn judge(check: &Check, evidence: &Evidence<'_>) -> Result<Verdict, Bug> {
    Ok(match &check.expected {
        Expected::Refused => judge_refused(check, evidence, FailureKind::AcceptedInvalid),
        Expected::Unknown(_) => judge_refused(check, evidence, FailureKind::ClaimsUnknown),
        Expected::Readings(readings) => judge_readings(check, readings, evidence)?,
        Expected::Denied(denied) => judge_denied(denied, evidence),
        Expected::Claimed(expected) => claimed(judge_holds(check, expected, evidence)?),
        expected => judge_holds(check, expected, evidence)?,
    })
}

fn judge_holds(
    check: &Check,
    expected: &Expected,
    evidence: &Evidence<'_>,
) -> Result<Verdict, Bug> {
    match holds(expected, &evidence.all(), evidence) {
        Ok(()) => Ok(Verdict::Pass { refusal: None }),
        Err(objection) => verdict_of(check, objection),
    }
}

/// What was claimed to be supported must not be answered as unsupported.
fn claimed(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Unsupported { message } => Verdict::Fail(Box::new(Failure::new(
            FailureKind::FalseClaim,
            "an answer, since hello offers the operation and lacks nothing that is needed",
            format!("refused as unsupported: {message}"),
        ))),
        verdict => verdict,
    }
}

/// What was said to be lacking and works all the same.
fn judge_denied(denied: &[(String, ArrayType, ExpectedRead)], evidence: &Evidence<'_>) -> Verdict {
    let works = |at: usize, array: &ArrayType, expected: &ExpectedRead| {
        matches!(evidence.replies.get(at), Some(Some(Ok(ok)))
            if read(array, expected, ok, evidence).is_ok())
    };
    let found: Vec<&str> = denied
        .iter()
        .enumerate()
        .filter(|(at, (_, array, expected))| works(*at, array, expected))
        .map(|(_, (name, ..))| name.as_str())
        .collect();
    if found.is_empty() {
        return Verdict::Pass { refusal: None };
    }
    Verdict::Fail(Box::new(Failure::new(
        FailureKind::FalseClaim,
        "what hello lists as unsupported to be so",
        format!("read with the right elements: {}", found.join(", ")),
    )))
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

    /// What metadata mean to the reader.
    pub(super) fn read(&self, zarr_json: &[u8]) -> Result<Meaning, Unreadable> {
        self.reader.read(self.edition, zarr_json)
    }

    pub(super) fn store(&self) -> Result<&dyn LeftStore, Failure> {
        let store = self.stores.first().copied();
        store.ok_or_else(|| Failure::new(FailureKind::Protocol, "a store", "none"))
    }
}

fn judge_refused(check: &Check, evidence: &Evidence<'_>, otherwise: FailureKind) -> Verdict {
    let mut accepted = Vec::new();
    for (asked, reply) in check.requests.iter().zip(&evidence.replies) {
        let (name, operation) = (asked.ask.op(), operation_of(&asked.ask));
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
    let failure = Failure::new(otherwise, "a refusal", accepted.join("; "));
    Verdict::Fail(Box::new(failure))
}

fn judge_readings(
    check: &Check,
    readings: &[Reading],
    evidence: &Evidence<'_>,
) -> Result<Verdict, Bug> {
    let accepted = evidence.replies.iter().flatten().all(Result::is_ok);
    let mut seen = Vec::new();
    for reading in readings {
        if is_seen(reading, evidence)? {
            seen.push(reading.name.clone());
        }
    }
    if !seen.is_empty() {
        return Ok(Verdict::Behaviour {
            readings: seen,
            accepted,
            other: None,
        });
    }
    let refusal = evidence
        .replies
        .iter()
        .flatten()
        .find_map(|reply| reply.as_ref().err());
    Ok(match refusal {
        Some(refusal) if is_lacking(check, refusal) => Verdict::Unsupported {
            message: refusal.message.clone(),
        },
        _ => Verdict::Behaviour {
            readings: Vec::new(),
            accepted,
            other: Some(describe(evidence)),
        },
    })
}

/// Whether all parts of a reading that were asked are as it says.
fn is_seen(reading: &Reading, evidence: &Evidence<'_>) -> Result<bool, Bug> {
    let mut is_asked = false;
    for (requests, expected) in &reading.parts {
        if evidence.given(requests).is_empty() {
            continue;
        }
        is_asked = true;
        match holds(expected, requests, evidence) {
            Ok(()) => {}
            Err(Objection::Bug(bug)) => return Err(bug),
            Err(_) => return Ok(false),
        }
    }
    Ok(is_asked)
}

fn describe(evidence: &Evidence<'_>) -> String {
    let said = evidence.replies.iter().flatten().map(|reply| match reply {
        Ok(ok) => shortened(ok),
        Err(refusal) => format!("refused: {}", refusal.message),
    });
    said.collect::<Vec<_>>().join("; ")
}

/// What a refusal or failure of a valid input comes to.
fn verdict_of(check: &Check, objection: Objection) -> Result<Verdict, Bug> {
    Ok(match objection {
        Objection::Bug(bug) => return Err(bug),
        Objection::Failed(failure) => Verdict::Fail(Box::new(failure)),
        Objection::Silent(reason) => Verdict::skipped(reason),
        Objection::Refused(_) if check.operation == Operation::Border => {
            Verdict::skipped("nothing was written")
        }
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
    })
}

/// Whether a refusal of something valid says that the implementation lacks it: by its own word, or
/// since the specification leaves the data type to choice.
fn is_lacking(check: &Check, refusal: &Refusal) -> bool {
    refusal.kind == RefusalKind::Unsupported
        || check.needs.data_type.as_deref().is_some_and(is_optional)
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
        Expected::Refused | Expected::Unknown(_) if given.iter().any(|reply| reply.is_err()) => {
            return Ok(());
        }
        Expected::AllRefused if given.iter().all(|reply| reply.is_err()) => return Ok(()),
        Expected::Refused | Expected::Unknown(_) | Expected::AllRefused => {
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
        Expected::Refused
        | Expected::Unknown(_)
        | Expected::AllRefused
        | Expected::Denied(_)
        | Expected::Readings(_)
        | Expected::Accepted => Ok(()),
        Expected::Claimed(expected) => accepted_holds(expected, ok, evidence),
        Expected::Encoded(bytes) => {
            let found: Encoded = first(ok)?;
            let found = Bytes::of(found.encoded, found.encoded_file, ok, evidence)?;
            found.compare(&bytes.0, |found| {
                compare::encoded("the encoded chunk", &bytes.0, found, &[])
            })
        }
        Expected::EncodedLength(length) => encoded_length(*length, ok, evidence),
        Expected::Decoded(elements) => {
            let found: Decoded = first(ok)?;
            let found = Bytes::of(found.elements, found.elements_file, ok, evidence)?;
            found.compare(&elements.bytes.0, |found| {
                compare::elements(elements, found)
            })
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
                read(array, expected, ok, evidence)?;
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

fn encoded_length(length: u64, ok: &[&Value], evidence: &Evidence<'_>) -> Judged {
    let found: Encoded = first(ok)?;
    let found = Bytes::of(found.encoded, found.encoded_file, ok, evidence)?.all(length)?;
    if found.len() as u64 == length {
        return Ok(());
    }
    let failure = Failure::new(
        FailureKind::WrongData,
        format!("an encoded chunk of {length} bytes"),
        format!("{} bytes, {}", found.len(), compare::spelled(&found)),
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

fn read(array: &ArrayType, expected: &ExpectedRead, ok: &Value, evidence: &Evidence<'_>) -> Judged {
    let mut found: Read = parse(ok)?;
    array_type(array, &found.data_type, &found.shape)?;
    let elements = Bytes::of_read(&mut found, ok, evidence)?;
    match (expected, elements, &found.regions) {
        (ExpectedRead::Whole(elements), Some(found), None) => found
            .compare(&elements.bytes.0, |found| {
                compare::elements(elements, found)
            }),
        (ExpectedRead::Regions(parts), None, Some(found)) if parts.len() == found.len() => {
            for (part, found) in parts.iter().zip(found) {
                compare::elements(part, &found.0)?;
            }
            Ok(())
        }
        (ExpectedRead::Length(length), Some(found), None) => same(
            "the number of bytes of the elements",
            length,
            &(found.all(*length)?.len() as u64),
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
pub(super) fn read_back(expected: &Elements, ok: &Value, evidence: &Evidence<'_>) -> Judged {
    let mut found: Read = parse(ok)?;
    let elements = Bytes::of_read(&mut found, ok, evidence)?;
    match (elements, found.regions.as_deref()) {
        (Some(elements), None) => elements.compare(&expected.bytes.0, |elements| {
            compare::elements(expected, elements)
        }),
        (None, Some([elements])) => Ok(compare::elements(expected, &elements.0)?),
        _ => Err(malformed_read("elements or one region", ok)),
    }
}

impl Bytes {
    /// The elements that `read` gave, apart from regions; nothing where it gave none.
    fn of_read(
        found: &mut Read,
        ok: &Value,
        evidence: &Evidence<'_>,
    ) -> Result<Option<Self>, Failure> {
        match (found.elements.take(), found.elements_file.take()) {
            (None, None) => Ok(None),
            (here, file) => Self::of(here, file, &[ok], evidence).map(Some),
        }
    }

    /// The bytes of a member, or of the file in its place.
    fn of(
        here: Option<HexBytes>,
        file: Option<String>,
        ok: &[&Value],
        evidence: &Evidence<'_>,
    ) -> Result<Self, Failure> {
        match (here, file) {
            (Some(bytes), None) => Ok(Self::Here(bytes.0)),
            (None, Some(file)) => Self::in_file(&file, evidence.answer_files),
            _ => Err(Failure::new(
                FailureKind::Protocol,
                "the bytes, or a file that holds them, and not both",
                ok.first().map_or_else(String::new, |ok| shortened(ok)),
            )),
        }
    }
}

fn malformed_read(expected: &str, ok: &Value) -> Objection {
    Failure::new(FailureKind::Protocol, expected, shortened(ok)).into()
}
