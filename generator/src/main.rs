//! Writes the golden vectors.

fn main() {}
