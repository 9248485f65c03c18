//! Seeds that are what single facts state.

use serde_json::{Value, json};
use zarr_conform_reference::codecs::kind_of;
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::{Fact, Statement, Vectors};

use super::{Seeds, name, some};

fn of_each(vectors: &Vectors, seed: impl Fn(&Fact) -> Option<Vec<u8>>) -> Seeds {
    let facts = vectors.topics().iter().flat_map(|it| some(vectors, it));
    facts
        .filter_map(|fact| Some((name(&fact.id), seed(fact)?)))
        .collect()
}

/// Documents of metadata facts and of stores.
pub(super) fn metadata(vectors: &Vectors) -> Seeds {
    of_each(vectors, |fact| match &fact.statement {
        Statement::Metadata(it) => Some(it.document().to_vec()),
        Statement::Array(_) => Some(vectors.store(fact)?.get("zarr.json")?.to_vec()),
        _ => None,
    })
}

/// What a fact says of a chunk.
struct OfChunk<'a> {
    data_type: &'a str,
    shape: &'a [u64],
    codecs: &'a [Value],
    encoded: &'a HexBytes,
}

fn of_chunk(fact: &Fact) -> Option<OfChunk<'_>> {
    match &fact.statement {
        Statement::Chunk(it) => Some(OfChunk {
            data_type: &it.data_type,
            shape: &it.shape,
            codecs: &it.codecs,
            encoded: it.claim.holds()?,
        }),
        Statement::BadChunk(it) => Some(OfChunk {
            data_type: &it.data_type,
            shape: &it.shape,
            codecs: &it.codecs,
            encoded: &it.encoded,
        }),
        _ => None,
    }
}

/// Chunks with the object that says how they are encoded.
pub(super) fn codecs(vectors: &Vectors) -> Seeds {
    of_each(vectors, |fact| {
        let it = of_chunk(fact)?;
        let head = json!({
            "edition": fact.editions.last()?,
            "data_type": it.data_type,
            "shape": it.shape,
            "codecs": it.codecs,
        });
        let mut seed = head.to_string().into_bytes();
        seed.push(b'\n');
        seed.extend(&*it.encoded.0);
        Some(seed)
    })
}

/// Chunks whose last codec is this one, of unknown lengths.
pub(super) fn last_codec(vectors: &Vectors, codec: &str) -> Seeds {
    debug_assert!(kind_of(codec).is_some());
    of_each(vectors, |fact| {
        let it = of_chunk(fact)?;
        let last = it.codecs.last()?;
        let name = last.get("name").unwrap_or(last).as_str()?;
        let seed = || [&[0xff, 0], &*it.encoded.0].concat();
        (name == codec).then(seed)
    })
}
