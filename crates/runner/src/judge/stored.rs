//! What was left in a store gives the elements that were written to who reads it by the `zarr.json` in it.
//!
//! Chunks are compared with what the metadata say that were given. Where other metadata were left beside them, or
//! nothing is stated of chunks, only this shows that they belong together.

use zarr_conform_protocol::Ask;

use super::bytes::may_be_cut;
use super::decoded::longest;
use super::difference;
use super::evidence::{Evidence, Held, Objection};
use super::reader::Unreadable;
use super::verdict::{Failure, FailureKind};
use crate::check::{ArrayType, Check, Elements, Expected, ExpectedChunk, Written};

/// The store gives the elements of the last write, or of the whole array after it where they are known.
pub(super) fn gives_elements(check: &Check, expected: &Expected, evidence: &Evidence<'_>) -> Held {
    let (Expected::Written(written) | Expected::Created(_, written)) = expected else {
        return Ok(());
    };
    let store = evidence.store()?;
    let is_as_before = |before| store.is("zarr.json", before);
    if are_compared(written) && evidence.metadata.is_some_and(is_as_before) {
        return Ok(());
    }
    let zarr_json = store.get("zarr.json", 0).ok().flatten();
    let zarr_json = zarr_json.unwrap_or_default();
    let Some(expected) = elements(check, written, &zarr_json, evidence)? else {
        return Ok(());
    };
    let (longest, shape) = (longest(&expected.bytes), &expected.of.shape);
    let get = |key: &str| {
        let value = store.get(key, longest).map_err(|it| it.to_string())?;
        match value {
            Some(value) if may_be_cut(&value, longest) => Err(format!("{key:?} is far too long")),
            value => Ok(value),
        }
    };
    let found = evidence
        .reader
        .region(evidence.edition, &zarr_json, &get, &expected.start, shape);
    match found {
        Ok(found) => Ok(difference::elements(&expected, &found)?),
        Err(Unreadable::Bug(bug)) => Err(Objection::Bug(bug)),
        Err(Unreadable::Unsupported(why)) => Err(Objection::Silent(format!(
            "what was written is not read here: {why}"
        ))),
        Err(Unreadable::Invalid(why)) => {
            let found = format!("a store that cannot be read: {why}");
            Err(Failure::new(FailureKind::WrongData, expected.name, found).into())
        }
    }
}

/// Whether every chunk is compared with what it holds.
fn are_compared(written: &Written) -> bool {
    let is_stated = |it: &ExpectedChunk| matches!(it, ExpectedChunk::Stored(..));
    !written.chunks.is_empty() && written.chunks.iter().all(is_stated)
}

/// What the store must give; nothing where the metadata that were given are not valid, so that nothing follows.
fn elements(
    check: &Check,
    written: &Written,
    zarr_json: &[u8],
    evidence: &Evidence<'_>,
) -> Result<Option<Elements>, Objection> {
    let array = match evidence.read(zarr_json) {
        Ok(array) => array,
        Err(Unreadable::Bug(bug)) => return Err(Objection::Bug(bug)),
        Err(_) => return Ok(None),
    };
    let whole = (vec![0; array.shape.len()], array.shape);
    let mut asked = check.requests.iter().rev();
    let last = asked.find_map(|it| match &it.ask {
        Ask::Write(it) => Some((it.region.clone(), &it.elements)),
        Ask::Create(it) => Some((None, &it.elements)),
        _ => None,
    });
    let (start, shape, bytes) = match (written.after_each.last(), last) {
        (Some(after), _) => (after.start.clone(), after.of.shape.clone(), &after.bytes),
        (None, Some((Some(region), bytes))) => (region.start, region.shape, bytes),
        (None, Some((None, bytes))) => (whole.0, whole.1, bytes),
        (None, None) => return Ok(None),
    };
    Ok(Some(Elements {
        name: "the store, read by the zarr.json in it".to_owned(),
        of: ArrayType {
            data_type: array.data_type,
            shape,
        },
        start,
        bytes: bytes.clone(),
    }))
}
