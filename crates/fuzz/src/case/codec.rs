//! Codecs of a case, and the lists that they stand in.

use serde_json::{Value, json};
use zarr_conform_reference::DataType;

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
    /// `bytes`
    Bytes {
        /// Absent only where elements are of one byte or raw bits.
        endian: Option<Endian>,
        /// How it is spelled where `endian` is absent.
        spelling: Spelling,
    },
    /// `sharding_indexed`
    Sharding(Box<Sharding>),
    /// `gzip`
    Gzip {
        /// From 0 to 9.
        level: u8,
    },
    /// `zstd`
    Zstd {
        /// From -131072 to 22.
        level: i32,
        /// Absent means `false`.
        checksum: Option<bool>,
    },
    /// `blosc`
    Blosc(Blosc),
    /// `crc32c`
    Crc32c {
        /// Spelled as its name alone, as the edition 3.1 has it.
        short: bool,
    },
}

/// The configuration of `blosc`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blosc {
    /// The compressor.
    pub cname: &'static str,
    /// From 0 to 9.
    pub clevel: u8,
    /// `noshuffle`, `shuffle` or `bitshuffle`.
    pub shuffle: &'static str,
    /// From 1 to 255; absent only where nothing is shuffled.
    pub typesize: Option<u8>,
    /// 0 leaves it to the compressor.
    pub blocksize: u32,
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

/// The compressors of `blosc`, the plainest first.
pub const COMPRESSORS: [&str; 6] = ["lz4", "lz4hc", "blosclz", "zlib", "zstd", "snappy"];
/// What `blosc` does before it compresses, the plainest first.
pub const SHUFFLES: [&str; 3] = ["noshuffle", "shuffle", "bitshuffle"];

impl Codec {
    /// `bytes` in this order, spelled plainly.
    pub fn bytes(endian: Option<Endian>) -> Self {
        Self::Bytes {
            endian,
            spelling: Spelling::default(),
        }
    }

    /// The name in metadata.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Transpose { .. } => "transpose",
            Self::Bytes { .. } => "bytes",
            Self::Sharding(_) => "sharding_indexed",
            Self::Gzip { .. } => "gzip",
            Self::Zstd { .. } => "zstd",
            Self::Blosc(_) => "blosc",
            Self::Crc32c { .. } => "crc32c",
        }
    }

    /// The entry of a codec list.
    pub fn json(&self) -> Value {
        let configuration = match self {
            Self::Transpose { order } => json!({"order": order}),
            Self::Bytes {
                endian: None,
                spelling,
            } => return spelling.json("bytes"),
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
            Self::Gzip { level } => json!({"level": level}),
            Self::Zstd { level, checksum } => {
                let mut configuration = json!({"level": level});
                if let Some(checksum) = checksum {
                    configuration["checksum"] = (*checksum).into();
                }
                configuration
            }
            Self::Blosc(it) => {
                let mut configuration = json!({
                    "cname": it.cname,
                    "clevel": it.clevel,
                    "shuffle": it.shuffle,
                });
                if let Some(typesize) = it.typesize {
                    configuration["typesize"] = typesize.into();
                }
                configuration["blocksize"] = it.blocksize.into();
                configuration
            }
            Self::Crc32c { short: true } => return json!("crc32c"),
            Self::Crc32c { short: false } => return json!({"name": "crc32c"}),
        };
        json!({"name": self.name(), "configuration": configuration})
    }

    /// Whether it takes bytes and yields bytes.
    pub fn takes_bytes(&self) -> bool {
        matches!(
            self,
            Self::Gzip { .. } | Self::Zstd { .. } | Self::Blosc(_) | Self::Crc32c { .. }
        )
    }
}

/// A codec list in metadata.
pub fn list(codecs: &[Codec]) -> Value {
    codecs.iter().map(Codec::json).collect()
}

/// Bytes in little-endian order, the plainest list for a data type.
pub fn plainest(data_type: DataType) -> Codec {
    Codec::bytes(needs_endian(data_type).then_some(Endian::Little))
}

/// Whether a list for the data type must name the order of bytes. For raw bits it is left out: what it
/// means for them is open.
pub fn needs_endian(data_type: DataType) -> bool {
    data_type.size() > 1 && !matches!(data_type, DataType::Raw { .. })
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
