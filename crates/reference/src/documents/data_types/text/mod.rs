//! The literal text of data types: their names, their fill values, and floating point numbers.

pub mod data_type;
pub mod fill_value;
pub mod float;
