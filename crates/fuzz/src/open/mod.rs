//! Random variants of what the text leaves open, to ask who does what.
//!
//! A variant is a golden open fact of which everything but the open thing is another: the document's
//! optional members and white space, lengths, data type, fill value, chunk keys, where the chunk lies, and
//! codecs before and after. That it still is about the open place is checked: what the
//! [permitted readings](zarr_conform_reference::permitted) of the place make of it must differ.
//!
//! | part | what |
//! |---|---|
//! | `document` | variants of a metadata document |
//! | `chunk` | variants of what surrounds a codec list or an encoded chunk |
//! | `outcomes` | what readings make of a variant |

mod chunk;
mod document;
mod outcomes;

use fastrand::Rng;
use zarr_conform_reference::store::MemoryStore;
use zarr_conform_reference::{Steps, permitted};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Array, Binds, Claim, Fact, Level, Statement, Store, Vectors};

use crate::Choices;
use crate::state::{NoFact, Stated};

/// The file that variants belong to, without `.json`.
pub const TOPIC: &str = "fuzz/open";

/// How often a fact is varied for one variant: what is about the open place no longer is left out.
const TRIALS: u64 = 4;

/// A reading of an open place: the literal one has no words of its own.
pub(crate) struct Reading {
    steps: Steps,
    does: Option<&'static str>,
}

/// Random variants of the golden open facts, at most so many of each place.
///
/// # Errors
/// Where our own program contradicts itself.
pub fn variants(
    golden: &Vectors,
    choices: &Choices,
    seed: u64,
    of_each_place: usize,
) -> Result<Vec<Stated>, NoFact> {
    let mut variants = Vec::new();
    for place in places(golden, choices.edition) {
        let readings = readings(place, choices.edition);
        let facts: Vec<&Fact> = golden.facts().iter().collect();
        let facts: Vec<&Fact> = facts
            .into_iter()
            .filter(|it| {
                it.open.as_deref() == Some(place) && it.editions.contains(&choices.edition)
            })
            .collect();
        // The same for a place, whatever other places there are.
        let of_place = place.bytes().fold(seed, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let mut rng = Rng::with_seed(of_place);
        let mut found = 0;
        for _ in 0..(of_each_place as u64 * TRIALS) {
            if found == of_each_place || readings.len() < 2 {
                break;
            }
            let fact = facts[rng.usize(..facts.len())];
            let Some(store) = varied(&mut rng, fact, golden, choices, &readings) else {
                continue;
            };
            let name = format!("{place}-{found}");
            if let Some(stated) = stated(fact, place, &name, store, choices.edition, &readings)? {
                variants.push(stated);
                found += 1;
            }
        }
    }
    Ok(variants)
}

/// The open places that facts of an edition are about, in their order.
pub fn places(golden: &Vectors, edition: Edition) -> Vec<&str> {
    let mut places = Vec::new();
    for fact in golden.facts() {
        if let Some(place) = fact.open.as_deref()
            && fact.editions.contains(&edition)
            && !places.contains(&place)
        {
            places.push(place);
        }
    }
    places
}

/// The literal reading, and those that are permitted at a place.
fn readings(place: &str, edition: Edition) -> Vec<Reading> {
    let literal = Reading {
        steps: Steps::literal(edition),
        does: None,
    };
    let others = permitted::all().filter(|it| it.open == place && it.editions.contains(&edition));
    let others = others.map(|it| Reading {
        steps: it.steps(edition),
        does: Some(it.does),
    });
    std::iter::once(literal).chain(others).collect()
}

/// A store like that of a golden fact but for what the place is not about.
fn varied(
    rng: &mut Rng,
    fact: &Fact,
    golden: &Vectors,
    choices: &Choices,
    readings: &[Reading],
) -> Option<MemoryStore> {
    match &fact.statement {
        Statement::Metadata(it) => {
            let text = std::str::from_utf8(it.document()).ok()?;
            Some(document::store(document::varied(rng, text), []))
        }
        Statement::Array(_) => {
            let store = golden.store(fact)?;
            let text = std::str::from_utf8(store.get("zarr.json")?).ok()?;
            let chunks = store.iter().filter(|(key, _)| *key != "zarr.json");
            let chunks = chunks.map(|(key, value)| (key.clone(), value.to_vec()));
            Some(document::store(document::with_members(rng, text), chunks))
        }
        Statement::Representation(it) => {
            let given = chunk::Given::new(&it.data_type, &it.shape, &it.codecs)?;
            chunk::of_codecs(rng, given, choices, readings)
        }
        Statement::Chunk(it) => {
            let given = chunk::Given::new(&it.data_type, &it.shape, &it.codecs)?;
            chunk::of_codecs(rng, given, choices, readings)
        }
        Statement::BadChunk(it) => {
            let given = chunk::Given::new(&it.data_type, &it.shape, &it.codecs)?;
            chunk::of_bytes(rng, given, &it.encoded.0, choices, readings)
        }
        Statement::Grid(_) | Statement::Hierarchy(_) => None,
    }
}

/// The fact that a store is, where readings of the place differ about it.
fn stated(
    golden: &Fact,
    place: &str,
    name: &str,
    store: MemoryStore,
    edition: Edition,
    readings: &[Reading],
) -> Result<Option<Stated>, NoFact> {
    let Some(found) = outcomes::of(&store, readings)? else {
        return Ok(None);
    };
    let files = store.0.into_iter().map(|(key, value)| (key, value.into()));
    let store: Store = files.collect();
    let fact = Fact {
        id: format!("{TOPIC}/{name}"),
        comment: format!(
            "whether what {} is about is read alike elsewhere is not said",
            golden.id
        ),
        requirements: golden.requirements.clone(),
        level: Level::Open,
        editions: vec![edition],
        twin: None,
        premise: None,
        binds: Binds::default(),
        open: Some(place.to_owned()),
        statement: Statement::Array(Array {
            store: format!("open/{name}.zarr"),
            data_type: found.data_type,
            shape: found.shape,
            claim: Claim::Open(found.outcomes),
        }),
    };
    Ok(Some(Stated {
        fact,
        store: Some(store),
    }))
}
