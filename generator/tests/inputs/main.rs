//! The inputs of the generator: their format, and what is reported of wrong ones.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod format;
mod wrong;
mod wrong_given;
