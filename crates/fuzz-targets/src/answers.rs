//! The protocol: what an implementation answers and writes, judged; and what it is asked.

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use zarr_conform_diagnosis::Reference;
use zarr_conform_protocol::subject::{NoResult, Operations as _, perform};
use zarr_conform_protocol::{Answer, Ask, Hello, Refusal, Request};
use zarr_conform_reference::Edition;
use zarr_conform_runner::{
    Check, Derivation, FailureKind, Inside, Plan, ReferenceReader, Verdict, Within,
};
use zarr_conform_vectors::{Store, Vectors};

use crate::parts::first_line;

/// What an implementation does when it is asked something.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Move {
    /// What it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ok: Option<Value>,
    /// Why it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<Refusal>,
    /// What it leaves in the store: `x` and hexadecimal digits, or a text. `null` removes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) files: BTreeMap<String, Option<String>>,
}

/// An implementation that makes these moves, one a request, whatever it is asked.
struct Scripted<'a>(RefCell<std::slice::Iter<'a, Move>>);

impl Inside for Scripted<'_> {
    fn answer(&self, _ask: &Ask, store: &mut Store) -> Result<Value, NoResult> {
        let Some(step) = self.0.borrow_mut().next() else {
            return Err(Refusal::internal("nothing more is known").into());
        };
        for (key, content) in &step.files {
            match content {
                None => {
                    store.remove(key);
                }
                Some(text) => {
                    let digits = text.strip_prefix('x').and_then(|it| hex::decode(it).ok());
                    let bytes = digits.unwrap_or_else(|| text.clone().into_bytes());
                    store.insert(key.clone(), bytes.into());
                }
            }
        }
        match (&step.ok, &step.error) {
            (_, Some(refusal)) => Err(refusal.clone().into()),
            (Some(ok), None) => Ok(ok.clone()),
            (None, None) => Ok(Value::Null),
        }
    }
}

/// The checks, by their ids, and how they are asked.
pub(crate) struct Judging {
    pub(crate) checks: BTreeMap<String, Check>,
    pub(crate) within: Within<'static>,
}

impl Judging {
    /// All checks of the newest edition.
    pub(crate) fn new() -> Self {
        let edition = Edition::default();
        let vectors: &'static Vectors = match zarr_conform_embedded::vectors() {
            Ok(vectors) => Box::leak(Box::new(vectors)),
            Err(error) => panic!("{error}"),
        };
        let plan = Plan::new(Derivation { vectors, edition });
        let checks = (0..plan.len()).map(|at| (plan.id(at).to_string(), plan.check(at)));
        Self {
            checks: checks.collect(),
            within: Within {
                hello: Reference::new(edition).hello(),
                reader: &ReferenceReader,
                edition,
            },
        }
    }
}

/// An implementation under test. The first line is the id of a check, each other one a move: an answer
/// without its id, with what is left in the store.
///
/// Whatever is answered, the verdict is about the implementation, the same each time, and what is kept
/// of it in a file of events is read back. What would be a line of the protocol is read or refused.
pub fn answers(input: &[u8]) {
    thread_local! {
        static JUDGING: Judging = Judging::new();
    }
    let (id, rest) = first_line(input);
    let mut moves = Vec::new();
    for line in rest.split(|byte| *byte == b'\n') {
        if let Ok(answer) = serde_json::from_slice::<Answer>(line) {
            let again = serde_json::to_vec(&answer);
            let again = again.and_then(|it| serde_json::from_slice(&it));
            assert_eq!(again.ok(), Some(answer), "written again");
        }
        match serde_json::from_slice::<Move>(line) {
            Ok(step) => moves.push(step),
            Err(_) => break,
        }
    }
    if let Some(ok) = moves.first().and_then(|it| it.ok.as_ref()) {
        let _ = serde_json::from_value::<Hello>(ok.clone());
    }
    let id = String::from_utf8_lossy(id);
    JUDGING.with(|judging| {
        let Some(check) = judging.checks.get(&*id) else {
            return;
        };
        let judge = || {
            let scripted = Scripted(RefCell::new(moves.iter()));
            judging.within.judge(check, &scripted)
        };
        let verdict = judge();
        assert_eq!(judge(), verdict, "{id}: judged twice");
        if let Verdict::Fail(failure) = &verdict {
            let is_ours = failure.kind == FailureKind::Crash;
            assert!(!is_ours, "{id}: {}", failure.found);
        }
        let kept = serde_json::to_string(&verdict);
        let read = kept.and_then(|it| serde_json::from_str::<Verdict>(&it));
        match read {
            Ok(read) => assert_eq!(read, verdict, "{id}: read back"),
            Err(error) => panic!("{id}: read back: {error}"),
        }
    });
}

/// The most elements of a chunk or array that the reference is asked for.
const MOST_ELEMENTS: u64 = 1 << 12;
/// The most bytes of an element.
const MOST_BYTES: usize = 64;

/// A request to the reference, which serves the protocol, too. The input is a line.
///
/// A line is read or refused; what is read is written, and read again is the same. What is asked about
/// chunks and grids is answered or refused.
pub fn requests(input: &[u8]) {
    let line = String::from_utf8_lossy(input);
    let Ok(request) = Request::from_line(&line) else {
        return;
    };
    let written = request.to_line();
    let again = written.and_then(|it| Request::from_line(&it));
    match again {
        Ok(again) => assert_eq!(again, request, "written again"),
        Err(error) => panic!("written again: {error}"),
    }
    let is_asked = match &request.ask {
        Ask::Encode(it) => is_small(&it.data_type, &it.shape),
        Ask::Decode(it) => is_small(&it.data_type, &it.shape),
        Ask::Grid(_)
        | Ask::Hello(_)
        | Ask::Node(_)
        | Ask::Children(_)
        | Ask::Walk(_)
        | Ask::Delete(_)
        | Ask::Consolidate(_)
        | Ask::Other(_) => true,
        _ => false,
    };
    if !is_asked {
        return;
    }
    for edition in Edition::ALL {
        match perform(&mut Reference::new(edition), &request.ask) {
            Err(NoResult::Bug(bug)) => panic!("{edition}: {bug}"),
            Err(NoResult::Refused(_)) | Ok(_) => {}
        }
    }
}

fn is_small(data_type: &str, shape: &[u64]) -> bool {
    let number = zarr_conform_vectors::element::element_count(shape);
    let layout = zarr_conform_vectors::element::ElementLayout::of(data_type);
    number.is_some_and(|it| it <= MOST_ELEMENTS) && layout.is_none_or(|it| it.bytes() <= MOST_BYTES)
}
