//! Changes of a metadata document in one place.

use serde_json::{Map, Value};
use zarr_conform_reference::DataType;

use crate::Case;
use crate::case::codec::Codec;

/// One change. Places are JSON pointers (RFC 6901).
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Edit {
    /// This value stands there, in place of what stands there or as a new member.
    Set(String, Value),
    /// Nothing stands there.
    Remove(String),
    /// This value stands in the list, before the one at this position.
    Insert(String, usize, Value),
}

impl Edit {
    /// Each of the values in the same place.
    pub(crate) fn each(place: &str, values: impl IntoIterator<Item = Value>) -> Vec<Self> {
        let values = values.into_iter();
        values.map(|it| Self::Set(place.to_owned(), it)).collect()
    }

    /// The document with the change; nothing where it has no such place, or the change is none.
    pub(crate) fn apply(&self, members: &Map<String, Value>) -> Option<Map<String, Value>> {
        let mut document = Value::Object(members.clone());
        match self {
            Self::Set(place, value) => {
                let (parent, last) = place.rsplit_once('/')?;
                match document.pointer_mut(parent)? {
                    Value::Object(it) => {
                        it.insert(last.to_owned(), value.clone());
                    }
                    Value::Array(it) => *it.get_mut(last.parse::<usize>().ok()?)? = value.clone(),
                    _ => return None,
                }
            }
            Self::Remove(place) => {
                let (parent, last) = place.rsplit_once('/')?;
                match document.pointer_mut(parent)? {
                    Value::Object(it) => {
                        it.shift_remove(last)?;
                    }
                    Value::Array(it) => {
                        let at: usize = last.parse().ok()?;
                        it.get(at)?;
                        it.remove(at);
                    }
                    _ => return None,
                }
            }
            Self::Insert(place, at, value) => {
                let list = document.pointer_mut(place)?.as_array_mut()?;
                if *at > list.len() {
                    return None;
                }
                list.insert(*at, value.clone());
            }
        }
        match document {
            Value::Object(changed) if changed != *members => Some(changed),
            _ => None,
        }
    }
}

/// An entry of a list of codecs, at any depth.
pub(crate) struct Entry<'a> {
    /// Where it stands.
    pub(crate) place: String,
    /// Where its list stands.
    pub(crate) list: String,
    /// Its position in the list.
    pub(crate) at: usize,
    pub(crate) codec: &'a Codec,
    /// The data type of what it is given, or of the array that became the bytes that it is given.
    pub(crate) data_type: DataType,
    /// The shape of the array that it is given; of no meaning for codecs of bytes.
    pub(crate) shape: Vec<u64>,
}

impl Entry<'_> {
    /// A place below its configuration.
    pub(crate) fn parameter(&self, name: &str) -> String {
        format!("{}/configuration/{name}", self.place)
    }

    /// Whether it is written as an object.
    pub(crate) fn is_object(&self) -> bool {
        !matches!(self.codec, Codec::OfBytes { entry, .. } if entry.is_string())
    }
}

/// All entries of the lists of codecs of a case.
pub(crate) fn entries(case: &Case) -> Vec<Entry<'_>> {
    let mut found = Vec::new();
    add(
        &case.codecs,
        "/codecs",
        case.data_type,
        &case.chunk_shape,
        &mut found,
    );
    found
}

fn add<'a>(
    codecs: &'a [Codec],
    list: &str,
    data_type: DataType,
    shape: &[u64],
    found: &mut Vec<Entry<'a>>,
) {
    let mut shape = shape.to_vec();
    for (at, codec) in codecs.iter().enumerate() {
        let place = format!("{list}/{at}");
        found.push(Entry {
            place: place.clone(),
            list: list.to_owned(),
            at,
            codec,
            data_type,
            shape: shape.clone(),
        });
        match codec {
            Codec::Transpose { order } => {
                shape = order
                    .iter()
                    .filter_map(|&from| shape.get(from).copied())
                    .collect();
            }
            Codec::Sharding(it) => {
                let inner = format!("{place}/configuration/codecs");
                add(&it.codecs, &inner, data_type, &it.chunk_shape, found);
                let per_shard = shape.iter().zip(&it.chunk_shape);
                let mut index: Vec<u64> = per_shard.map(|(shard, inner)| shard / inner).collect();
                index.push(2);
                let list = format!("{place}/configuration/index_codecs");
                add(&it.index_codecs, &list, DataType::UINT64, &index, found);
            }
            _ => {}
        }
    }
}
