//! Wrong readings of the blosc codec's format: of the header, blocks, splits and shuffles.

pub(crate) mod configuration;

use crate::Result;
use crate::blosc::block;
use crate::blosc::compressor::{self, Compressor};
use crate::blosc::header::{self, Header};
use crate::blosc::{self, Blosc, shuffle};
use crate::error::Error;
use crate::misreading::{ACCEPTED, BOTH, Misreading};
use crate::steps::{Replacement, Steps};

/// The header of a chunk, changed.
fn header_with(bytes: &[u8], change: impl Fn(&mut Header)) -> Result<Header> {
    let mut header = header::header(bytes)?;
    change(&mut header);
    Ok(header)
}

/// The literal encoding with four bytes of the header changed.
fn encoded_with(
    bytes: &[u8],
    codec: &Blosc,
    at: usize,
    change: impl Fn(u32) -> u32,
) -> Result<Vec<u8>> {
    let mut encoded = blosc::encode(bytes, codec)?;
    if let Some(four) = encoded.get_mut(at..at + 4) {
        let value = four
            .iter()
            .rev()
            .fold(0, |value, byte| value << 8 | u32::from(*byte));
        four.copy_from_slice(&change(value).to_le_bytes());
    }
    Ok(encoded)
}

/// The block, each of its items by this shuffle.
fn unshuffled(header: &Header, block: &[u8], by: fn(&[u8], usize) -> Vec<u8>) -> Vec<u8> {
    if header.typesize == 0 {
        return block.to_vec();
    }
    by(block, usize::from(header.typesize))
}

/// The bits of each byte in reverse order.
fn reversed(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().map(|byte| byte.reverse_bits()).collect()
}

/// Undoes a shuffle of bytes in which bytes of the item that is not whole stand among the others.
fn unshuffle_ragged(block: &[u8], typesize: usize) -> Vec<u8> {
    let mut places: Vec<usize> = (0..block.len()).collect();
    places.sort_by_key(|place| (place % typesize, place / typesize));
    let mut unshuffled = vec![0; block.len()];
    for (byte, place) in block.iter().zip(places) {
        unshuffled[place] = *byte;
    }
    unshuffled
}

/// Undoes a shuffle of the bits of as many items as are a multiple of 8.
fn unshuffle_eighths(block: &[u8], typesize: usize) -> Vec<u8> {
    let whole = block.len() / typesize / 8 * 8 * typesize;
    let mut unshuffled = shuffle::unshuffle_bits(&block[..whole], typesize);
    unshuffled.extend(&block[whole..]);
    unshuffled
}

/// The four bytes at a place as a size; nothing where they are not there.
fn size_at(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes(*four.first_chunk()?)).ok()
}

/// Where the block would start if blocks followed one another.
fn start_in_sequence(chunk: &[u8], index: u64, number: u64) -> Option<usize> {
    let header = header::header(chunk).ok()?;
    let mut at = usize::try_from(16 + 4 * number).ok()?;
    for before in 0..index {
        let start = before.checked_mul(header.blocksize.into())?;
        let left = u64::from(header.nbytes).checked_sub(start)?;
        for _ in 0..block::splits(&header, left.min(header.blocksize.into())) {
            at = at.checked_add(4)?.checked_add(size_at(chunk, at)?)?;
        }
    }
    (at <= chunk.len()).then_some(at)
}

/// Where a block starts if `bstarts` count from the end of the header.
fn start_from_header(chunk: &[u8], index: u64, number: u64) -> Result<usize> {
    let at = usize::try_from(16 + 4 * index).ok();
    let start = at.and_then(|at| size_at(chunk, at));
    let start = start.and_then(|start| start.checked_add(16));
    match start {
        Some(start) if start <= chunk.len() => Ok(start),
        _ => Err(Error::Codec(format!(
            "blosc: none of {number} blocks starts there"
        ))),
    }
}

/// The compressor of a number by the place of its name in the codec's document.
fn by_the_list(number: u8) -> Option<Compressor> {
    let list = ["lz4", "lz4hc", "blosclz", "zstd", "snappy", "zlib"];
    list.get(usize::from(number))
        .and_then(|name| Compressor::named(name))
}

/// The bytes, with zeros behind them.
fn padded(mut bytes: Vec<u8>, length: Option<u64>) -> Vec<u8> {
    if let Some(length) = length.and_then(|it| usize::try_from(it).ok()) {
        bytes.resize(length.max(bytes.len()), 0);
    }
    bytes
}

/// The content of a chunk whose blocks are decoded one after the other, and unshuffled together.
fn shuffled_as_one(steps: &Steps, header: &Header, chunk: &[u8]) -> Result<Vec<u8>> {
    let mut apart = header.clone();
    apart.flags.byte_shuffle = false;
    apart.flags.bit_shuffle = false;
    shuffle::unshuffle(header, &block::blocks(steps, &apart, chunk)?)
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "blosc-typesize-from-configuration",
        when: "blosc takes the typesize from the configuration, or 1, and not from the header",
        requirements: &["blosc-format.typesize", "blosc-format.splits"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_decode(|steps, bytes, length, codec| {
            let header = header_with(bytes, |header| {
                let typesize = codec.typesize.and_then(|it| u8::try_from(it).ok());
                header.typesize = typesize.unwrap_or(1);
            })?;
            blosc::content(steps, &header, bytes, length)
        })],
    },
    Misreading {
        name: "blosc-typesize-four",
        when: "blosc shuffles over 4 bytes, whatever the typesize",
        requirements: &["blosc-format.typesize", "blosc.typesize-positive"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            let mut header = header.clone();
            header.typesize = 4;
            shuffle::unshuffle(&header, block)
        })],
    },
    Misreading {
        name: "blosc-shuffle-ignored",
        when: "blosc does not undo the shuffle",
        requirements: &["blosc.shuffle", "blosc-format.byte-shuffle-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_unshuffle(|_, _, block| {
            Ok(block.to_vec())
        })],
    },
    Misreading {
        name: "blosc-bits-as-bytes",
        when: "blosc undoes a shuffle of bytes where bits are shuffled",
        requirements: &["blosc-format.bit-shuffle-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            if header.flags.bit_shuffle {
                return Ok(unshuffled(header, block, shuffle::unshuffle_bytes));
            }
            shuffle::unshuffle(header, block)
        })],
    },
    Misreading {
        name: "blosc-bytes-as-bits",
        when: "blosc undoes a shuffle of bits where bytes are shuffled",
        requirements: &["blosc-format.byte-shuffle-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            if header.flags.byte_shuffle {
                return Ok(unshuffled(header, block, shuffle::unshuffle_bits));
            }
            shuffle::unshuffle(header, block)
        })],
    },
    Misreading {
        name: "blosc-bits-from-the-most-significant",
        when: "blosc counts shuffled bits from the most significant one",
        requirements: &["blosc-format.bit-shuffle-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            if !header.flags.bit_shuffle {
                return shuffle::unshuffle(header, block);
            }
            let block = reversed(block);
            Ok(reversed(&unshuffled(
                header,
                &block,
                shuffle::unshuffle_bits,
            )))
        })],
    },
    Misreading {
        name: "blosc-bits-of-some-items",
        when: "blosc undoes a shuffle of bits of the first items where their number is not a multiple of 8",
        requirements: &[
            "blosc-format.bit-shuffle-flag",
            "blosc.reference-implementation",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            if header.flags.bit_shuffle {
                return Ok(unshuffled(header, block, unshuffle_eighths));
            }
            shuffle::unshuffle(header, block)
        })],
    },
    Misreading {
        name: "blosc-tail-shuffled",
        when: "blosc counts the bytes behind the last whole item among those that are shuffled",
        requirements: &[
            "blosc-format.byte-shuffle-flag",
            "blosc.reference-implementation",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            if header.flags.byte_shuffle {
                return Ok(unshuffled(header, block, unshuffle_ragged));
            }
            shuffle::unshuffle(header, block)
        })],
    },
    Misreading {
        name: "blosc-shuffled-as-one",
        when: "blosc undoes the shuffle of all blocks at once and not of each",
        requirements: &["blosc.reference-implementation", "blosc-format.blocks"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_blocks(shuffled_as_one)],
    },
    Misreading {
        name: "blosc-bstarts-from-the-header",
        when: "blosc counts the starts of blocks from the end of the header",
        requirements: &["blosc-format.bstarts", "blosc.reference-implementation"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_block_start(|_, chunk, index, number| {
            start_from_header(chunk, index, number)
        })],
    },
    Misreading {
        name: "blosc-bstarts-ignored",
        when: "blosc reads blocks one after the other and not where they start",
        requirements: &["blosc-format.bstarts"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_block_start(|_, chunk, index, number| {
            start_in_sequence(chunk, index, number)
                .map_or_else(|| block::block_start(chunk, index, number), Ok)
        })],
    },
    Misreading {
        name: "blosc-last-block-full",
        when: "blosc treats the last block as one of the full blocksize",
        requirements: &["blosc-format.blocks"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_block(|steps, header, bytes, _| {
            block::block(steps, header, bytes, header.blocksize.into())
        })],
    },
    Misreading {
        name: "blosc-first-block-only",
        when: "blosc reads only the first block and fills the rest by zeros",
        requirements: &["blosc-format.blocks"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_blocks(|steps, header, chunk| {
            let length = u64::from(header.blocksize.min(header.nbytes));
            let number = u64::from(header.nbytes.div_ceil(header.blocksize.max(1)));
            let start = steps.blosc_block_start(chunk, 0, number)?;
            let block = steps.blosc_block(header, &chunk[start..], length)?;
            let first = steps.blosc_unshuffle(header, &block)?;
            Ok(padded(first, Some(header.nbytes.into())))
        })],
    },
    Misreading {
        name: "blosc-never-split",
        when: "blosc reads each block as one stream",
        requirements: &["blosc-format.splits", "blosc-format.split-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_splits(|_, _, _| 1)],
    },
    Misreading {
        name: "blosc-split-flag-ignored",
        when: "blosc divides blocks by splits though the flags say that they are not split",
        requirements: &["blosc-format.split-flag", "blosc-format.unsplit-block"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_splits(|_, header, length| {
            let mut header = header.clone();
            header.flags.unsplit = false;
            if block::is_small(&header, length) {
                return header.typesize.into();
            }
            block::splits(&header, length)
        })],
    },
    Misreading {
        name: "blosc-short-block-split",
        when: "blosc divides the short last block by splits, too",
        requirements: &["blosc-format.splits", "blosc.reference-implementation"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_splits(|_, header, _| {
            block::splits(header, header.blocksize.into())
        })],
    },
    Misreading {
        name: "blosc-copied-flag-ignored",
        when: "blosc looks for blocks in a chunk that is only copied",
        requirements: &["blosc-format.memcpy-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_decode(|steps, bytes, length, _| {
            let header = header_with(bytes, |header| header.flags.memcpy = false)?;
            blosc::content(steps, &header, bytes, length)
        })],
    },
    Misreading {
        name: "blosc-copied-is-shuffled",
        when: "blosc undoes a shuffle of a chunk that is only copied",
        requirements: &["blosc-format.memcpy-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_decode(|steps, bytes, length, _| {
            let header = header::header(bytes)?;
            let content = blosc::content(steps, &header, bytes, length)?;
            if header.flags.memcpy {
                return shuffle::unshuffle(&header, &content);
            }
            Ok(content)
        })],
    },
    Misreading {
        name: "blosc-stored-split-decompressed",
        when: "blosc decompresses splits that are stored",
        requirements: &["blosc-format.csize", "blosc.reference-implementation"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_split(
            |steps, header, compressed, length| {
                let compressor = Compressor::numbered(header.flags.compressor)?;
                steps.blosc_decompress(compressor, compressed, length)
            },
        )],
    },
    Misreading {
        name: "blosc-csize-ignored",
        when: "blosc reads the only split of a block to the end of the chunk, whatever its size",
        requirements: &["blosc-format.csize"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_block(|steps, header, bytes, length| {
            if block::splits(header, length) > 1 || bytes.len() < 4 {
                return block::block(steps, header, bytes, length);
            }
            steps.blosc_split(header, &bytes[4..], length)
        })],
    },
    Misreading {
        name: "blosc-compressors-by-the-list",
        when: "blosc numbers compressors as the document on the codec lists them",
        requirements: &["blosc-format.compressor"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_decompress(
            |steps, compressor, compressed, length| {
                let compressor = by_the_list(compressor.number()).unwrap_or(compressor);
                compressor::decompress(steps, compressor, compressed, length)
            },
        )],
    },
    Misreading {
        name: "blosc-short-split-padded",
        when: "blosc fills a split that gives too few bytes by zeros",
        requirements: &["blosc-format.nbytes", "blosc-format.streams"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_decompress(
            |steps, compressor, compressed, length| {
                let shorter = (1..4).filter_map(|less| length.checked_sub(less));
                let lengths = std::iter::once(length).chain(shorter);
                let found = lengths
                    .map(|length| compressor::decompress(steps, compressor, compressed, length));
                let mut refusal = None;
                for result in found {
                    match result {
                        Ok(bytes) => return Ok(padded(bytes, Some(length))),
                        Err(error) => refusal = refusal.or(Some(error)),
                    }
                }
                Err(refusal.unwrap_or_else(|| Error::Bug("no length was tried".to_owned())))
            },
        )],
    },
    Misreading {
        name: "blosc-header-big-endian",
        when: "blosc reads and writes the sizes in the header as big endian",
        requirements: &["blosc-format.little-endian", "blosc-format.header"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::blosc_header(|_, bytes| {
                header_with(bytes, |header| {
                    header.nbytes = header.nbytes.swap_bytes();
                    header.blocksize = header.blocksize.swap_bytes();
                    header.cbytes = header.cbytes.swap_bytes();
                })
            }),
            Replacement::blosc_encode(|_, bytes, codec| {
                let mut encoded = blosc::encode(bytes, codec)?;
                for at in [4, 8, 12] {
                    encoded[at..at + 4].reverse();
                }
                Ok(encoded)
            }),
        ],
    },
    Misreading {
        name: "blosc-cbytes-without-header",
        when: "blosc writes cbytes without the 16 bytes of the header",
        requirements: &["blosc-format.cbytes", "blosc-format.memcpy-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_encode(|_, bytes, codec| {
            encoded_with(bytes, codec, 12, |cbytes| cbytes - header::SIZE)
        })],
    },
    Misreading {
        name: "blosc-nbytes-with-header",
        when: "blosc writes nbytes with the 16 bytes of the header",
        requirements: &["blosc-format.nbytes", "blosc-format.memcpy-flag"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_encode(|_, bytes, codec| {
            encoded_with(bytes, codec, 4, |nbytes| nbytes.wrapping_add(header::SIZE))
        })],
    },
    Misreading {
        name: "blosc-not-encoded",
        when: "bytes are stored without the container of blosc",
        requirements: &["blosc.format", "blosc-format.header-and-blocks"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::blosc_encode(|_, bytes, _| Ok(bytes.to_vec())),
            Replacement::blosc_decode(|_, bytes, _, _| Ok(bytes.to_vec())),
        ],
    },
    Misreading {
        name: "blosc-errors-are-zeros",
        when: "a chunk that blosc cannot decode is read as zeros",
        requirements: &[
            "blosc.format",
            "blosc-format.header-and-blocks",
            "blosc-format.cbytes",
            "blosc-format.nbytes",
            "blosc-format.csize",
            "codecs.decoding-procedure",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_decode(|steps, bytes, length, _| {
            blosc::decode(steps, bytes, length).or_else(|error| match length {
                Some(length) if length < 1 << 16 => Ok(padded(Vec::new(), Some(length))),
                _ => Err(error),
            })
        })],
    },
];
