//! `docs/findings.toml`: which failures are one finding.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use zarr_conform_runner::{Filter, GlobError};
use zarr_conform_terms::toml::{Document, TomlError};

use super::{FindingsError, read};

/// The whole file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    /// The folder of adapters, from the folder of the file.
    pub adapters: PathBuf,
    /// Findings by how bad they are, the worst first.
    pub group: Vec<Group>,
    /// Notes of what the project concerned knows already.
    pub known: Vec<String>,
    /// The newest release of each library that the registry at hand served; one for each adapter.
    pub newest: Vec<Newest>,
    /// Reproductions that are longer than they should be.
    pub long: Vec<Long>,
}

/// Findings that are equally bad.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// What they have in common.
    pub title: String,
    /// The same, in a sentence.
    pub about: String,
    /// Whether its findings are so bad that each has a text for the project.
    #[serde(default)]
    pub reported: bool,
    /// The findings, the worst first.
    pub finding: Vec<Finding>,
}

/// One cause, in one or several implementations.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The name by which entries of lists of known failures refer to it.
    pub id: String,
    /// What is wrong, in a few words.
    pub title: String,
    /// The same for a cell of a table, where it follows a verdict and how often it is.
    pub word: Option<String>,
    /// The same in sentences, with what it does to data: what holds for every library that has it.
    pub text: String,
    /// Sentences that hold only for libraries that fail some checks.
    #[serde(default)]
    pub only: Vec<Only>,
    /// Notes, as `folder/name`.
    pub notes: Vec<String>,
    /// The failures that belong to it.
    #[serde(default)]
    pub claim: Vec<Claim>,
}

/// Sentences that hold for a library that fails one of some checks for the finding.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Only {
    /// The sentences.
    pub text: String,
    /// The checks that show what they say.
    pub checks: Vec<Claiming>,
}

/// Checks of which a failure belongs to the finding, whoever fails them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The verdict that they fail with.
    pub verdict: String,
    /// The adapters that it is about; empty where it is about all.
    #[serde(default)]
    pub adapters: Vec<String>,
    /// Which checks they are.
    pub checks: Vec<Claiming>,
}

/// A glob of a claim.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Claiming(Filter);

/// A release, and what the reproductions show with it where it is not the one that is judged.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Newest {
    /// The adapter of the library.
    pub adapter: String,
    /// The release.
    pub version: String,
    /// The day on which it was the newest that was served, as `2026-11-22`.
    pub checked: String,
    /// What the reproductions show with it.
    #[serde(default)]
    pub said: String,
    /// What a program needs that is not a package of the library's own registry, or on what it was run.
    #[serde(default)]
    pub setup: String,
}

/// Reproductions that are longer than they should be.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Long {
    /// Why.
    pub reason: String,
    /// The notes that they belong to.
    pub notes: Vec<String>,
}

impl TryFrom<String> for Claiming {
    type Error = GlobError;

    fn try_from(glob: String) -> Result<Self, GlobError> {
        Filter::parse(&glob).map(Self)
    }
}

impl Claiming {
    /// The glob as it was written.
    pub fn glob(&self) -> &str {
        self.0.glob()
    }

    /// Whether it matches the check's id or its fact's.
    pub fn matches(&self, check: &str) -> bool {
        self.0.matches(check)
    }
}

impl Only {
    /// Whether it holds where these checks fail for the finding.
    pub fn holds<'a>(&self, mut failing: impl Iterator<Item = &'a str>) -> bool {
        failing.any(|check| self.checks.iter().any(|it| it.matches(check)))
    }
}

impl Finding {
    /// The sentences that hold where these checks fail for it.
    pub fn text_for(&self, failing: &[&str]) -> String {
        let only = self.only.iter();
        let only = only.filter(|it| it.holds(failing.iter().copied()));
        let texts = std::iter::once(&*self.text).chain(only.map(|it| &*it.text));
        texts.collect::<Vec<_>>().join(" ")
    }
}

impl Claim {
    /// Whether it is about the adapter by name, or about all where `adapter` is none.
    fn is_about(&self, adapter: Option<&str>) -> bool {
        match adapter {
            Some(adapter) => self.adapters.iter().any(|it| it == adapter),
            None => self.adapters.is_empty(),
        }
    }

    fn matches(&self, verdict: &str, check: &str) -> bool {
        self.verdict == verdict && self.checks.iter().any(|it| it.matches(check))
    }
}

impl Findings {
    /// Reads a file.
    ///
    /// # Errors
    /// Where it cannot be read, or is not of its form.
    pub fn load(file: &Path) -> Result<Self, FindingsError> {
        Self::parse(&read(file)?).map_err(|error| FindingsError::Findings {
            path: file.to_owned(),
            error,
        })
    }

    /// Reads the file's text.
    ///
    /// # Errors
    /// Where it is not of its form; the error names the line.
    pub fn parse(text: &str) -> Result<Self, TomlError> {
        Document::parse(text)?.read()
    }

    /// All findings, in the order of the file.
    pub fn all(&self) -> impl Iterator<Item = &Finding> {
        self.group.iter().flat_map(|it| &it.finding)
    }

    /// The finding of an id.
    pub fn finding(&self, id: &str) -> Option<&Finding> {
        self.all().find(|it| it.id == id)
    }

    /// The ids of the findings that claim a failure: those that name the adapter, or else those that name
    /// none. More than one is a mistake in the file.
    pub fn claimed(&self, adapter: &str, verdict: &str, check: &str) -> BTreeSet<&str> {
        let ids = |adapter: Option<&str>| -> BTreeSet<&str> {
            let claims = |it: &Finding| {
                let mut claims = it.claim.iter().filter(|it| it.is_about(adapter));
                claims.any(|it| it.matches(verdict, check))
            };
            let claiming = self.all().filter(|it| claims(it));
            claiming.map(|it| it.id.as_str()).collect()
        };
        let named = ids(Some(adapter));
        if named.is_empty() { ids(None) } else { named }
    }

    /// Each glob with the id of the finding that claims by it.
    pub fn globs(&self) -> impl Iterator<Item = (&str, &Claiming)> {
        self.all().flat_map(|finding| {
            let globs = finding.claim.iter().flat_map(|it| &it.checks);
            globs.map(|glob| (finding.id.as_str(), glob))
        })
    }
}
