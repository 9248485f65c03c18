//! What oxigeo-zarr can be asked, a function for each operation of protocol 1. The program serves them over
//! a pipe.

pub mod array;
pub mod chunks;
pub mod creation;
pub mod refusal;
pub mod request;
