//! What was found in real implementations, from `docs/findings.toml` and the folders of adapters.

mod assign;
pub mod checks;
mod list_text;
pub mod lists;
mod page;
mod releases;
pub mod upstream;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::Context;
use zarr_conform::findings::{Catalogue, Findings};
use zarr_conform::history::{AtHand, Since};
use zarr_conform::recorded::Recording;
use zarr_conform::requirement::Registry;
use zarr_conform::scan::known;

use crate::generated::{Files, names, write};
use checks::Checks;
use lists::Adapter;

/// Which failures are one finding.
pub const FINDINGS: &str = "docs/findings.toml";
/// The page of all findings.
const PAGE: &str = "docs/findings.md";
/// What `conform scan` knows of implementations.
const RESULTS: &str = "src/scan/data/results.json";

/// What `conform scan` knows of implementations and open places.
const OPEN: &str = "src/scan/data/open.json";

/// What was found, read once.
pub struct Found {
    /// Findings and lists.
    pub catalogue: Catalogue,
    /// All checks.
    pub checks: Checks,
    /// Adapters that judge an implementation, by name.
    pub adapters: Vec<Adapter>,
}

impl Found {
    /// Reads what stands below a root.
    pub fn load(root: &Path) -> anyhow::Result<Self> {
        Self::of(root, checks::checks()?)
    }

    fn of(root: &Path, checks: Checks) -> anyhow::Result<Self> {
        let catalogue = Catalogue::load(&root.join(FINDINGS))?;
        let adapters = lists::adapters(&catalogue, &checks);
        Ok(Self {
            catalogue,
            checks,
            adapters,
        })
    }

    /// The findings.
    pub fn findings(&self) -> &Findings {
        &self.catalogue.findings
    }
}

/// What lists, notes and the pages about them should be, and, a line each, what a person has to assign. While
/// something is left to assign, only the lists are given.
///
/// Each step reads what the one before wrote, so they work on a copy.
pub fn files(root: &Path) -> anyhow::Result<(Files, Vec<String>)> {
    let copy = tempfile::tempdir().context("failed to create a folder for a copy")?;
    let copy = copy.path();
    copy_sources(root, copy)?;
    let checks = checks::checks()?;
    // Before lists are read as such, since what was not listed before has no reason yet.
    let findings = Findings::load(&copy.join(FINDINGS))?;
    let (mut files, mut left) = (Files::new(), Vec::new());
    for folder in lists::folders(copy)? {
        let list = assign::list(copy, &folder, &findings, &checks)?;
        left.extend(list.left);
        files.insert(list.path, list.text);
    }
    write(copy, &files)?;
    if !left.is_empty() {
        left.insert(
            0,
            "no claim is about these; each needs a finding and a reason:".to_owned(),
        );
        return Ok((files, left));
    }
    let mut found = Found::of(copy, checks)?;
    let mut notes = Files::new();
    for adapter in &found.adapters {
        notes.extend(assign::notes(copy, adapter, &found.checks)?);
    }
    if !notes.is_empty() {
        write(copy, &notes)?;
        found = Found::of(copy, found.checks)?;
        files.extend(notes);
    }
    files.insert(PAGE.to_owned(), page::render(&found, &Registry::load()?));
    files.insert(RESULTS.to_owned(), results(root, &found.catalogue)?);
    Ok((files, left))
}

/// What the lists say of checks that read valid arrays or find nodes of valid hierarchies.
fn results(root: &Path, catalogue: &Catalogue) -> anyhow::Result<String> {
    let vectors = zarr_conform::embedded::vectors()?;
    let at_hand = AtHand::of(&vectors);
    let mut since = BTreeMap::new();
    for name in catalogue.adapters.keys() {
        let releases = releases::of_adapter(root, name, &at_hand)?;
        since.insert(name.clone(), Since::of(&releases));
    }
    let results = known::results_of(catalogue, &known::all_checks(&vectors), &since);
    Ok(known::write(&results)?)
}

/// What libraries make of open places, by runs that are named as their adapters are.
pub fn open(root: &Path, reports: &[PathBuf]) -> anyhow::Result<Files> {
    let catalogue = Catalogue::load(&root.join(FINDINGS))?;
    let mut runs = Vec::new();
    for path in reports {
        let failed = || format!("failed to read {}", path.display());
        let file = File::open(path).with_context(failed)?;
        let run = Recording::read(BufReader::new(file)).with_context(failed)?;
        let name = run.header.implementation.name.clone();
        let list = catalogue.adapters.get(&name);
        let list = list.with_context(|| format!("{}: found no adapter {name}", path.display()))?;
        runs.push((list.version.clone(), run));
    }
    let runs = runs
        .iter()
        .map(|(version, run)| (version.clone(), &*run.results));
    let vectors = zarr_conform::embedded::vectors()?;
    let answers = known::OpenAnswers::of(runs, &vectors, &Registry::load()?);
    Ok(Files::from([(OPEN.to_owned(), answers.write()?)]))
}

/// Copies the findings and of each adapter its list, notes and reproductions.
fn copy_sources(root: &Path, copy: &Path) -> anyhow::Result<()> {
    copy_file(root, copy, FINDINGS)?;
    for folder in lists::folders(root)? {
        let adapter = format!("adapters/{folder}");
        copy_file(root, copy, &format!("{adapter}/expected.toml"))?;
        for part in ["notes", "reproductions", "reproductions/src/bin"] {
            let below = format!("{adapter}/{part}");
            for name in names(&root.join(&below))? {
                let path = format!("{below}/{name}");
                if root.join(&path).is_file() {
                    copy_file(root, copy, &path)?;
                }
            }
        }
    }
    Ok(())
}

fn copy_file(root: &Path, copy: &Path, path: &str) -> anyhow::Result<()> {
    let to = copy.join(path);
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("failed to create {}", folder.display()))?;
    }
    fs::copy(root.join(path), to).with_context(|| format!("failed to copy {path}"))?;
    Ok(())
}
