//! Shards as an input describes them: which inner chunks there are, in which order they lie, what
//! space is unused, and what is damaged. They are put together apart from the reference, from the
//! codec list as JSON and from places of elements.

mod crc32c;
mod grid;
mod layout;
mod places;
mod scaled;

use std::borrow::Cow;

use anyhow::{Context, bail};
use serde_json::Value;
use zarr_conform_reference::{ChunkArray, DataType, Element, vector_form};
use zarr_conform_terms::ElementLayout;

pub(crate) use self::grid::Grid;
use self::layout::Layout;
use self::places::Places;
use crate::input::Table;

/// What the member `shard` of a chunk says: its bytes, and the chunk with zero where inner chunks
/// are empty. Nothing where it is not given.
pub(crate) fn of_chunk(
    table: &Table,
    codecs: &Value,
    chunk: &ChunkArray,
) -> anyhow::Result<Option<(Vec<u8>, ChunkArray)>> {
    let Some(layout) = Layout::of(table, "shard")? else {
        return Ok(None);
    };
    encoded(codecs, chunk, &Element::zero(chunk.data_type), &layout)
        .map(Some)
        .map_err(|error| table.wrong("shard", format!("{error:#}")))
}

/// What an input must give as hexadecimal digits.
const NOT_HERE: &str = "expected bytes, vlen-utf8, vlen-bytes, crc32c, transpose, scale_offset or sharding_indexed, or the bytes of inner chunks";

/// A chunk while it is encoded.
struct Content<'a> {
    data_type: DataType,
    /// The bytes of each element in little-endian order, as the codecs so far leave it.
    elements: Vec<Cow<'a, [u8]>>,
    /// Places of elements that no inner chunk stores.
    empty: Vec<usize>,
}

/// The bytes of a chunk by a codec list in which there is a shard of this layout, and the chunk as
/// it is decoded: with the fill value where an inner chunk is empty.
fn encoded(
    codecs: &Value,
    chunk: &ChunkArray,
    fill_value: &Element,
    layout: &Layout,
) -> anyhow::Result<(Vec<u8>, ChunkArray)> {
    let elements = vector_form::to_elements(chunk.data_type, &chunk.elements);
    let mut content = Content {
        data_type: chunk.data_type,
        elements: borrowed(elements.each(chunk.data_type.size())),
        empty: Vec::new(),
    };
    let bytes = content.encoded(codecs, Places::of_shape(&chunk.shape)?, Some(layout))?;
    let mut decoded = chunk.clone();
    for place in content.empty {
        decoded.elements[place] = fill_value.clone();
    }
    Ok((bytes, decoded))
}

impl Content<'_> {
    /// The elements at these places by a codec list.
    fn encoded(
        &mut self,
        codecs: &Value,
        mut places: Places,
        layout: Option<&Layout>,
    ) -> anyhow::Result<Vec<u8>> {
        let mut bytes = None;
        for codec in codecs.as_array().context("codecs is not a list")? {
            let name = codec.get("name").unwrap_or(codec);
            let configuration = codec.get("configuration").unwrap_or(&Value::Null);
            match (name.as_str(), bytes.take()) {
                (Some("transpose"), None) => {
                    places = places.transposed(&numbers(configuration, "order")?)?;
                }
                // Each place is in one inner chunk, so that each codec meets its element once.
                (Some("scale_offset"), None) => {
                    for place in &places.places {
                        let element = &mut self.elements[*place];
                        *element = scaled::scaled(element, self.data_type, configuration)?.into();
                    }
                }
                (Some("bytes"), None) => {
                    bytes = Some(self.stored(&places, endian(configuration)));
                }
                (Some("vlen-utf8" | "vlen-bytes"), None) => bytes = Some(self.counted(&places)),
                (Some("sharding_indexed"), None) => {
                    bytes = Some(self.shard(configuration, &places, layout)?);
                }
                (Some("crc32c"), Some(found)) => bytes = Some(crc32c::with_checksum(found)),
                _ => bail!("found the codec {codec}, {NOT_HERE}"),
            }
        }
        bytes.with_context(|| format!("{codecs} gives no bytes"))
    }

    /// The elements one after the other.
    fn stored(&self, places: &Places, endian: Endian) -> Vec<u8> {
        let part = self
            .data_type
            .layout()
            .map_or(1, ElementLayout::turned_bytes);
        let elements = places.places.iter().map(|place| &self.elements[*place]);
        let parts = elements.flat_map(|element| element.chunks(part));
        parts.flat_map(|part| endian.ordered(part)).collect()
    }

    /// The number of elements, and then each after the number of its bytes.
    fn counted(&self, places: &Places) -> Vec<u8> {
        let number = |number: usize| (number as u64).to_le_bytes()[..4].to_vec();
        let mut bytes = number(places.places.len());
        for place in &places.places {
            bytes.extend(number(self.elements[*place].len()));
            bytes.extend(&*self.elements[*place]);
        }
        bytes
    }

    /// A shard: its parts in the order of the layout, the index before or after them.
    fn shard(
        &mut self,
        configuration: &Value,
        places: &Places,
        layout: Option<&Layout>,
    ) -> anyhow::Result<Vec<u8>> {
        let in_order = Layout::default();
        let layout = layout.unwrap_or(&in_order);
        let chunk_shape = numbers(configuration, "chunk_shape")?;
        let inner_chunks = places.cut(&chunk_shape)?;
        let lengths = places.shape.iter().zip(&chunk_shape);
        let counts: Vec<u64> = lengths
            .map(|(shard, inner)| (shard / inner) as u64)
            .collect();
        let index_codecs = &configuration["index_codecs"];
        let location = configuration["index_location"].as_str();
        let at_start = layout.index_at.as_deref().or(location) == Some("start");
        let mut entries = vec![[u64::MAX; 2]; inner_chunks.len()];
        let first = if at_start {
            index(index_codecs, &counts, &entries)?.len()
        } else {
            0
        };
        let mut data = Vec::new();
        let order = layout.order(inner_chunks.len())?;
        for (at, &i) in order.iter().enumerate() {
            data.extend(layout.unused(at));
            let inner_chunk = if let Some(bytes) = layout.encoded.get(&i) {
                bytes.clone()
            } else {
                let codecs = &configuration["codecs"];
                self.encoded(codecs, inner_chunks[i].clone(), layout.inside.as_deref())?
            };
            entries[i] = [(first + data.len()) as u64, inner_chunk.len() as u64];
            data.extend(inner_chunk);
        }
        data.extend(layout.unused(order.len()));
        let is_empty = |i: &usize| !order.contains(i);
        for i in (0..inner_chunks.len()).filter(is_empty) {
            self.empty.extend(&inner_chunks[i].places);
        }
        for (&i, entry) in &layout.entries {
            *entries
                .get_mut(i)
                .with_context(|| format!("there is no inner chunk {i}"))? = *entry;
        }
        let index = index(index_codecs, &counts, &entries)?;
        let parts = if at_start {
            [index, data]
        } else {
            [data, index]
        };
        layout.damaged(parts.concat())
    }
}

fn borrowed<'a>(elements: impl IntoIterator<Item = &'a [u8]>) -> Vec<Cow<'a, [u8]>> {
    elements.into_iter().map(Cow::Borrowed).collect()
}

/// The index as bytes: `offset` and `nbytes` of so many inner chunks along each dimension.
fn index(codecs: &Value, counts: &[u64], entries: &[[u64; 2]]) -> anyhow::Result<Vec<u8>> {
    let words = entries.as_flattened().iter();
    let words: Vec<[u8; 8]> = words.map(|word| word.to_le_bytes()).collect();
    let mut content = Content {
        data_type: DataType::UINT64,
        elements: borrowed(words.iter().map(|word| &word[..])),
        empty: Vec::new(),
    };
    content.encoded(codecs, Places::of_shape(&[counts, &[2]].concat())?, None)
}

/// The order of the bytes of a number.
#[derive(Clone, Copy)]
enum Endian {
    Little,
    Big,
}

impl Endian {
    /// Bytes of a number, which are given in little-endian order.
    fn ordered(self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        if matches!(self, Self::Big) {
            bytes.reverse();
        }
        bytes
    }
}

fn endian(configuration: &Value) -> Endian {
    if configuration["endian"] == "big" {
        Endian::Big
    } else {
        Endian::Little
    }
}

fn numbers(configuration: &Value, name: &str) -> anyhow::Result<Vec<usize>> {
    serde_json::from_value(configuration[name].clone())
        .with_context(|| format!("{name} is not a list of numbers"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn chunk(shape: &[u64]) -> ChunkArray {
        let number: u64 = shape.iter().product();
        let elements = (1..=number).map(Element::Bits).collect();
        ChunkArray::new(DataType::UINT16, shape.to_vec(), elements).unwrap()
    }

    fn sharding(more: &Value) -> Value {
        let mut configuration = json!({
            "chunk_shape": [1, 2],
            "codecs": [{"name": "bytes", "configuration": {"endian": "big"}}],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
        });
        for (name, value) in more.as_object().unwrap() {
            configuration[name] = value.clone();
        }
        json!([{"name": "sharding_indexed", "configuration": configuration}])
    }

    fn words(words: &[u64]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn inner_chunks_lie_as_the_layout_says() {
        let layout = Layout {
            order: Some(vec![3, 0, 1]),
            unused: vec![0, 2, 1, 1],
            ..Layout::default()
        };
        let fill = Element::Bits(0x99);
        let shard = encoded(&sharding(&json!({})), &chunk(&[2, 4]), &fill, &layout);
        let (bytes, decoded) = shard.unwrap();
        let data = [0, 7, 0, 8, 0xee, 0xee, 0, 1, 0, 2, 0xee, 0, 3, 0, 4, 0xee];
        let index = words(&[6, 4, 11, 4, u64::MAX, u64::MAX, 0, 4]);
        assert_eq!(bytes, [data.to_vec(), index].concat());
        let elements = [1, 2, 3, 4, 0x99, 0x99, 7, 8];
        assert_eq!(decoded.elements, elements.map(Element::Bits));
    }

    #[test]
    fn an_index_at_the_start_comes_first() {
        let layout = Layout {
            order: Some(vec![1, 0]),
            ..Layout::default()
        };
        let codecs = sharding(&json!({"chunk_shape": [2], "index_location": "start",
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "big"}}]}));
        let (bytes, _) = encoded(&codecs, &chunk(&[4]), &Element::Bits(0), &layout).unwrap();
        let index: Vec<u8> = [36_u64, 4, 32, 4]
            .iter()
            .flat_map(|it| it.to_be_bytes())
            .collect();
        let elements = vec![0, 3, 0, 4, 0, 1, 0, 2];
        assert_eq!(bytes, [&index[..], &elements].concat());
        let elsewhere = Layout {
            index_at: Some("end".to_owned()),
            ..layout
        };
        let (bytes, _) = encoded(&codecs, &chunk(&[4]), &Element::Bits(0), &elsewhere).unwrap();
        let index = [4_u64, 4, 0, 4].map(u64::to_be_bytes).concat();
        assert_eq!(bytes, [elements, index].concat());
    }

    #[test]
    fn dimensions_are_transposed_and_cut() {
        let mut codecs = sharding(&json!({"chunk_shape": [3, 1], "index_location": "start"}));
        let transpose = json!({"name": "transpose", "configuration": {"order": [1, 0]}});
        codecs.as_array_mut().unwrap().insert(0, transpose);
        let layout = Layout::default();
        let (bytes, _) = encoded(&codecs, &chunk(&[2, 3]), &Element::Bits(0), &layout).unwrap();
        assert_eq!(bytes[32..], [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6]);
    }

    #[test]
    fn shards_are_damaged_as_the_layout_says() {
        let codecs = sharding(&json!({"chunk_shape": [2]}));
        let of = |layout: &Layout| {
            encoded(&codecs, &chunk(&[2]), &Element::Bits(0), layout)
                .unwrap()
                .0
        };
        let whole = [vec![0, 1, 0, 2], words(&[0, 4])].concat();
        assert_eq!(of(&Layout::default()), whole);
        let keep = Some(5);
        assert_eq!(
            of(&Layout {
                keep,
                ..Layout::default()
            }),
            whole[..5]
        );
        let flip = Some(9);
        assert_eq!(
            of(&Layout {
                flip,
                ..Layout::default()
            })[..2],
            [0, 3]
        );
        let entries = [(0, [7, 8])].into();
        assert_eq!(
            of(&Layout {
                entries,
                ..Layout::default()
            })[4..],
            words(&[7, 8])
        );
    }
}
