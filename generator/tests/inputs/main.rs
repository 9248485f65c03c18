//! The inputs of the generator: their format, and what is reported of wrong ones.

mod format;
mod wrong;
