//! What is made of several runs at once: the site, badges, and a table.

use std::fs::File;
use std::io::BufReader;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use zarr_conform::findings::Catalogue;
use zarr_conform::fuzz::differences::Differences;
use zarr_conform::history::{self, AtHand};
use zarr_conform::matrix::Matrix;
use zarr_conform::recorded::Recording;
use zarr_conform::report::Codecs;
use zarr_conform::requirement::Registry;
use zarr_conform::runner::{Expectations, Header};
use zarr_conform::site::{Files, Site, SiteRun, badges, markdown};
use zarr_conform::vector::Vectors;

use crate::outputs::create;
use crate::vectors;

/// What compares runs.
#[derive(Debug, Args)]
#[command(next_help_heading = "Comparisons")]
pub(crate) struct Compared {
    /// Write a static site into this directory
    #[arg(long, value_name = "DIR")]
    html: Option<PathBuf>,
    /// Write a badge for each implementation into this directory, as --badge does for one
    #[arg(long, value_name = "DIR")]
    badges: Option<PathBuf>,
    /// Also show which implementation reads whose data: a file that `conform matrix --json` wrote
    #[arg(long, value_name = "FILE")]
    matrix: Option<PathBuf>,
    /// On the page of open places, also show what libraries do in random variants of them: a file
    /// that `conform fuzz --differences` wrote
    #[arg(long, value_name = "FILE", requires = "html")]
    differences: Option<PathBuf>,
    /// Also show what earlier releases came to: a folder as `conform history` reads it
    #[arg(long, value_name = "DIR", requires = "html")]
    history: Option<PathBuf>,
    /// Show failures by cause: a file of findings, such as docs/findings.toml of this project, with
    /// the lists of known failures and the notes of the adapters that it names
    #[arg(long, value_name = "FILE")]
    findings: Option<PathBuf>,
    /// The vectors that the runs were about, a directory or archive, where they are not those in the program
    #[arg(long, value_name = "PATH")]
    vectors: Option<PathBuf>,
}

impl Compared {
    /// Whether nothing is asked for.
    pub(crate) fn is_empty(&self) -> bool {
        let is_asked_for = [&self.html, &self.badges, &self.matrix, &self.findings];
        is_asked_for.iter().all(|it| it.is_none())
    }

    /// Writes what is asked for, and a table of what each run does right.
    pub(crate) fn write(
        &self,
        runs: Vec<Recording>,
        lists: &[Option<PathBuf>],
        table: Option<&Path>,
    ) -> anyhow::Result<()> {
        if self.html.is_none() && table.is_none() && self.matrix.is_some() {
            bail!("--matrix adds to the pages of --html, and to --markdown of several runs");
        }
        if self.html.is_none() && table.is_none() && self.findings.is_some() {
            bail!("--findings adds to the pages of --html, and to --markdown of several runs");
        }
        if self.is_empty() && table.is_none() {
            return Ok(());
        }
        let matrix = self.matrix.as_deref().map(read_matrix).transpose()?;
        let differences = self.differences.as_deref().map(read_differences);
        let differences = differences.transpose()?;
        let catalogue = self.findings.as_deref().map(Catalogue::load).transpose()?;
        let runs: Vec<SiteRun> = runs.into_iter().map(SiteRun::new).collect();
        let vectors = self.vectors()?;
        let registry = Registry::load()?;
        let lists = lists.iter().map(|it| it.as_deref().map(read).transpose());
        let lists: Vec<Option<Expectations>> = lists.collect::<anyhow::Result<_>>()?;
        let mut site = Site::new(&runs, &vectors, &registry)?.with_lists(&lists);
        if let Some(matrix) = &matrix {
            site = site.with_matrix(matrix)?;
        }
        if let Some(differences) = &differences {
            site = site.with_differences(differences);
        }
        if let Some(catalogue) = &catalogue {
            site = site.with_findings(catalogue);
        }
        if let Some(folder) = &self.history {
            let histories = history::all(folder, &[], &AtHand::of(&vectors))?;
            site = site.with_histories(&histories, catalogue.as_ref());
        }
        if let Some(directory) = &self.html {
            write_all(directory, &site.files())?;
        }
        if let Some(directory) = &self.badges {
            write_all(directory, &badges(&site)?)?;
        }
        if let Some(file) = table {
            let failed = || format!("failed to write {}", file.display());
            let mut out = create(file)?;
            std::io::Write::write_all(&mut out, markdown(&site).as_bytes()).with_context(failed)?;
        }
        Ok(())
    }
}

impl Compared {
    /// The vectors that the runs were about, as far as is known.
    pub(crate) fn vectors(&self) -> anyhow::Result<Vectors> {
        vectors::at(self.vectors.as_deref())
    }

    /// For telling which codecs the implementation of a run has; empty, where the run was about other
    /// vectors.
    pub(crate) fn codecs(vectors: &Vectors, of: &Header) -> Codecs {
        if zarr_conform::lock::sha256(vectors) == of.vectors_sha256 {
            Codecs::of(vectors)
        } else {
            Codecs::default()
        }
    }
}

/// A list of known failures.
fn read(file: &Path) -> anyhow::Result<Expectations> {
    let text = std::fs::read_to_string(file);
    let text = text.with_context(|| format!("failed to read {}", file.display()))?;
    Expectations::parse(&text).with_context(|| file.display().to_string())
}

/// A stored matrix, or why its file cannot be believed.
fn read_matrix(path: &Path) -> anyhow::Result<Matrix> {
    Matrix::read(opened(path)?).with_context(|| path.display().to_string())
}

/// Stored differences, or why their file cannot be believed.
fn read_differences(path: &Path) -> anyhow::Result<Differences> {
    Differences::read(opened(path)?).with_context(|| path.display().to_string())
}

fn opened(path: &Path) -> anyhow::Result<BufReader<File>> {
    let file = File::open(path);
    let file = file.with_context(|| format!("failed to read {}", path.display()))?;
    Ok(BufReader::new(file))
}

/// Writes files below a directory; what was there under other names stays.
fn write_all(directory: &Path, files: &Files) -> anyhow::Result<()> {
    for (path, text) in files {
        let path = Path::new(path);
        let is_name = |part: Component<'_>| matches!(part, Component::Normal(_));
        if !path.components().all(is_name) {
            bail!("the path {} leaves the directory", path.display());
        }
        write(&directory.join(path), text)?;
    }
    Ok(())
}

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    let failed = || format!("failed to write {}", file.display());
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).with_context(failed)?;
    }
    std::fs::write(file, text).with_context(failed)
}
