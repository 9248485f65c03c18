//! Prints what writers of ours write, for others to read: for each of NUMBER seeds from FIRST on a line of
//! JSON with the members of a fact on a chunk.
//!
//! ```sh
//! cargo run -p zarr-conform-fuzz --example written -- NUMBER [FIRST]
//! ```

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "it prints for tests, and a failure here is a failed test"
)]

#[path = "../tests/support/given.rs"]
mod given;

use fastrand::Rng;
use serde_json::json;
use zarr_conform_fuzz::case::codec;
use zarr_conform_fuzz::tape::Tape;
use zarr_conform_fuzz::writer::Writer;
use zarr_conform_reference::codecs::Representation;
use zarr_conform_reference::vector_form::to_elements;
use zarr_conform_terms::DataTypeValue;

fn main() {
    let numbers = std::env::args().skip(1).map(|it| it.parse().unwrap());
    let numbers: Vec<u64> = numbers.collect();
    let (number, first) = match numbers[..] {
        [number] => (number, 0),
        [number, first] => (number, first),
        _ => panic!("found {numbers:?}, expected NUMBER [FIRST]"),
    };
    for seed in first..first + number {
        let mut rng = Rng::with_seed(seed);
        let given = given::any(&mut rng, 300);
        let writer = Writer::random(&mut Tape::random(rng.u64(..)), &given.codecs).unwrap();
        let encoded = writer.encode(&given::steps(), &given.chain, &given.chunk);
        let Some(Representation::Array { fill_value, .. }) = given.chain.representations.first()
        else {
            unreachable!("a chunk is an array");
        };
        let of = |elements| to_elements(given.chunk.data_type, elements);
        let line = json!({
            "seed": seed,
            "data_type": DataTypeValue::from(given.chunk.data_type),
            "shape": given.chunk.shape,
            "codecs": codec::list(&given.codecs),
            "fill_value": of(std::slice::from_ref(fill_value)),
            "elements": of(&given.chunk.elements),
            "encoded": hex::encode(encoded.unwrap()),
        });
        println!("{line}");
    }
}
