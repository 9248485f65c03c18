//! Wrong readings of the vlen-utf8 codec: which arrays it takes, the order of their elements, and chunks that are not
//! stored or reach beyond the array.

use crate::array_metadata::ArrayMetadata;
use crate::bytes::misreadings::{columns_first, columns_first_undone};
use crate::bytes::{self, Endian};
use crate::codecs::{self, Codec};
use crate::misreading::{BOTH, CURRENT, Misreading, STORES};
use crate::regular_grid::misreadings::{extent, trimmed, untrimmed, with_chunks_of};
use crate::steps::Replacement;
use crate::{ChunkArray, DataType, Element, Error, Json, Result, storage, vlen_utf8};

fn is_of_strings(array: &ArrayMetadata) -> bool {
    array
        .codec_list()
        .iter()
        .any(|it| matches!(it, Codec::VlenUtf8(_)))
}

/// The chunk of strings that have the bytes of these elements.
fn as_strings(array: &ChunkArray) -> Result<ChunkArray> {
    let elements = array.elements.iter();
    let elements = elements.map(|it| match it {
        Element::Raw(_) => Ok(it.clone()),
        number => {
            bytes::encode_element(array.data_type, number, Some(Endian::Little)).map(Element::Raw)
        }
    });
    ChunkArray::new(
        DataType::STRING,
        array.shape.clone(),
        elements.collect::<Result<_>>()?,
    )
}

/// The inverse of [`as_strings`].
fn of_strings(array: ChunkArray, data_type: DataType) -> Result<ChunkArray> {
    if data_type == DataType::STRING {
        return Ok(array);
    }
    let elements = array.elements.iter();
    let elements = elements.map(|it| match it {
        Element::Raw(raw) if raw.len() == data_type.size() => {
            bytes::decode_element(data_type, raw, Some(Endian::Little))
        }
        _ => Err(Error::Codec(format!("found {it:?} for {data_type}"))),
    });
    ChunkArray::new(
        data_type,
        array.shape.clone(),
        elements.collect::<Result<_>>()?,
    )
}

const OTHER_NAMES: &[&str] = &["vlen", "vlen_utf8", "vlen-utf-8"];

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "vlen-columns-first",
        when: "strings follow each other columns first, the first dimension fastest",
        requirements: &["vlen-utf8.lexicographical-order"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_utf8_encode(|_, array| vlen_utf8::encode(&columns_first(array)?)),
            Replacement::vlen_utf8_decode(|_, bytes, data_type, shape| {
                columns_first_undone(&vlen_utf8::decode(bytes, data_type, shape)?)
            }),
        ],
    },
    Misreading {
        name: "vlen-utf8-of-any-data-type",
        when: "vlen-utf8 encodes elements of other data types, each as its bytes",
        requirements: &["vlen-utf8.only-string"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_utf8_data_type(|_, _| Ok(())),
            Replacement::vlen_utf8_encode(|_, array| vlen_utf8::encode(&as_strings(array)?)),
            Replacement::vlen_utf8_decode(|_, bytes, data_type, shape| {
                of_strings(
                    vlen_utf8::decode(bytes, DataType::STRING, shape)?,
                    data_type,
                )
            }),
        ],
    },
    Misreading {
        name: "vlen-utf8-by-other-names",
        when: "the codec vlen-utf8 is known by other spellings of its name, too",
        requirements: &["vlen-utf8.name"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            let name = value.member("name").and_then(Json::as_str);
            if name.is_some_and(|it| OTHER_NAMES.contains(&it)) {
                let known = Json::String("vlen-utf8".to_owned());
                return codecs::codec(steps, &known, decoded);
            }
            codecs::codec(steps, value, decoded)
        })],
    },
    Misreading {
        name: "vlen-missing-chunk-is-empty",
        when: "strings of chunks that are not stored are empty, whatever the fill value",
        requirements: &["string.fill-value", "storage.missing-chunk-is-fill-value"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::read_chunk(
            |steps, store, array, chunk_index| {
                let is_stored = store.get(&array.chunk_key(steps, chunk_index))?.is_some();
                if is_stored || !is_of_strings(array) {
                    return storage::read_chunk(steps, store, array, chunk_index);
                }
                let shape = array.chunk_grid.chunk_shape(chunk_index);
                ChunkArray::filled(array.data_type, shape, &Element::zero(array.data_type))
            },
        )],
    },
    Misreading {
        name: "vlen-border-trimmed",
        when: "border chunks of strings hold only the strings inside the array, and state the number of these",
        requirements: &["vlen-utf8.count", "regular-grid.border-full-size"],
        editions: CURRENT,
        through: STORES,
        replacements: &[
            Replacement::write_chunk(|steps, store, array, chunk_index, chunk| {
                let extent = extent(array, chunk_index);
                if !is_of_strings(array) || extent == chunk.shape {
                    return storage::write_chunk(steps, store, array, chunk_index, chunk);
                }
                let smaller = with_chunks_of(steps, array, &extent)?;
                let part = trimmed(chunk, &extent)?;
                storage::write_chunk(steps, store, &smaller, chunk_index, &part)
            }),
            Replacement::read_chunk(|steps, store, array, chunk_index| {
                let extent = extent(array, chunk_index);
                let chunk_shape = array.chunk_grid.chunk_shape(chunk_index);
                if !is_of_strings(array) || extent == chunk_shape {
                    return storage::read_chunk(steps, store, array, chunk_index);
                }
                let smaller = with_chunks_of(steps, array, &extent)?;
                let part = storage::read_chunk(steps, store, &smaller, chunk_index)?;
                untrimmed(&part, array, chunk_shape)
            }),
        ],
    },
];
