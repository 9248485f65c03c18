//! Judging what must be refused. Each answer counts for itself: none may give data or store any,
//! whatever the others say.

use serde_json::Value;
use zarr_conform_protocol::{Ask, Refusal};

use super::evidence::Evidence;
use super::verdict::{Failure, FailureKind, Refused, Verdict};
use crate::check::{Asked, Check, operation_of};
use crate::tell::text::shortened;

/// How late something may be refused.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Latest {
    /// When it is opened: the text says that opening fails.
    Opening,
    /// By the first operation that would give data or store any.
    Data,
}

/// The answers to something that must be refused.
struct Answers<'a> {
    given: Vec<(&'a Asked, &'a Result<Value, Refusal>)>,
}

/// The verdict on a check whose requests must be refused; `otherwise` is how it fails.
pub(super) fn judge(
    check: &Check,
    evidence: &Evidence<'_>,
    latest: Latest,
    otherwise: FailureKind,
) -> Verdict {
    judge_of(check, &evidence.all(), evidence, latest, otherwise)
}

/// The verdict on these requests of a check, which must be refused.
pub(super) fn judge_of(
    check: &Check,
    requests: &[usize],
    evidence: &Evidence<'_>,
    latest: Latest,
    otherwise: FailureKind,
) -> Verdict {
    let answers = Answers::of(check, requests, evidence);
    match answers.refusal(latest) {
        Some(refusal) => Verdict::Pass {
            refusal: Some(refusal),
            not_kept: Vec::new(),
        },
        None => Verdict::Fail(Box::new(answers.failure(otherwise))),
    }
}

/// Whether the answers to these requests refuse.
pub(super) fn is_refused(
    check: &Check,
    requests: &[usize],
    evidence: &Evidence<'_>,
    latest: Latest,
) -> bool {
    Answers::of(check, requests, evidence)
        .refusal(latest)
        .is_some()
}

impl<'a> Answers<'a> {
    /// The answers to these requests, apart from those that were left out.
    fn of(check: &'a Check, requests: &[usize], evidence: &'a Evidence<'_>) -> Self {
        let given = requests.iter().filter_map(|&at| {
            let reply = evidence.replies.get(at)?.as_ref()?;
            Some((check.requests.get(at)?, reply))
        });
        Self {
            given: given.collect(),
        }
    }

    /// The first refusal, where something was refused and nothing was accepted that may not be.
    fn refusal(&self, latest: Latest) -> Option<Refused> {
        let is_forgiven = |ask: &Ask| latest != Latest::Opening && !gives_or_stores(ask);
        let is_forbidden = |(asked, reply): &(&Asked, &Result<Value, Refusal>)| {
            reply.is_ok() && !is_forgiven(&asked.ask)
        };
        if self.given.iter().any(is_forbidden) {
            return None;
        }
        let mut late = false;
        for (asked, reply) in &self.given {
            match reply {
                Ok(_) => late = true,
                Err(refusal) => {
                    return Some(Refused {
                        operation: operation_of(&asked.ask),
                        kind: refusal.kind,
                        message: refusal.message.clone(),
                        late,
                    });
                }
            }
        }
        None
    }

    /// What was accepted, after what was refused.
    fn failure(&self, kind: FailureKind) -> Failure {
        let mut accepted = Vec::new();
        let mut refused = Vec::new();
        for (asked, reply) in &self.given {
            let name = asked.ask.op();
            match reply {
                Ok(ok) => accepted.push(format!("{name} accepted it: {}", shortened(ok))),
                Err(_) => refused.push(format!("{name} refused it")),
            }
        }
        let expected = if refused.is_empty() {
            "a refusal"
        } else {
            "a refusal by every operation"
        };
        refused.append(&mut accepted);
        Failure::new(kind, expected, refused.join("; "))
    }
}

/// Whether accepting the request gives data or stores any. To open gives none: an implementation may
/// look at codecs and chunks as late as it needs them.
fn gives_or_stores(ask: &Ask) -> bool {
    match ask {
        Ask::Hello(_) | Ask::Open(_) => false,
        Ask::Read(_)
        | Ask::Write(_)
        | Ask::Create(_)
        | Ask::Encode(_)
        | Ask::Decode(_)
        | Ask::Grid(_)
        | Ask::Node(_)
        | Ask::Children(_)
        | Ask::Walk(_)
        | Ask::CreateGroup(_)
        | Ask::SetAttributes(_)
        | Ask::Delete(_)
        | Ask::Consolidate(_)
        | Ask::Other(_) => true,
    }
}
