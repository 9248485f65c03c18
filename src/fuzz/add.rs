//! What was found as inputs of the generator, in a checkout of zarr-conform.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, TomlError};
use zarr_conform_fuzz::input::{self, NoInput};
use zarr_conform_terms::Edition;

use super::found::Found;

/// The inputs of the generator in a checkout.
const INPUTS: &str = "generator/inputs";
/// The file among them for what was found.
const FILE: &str = "core/found.toml";

/// The file of inputs of a checkout.
pub struct Inputs {
    path: PathBuf,
    text: String,
    names: BTreeSet<String>,
}

/// Why nothing is added.
#[derive(Debug, thiserror::Error)]
pub enum NotAdded {
    /// There is no checkout.
    #[error("found no folder {INPUTS} in {0} or above it, expected a checkout of zarr-conform")]
    NoCheckout(PathBuf),
    /// The file cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// The file is there and is not TOML.
    #[error("{0}: {1}")]
    Toml(PathBuf, TomlError),
}

/// What became of a find.
pub enum Added {
    /// It is a fact of this name now.
    Fact(String),
    /// It is none.
    Not {
        /// The find.
        name: String,
        /// Why.
        why: NoInput,
    },
}

impl Inputs {
    /// Of the checkout that has this folder.
    ///
    /// # Errors
    /// Where there is none, or the file in it is damaged.
    pub fn above(folder: &Path) -> Result<Self, NotAdded> {
        let mut above = folder.ancestors().map(|it| it.join(INPUTS));
        let Some(inputs) = above.find(|it| it.is_dir()) else {
            return Err(NotAdded::NoCheckout(folder.to_owned()));
        };
        let path = inputs.join(FILE);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => input::HEAD.to_owned(),
            text => text.map_err(|error| NotAdded::File(path.clone(), error))?,
        };
        let document: DocumentMut = text
            .parse()
            .map_err(|error| NotAdded::Toml(path.clone(), error))?;
        let facts = document.get("fact").and_then(|it| it.as_array_of_tables());
        let names = facts.into_iter().flat_map(|it| it.iter());
        let names = names.filter_map(|it| it.get("name")?.as_str());
        let names = names.map(str::to_owned).collect();
        Ok(Self { path, text, names })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds the facts of what was found.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn add(&mut self, found: &[Found], edition: Edition) -> Result<Vec<Added>, NotAdded> {
        let mut added = Vec::new();
        for find in found {
            let cause = &find.told.cause;
            let name = self.free_name(&input::name(cause));
            added.push(match input::fact(cause, edition, &name) {
                Ok(lines) => {
                    self.text.push_str(&lines);
                    self.names.insert(name.clone());
                    Added::Fact(name)
                }
                Err(why) => Added::Not {
                    name: find.name.clone(),
                    why,
                },
            });
        }
        if added.iter().any(|it| matches!(it, Added::Fact(_))) {
            fs::write(&self.path, &self.text)
                .map_err(|error| NotAdded::File(self.path.clone(), error))?;
        }
        Ok(added)
    }

    /// The name, or the first with a number behind it that no fact has.
    fn free_name(&self, name: &str) -> String {
        let numbered = (2..).map(|number: u64| format!("{name}-{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        names
            .find(|it| !self.names.contains(it))
            .unwrap_or_default()
    }
}
