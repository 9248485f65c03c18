//! Codecs of a case, and the lists that they stand in.

use serde_json::{Value, json};
use zarr_conform_reference::DataType;
use zarr_conform_reference::bytes::is_endianness_applicable;

use crate::documents::{self, Document, Form};

/// The order of the bytes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endian {
    /// The least significant byte first.
    Little,
    /// The most significant byte first.
    Big,
}

impl Endian {
    fn name(self) -> &'static str {
        match self {
            Self::Little => "little",
            Self::Big => "big",
        }
    }
}

/// How an extension is spelled that has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spelling {
    /// An object without `configuration`.
    #[default]
    Object,
    /// An object whose `configuration` is empty.
    Empty,
    /// Its name, as the edition 3.1 has it.
    Name,
}

impl Spelling {
    /// The extension of this name.
    pub fn json(self, name: &str) -> Value {
        match self {
            Self::Object => json!({"name": name}),
            Self::Empty => json!({"name": name, "configuration": {}}),
            Self::Name => json!(name),
        }
    }
}

/// A codec and its configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Codec {
    /// `transpose`
    Transpose {
        /// A permutation.
        order: Vec<usize>,
    },
    /// `scale_offset`
    ScaleOffset {
        /// What is subtracted; absent means nothing.
        offset: Option<i64>,
        /// What is multiplied by; absent means nothing.
        scale: Option<i64>,
        /// How it is spelled where both are absent.
        spelling: Spelling,
    },
    /// `bytes`
    Bytes {
        /// Absent only where elements are of one byte or raw bits.
        endian: Option<Endian>,
        /// How it is spelled where `endian` is absent.
        spelling: Spelling,
        /// Whether elements leave bits of each byte to the writer.
        has_unused_bits: bool,
    },
    /// One that stores each element after its length.
    Vlen {
        /// The name in metadata.
        name: &'static str,
        /// How it is spelled.
        spelling: Spelling,
    },
    /// `sharding_indexed`
    Sharding(Box<Sharding>),
    /// One that takes bytes and yields bytes.
    OfBytes {
        /// The name in metadata.
        name: &'static str,
        /// Its entry of a codec list.
        entry: Value,
    },
}

/// The configuration of `sharding_indexed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sharding {
    /// Shape of the inner chunks.
    pub chunk_shape: Vec<u64>,
    /// How inner chunks are encoded.
    pub codecs: Vec<Codec>,
    /// How the index is encoded.
    pub index_codecs: Vec<Codec>,
    /// Whether the index is at the start; absent means that it is at the end.
    pub at_start: Option<bool>,
}

impl Codec {
    /// `bytes` in this order, spelled plainly.
    pub fn bytes(endian: Option<Endian>) -> Self {
        Self::Bytes {
            endian,
            spelling: Spelling::default(),
            has_unused_bits: false,
        }
    }

    /// A codec of bytes with this configuration; with none where it is `null`.
    pub fn of_bytes(name: &'static str, configuration: Value) -> Self {
        let entry = match configuration {
            Value::Null => Spelling::Object.json(name),
            configuration => json!({"name": name, "configuration": configuration}),
        };
        Self::OfBytes { name, entry }
    }

    /// A parameter of a codec of bytes; `null` where it is absent.
    pub fn parameter(&self, parameter: &str) -> &Value {
        match self {
            Self::OfBytes { entry, .. } => &entry["configuration"][parameter],
            _ => &Value::Null,
        }
    }

    /// The name in metadata.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Transpose { .. } => "transpose",
            Self::ScaleOffset { .. } => "scale_offset",
            Self::Bytes { .. } => "bytes",
            Self::Sharding(_) => "sharding_indexed",
            Self::Vlen { name, .. } | Self::OfBytes { name, .. } => name,
        }
    }

    /// The entry of a codec list.
    pub fn json(&self) -> Value {
        let configuration = match self {
            Self::Transpose { order } => json!({"order": order}),
            Self::ScaleOffset {
                offset: None,
                scale: None,
                spelling,
            } => return spelling.json("scale_offset"),
            Self::ScaleOffset { offset, scale, .. } => {
                let given = [("offset", offset), ("scale", scale)];
                let given = given
                    .into_iter()
                    .filter_map(|(name, it)| Some((name, (*it)?)));
                given
                    .map(|(name, it)| (name.to_owned(), json!(it)))
                    .collect()
            }
            Self::Bytes {
                endian: None,
                spelling,
                ..
            } => return spelling.json("bytes"),
            Self::Vlen { name, spelling } => return spelling.json(name),
            Self::Bytes {
                endian: Some(endian),
                ..
            } => json!({"endian": endian.name()}),
            Self::Sharding(it) => {
                let mut configuration = json!({
                    "chunk_shape": it.chunk_shape,
                    "codecs": list(&it.codecs),
                    "index_codecs": list(&it.index_codecs),
                });
                if let Some(at_start) = it.at_start {
                    configuration["index_location"] = if at_start { "start" } else { "end" }.into();
                }
                configuration
            }
            Self::OfBytes { entry, .. } => return entry.clone(),
        };
        json!({"name": self.name(), "configuration": configuration})
    }

    /// What is random of it.
    pub(crate) fn document(&self) -> Option<&'static Document> {
        documents::named(self.name())
    }

    /// Whether it takes bytes and yields bytes.
    pub fn takes_bytes(&self) -> bool {
        matches!(self, Self::OfBytes { .. })
    }
}

/// A codec list in metadata.
pub fn list(codecs: &[Codec]) -> Value {
    codecs.iter().map(Codec::json).collect()
}

/// Bytes in little-endian order, the plainest list for a data type; where elements have different numbers of bytes, each after
/// its length.
pub fn plainest(data_type: DataType) -> Codec {
    if let DataType::VariableLength(it) = data_type
        && let Some(document) = documents::of_form(Form::VariableLength(it)).next()
    {
        return Codec::Vlen {
            name: document.name,
            spelling: Spelling::default(),
        };
    }
    Codec::bytes(needs_endian(data_type).then_some(Endian::Little))
}

/// Whether a list for the data type must name the order of bytes. For raw bits it is left out: what it
/// means for them is open.
pub fn needs_endian(data_type: DataType) -> bool {
    is_endianness_applicable(data_type)
}

/// Every codec of a list and of the lists within it, with how deep it stands in shards; those of
/// indices are left out.
pub fn all(codecs: &[Codec]) -> Vec<(usize, &Codec)> {
    let mut found = Vec::new();
    add_all(codecs, 0, &mut found);
    found
}

fn add_all<'a>(codecs: &'a [Codec], depth: usize, found: &mut Vec<(usize, &'a Codec)>) {
    for codec in codecs {
        found.push((depth, codec));
        if let Codec::Sharding(it) = codec {
            add_all(&it.codecs, depth + 1, found);
        }
    }
}
