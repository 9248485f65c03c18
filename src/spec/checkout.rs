//! A checkout of the specification: its documents, and what stands where in them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use zarr_conform_requirements::{Passage, RegisteredSentence};
use zarr_conform_terms::Edition;

use super::form::Form;
use super::layout::{self, Document};
use super::pieces::{Piece, pieces};
use super::record::{Record, RecordedDocument};
use super::sentences::{Sentence, sentences};

/// The documents of the specification in some folders, with their texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkout {
    /// By name, with the file that each was read from.
    pub(super) documents: BTreeMap<String, (PathBuf, String)>,
    /// The folders of entries of the registry of extensions, by name, such as `codecs/zstd`.
    pub(super) extensions: BTreeMap<String, PathBuf>,
}

impl Checkout {
    /// Reads the documents below some folders; where two have the same, the later one counts. Each
    /// folder must have one.
    pub fn read<P: AsRef<Path>>(folders: &[P]) -> Result<Self, CheckError> {
        let mut checkout = Self::default();
        for folder in folders.iter().map(AsRef::as_ref) {
            let unreadable = |file: &Path| {
                let file = file.to_owned();
                |source| CheckError::Unreadable { file, source }
            };
            let documents = layout::documents(folder).map_err(unreadable(folder))?;
            if documents.is_empty() {
                return Err(CheckError::NoDocuments(folder.to_owned()));
            }
            let extensions = layout::extensions(folder).map_err(unreadable(folder))?;
            let extensions = extensions.into_iter().map(|it| (it.name, it.file));
            checkout.extensions.extend(extensions);
            for Document { name, file } in documents {
                let text = std::fs::read_to_string(&file).map_err(unreadable(&file))?;
                checkout.documents.insert(name, (file, text));
            }
        }
        Ok(checkout)
    }

    /// The text of a document.
    pub fn text(&self, document: &str) -> Option<&str> {
        self.documents.get(document).map(|(_, text)| text.as_str())
    }

    /// The sentence of a requirement as it stands in its document: in its place, or, where other
    /// words are there now, wherever else in the document its words are.
    pub fn sentence(&self, registered: &RegisteredSentence) -> Option<Sentence> {
        let found = self.passage(&Passage::from(registered))?;
        found.piece.into_sentence()
    }

    /// What an erratum is about as it stands in its document: in its place, or wherever else in the
    /// document its words are.
    pub fn passage(&self, registered: &Passage) -> Option<FoundPassage> {
        let mut found = pieces(
            Form::of(&registered.document),
            self.text(&registered.document)?,
        );
        let is_sentence = registered.ordinal.is_some();
        let has_words =
            |it: &Piece| it.ordinal.is_some() == is_sentence && it.sha256() == registered.sha256;
        let is_in_place = |it: &Piece| {
            it.section == registered.section && it.ordinal == registered.ordinal && has_words(it)
        };
        let at = found.iter().position(is_in_place);
        let at = at.or_else(|| found.iter().position(has_words))?;
        let piece = found.swap_remove(at);
        Some(FoundPassage { at, piece })
    }

    /// The sentences of a section of a document, in their order, without those of the sections
    /// below it.
    pub fn section(&self, document: &str, section: &str) -> Vec<Sentence> {
        let mut found = self
            .text(document)
            .map(|text| sentences(Form::of(document), text))
            .unwrap_or_default();
        found.retain(|it| it.section == section);
        found
    }

    /// What its documents consist of. Documents of editions that it lacks, and overviews that it
    /// lacks, stay as they were recorded.
    pub fn record(&self, before: &Record) -> Record {
        let editions = self.editions();
        let stays = |name: &str| {
            let edition = Edition::of_document(name);
            let is_of_checkout = edition.is_some_and(|it| editions.contains(&it));
            layout::is_overview(name) || !is_of_checkout
        };
        let mut record = before.clone();
        record.documents.retain(|name, _| stays(name));
        for (name, (_, text)) in &self.documents {
            record
                .documents
                .insert(name.clone(), RecordedDocument::of(Form::of(name), text));
        }
        record
    }

    /// The editions of which it has documents.
    pub(super) fn editions(&self) -> BTreeSet<Edition> {
        let names = self.documents.keys();
        names.filter_map(|it| Edition::of_document(it)).collect()
    }
}

/// A passage of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPassage {
    /// The number of pieces before it in its document.
    pub at: usize,
    /// What it is, and its words.
    pub piece: Piece,
}

/// Why a checkout cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// No layout was recognised.
    #[error(
        "found no document of the specification in {0}, expected current/codecs/transpose.rst or \
         docs/v3/codecs/transpose/index.rst and others below it"
    )]
    NoDocuments(PathBuf),
    /// A document or folder cannot be read.
    #[error("failed to read {file}: {source}")]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}
