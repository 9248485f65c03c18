//! Bugs that are not made from the list of misreadings, though some are in it: each the literal reference
//! with a few steps replaced.

use zarr_conform_reference::blosc::shuffle::unshuffle;
use zarr_conform_reference::bytes::{Bytes, Endian};
use zarr_conform_reference::codecs::{Chain, Codec};
use zarr_conform_reference::float::Format;
use zarr_conform_reference::sharding_indexed::IndexLocation;
use zarr_conform_reference::steps::Replacement;
use zarr_conform_reference::{ChunkArray, DataType, Element, Error, Json, crc32c};

/// A bug, and what a maintainer has to be shown to find it.
pub(crate) struct Bug {
    /// What goes wrong.
    pub(crate) what: &'static str,
    pub(crate) replacements: &'static [Replacement],
    /// Phrases of features, or names of misreadings: what is named first has one of them.
    pub(crate) shown: &'static [&'static str],
}

fn refused<T>(message: &str) -> Result<T, Error> {
    Err(Error::Metadata(message.to_owned()))
}

/// Changes the bits of numbers.
fn with_bits(mut array: ChunkArray, change: impl Fn(u64) -> u64) -> ChunkArray {
    for element in &mut array.elements {
        *element = element.with_numbers(&change);
    }
    array
}

fn canonical(data_type: DataType, bits: u64) -> u64 {
    match Format::of(data_type) {
        Some(it) if it.is_nan(bits) => it.nan().unwrap_or(bits),
        _ => bits,
    }
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "the bug"
)]
#[expect(clippy::cast_sign_loss, reason = "the bug")]
fn through_a_double(data_type: DataType, bits: u64) -> u64 {
    match data_type {
        DataType::INT64 => (bits.cast_signed() as f64 as i64).cast_unsigned(),
        DataType::UINT64 => bits as f64 as u64,
        _ => bits,
    }
}

/// Inner codecs in which bytes are always little endian.
fn little(mut chain: Chain) -> Chain {
    for codec in &mut chain.codecs {
        if let Codec::Bytes(Bytes { endian, .. }) = codec
            && endian.is_some()
        {
            *endian = Some(Endian::Little);
        }
    }
    chain
}

fn object<'a>(configuration: &'a Json, member: &str) -> Option<&'a Json> {
    configuration.member(member)
}

pub(crate) const BUGS: &[Bug] = &[
    Bug {
        what: "the byte shuffle of blosc is not undone",
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            if header.flags.byte_shuffle {
                return Ok(block.to_vec());
            }
            unshuffle(header, block)
        })],
        shown: &["blosc.shuffle=shuffle", "blosc-shuffle-ignored"],
    },
    Bug {
        what: "inner chunks are always little endian",
        replacements: &[Replacement::sharding_codecs(
            |steps, configuration, data_type, chunk_shape, fill_value| {
                let text = steps.text();
                text.sharding_codecs(configuration, data_type, chunk_shape, fill_value)
                    .map(little)
            },
        )],
        shown: &["bytes.endian=big in sharding_indexed.codecs"],
    },
    Bug {
        what: "of the index of shards, the byte order is always little",
        replacements: &[Replacement::sharding_index_codecs(
            |steps, configuration, chunks_per_shard| {
                let text = steps.text();
                text.sharding_index_codecs(configuration, chunks_per_shard)
                    .map(little)
            },
        )],
        shown: &["index-little-endian"],
    },
    Bug {
        what: "an order is only checked for its length",
        replacements: &[Replacement::transpose_order(|steps, configuration, n| {
            steps
                .text()
                .transpose_order(configuration, n)
                .or_else(|error| match object(configuration, "order") {
                    Some(Json::Array(order)) if order.len() == n => Ok((0..n).collect()),
                    _ => Err(error),
                })
        })],
        shown: &["the mistake is in transpose.order"],
    },
    Bug {
        what: "the checksum of crc32c stands in front of the data",
        replacements: &[
            Replacement::crc32c_encode(|_, bytes| {
                let checksum = crc32c::checksum(bytes).to_le_bytes();
                [&checksum, bytes].concat()
            }),
            Replacement::crc32c_decode(|_, bytes| {
                let Some((checksum, data)) = bytes.split_at_checked(4) else {
                    return refused("too short");
                };
                if checksum != crc32c::checksum(data).to_le_bytes() {
                    return refused("the checksum is wrong");
                }
                Ok(data.to_vec())
            }),
        ],
        shown: &["crc32c-in-front"],
    },
    Bug {
        what: "NaNs become the usual one",
        replacements: &[Replacement::bytes_decode(
            |steps, bytes, data_type, shape, endian| {
                let array = steps.text().bytes_decode(bytes, data_type, shape, endian)?;
                Ok(with_bits(array, |bits| canonical(data_type, bits)))
            },
        )],
        shown: &["there are elements NaN with other bits than usual"],
    },
    Bug {
        what: "64-bit integers are read through a double",
        replacements: &[Replacement::bytes_decode(
            |steps, bytes, data_type, shape, endian| {
                let array = steps.text().bytes_decode(bytes, data_type, shape, endian)?;
                Ok(with_bits(array, |bits| through_a_double(data_type, bits)))
            },
        )],
        shown: &["there are elements beyond 53 bits", "numbers of 8 bytes"],
    },
    Bug {
        what: "zstd demands checksum in its configuration",
        replacements: &[Replacement::zstd_checksum(|steps, configuration| {
            if object(configuration, "checksum").is_none() {
                return refused("missing field `checksum`");
            }
            steps.text().zstd_checksum(configuration)
        })],
        shown: &["zstd.checksum left out", "zstd-checksum-required"],
    },
    Bug {
        what: "the index at the start of shards is refused",
        replacements: &[Replacement::sharding_index_location(
            |steps, configuration| match steps.text().sharding_index_location(configuration)? {
                IndexLocation::Start => refused("the index is at the end"),
                end @ IndexLocation::End => Ok(end),
            },
        )],
        shown: &["sharding_indexed.index_location=start"],
    },
    Bug {
        what: "raw bits of more than two bytes are read in reverse",
        replacements: &[Replacement::bytes_decode(
            |steps, bytes, data_type, shape, endian| {
                let mut array = steps.text().bytes_decode(bytes, data_type, shape, endian)?;
                for element in &mut array.elements {
                    match element {
                        Element::Raw(bytes) if bytes.len() > 2 => bytes.reverse(),
                        _ => {}
                    }
                }
                Ok(array)
            },
        )],
        shown: &["raw bits", "data type r"],
    },
    Bug {
        what: "big-endian complex numbers are read with their components swapped",
        replacements: &[Replacement::bytes_decode(
            |steps, bytes, data_type, shape, endian| {
                let mut array = steps.text().bytes_decode(bytes, data_type, shape, endian)?;
                for element in &mut array.elements {
                    if let Element::Numbers(components) = element
                        && endian == Some(Endian::Big)
                    {
                        components.reverse();
                    }
                }
                Ok(array)
            },
        )],
        shown: &["complex numbers"],
    },
    Bug {
        what: "float64 is read little endian whatever endian says",
        replacements: &[Replacement::bytes_decode(
            |steps, bytes, data_type, shape, endian| {
                let endian = if data_type == DataType::FLOAT64 {
                    endian.map(|_| Endian::Little)
                } else {
                    endian
                };
                steps.text().bytes_decode(bytes, data_type, shape, endian)
            },
        )],
        shown: &["data type float64"],
    },
    Bug {
        what: "an order of three or more dimensions is applied inverted when reading",
        replacements: &[Replacement::transpose_decode(
            |steps, array, decoded_shape, order| {
                let text = steps.text();
                if order.len() < 3 {
                    return text.transpose_decode(array, decoded_shape, order);
                }
                let mut inverse = vec![0; order.len()];
                for (at, to) in order.iter().enumerate() {
                    inverse[*to] = at;
                }
                let mut lengths = vec![0; order.len()];
                for (at, to) in inverse.iter().enumerate() {
                    lengths[at] = decoded_shape[*to];
                }
                let mut turned = array.clone();
                turned.shape = lengths;
                text.transpose_decode(&turned, decoded_shape, &inverse)
            },
        )],
        shown: &["transpose.order is not its own inverse", "order-inverted"],
    },
    Bug {
        what: "missing chunks of data types of several bytes are zeros",
        replacements: &[Replacement::fill_value(|steps, value, data_type| {
            let element = steps.text().fill_value(value, data_type)?;
            Ok(match (element, data_type.size()) {
                (Element::Bits(_), 2..) => Element::zero(data_type),
                (element, _) => element,
            })
        })],
        shown: &[
            "fill_value",
            "fill-value-ignored",
            "only fill values are read",
        ],
    },
    Bug {
        what: "float32 fill values in hexadecimal are read with their bytes reversed",
        replacements: &[Replacement::fill_value(|steps, value, data_type| {
            let element = steps.text().fill_value(value, data_type)?;
            let is_hexadecimal = value.as_str().is_some_and(|it| it.starts_with("0x"));
            Ok(match element {
                Element::Bits(bits) if is_hexadecimal && data_type == DataType::FLOAT32 => {
                    Element::Bits(u64::from(
                        u32::try_from(bits).unwrap_or_default().swap_bytes(),
                    ))
                }
                element => element,
            })
        })],
        shown: &[
            "fill_value is hexadecimal",
            "fill-value.float-hex is tested",
        ],
    },
    Bug {
        what: "dimension names with null are refused",
        replacements: &[Replacement::dimension_names(|steps, value, rank| {
            if matches!(value, Json::Array(names) if names.contains(&Json::Null)) {
                return refused("dimension names are strings");
            }
            steps.text().dimension_names(value, rank)
        })],
        shown: &["dimension-names-null-refused"],
    },
    Bug {
        what: "attributes that are not empty are refused",
        replacements: &[Replacement::attributes(|steps, value| {
            if matches!(value, Json::Object(members) if !members.is_empty()) {
                return refused("found attributes");
            }
            steps.text().attributes(value)
        })],
        shown: &["attributes"],
    },
    Bug {
        what: "level 9 of gzip is refused",
        replacements: &[Replacement::gzip_level(|steps, configuration| match steps
            .text()
            .gzip_level(configuration)?
        {
            Some(9) => refused("the level is too high"),
            level => Ok(level),
        })],
        shown: &["gzip.level=9"],
    },
    Bug {
        what: "negative levels of zstd are refused",
        replacements: &[Replacement::zstd_level(|steps, configuration| match steps
            .text()
            .zstd_level(configuration)?
        {
            Some(..0) => refused("the level is negative"),
            level => Ok(level),
        })],
        shown: &["zstd.level is negative", "zstd-level-negative-refused"],
    },
    Bug {
        what: "typesize of blosc is demanded",
        replacements: &[Replacement::blosc_typesize(
            |steps, configuration, shuffle| {
                if object(configuration, "typesize").is_none() {
                    return refused("missing field `typesize`");
                }
                steps.text().blosc_typesize(configuration, shuffle)
            },
        )],
        shown: &["blosc.typesize left out", "blosc-typesize"],
    },
    Bug {
        what: "bits that blosc shuffled are unshuffled as bytes",
        replacements: &[Replacement::blosc_unshuffle(|_, header, block| {
            let mut header = header.clone();
            if header.flags.bit_shuffle {
                (header.flags.bit_shuffle, header.flags.byte_shuffle) = (false, true);
            }
            unshuffle(&header, block)
        })],
        shown: &["blosc.shuffle=bitshuffle", "blosc-bits"],
    },
    Bug {
        what: "the last dimension of border chunks is cut when reading",
        replacements: &[Replacement::position_in_chunk(
            |steps, coordinates, chunk_shape| {
                let mut position = steps.text().position_in_chunk(coordinates, chunk_shape);
                if position.len() > 2
                    && let Some(last) = position.last_mut()
                {
                    *last = 0;
                }
                position
            },
        )],
        shown: &["rank", "dimensions"],
    },
    Bug {
        what: "arrays of five or more dimensions are refused",
        replacements: &[Replacement::shape(|steps, value| {
            let shape = steps.text().shape(value)?;
            if shape.len() > 4 {
                return refused("too many dimensions");
            }
            Ok(shape)
        })],
        shown: &["rank", "more than 4 dimensions"],
    },
    Bug {
        what: "separators given with the default key encoding are refused",
        replacements: &[Replacement::default_separator(|steps, configuration| {
            if object(configuration, "separator").is_some() {
                return refused("unknown member");
            }
            steps.text().default_separator(configuration)
        })],
        shown: &["default.separator"],
    },
    Bug {
        what: "any level of gzip is accepted",
        replacements: &[Replacement::gzip_level(|steps, configuration| {
            Ok(steps.text().gzip_level(configuration).unwrap_or(Some(5)))
        })],
        shown: &["the mistake is in gzip.level", "gzip-level"],
    },
    Bug {
        what: "any fill value is accepted, and one that is wrong is 0",
        replacements: &[Replacement::fill_value(|steps, value, data_type| {
            let element = steps.text().fill_value(value, data_type);
            Ok(element.unwrap_or_else(|_| Element::zero(data_type)))
        })],
        shown: &["unreadable-fill-value-is-zero"],
    },
    Bug {
        what: "negative zeros are read as zeros",
        replacements: &[Replacement::bytes_decode(
            |steps, bytes, data_type, shape, endian| {
                let array = steps.text().bytes_decode(bytes, data_type, shape, endian)?;
                let sign = 1_u64.checked_shl(u32::try_from(8 * data_type.size() - 1).unwrap_or(64));
                let is_integer = matches!(canonical(data_type, u64::MAX), u64::MAX);
                Ok(with_bits(array, |bits| {
                    if !is_integer && Some(bits) == sign {
                        0
                    } else {
                        bits
                    }
                }))
            },
        )],
        shown: &["negative zero"],
    },
    Bug {
        what: "regions that begin within a chunk begin at its first element",
        replacements: &[Replacement::read_region(
            |steps, store, array, start, shape| {
                let within = array.chunk_grid.position_in_chunk(steps, start);
                let pairs = start.iter().zip(within);
                let begin: Vec<u64> = pairs.map(|(start, within)| start - within).collect();
                steps.text().read_region(store, array, &begin, shape)
            },
        )],
        shown: &["regions are read"],
    },
];
