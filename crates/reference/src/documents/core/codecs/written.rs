//! Chunks that an implementation wrote: decoded as any chunk, and each codec looks whether it was
//! applied as it is configured.
//!
//! - Specification: core, [Decoding procedure]; of each codec, what its configuration says of encoding.
//! - Layout: as for any chunk; see [`codecs`](super).
//!
//! [Decoding procedure]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#decoding-procedure

use std::borrow::Cow;

use super::text::{Chain, Codec, Coding, Representation, decode_checking};
use crate::chunk_array::ChunkArray;
use crate::editions;
use crate::error::{Error, Result};
use crate::sharding_indexed::{ShardingIndexed, each_inner_chunk, origin};
use crate::steps::Steps;

/// Decodes a chunk that was written for this chain: beyond what [`decode`](super::decode) demands, each
/// encoding is one that the configuration of its codec allows to write.
///
/// # Errors
/// As [`decode`](super::decode); [`Error::NotAsConfigured`] where everything decodes, and a codec was not
/// applied as it is configured.
///
/// Requirement: `codecs.encoding-procedure`.
pub fn decode(steps: &Steps, chain: &Chain, bytes: &[u8]) -> Result<ChunkArray> {
    let mut applied = Ok(());
    let chunk = decode_noting(steps, chain, bytes, &mut applied)?;
    applied.map(|()| chunk)
}

/// The elements, whether or not the codecs were applied as configured, which goes to `applied`.
fn decode_noting(
    steps: &Steps,
    chain: &Chain,
    bytes: &[u8],
    applied: &mut Result<()>,
) -> Result<ChunkArray> {
    let chain = &editions::applied(steps, chain);
    decode_checking(steps, chain, bytes, |codec, bytes, decoded| {
        note(applied, check(steps, codec, bytes, decoded))
    })
}

/// Keeps the first codec that was not applied as configured: the chunk decodes all the same. Any other
/// error ends decoding.
fn note(applied: &mut Result<()>, checked: Result<()>) -> Result<()> {
    match checked {
        Err(Error::NotAsConfigured(_)) => {
            if applied.is_ok() {
                *applied = checked;
            }
            Ok(())
        }
        _ => checked,
    }
}

/// The same, in parts: `each` gets the coordinates of the first element of a part, and the part. A
/// shard comes in its inner chunks, so that it need not be held decoded; anything else comes whole.
///
/// # Errors
/// As [`decode`]; with [`Error::NotAsConfigured`], every part was given.
pub fn decode_in_parts(
    steps: &Steps,
    chain: &Chain,
    bytes: &[u8],
    mut each: impl FnMut(&[u64], &ChunkArray),
) -> Result<()> {
    let (
        Some(Codec::ShardingIndexed(codec)),
        Some(Representation::Array {
            data_type, shape, ..
        }),
    ) = (chain.codecs.first(), chain.representations.first())
    else {
        let mut applied = Ok(());
        let chunk = decode_noting(steps, chain, bytes, &mut applied)?;
        each(&vec![0; chunk.shape.len()], &chunk);
        return applied;
    };
    let mut applied = Ok(());
    let mut shard = Cow::Borrowed(bytes);
    let pairs = chain.codecs.iter().zip(&chain.representations);
    for (codec, decoded) in pairs.skip(1).rev() {
        let length = match decoded {
            Representation::Bytes { length } => *length,
            Representation::Array { .. } => None,
        };
        let output = steps.bytes_to_bytes_decode(codec, &shard, length)?;
        note(&mut applied, check(steps, codec, &shard, decoded))?;
        shard = Cow::Owned(output);
    }
    let ShardingIndexed {
        codecs: inner,
        chunk_shape,
        ..
    } = codec;
    let index = steps.sharding_index_decode(codec, &shard)?;
    each_inner_chunk(
        steps,
        codec,
        (&shard, &index),
        (*data_type, shape),
        |encoded| decode_noting(steps, inner, encoded, &mut applied),
        |i, inner_chunk| {
            each(&origin(i, chunk_shape), &inner_chunk);
            Ok(())
        },
    )?;
    applied
}

fn check(steps: &Steps, codec: &Codec, bytes: &[u8], decoded: &Representation) -> Result<()> {
    match (codec.coding(), decoded) {
        (
            Coding::ArrayToBytes(codec),
            Representation::Array {
                data_type, shape, ..
            },
        ) => codec.check_written(steps, bytes, *data_type, shape),
        (Coding::BytesToBytes(codec), _) => codec.check_written(steps, bytes),
        _ => Ok(()),
    }
}
