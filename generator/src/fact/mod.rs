//! Facts while they are being written: an input is given, the reference answers it in every
//! edition of the fact, and the answers must agree.

mod array;
mod bad_chunk;
mod chunk;
mod create;
mod full_chunks;
mod grid;
mod hierarchy;
mod metadata;
mod representation;

use anyhow::{Context, bail, ensure};
use serde_json::Value;
use zarr_conform_reference::chunk_array::number_of_elements;
use zarr_conform_reference::codecs::{Chain, is_format};
use zarr_conform_reference::{ChunkArray, DataType, Element, Error, Json, Steps, vector_form};
use zarr_conform_terms::{Edition, HexBytes};
use zarr_conform_vectors::{Binds, Claim, Fact, Level, Outcome, Presentation, Statement};

pub(crate) use self::full_chunks::full_chunks;
use crate::topic::Topic;

/// A fact that lacks its statement.
pub(crate) struct Draft<'t> {
    pub(crate) topic: &'t mut Topic,
    pub(crate) id: String,
    requirements: Vec<String>,
    comment: String,
    level: Level,
    pub(crate) editions: Vec<Edition>,
    twin: Option<String>,
    open: Option<String>,
    binds: Binds,
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
            open: None,
            binds: Binds::default(),
            at_open: false,
        }
    }

    /// Holds at this level; facts are `must` unless they say otherwise, and `open` with outcomes.
    pub(crate) fn level(mut self, level: Level) -> Self {
        self.level = level;
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

    /// Names the open place of the registry that a fact is about, if the fact is open.
    pub(crate) fn open_place(mut self, place: &str) -> Self {
        self.open = Some(place.to_owned());
        self
    }

    /// This input binds the writer alone, whomever its requirements bind.
    pub(crate) fn binds_writer(mut self) -> Self {
        self.binds = Binds::Writer;
        self
    }

    /// The text says that opening fails; for other refusals, when is left open.
    pub(crate) fn at_open(mut self) -> Self {
        self.at_open = true;
        self
    }

    /// How the metadata of its store are shown.
    pub(crate) fn presentation(&self) -> Presentation {
        Presentation::of(&self.id, self.twin.as_deref())
    }

    /// The newest edition of the fact.
    pub(crate) fn newest(&self) -> anyhow::Result<Edition> {
        self.editions
            .iter()
            .max()
            .copied()
            .with_context(|| format!("{}: no edition", self.id))
    }

    /// The answer of the reference, which must be the same in every edition of the fact.
    pub(crate) fn agreed<T: PartialEq + std::fmt::Debug>(
        &self,
        answer: impl Fn(&Steps) -> Result<T, Error>,
    ) -> anyhow::Result<T> {
        let mut agreed: Option<T> = None;
        for edition in &self.editions {
            let found = answer(&Steps::literal(*edition)).with_context(|| {
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
        answer: impl Fn(&Steps) -> Result<T, Error>,
    ) -> anyhow::Result<()> {
        for edition in &self.editions {
            match answer(&Steps::literal(*edition)) {
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
            // `premise::add` says on which one a refusal rests.
            premise: None,
            binds: self.binds,
            open: self.open.filter(|_| self.level == Level::Open),
            statement,
        });
        Ok(())
    }
}

/// What a fact claims where readings differ: what each gives, or nothing where it refuses.
pub(crate) fn open<T, R: Clone, W>(readings: &[(&str, Option<R>)]) -> Claim<T, R, W> {
    let outcome = |(reading, gives): &(&str, Option<R>)| Outcome {
        reading: (*reading).to_owned(),
        gives: gives.clone(),
    };
    Claim::Open(readings.iter().map(outcome).collect())
}

/// The same of encoded bytes.
pub(crate) fn open_bytes<T, W>(readings: &[(&str, Option<Vec<u8>>)]) -> Claim<T, HexBytes, W> {
    let hex = |(reading, bytes): &(&'_ str, Option<Vec<u8>>)| Outcome {
        reading: (*reading).to_owned(),
        gives: bytes.clone().map(HexBytes::from),
    };
    Claim::Open(readings.iter().map(hex).collect())
}

/// That the input must be refused.
pub(crate) fn refused<T, R>(why: &str) -> Claim<T, R> {
    Claim::Refused {
        why: why.to_owned(),
    }
}

fn chain(
    steps: &Steps,
    codecs: &Value,
    data_type: DataType,
    shape: &[u64],
) -> Result<Chain, Error> {
    match Json::from_value(codecs)? {
        Json::Array(list) => steps.chain(&list, data_type, shape, &Element::zero(data_type)),
        other => Err(Error::Bug(format!("{other} is not a list of codecs"))),
    }
}

fn list(codecs: &Value) -> anyhow::Result<Vec<Value>> {
    Ok(codecs.as_array().context("codecs is not a list")?.clone())
}

/// The bytes of a chunk, which must decode to the chunk again.
fn encode(steps: &Steps, codecs: &Value, chunk: &ChunkArray) -> Result<Vec<u8>, Error> {
    let chain = chain(steps, codecs, chunk.data_type, &chunk.shape)?;
    let encoded = steps.encode(&chain, chunk)?;
    match steps.decode(&chain, &encoded)? {
        decoded if decoded == *chunk => Ok(encoded),
        decoded => Err(Error::Bug(format!("{chunk:?} is decoded to {decoded:?}"))),
    }
}

/// Bytes of the elements of the largest chunk that is made up.
const MOST_BYTES: u64 = 64 * 1024;

/// An encoded chunk of elements whose bytes are all 1, or are an element that is the same in both byte orders. Nothing where
/// the chunk's bytes are all 1, too, or where it is large.
fn chunk_of_ones(
    steps: &Steps,
    chain: &Chain,
    data_type: DataType,
    shape: &[u64],
) -> Result<Option<HexBytes>, Error> {
    let size = data_type.size().max(1);
    let length = number_of_elements(shape).and_then(|it| it.checked_mul(size as u64));
    let length = length.filter(|&length| length <= MOST_BYTES);
    let Some(length) = length.and_then(|it| usize::try_from(it).ok()) else {
        return Ok(None);
    };
    let one = data_type.description().symmetric_element();
    let one = vector_form::element(data_type, &one)?;
    let chunk = ChunkArray::filled(data_type, shape.to_vec(), &one)?;
    let encoded = match steps.encode(chain, &chunk) {
        Err(Error::Unsupported(_) | Error::Codec(_)) => return Ok(None),
        encoded => encoded?,
    };
    // A codec may round what it does not take exactly.
    if !steps.decode(chain, &encoded).is_ok_and(|it| it == chunk) {
        return Ok(None);
    }
    let is_known =
        encoded == vec![1; length] && !chain.codecs.iter().any(|it| is_format(it.name()));
    Ok((!is_known).then(|| HexBytes::from(encoded)))
}
