//! What `hello` lists as unsupported is so. Only what is listed is asked, and that it works after
//! all breaks nothing: these checks are at level `may`.

use serde_json::{Value, json};

use super::{
    DATA_TYPE, ELEMENTS, Honesty, SHAPE, check, codecs, has_stores, plain_elements, whole,
};
use crate::check::derive::fill::counting_pattern;
use crate::check::derive::store::{of_one_chunk, only_key};
use crate::check::derive::{asked_of, read};
use crate::check::{
    ArrayType, Asked, Check, Elements, Expected, ExpectedRead, Needs, Operation, Sent,
};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Level, Presentation, Store};

const DATA_TYPES: [&str; 16] = [
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
    "r8",
    "r16",
];

/// The plain elements as gzip and crc32c store them.
const GZIP: &str = "1f8b08000000000002ff63646206001d80bc5503000000";
const CRC32C: &str = "0102031ef230f1";

/// One thing that may be listed, and an array that needs it.
struct Probe {
    name: String,
    needs: Needs,
    store: Store,
    array: ArrayType,
    elements: ExpectedRead,
}

pub(crate) fn checks(edition: Edition) -> Vec<Honesty> {
    if !has_stores(edition) {
        return Vec::new();
    }
    let data_types = DATA_TYPES.iter().map(|name| data_type(name, edition));
    vec![
        honesty("honesty/denied-data-types", data_types.collect()),
        honesty("honesty/denied-codecs", denied_codecs(edition)),
    ]
}

fn honesty(fact: &str, probes: Vec<Probe>) -> Honesty {
    let request = |(at, probe): (usize, &Probe)| Asked {
        sent: Sent::WhereLacking(probe.needs.clone()),
        ..asked_of(at, read(None))
    };
    let requests = probes.iter().enumerate().map(request).collect();
    let stores = probes.iter().map(|probe| probe.store.clone()).collect();
    let denied = probes.into_iter();
    let denied = denied.map(|probe| (probe.name, probe.array, probe.elements));
    let expected = Expected::Denied(denied.collect());
    let needs = Needs::default();
    Honesty {
        check: Check {
            level: Level::May,
            ..check(fact, Operation::Read, needs, stores, requests, expected)
        },
        twin: None,
        comment: "lists as unsupported in hello what works",
        given: "a plain array for each that hello lists".to_owned(),
        requirement: None,
    }
}

fn data_type(name: &str, edition: Edition) -> Probe {
    let shape = vec![2];
    let bytes = counting_pattern(name, 2);
    let mut store = of_one_chunk(Presentation::PLAIN, name, &shape, &codecs(edition));
    store.insert(only_key(&shape), bytes.0.clone());
    let array = ArrayType {
        data_type: name.to_owned(),
        shape,
    };
    Probe {
        name: format!("data type {name}"),
        needs: Needs {
            data_type: Some(name.to_owned()),
            codecs: Vec::new(),
        },
        store,
        elements: ExpectedRead::Whole(Elements {
            name: "the array".to_owned(),
            of: array.clone(),
            start: vec![0],
            bytes,
        }),
        array,
    }
}

fn denied_codecs(edition: Edition) -> Vec<Probe> {
    let of =
        |name: &str, configuration: Value| json!({"name": name, "configuration": configuration});
    let bytes = codecs(edition);
    let after_bytes =
        |codec: Value| -> Vec<Value> { bytes.iter().cloned().chain([codec]).collect() };
    let transposed = [of("transpose", json!({"order": [0]}))].into_iter();
    vec![
        codec("bytes", &bytes, ELEMENTS.to_vec()),
        codec(
            "transpose",
            &transposed.chain(bytes.iter().cloned()).collect::<Vec<_>>(),
            ELEMENTS.to_vec(),
        ),
        codec(
            "gzip",
            &after_bytes(of("gzip", json!({"level": 5}))),
            hex::decode(GZIP).unwrap_or_default(),
        ),
        codec(
            "crc32c",
            &after_bytes(json!({"name": "crc32c"})),
            hex::decode(CRC32C).unwrap_or_default(),
        ),
    ]
}

fn codec(name: &str, codecs: &[Value], encoded: Vec<u8>) -> Probe {
    let mut store = of_one_chunk(Presentation::PLAIN, DATA_TYPE, &SHAPE, codecs);
    store.insert(only_key(&SHAPE), encoded.into());
    let (array, elements) = whole(plain_elements());
    Probe {
        name: format!("codec {name}"),
        needs: Needs {
            data_type: None,
            codecs: vec![name.to_owned()],
        },
        store,
        array,
        elements,
    }
}
