//! The check of writing over a stored array: one region, or several, one after the other.

use super::array::{chunks, part, region_of, whole};
use super::{Parts, asked_of, optionally, read, write};
use crate::check::{Elements, Expected, Written};
use zarr_conform_terms::HexElements;
use zarr_conform_vectors::element::{ElementLayout, coordinates, position};
use zarr_conform_vectors::{Array, ArrayRegion, Store, Update};

/// The regions of an update, written over the store. `elements` are those of the array before.
pub(super) fn derive(
    array: &Array,
    elements: Option<&HexElements>,
    update: &Update,
    store: &Store,
) -> Parts {
    if update.then.is_empty() {
        one_region(array, update, store)
    } else {
        in_a_row(array, elements, update, store)
    }
}

fn one_region(array: &Array, update: &Update, store: &Store) -> Parts {
    let ask = write(Some(region_of(&update.region)), &update.region.elements);
    let is_bare = update.written.iter().all(|chunk| chunk.may_be_absent);
    let read_region = optionally(asked_of(0, read(Some(vec![region_of(&update.region)]))));
    let read_back = part(array, &update.region, false);
    Parts {
        stores: vec![store.clone()],
        requests: std::iter::once(asked_of(0, ask))
            .chain(is_bare.then_some(read_region))
            .collect(),
        expected: Expected::Written(Written {
            chunks: chunks(array, &update.written, store),
            read_back: is_bare.then_some(read_back),
            after_each: Vec::new(),
        }),
    }
}

/// Several regions, one after the other. What was read before may have been cached, so that the array is read
/// after each; where its elements are not listed, the region that was just written.
fn in_a_row(
    array: &Array,
    elements: Option<&HexElements>,
    update: &Update,
    store: &Store,
) -> Parts {
    let mut requests = Vec::new();
    let mut after_each = Vec::new();
    let size = ElementLayout::of(&array.data_type).map_or(1, ElementLayout::bytes);
    let each = elements.map(|it| it.each(size));
    let mut elements: Option<Vec<Vec<u8>>> =
        each.map(|it| it.into_iter().map(<[u8]>::to_vec).collect());
    for (at, region) in update.regions().enumerate() {
        requests.push(asked_of(
            0,
            write(Some(region_of(region)), &region.elements),
        ));
        let (asked, expected) = match &mut elements {
            Some(elements) => {
                put(array, elements, region);
                (
                    None,
                    whole(array, &HexElements::of_each(&array.data_type, elements)),
                )
            }
            None => (Some(vec![region_of(region)]), part(array, region, false)),
        };
        requests.push(optionally(asked_of(0, read(asked))));
        after_each.push(Elements {
            name: format!("{}, read after write {}", expected.name, at + 1),
            ..expected
        });
    }
    Parts {
        stores: vec![store.clone()],
        requests,
        expected: Expected::Written(Written {
            chunks: chunks(array, &update.written, store),
            read_back: None,
            after_each,
        }),
    }
}

/// Puts the elements of a region into those of the array.
fn put(array: &Array, elements: &mut [Vec<u8>], region: &ArrayRegion) {
    let size = ElementLayout::of(&array.data_type).map_or(1, ElementLayout::bytes);
    for (at, element) in region.elements.each(size).into_iter().enumerate() {
        let within = coordinates(&region.shape, at as u64);
        let place = region.start.iter().zip(&within);
        let place: Vec<u64> = place.map(|(start, within)| start + within).collect();
        let from = usize::try_from(position(&array.shape, &place)).ok();
        if let Some(into) = from.and_then(|it| elements.get_mut(it)) {
            *into = element.to_vec();
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use zarr_conform_vectors::Claim;

    use super::*;

    /// Three regions over an array of two rows of three; the second covers a part of the first.
    fn update() -> Update {
        let region = |start: [u64; 2], shape: [u64; 2], elements: &[u8]| ArrayRegion {
            start: start.to_vec(),
            shape: shape.to_vec(),
            elements: elements.to_vec().into(),
        };
        Update {
            region: region([0, 1], [2, 1], &[11, 12, 13, 14]),
            then: vec![
                region([1, 0], [1, 3], &[21, 22, 23, 24, 25, 26]),
                region([0, 0], [1, 1], &[31, 32]),
            ],
            written: Vec::new(),
        }
    }

    fn array() -> Array {
        Array {
            store: "a/b.zarr".to_owned(),
            data_type: "uint16".into(),
            shape: vec![2, 3],
            claim: Claim::Open(Vec::new()),
        }
    }

    fn asked(parts: &Parts) -> Vec<&str> {
        parts.requests.iter().map(|it| it.ask.op()).collect()
    }

    fn after_each(parts: Parts) -> Vec<Vec<u8>> {
        match parts.expected {
            Expected::Written(written) => {
                let each = written.after_each.into_iter();
                each.map(|it| it.bytes.joined().to_vec()).collect()
            }
            other => unreachable!("{other:?}"),
        }
    }

    #[test]
    fn the_array_is_read_after_each_of_several_regions() {
        let elements = HexElements::from(vec![0; 12]);
        let parts = derive(&array(), Some(&elements), &update(), &Store::new());
        assert_eq!(
            asked(&parts),
            ["write", "read", "write", "read", "write", "read"]
        );
        assert_eq!(
            after_each(parts),
            [
                [0, 0, 11, 12, 0, 0, 0, 0, 13, 14, 0, 0],
                [0, 0, 11, 12, 0, 0, 21, 22, 23, 24, 25, 26],
                [31, 32, 11, 12, 0, 0, 21, 22, 23, 24, 25, 26],
            ]
        );
    }

    #[test]
    fn of_an_array_that_is_not_listed_each_region_is_read() {
        let parts = derive(&array(), None, &update(), &Store::new());
        let second = serde_json::to_value(&parts.requests[3].ask).unwrap();
        assert_eq!(
            second["regions"],
            json!([{"start": [1, 0], "shape": [1, 3]}])
        );
        let update = update();
        let written = update.regions().map(|it| it.elements.joined().to_vec());
        assert_eq!(after_each(parts), written.collect::<Vec<_>>());
    }

    #[test]
    fn one_region_is_written_and_nothing_is_read() {
        let one = Update {
            then: Vec::new(),
            written: vec![zarr_conform_vectors::StoredChunk {
                key: "c/0/0".to_owned(),
                content: zarr_conform_vectors::Content::Encoded(vec![1].into()),
                unused: Vec::new(),
                may_be_absent: false,
            }],
            ..update()
        };
        let parts = derive(&array(), None, &one, &Store::new());
        assert_eq!(asked(&parts), ["write"]);
    }
}
