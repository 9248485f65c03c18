//! Has the crate compiled again when a vector changes: the vectors are embedded in the library.

fn main() {
    println!("cargo::rerun-if-changed=vectors");
}
