//! A test program made with the harness, for tests of the harness: decodes every chunk to its own
//! bytes, which is right where nothing is transposed and numbers are little endian. Panics at
//! complex numbers. The variable `KNOWN_FAILURES` names a list of known failures.

use zarr_conform_harness::{Implementation, Refusal};

fn main() -> std::process::ExitCode {
    let double = Implementation::new("double", "1.0.0")
        .without_data_types(&["r*"])
        .decode(|chunk, encoded| match chunk.data_type {
            "complex64" => panic!("no complex numbers"),
            "float64" => Err(Refusal::unsupported("no float64")),
            _ => Ok(encoded.to_vec()),
        });
    match std::env::var_os("KNOWN_FAILURES") {
        Some(file) => double.known_failures(file).run(),
        None => double.run(),
    }
}
