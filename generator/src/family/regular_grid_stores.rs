//! Arrays in stores whose grids overhang: on each side, under each codec, and with anything at all
//! in the unused elements.

use zarr_conform::reference::DataType::{
    self, Float64, Int8, Int16, Int32, Uint8, Uint16, Uint32, Uint64,
};
use zarr_conform::reference::chunk_array::positions;
use zarr_conform::reference::{Literal, Reading, vector_form};

use super::arrays::{Sketch, other, part};
use crate::elements::distinct;
use crate::fact::encode;
use crate::store::Plan;
use crate::topic::{ACCEPTED, Topic};

const BORDERS: &[&str] = &[
    "regular-grid.border-full-size",
    "regular-grid.border-fill-value",
    "regular-grid.element-chunk",
    "regular-grid.element-position",
    "regular-grid.tessellation",
    "regular-grid.overhang",
    "regular-grid.same-shape",
];

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![shapes()?, codecs()?, unused()?, trimmed()?])
}

/// Name, data type, shape of the array, shape of the chunks, what a failure means.
type Shape = (
    &'static str,
    DataType,
    &'static [u64],
    &'static [u64],
    &'static str,
);

fn shapes() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "regular-grid/stores",
        ACCEPTED,
        "Whole arrays whose grids fit or overhang, in ranks 0 to 6. Chunks at the border are stored in full size; \
         what stands in their unused elements is never part of the array.",
    );
    let cases: [Shape; 24] = [
        (
            "rank-0",
            Float64,
            &[],
            &[],
            "an array without dimensions is one chunk of one element",
        ),
        ("rank-1-exact", Uint16, &[6], &[3], "no chunk overhangs"),
        (
            "rank-1-border",
            Uint16,
            &[5],
            &[3],
            "the last chunk has one unused element",
        ),
        (
            "rank-1-one-inside",
            Uint32,
            &[7],
            &[3],
            "the last chunk has one element inside the array",
        ),
        ("rank-1-ones", Int8, &[4], &[1], "chunks of one element"),
        (
            "rank-1-larger-chunk",
            Int16,
            &[3],
            &[8],
            "the only chunk is larger than the array",
        ),
        (
            "rank-2-exact",
            Uint16,
            &[4, 6],
            &[2, 3],
            "no chunk overhangs",
        ),
        (
            "rank-2-first",
            Uint16,
            &[5, 6],
            &[2, 3],
            "chunks overhang in the first dimension: whole rows are unused",
        ),
        (
            "rank-2-last",
            Uint16,
            &[4, 7],
            &[2, 3],
            "chunks overhang in the last dimension: the end of each row is unused",
        ),
        (
            "rank-2-both",
            Int32,
            &[5, 7],
            &[2, 3],
            "chunks overhang in both dimensions, the last one in both at once",
        ),
        (
            "rank-2-single-chunk",
            Uint64,
            &[2, 3],
            &[2, 3],
            "one chunk of the shape of the array",
        ),
        (
            "rank-2-larger-chunk",
            Uint16,
            &[2, 3],
            &[4, 5],
            "the only chunk is larger in both dimensions",
        ),
        (
            "rank-2-larger-in-one",
            Uint16,
            &[2, 7],
            &[5, 3],
            "chunks are larger in the first dimension, and overhang in the last",
        ),
        (
            "rank-2-square",
            Uint8,
            &[5, 5],
            &[3, 3],
            "equal lengths, where exchanged dimensions raise no error",
        ),
        (
            "rank-2-rows",
            Uint16,
            &[4, 5],
            &[1, 5],
            "each chunk is a row",
        ),
        (
            "rank-2-columns",
            Uint16,
            &[4, 5],
            &[4, 1],
            "each chunk is a column",
        ),
        (
            "border-note",
            Uint8,
            &[30, 30],
            &[16, 16],
            "the array of the document's note: chunk (0, 1) has two unused columns",
        ),
        (
            "rank-3",
            Uint16,
            &[3, 4, 5],
            &[2, 3, 2],
            "chunks overhang in each of three dimensions",
        ),
        (
            "rank-4",
            Int16,
            &[2, 3, 2, 3],
            &[1, 2, 2, 2],
            "four dimensions, of which two overhang",
        ),
        (
            "rank-5",
            Uint8,
            &[2, 1, 3, 1, 3],
            &[2, 1, 2, 1, 2],
            "five dimensions, of which two overhang",
        ),
        (
            "rank-6",
            Uint8,
            &[2, 1, 3, 2, 1, 2],
            &[2, 1, 2, 1, 1, 3],
            "six dimensions",
        ),
        (
            "zero-length",
            Uint16,
            &[0],
            &[2],
            "an array without elements has no chunks",
        ),
        (
            "zero-length-first",
            Uint16,
            &[0, 3],
            &[2, 2],
            "the first dimension is empty",
        ),
        (
            "zero-length-last",
            Uint16,
            &[3, 0],
            &[2, 2],
            "the last dimension is empty",
        ),
    ];
    for (name, data_type, shape, chunk_shape, comment) in cases {
        let empty = &["regular-grid.grid-shape", "array-metadata.element-count"][..];
        let requirements = if shape.contains(&0) { empty } else { BORDERS };
        topic
            .fact(name, requirements, comment)
            .array(Sketch::new(data_type, shape, chunk_shape).plan()?)?;
    }
    Ok(topic)
}

/// Name, data type, shape of the array, shape of the chunks, orders of transposes, byte order, what
/// a failure means.
type Coded = (
    &'static str,
    DataType,
    &'static [u64],
    &'static [u64],
    &'static [&'static [usize]],
    &'static str,
    &'static str,
);

/// Arrays whose unused elements lie in other places of the encoded chunk than of the chunk.
const CODED: &[Coded] = &[
    (
        "big-endian",
        DataType::Uint16,
        &[3, 5],
        &[2, 3],
        &[],
        "big",
        "elements of border chunks are swapped too",
    ),
    (
        "transposed",
        DataType::Uint16,
        &[3, 5],
        &[2, 3],
        &[&[1, 0]],
        "little",
        "the chunk is transposed in full size, then cut",
    ),
    (
        "transposed-big-endian",
        DataType::Uint16,
        &[3, 5],
        &[2, 3],
        &[&[1, 0]],
        "big",
        "transposed and swapped at once",
    ),
    (
        "transposed-big-endian-float64",
        DataType::Float64,
        &[3, 5],
        &[2, 3],
        &[&[1, 0]],
        "big",
        "the same for eight bytes an element",
    ),
    (
        "transposed-big-endian-complex64",
        DataType::Complex64,
        &[3, 5],
        &[2, 3],
        &[&[1, 0]],
        "big",
        "each part is swapped, elements move whole",
    ),
    (
        "transposed-larger-chunk",
        DataType::Int16,
        &[2, 3],
        &[4, 5],
        &[&[1, 0]],
        "big",
        "the only chunk is larger than the array",
    ),
    (
        "transposed-square",
        DataType::Int16,
        &[5, 5],
        &[3, 3],
        &[&[1, 0]],
        "little",
        "square chunks, where a wrong order raises no error",
    ),
    (
        "cycle",
        DataType::Int32,
        &[3, 4, 3],
        &[2, 3, 2],
        &[&[1, 2, 0]],
        "little",
        "an order that is not its own inverse",
    ),
    (
        "cycle-big-endian",
        DataType::Int32,
        &[3, 4, 3],
        &[2, 3, 2],
        &[&[1, 2, 0]],
        "big",
        "the same in big-endian order",
    ),
    (
        "inverse-cycle",
        DataType::Uint16,
        &[3, 4, 3],
        &[2, 3, 2],
        &[&[2, 0, 1]],
        "big",
        "the inverse order",
    ),
    (
        "cycle-cube",
        DataType::Uint16,
        &[3, 3, 3],
        &[2, 2, 2],
        &[&[1, 2, 0]],
        "big",
        "cubes, where a wrong order raises no error",
    ),
    (
        "two-transposes",
        DataType::Uint16,
        &[3, 4, 5],
        &[2, 3, 4],
        &[&[1, 2, 0], &[1, 0, 2]],
        "little",
        "two transposes that do not commute",
    ),
    (
        "two-transposes-big-endian",
        DataType::Uint16,
        &[3, 4, 5],
        &[2, 3, 4],
        &[&[1, 0, 2], &[1, 2, 0]],
        "big",
        "two transposes in the other order",
    ),
    (
        "rank-4",
        DataType::Uint16,
        &[3, 2, 3, 4],
        &[2, 2, 3, 3],
        &[&[2, 0, 3, 1]],
        "big",
        "four dimensions",
    ),
    (
        "rank-0",
        DataType::Int32,
        &[],
        &[],
        &[&[]],
        "big",
        "the empty order on an array without dimensions",
    ),
];

fn codecs() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "regular-grid/stores-of-codecs",
        ACCEPTED,
        "Overhanging grids under transpose and big-endian order: which bytes of a chunk are unused follows from the \
         codecs. Each array is read in two regions, the first of them twice, and has a region written over it.",
    );
    for (name, data_type, shape, chunk_shape, orders, endian, comment) in CODED {
        let sketch = Sketch::new(*data_type, shape, chunk_shape).encoded(orders, endian);
        // From the second element of each dimension to its end: partial chunks on all sides.
        let start: Vec<u64> = shape.iter().map(|length| length.min(&2) - 1).collect();
        let rest: Vec<u64> = shape
            .iter()
            .zip(&start)
            .map(|(length, s)| length - s)
            .collect();
        let origin = vec![0; shape.len()];
        let first: Vec<u64> = shape
            .iter()
            .zip(*chunk_shape)
            .map(|(z, dz)| *z.min(dz))
            .collect();
        let requirements: Vec<&str> = BORDERS
            .iter()
            .copied()
            .chain(["transpose.encoded-elements", "bytes.endian-variant"])
            .filter(|id| !id.starts_with("transpose") || !orders.is_empty())
            .collect();
        topic.fact(name, &requirements, *comment).array(Plan {
            regions: vec![(&start, &rest), (&origin, &first), (&start, &rest)],
            update: Some((start.clone(), other(*data_type, &rest)?)),
            ..sketch.plan()?
        })?;
    }
    Ok(topic)
}

/// Arrays of which every stored chunk is full of distinct elements, inside the array and outside.
fn unused() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "regular-grid/unused-elements",
        ACCEPTED,
        "Stores whose border chunks hold other values than the fill value in their unused elements: that value is \
         recommended, not required, and readers never look there.",
    );
    let transpose: &[&[usize]] = &[&[1, 0]];
    let cases: [(&str, Sketch, &str); 6] = [
        (
            "rank-1",
            Sketch::new(DataType::Uint16, &[5], &[3]),
            "the end of the last chunk",
        ),
        (
            "rank-2",
            Sketch::new(DataType::Uint16, &[3, 5], &[2, 3]),
            "rows, ends of rows, and both",
        ),
        (
            "larger-chunk",
            Sketch::new(DataType::Int32, &[2, 3], &[4, 5]),
            "most of the only chunk",
        ),
        (
            "bool",
            Sketch::new(DataType::Bool, &[5, 7], &[3, 4]),
            "true and false outside the array",
        ),
        (
            "transposed-big-endian",
            Sketch::new(DataType::Uint16, &[3, 5], &[2, 3]).encoded(transpose, "big"),
            "unused elements are those of the chunk before it is transposed",
        ),
        (
            "rank-3",
            Sketch::new(DataType::Uint8, &[3, 4, 3], &[2, 3, 2]).encoded(&[&[1, 2, 0]], "little"),
            "unused elements in each of three dimensions",
        ),
    ];
    for (name, sketch, comment) in cases {
        let chunks = full_chunks(&sketch)?;
        // Where order matters, an element whose place in the encoded chunk is another.
        let start = match name {
            "transposed-big-endian" => vec![0, 1],
            _ => vec![0; sketch.shape.len()],
        };
        let update = other(sketch.data_type, &vec![1; sketch.shape.len()])?;
        topic
            .fact(
                name,
                BORDERS,
                format!("takes unused elements for elements of the array: {comment}"),
            )
            .array(Plan {
                replaced: chunks
                    .iter()
                    .map(|(key, chunk)| (key.as_str(), chunk.clone()))
                    .collect(),
                update: (sketch.data_type != DataType::Bool).then_some((start, update)),
                ..sketch.plan()?
            })?;
    }
    Ok(topic)
}

/// Keys and bytes of all chunks of an array that is as large as its whole grid, of distinct
/// elements.
fn full_chunks(sketch: &Sketch) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let reading = Literal::default();
    let array = reading.array_metadata(sketch.document().as_bytes())?;
    let grid_shape = reading.grid_shape(sketch.shape, sketch.chunk_shape)?;
    let shape: Vec<u64> = grid_shape
        .iter()
        .zip(sketch.chunk_shape)
        .map(|(n, dz)| n * dz)
        .collect();
    let full = distinct(sketch.data_type, &shape)?;
    let mut chunks = Vec::new();
    for index in positions(&grid_shape) {
        let origin = reading.chunk_origin(&index, sketch.chunk_shape)?;
        let chunk = part(&full, &origin, sketch.chunk_shape)?;
        chunks.push((
            array.chunk_key(&reading, &index),
            encode(reading, &sketch.codecs, &chunk)?,
        ));
    }
    Ok(chunks)
}

/// Name, shape of the array, shape of the chunks, index of a chunk at the border, its key, shape of
/// its part inside the array.
type Trimmed = (
    &'static str,
    &'static [u64],
    &'static [u64],
    &'static [u64],
    &'static str,
    &'static [u64],
);

fn trimmed() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "regular-grid/trimmed-chunks",
        ACCEPTED,
        "Border chunks that were stored without their unused elements, beside the same arrays with full chunks.",
    );
    let cases: [Trimmed; 4] = [
        ("rank-1", &[5], &[3], &[1], "c/1", &[2]),
        ("rank-2-first", &[3, 3], &[2, 3], &[1, 0], "c/1/0", &[1, 3]),
        ("rank-2-last", &[2, 4], &[2, 3], &[0, 1], "c/0/1", &[2, 1]),
        (
            "rank-2-larger-chunk",
            &[2, 3],
            &[4, 5],
            &[0, 0],
            "c/0/0",
            &[2, 3],
        ),
    ];
    for (name, shape, chunk_shape, index, key, inside) in cases {
        let sketch = Sketch::new(DataType::Uint16, shape, chunk_shape);
        let twin = format!("{name}-full");
        topic
            .fact(&twin, BORDERS, "a border chunk of full size is read")
            .array(Plan {
                written: false,
                ..sketch.plan()?
            })?;
        let origin = Literal::default().chunk_origin(index, chunk_shape)?;
        let stored = part(&distinct(DataType::Uint16, shape)?, &origin, inside)?;
        let encoded = encode(Literal::default(), &sketch.codecs, &stored)?;
        let fact = topic.fact(
            name,
            &[
                "regular-grid.border-full-size",
                "regular-grid.chunk-size",
                "codecs.representations",
                "codecs.decoding-procedure",
            ],
            "reads a border chunk that was cut to the array as if that were its size, or fills it up",
        );
        let plan = Plan {
            replaced: vec![(key, encoded)],
            ..sketch.plan()?
        };
        // Where the bytes of the elements inside the array come first, a reader that decodes no more
        // than it is asked for never needs the missing ones, and no sentence tells it to count them.
        if matches!(name, "rank-1" | "rank-2-first") {
            let elements = vector_form::to_bytes(
                DataType::Uint16,
                &distinct(DataType::Uint16, shape)?.elements,
            );
            fact.open_array(
                plan,
                &[
                    ("a chunk has the size that the grid says", None),
                    ("the bytes that are asked for are there", Some(elements)),
                ],
            )?;
        } else {
            fact.twin(&twin).refused_array(
                plan,
                "the stored chunk is shorter than a chunk of the grid; border chunks have the full size",
            )?;
        }
    }
    Ok(topic)
}
