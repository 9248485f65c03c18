//! Arrays of codecs with a format of their own: bytes that are made up are no chunk of theirs. So
//! nothing is stored of what must be refused; one element is written, which shows whether such codecs
//! are used, and of the valid twin this element is read back.

use super::{Checks, Parts, asked_of, optionally, read, write};
use crate::check::{ArrayType, Asked, Elements, Expected, Needs, Operation, Written};
use zarr_conform_protocol::Region;
use zarr_conform_vectors::Store;
use zarr_conform_vectors::element::ElementLayout;

use super::ones::ones;

/// Codecs that read only what they have written.
const OWN_FORMATS: [&str; 5] = ["gzip", "blosc", "zstd", "crc32c", "sharding_indexed"];

/// Whether a codec of the list reads only what it has written.
pub(crate) fn has_own_format(codecs: &[String]) -> bool {
    let is_own = |name: &String| OWN_FORMATS.contains(&name.as_str());
    codecs.iter().any(is_own)
}

/// The last element of an array of this type, whose bytes are all 1. Nothing of an empty array.
fn last_element(of: &ArrayType) -> Option<Elements> {
    let start = of.shape.iter().map(|length| length.checked_sub(1));
    Some(Elements {
        name: "the last element read back".to_owned(),
        of: ArrayType {
            data_type: of.data_type.clone(),
            shape: vec![1; of.shape.len()],
        },
        start: start.collect::<Option<_>>()?,
        bytes: ones(ElementLayout::of(&of.data_type)?.bytes() as u64),
    })
}

fn region_of(element: &Elements) -> Region {
    Region {
        start: element.start.clone(),
        shape: element.of.shape.clone(),
    }
}

/// The request to write the last element of an array of this type.
pub(crate) fn write_one(of: &ArrayType) -> Option<Asked> {
    let element = last_element(of)?;
    Some(asked_of(
        0,
        write(Some(region_of(&element)), &element.bytes),
    ))
}

/// What a refusal to write is compared with: the twin writes the element, and gives it back.
pub(crate) fn write_twin(of: &ArrayType, store: Store, needs: &Needs, checks: &mut Checks<'_>) {
    let (Some(element), Some(write)) = (last_element(of), write_one(of)) else {
        return;
    };
    let read_back = optionally(asked_of(0, read(Some(vec![region_of(&element)]))));
    let parts = Parts {
        stores: vec![store],
        requests: vec![write, read_back],
        expected: Expected::Written(Written {
            chunks: Vec::new(),
            read_back: Some(element),
        }),
    };
    checks.add(Operation::Write, needs, parts);
}
