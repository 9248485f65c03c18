//! Archives: the same bytes everywhere, whole, and every kind of damage named.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

mod age;
mod audit;
mod damage;
mod fixtures;
mod hostile;
mod manifest;
mod packing;
mod program;
