//! Damaged input is refused with an error, never with a panic: vectors, requests and metadata.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::path::Path;

use proptest::prelude::*;
use zarr_conform::Edition;
use zarr_conform::protocol::Request;
use zarr_conform::reference::Steps;
use zarr_conform::runner::{Derivation, Plan};
use zarr_conform::spec::Form;
use zarr_conform::spec::sentences::sentences;
use zarr_conform::vector::Vectors;

/// Bytes to put in place of others: those that JSON and its numbers are made of.
fn damage() -> impl Strategy<Value = (prop::sample::Index, Vec<u8>, usize)> {
    let bytes = prop::collection::vec(
        prop_oneof![
            Just(b'"'),
            Just(b'0'),
            Just(b'9'),
            Just(b'-'),
            Just(b'['),
            Just(b'}'),
            any::<u8>()
        ],
        0..4,
    );
    (any::<prop::sample::Index>(), bytes, 0..4_usize)
}

fn damaged(text: &[u8], damage: &[(prop::sample::Index, Vec<u8>, usize)]) -> Vec<u8> {
    let mut text = text.to_vec();
    for (at, bytes, removed) in damage {
        let at = at.index(text.len());
        let end = (at + removed).min(text.len());
        text.splice(at..end, bytes.iter().copied());
    }
    text
}

fn vector_file(topic: &str) -> Vec<u8> {
    std::fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("vectors")
            .join(topic),
    )
    .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn vectors(
        topic in prop::sample::select(vec!["transpose/chains.json", "transpose/orders.json", "regular-grid/examples.json"]),
        damage in prop::collection::vec(damage(), 1..4),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(topic);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, damaged(&vector_file(topic), &damage)).unwrap();
        if let Ok(vectors) = Vectors::from_dir(folder.path()) {
            for edition in Edition::ALL {
                let plan = Plan::new(Derivation { vectors: &vectors, edition,});
                for at in 0..plan.len() {
                    plan.check(at);
                }
            }
        }
    }

    #[test]
    fn requests(damage in prop::collection::vec(damage(), 1..6)) {
        let line = br#"{"id":2,"op":"read","store":"b.zarr","regions":[{"start":[0,1],"shape":[2,1]}]}"#;
        let _ = Request::from_line(&String::from_utf8_lossy(&damaged(line, &damage)));
    }

    #[test]
    fn metadata(damage in prop::collection::vec(damage(), 1..6)) {
        let document = br#"{"zarr_format": 3, "node_type": "array", "shape": [2, 3], "data_type": "float32",
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 2]}},
            "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
            "fill_value": "0x7fc00001", "codecs": [{"name": "transpose", "configuration": {"order": [1, 0]}},
            {"name": "bytes", "configuration": {"endian": "big"}}], "dimension_names": ["y", null]}"#;
        for edition in Edition::ALL {
            let _ = Steps::literal(edition).array_metadata(&damaged(document, &damage));
        }
    }

    #[test]
    fn specification(damage in prop::collection::vec(damage(), 1..6)) {
        let document = b"Title\n=====\n\nIt must be so. *May* it?\n\n.. note:: must\n   not\n\n- ``a``\n\n::\n\n  x\n\n\
            .. list-table:: T\n   :header-rows: 1\n\n   * - A\n     - B\n";
        let rfc = b"Request for Comments: 1\n\n1. A\n\n   It must be\n\n\x0c\nRFC 1\n\n   so.\n\n   1.1. B\n\n    * a\n\n  +-+\n";
        let markdown = b"# T\n\n## A\n\n- [a](b) must\n\n```\nx\n```\n\n[a]: b\n";
        for (form, document) in [
            (Form::ReStructuredText, document.as_slice()),
            (Form::Markdown, markdown.as_slice()),
            (Form::Rfc, rfc.as_slice()),
        ] {
            sentences(form, &String::from_utf8_lossy(&damaged(document, &damage)));
        }
    }
}
