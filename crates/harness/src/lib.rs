//! Facts as tests of a Rust implementation, under `cargo test`.
//!
//! A test without the built-in harness names what the implementation can be asked, and runs:
//!
//! ```toml
//! # Cargo.toml
//! [dev-dependencies]
//! zarr-conform-harness = "0.1"
//!
//! [[test]]
//! name = "zarr"
//! harness = false
//! ```
//!
//! ```no_run
//! // tests/zarr.rs
//! use zarr_conform_harness::{Implementation, Refusal};
//! # mod my_crate {
//! #     use serde_json::Value;
//! #     /// Right for chunks of bytes in their order, and for nothing else.
//! #     pub fn decode(data_type: &str, _: &[u64], codecs: &[Value], encoded: &[u8]) -> Result<Vec<u8>, String> {
//! #         match (data_type, codecs.len()) {
//! #             ("uint8", 1) => Ok(encoded.to_vec()),
//! #             _ => Err("not implemented".to_owned()),
//! #         }
//! #     }
//! # }
//!
//! fn main() -> std::process::ExitCode {
//!     Implementation::new("my-crate", "1.2.0")
//!         .decode(|chunk, encoded| {
//!             my_crate::decode(chunk.data_type, chunk.shape, chunk.codecs, encoded)
//!                 .map(Into::into)
//!                 .map_err(Refusal::invalid)
//!         })
//!         .run()
//! }
//! ```
//!
//! Every fact of the edition is one test, named by its id: `cargo test --test zarr -- transpose`
//! runs those about transpose, and the usual arguments of test programs work. A test fails where a
//! check that the specification demands does; it is ignored, with the reason, where the
//! implementation lacks what it needs or the fact would prove nothing.
//! [`Implementation::known_failures`] takes a list of known failures.

mod arguments;
mod ignored;
mod implementation;
mod program;
mod trials;

pub use implementation::{Chunk, Elements, Grid, Implementation, Result, fixed};
pub use zarr_conform_protocol::{
    AskedChunk, ChunkAnswer, GridAnswer, Located, Opened, Read, Refusal, RefusalKind, Region,
};
pub use zarr_conform_terms::{Edition, HexBytes};
