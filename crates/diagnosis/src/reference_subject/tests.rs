//! What the reference answers, and that a bug of it says nothing about anybody.

use std::num::NonZeroUsize;
use std::time::Duration;

use super::*;
use serde_json::json;
use zarr_conform_protocol::AskedChunk;
use zarr_conform_protocol::subject::{InProcess, Launcher, StartError, Stop, Subject};
use zarr_conform_reference::steps::Replacement;
use zarr_conform_runner::{
    ChunkOf, Consumer, EndedEarly, Event, Finished, Get, HierarchyLeft, Part, ReferenceReader, Run,
    Selection, Unreadable, Verdict, WrittenReader,
};
use zarr_conform_terms::HexElements;
use zarr_conform_vectors::Meaning;

/// The literal steps, in which one step contradicts itself.
struct Contradicting;

impl Launcher for Contradicting {
    fn launch(&self) -> Result<Box<dyn Subject>, StartError> {
        let contradicting = [Replacement::transpose_order(|_, _, _| {
            Err(Error::Bug("two and two are five".to_owned()))
        })];
        let steps = Steps::default().with(&contradicting);
        let reference = Reference::of("contradicting".to_owned(), steps);
        Ok(Box::new(InProcess::new(reference)))
    }
}

struct ContradictingReader;

impl WrittenReader for ContradictingReader {
    fn read(&self, _edition: Edition, _zarr_json: &[u8]) -> Result<Meaning, Unreadable> {
        Err(Bug("two and two are five".to_owned()).into())
    }

    fn node(
        &self,
        _edition: Edition,
        _left: &HierarchyLeft<'_>,
        _path: &str,
    ) -> Result<vectors::NodeStated, Unreadable> {
        Err(Bug("two and two are five".to_owned()).into())
    }

    fn array(
        &self,
        _edition: Edition,
        _left: &HierarchyLeft<'_>,
        _path: &str,
    ) -> Result<vectors::WholeArray, Unreadable> {
        Err(Bug("two and two are five".to_owned()).into())
    }

    fn chunk(
        &self,
        _edition: Edition,
        _of: &ChunkOf<'_>,
        _encoded: &[u8],
        _each: &mut dyn FnMut(&Part<'_>),
    ) -> Result<(), Unreadable> {
        Err(Bug("two and two are five".to_owned()).into())
    }

    fn region(
        &self,
        _edition: Edition,
        _zarr_json: &[u8],
        _get: Get<'_>,
        _start: &[u64],
        _shape: &[u64],
    ) -> Result<HexElements, Unreadable> {
        Err(Bug("two and two are five".to_owned()).into())
    }
}

/// What a run judges.
#[derive(Default)]
struct Seen(Vec<(String, Verdict)>);

impl Consumer for Seen {
    fn event(&mut self, event: &Event) -> std::io::Result<()> {
        if let Event::CheckFinished(result) = event {
            self.0
                .push((result.check.to_string(), result.verdict.clone()));
        }
        Ok(())
    }
}

fn run_fact(
    fact: &str,
    launcher: &dyn Launcher,
    reader: &dyn WrittenReader,
) -> (Finished, Vec<(String, Verdict)>) {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let run = Run {
        vectors: &vectors,
        vectors_sha256: String::new(),
        launcher,
        reader,
        edition: None,
        selection: Selection::default(),
        jobs: NonZeroUsize::MIN,
        keep: None,
        isolated: Vec::new(),
        timeout: Duration::from_secs(60),
        explain: None,
        describe_passes: false,
        seed: 0,
        memory: None,
        stop: Stop::default(),
    };
    let mut seen = Seen::default();
    let finished = run.run_fact(fact, &mut [&mut seen]).unwrap();
    (finished, seen.0)
}

fn literal() -> ReferenceLauncher {
    ReferenceLauncher {
        edition: Edition::default(),
        misreading: None,
        ops: Vec::new(),
    }
}

fn is_told(finished: &Finished) -> bool {
    let told = finished.summary.ended_early.as_deref().unwrap_or_default();
    matches!(finished.ended_early, Some(EndedEarly::Bug(_)))
        && told.contains("a bug of zarr-conform")
        && told.contains("please report it")
        && told.contains("two and two are five")
}

/// Refusing is what this fact demands, and a bug is not a refusal.
#[test]
fn a_bug_of_the_reference_ends_the_run_and_passes_nothing() {
    let fact = "transpose/orders/repeated";
    let (finished, judged) = run_fact(fact, &literal(), &ReferenceReader);
    assert!(finished.ended_early.is_none());
    let is_pass = |(_, verdict): &(String, Verdict)| matches!(verdict, Verdict::Pass { .. });
    assert!(judged.iter().any(is_pass), "{judged:?}");

    let (finished, judged) = run_fact(fact, &Contradicting, &ReferenceReader);
    assert!(is_told(&finished), "{finished:?}");
    assert_eq!(judged, []);
}

/// Metadata that an implementation wrote are read by the reference.
#[test]
fn a_bug_of_the_reader_ends_the_run_and_judges_nothing_written() {
    let fact = "chunk-key-encoding/short-hand/v2-store";
    let (finished, judged) = run_fact(fact, &literal(), &ReferenceReader);
    assert!(finished.ended_early.is_none());
    let is_created = |(check, _): &(String, Verdict)| check.ends_with("#create");
    assert!(judged.iter().any(is_created), "{judged:?}");

    let (finished, judged) = run_fact(fact, &literal(), &ContradictingReader);
    assert!(is_told(&finished), "{finished:?}");
    assert!(!judged.iter().any(is_created), "{judged:?}");
}

/// A hierarchy is made, changed and read by nothing but requests.
#[test]
fn hierarchies_are_made_and_read() {
    let array = r#"{"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8", "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}}, "chunk_key_encoding": {"name": "default"}, "fill_value": 0, "codecs": ["bytes"]}"#;
    let mut store = vectors::Store::new();
    let mut answer = |line: &str| {
        let line = format!("{{\"id\": 0, \"store\": \"s\", {line}}}");
        let request = zarr_conform_protocol::Request::from_line(&line).unwrap();
        let reference = Reference::new(Edition::default());
        reference.answer(&request.ask, &mut store)
    };
    let mut is = |line: &str, expected: &str| {
        let expected: Value = serde_json::from_str(expected).unwrap();
        assert_eq!(answer(line), Ok(expected), "{line}");
    };
    is(
        r#""op": "create_group", "path": "/a", "attributes": {"is": "a"}"#,
        "{}",
    );
    let create =
        format!(r#""op": "create", "path": "/a/b/x", "metadata": {array}, "elements": "0102""#);
    is(&create, "{}");
    is(
        r#""op": "walk""#,
        r#"{"nodes": {"/": "group", "/a": "group", "/a/b": "group", "/a/b/x": "array"}}"#,
    );
    is(
        r#""op": "read", "path": "/a/b/x", "through": "/""#,
        r#"{"data_type": "uint8", "shape": [2], "elements": "0102"}"#,
    );
    is(
        r#""op": "set_attributes", "path": "/a/b", "attributes": {"n": null}"#,
        "{}",
    );
    is(r#""op": "consolidate", "path": "/""#, "{}");
    is(
        r#""op": "node", "path": "/a/b", "through": "/", "consolidated": "never""#,
        r#"{"node_type": "group", "attributes": {"n": null}}"#,
    );
    is(
        r#""op": "children", "path": "/""#,
        r#"{"children": {"a": "group"}}"#,
    );
    is(r#""op": "delete", "path": "/a/b""#, "{}");
    is(r#""op": "children", "path": "/a""#, r#"{"children": {}}"#);
    is(
        r#""op": "children", "path": "/a", "through": "/", "consolidated": "only""#,
        r#"{"children": {"b": "group"}}"#,
    );
    assert!(answer(r#""op": "children", "path": "/a", "consolidated": "only""#).is_err());
    assert!(answer(r#""op": "create_group", "path": "/a", "attributes": {}"#).is_err());
    let root: Value = serde_json::from_slice(&store["zarr.json"]).unwrap();
    let entries = root.pointer("/consolidated_metadata/metadata").unwrap();
    assert_eq!(
        entries.pointer("/a~1b/attributes"),
        Some(&json!({"n": null}))
    );
    let names: Vec<&String> = entries.as_object().unwrap().keys().collect();
    assert_eq!(names, ["a", "a/b", "a/b/x"]);
}

#[test]
fn a_chunk_of_another_rank_is_refused() {
    let chunk = |index: &[u64]| AskedChunk {
        index: index.to_vec(),
        chunk_key_encodings: Vec::new(),
    };
    let answer = |index: &[u64]| {
        let asked = ask::Grid {
            array_shape: vec![5],
            chunk_shape: vec![2],
            elements: Vec::new(),
            chunks: vec![chunk(index)],
        };
        Reference::new(Edition::default()).answer_of_grid(&asked)
    };
    assert_eq!(answer(&[2]).unwrap().chunks[0].origin, [4]);
    assert!(matches!(answer(&[2, 0]), Err(Error::Extent(_))));
    assert!(matches!(answer(&[]), Err(Error::Extent(_))));
}
