//! Compares the registry with a checkout of the specification, so that drift is seen the day it
//! happens.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use super::layout;
use super::matching::Matching;
use super::sentences::{Sentence, sentences};
use zarr_conform_requirements::{RegisteredSentence, Registry};

/// What became of the registered sentences in a checkout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecReport {
    /// One entry a document, in the order of their names.
    pub documents: Vec<DocumentReport>,
    /// Documents of an edition of which the checkout has none: not looked at.
    pub not_checked: Vec<String>,
}

/// What became of the registered sentences of one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentReport {
    /// Its name in the registry.
    pub document: String,
    /// The file that was read; absent where the checkout lacks it.
    pub file: Option<PathBuf>,
    /// How many sentences are in their section, word for word, whatever their ordinal.
    pub unchanged: usize,
    /// Sentences that are now in another section, word for word.
    pub moved: Vec<Drift>,
    /// Sentences with other words in their place.
    pub changed: Vec<Drift>,
    /// Sentences with nothing in their place.
    pub gone: Vec<Drift>,
    /// Sentences in scope that demand something and are not registered.
    pub unknown: Vec<Sentence>,
}

/// A registered sentence that is no longer where it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drift {
    /// Id of its requirement.
    pub requirement: String,
    /// Where it was, and its hash.
    pub registered: RegisteredSentence,
    /// What is there now, or where it is now; absent where it is gone.
    pub found: Option<Sentence>,
}

/// Why a checkout cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// Neither layout was recognised.
    #[error(
        "found no document of the specification in {0}, expected current/codecs/transpose.rst or \
         docs/v3/codecs/transpose/index.rst and others below it"
    )]
    NoDocuments(PathBuf),
    /// A document cannot be read.
    #[error("failed to read {file}: {source}")]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

impl SpecReport {
    /// Whether every sentence is as it was registered, and none is unknown.
    pub fn is_clean(&self) -> bool {
        self.documents.iter().all(DocumentReport::is_clean)
    }
}

impl DocumentReport {
    /// Whether every sentence is as it was registered, and none is unknown.
    pub fn is_clean(&self) -> bool {
        let drifted = self.moved.len() + self.changed.len() + self.gone.len();
        drifted + self.unknown.len() == 0
    }
}

/// Compares the registry with the documents below `checkout`. An edition of which the checkout has
/// no document at all is left out; a single document that is missing has all its sentences gone.
pub fn check(registry: &Registry, checkout: &Path) -> Result<SpecReport, CheckError> {
    let files: Vec<(&str, Option<PathBuf>)> = registry
        .documents()
        .into_keys()
        .map(|document| (document, layout::find(checkout, document)))
        .collect();
    let present: BTreeSet<&str> = files
        .iter()
        .filter(|(_, file)| file.is_some())
        .map(|(document, _)| state_of(document))
        .collect();
    if present.is_empty() {
        return Err(CheckError::NoDocuments(checkout.to_owned()));
    }
    let mut report = SpecReport {
        documents: Vec::new(),
        not_checked: Vec::new(),
    };
    for (document, file) in files {
        if !present.contains(state_of(document)) {
            report.not_checked.push(document.to_owned());
            continue;
        }
        let text = match &file {
            Some(file) => read(file)?,
            None => String::new(),
        };
        let mut of_document = check_document(registry, document, &text);
        of_document.file = file;
        report.documents.push(of_document);
    }
    Ok(report)
}

/// `current` or `draft`: the folder that a document's name starts with.
fn state_of(document: &str) -> &str {
    document.split('/').next().unwrap_or(document)
}

fn read(file: &Path) -> Result<String, CheckError> {
    std::fs::read_to_string(file).map_err(|source| CheckError::Unreadable {
        file: file.to_owned(),
        source,
    })
}

/// Compares the registered sentences of one document with its text.
pub fn check_document(registry: &Registry, document: &str, text: &str) -> DocumentReport {
    let mut matching = Matching::new(registry.sentences_of(document), sentences(text));
    matching.pair(|registered, found| {
        registered.section == found.section && registered.ordinal == found.ordinal
    });
    matching.pair(|registered, found| registered.section == found.section);
    matching.pair(|_, _| true);
    let mut report = DocumentReport {
        document: document.to_owned(),
        file: None,
        unchanged: 0,
        moved: Vec::new(),
        changed: Vec::new(),
        gone: Vec::new(),
        unknown: Vec::new(),
    };
    matching.sort_into(&mut report);
    report.unknown = matching.unknown(registry, document);
    report
}

impl fmt::Display for SpecReport {
    /// What drifted, document by document, and the totals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for document in self.documents.iter().filter(|it| !it.is_clean()) {
            write!(f, "{document}")?;
        }
        for document in &self.not_checked {
            writeln!(f, "{document}: not in this checkout")?;
        }
        let total = |count: fn(&DocumentReport) -> usize| -> usize {
            self.documents.iter().map(count).sum()
        };
        writeln!(
            f,
            "{} unchanged, {} changed, {} moved, {} gone, {} unknown in {} documents",
            total(|it| it.unchanged),
            total(|it| it.changed.len()),
            total(|it| it.moved.len()),
            total(|it| it.gone.len()),
            total(|it| it.unknown.len()),
            self.documents.len()
        )
    }
}

impl fmt::Display for DocumentReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => writeln!(f, "{}: {}", self.document, file.display())?,
            None => writeln!(f, "{}: not in this checkout", self.document)?,
        }
        for (what, drifts) in [
            ("changed", &self.changed),
            ("moved", &self.moved),
            ("gone", &self.gone),
        ] {
            for drift in drifts {
                let place = &drift.registered;
                let (id, section, ordinal) = (&drift.requirement, &place.section, place.ordinal);
                writeln!(f, "  {what} {id} ({section}, sentence {ordinal})")?;
                if let Some(now) = &drift.found {
                    writeln!(f, "    now {now}")?;
                }
            }
        }
        for sentence in &self.unknown {
            writeln!(f, "  unknown {sentence}")?;
        }
        Ok(())
    }
}
