//! Every fact about chunks as a test of this crate: `cargo test --test zarr`.

use rust_implementation::decode;
use zarr_conform_harness::{Implementation, Refusal};

fn main() -> std::process::ExitCode {
    Implementation::new("rust-implementation", env!("CARGO_PKG_VERSION"))
        .without_data_types(&["float16", "r*"])
        .decode(|chunk, encoded| {
            decode(chunk.data_type, chunk.shape, chunk.codecs, encoded).map_err(Refusal::invalid)
        })
        .run()
}
