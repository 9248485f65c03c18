//! Random invalid cases: a valid one with a single mistake, which every reading of the text refuses.
//!
//! A mistake is one of a kind, a [`Rule`], that golden facts at level `must` have, too: the rule names the
//! requirements that it breaks. That the reference refuses a case is a condition and no proof; a test has
//! every permitted reading refuse each of many cases.
//!
//! | file | what |
//! |---|---|
//! | `metadata` | mistakes in the members of a document |
//! | `fill_value` | mistakes in the fill value |
//! | `fixed_length` | the same of strings of a fixed length |
//! | `times` | mistakes in what moments and durations are configured by, and in their fill values |
//! | `codecs` | mistakes in lists of codecs and their entries |
//! | `stored` | what mistakes in the bytes of a chunk have in common; those of a codec are in `documents` |
//! | `edit` | changes of a document |
//! | `base` | the valid cases that mistakes are made in |
//! | `premise` | what a refusal rests on, and how strongly it is demanded |

mod base;
pub(crate) mod codecs;
pub(crate) mod edit;
mod fill_value;
mod fixed_length;
pub(crate) mod metadata;
pub(crate) mod premise;
pub(crate) mod stored;
mod times;

use zarr_conform_reference::codecs::Chain;
use zarr_conform_reference::{ChunkArray, Error, Steps, vector_form};
use zarr_conform_terms::{Edition, HexBytes};
use zarr_conform_vectors::{BadChunk, Claim, Document, Fact, Metadata, MetadataRefused, Statement};

use self::base::{members, of_one_chunk, opened, text};
use self::edit::Edit;
use self::premise::{grounds, level};
use crate::case::codec;
use crate::case::features::Features;
use crate::documents::{DOCUMENTS, Idle};
use crate::state::TOPIC;
use crate::tape::Tape;
use crate::{Act, Case, Choices, NoFact, Stated};

/// A kind of mistake.
#[derive(Debug)]
pub struct Rule {
    /// In words that follow "it has", for example `an order that is not a permutation`.
    pub name: &'static str,
    /// What an implementation does that accepts it, as in the comments of facts.
    pub comment: &'static str,
    /// Why it must be refused.
    pub why: &'static str,
    /// The requirements that it breaks.
    pub requirements: &'static [&'static str],
    pub(crate) place: Place,
}

/// What a mistake is made in.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// The members of the document: all changes that are this mistake.
    Members(fn(&Case) -> Vec<Edit>),
    /// The text of the document: its beginning of so many bytes, for each number of them.
    Text,
    /// The bytes of a chunk whose last codec has this name: what they become, for a number of any size.
    Stored(&'static str, fn(&Chunk<'_>, usize) -> Option<Vec<u8>>),
}

/// The encoded chunk of a valid case.
pub(crate) struct Chunk<'a> {
    pub(crate) case: &'a Case,
    pub(crate) steps: &'a Steps,
    pub(crate) chain: &'a Chain,
    pub(crate) bytes: &'a [u8],
}

/// Every kind of mistake.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    let of_documents = DOCUMENTS.into_iter().map(|it| it.invalid);
    let general = [
        metadata::RULES,
        fill_value::RULES,
        fixed_length::RULES,
        times::OF_MOMENTS,
        times::OF_DURATIONS,
        codecs::RULES,
    ];
    general.into_iter().chain(of_documents).flatten()
}

/// A valid case with one mistake.
#[derive(Clone, Debug)]
pub struct InvalidCase {
    /// The valid case. Its document is opened, or its only chunk is decoded.
    base: Case,
    rule: &'static Rule,
    /// Which of the mistakes of this kind; beyond their number, it begins again.
    which: usize,
}

impl PartialEq for InvalidCase {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.rule, other.rule) && self.which == other.which && self.base == other.base
    }
}

/// What the mistake leaves.
enum Mistaken {
    Document(String),
    Bytes(Vec<u8>),
}

/// Requirements of no codec in the current text, by how their ids begin, and where mistakes make no difference.
const IDLE: [(&str, Idle); 4] = [
    ("default-key.", Idle::OneElement),
    ("v2-key.", Idle::OneElement),
    ("regular-grid.", Idle::OneElement),
    ("endian.", Idle::OneByte),
];

/// Whether no two readers can make different elements of the mistake, since the array has one element, or elements
/// of one byte.
fn is_irrelevant(base: &Case, rule: &Rule) -> bool {
    let holds = |idle: Idle| match idle {
        Idle::OneElement => base.shape.is_empty(),
        Idle::OneByte => base.data_type.size() == 1,
    };
    let of_codecs = DOCUMENTS.into_iter().filter_map(|it| it.idle);
    let idle: Vec<(&str, Idle)> = IDLE.into_iter().chain(of_codecs).collect();
    let is_of = |meant: Idle| {
        let prefixes = idle.iter().filter(|(_, idle)| *idle == meant);
        let prefixes: Vec<&str> = prefixes.map(|(prefix, _)| *prefix).collect();
        rule.requirements.iter().all(|id| {
            id.starts_with("extension.configuration")
                || prefixes.iter().any(|prefix| id.starts_with(prefix))
        })
    };
    let each = [Idle::OneElement, Idle::OneByte].into_iter();
    each.filter(|it| holds(*it)).any(is_of)
}

/// Whether a chunk of the array is stored beside a document with a mistake: a longer one is not made.
fn has_short_chunks(case: &Case) -> bool {
    const MOST_BYTES: u64 = 64 * 1024;
    let size = case.data_type.size() as u64;
    let mut lengths = case.chunk_shape.iter();
    let bytes = lengths.try_fold(size, |bytes, it| bytes.checked_mul(*it));
    bytes.is_some_and(|it| it <= MOST_BYTES)
}

/// A chunk of elements whose bytes are all 1, as the document of a case describes it, and what its bytes decode to.
fn of_ones(steps: &Steps, case: &Case) -> Result<(ChunkArray, Vec<u8>, ChunkArray), Error> {
    let array = steps.array_metadata(case.document().as_bytes())?;
    let (chunk_shape, chain) = array.only_shape()?;
    let one = array.data_type.description().symmetric_element();
    let one = vector_form::element(array.data_type, &one)?;
    let chunk = ChunkArray::filled(array.data_type, chunk_shape, &one)?;
    let encoded = steps.encode(chain, &chunk)?;
    let decoded = steps.decode(chain, &encoded)?;
    Ok((chunk, encoded, decoded))
}

/// Whether the codecs take elements whose bytes are all 1 exactly: not every codec takes any number.
fn takes_ones(case: &Case) -> bool {
    let mut codecs = codec::all(&case.codecs).into_iter();
    if !codecs.any(|(_, it)| it.document().is_some_and(|it| it.is_of_numbers)) {
        return true;
    }
    let ones = of_ones(&Steps::literal(Edition::default()), case);
    ones.is_ok_and(|(chunk, _, decoded)| chunk == decoded)
}

impl InvalidCase {
    /// How many kinds of mistakes there are.
    pub(crate) fn kinds() -> u64 {
        rules().count() as u64
    }

    /// Every kind of mistake, from the one of this number on; beyond the number of kinds, it begins again.
    pub fn kinds_from(kind: u64) -> impl Iterator<Item = &'static Rule> {
        let rules: Vec<&'static Rule> = rules().collect();
        let number = rules.len();
        let first = usize::try_from(kind % number as u64).unwrap_or(0);
        rules.into_iter().cycle().skip(first).take(number)
    }

    /// The mistake of a kind that a tape chooses, in the case that it chooses; nothing where the case has no place for
    /// one.
    pub fn random(tape: &mut Tape, rule: &'static Rule, choices: &Choices) -> Option<Self> {
        let base = tape.part("valid case", |tape| Case::random(tape, choices));
        // Mistakes of a kind begin with the plainest.
        let which = usize::try_from(tape.below("which", 1 << 16)).unwrap_or(0);
        Self::new(&base, rule, which)
    }

    /// A mistake of this kind in a case; nothing where the case cannot be made into one that is opened or
    /// decoded.
    pub fn new(base: &Case, rule: &'static Rule, which: usize) -> Option<Self> {
        let base = match rule.place {
            // Whoever looks at a codec or a fill value when it is needed needs none for no elements.
            Place::Members(_) | Place::Text if base.elements() == 0 => return None,
            // A chunk of it is made, and those of grids have any length.
            Place::Members(_) | Place::Text if matches!(base.act, Act::Grid) => return None,
            Place::Members(_) | Place::Text if !has_short_chunks(base) => return None,
            Place::Members(_) | Place::Text if !takes_ones(base) => return None,
            // Then it would bind only the writer, and a reader that copes is not to be blamed.
            Place::Members(_) if is_irrelevant(base, rule) => return None,
            Place::Members(_) | Place::Text => opened(base),
            Place::Stored(codec, _) if base.codecs.last()?.name() != codec => return None,
            Place::Stored(..) => of_one_chunk(base)?,
        };
        Some(Self { base, rule, which })
    }

    /// The kind of mistake.
    pub fn rule(&self) -> &'static Rule {
        self.rule
    }

    /// The fact that it must be refused, and its twin, the fact of the valid case. `twin` is the last
    /// part of its id.
    ///
    /// # Errors
    /// Where the reference refuses the valid case, or takes the invalid one, which is a defect.
    pub fn state(
        &self,
        edition: Edition,
        name: &str,
        twin: &str,
    ) -> Result<(Stated, Stated), NoFact> {
        let valid = self.base.state(edition, twin)?;
        let steps = Steps::literal(edition);
        let Some(mistaken) = self.mistaken(&steps, Some(&valid))? else {
            let message = format!("the case has no place for {}", self.rule.name);
            return Err(NoFact::Refused(Error::Unsupported(message)));
        };
        let statement = match mistaken {
            Mistaken::Document(text) => {
                if steps.array_metadata(text.as_bytes()).is_ok() {
                    return Err(self.accepted(&text));
                }
                Statement::Metadata(Metadata {
                    document: Document::new(text.into_bytes()),
                    claim: Claim::Refused {
                        why: MetadataRefused {
                            why: self.rule.why.to_owned(),
                            at_open: false,
                        },
                    },
                })
            }
            Mistaken::Bytes(bytes) => {
                let array = steps.array_metadata(self.base.document().as_bytes())?;
                if steps.decode(array.only_shape()?.1, &bytes).is_ok() {
                    return Err(self.accepted(&format!("{bytes:02x?}")));
                }
                Statement::BadChunk(BadChunk {
                    data_type: self.base.data_type.into(),
                    shape: self.base.chunk_shape.clone(),
                    codecs: self.base.codecs.iter().map(codec::Codec::json).collect(),
                    encoded: HexBytes::from(bytes),
                    claim: Claim::Refused {
                        why: self.rule.why.to_owned(),
                    },
                })
            }
        };
        let requirements = self.rule.requirements.iter();
        let requirements: Vec<String> = requirements.map(|&it| it.to_owned()).collect();
        let grounds = grounds(&requirements)?;
        let fact = Fact {
            id: format!("{TOPIC}/{name}"),
            comment: self.rule.comment.to_owned(),
            level: level(&requirements)?,
            requirements,
            editions: vec![edition],
            twin: Some(valid.fact.id.clone()),
            premise: grounds.premise,
            binds: grounds.binds,
            open: None,
            statement,
        };
        Ok((
            Stated { fact, store: None },
            self.with_chunk(&steps, valid)?,
        ))
    }

    /// The fact of the valid case with a chunk that its document describes, of elements whose bytes are
    /// all 1: the refused document is asked with this chunk, too, so that whoever looks at codecs with the
    /// first chunk has one to look at.
    fn with_chunk(&self, steps: &Steps, mut valid: Stated) -> Result<Stated, NoFact> {
        let Statement::Metadata(Metadata {
            claim: Claim::Holds(stated),
            ..
        }) = &mut valid.fact.statement
        else {
            return Ok(valid);
        };
        let (_, encoded, _) = of_ones(steps, &self.base)?;
        stated.chunk = Some(HexBytes::from(encoded));
        Ok(valid)
    }

    /// Number of elements of the array.
    pub fn elements(&self) -> u64 {
        self.base.elements()
    }

    /// What it is about: the mistake, and what the valid case has beyond the plainest.
    pub fn features(&self) -> Features {
        let mut features = self.base.features();
        features.insert(self.rule.name.to_owned());
        features
    }

    /// Whether the mistake can be made.
    pub fn has_place(&self, edition: Edition) -> bool {
        let steps = Steps::literal(edition);
        let valid = match self.rule.place {
            Place::Stored(..) => self.base.state(edition, "valid").ok(),
            Place::Members(_) | Place::Text => None,
        };
        matches!(self.mistaken(&steps, valid.as_ref()), Ok(Some(_)))
    }

    /// What the mistake leaves; nothing where it cannot be made. Mistakes in bytes need the valid case.
    fn mistaken(&self, steps: &Steps, valid: Option<&Stated>) -> Result<Option<Mistaken>, NoFact> {
        match self.rule.place {
            Place::Members(edits) => {
                let edits = edits(&self.base);
                let members = members(&self.base);
                let first = self.which.checked_rem(edits.len()).unwrap_or(0);
                let mut edits = edits.iter().cycle().skip(first).take(edits.len());
                let changed = edits.find_map(|it| it.apply(&members));
                Ok(changed.map(|it| Mistaken::Document(text(&self.base, &it))))
            }
            Place::Text => {
                let text = self.base.document();
                let end = text.rfind('}').unwrap_or_default();
                let cut = self
                    .which
                    .checked_rem(end)
                    .and_then(|it| text.get(..it + 1));
                Ok(cut.map(|it| Mistaken::Document(it.to_owned())))
            }
            Place::Stored(_, damage) => {
                let Some(bytes) = valid.and_then(|valid| encoded(&valid.fact.statement)) else {
                    return Ok(None);
                };
                let array = steps.array_metadata(self.base.document().as_bytes())?;
                let chunk = Chunk {
                    case: &self.base,
                    steps,
                    chain: array.only_shape()?.1,
                    bytes,
                };
                Ok(damage(&chunk, self.which).map(Mistaken::Bytes))
            }
        }
    }

    fn accepted(&self, what: &str) -> NoFact {
        let name = self.rule.name;
        NoFact::Bug(format!("the reference accepts {name}: {what}"))
    }
}

fn encoded(statement: &Statement) -> Option<&[u8]> {
    match statement {
        Statement::Chunk(chunk) => match &chunk.claim {
            Claim::Holds(encoded) => Some(&encoded.0),
            _ => None,
        },
        _ => None,
    }
}
