//! A test program made with the harness, for tests of the harness: decodes every chunk to its own
//! bytes, which is right where nothing is transposed and numbers are little endian. Panics at
//! complex numbers. The variable `KNOWN_FAILURES` names a list of known failures, and `ABORTS_AT` a data type at
//! which the process ends, as it does where an allocation fails.

use zarr_conform_harness::{Implementation, Refusal};

fn main() -> std::process::ExitCode {
    let aborts_at = std::env::var("ABORTS_AT").unwrap_or_default();
    let double = Implementation::new("double", "1.0.0")
        .without_data_types(&["r*"])
        .decode(move |chunk, encoded| match chunk.data_type {
            it if it == aborts_at => std::process::abort(),
            "complex64" => panic!("no complex numbers"),
            "float64" => Err(Refusal::unsupported("no float64")),
            _ => Ok(encoded.to_vec().into()),
        });
    match std::env::var_os("KNOWN_FAILURES") {
        Some(file) => double.known_failures(file).run(),
        None => double.run(),
    }
}
