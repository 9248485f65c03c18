//! What `hello` offers is done: each operation that is offered answers the plainest request.

use serde_json::Value;

use super::{
    DATA_TYPE, ELEMENTS, Honesty, SHAPE, check, codecs, has_stores, needs, plain_elements,
    plain_store, plain_type, whole,
};
use crate::check::derive::store::{of_one_chunk, only_key};
use crate::check::derive::{asked, asked_of, open, optionally, read, write};
use crate::check::spelling::Plainer;
use crate::check::{ArrayType, Asked, Check, Expected, ExpectedChunk, Meant, Operation, Written};
use zarr_conform_protocol::{Ask, AskedChunk, ChunkAnswer, GridAnswer, Located, ask};
use zarr_conform_terms::{Edition, HexBytes};
use zarr_conform_vectors::{Content, Meaning, Presentation, Store, StoredChunk, plain};

/// What the ids of these checks have before the operation; refusing unknown names is compared with
/// them.
pub(crate) const CLAIMS: &str = "honesty/claims";

/// Numbers of dimensions of the arrays that are tried where one of one dimension is not supported.
const OTHER_RANKS: [usize; 4] = [2, 3, 4, 5];

pub(crate) fn checks(edition: Edition) -> Vec<Honesty> {
    let plain = Plain::new(edition, SHAPE.len());
    let mut checks = Vec::new();
    if has_stores(edition) {
        checks.extend([plain.open(), plain.read(), plain.write(), plain.create()]);
    }
    checks.extend([plain.encode(), plain.decode(), plain.grid()]);
    checks.into_iter().map(honesty).collect()
}

/// The same claim of arrays of other numbers of dimensions, the last of which is to be asked first: a library that takes
/// arrays of certain ranks only, which `hello` cannot say, is honest where one of them is done.
pub(crate) fn of_other_ranks(check: &Check, edition: Edition) -> Vec<Plainer> {
    let ranks = OTHER_RANKS.into_iter().rev();
    let others = ranks.filter_map(|rank| {
        let plain = Plain::new(edition, rank);
        let check = match check.operation {
            Operation::Open => plain.open(),
            Operation::Read => plain.read(),
            Operation::Write => plain.write(),
            Operation::Create => plain.create(),
            Operation::Encode => plain.encode(),
            Operation::Decode => plain.decode(),
            Operation::Grid => plain.grid(),
            _ => return None,
        };
        let words = format!("an array of {rank} dimensions");
        Some(Plainer { check, words })
    });
    others.collect()
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

/// The plain array, of any number of dimensions: all but the last have length 1.
struct Plain {
    edition: Edition,
    shape: Vec<u64>,
}

impl Plain {
    fn new(edition: Edition, rank: usize) -> Self {
        Self {
            edition,
            shape: along(rank, 1, SHAPE[0]),
        }
    }

    fn claim(
        &self,
        operation: Operation,
        stores: Vec<Store>,
        requests: Vec<Asked>,
        expected: Expected,
    ) -> Check {
        let expected = Expected::Claimed(Box::new(expected));
        check(
            CLAIMS,
            operation,
            needs(self.edition),
            stores,
            requests,
            expected,
        )
    }

    fn open(&self) -> Check {
        let stores = vec![plain_store(self.edition, &self.shape)];
        let expected = Expected::Opened(plain_type(&self.shape));
        let requests = vec![asked_of(0, open())];
        self.claim(Operation::Open, stores, requests, expected)
    }

    fn read(&self) -> Check {
        let (array, elements) = whole(plain_elements(&self.shape));
        let stores = vec![plain_store(self.edition, &self.shape)];
        let requests = vec![asked_of(0, read(None))];
        let expected = Expected::Read(array, vec![elements]);
        self.claim(Operation::Read, stores, requests, expected)
    }

    fn write(&self) -> Check {
        let stores = vec![of_one_chunk(
            Presentation::PLAIN,
            &DATA_TYPE.into(),
            &self.shape,
            &codecs(self.edition),
        )];
        let write = write(None, &ELEMENTS.to_vec().into());
        let expected = Expected::Written(self.written());
        self.claim(Operation::Write, stores, vec![asked_of(0, write)], expected)
    }

    /// The one chunk, stored.
    fn written(&self) -> Written {
        let chunk = StoredChunk {
            key: only_key(&self.shape),
            content: Content::Encoded(HexBytes::from(ELEMENTS.to_vec())),
            unused: Vec::new(),
            may_be_absent: false,
        };
        let of = ArrayType {
            data_type: DATA_TYPE.into(),
            shape: self.shape.clone(),
        };
        Written {
            chunks: vec![ExpectedChunk::Stored(chunk, of)],
            read_back: None,
            after_each: Vec::new(),
        }
    }

    /// A library's own creation call may choose where chunks go and how they are encoded: what is read
    /// back counts.
    fn create(&self) -> Check {
        let store = of_one_chunk(
            Presentation::PLAIN,
            &DATA_TYPE.into(),
            &self.shape,
            &codecs(self.edition),
        );
        let document = store.get("zarr.json").map_or(&[][..], |it| &**it);
        let create = Ask::Create(ask::Create {
            metadata: serde_json::from_slice(document).unwrap_or_default(),
            elements: ELEMENTS.to_vec().into(),
            ..ask::Create::default()
        });
        let meaning = Meaning {
            data_type: DATA_TYPE.into(),
            shape: self.shape.clone(),
            fill_value: HexBytes::from(vec![0]),
        };
        let written = Written {
            chunks: Vec::new(),
            read_back: Some(plain_elements(&self.shape)),
            after_each: Vec::new(),
        };
        let requests = vec![asked_of(0, create), optionally(asked_of(0, read(None)))];
        let expected = Expected::Created(Meant::Stated(meaning), written);
        self.claim(Operation::Create, vec![Store::new()], requests, expected)
    }

    fn encode(&self) -> Check {
        let encode = Ask::Encode(ask::Encode {
            data_type: DATA_TYPE.into(),
            shape: self.shape.clone(),
            codecs: codecs(self.edition).into(),
            elements: ELEMENTS.to_vec().into(),
        });
        let expected = Expected::Encoded(HexBytes::from(ELEMENTS.to_vec()));
        self.claim(Operation::Encode, Vec::new(), vec![asked(encode)], expected)
    }

    fn decode(&self) -> Check {
        let decode = Ask::Decode(ask::Decode {
            data_type: DATA_TYPE.into(),
            shape: self.shape.clone(),
            codecs: codecs(self.edition).into(),
            encoded: HexBytes::from(ELEMENTS.to_vec()),
        });
        let expected = Expected::Decoded(plain_elements(&self.shape));
        self.claim(Operation::Decode, Vec::new(), vec![asked(decode)], expected)
    }

    fn grid(&self) -> Check {
        let default = plain::chunk_key_encoding();
        let rank = self.shape.len();
        let at = |last: u64| along(rank, 0, last);
        let second = at(1);
        let (encodings, keys) = if has_stores(self.edition) {
            (vec![default], vec![format!("c/{}", joined(&second))])
        } else {
            (Vec::new(), Vec::new())
        };
        let grid = Ask::Grid(ask::Grid {
            array_shape: self.shape.clone(),
            chunk_shape: along(rank, 1, 2),
            elements: vec![at(2)],
            chunks: vec![AskedChunk {
                index: second.clone(),
                chunk_key_encodings: encodings,
            }],
        });
        let expected = Expected::Grid(GridAnswer {
            grid_shape: along(rank, 1, 2),
            elements: vec![Located {
                chunk: second,
                within: at(0),
            }],
            chunks: vec![ChunkAnswer {
                origin: at(2),
                keys,
            }],
        });
        self.claim(Operation::Grid, Vec::new(), vec![asked(grid)], expected)
    }
}

/// Numbers along as many dimensions, all but the last alike.
fn along(rank: usize, others: u64, last: u64) -> Vec<u64> {
    let mut all = vec![others; rank];
    if let Some(it) = all.last_mut() {
        *it = last;
    }
    all
}

/// The parts of a key of a chunk.
fn joined(index: &[u64]) -> String {
    let parts: Vec<String> = index.iter().map(ToString::to_string).collect();
    parts.join("/")
}
