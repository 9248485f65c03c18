//! Compares the registry and the record with a checkout of the specification, so that drift is seen
//! the day it happens.

use std::fmt;
use std::path::PathBuf;

use zarr_conform_requirements::{BY_REFERENCE, ByReference, Passage, Registry, by_reference};
use zarr_conform_terms::Edition;

use super::checkout::Checkout;
use super::difference::{Change, Difference, differences, place};
use super::form::Form;
use super::layout::{self, Document};
use super::pieces::pieces;
use super::record::{Record, RecordedDocument, RecordedPiece, shortened};
use super::sentences::{Sentence, sentences};

/// What became of the specification in a checkout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpecReport {
    /// One entry for each recorded document of the editions that the checkout has, and for each document
    /// by reference that it has, by name.
    pub documents: Vec<DocumentReport>,
    /// Documents of the checkout that were not recorded, and entries of the registry of extensions that are not listed.
    pub new: Vec<Document>,
    /// Editions of which the checkout has no document: not looked at.
    pub not_checked: Vec<Edition>,
    /// Documents by reference that the checkout does not have: not looked at, since each is published by
    /// itself.
    pub elsewhere: Vec<String>,
    /// Requirements and errata with a passage that the record does not have in its place.
    pub unrecorded: Vec<(String, Passage)>,
}

/// What became of one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentReport {
    /// Its name in the registry.
    pub document: String,
    /// The file that was read; absent where the checkout lacks it.
    pub file: Option<PathBuf>,
    /// How many pieces are as they were recorded.
    pub unchanged: usize,
    /// What became of the others.
    pub differences: Vec<Difference>,
    /// Sentences in scope that demand something and have no requirement.
    pub unknown: Vec<Sentence>,
    /// Every piece is as it was recorded, but links, comments or other markup are not.
    pub markup_differs: bool,
}

impl SpecReport {
    /// Whether every document is as it was recorded, and no sentence is unknown.
    pub fn is_clean(&self) -> bool {
        self.documents.iter().all(DocumentReport::is_clean)
            && self.new.is_empty()
            && self.unrecorded.is_empty()
    }
}

impl DocumentReport {
    /// Whether every piece is as it was recorded, and no sentence is unknown.
    pub fn is_clean(&self) -> bool {
        self.differences.is_empty() && self.unknown.is_empty() && !self.markup_differs
    }
}

/// Compares the registry and the record with a checkout. An edition of which it has no document at
/// all is left out; a single document that is missing has all its pieces gone.
pub fn check(registry: &Registry, record: &Record, checkout: &Checkout) -> SpecReport {
    let editions = checkout.editions();
    let mut report = SpecReport {
        unrecorded: unrecorded(registry, record),
        ..SpecReport::default()
    };
    for (name, recorded) in &record.documents {
        let file = checkout.documents.get(name);
        if file.is_none() && by_reference(name).is_some() {
            report.elsewhere.push(name.clone());
            continue;
        }
        let of_edition = Edition::of_document(name).is_some_and(|it| editions.contains(&it));
        let is_looked_at = of_edition || by_reference(name).is_some();
        if !is_looked_at || (file.is_none() && layout::is_overview(name)) {
            continue;
        }
        let text = file.map_or("", |(_, text)| text);
        let mut of_document = check_document(registry, recorded, name, text);
        of_document.file = file.map(|(file, _)| file.clone());
        report.documents.push(of_document);
    }
    for (name, (file, _)) in &checkout.documents {
        if !record.documents.contains_key(name) {
            report.new.push(Document {
                name: name.clone(),
                file: file.clone(),
            });
        }
    }
    for (name, file) in &checkout.extensions {
        let mut in_the_map = BY_REFERENCE.iter().filter_map(ByReference::extension);
        if registry.extension(name).is_none() && !in_the_map.any(|it| it == name) {
            report.new.push(Document {
                name: format!("extensions/{name}"),
                file: file.clone(),
            });
        }
    }
    let all = Edition::ALL.into_iter();
    report.not_checked = all.filter(|it| !editions.contains(it)).collect();
    report
}

/// Requirements and errata with a passage that the record does not have in its place, and that
/// passage.
pub fn unrecorded(registry: &Registry, record: &Record) -> Vec<(String, Passage)> {
    let requirements = registry.requirements.iter().flat_map(|requirement| {
        let sentences = requirement.sentences.iter().map(Passage::from);
        sentences.map(|it| (&requirement.id, it))
    });
    let errata = registry.errata.iter().flat_map(|erratum| {
        let passages = erratum.places.iter().cloned();
        passages.map(|it| (&erratum.id, it))
    });
    let mut unrecorded = Vec::new();
    for (id, passage) in requirements.chain(errata) {
        let document = record.documents.get(&passage.document);
        let mut pieces = document.iter().flat_map(|it| &it.pieces);
        if !pieces.any(|piece| is_recorded_as(&passage, piece)) {
            unrecorded.push((id.clone(), passage));
        }
    }
    unrecorded
}

/// Whether a piece of the record is a registered passage.
fn is_recorded_as(passage: &Passage, piece: &RecordedPiece) -> bool {
    piece.section == passage.section
        && piece.ordinal == passage.ordinal
        && piece.fingerprint == shortened(&passage.sha256)
}

/// Compares what was recorded of one document with its text.
pub fn check_document(
    registry: &Registry,
    recorded: &RecordedDocument,
    document: &str,
    text: &str,
) -> DocumentReport {
    let registered = registry.sentences_of(document);
    let requirement = |piece: &RecordedPiece| {
        let mut sentences = registered.iter();
        let found = sentences.find(|(it, _)| is_recorded_as(&Passage::from(*it), piece));
        found.map(|(_, id)| (*id).to_owned())
    };
    let errata = |piece: &RecordedPiece| {
        let is_quoted = |it: &Passage| it.document == document && is_recorded_as(it, piece);
        let mut errata: Vec<String> = Vec::new();
        for erratum in &registry.errata {
            if erratum.places.iter().any(is_quoted) {
                errata.push(erratum.id.clone());
            }
        }
        errata
    };
    let form = Form::of(document);
    let found = pieces(form, text);
    let mut differences = differences(&recorded.pieces, &found);
    for difference in &mut differences {
        if let Some(recorded) = &difference.recorded {
            difference.requirement = requirement(recorded);
            difference.errata = errata(recorded);
        }
    }
    let of_recorded = |it: &&Difference| it.recorded.is_some();
    let different = differences.iter().filter(of_recorded).count();
    let fingerprint = RecordedDocument::of(form, text).fingerprint;
    let mut report = DocumentReport {
        document: document.to_owned(),
        file: None,
        unchanged: recorded.pieces.len() - different,
        markup_differs: differences.is_empty() && fingerprint != recorded.fingerprint,
        differences,
        unknown: Vec::new(),
    };
    if !registered.is_empty() {
        report.unknown = unknown(registry, document, text, &report.differences);
        let unknown = &report.unknown;
        report.differences.retain(|it| !is_among(it, unknown));
    }
    report
}

/// Sentences in scope that demand something and have no requirement: neither as registered nor as
/// something became of it.
fn unknown(
    registry: &Registry,
    document: &str,
    text: &str,
    differences: &[Difference],
) -> Vec<Sentence> {
    let registered = registry.sentences_of(document);
    let mut known: Vec<(String, usize)> = Vec::new();
    for difference in differences.iter().filter(|it| it.requirement.is_some()) {
        if let Some(found) = &difference.found {
            known.extend(found.ordinal.map(|it| (found.section.clone(), it)));
        }
    }
    let is_registered = |sentence: &Sentence| {
        let sha256 = sentence.sha256();
        let mut sentences = registered.iter();
        sentences.any(|(it, _)| it.sha256 == sha256 && it.section == sentence.section)
    };
    let mut found = sentences(Form::of(document), text);
    found.retain(|sentence| {
        let place = (sentence.section.clone(), sentence.ordinal);
        sentence.demands()
            && !registry.is_out_of_scope(document, &sentence.section)
            && !known.contains(&place)
            && !is_registered(sentence)
    });
    found
}

/// Whether a difference is a new sentence that is reported as unknown.
fn is_among(difference: &Difference, unknown: &[Sentence]) -> bool {
    difference.change == Change::New
        && difference.found.as_ref().is_some_and(|piece| {
            let mut unknown = unknown.iter();
            unknown.any(|it| it.section == piece.section && Some(it.ordinal) == piece.ordinal)
        })
}

impl fmt::Display for SpecReport {
    /// What drifted, document by document, and the totals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for document in self.documents.iter().filter(|it| !it.is_clean()) {
            write!(f, "{document}")?;
        }
        for Document { name, file } in &self.new {
            writeln!(f, "{name}: {}\n  new document", file.display())?;
        }
        for (id, passage) in &self.unrecorded {
            let place = place(&passage.section, passage.ordinal);
            writeln!(f, "{}:\n  not recorded {id} {place}", passage.document)?;
        }
        for edition in &self.not_checked {
            writeln!(f, "edition {edition}: not in this checkout")?;
        }
        for document in &self.elsewhere {
            writeln!(f, "{document}: not in this checkout")?;
        }
        let differences = || self.documents.iter().flat_map(|it| &it.differences);
        let total = |change| differences().filter(|it| it.change == change).count();
        let unchanged: usize = self.documents.iter().map(|it| it.unchanged).sum();
        let unknown: usize = self.documents.iter().map(|it| it.unknown.len()).sum();
        write!(f, "{unchanged} unchanged")?;
        for change in [
            Change::Changed,
            Change::Moved,
            Change::Restated,
            Change::Gone,
            Change::New,
        ] {
            write!(f, ", {} {}", total(change), change.name())?;
        }
        let documents = self.documents.len();
        let noun = if documents == 1 {
            "document"
        } else {
            "documents"
        };
        writeln!(f, ", {unknown} unknown in {documents} {noun}")
    }
}

impl fmt::Display for DocumentReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => writeln!(f, "{}: {}", self.document, file.display())?,
            None => writeln!(f, "{}: not in this checkout", self.document)?,
        }
        for difference in &self.differences {
            write!(f, "{difference}")?;
        }
        for sentence in &self.unknown {
            writeln!(f, "  unknown {sentence}")?;
        }
        if self.markup_differs {
            writeln!(
                f,
                "  changed markup: a link, a comment, a number of a list or the like"
            )?;
        }
        Ok(())
    }
}
