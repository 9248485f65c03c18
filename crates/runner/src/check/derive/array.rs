//! Checks of a whole array: reading it and its regions, writing it, writing a region over it, and
//! creating it.

use serde_json::Value;

use super::in_parts::whole_and_in_parts;
use super::{
    Checks, Parts, asked_of, codec_names, create_from, optionally, read, readings, update, write,
};
use crate::check::{
    ArrayType, Asked, Elements, Expected, ExpectedChunk, ExpectedRead, Meant, Needs, Operation,
    Written,
};
use zarr_conform_protocol::Region;
use zarr_conform_terms::HexElements;
use zarr_conform_vectors::element::{ElementLayout, coordinates, element_count, position};
use zarr_conform_vectors::{
    Array, ArrayRegion, ArrayStated, Claim, Level, Outcome, Store, StoredChunk,
};

pub(crate) fn derive(array: &Array, store: &Store, checks: &mut Checks<'_>) {
    let needs = needs(array, store);
    match &array.claim {
        Claim::Holds(stated) => {
            checks.add(Operation::Read, &needs, read_stated(array, stated, store));
            writing(array, stated, store, &needs, checks);
        }
        Claim::Refused { .. } => {
            let read = Parts {
                stores: vec![store.clone()],
                requests: whole_and_in_parts(store),
                expected: Expected::Refused,
            };
            checks.add(Operation::Read, &needs, read);
        }
        Claim::Open(outcomes) => {
            checks.add(Operation::Read, &needs, read_open(array, outcomes, store));
        }
    }
}

/// What is stated of writing.
fn writing(
    array: &Array,
    stated: &ArrayStated,
    store: &Store,
    needs: &Needs,
    checks: &mut Checks<'_>,
) {
    if let (Some(elements), false) = (&stated.elements, stated.written.is_empty()) {
        write_whole(array, elements, &stated.written, store, needs, checks);
        if stated.create
            && let Some(create) = create(array, elements, &stated.written, store)
        {
            checks.add_create(needs, create);
        }
    }
    if let Some(update) = &stated.update {
        let parts = update::derive(array, stated.elements.as_ref(), update, store);
        checks.add(Operation::Update, needs, parts);
    }
}

/// What an implementation must know for the array in a store.
pub(super) fn needs(array: &Array, store: &Store) -> Needs {
    let codecs =
        metadata(store).and_then(|metadata| Some(codec_names(metadata.get("codecs")?.as_array()?)));
    Needs {
        data_type: Some(array.data_type.name()),
        codecs: codecs.unwrap_or_default(),
    }
}

fn metadata(store: &Store) -> Option<Value> {
    serde_json::from_slice(store.get("zarr.json")?).ok()
}

fn array_type(array: &Array) -> ArrayType {
    ArrayType {
        data_type: array.data_type.clone(),
        shape: array.shape.clone(),
    }
}

pub(super) fn whole(array: &Array, bytes: &HexElements) -> Elements {
    Elements {
        name: "the array".to_owned(),
        of: array_type(array),
        start: vec![0; array.shape.len()],
        bytes: bytes.clone(),
    }
}

/// The whole array and its regions, one after the other.
fn read_stated(array: &Array, stated: &ArrayStated, store: &Store) -> Parts {
    let mut requests = Vec::new();
    let mut reads = Vec::new();
    if let Some(elements) = &stated.elements {
        requests.push(asked_of(0, read(None)));
        reads.push(ExpectedRead::Whole(whole(array, elements)));
    }
    if !stated.regions.is_empty() {
        let regions = regions_and_first_again(stated);
        let asked = regions.iter().map(|it| region_of(it)).collect();
        requests.push(asked_of(0, read(Some(asked))));
        let parts = regions
            .iter()
            .enumerate()
            .map(|(at, it)| part(array, it, at == stated.regions.len()));
        reads.push(ExpectedRead::Regions(parts.collect()));
    }
    Parts {
        stores: vec![store.clone()],
        requests,
        expected: Expected::Read(array_type(array), reads),
    }
}

/// The whole array and then all but the first element of each dimension, as the readings have them.
fn read_open(array: &Array, outcomes: &[Outcome<HexElements>], store: &Store) -> Parts {
    let rest = rest_of(array);
    let mut requests = vec![asked_of(0, read(None))];
    requests.extend(
        rest.iter()
            .map(|it| asked_of(0, read(Some(vec![it.clone()])))),
    );
    let all: Vec<usize> = (0..requests.len()).collect();
    let expected = readings(outcomes, |elements| {
        let Some(bytes) = elements else {
            // What is wrong with the array may lie outside the region.
            return vec![(vec![0], Expected::Refused)];
        };
        let mut reads = vec![ExpectedRead::Whole(whole(array, bytes))];
        reads.extend(rest.iter().map(|it| {
            let region = part(array, &taken(array, bytes, it), false);
            ExpectedRead::Regions(vec![region])
        }));
        vec![(all.clone(), Expected::Read(array_type(array), reads))]
    });
    Parts {
        stores: vec![store.clone()],
        requests,
        expected,
    }
}

/// All but the first element of each dimension; nothing where that is all of the array, or no element.
fn rest_of(array: &Array) -> Option<Region> {
    let shape: Vec<u64> = array.shape.iter().map(|it| it.saturating_sub(1)).collect();
    let is_part = !shape.is_empty() && !shape.contains(&0);
    is_part.then(|| Region {
        start: vec![1; shape.len()],
        shape,
    })
}

/// The elements of a region of the array with these elements.
fn taken(array: &Array, elements: &HexElements, region: &Region) -> ArrayRegion {
    let size = ElementLayout::of(&array.data_type).map_or(1, ElementLayout::bytes);
    let all = elements.each(size);
    let element = |at: u64| {
        let within = coordinates(&region.shape, at);
        let place: Vec<u64> = region
            .start
            .iter()
            .zip(within)
            .map(|(s, w)| s + w)
            .collect();
        let from = usize::try_from(position(&array.shape, &place)).unwrap_or(usize::MAX);
        all.get(from).copied().unwrap_or_default()
    };
    let each = (0..element_count(&region.shape).unwrap_or(0)).map(element);
    ArrayRegion {
        start: region.start.clone(),
        shape: region.shape.clone(),
        elements: HexElements::of_each(&array.data_type, each),
    }
}

/// The first region is read once more at the end: what was read before may have been cached.
fn regions_and_first_again(stated: &ArrayStated) -> Vec<&ArrayRegion> {
    stated
        .regions
        .iter()
        .chain(stated.regions.first())
        .collect()
}

pub(super) fn region_of(region: &ArrayRegion) -> Region {
    Region {
        start: region.start.clone(),
        shape: region.shape.clone(),
    }
}

pub(super) fn part(array: &Array, region: &ArrayRegion, is_again: bool) -> Elements {
    let again = if is_again { ", read once more" } else { "" };
    Elements {
        name: format!(
            "the region from {:?} of shape {:?}{again}",
            region.start, region.shape
        ),
        of: ArrayType {
            data_type: array.data_type.clone(),
            shape: region.shape.clone(),
        },
        start: region.start.clone(),
        bytes: region.elements.clone(),
    }
}

/// The store's metadata alone.
fn empty(store: &Store) -> Store {
    let zarr_json = store.get("zarr.json").cloned().unwrap_or_default();
    Store::from([("zarr.json".to_owned(), zarr_json)])
}

pub(super) fn chunks(array: &Array, stored: &[StoredChunk], store: &Store) -> Vec<ExpectedChunk> {
    let lengths = |shape: &Value| shape.as_array()?.iter().map(Value::as_u64).collect();
    let chunk_shape = metadata(store)
        .and_then(|it| lengths(it.pointer("/chunk_grid/configuration/chunk_shape")?));
    let of = ArrayType {
        data_type: array.data_type.clone(),
        shape: chunk_shape.unwrap_or_default(),
    };
    let stored = stored.iter().cloned();
    stored
        .map(|chunk| ExpectedChunk::Stored(chunk, of.clone()))
        .collect()
}

/// Where no chunk has to be stored, reading back shows whether anything happened.
fn read_back(
    array: &Array,
    elements: &HexElements,
    written: &[StoredChunk],
) -> (Option<Elements>, Option<Asked>) {
    if written.iter().all(|chunk| chunk.may_be_absent) {
        let request = optionally(asked_of(0, read(None)));
        (Some(whole(array, elements)), Some(request))
    } else {
        (None, None)
    }
}

fn write_whole(
    array: &Array,
    elements: &HexElements,
    written: &[StoredChunk],
    store: &Store,
    needs: &Needs,
    checks: &mut Checks<'_>,
) {
    let request = || asked_of(0, write(None, elements));
    let (read_back, read) = read_back(array, elements, written);
    let write = Parts {
        stores: vec![empty(store)],
        requests: std::iter::once(request()).chain(read).collect(),
        expected: Expected::Written(Written {
            chunks: chunks(array, written, store),
            read_back,
            after_each: Vec::new(),
        }),
    };
    checks.add(Operation::Write, needs, write);
    if written.iter().any(|chunk| !chunk.unused.is_empty()) {
        let border = Parts {
            stores: vec![empty(store)],
            requests: vec![request()],
            expected: Expected::Border(chunks(array, written, store)),
        };
        let level = checks.fact.level.max(Level::Should);
        checks.add_at(level, Operation::Border, needs, border);
    }
}

/// Creating through the library's own call. What is created means what the document in the store
/// means: its fill value stands nowhere else.
fn create(
    array: &Array,
    elements: &HexElements,
    written: &[StoredChunk],
    store: &Store,
) -> Option<Parts> {
    let document = store.get("zarr.json")?;
    let ask = create_from(document, elements)?;
    let (read_back, read) = read_back(array, elements, written);
    Some(Parts {
        stores: vec![Store::new()],
        requests: std::iter::once(asked_of(0, ask)).chain(read).collect(),
        expected: Expected::Created(
            Meant::SameAs(document.clone()),
            Written {
                chunks: chunks(array, written, store),
                read_back,
                after_each: Vec::new(),
            },
        ),
    })
}
