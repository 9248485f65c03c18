//! What was left in a store gives the elements that were written to a reader that goes by the
//! `zarr.json` in it.
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
        Err(Unreadable::NotAsConfigured(why)) => {
            Err(Failure::new(FailureKind::NotAsConfigured, expected.name, why).into())
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use zarr_conform_protocol::ask;
    use zarr_conform_terms::{Edition, HexBytes};
    use zarr_conform_vectors::{Content, Level, Store, StoredChunk};

    use crate::check::{
        ArrayType, Asked, Check, Expected, ExpectedChunk, Needs, Operation, Sent, Written,
    };
    use crate::judge::evidence::Evidence;
    use crate::judge::judge;
    use crate::judge::reader::ReferenceReader;
    use crate::judge::verdict::Verdict;
    use zarr_conform_protocol::Ask;

    const ELEMENTS: [u8; 6] = [1, 0, 2, 0, 3, 0];

    fn document(chunk_shape: u64, endian: &str, attributes: &Value) -> Vec<u8> {
        let document = json!({
            "zarr_format": 3, "node_type": "array", "shape": [3], "data_type": "int16",
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [chunk_shape]}},
            "chunk_key_encoding": {"name": "default"}, "fill_value": 0,
            "codecs": [{"name": "bytes", "configuration": {"endian": endian}}],
            "attributes": attributes,
        });
        document.to_string().into_bytes()
    }

    /// The verdict where the one chunk is written rightly, and this document is left beside it.
    fn judged(left: Vec<u8>) -> Verdict {
        let elements = HexBytes::from(ELEMENTS.to_vec());
        let before = document(3, "little", &json!({}));
        let stored = StoredChunk {
            key: "c/0".to_owned(),
            content: Content::Encoded(elements.clone()),
            unused: Vec::new(),
            may_be_absent: false,
        };
        let of = ArrayType {
            data_type: "int16".into(),
            shape: vec![3],
        };
        let check = Check {
            id: "a/b/c#write".into(),
            operation: Operation::Write,
            level: Level::Must,
            needs: Needs::default(),
            stores: Vec::new(),
            requests: vec![Asked {
                ask: Ask::Write(ask::Write {
                    elements: elements.into(),
                    ..ask::Write::default()
                }),
                store: Some(0),
                sent: Sent::Always,
            }],
            expected: Expected::Written(Written {
                chunks: vec![ExpectedChunk::Stored(stored, of)],
                read_back: None,
                after_each: Vec::new(),
            }),
        };
        let store = Store::from([
            ("zarr.json".to_owned(), left.into()),
            ("c/0".to_owned(), ELEMENTS.to_vec().into()),
        ]);
        let evidence = Evidence {
            replies: vec![Some(Ok(json!({})))],
            stores: vec![&store],
            metadata: Some(&before),
            answer_files: &[],
            reader: &ReferenceReader,
            edition: Edition::default(),
        };
        judge(&check, &evidence).unwrap()
    }

    /// The found part of a failure.
    fn found(verdict: Verdict) -> String {
        match verdict {
            Verdict::Fail(failure) => failure.found.clone(),
            other => unreachable!("{other:?}"),
        }
    }

    #[test]
    fn metadata_that_do_not_fit_the_chunks_fail() {
        let other_endian = found(judged(document(3, "big", &json!({}))));
        assert!(
            other_endian.starts_with("elements 000100020003"),
            "{other_endian}"
        );
        let other_grid = found(judged(document(2, "little", &json!({}))));
        assert!(other_grid.contains("cannot be read"), "{other_grid}");
    }

    #[test]
    fn metadata_that_fit_them_pass() {
        for attributes in [json!({}), json!({"units": "m"})] {
            let verdict = judged(document(3, "little", &attributes));
            assert!(matches!(verdict, Verdict::Pass { .. }), "{verdict:?}");
        }
    }

    /// Even what is not stored has elements, so that nothing is asked of chunks that fill memory.
    #[test]
    fn chunks_that_are_too_large_are_not_read() {
        let verdict = judged(document(1 << 40, "little", &json!({})));
        assert!(matches!(verdict, Verdict::Skipped { .. }), "{verdict:?}");
    }
}
