//! Writes the seeds of every target into folders below the one that is named; `fuzz/seeds` calls it.

use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1);
    let folder = PathBuf::from(folder.ok_or("usage: seeds FOLDER")?);
    for (target, seeds) in fuzz_targets::seeds::seeds()? {
        let folder = folder.join(target);
        std::fs::create_dir_all(&folder)?;
        for (name, seed) in seeds {
            std::fs::write(folder.join(format!("seed.{name}")), seed)?;
        }
    }
    Ok(())
}
