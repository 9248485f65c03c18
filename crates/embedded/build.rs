//! Lists the files of `vectors` for the library, sorted by path.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=vectors");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("vectors");
    let mut files = Vec::new();
    collect(&root.canonicalize()?, "", &mut files)?;
    files.sort();
    let mut table = String::from("[\n");
    for (key, path) in files {
        // Writing to a string cannot fail.
        let _ = writeln!(table, "    ({key:?}, include_bytes!({path:?})),");
    }
    table.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("files.rs"), table)
}

/// The files below a folder, by their path below the root, parts joined by `/`.
#[expect(clippy::disallowed_methods, reason = "the caller sorts")]
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let key = format!("{prefix}{name}");
        if path.is_dir() {
            collect(&path, &format!("{key}/"), files)?;
        } else {
            files.push((key, path));
        }
    }
    Ok(())
}
