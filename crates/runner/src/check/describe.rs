//! What an implementation was given and what it answered, in a few words for people.

use serde_json::Value;

use crate::tell::text::{one_line, spelled, spelled_apart, spelled_elements};

use crate::check::{Check, Expected, ExpectedChunk, Operation};
use zarr_conform_protocol::Ask;
use zarr_conform_terms::Consolidated;
use zarr_conform_vectors::{Content, Fact, Grid, Hierarchy, Statement};

/// Describes the input of a check.
pub(crate) fn describe(fact: &Fact, check: &Check) -> String {
    match &fact.statement {
        Statement::Chunk(it) => chunk(&it.data_type, &it.shape, &it.codecs),
        Statement::Representation(it) => chunk(&it.data_type, &it.shape, &it.codecs),
        Statement::BadChunk(it) => {
            let chunk = chunk(&it.data_type, &it.shape, &it.codecs);
            format!("{chunk}, encoded {}", spelled(&it.encoded.0))
        }
        Statement::Grid(it) => grid(it),
        Statement::Metadata(it) => one_line(&String::from_utf8_lossy(it.document())),
        Statement::Array(_) if check.operation == Operation::Update => update(check),
        Statement::Array(_) => metadata(check),
        Statement::Hierarchy(it) => hierarchy(it),
    }
}

/// The path that is asked for, and what is in the store.
fn hierarchy(it: &Hierarchy) -> String {
    let documents = it.documents.iter();
    let documents = documents.map(|(key, text)| format!("{key:?} holds {}", one_line(text)));
    let documents: Vec<String> = documents.collect();
    let change = it.change.as_ref().map(|it| {
        let change = serde_json::to_string(it).unwrap_or_default();
        format!(", after the change {change}")
    });
    let through = it.through.map_or("", |_| ", through the root");
    let consolidated = match it.consolidated {
        Some(Consolidated::Never) => ", without consolidated metadata",
        Some(Consolidated::Only) => ", only by consolidated metadata",
        None => "",
    };
    let change = change.unwrap_or_default();
    let documents = documents.join(", ");
    format!(
        "the path {:?}{through}{consolidated}{change}; {documents}",
        it.path
    )
}

/// What is written to which region, or to which regions one after the other, the chunks before that, and
/// the metadata.
fn update(check: &Check) -> String {
    let metadata = metadata(check);
    let Expected::Written(written) = &check.expected else {
        return metadata;
    };
    let writes = check.requests.iter().filter_map(|it| match &it.ask {
        Ask::Write(write) => Some(write),
        _ => None,
    });
    let writes = writes.map(|write| {
        let region = write.region.as_ref().map_or_else(
            || "the array".to_owned(),
            |it| format!("the region from {:?} of shape {:?}", it.start, it.shape),
        );
        format!(
            "elements {} written to {region}",
            spelled_elements(&write.elements)
        )
    });
    let writes: Vec<String> = writes.collect();
    let before = written.chunks.iter().map(|chunk| {
        let (key, unused) = match chunk {
            ExpectedChunk::Stored(chunk, _) => match chunk.content {
                Content::Encoded(_) => (&chunk.key, chunk.unused.as_slice()),
                Content::Elements(_) => (&chunk.key, &[][..]),
            },
            ExpectedChunk::Length(key, _) => (key, &[][..]),
        };
        let legend = if unused.is_empty() {
            ""
        } else {
            ", with .. for unused bytes"
        };
        match check.stores.iter().find_map(|store| store.get(key)) {
            Some(bytes) => {
                let bytes = spelled_apart(bytes, 0, unused);
                format!("chunk {key:?} held {bytes}{legend}")
            }
            None => format!("chunk {key:?} was not stored"),
        }
    });
    let before: Vec<String> = before.collect();
    format!(
        "{}; before, {}; {metadata}",
        writes.join(", then "),
        before.join(", ")
    )
}

/// The metadata that the check is about: in its store, or to be put there.
fn metadata(check: &Check) -> String {
    let created = check.requests.iter().find_map(|asked| match &asked.ask {
        Ask::Create(create) => Some(create.metadata.to_string()),
        _ => None,
    });
    let mut folders = check.stores.iter();
    let stored = folders.find_map(|store| store.get("zarr.json"));
    created
        .or_else(|| Some(one_line(&String::from_utf8_lossy(stored?))))
        .unwrap_or_default()
}

fn chunk(data_type: &str, shape: &[u64], codecs: &[Value]) -> String {
    let codecs = Value::from(codecs.to_vec());
    format!("a chunk of {data_type} of shape {shape:?}, codecs {codecs}")
}

fn grid(grid: &Grid) -> String {
    format!(
        "a regular grid: array shape {:?}, chunk shape {:?}",
        grid.array_shape, grid.chunk_shape
    )
}

/// How simple what was given is: fewer codecs, then fewer elements, then fewer dimensions. What is
/// not known, for example of a document that is not JSON, is the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// Number of codecs of the array or chunk.
    pub codecs: usize,
    /// Number of elements; where there are more than fit, the most that fit.
    pub elements: u64,
    /// Number of dimensions.
    pub dimensions: usize,
}

impl Size {
    /// Of what the `input` of a [`CheckResult`](crate::CheckResult) says was given.
    pub fn of(input: &str) -> Self {
        let document = input.find('{').map(|at| &input[at..]);
        let document = document.and_then(|it| serde_json::from_str::<Value>(it).ok());
        let (shape, codecs) = match &document {
            Some(metadata) => (lengths(&metadata["shape"]), count(&metadata["codecs"])),
            None => (
                value_after(input, "shape ").and_then(|it| lengths(&it)),
                value_after(input, "codecs ").map_or(Some(0), |it| count(&it)),
            ),
        };
        let shape = shape.as_deref();
        Self {
            codecs: codecs.unwrap_or(usize::MAX),
            elements: shape.map_or(u64::MAX, |it| {
                it.iter()
                    .fold(1, |product, length| product.saturating_mul(*length))
            }),
            dimensions: shape.map_or(usize::MAX, <[u64]>::len),
        }
    }
}

fn lengths(shape: &Value) -> Option<Vec<u64>> {
    shape.as_array()?.iter().map(Value::as_u64).collect()
}

fn count(codecs: &Value) -> Option<usize> {
    codecs.as_array().map(Vec::len)
}

/// The JSON value that follows these words first.
fn value_after(text: &str, words: &str) -> Option<Value> {
    let (_, rest) = text.split_once(words)?;
    let mut values = serde_json::Deserializer::from_str(rest).into_iter();
    values.next()?.ok()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use zarr_conform_protocol::{Region, ask};
    use zarr_conform_vectors::{Claim, Level, Store};

    use super::*;
    use crate::check::{Asked, Needs, Sent, Written};

    const MOST: Size = Size {
        codecs: usize::MAX,
        elements: u64::MAX,
        dimensions: usize::MAX,
    };

    #[rstest]
    #[case::chunk(chunk("int16", &[2, 3], &["bytes".into()]), (1, 6, 2))]
    #[case::scalar(chunk("int16", &[], &[]), (0, 1, 0))]
    #[case::too_many(chunk("int8", &[u64::MAX, 3], &["bytes".into()]), (1, u64::MAX, 2))]
    #[case::bad_chunk(format!("{}, encoded 00", chunk("int8", &[4], &["bytes".into()])), (1, 4, 1))]
    #[case::metadata(r#"{"shape": [2], "codecs": ["a", {"name": "b"}]}"#.to_owned(), (2, 2, 1))]
    #[case::update(
        r#"elements 00 written to the region from [1] of shape [1]; before, chunk "c/0" was not stored; {"shape": [5], "codecs": ["bytes"]}"#.to_owned(),
        (1, 5, 1)
    )]
    fn the_size_is_read_from_what_was_given(
        #[case] input: String,
        #[case] (codecs, elements, dimensions): (usize, u64, usize),
    ) {
        let expected = Size {
            codecs,
            elements,
            dimensions,
        };
        assert_eq!(Size::of(&input), expected);
    }

    #[test]
    fn regions_are_described_in_the_order_in_which_they_are_written() {
        let write = |start: u64, byte: u8| Asked {
            ask: Ask::Write(ask::Write {
                region: Some(Region {
                    start: vec![start],
                    shape: vec![1],
                }),
                elements: vec![byte].into(),
                ..ask::Write::default()
            }),
            store: Some(0),
            sent: Sent::Always,
        };
        let check = Check {
            id: "a/b/c#update".into(),
            operation: Operation::Update,
            level: Level::Must,
            needs: Needs::default(),
            stores: vec![Store::from([("zarr.json".to_owned(), (*b"{}").into())])],
            requests: vec![write(3, 1), write(2, 9)],
            expected: Expected::Written(Written {
                chunks: vec![ExpectedChunk::Length("c/0".to_owned(), 1)],
                read_back: None,
                after_each: Vec::new(),
            }),
        };
        assert_eq!(
            update(&check),
            "elements 01 written to the region from [3] of shape [1], then elements 09 written to the region \
             from [2] of shape [1]; before, chunk \"c/0\" was not stored; {}"
        );
    }

    #[test]
    fn a_grid_has_no_codecs() {
        let grid = Grid {
            array_shape: vec![5, 7],
            chunk_shape: vec![2, 3],
            claim: Claim::Open(Vec::new()),
        };
        let size = Size::of(&super::grid(&grid));
        assert_eq!((size.codecs, size.elements, size.dimensions), (0, 35, 2));
    }

    #[rstest]
    #[case::nothing("")]
    #[case::no_shape(r#"{"shape": 3}"#)]
    #[case::negative(r#"{"shape": [-1], "codecs": null}"#)]
    fn what_is_not_known_is_the_most(#[case] input: &str) {
        let size = Size::of(input);
        assert_eq!(
            (size.elements, size.dimensions),
            (MOST.elements, MOST.dimensions)
        );
    }
}
