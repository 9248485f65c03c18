//! What the reference leaves, spoilt, and judged as the runner does.

use std::cell::Cell;
use std::collections::BTreeSet;

use serde_json::{Value, json};
use zarr_conform_diagnosis::{Reference, Suite, in_parallel};
use zarr_conform_protocol::subject::{NoResult, Operations as _};
use zarr_conform_protocol::{Ask, Refusal, RefusalKind};
use zarr_conform_reference::codecs::Chain;
use zarr_conform_reference::{Element, Json, Steps, data_type};
use zarr_conform_runner::{Check, Inside, Operation, ReferenceReader, Verdict, Within};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Store, Vectors};

use super::{Extent, Unseen, flips, is_required, place};

/// What the reference answers to a check and leaves, or something that was made of it. Whoever writes wrong may read
/// it as it was meant, so that the answers to reads stay.
#[derive(Clone)]
pub(crate) struct Left {
    replies: Vec<Value>,
    pub(crate) store: Store,
    next: Cell<usize>,
}

impl Left {
    /// Nothing where the reference refuses a request.
    pub(crate) fn of(check: &Check, reference: &Reference) -> Option<Self> {
        Self::in_store(
            check.stores.first().cloned().unwrap_or_default(),
            check,
            reference,
        )
    }

    /// The same, where this is stored before.
    pub(crate) fn in_store(mut store: Store, check: &Check, reference: &Reference) -> Option<Self> {
        let answers = check.requests.iter();
        let answers = answers.map(|it| reference.answer(&it.ask, &mut store).ok());
        let replies = answers.collect::<Option<Vec<_>>>()?;
        Some(Self {
            replies,
            store,
            next: Cell::new(0),
        })
    }
}

impl Left {
    /// Whether it passes.
    pub(crate) fn passes(&self, check: &Check, within: &Within<'_>) -> bool {
        self.next.set(0);
        matches!(within.judge(check, self), Verdict::Pass { .. })
    }
}

impl Inside for Left {
    fn answer(&self, _: &Ask, store: &mut Store) -> Result<Value, NoResult> {
        let at = self.next.replace(self.next.get() + 1);
        store.clone_from(&self.store);
        self.replies.get(at).cloned().ok_or_else(|| {
            NoResult::Refused(Refusal {
                kind: RefusalKind::Internal,
                message: "asked again".to_owned(),
            })
        })
    }
}

fn writes(operation: Operation) -> bool {
    use Operation::{Create, Encode, Update, Write};
    matches!(operation, Write | Create | Encode | Update)
}

pub(crate) fn unseen(extent: Extent) -> Vec<Unseen> {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let editions = Edition::ALL.into_iter();
    editions
        .flat_map(|edition| of_edition(&vectors, edition, extent))
        .collect()
}

/// The facts of which this is the newest edition.
fn of_edition(vectors: &Vectors, edition: Edition, extent: Extent) -> Vec<Unseen> {
    let suite = Suite::new(vectors, edition, 1, |fact| {
        is_required(fact) && fact.editions.last() == Some(&edition)
    });
    let plan = suite.plan();
    let is_of_fact = |at: &usize| vectors.fact(plan.id(*at).fact().as_str()).is_some();
    let mut seen = BTreeSet::new();
    let checks: Vec<(usize, bool)> = (0..plan.len())
        .filter(is_of_fact)
        .filter(|at| writes(plan.kind(*at).0))
        .map(|at| {
            let id = plan.id(at).fact();
            let topic = id.as_str().rsplit_once('/').map(|it| it.0.to_owned());
            let is_first = seen.insert((topic, plan.kind(at).0));
            (at, is_first || !extent.first_documents)
        })
        .collect();
    let unseen = in_parallel(
        &checks,
        || Reference::new(edition),
        |reference, &(at, with_document)| {
            let border = (at + 1 < plan.len()
                && plan.id(at + 1).fact() == plan.id(at).fact()
                && plan.kind(at + 1).0 == Operation::Border)
                .then(|| suite.check(at + 1));
            let check = suite.check(at);
            let border = border.filter(|_| check.operation == Operation::Write);
            of_check(check, border, reference, edition, extent, with_document)
        },
    );
    unseen.into_iter().flatten().collect()
}

fn of_check(
    check: &Check,
    border: Option<&Check>,
    reference: &Reference,
    edition: Edition,
    extent: Extent,
    with_document: bool,
) -> Vec<Unseen> {
    let Some(left) = Left::of(check, reference) else {
        return Vec::new();
    };
    let within = Within {
        hello: reference.hello(),
        reader: &ReferenceReader,
        edition,
    };
    let fails = |left: &Left, check: &Check| {
        left.next.set(0);
        matches!(within.judge(check, left), Verdict::Fail(_))
    };
    let is_noticed = |left: &Left| fails(left, check) || border.is_some_and(|it| fails(left, it));
    let verdict = within.judge(check, &left);
    assert!(
        matches!(verdict, Verdict::Pass { .. }),
        "{}: {verdict:?}",
        check.id
    );
    let steps = Steps::literal(edition);
    let mut unseen = Vec::new();
    let mut note = |key: &str, at: usize, mask: u8, place: String| {
        let what = format!("{} {key} byte {at} ^ {mask:#04x}", check.id);
        unseen.push(Unseen { what, place });
    };
    if let (Ask::Encode(asked), Some(encoded)) =
        (&check.requests[0].ask, left.replies[0].get("encoded"))
    {
        let bytes = hex::decode(encoded.as_str().unwrap()).unwrap();
        let chain = chain(&steps, &asked.data_type, &asked.shape, &asked.codecs);
        for (at, mask, flipped) in spoilt(&bytes, extent.longest) {
            let mut left = left.clone();
            left.replies[0] = json!({"encoded": hex::encode(&flipped)});
            if !is_noticed(&left) {
                note(
                    "answer",
                    at,
                    mask,
                    place::in_chunk(&steps, &chain, &bytes, &flipped),
                );
            }
        }
        return unseen;
    }
    let zarr_json = &left.store["zarr.json"];
    let array = steps.array_metadata(zarr_json).unwrap();
    for (key, bytes) in &left.store {
        let is_document = key == "zarr.json";
        if is_document && !with_document {
            continue;
        }
        let longest = if is_document {
            usize::MAX
        } else {
            extent.longest
        };
        for (at, mask, flipped) in spoilt(bytes, longest) {
            let mut left = left.clone();
            left.store.insert(key.clone(), flipped.clone().into());
            if is_noticed(&left) {
                continue;
            }
            let place = if is_document {
                place::in_document(bytes, &flipped)
            } else {
                let index = place::index_of(&steps, &array, key);
                place::in_chunk_of(&steps, &array, &index, bytes, &flipped)
            };
            note(key, at, mask, place);
        }
    }
    unseen
}

/// The flips of bytes that are not too many.
fn spoilt(bytes: &[u8], longest: usize) -> impl Iterator<Item = (usize, u8, Vec<u8>)> {
    flips(if bytes.len() <= longest { bytes } else { &[] })
}

pub(crate) fn chain(steps: &Steps, data_type: &str, shape: &[u64], codecs: &[Value]) -> Chain {
    let data_type = data_type::from_text(data_type).unwrap();
    let codecs = codecs.iter().map(Json::from_value);
    let codecs: Vec<Json> = codecs.collect::<Result<_, _>>().unwrap();
    let zero = Element::zero(data_type);
    steps.chain(&codecs, data_type, shape, &zero).unwrap()
}

/// A wrong checksum in the chunks that reach beyond the array, and in no other, fails each check that writes them: the
/// last byte of each is one of a checksum.
#[test]
fn a_wrong_checksum_in_border_chunks_fails() {
    let facts = [
        "crc32c/stores/whole",
        "crc32c/stores/regions",
        "crc32c/stores/missing-chunk",
        "crc32c/stores/update-within-a-chunk",
        "crc32c/stores/update-across-chunks",
        "crc32c/stores/update-of-a-missing-chunk",
        "sharding-indexed/stores/border-end",
        "sharding-indexed/stores/checked-inside-index-at-start",
        "sharding-indexed/stores/checked-inside-and-after",
    ];
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let edition = Edition::default();
    let reference = Reference::new(edition);
    let suite = Suite::new(&vectors, edition, 1, |fact| {
        facts.contains(&fact.id.as_str())
    });
    let mut failed = BTreeSet::new();
    let is_asked = |at: &usize| {
        let plan = suite.plan();
        facts.contains(&plan.id(*at).fact().as_str()) && writes(plan.kind(*at).0)
    };
    for at in (0..suite.plan().len()).filter(is_asked) {
        let check = suite.check(at);
        let Some(mut left) = Left::of(check, &reference) else {
            continue;
        };
        let array = Steps::literal(edition)
            .array_metadata(&left.store["zarr.json"])
            .unwrap();
        let reaches_beyond = |key: &str| {
            let index = place::index_of(&Steps::literal(edition), &array, key);
            let ends = index
                .iter()
                .zip(array.chunk_grid.chunk_shape(&index))
                .map(|(i, length)| (i + 1) * length);
            ends.zip(&array.shape).any(|(end, length)| end > *length)
        };
        for (_, value) in left
            .store
            .iter_mut()
            .filter(|it| it.0 != "zarr.json" && reaches_beyond(it.0))
        {
            let mut bytes = value.to_vec();
            *bytes.last_mut().unwrap() ^= 1;
            *value = bytes.into();
        }
        let within = Within {
            hello: reference.hello(),
            reader: &ReferenceReader,
            edition,
        };
        let verdict = within.judge(check, &left);
        assert!(
            matches!(verdict, Verdict::Fail(_)),
            "{}: {verdict:?}",
            check.id
        );
        failed.insert(check.id.fact().to_string());
    }
    assert_eq!(failed.len(), facts.len(), "{failed:?}");
}
