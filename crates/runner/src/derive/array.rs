//! Checks of a whole array: reading it and its regions, writing it, writing a region over it, and
//! creating it.

use serde_json::Value;

use super::super::check::{
    ArrayType, Asked, Elements, Expected, ExpectedChunk, ExpectedRead, Needs, Operation, Reading,
    Written,
};
use super::survival::surviving;
use super::{Checks, Derivation, Parts, asked_of, codec_names, optionally, read};
use zarr_conform_protocol::{Ask, Region};
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::{Array, ArrayRegion, Level, Store, StoredChunk, Update};

pub(super) fn derive(array: &Array, store: &Store, with: &Derivation<'_>, checks: &mut Checks<'_>) {
    let needs = needs(array, store);
    checks.add(Operation::Read, &needs, read_store(array, store));
    if let (Some(elements), false) = (&array.elements, array.written.is_empty()) {
        write(array, elements, store, &needs, checks);
        create(array, elements, store, &needs, with, checks);
    }
    if let Some(update) = &array.update {
        checks.add(
            Operation::Update,
            &needs,
            update_store(array, update, store),
        );
    }
}

fn needs(array: &Array, store: &Store) -> Needs {
    let codecs =
        metadata(store).and_then(|metadata| Some(codec_names(metadata.get("codecs")?.as_array()?)));
    Needs {
        data_type: Some(array.data_type.clone()),
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

fn whole(array: &Array, bytes: &HexBytes) -> Elements {
    Elements {
        name: "the array".to_owned(),
        of: array_type(array),
        start: vec![0; array.shape.len()],
        bytes: bytes.clone(),
    }
}

fn read_store(array: &Array, store: &Store) -> Parts {
    let mut requests = Vec::new();
    let mut reads = Vec::new();
    if let Some(elements) = &array.elements {
        requests.push(asked_of(0, read(None)));
        reads.push(ExpectedRead::Whole(whole(array, elements)));
    }
    if !array.regions.is_empty() {
        let regions = regions_and_first_again(array);
        let asked = regions.iter().map(|it| region_of(it)).collect();
        requests.push(asked_of(0, read(Some(asked))));
        let parts = regions
            .iter()
            .enumerate()
            .map(|(at, it)| part(array, at, it));
        reads.push(ExpectedRead::Regions(parts.collect()));
    }
    if requests.is_empty() {
        requests.push(asked_of(0, read(None)));
    }
    Parts {
        stores: vec![store.clone()],
        requests,
        expected: expected(array, reads),
    }
}

fn expected(array: &Array, reads: Vec<ExpectedRead>) -> Expected {
    if !reads.is_empty() {
        return Expected::Read(array_type(array), reads);
    }
    if array.refused.is_some() {
        return Expected::Refused;
    }
    let readings = array.outcomes.iter().map(|outcome| {
        let part = match &outcome.elements {
            None => Expected::Refused,
            Some(bytes) => {
                let read = ExpectedRead::Whole(whole(array, bytes));
                Expected::Read(array_type(array), vec![read])
            }
        };
        Reading {
            name: outcome.reading.clone(),
            parts: vec![(vec![0], part)],
        }
    });
    Expected::Readings(readings.collect())
}

/// The first region is read once more at the end: what was read before may have been cached.
fn regions_and_first_again(array: &Array) -> Vec<&ArrayRegion> {
    array.regions.iter().chain(array.regions.first()).collect()
}

fn region_of(region: &ArrayRegion) -> Region {
    Region {
        start: region.start.clone(),
        shape: region.shape.clone(),
    }
}

fn part(array: &Array, at: usize, region: &ArrayRegion) -> Elements {
    let again = if at == array.regions.len() {
        ", read once more"
    } else {
        ""
    };
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

fn chunks(stored: &[StoredChunk]) -> Vec<ExpectedChunk> {
    stored.iter().cloned().map(ExpectedChunk::Bytes).collect()
}

/// Where no chunk has to be stored, reading back shows whether anything happened.
fn read_back(array: &Array, elements: &HexBytes) -> (Option<Elements>, Option<Asked>) {
    if array.written.iter().all(|chunk| chunk.may_be_absent) {
        let request = optionally(asked_of(0, read(None)));
        (Some(whole(array, elements)), Some(request))
    } else {
        (None, None)
    }
}

fn write(
    array: &Array,
    elements: &HexBytes,
    store: &Store,
    needs: &Needs,
    checks: &mut Checks<'_>,
) {
    let request = || {
        asked_of(
            0,
            Ask::Write {
                store: String::new(),
                region: None,
                elements: elements.clone(),
            },
        )
    };
    let (read_back, read) = read_back(array, elements);
    let write = Parts {
        stores: vec![empty(store)],
        requests: std::iter::once(request()).chain(read).collect(),
        expected: Expected::Written(Written {
            chunks: chunks(&array.written),
            read_back,
        }),
    };
    checks.add(Operation::Write, needs, write);
    if array.written.iter().any(|chunk| !chunk.unused.is_empty()) {
        let border = Parts {
            stores: vec![empty(store)],
            requests: vec![request()],
            expected: Expected::Border(array.written.clone()),
        };
        let level = checks.fact.level.max(Level::Should);
        checks.add_at(level, Operation::Border, needs, border);
    }
}

fn create(
    array: &Array,
    elements: &HexBytes,
    store: &Store,
    needs: &Needs,
    with: &Derivation<'_>,
    checks: &mut Checks<'_>,
) {
    let document = store.get("zarr.json").map_or(&[][..], |it| &**it);
    let Some((reader, metadata)) = with.reader.zip(surviving(document)) else {
        return;
    };
    let meaning = |document: &[u8]| reader.read(with.edition, document).ok();
    let Some(original) = meaning(document)
        .filter(|it| meaning(metadata.to_string().as_bytes()).as_ref() == Some(it))
    else {
        return;
    };
    let (read_back, read) = read_back(array, elements);
    let ask = Ask::Create {
        store: String::new(),
        metadata,
        elements: elements.clone(),
    };
    let parts = Parts {
        stores: vec![Store::new()],
        requests: std::iter::once(asked_of(0, ask)).chain(read).collect(),
        expected: Expected::Created(
            original,
            Written {
                chunks: chunks(&array.written),
                read_back,
            },
        ),
    };
    checks.add(Operation::Create, needs, parts);
}

fn update_store(array: &Array, update: &Update, store: &Store) -> Parts {
    let write = Ask::Write {
        store: String::new(),
        region: Some(region_of(&update.region)),
        elements: update.region.elements.clone(),
    };
    let is_bare = update.written.iter().all(|chunk| chunk.may_be_absent);
    let read_region = optionally(asked_of(0, read(Some(vec![region_of(&update.region)]))));
    let read_back = part(array, 0, &update.region);
    Parts {
        stores: vec![store.clone()],
        requests: std::iter::once(asked_of(0, write))
            .chain(is_bare.then_some(read_region))
            .collect(),
        expected: Expected::Written(Written {
            chunks: chunks(&update.written),
            read_back: is_bare.then_some(read_back),
        }),
    }
}
