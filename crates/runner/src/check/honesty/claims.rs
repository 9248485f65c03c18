//! What `hello` offers is done: each operation that is offered answers the plainest request.

use serde_json::Value;

use super::{
    DATA_TYPE, ELEMENTS, Honesty, SHAPE, check, codecs, has_stores, needs, plain_elements,
    plain_store, plain_type, whole,
};
use crate::check::derive::store::{of_one_chunk, only_key};
use crate::check::derive::{asked, asked_of, open, optionally, read, write};
use crate::check::{ArrayType, Asked, Check, Expected, ExpectedChunk, Meant, Operation, Written};
use zarr_conform_protocol::{Ask, AskedChunk, ChunkAnswer, GridAnswer, Located, ask};
use zarr_conform_terms::{Edition, HexBytes};
use zarr_conform_vectors::{Content, Meaning, Presentation, Store, StoredChunk, plain};

/// What the ids of these checks have before the operation; refusing unknown names is compared with
/// them.
pub(crate) const CLAIMS: &str = "honesty/claims";

pub(crate) fn checks(edition: Edition) -> Vec<Honesty> {
    let mut checks = Vec::new();
    if has_stores(edition) {
        checks.extend([open_it(edition), read_it(edition), write_it(edition)]);
        checks.push(create_it(edition));
    }
    checks.extend([encode_it(edition), decode_it(edition), grid_it(edition)]);
    checks.into_iter().map(honesty).collect()
}

fn honesty(check: Check) -> Honesty {
    let codecs = Value::from(check.needs.codecs.clone());
    Honesty {
        twin: None,
        comment: "offers an operation in hello and does not have it",
        given: format!("three elements of {DATA_TYPE} in one chunk, codecs {codecs}"),
        requirement: None,
        check,
    }
}

fn claim(
    edition: Edition,
    operation: Operation,
    stores: Vec<Store>,
    requests: Vec<Asked>,
    expected: Expected,
) -> Check {
    let expected = Expected::Claimed(Box::new(expected));
    check(
        CLAIMS,
        operation,
        needs(edition),
        stores,
        requests,
        expected,
    )
}

fn open_it(edition: Edition) -> Check {
    let stores = vec![plain_store(edition)];
    let expected = Expected::Opened(plain_type());
    let requests = vec![asked_of(0, open())];
    claim(edition, Operation::Open, stores, requests, expected)
}

fn read_it(edition: Edition) -> Check {
    let (array, elements) = whole(plain_elements());
    let stores = vec![plain_store(edition)];
    let requests = vec![asked_of(0, read(None))];
    let expected = Expected::Read(array, vec![elements]);
    claim(edition, Operation::Read, stores, requests, expected)
}

fn write_it(edition: Edition) -> Check {
    let stores = vec![of_one_chunk(
        Presentation::PLAIN,
        DATA_TYPE,
        &SHAPE,
        &codecs(edition),
    )];
    let write = write(None, &HexBytes::from(ELEMENTS.to_vec()));
    let expected = Expected::Written(written());
    claim(
        edition,
        Operation::Write,
        stores,
        vec![asked_of(0, write)],
        expected,
    )
}

/// The one chunk, stored.
fn written() -> Written {
    let chunk = StoredChunk {
        key: only_key(&SHAPE),
        content: Content::Encoded(HexBytes::from(ELEMENTS.to_vec())),
        unused: Vec::new(),
        may_be_absent: false,
    };
    let of = ArrayType {
        data_type: DATA_TYPE.to_owned(),
        shape: SHAPE.to_vec(),
    };
    Written {
        chunks: vec![ExpectedChunk::Stored(chunk, of)],
        read_back: None,
        after_each: Vec::new(),
    }
}

/// A library's own creation call may choose where chunks go and how they are encoded: what is read
/// back counts.
fn create_it(edition: Edition) -> Check {
    let store = of_one_chunk(Presentation::PLAIN, DATA_TYPE, &SHAPE, &codecs(edition));
    let document = store.get("zarr.json").map_or(&[][..], |it| &**it);
    let create = Ask::Create(ask::Create {
        metadata: serde_json::from_slice(document).unwrap_or_default(),
        elements: HexBytes::from(ELEMENTS.to_vec()),
        ..ask::Create::default()
    });
    let meaning = Meaning {
        data_type: DATA_TYPE.to_owned(),
        shape: SHAPE.to_vec(),
        fill_value: HexBytes::from(vec![0]),
    };
    let written = Written {
        chunks: Vec::new(),
        read_back: Some(plain_elements()),
        after_each: Vec::new(),
    };
    let requests = vec![asked_of(0, create), optionally(asked_of(0, read(None)))];
    let expected = Expected::Created(Meant::Stated(meaning), written);
    claim(
        edition,
        Operation::Create,
        vec![Store::new()],
        requests,
        expected,
    )
}

fn encode_it(edition: Edition) -> Check {
    let encode = Ask::Encode(ask::Encode {
        data_type: DATA_TYPE.to_owned(),
        shape: SHAPE.to_vec(),
        codecs: codecs(edition).into(),
        elements: HexBytes::from(ELEMENTS.to_vec()),
    });
    let expected = Expected::Encoded(HexBytes::from(ELEMENTS.to_vec()));
    claim(
        edition,
        Operation::Encode,
        Vec::new(),
        vec![asked(encode)],
        expected,
    )
}

fn decode_it(edition: Edition) -> Check {
    let decode = Ask::Decode(ask::Decode {
        data_type: DATA_TYPE.to_owned(),
        shape: SHAPE.to_vec(),
        codecs: codecs(edition).into(),
        encoded: HexBytes::from(ELEMENTS.to_vec()),
    });
    let expected = Expected::Decoded(plain_elements());
    claim(
        edition,
        Operation::Decode,
        Vec::new(),
        vec![asked(decode)],
        expected,
    )
}

fn grid_it(edition: Edition) -> Check {
    let default = plain::chunk_key_encoding();
    let (encodings, keys) = if has_stores(edition) {
        (vec![default], vec!["c/1".to_owned()])
    } else {
        (Vec::new(), Vec::new())
    };
    let grid = Ask::Grid(ask::Grid {
        array_shape: SHAPE.to_vec(),
        chunk_shape: vec![2],
        elements: vec![vec![2]],
        chunks: vec![AskedChunk {
            index: vec![1],
            chunk_key_encodings: encodings,
        }],
    });
    let expected = Expected::Grid(GridAnswer {
        grid_shape: vec![2],
        elements: vec![Located {
            chunk: vec![1],
            within: vec![0],
        }],
        chunks: vec![ChunkAnswer {
            origin: vec![2],
            keys,
        }],
    });
    claim(
        edition,
        Operation::Grid,
        Vec::new(),
        vec![asked(grid)],
        expected,
    )
}
