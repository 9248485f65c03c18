//! Chunks that are damaged.

use zarr_conform::reference::DataType;
use zarr_conform::reference::vector_form;

use super::STORED;
use crate::elements::distinct;
use crate::family::arrays::Sketch;
use crate::store::Plan;
use crate::topic::{ACCEPTED, Topic};

/// Name, array, key and bytes of a chunk, twin, why it is refused.
type Damage<'a> = (&'a str, &'a Sketch<'a>, &'a str, &'a [u8], &'a str, &'a str);

pub(super) fn damaged() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/storage-damaged",
        ACCEPTED,
        "Stores in which a chunk is too short to be one, beside the same store undamaged. A missing chunk is no \
         damage, but an empty one is.",
    );
    let sketch = Sketch::new(DataType::Uint32, &[12], &[6]);
    let scalar = Sketch::new(DataType::Int32, &[], &[]);
    for (name, sketch) in [("whole", &sketch), ("whole-scalar", &scalar)] {
        topic
            .fact(name, STORED, "an undamaged store is read")
            .array(Plan {
                written: false,
                ..sketch.plan()?
            })?;
    }
    let bytes: Vec<u8> = (1..=24).collect();
    let cases: [Damage; 6] = [
        (
            "empty",
            &sketch,
            "c/1",
            &[],
            "whole",
            "a chunk of no bytes is neither a chunk nor a missing one",
        ),
        (
            "empty-scalar",
            &scalar,
            "c",
            &[],
            "whole-scalar",
            "a chunk of no bytes is neither a chunk nor a missing one",
        ),
        (
            "one-byte-short",
            &sketch,
            "c/0",
            &bytes[..23],
            "whole",
            "the last element lacks a byte",
        ),
        (
            "one-element-short",
            &sketch,
            "c/0",
            &bytes[..20],
            "whole",
            "the last element is not there",
        ),
        (
            "one-element",
            &sketch,
            "c/1",
            &bytes[..4],
            "whole",
            "one element does not stand for all",
        ),
        (
            "one-byte",
            &scalar,
            "c",
            &bytes[..1],
            "whole-scalar",
            "one byte is no int32",
        ),
    ];
    for (name, sketch, key, bytes, twin, why) in cases {
        topic
            .fact(
                name,
                &[
                    "regular-grid.chunk-size",
                    "codecs.representations",
                    "codecs.decoding-procedure",
                    "data-type.fixed-size",
                ],
                format!("makes elements up where the store has none: {why}"),
            )
            .twin(twin)
            .refused_array(
                Plan {
                    replaced: vec![(key, bytes.to_vec())],
                    ..sketch.plan()?
                },
                why,
            )?;
    }
    trailing(&mut topic, &sketch)?;
    Ok(topic)
}

/// More bytes than the elements of a chunk need.
fn trailing(topic: &mut Topic, sketch: &Sketch) -> anyhow::Result<()> {
    let elements = distinct(sketch.data_type, sketch.shape)?;
    let all = vector_form::to_bytes(elements.data_type, &elements.elements);
    let chunk = &all[24..];
    for (name, more) in [
        ("trailing-byte", 1),
        ("trailing-element", 4),
        ("trailing-chunk", 24),
    ] {
        let longer = [chunk, &vec![0xee; more]].concat();
        topic
            .fact(
                name,
                &["regular-grid.chunk-size", "codecs.decoding-procedure"],
                format!("{more} bytes too many in a chunk: whether to ignore them is not said"),
            )
            .open_array(
                Plan {
                    replaced: vec![("c/1", longer)],
                    ..sketch.plan()?
                },
                &[
                    ("a chunk has exactly the bytes of its elements", None),
                    (
                        "bytes after the last element are ignored",
                        Some(all.clone()),
                    ),
                ],
            )?;
    }
    Ok(())
}
