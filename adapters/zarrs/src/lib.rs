//! What zarrs can be asked, a function for each operation of protocol 1. The program serves them over
//! a pipe, and `tests/facts.rs` hands them to the test harness of zarr-conform.

pub mod array;
pub mod chunk;
pub mod creation;
pub mod grid;
pub mod hierarchy;
pub mod refusal;
pub mod request;
