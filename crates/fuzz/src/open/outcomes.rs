//! What readings make of a variant.

use zarr_conform_reference::chunk_array::number_of_elements;
use zarr_conform_reference::store::MemoryStore;
use zarr_conform_reference::{ArrayMetadata, Error, vector_form};
use zarr_conform_terms::{DataTypeValue, HexElements};
use zarr_conform_vectors::Outcome;

use super::Reading;
use crate::state::NoFact;

/// The most elements that a variant has.
const MOST_ELEMENTS: u64 = 4096;

/// An array about which readings differ.
pub(super) struct Found {
    pub(super) data_type: DataTypeValue,
    pub(super) shape: Vec<u64>,
    pub(super) outcomes: Vec<Outcome<HexElements>>,
}

/// What each reading gives: at least two of them differ. Nothing where all do the same, where it is too
/// large, or where the readings see arrays of different types or shapes.
pub(super) fn of(store: &MemoryStore, readings: &[Reading]) -> Result<Option<Found>, NoFact> {
    let mut seen: Option<(DataTypeValue, Vec<u64>)> = None;
    let mut given: Vec<(Option<HexElements>, Vec<&'static str>)> = Vec::new();
    for reading in readings {
        let elements = match read(store, reading) {
            Ok(None) => return Ok(None),
            Ok(Some((array, elements))) => {
                let array = (DataTypeValue::from(array.data_type), array.shape);
                if *seen.get_or_insert_with(|| array.clone()) != array {
                    return Ok(None);
                }
                Some(elements)
            }
            Err(Error::Bug(bug)) => return Err(NoFact::Bug(bug)),
            Err(_) => None,
        };
        let does = reading.does;
        match given.iter_mut().find(|(it, _)| *it == elements) {
            Some((_, all)) => all.extend(does),
            None => given.push((elements, does.into_iter().collect())),
        }
    }
    let Some((data_type, shape)) = seen.filter(|_| given.len() > 1) else {
        return Ok(None);
    };
    let accepted = given.iter().filter(|(elements, _)| elements.is_some());
    let is_only = accepted.count() == 1;
    // The literal reading is the first.
    let outcomes = given
        .into_iter()
        .enumerate()
        .map(|(at, (gives, does))| Outcome {
            reading: match (&gives, does.first()) {
                (None, _) => "it refuses".to_owned(),
                (Some(_), _) if is_only => "it accepts".to_owned(),
                (Some(_), Some(does)) if at > 0 => format!("it {does}"),
                (Some(_), _) => "it does as the reference".to_owned(),
            },
            gives,
        });
    Ok(Some(Found {
        data_type,
        shape,
        outcomes: outcomes.collect(),
    }))
}

/// The whole array; nothing where it is too large.
fn read(
    store: &MemoryStore,
    reading: &Reading,
) -> Result<Option<(ArrayMetadata, HexElements)>, Error> {
    let steps = &reading.steps;
    let array = steps.open(store)?;
    let is_small = |shape: &[u64]| number_of_elements(shape).is_some_and(|it| it <= MOST_ELEMENTS);
    if !is_small(&array.shape)
        || !array
            .chunk_grid
            .chunk_shapes()
            .iter()
            .all(|it| is_small(it))
    {
        return Ok(None);
    }
    let start = vec![0; array.shape.len()];
    let elements = steps.read_region(store, &array, &start, &array.shape)?;
    let elements = vector_form::to_elements(array.data_type, &elements.elements);
    Ok(Some((array, elements)))
}
