//! What is said of chunks in encodings of the writer's choice.

use rstest::rstest;
use serde_json::{Value, json};

use super::*;
use crate::check::{ArrayType, Check, Expected, ExpectedChunk, Operation, Written};
use crate::judge::judge;
use crate::judge::reader::{Get, HierarchyLeft, ReferenceReader, WrittenReader};
use crate::judge::verdict::Verdict;
use zarr_conform_protocol::subject::Bug;
use zarr_conform_terms::{Edition, HexElements};
use zarr_conform_vectors::{Content, Level, Meaning, NodeStated, Store, StoredChunk, WholeArray};

/// 1 to 6 as `int16`, as zlib compresses them at level 9.
const RIGHT: &str = "1f8b080000000000020363646062606660616065606300007c481f900c000000";
/// The same with 7 in place of 6.
const WRONG: &str = "1f8b080000000000020363646062606660616065606700003d7904890c000000";
/// The first three of them.
const SHORT: &str = "1f8b080000000000020363646062606600004ee9bafb06000000";

fn hex(text: &str) -> Vec<u8> {
    hex::decode(text).unwrap()
}

/// 1, 2 and so on as `int16`.
fn counting(shape: &[u64]) -> Elements {
    let count = u16::try_from(shape.iter().product::<u64>()).unwrap();
    let bytes: Vec<u8> = (1..=count).flat_map(u16::to_le_bytes).collect();
    Elements {
        name: "chunk \"c/0\", decoded".to_owned(),
        of: ArrayType {
            data_type: "int16".into(),
            shape: shape.to_vec(),
        },
        start: vec![0; shape.len()],
        bytes: bytes.into(),
    }
}

fn evidence(reader: &dyn WrittenReader) -> Evidence<'_> {
    Evidence {
        replies: Vec::new(),
        stores: Vec::new(),
        metadata: None,
        answer_files: &[],
        reader,
        edition: Edition::default(),
    }
}

/// What is said of bytes that are to decode to elements, by the reference.
fn said(expected: &Elements, unused: &[(u64, u64)], codecs: &Value, encoded: &[u8]) -> Held {
    let of = ChunkOf::Codecs {
        data_type: &expected.of.data_type,
        shape: &expected.of.shape,
        codecs: codecs.as_array().unwrap(),
    };
    decodes_to(expected, unused, &of, encoded, &evidence(&ReferenceReader))
}

fn gzipped() -> Value {
    json!([
        {"name": "bytes", "configuration": {"endian": "little"}},
        {"name": "gzip", "configuration": {"level": 1}},
    ])
}

fn failure(held: Held) -> Failure {
    match held {
        Err(Objection::Failed(failure)) => failure,
        Err(Objection::Silent(why)) => panic!("{why}"),
        _ => panic!("it did not fail"),
    }
}

fn silent(held: Held) -> String {
    match held {
        Err(Objection::Silent(why)) => why,
        Err(Objection::Failed(failure)) => panic!("{failure:?}"),
        _ => panic!("it was not silent"),
    }
}

#[test]
fn right_elements_pass_in_any_encoding() {
    let expected = counting(&[2, 3]);
    assert!(said(&expected, &[], &gzipped(), &hex(RIGHT)).is_ok());
    // The same in a stored block.
    let stored = [
        &hex("1f8b08000000000000ff010c00f3ff")[..],
        &expected.bytes.joined(),
        &hex("7c481f900c000000"),
    ];
    assert!(said(&expected, &[], &gzipped(), &stored.concat()).is_ok());
}

#[test]
fn a_wrong_element_is_named_by_its_coordinates() {
    let failure = failure(said(&counting(&[2, 3]), &[], &gzipped(), &hex(WRONG)));
    assert_eq!(failure.kind, FailureKind::WrongData);
    let expected = "chunk \"c/0\", decoded: elements 010002000300040005000600";
    assert_eq!(failure.expected, expected);
    assert_eq!(failure.found, "elements 010002000300040005000700");
    let difference = failure.difference.unwrap();
    assert_eq!(difference.coordinates, Some(vec![1, 2]));
    let first = (difference.expected.as_str(), difference.found.as_str());
    assert_eq!(first, ("0x0006", "0x0007"));
    assert_eq!((difference.differing, difference.total), (1, 6));
}

#[test]
fn unused_elements_may_have_any_value() {
    let expected = counting(&[2, 3]);
    let compared = |unused: &[(u64, u64)]| said(&expected, unused, &gzipped(), &hex(WRONG));
    assert!(compared(&[(10, 2)]).is_ok());
    assert_eq!(
        failure(compared(&[(8, 2)])).difference.unwrap().differing,
        1
    );
}

#[test]
fn bytes_that_do_not_decode_fail_with_the_reason() {
    let mut encoded = hex(RIGHT);
    encoded.truncate(20);
    let failure = failure(said(&counting(&[2, 3]), &[], &gzipped(), &encoded));
    assert_eq!(failure.kind, FailureKind::WrongData);
    let found = &failure.found;
    assert!(found.starts_with("bytes that do not decode: "), "{found}");
    assert!(found.contains("gzip"), "{found}");
    assert!(
        found.ends_with("; 20 bytes, 1f8b080000000000020363646062606660616065"),
        "{found}"
    );
    let expected = "chunk \"c/0\", decoded: elements 010002000300040005000600";
    assert_eq!(failure.expected, expected);
}

/// No crate in safe code reads blosclz: whoever writes it has not failed.
#[test]
fn what_the_reference_does_not_decode_fails_nobody() {
    let codecs = json!([
        {"name": "bytes", "configuration": {"endian": "little"}},
        {"name": "blosc", "configuration":
            {"cname": "blosclz", "clevel": 5, "shuffle": "noshuffle", "blocksize": 0}},
    ]);
    let header = [2, 1, 0x10, 1, 12, 0, 0, 0, 12, 0, 0, 0, 32, 0, 0, 0];
    let block = [20, 0, 0, 0, 8, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8];
    let chunk = [header, block].concat();
    let why = silent(said(&counting(&[2, 3]), &[], &codecs, &chunk));
    assert!(
        why.starts_with("what was written is not decoded here: "),
        "{why}"
    );
    assert!(why.contains("blosclz"), "{why}");
}

/// A reader that gives parts, and then this.
struct InParts {
    parts: Vec<(Vec<u64>, Vec<u64>, HexElements)>,
    then: Result<(), Unreadable>,
}

impl WrittenReader for InParts {
    fn read(&self, _: Edition, _: &[u8]) -> Result<Meaning, Unreadable> {
        Err(Unreadable::Invalid("not asked".to_owned()))
    }

    fn node(&self, _: Edition, _: &HierarchyLeft<'_>, _: &str) -> Result<NodeStated, Unreadable> {
        Err(Unreadable::Invalid("not asked".to_owned()))
    }

    fn array(&self, _: Edition, _: &HierarchyLeft<'_>, _: &str) -> Result<WholeArray, Unreadable> {
        Err(Unreadable::Invalid("not asked".to_owned()))
    }

    fn chunk(
        &self,
        _: Edition,
        _: &ChunkOf<'_>,
        _: &[u8],
        each: &mut dyn FnMut(&Part<'_>),
    ) -> Result<(), Unreadable> {
        for (start, shape, elements) in &self.parts {
            each(&Part {
                start,
                shape,
                elements,
            });
        }
        self.then.clone()
    }

    fn region(
        &self,
        _: Edition,
        _: &[u8],
        _: Get<'_>,
        _: &[u64],
        _: &[u64],
    ) -> Result<HexElements, Unreadable> {
        Err(Unreadable::Invalid("not asked".to_owned()))
    }
}

/// Parts of this shape that make up the chunk, each element taken from it one by one.
fn divided(whole: &Elements, part: &[u64]) -> InParts {
    let shape = &whole.of.shape;
    let positions = |shape: &[u64]| -> Vec<Vec<u64>> {
        shape.iter().fold(vec![Vec::new()], |before, &length| {
            let longer = |it: &Vec<u64>| {
                let it = it.clone();
                (0..length).map(move |at| [&it[..], &[at]].concat())
            };
            before.iter().flat_map(longer).collect()
        })
    };
    let number: Vec<u64> = shape.iter().zip(part).map(|(s, c)| s / c).collect();
    let of_part = |i: Vec<u64>| {
        let start: Vec<u64> = i.iter().zip(part).map(|(i, c)| i * c).collect();
        let mut elements = Vec::new();
        for within in positions(part) {
            let mut at = 0;
            for d in 0..shape.len() {
                at = at * shape[d] + start[d] + within[d];
            }
            let at = 2 * usize::try_from(at).unwrap();
            elements.extend_from_slice(&whole.bytes.joined()[at..at + 2]);
        }
        (start, part.to_vec(), elements.into())
    };
    InParts {
        parts: positions(&number).into_iter().map(of_part).collect(),
        then: Ok(()),
    }
}

fn by(reader: &InParts, expected: &Elements) -> Held {
    decodes_to(expected, &[], &ChunkOf::Array(b""), &[], &evidence(reader))
}

#[rstest]
#[case::of_rank_0(&[], &[], &[])]
#[case::of_rank_1(&[6], &[2], &[3])]
#[case::of_rank_2(&[4, 6], &[2, 3], &[2, 4])]
#[case::of_one_row(&[2, 6], &[1, 6], &[1, 1])]
#[case::of_one_column(&[4, 3], &[4, 1], &[1, 1])]
#[case::of_rank_3(&[2, 4, 6], &[1, 2, 3], &[1, 2, 4])]
#[case::of_the_whole(&[2, 3], &[2, 3], &[0, 1])]
fn parts_are_compared_at_their_places(
    #[case] shape: &[u64],
    #[case] part: &[u64],
    #[case] wrong: &[u64],
) {
    let expected = counting(shape);
    let mut reader = divided(&expected, part);
    assert!(by(&reader, &expected).is_ok());
    let of = ChunkOf::Array(b"");
    let found = whole(&expected, &of, &[], &evidence(&reader));
    assert!(matches!(found, Ok(found) if found == expected.bytes));
    // The part that has the element that is to be wrong.
    let is_its = |start: &[u64]| {
        let mut dimensions = 0..shape.len();
        dimensions.all(|d| (start[d]..start[d] + part[d]).contains(&wrong[d]))
    };
    let (start, _, elements) = reader
        .parts
        .iter_mut()
        .find(|(start, ..)| is_its(start))
        .unwrap();
    let mut at = 0;
    for d in 0..shape.len() {
        at = at * part[d] + wrong[d] - start[d];
    }
    let mut bytes = elements.joined().to_vec();
    bytes[2 * usize::try_from(at).unwrap()] = 99;
    *elements = bytes.into();
    let difference = failure(by(&reader, &expected)).difference.unwrap();
    assert_eq!(difference.coordinates.as_deref(), Some(wrong));
    assert_eq!(
        (difference.found.as_str(), difference.differing),
        ("0x0063", 1)
    );
}

#[test]
fn parts_in_each_others_places_are_wrong() {
    let expected = counting(&[4, 6]);
    let mut reader = divided(&expected, &[2, 3]);
    let [first, second] = [0, 1].map(|at| reader.parts[at].2.clone());
    (reader.parts[0].2, reader.parts[1].2) = (second, first);
    let difference = failure(by(&reader, &expected)).difference.unwrap();
    assert_eq!(difference.coordinates, Some(vec![0, 0]));
    assert_eq!(difference.differing, 12);
}

/// Elements that are right as far as they go are not the chunk.
#[rstest]
#[case::fewer(&[1, 3], "3 elements of another shape")]
#[case::more(&[3, 3], "9 elements of another shape")]
#[case::transposed(&[3, 2], "6 elements of another shape")]
#[case::of_another_rank(&[6], "6 elements of another shape")]
fn another_shape_is_wrong(#[case] shape: &[u64], #[case] found: &str) {
    let expected = counting(&[2, 3]);
    let given = counting(shape);
    let failure = failure(by(&divided(&given, shape), &expected));
    assert_eq!(
        failure.expected,
        "chunk \"c/0\", decoded: elements of shape [2, 3]"
    );
    assert_eq!(failure.found, found);
}

#[test]
fn a_chunk_of_fewer_elements_than_its_array_says_does_not_decode() {
    let failure = failure(said(&counting(&[2, 3]), &[], &gzipped(), &hex(SHORT)));
    assert!(failure.found.starts_with("bytes that do not decode: "));
}

/// A writer may leave gaps, and what is too long to be looked at whole fails nobody.
#[test]
fn what_is_far_longer_than_its_elements_fails_nobody() {
    let expected = counting(&[2, 3]);
    let reader = InParts {
        parts: Vec::new(),
        then: Err(Unreadable::Invalid("cut".to_owned())),
    };
    let encoded = vec![0; 2 * 1024 * 1024];
    let of = ChunkOf::Array(b"");
    let held = decodes_to(&expected, &[], &of, &encoded, &evidence(&reader));
    assert!(silent(held).starts_with("chunk \"c/0\", decoded takes so many more bytes"));
}

/// A bug of ours is not a verdict: it ends the run.
#[test]
fn a_bug_ends_the_run() {
    let reader = InParts {
        parts: Vec::new(),
        then: Err(Unreadable::Bug(Bug("two and two are five".to_owned()))),
    };
    let elements = counting(&[2, 3]);
    let stored = StoredChunk {
        key: "c/0/0".to_owned(),
        content: Content::Elements(elements.bytes.clone()),
        unused: Vec::new(),
        may_be_absent: false,
    };
    let check = Check {
        id: "a/b/c#write".into(),
        operation: Operation::Write,
        level: Level::Must,
        needs: crate::check::Needs::default(),
        stores: Vec::new(),
        requests: Vec::new(),
        expected: Expected::Written(Written {
            chunks: vec![ExpectedChunk::Stored(stored, elements.of.clone())],
            read_back: None,
            after_each: Vec::new(),
        }),
    };
    let store = Store::from([("c/0/0".to_owned(), hex(RIGHT).into())]);
    let judged = |reader: &dyn WrittenReader| {
        let evidence = Evidence {
            replies: vec![Some(Ok(json!({})))],
            stores: vec![&store],
            ..evidence(reader)
        };
        judge(&check, &evidence)
    };
    assert_eq!(judged(&reader), Err(Bug("two and two are five".to_owned())));
    assert_eq!(judged(&divided(&elements, &[1, 3])), Ok(Verdict::passed()));
}
