//! Lists the files of `src/data/requirements` for the library, sorted by name.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

#[expect(clippy::disallowed_methods, reason = "the names are sorted")]
fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let folder = manifest.join("src/data/requirements");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "toml") {
            names.extend(path.file_name().map(|it| it.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    let mut table = String::from("[\n");
    for name in names {
        let path = folder.join(&name).display().to_string();
        // Writing to a string cannot fail.
        let _ = writeln!(table, "    ({name:?}, include_str!({path:?})),");
    }
    table.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("requirements.rs"), table)
}
