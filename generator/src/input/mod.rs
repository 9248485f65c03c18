//! The inputs of the generator: one file of `generator/inputs` for each file of vectors, at the same
//! path. `generator/inputs/README.md` describes the format.

mod file;
mod members;
mod table;
mod variables;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Context;
use zarr_conform_requirements::Registry;

pub(crate) use self::table::{Located, Table};
use crate::folder;
use crate::near::near;

/// The folder of the inputs below the root.
pub(crate) const INPUTS: &str = "generator/inputs";

/// One file of inputs.
pub(crate) struct Input {
    /// Path below the folder of the inputs without `.toml`; ids of the facts begin with it.
    pub(crate) path: String,
    /// What the facts are for.
    pub(crate) about: String,
    /// The members of each fact, in the order of the file.
    pub(crate) facts: Vec<Table>,
}

/// All files of inputs, by path.
pub(crate) fn all(root: &Path, registry: &Registry) -> anyhow::Result<Vec<Input>> {
    let requirements = registry.requirements.iter().map(|it| it.id.as_str());
    let requirements: BTreeSet<&str> = requirements.collect();
    let places: BTreeSet<&str> = registry.open.iter().map(|it| it.id.as_str()).collect();
    let mut inputs = Vec::new();
    for name in folder::files(root, INPUTS)? {
        let path = name
            .strip_prefix(INPUTS)
            .and_then(|path| path.strip_prefix('/')?.strip_suffix(".toml"));
        let Some(path) = path else { continue };
        let text = fs::read_to_string(root.join(&name))
            .with_context(|| format!("failed to read {name}"))?;
        let (about, facts) = file::read(&name, &text)?;
        for fact in &facts {
            let named = fact.texts("requirements")?;
            are_known(fact, "requirements", "requirement", &named, &requirements)?;
            let named: Vec<&str> = fact.text("open")?.into_iter().collect();
            are_known(fact, "open", "open place", &named, &places)?;
        }
        let path = path.to_owned();
        inputs.push(Input { path, about, facts });
    }
    Ok(inputs)
}

/// What a member of a fact names must be there.
fn are_known(
    fact: &Table,
    member: &str,
    kind: &str,
    named: &[&str],
    known: &BTreeSet<&str>,
) -> anyhow::Result<()> {
    for id in named {
        if !known.contains(id) {
            let meant = near(id, known.iter().copied());
            return Err(fact.wrong(member, format!("there is no {kind} {id:?}{meant}")));
        }
    }
    Ok(())
}
