//! Judging one check by the evidence. Here nothing is known of twins, levels or other checks.
//!
//! | part | what |
//! |---|---|
//! | `evidence` | what there is to judge by, and objections |
//! | `answers`, `bytes`, `difference` | what was answered, and where it differs |
//! | `decoded` | chunks whose encoding is the writer's choice |
//! | `nodes` | nodes of a hierarchy, and their attributes |
//! | `refused` | what must be refused |
//! | `json` | when JSON values say the same |
//! | `kept` | what was not kept, which is permitted |
//! | `written`, `left_store`, `reader` | what was left in a store, and what its metadata mean |
//! | `stored` | whether the chunks in a store belong to the metadata beside them |
//! | `verdict` | what a check came to |

mod answers;
mod bytes;
mod decoded;
pub(crate) mod difference;
pub(crate) mod evidence;
pub(crate) mod json;
mod kept;
pub(crate) mod left_store;
pub(crate) mod nodes;
pub(crate) mod reader;
mod refused;
mod stored;
pub(crate) mod verdict;
mod written;

use serde_json::Value;
use zarr_conform_protocol::subject::Bug;
use zarr_conform_protocol::{Decoded, Encoded, GridAnswer, Opened, Refusal, RefusalKind};
use zarr_conform_terms::DataType;

use self::answers::{GivenElements, array_type, encoded_length, grid_holds, read, same};
use self::bytes::Bytes;
use self::evidence::{Evidence, Held, Objection, first};
use self::nodes::{changed, listed, node};
use self::reader::ChunkOf;
use self::refused::Latest;
use self::verdict::{Failure, FailureKind, Verdict};
use crate::check::{
    ArrayType, Changed, Check, Elements, Expected, ExpectedRead, Operation, Reading,
};
use crate::tell::text::shortened;

/// The verdict on a check, as far as its own answers show it.
///
/// # Errors
/// By a bug of who reads what was written, of which nothing follows.
pub(crate) fn judge(check: &Check, evidence: &Evidence<'_>) -> Result<Verdict, Bug> {
    if let Some(failure) = evidence.breach(check) {
        return Ok(Verdict::Fail(Box::new(failure)));
    }
    Ok(match &check.expected {
        Expected::Refused => {
            refused::judge(check, evidence, Latest::Data, FailureKind::AcceptedInvalid)
        }
        Expected::RefusedOr(otherwise) => judge_refused_or(check, otherwise, evidence)?,
        Expected::RefusedAtOpen => refused::judge(
            check,
            evidence,
            Latest::Opening,
            FailureKind::AcceptedInvalid,
        ),
        Expected::Unknown(_) => {
            refused::judge(check, evidence, Latest::Data, FailureKind::ClaimsUnknown)
        }
        Expected::Readings {
            readings,
            is_complete,
        } => judge_readings(check, readings, *is_complete, evidence)?,
        Expected::Denied(denied) => judge_denied(denied, evidence),
        Expected::Changed(changed) => match evidence.first_refusal() {
            Some(refusal) => refused_change(check, changed, refusal, evidence)?,
            None => judge_holds(check, &check.expected, evidence)?,
        },
        Expected::Claimed(expected) => claimed(judge_holds(check, expected, evidence)?),
        expected => judge_holds(check, expected, evidence)?,
    })
}

fn judge_holds(
    check: &Check,
    expected: &Expected,
    evidence: &Evidence<'_>,
) -> Result<Verdict, Bug> {
    let held = holds(check, expected, &evidence.all(), evidence)
        .and_then(|()| stored::gives_elements(check, expected, evidence));
    match held {
        Ok(()) => Ok(Verdict::Pass {
            refusal: None,
            not_kept: kept::not_kept(check, evidence),
        }),
        Err(objection) => verdict_of(check, objection),
    }
}

/// A change that was refused: no sentence orders that it is made, but nothing may be lost.
fn refused_change(
    check: &Check,
    changed: &Changed,
    refusal: &Refusal,
    evidence: &Evidence<'_>,
) -> Result<Verdict, Bug> {
    match nodes::kept(changed, evidence) {
        Ok(()) => Ok(Verdict::Unsupported {
            message: refusal.message.clone(),
        }),
        Err(objection) => verdict_of(check, objection),
    }
}

/// Refused, or accepted so that what is left is valid. What is left and is invalid was accepted.
fn judge_refused_or(
    check: &Check,
    otherwise: &Expected,
    evidence: &Evidence<'_>,
) -> Result<Verdict, Bug> {
    if evidence.is_refused() {
        // That what is left reads, though it was refused, is not a fault: the demand binds the writer.
        let invalid = FailureKind::AcceptedInvalid;
        return Ok(refused::judge_of(
            check,
            &[0],
            evidence,
            Latest::Data,
            invalid,
        ));
    }
    // What is left counts first: who refuses to read an invalid array that it made has made it.
    let verdict = match holds(check, otherwise, &[0], evidence) {
        Err(Objection::Failed(failure)) if failure.kind == FailureKind::WrongMetadata => {
            Verdict::Fail(Box::new(failure))
        }
        _ => judge_holds(check, otherwise, evidence)?,
    };
    Ok(match verdict {
        Verdict::Fail(mut failure) if failure.kind == FailureKind::WrongMetadata => {
            failure.kind = FailureKind::AcceptedInvalid;
            failure.expected = format!("a refusal, or {}", failure.expected);
            Verdict::Fail(failure)
        }
        verdict => verdict,
    })
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
    let mut found: Vec<&str> = denied
        .iter()
        .enumerate()
        .filter(|(at, (_, array, expected))| works(*at, array, expected))
        .map(|(_, (name, ..))| name.as_str())
        .collect();
    // Several requests may be about one name.
    found.dedup();
    if found.is_empty() {
        return Verdict::passed();
    }
    Verdict::Fail(Box::new(Failure::new(
        FailureKind::FalseClaim,
        "what hello lists as unsupported to be so",
        format!("read with the right elements: {}", found.join(", ")),
    )))
}

fn judge_readings(
    check: &Check,
    readings: &[Reading],
    is_complete: bool,
    evidence: &Evidence<'_>,
) -> Result<Verdict, Bug> {
    let accepted = evidence.replies.iter().flatten().all(Result::is_ok);
    let mut seen = Vec::new();
    let mut wrong = Vec::new();
    for reading in readings {
        match compare(check, reading, evidence)? {
            Compared::Seen => seen.push(reading.name.clone()),
            Compared::Wrong(failure) => wrong.push((reading, failure)),
            Compared::Other => {}
        }
    }
    if !seen.is_empty() {
        return Ok(Verdict::Behaviour {
            readings: seen,
            accepted,
            other: None,
        });
    }
    if accepted
        && is_complete
        && let Some(failure) = of_no_reading(wrong)
    {
        return Ok(Verdict::Fail(Box::new(failure)));
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

/// What was answered beside what a reading gives.
enum Compared {
    /// All parts that were asked are as the reading says.
    Seen,
    /// The answer is other data or metadata than the reading gives, or not as configured.
    Wrong(Failure),
    /// It is something else, or nothing of it was asked.
    Other,
}

fn compare(check: &Check, reading: &Reading, evidence: &Evidence<'_>) -> Result<Compared, Bug> {
    let mut compared = Compared::Other;
    for (requests, expected) in &reading.parts {
        if evidence.given(requests).is_empty() {
            continue;
        }
        compared = Compared::Seen;
        match holds(check, expected, requests, evidence) {
            Ok(()) => {}
            Err(Objection::Bug(bug)) => return Err(bug),
            Err(Objection::Failed(failure))
                if failure.kind.is_wrong_answer()
                    || failure.kind == FailureKind::NotAsConfigured =>
            {
                return Ok(Compared::Wrong(failure));
            }
            Err(_) => return Ok(Compared::Other),
        }
    }
    Ok(compared)
}

/// The failure of an answer that no reading gives: compared with the reading that is nearest to it.
fn of_no_reading(wrong: Vec<(&Reading, Failure)>) -> Option<Failure> {
    let differing = |failure: &Failure| {
        failure
            .difference
            .as_ref()
            .map_or(u64::MAX, |it| it.differing)
    };
    // Elements that are right are nearer than any that are not.
    let nearest = wrong
        .into_iter()
        .min_by_key(|(_, it)| (it.kind != FailureKind::NotAsConfigured, differing(it)));
    nearest.map(|(reading, failure)| Failure {
        expected: format!(
            "what some reading of the text gives; by \"{}\", {}",
            reading.name, failure.expected
        ),
        ..failure
    })
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
    let is_optional = |it| DataType::of_name(it).is_some_and(DataType::is_optional);
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
fn holds(check: &Check, expected: &Expected, requests: &[usize], evidence: &Evidence<'_>) -> Held {
    let given = evidence.given(requests);
    let is_refused = |latest| refused::is_refused(check, requests, evidence, latest);
    let held = match expected {
        Expected::Refused | Expected::RefusedOr(_) | Expected::Unknown(_) => {
            is_refused(Latest::Data)
        }
        Expected::RefusedAtOpen => is_refused(Latest::Opening),
        Expected::AllRefused => given.iter().all(|reply| reply.is_err()),
        _ => return all_accepted_hold(expected, &given, evidence),
    };
    if held {
        Ok(())
    } else {
        Err(Objection::Silent("it was not refused".to_owned()))
    }
}

/// Whether all of these are accepted, and as expected.
fn all_accepted_hold(
    expected: &Expected,
    given: &[&Result<Value, Refusal>],
    evidence: &Evidence<'_>,
) -> Held {
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

fn accepted_holds(expected: &Expected, ok: &[&Value], evidence: &Evidence<'_>) -> Held {
    match expected {
        Expected::NotAskable(reason) => Err(Objection::Silent(reason.clone())),
        Expected::Refused
        | Expected::RefusedOr(_)
        | Expected::RefusedAtOpen
        | Expected::Unknown(_)
        | Expected::AllRefused
        | Expected::Denied(_)
        | Expected::Readings { .. }
        | Expected::Accepted => Ok(()),
        Expected::Claimed(expected) => accepted_holds(expected, ok, evidence),
        Expected::Encoded(bytes) => {
            let found: Encoded = first(ok)?;
            let found = Bytes::of(found.encoded, found.encoded_file, ok, evidence)?;
            found.compare(&bytes.0, |found| {
                difference::encoded("the encoded chunk", &bytes.0, found, &[])
            })
        }
        Expected::EncodedFreely(elements, codecs) => encoded_freely(elements, codecs, ok, evidence),
        Expected::EncodedLength(length, elements, codecs) => {
            encoded_length(*length, ok, evidence)?;
            encoded_freely(elements, codecs, ok, evidence)
        }
        Expected::Decoded(elements) => {
            let found: Decoded = first(ok)?;
            let given = GivenElements {
                here: found.elements,
                file: found.elements_file,
            };
            given.hold(elements, ok, evidence)
        }
        Expected::Grid(grid) => grid_holds(grid, &first(ok)?),
        Expected::GridShape(grid_shape) => {
            let found: GridAnswer = first(ok)?;
            same("the grid shape", grid_shape, &found.grid_shape)
        }
        Expected::Node(node_type, attributes) => node(*node_type, attributes.as_ref(), &first(ok)?),
        Expected::Nodes(nodes) => listed(nodes, ok),
        Expected::Changed(expected) => changed(expected, evidence),
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

/// What was encoded decodes to these elements.
fn encoded_freely(
    elements: &Elements,
    codecs: &[Value],
    ok: &[&Value],
    evidence: &Evidence<'_>,
) -> Held {
    let found: Encoded = first(ok)?;
    let found = Bytes::of(found.encoded, found.encoded_file, ok, evidence)?;
    let of = ChunkOf::Codecs {
        data_type: &elements.of.data_type,
        shape: &elements.of.shape,
        codecs,
    };
    let found = found.all(decoded::longest(&elements.bytes))?;
    decoded::decodes_to(elements, &[], &of, &found, evidence)
}
