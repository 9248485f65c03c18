//! Vectors as they are read and handed out: their form, archives of them, and damaged input.

mod archive;
mod comments;
mod damaged_input;
mod schema;
#[path = "../support/mod.rs"]
mod support;
