//! Lists the files of `vectors` for the library, sorted by path.
//!
//! `vectors` beside the manifest is a folder in the package, and a symbolic link to that of the
//! repository in a checkout. Where git makes no symbolic links, as on many machines with Windows, it
//! is a file, and the folder of the repository is read itself.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let packed = manifest.join("vectors");
    let is_folder = packed.is_dir();
    let beside = manifest.join("../../vectors");
    let root = if is_folder { packed } else { beside }.canonicalize()?;
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, "", &mut files)?;
    files.sort();
    let mut table = String::from("[\n");
    for (key, path) in files {
        let name = path.to_str();
        let path = name.ok_or_else(|| io::Error::other("the path of the vectors is not UTF-8"))?;
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
