//! Laws that the reference must obey, whatever the input.

use proptest::prelude::*;
use zarr_conform_reference::bytes::{self, Endian};
use zarr_conform_reference::chunk_array::positions;
use zarr_conform_reference::store::MemoryStore;
use zarr_conform_reference::{ChunkArray, DataType, Element, Steps, regular_grid, transpose};

fn shapes() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(1_u64..5, 0..5)
}

/// A chunk of distinct elements and a permutation of its dimensions.
fn chunk_and_order() -> impl Strategy<Value = (ChunkArray, Vec<usize>)> {
    shapes().prop_flat_map(|shape| {
        let elements = (0..shape.iter().product()).map(Element::Bits).collect();
        let order: Vec<usize> = (0..shape.len()).collect();
        let chunk = ChunkArray {
            data_type: DataType::UINT16,
            shape,
            elements,
        };
        (Just(chunk), Just(order).prop_shuffle())
    })
}

fn inverse(order: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; order.len()];
    for (i, o) in order.iter().enumerate() {
        inverse[*o] = i;
    }
    inverse
}

proptest! {
    /// A second way to say what the document says: walking B in order, with strides into A.
    #[test]
    fn transpose_agrees_with_strides((chunk, order) in chunk_and_order()) {
        let n = chunk.shape.len();
        let mut strides = vec![1_u64; n];
        for d in (1..n).rev() {
            strides[d - 1] = strides[d] * chunk.shape[d];
        }
        let shape: Vec<u64> = order.iter().map(|d| chunk.shape[*d]).collect();
        let expected: Vec<Element> = positions(&shape)
            .map(|position| (0..n).map(|i| position[i] * strides[order[i]]).sum())
            .map(Element::Bits)
            .collect();
        let encoded = transpose::encode(&chunk, &order).unwrap();
        prop_assert_eq!(encoded.shape, shape);
        prop_assert_eq!(encoded.elements, expected);
    }

    #[test]
    fn transpose_is_undone_by_decoding_and_by_the_inverse_order((chunk, order) in chunk_and_order()) {
        let encoded = transpose::encode(&chunk, &order).unwrap();
        prop_assert_eq!(&transpose::decode(&encoded, &chunk.shape, &order).unwrap(), &chunk);
        prop_assert_eq!(&transpose::encode(&encoded, &inverse(&order)).unwrap(), &chunk);
    }

    #[test]
    fn every_element_has_one_place_in_one_chunk(
        (array_shape, chunk_shape) in shapes().prop_flat_map(|shape| {
            let n = shape.len();
            (Just(shape), prop::collection::vec(1_u64..6, n))
        })
    ) {
        let grid = regular_grid::grid_shape(&array_shape, &chunk_shape).unwrap();
        for coordinates in positions(&array_shape) {
            let chunk = regular_grid::chunk_index(&coordinates, &chunk_shape);
            let within = regular_grid::position_in_chunk(&coordinates, &chunk_shape);
            let origin = regular_grid::chunk_origin(&chunk, &chunk_shape).unwrap();
            for d in 0..coordinates.len() {
                prop_assert!(chunk[d] < grid[d] && within[d] < chunk_shape[d]);
                prop_assert_eq!(origin[d] + within[d], coordinates[d]);
            }
        }
        for d in 0..grid.len() {
            prop_assert!((grid[d] - 1) * chunk_shape[d] < array_shape[d]);
            prop_assert!(grid[d] * chunk_shape[d] >= array_shape[d]);
        }
    }

    /// The standard library's byte orders are the second opinion.
    #[test]
    fn numbers_agree_with_the_standard_library(bits: u64) {
        let element = Element::Bits(bits);
        let encode = |endian| bytes::encode_element(DataType::UINT64, &element, Some(endian)).unwrap();
        prop_assert_eq!(encode(Endian::Little), bits.to_le_bytes());
        prop_assert_eq!(encode(Endian::Big), bits.to_be_bytes());
        let half = Element::Bits(bits & 0xffff);
        let encoded = bytes::encode_element(DataType::UINT16, &half, Some(Endian::Big)).unwrap();
        prop_assert_eq!(encoded, u16::try_from(bits & 0xffff).unwrap().to_be_bytes());
    }

    #[test]
    fn what_is_written_is_read(
        (array_shape, chunk_shape, start, end) in prop::collection::vec((1_u64..6, 1_u64..4, 0_u64..6, 0_u64..6), 0..4)
            .prop_map(|d| {
                let start: Vec<u64> = d.iter().map(|d| d.2.min(d.3).min(d.0)).collect();
                let end: Vec<u64> = d.iter().map(|d| d.2.max(d.3).min(d.0)).collect();
                let array_shape: Vec<u64> = d.iter().map(|d| d.0).collect();
                let chunk_shape: Vec<u64> = d.iter().map(|d| d.1).collect();
                (array_shape, chunk_shape, start, end)
            })
    ) {
        let steps = Steps::default();
        let order: Vec<usize> = (0..array_shape.len()).rev().collect();
        let document = format!(
            r#"{{"zarr_format":3,"node_type":"array","shape":{array_shape:?},"data_type":"uint16",
            "chunk_grid":{{"name":"regular","configuration":{{"chunk_shape":{chunk_shape:?}}}}},
            "chunk_key_encoding":"default","fill_value":9999,
            "codecs":[{{"name":"transpose","configuration":{{"order":{order:?}}}}},
            {{"name":"bytes","configuration":{{"endian":"big"}}}}]}}"#
        );
        let mut store = MemoryStore::default();
        store.0.insert("zarr.json".to_owned(), document.into_bytes());
        let array = steps.open(&store).unwrap();
        let shape: Vec<u64> = start.iter().zip(&end).map(|(s, e)| e - s).collect();
        let elements = (0..shape.iter().product()).map(Element::Bits).collect();
        let region = ChunkArray::new(DataType::UINT16, shape.clone(), elements).unwrap();
        steps.write_region(&mut store, &array, &start, &region).unwrap();
        prop_assert_eq!(&steps.read_region(&store, &array, &start, &shape).unwrap(), &region);
        let whole = steps.read_region(&store, &array, &vec![0; start.len()], &array_shape).unwrap();
        for coordinates in positions(&array_shape) {
            let inside = (0..start.len()).all(|d| start[d] <= coordinates[d] && coordinates[d] < end[d]);
            let expected = if inside {
                let position: Vec<u64> = (0..start.len()).map(|d| coordinates[d] - start[d]).collect();
                region.get(&position).unwrap().clone()
            } else {
                Element::Bits(9999)
            };
            prop_assert_eq!(whole.get(&coordinates).unwrap(), &expected);
        }
    }
}
