//! Facts while they are being written: the family chooses the input, the reference gives the answer
//! in every edition of the fact, and the answers must agree.

#![expect(
    clippy::needless_pass_by_value,
    reason = "families write inputs where they are used"
)]

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};
use zarr_conform::reference::codecs::{Chain, Representation as Type};
use zarr_conform::reference::{
    ArrayMetadata, ChunkArray, DataType, Error, Json, Literal, Reading, array_metadata, element,
};
use zarr_conform::vector::{
    BadChunk, Chunk, ChunkOfGrid, ElementOfGrid, Fact, Grid, KeyOfChunk, Level, Meaning, Metadata,
    Outcome, Representation, RepresentationType, Statement,
};
use zarr_conform::{Edition, HexBytes};

use crate::elements;
use crate::topic::Topic;

/// The most elements whose values are spelled out for people.
const MOST_VALUES: usize = 64;

/// A fact that lacks its statement.
pub(crate) struct Draft<'t> {
    pub(crate) topic: &'t mut Topic,
    pub(crate) id: String,
    requirements: Vec<String>,
    comment: String,
    level: Level,
    pub(crate) editions: Vec<Edition>,
    twin: Option<String>,
    at_open: bool,
}

impl<'t> Draft<'t> {
    pub(crate) fn new(
        topic: &'t mut Topic,
        id: String,
        requirements: &[&str],
        comment: String,
        editions: &[Edition],
    ) -> Self {
        let requirements = requirements.iter().map(|&id| id.to_owned()).collect();
        Self {
            topic,
            id,
            requirements,
            comment,
            level: Level::Must,
            editions: editions.to_vec(),
            twin: None,
            at_open: false,
        }
    }

    /// Holds at this level; facts are `must` unless they say otherwise, and `open` with outcomes.
    pub(crate) fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Holds in these editions.
    pub(crate) fn editions(mut self, editions: &[Edition]) -> Self {
        self.editions = editions.to_vec();
        self
    }

    /// Names the valid fact that differs in the one thing under test: by its whole id, or by its
    /// last part where it stands in the same file.
    pub(crate) fn twin(mut self, twin: &str) -> Self {
        let is_whole = twin.contains('/');
        self.twin = Some(if is_whole {
            twin.to_owned()
        } else {
            format!("{}/{twin}", self.topic.path)
        });
        self
    }

    /// The text says that opening fails; for other refusals, when is left open.
    pub(crate) fn at_open(mut self) -> Self {
        self.at_open = true;
        self
    }

    /// Elements, and the bytes that the reference encodes them to and decodes back.
    pub(crate) fn chunk(self, codecs: Value, chunk: &ChunkArray) -> anyhow::Result<()> {
        let encoded = self.agreed(|reading| encode(*reading, &codecs, chunk))?;
        self.chunk_statement(codecs, chunk, Some(encoded), Vec::new())
    }

    /// Elements on whose encoding readings of the text differ: each with the bytes it gives, or
    /// nothing where it refuses.
    pub(crate) fn open_chunk(
        self,
        codecs: Value,
        chunk: &ChunkArray,
        readings: &[(&str, Option<Vec<u8>>)],
    ) -> anyhow::Result<()> {
        let outcomes = readings
            .iter()
            .map(|(reading, encoded)| Outcome {
                encoded: encoded.clone().map(HexBytes),
                ..outcome(reading, encoded.is_none())
            })
            .collect();
        self.level(Level::Open)
            .chunk_statement(codecs, chunk, None, outcomes)
    }

    fn chunk_statement(
        self,
        codecs: Value,
        chunk: &ChunkArray,
        encoded: Option<Vec<u8>>,
        outcomes: Vec<Outcome>,
    ) -> anyhow::Result<()> {
        let statement = Chunk {
            data_type: chunk.data_type.to_string(),
            shape: chunk.shape.clone(),
            codecs: list(&codecs)?,
            values: (chunk.elements.len() <= MOST_VALUES).then(|| elements::values(chunk)),
            elements: HexBytes(element::to_bytes(chunk.data_type, &chunk.elements)),
            encoded: encoded.map(HexBytes),
            outcomes,
        };
        self.state(Statement::Chunk(statement))
    }

    /// Bytes that no decoder may accept; the reference must refuse them.
    pub(crate) fn bad_chunk(
        self,
        codecs: Value,
        data_type: DataType,
        shape: &[u64],
        encoded: &[u8],
        refused: &str,
    ) -> anyhow::Result<()> {
        for edition in &self.editions {
            let found = decode(Literal(*edition), &codecs, data_type, shape, encoded);
            ensure!(
                matches!(found, Err(Error::Codec(_))),
                "{}: the reference gives {found:?}",
                self.id
            );
        }
        self.bad_chunk_statement(codecs, data_type, shape, encoded, Some(refused), Vec::new())
    }

    /// Bytes on whose decoding readings differ: each with the elements it gives, or nothing where
    /// it refuses.
    pub(crate) fn open_bad_chunk(
        self,
        codecs: Value,
        data_type: DataType,
        shape: &[u64],
        encoded: &[u8],
        readings: &[(&str, Option<Vec<u8>>)],
    ) -> anyhow::Result<()> {
        let outcomes = readings
            .iter()
            .map(|(reading, elements)| Outcome {
                elements: elements.clone().map(HexBytes),
                ..outcome(reading, elements.is_none())
            })
            .collect();
        self.level(Level::Open)
            .bad_chunk_statement(codecs, data_type, shape, encoded, None, outcomes)
    }

    fn bad_chunk_statement(
        self,
        codecs: Value,
        data_type: DataType,
        shape: &[u64],
        encoded: &[u8],
        refused: Option<&str>,
        outcomes: Vec<Outcome>,
    ) -> anyhow::Result<()> {
        let statement = BadChunk {
            data_type: data_type.to_string(),
            shape: shape.to_vec(),
            codecs: list(&codecs)?,
            encoded: HexBytes(encoded.to_vec()),
            refused: refused.map(str::to_owned),
            outcomes,
        };
        self.state(Statement::BadChunk(statement))
    }

    /// The representation after each codec.
    pub(crate) fn representation(
        self,
        codecs: Value,
        data_type: DataType,
        shape: &[u64],
    ) -> anyhow::Result<()> {
        let types = self.agreed(|reading| {
            chain(*reading, &codecs, data_type, shape).map(|chain| chain.representations)
        })?;
        let representations = types[1..].iter().map(representation_type).collect();
        self.representation_statement(
            codecs,
            data_type,
            shape,
            Some(representations),
            None,
            Vec::new(),
        )
    }

    /// A codec list that must be refused for chunks of this data type and shape.
    pub(crate) fn refused_representation(
        self,
        codecs: Value,
        data_type: DataType,
        shape: &[u64],
        refused: &str,
    ) -> anyhow::Result<()> {
        self.all_refuse(|reading| chain(*reading, &codecs, data_type, shape))?;
        self.representation_statement(codecs, data_type, shape, None, Some(refused), Vec::new())
    }

    /// A codec list on which readings differ: each accepts or refuses.
    pub(crate) fn open_representation(
        self,
        codecs: Value,
        data_type: DataType,
        shape: &[u64],
        readings: &[(&str, bool)],
    ) -> anyhow::Result<()> {
        let outcomes = readings
            .iter()
            .map(|(reading, accepts)| outcome(reading, !accepts))
            .collect();
        self.level(Level::Open)
            .representation_statement(codecs, data_type, shape, None, None, outcomes)
    }

    fn representation_statement(
        self,
        codecs: Value,
        data_type: DataType,
        shape: &[u64],
        representations: Option<Vec<RepresentationType>>,
        refused: Option<&str>,
        outcomes: Vec<Outcome>,
    ) -> anyhow::Result<()> {
        let statement = Representation {
            data_type: data_type.to_string(),
            shape: shape.to_vec(),
            codecs: list(&codecs)?,
            representations,
            refused: refused.map(str::to_owned),
            outcomes,
        };
        self.state(Statement::Representation(statement))
    }

    /// A grid: where these elements lie, and origin and keys of these chunks.
    pub(crate) fn grid(
        self,
        array_shape: &[u64],
        chunk_shape: &[u64],
        elements: &[&[u64]],
        chunks: &[&[u64]],
        encodings: &[Value],
    ) -> anyhow::Result<()> {
        let grid_shape = self.agreed(|reading| reading.grid_shape(array_shape, chunk_shape))?;
        let reading = Literal::default();
        let mut statement = Grid {
            array_shape: array_shape.to_vec(),
            chunk_shape: chunk_shape.to_vec(),
            grid_shape: Some(grid_shape.clone()),
            elements: Vec::new(),
            chunks: Vec::new(),
            refused: None,
            outcomes: Vec::new(),
        };
        for &coordinates in elements {
            ensure!(
                is_below(coordinates, array_shape),
                "{}: {coordinates:?} lies outside",
                self.id
            );
            statement.elements.push(ElementOfGrid {
                coordinates: coordinates.to_vec(),
                chunk: reading.chunk_index(coordinates, chunk_shape),
                within: reading.position_in_chunk(coordinates, chunk_shape),
            });
        }
        for &index in chunks {
            ensure!(
                is_below(index, &grid_shape),
                "{}: chunk {index:?} lies outside",
                self.id
            );
            let keys: anyhow::Result<_> = encodings
                .iter()
                .map(|encoding| key(reading, encoding, index))
                .collect();
            let origin = reading.chunk_origin(index, chunk_shape)?;
            statement.chunks.push(ChunkOfGrid {
                index: index.to_vec(),
                origin,
                keys: keys?,
            });
        }
        self.state(Statement::Grid(statement))
    }

    /// Shapes that form no grid.
    pub(crate) fn refused_grid(
        self,
        array_shape: &[u64],
        chunk_shape: &[u64],
        refused: &str,
    ) -> anyhow::Result<()> {
        self.all_refuse(|reading| reading.grid_shape(array_shape, chunk_shape))?;
        self.grid_without_answer(array_shape, chunk_shape, Some(refused), Vec::new())
    }

    /// Shapes on which readings differ: each with the shape of the grid, or nothing where it
    /// refuses.
    pub(crate) fn open_grid(
        self,
        array_shape: &[u64],
        chunk_shape: &[u64],
        readings: &[(&str, Option<Vec<u64>>)],
    ) -> anyhow::Result<()> {
        let outcomes = readings
            .iter()
            .map(|(reading, shape)| Outcome {
                grid_shape: shape.clone(),
                ..outcome(reading, shape.is_none())
            })
            .collect();
        self.level(Level::Open)
            .grid_without_answer(array_shape, chunk_shape, None, outcomes)
    }

    fn grid_without_answer(
        self,
        array_shape: &[u64],
        chunk_shape: &[u64],
        refused: Option<&str>,
        outcomes: Vec<Outcome>,
    ) -> anyhow::Result<()> {
        self.state(Statement::Grid(Grid {
            array_shape: array_shape.to_vec(),
            chunk_shape: chunk_shape.to_vec(),
            grid_shape: None,
            elements: Vec::new(),
            chunks: Vec::new(),
            refused: refused.map(str::to_owned),
            outcomes,
        }))
    }

    /// A valid document, and what the reference reads in it.
    pub(crate) fn metadata(self, document: impl Into<String>) -> anyhow::Result<()> {
        let document = document.into();
        let means = self.agreed(|reading| {
            reading
                .array_metadata(document.as_bytes())
                .map(|array| meaning(&array))
        })?;
        self.metadata_statement(document.into_bytes(), Some(means), None, Vec::new())
    }

    /// A document that must be refused.
    pub(crate) fn refused_metadata(
        self,
        document: impl Into<Vec<u8>>,
        refused: &str,
    ) -> anyhow::Result<()> {
        let document = document.into();
        self.all_refuse(|reading| reading.array_metadata(&document))?;
        self.metadata_statement(document, None, Some(refused), Vec::new())
    }

    /// A document on which readings differ: each with what it means, or nothing where it is
    /// refused.
    pub(crate) fn open_metadata(
        self,
        document: impl Into<Vec<u8>>,
        readings: &[(&str, Option<Meaning>)],
    ) -> anyhow::Result<()> {
        let outcomes = readings
            .iter()
            .map(|(reading, means)| Outcome {
                means: means.clone(),
                ..outcome(reading, means.is_none())
            })
            .collect();
        self.level(Level::Open)
            .metadata_statement(document.into(), None, None, outcomes)
    }

    fn metadata_statement(
        self,
        document: Vec<u8>,
        means: Option<Meaning>,
        refused: Option<&str>,
        outcomes: Vec<Outcome>,
    ) -> anyhow::Result<()> {
        let (zarr_json, zarr_json_bytes) = match String::from_utf8(document) {
            Ok(text) => (Some(text), None),
            Err(error) => (None, Some(HexBytes(error.into_bytes()))),
        };
        let refused = refused.map(str::to_owned);
        let at_open = self.at_open;
        self.state(Statement::Metadata(Metadata {
            at_open,
            zarr_json,
            zarr_json_bytes,
            means,
            refused,
            outcomes,
        }))
    }

    /// The answer of the reference, which must be the same in every edition of the fact.
    pub(crate) fn agreed<T: PartialEq + std::fmt::Debug>(
        &self,
        answer: impl Fn(&Literal) -> Result<T, Error>,
    ) -> anyhow::Result<T> {
        let mut agreed: Option<T> = None;
        for edition in &self.editions {
            let found = answer(&Literal(*edition)).with_context(|| {
                format!("{}: the reference refuses in edition {edition}", self.id)
            })?;
            if let Some(earlier) = &agreed {
                ensure!(
                    *earlier == found,
                    "{}: editions differ: {earlier:?} and {found:?}",
                    self.id
                );
            }
            agreed = Some(found);
        }
        agreed.with_context(|| format!("{}: the fact holds in no edition", self.id))
    }

    /// The reference must refuse, in every edition of the fact, and not by a bug.
    pub(crate) fn all_refuse<T: std::fmt::Debug>(
        &self,
        answer: impl Fn(&Literal) -> Result<T, Error>,
    ) -> anyhow::Result<()> {
        for edition in &self.editions {
            match answer(&Literal(*edition)) {
                Err(Error::Bug(bug)) => bail!("{}: {bug}", self.id),
                Err(_) => {}
                Ok(found) => bail!(
                    "{}: the reference accepts in edition {edition}: {found:?}",
                    self.id
                ),
            }
        }
        Ok(())
    }

    /// Finishes the fact.
    #[expect(clippy::unnecessary_wraps, reason = "the end of chains that can fail")]
    pub(crate) fn state(self, statement: Statement) -> anyhow::Result<()> {
        self.topic.facts.push(Fact {
            id: self.id,
            comment: self.comment,
            requirements: self.requirements,
            level: self.level,
            editions: self.editions,
            twin: self.twin,
            statement,
        });
        Ok(())
    }
}

/// What a document says.
pub(crate) fn meaning(array: &ArrayMetadata) -> Meaning {
    Meaning {
        data_type: array.data_type.to_string(),
        shape: array.shape.clone(),
        fill_value: HexBytes(element::to_bytes(
            array.data_type,
            std::slice::from_ref(&array.fill_value),
        )),
    }
}

/// An outcome without anything but its reading.
pub(crate) fn outcome(reading: &str, refused: bool) -> Outcome {
    Outcome {
        reading: reading.to_owned(),
        refused,
        encoded: None,
        elements: None,
        means: None,
        grid_shape: None,
    }
}

/// The bytes of a chunk, which must decode to the chunk again.
pub(crate) fn encode(
    reading: Literal,
    codecs: &Value,
    chunk: &ChunkArray,
) -> Result<Vec<u8>, Error> {
    let chain = chain(reading, codecs, chunk.data_type, &chunk.shape)?;
    let encoded = reading.encode(&chain, chunk)?;
    match reading.decode(&chain, &encoded)? {
        decoded if decoded == *chunk => Ok(encoded),
        decoded => Err(Error::Bug(format!("{chunk:?} is decoded to {decoded:?}"))),
    }
}

fn decode(
    reading: Literal,
    codecs: &Value,
    data_type: DataType,
    shape: &[u64],
    encoded: &[u8],
) -> Result<ChunkArray, Error> {
    reading.decode(&chain(reading, codecs, data_type, shape)?, encoded)
}

fn chain(
    reading: Literal,
    codecs: &Value,
    data_type: DataType,
    shape: &[u64],
) -> Result<Chain, Error> {
    match Json::from_value(codecs)? {
        Json::Array(list) => reading.chain(&list, data_type, shape),
        other => Err(Error::Bug(format!("{other} is no list of codecs"))),
    }
}

fn list(codecs: &Value) -> anyhow::Result<Vec<Value>> {
    Ok(codecs.as_array().context("codecs is no list")?.clone())
}

fn key(reading: Literal, encoding: &Value, index: &[u64]) -> anyhow::Result<KeyOfChunk> {
    let parsed = reading.chunk_key_encoding(&Json::from_value(encoding)?)?;
    let key = array_metadata::chunk_key(&reading, &parsed, index);
    Ok(KeyOfChunk {
        chunk_key_encoding: encoding.clone(),
        key,
    })
}

fn representation_type(found: &Type) -> RepresentationType {
    match found {
        Type::Array { data_type, shape } => RepresentationType {
            data_type: Some(data_type.to_string()),
            shape: Some(shape.clone()),
            bytes: None,
        },
        Type::Bytes { length } => RepresentationType {
            data_type: None,
            shape: None,
            bytes: *length,
        },
    }
}

fn is_below(position: &[u64], shape: &[u64]) -> bool {
    position.len() == shape.len() && position.iter().zip(shape).all(|(p, length)| p < length)
}

/// The codec list with nothing but the bytes codec.
pub(crate) fn bytes(endian: &str) -> Value {
    json!([bytes_codec(endian)])
}

/// The bytes codec.
pub(crate) fn bytes_codec(endian: &str) -> Value {
    json!({"name": "bytes", "configuration": {"endian": endian}})
}

/// The transpose codec.
pub(crate) fn transpose_codec(order: &[usize]) -> Value {
    json!({"name": "transpose", "configuration": {"order": order}})
}
