//! Every fact about chunks as a test of this crate: `cargo test --test zarr`.

use rust_implementation::{Refused, decode};
use zarr_conform_harness::{Implementation, Refusal};

fn main() -> std::process::ExitCode {
    Implementation::new("rust-implementation", env!("CARGO_PKG_VERSION"))
        .without_data_types(&["float16", "r*"])
        .decode(|chunk, encoded| {
            let decoded = decode(chunk.data_type, chunk.shape, chunk.codecs, encoded);
            decoded.map(Into::into).map_err(|it| match it {
                Refused::Invalid(why) => Refusal::invalid(why),
                Refused::Unsupported(why) => Refusal::unsupported(why),
            })
        })
        .run()
}
