//! Names that no implementation can know are refused: operations, codecs, data types, chunk grids
//! and chunk key encodings, generated anew in each run.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::claims::CLAIMS;
use super::{DATA_TYPE, ELEMENTS, Honesty, SHAPE, check, codecs, has_stores, needs, plain_store};
use crate::check::derive::{asked, asked_of, open, optionally, read};
use crate::check::{Asked, Expected, Needs, Operation};
use zarr_conform_protocol::{Ask, AskedChunk, ask};
use zarr_conform_terms::{Edition, HexBytes};
use zarr_conform_vectors::Store;

/// One kind of name.
struct MadeUp {
    /// What has it, for people and in ids.
    of: &'static str,
    /// The requirement by which it must be refused.
    requirement: Option<&'static str>,
    name: String,
}

impl MadeUp {
    fn new(of: &'static str, requirement: Option<&'static str>, seed: u32) -> Self {
        let digest = Sha256::digest(format!("{seed} {of}").as_bytes());
        let name = format!("zc-{}", hex::encode(&digest[..8]));
        Self {
            of,
            requirement,
            name,
        }
    }

    fn honesty(
        &self,
        operation: Operation,
        needs: Needs,
        stores: Vec<Store>,
        requests: Vec<Asked>,
    ) -> Honesty {
        let fact = format!("honesty/unknown-{}", self.of.replace(' ', "-"));
        let given = format!("the {} {:?}, generated for this run", self.of, self.name);
        let expected = Expected::Unknown(given.clone());
        Honesty {
            check: check(&fact, operation, needs, stores, requests, expected),
            twin: Some(CLAIMS),
            comment: "accepts a name that is not in the specification, generated for this run",
            given,
            requirement: self.requirement,
        }
    }
}

pub(crate) fn checks(edition: Edition, seed: u32) -> Vec<Honesty> {
    let has_stores = has_stores(edition);
    let name = |of, requirement| MadeUp::new(of, has_stores.then_some(requirement), seed);
    let mut checks = Vec::new();
    if has_stores {
        checks.push(operation(edition, &MadeUp::new("operation", None, seed)));
        let grid = name("chunk grid", "array-metadata.chunk-grid");
        checks.push(opened(edition, &grid, |document| {
            replace(document, "/chunk_grid/name", &grid.name);
        }));
        let keys = name("chunk key encoding", "array-metadata.chunk-key-encoding");
        checks.push(opened(edition, &keys, |document| {
            replace(document, "/chunk_key_encoding/name", &keys.name);
        }));
        checks.push(keys_of_chunks(edition, &keys));
    }
    checks.extend(data_type(
        edition,
        &name("data type", "data-type.identifier"),
    ));
    checks.extend(codec(edition, &name("codec", "codecs.identifier")));
    checks
}

fn operation(edition: Edition, name: &MadeUp) -> Honesty {
    let ask = Ask::Other(ask::Other {
        op: name.name.clone(),
        store: String::new(),
    });
    let stores = vec![plain_store(edition, &SHAPE)];
    name.honesty(
        Operation::Other,
        needs(edition),
        stores,
        vec![asked_of(0, ask)],
    )
}

fn data_type(edition: Edition, name: &MadeUp) -> Vec<Honesty> {
    let needs = Needs {
        data_type: None,
        ..needs(edition)
    };
    let mut checks = Vec::new();
    if has_stores(edition) {
        checks.push(opened(edition, name, |document| {
            replace(document, "/data_type", &name.name);
        }));
    }
    for (operation, ask) in chunk(&name.name, &codecs(edition)) {
        checks.push(name.honesty(operation, needs.clone(), Vec::new(), vec![asked(ask)]));
    }
    checks
}

/// After the codec that yields bytes, where a codec of any name may stand.
fn codec(edition: Edition, name: &MadeUp) -> Vec<Honesty> {
    let codec = json!({"name": name.name});
    let mut checks = Vec::new();
    if has_stores(edition) {
        checks.push(opened(edition, name, |document| {
            if let Some(Value::Array(codecs)) = document.get_mut("codecs") {
                codecs.push(codec.clone());
            }
        }));
    }
    let codecs: Vec<Value> = codecs(edition).into_iter().chain([codec.clone()]).collect();
    for (operation, ask) in chunk(DATA_TYPE, &codecs) {
        checks.push(name.honesty(operation, needs(edition), Vec::new(), vec![asked(ask)]));
    }
    checks
}

/// The plain chunk, to encode and to decode.
fn chunk(data_type: &str, codecs: &[Value]) -> [(Operation, Ask); 2] {
    let encode = Ask::Encode(ask::Encode {
        data_type: data_type.into(),
        shape: SHAPE.to_vec(),
        codecs: codecs.into(),
        elements: ELEMENTS.to_vec().into(),
    });
    let decode = Ask::Decode(ask::Decode {
        data_type: data_type.into(),
        shape: SHAPE.to_vec(),
        codecs: codecs.into(),
        encoded: HexBytes::from(ELEMENTS.to_vec()),
    });
    [(Operation::Encode, encode), (Operation::Decode, decode)]
}

fn keys_of_chunks(edition: Edition, name: &MadeUp) -> Honesty {
    let ask = Ask::Grid(ask::Grid {
        array_shape: SHAPE.to_vec(),
        chunk_shape: vec![2],
        elements: Vec::new(),
        chunks: vec![AskedChunk {
            index: vec![1],
            chunk_key_encodings: vec![json!({"name": name.name})],
        }],
    });
    name.honesty(
        Operation::Grid,
        needs(edition),
        Vec::new(),
        vec![asked(ask)],
    )
}

/// The plain array with one thing changed, to open and then to read.
fn opened(edition: Edition, name: &MadeUp, change: impl FnOnce(&mut Value)) -> Honesty {
    let mut store = plain_store(edition, &SHAPE);
    if let Some(bytes) = store.get_mut("zarr.json") {
        let mut document: Value = serde_json::from_slice(bytes).unwrap_or_default();
        change(&mut document);
        *bytes = document.to_string().into_bytes().into();
    }
    let requests = vec![asked_of(0, open()), optionally(asked_of(0, read(None)))];
    name.honesty(Operation::Open, needs(edition), vec![store], requests)
}

fn replace(document: &mut Value, pointer: &str, name: &str) {
    if let Some(place) = document.pointer_mut(pointer) {
        *place = name.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documents(seed: u32) -> Vec<String> {
        let checks = checks(Edition::default(), seed).into_iter();
        let stores = checks.flat_map(|it| it.check.stores);
        let document = |store: Store| String::from_utf8(store["zarr.json"].to_vec()).unwrap();
        stores.map(document).collect()
    }

    #[test]
    fn names_come_from_the_seed_and_ids_do_not() {
        assert_eq!(documents(1), documents(1));
        let ids = |seed| -> Vec<String> {
            let checks = checks(Edition::default(), seed).into_iter();
            checks.map(|it| it.check.id.to_string()).collect()
        };
        assert_eq!(ids(1), ids(2));
        // One store is the plain one, of the unknown operation; four hold a name of their own.
        let differing = documents(1)
            .iter()
            .zip(&documents(2))
            .filter(|(a, b)| a != b)
            .count();
        assert_eq!(differing, 4);
        assert_eq!(documents(1).len(), 5);
    }
}
