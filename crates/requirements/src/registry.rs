//! The registry: requirements, what is outside the suite, contradictions and silent places.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::by_reference::by_reference;
use super::erratum::Erratum;
use super::mirror::{Function, Unmirrored};
use zarr_conform_terms::Binds;
use zarr_conform_terms::Edition;
use zarr_conform_terms::toml::{Document, TomlError};

/// Everything the suite knows of the specification's sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registry {
    /// The groups, in the order of the documents.
    pub groups: Vec<Group>,
    /// Requirements by group, in the order of the groups.
    pub requirements: Vec<Requirement>,
    /// Sections whose sentences the suite does not judge.
    pub out_of_scope: Vec<OutOfScope>,
    /// Sentences that contradict others or common sense.
    pub errata: Vec<Erratum>,
    /// Questions that the text leaves open.
    pub open: Vec<OpenPlace>,
    /// What verdicts rest on where no sentence says it.
    pub premises: Vec<Premise>,
    /// Functions of the reference, with the requirements that each carries out, by file and place.
    pub functions: Vec<Function>,
    /// Requirements that facts test and no function cites.
    pub unmirrored: Vec<Unmirrored>,
    /// Entries of the registry of extensions whose documents are not in the map.
    pub extensions: Vec<Extension>,
}

/// The requirements about one part of the specification: one file of `data/requirements`, which opens
/// with the title and, as `order`, a number by which groups are sorted: codecs are 10 to 19, chunk
/// grids 20 to 29, chunk key encodings 30 to 39, data types 40 to 49, the rest of the core 50 to 59.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name of the file, and the part before the dot of the ids in it: lower-case words and
    /// digits joined by dashes.
    pub id: String,
    /// For people.
    pub title: String,
}

/// What one sentence demands, permits or states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// `<group>.<words-joined-by-dashes>`; never used for anything else.
    pub id: String,
    /// How strongly.
    pub level: Level,
    /// The editions in which it holds, oldest first; at least one.
    pub editions: Vec<Edition>,
    /// What the sentence says, in our words.
    pub paraphrase: String,
    /// The sentence orders an implementation to fail, and does not only say what a document or a
    /// chunk has to be. A refusal that it demands rests on no [`Premise`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub orders_failure: bool,
    /// The sentence binds those who write a document: no reader can make other elements of one that
    /// breaks it, so a reader that copes is not failed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub binds_writer: bool,
    /// Why no fact tests it. Absent where facts do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The sentences that say it; at least one. Several only where they say the same, or where
    /// one statement is spread over a list or table.
    pub sentences: Vec<RegisteredSentence>,
}

impl Requirement {
    /// How strongly it binds: a sentence of a document that is only recommended demands no more than that.
    pub fn demanded(&self) -> Level {
        let mut documents = self.sentences.iter().map(|it| by_reference(&it.document));
        if documents.all(|document| document.is_some_and(|it| it.is_recommended)) {
            self.level.max(Level::Should)
        } else {
            self.level
        }
    }
}

/// How strongly a sentence demands something. Lower-case key words count, and a plain statement
/// is a demand, as the documents say of themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// An implementation that does otherwise breaks the specification.
    Must,
    /// Recommended.
    Should,
    /// Permitted.
    May,
}

impl Level {
    /// The word: `must`, `should` or `may`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::May => "may",
        }
    }
}

/// Where a sentence stands, and its hash; `conform spec sentences` shows the rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisteredSentence {
    /// The document, for example `current/codecs/transpose.rst`.
    pub document: String,
    /// Titles above the sentence, joined by ` > `.
    pub section: String,
    /// The number of the sentence in its section, from 1.
    pub ordinal: usize,
    /// SHA-256 of the sentence, 64 lower-case hexadecimal digits.
    pub sha256: String,
}

/// Sections of a document that the suite does not look at, with all sections below them unless
/// they stand by themselves.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutOfScope {
    /// The document.
    pub document: String,
    /// Titles joined by ` > `.
    pub sections: Vec<String>,
    /// Only these sections are meant, not those below them.
    #[serde(default)]
    pub alone: bool,
    /// Why.
    pub reason: String,
}

impl OutOfScope {
    /// Whether a section of the document is meant.
    fn covers(&self, section: &str) -> bool {
        self.sections
            .iter()
            .any(|above| section == above || (!self.alone && is_within(section, above)))
    }
}

/// Entries of the registry of extensions whose documents are not in the map.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extension {
    /// Below the root of the registry, for example `data-types/bool`.
    pub folders: Vec<String>,
    /// The document of the specification that has the text.
    #[serde(default)]
    pub document: Option<String>,
    /// Why the suite does not test them; where no document has the text.
    #[serde(default)]
    pub reason: Option<String>,
}

/// A question that the text leaves open. Facts on it are of level `open`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenPlace {
    /// Words joined by dashes.
    pub id: String,
    /// Where an answer would be expected: documents with sections.
    pub places: Vec<Place>,
    /// The question.
    pub question: String,
    /// What an implementation may do; at least two.
    pub outcomes: Vec<String>,
    /// Requirements next to the gap.
    pub requirements: Vec<String>,
    /// Why no fact is about it. Absent where facts name it.
    #[serde(default)]
    pub reason: Option<String>,
}

/// What verdicts of the suite rest on though no sentence says it: stated once, with its limits, and
/// named by each fact that rests on it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Premise {
    /// Words joined by dashes.
    pub id: String,
    /// What is taken to be so.
    pub premise: String,
    /// Why; each entry is a paragraph.
    pub why: Vec<String>,
    /// Where it ends.
    pub limits: Vec<String>,
    /// What follows for families of facts: those that were in doubt, each with the reasons.
    pub families: Vec<String>,
}

/// What the demand of a refusal rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grounds {
    /// The id of the premise; nothing where a sentence orders failure.
    pub premise: Option<String>,
    /// Of whom it is demanded.
    pub binds: Binds,
}

/// A section of a document.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The document.
    pub document: String,
    /// Titles joined by ` > `.
    pub section: String,
}

/// Why the registry cannot be read: a mistake in its data files.
#[derive(Debug, thiserror::Error)]
#[error("failed to read {file}: {source}")]
pub struct RegistryError {
    /// The data file.
    file: &'static str,
    /// What is wrong with it.
    source: TomlError,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RequirementFile {
    title: String,
    order: u32,
    requirement: Vec<Requirement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScopeFile {
    out_of_scope: Vec<OutOfScope>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ErrataFile {
    erratum: Vec<Erratum>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenFile {
    open: Vec<OpenPlace>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PremisesFile {
    premise: Vec<Premise>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FunctionsFile {
    function: Vec<Function>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnmirroredFile {
    unmirrored: Vec<Unmirrored>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExtensionsFile {
    extension: Vec<Extension>,
}

macro_rules! data {
    ($name:literal) => {
        ($name, include_str!(concat!("data/", $name)))
    };
}

/// The files of `data/requirements`, sorted by name; the build script lists them.
const REQUIREMENTS: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/requirements.rs"));

impl Registry {
    /// Reads the registry that is part of the library. A test holds that this does not fail.
    pub fn load() -> Result<Self, RegistryError> {
        let mut files = Vec::new();
        for &(name, text) in REQUIREMENTS {
            let file: RequirementFile = read((name, text))?;
            files.push((file.order, name.trim_end_matches(".toml"), file));
        }
        files.sort_by_key(|&(order, id, _)| (order, id));
        let mut groups = Vec::new();
        let mut requirements = Vec::new();
        for (_, id, file) in files {
            groups.push(Group {
                id: id.to_owned(),
                title: file.title,
            });
            requirements.extend(file.requirement);
        }
        Ok(Self {
            groups,
            requirements,
            out_of_scope: read::<ScopeFile>(data!("scope.toml"))?.out_of_scope,
            errata: read::<ErrataFile>(data!("errata.toml"))?.erratum,
            open: read::<OpenFile>(data!("open.toml"))?.open,
            premises: read::<PremisesFile>(data!("premises.toml"))?.premise,
            functions: read::<FunctionsFile>(data!("functions.toml"))?.function,
            unmirrored: read::<UnmirroredFile>(data!("unmirrored.toml"))?.unmirrored,
            extensions: read::<ExtensionsFile>(data!("extensions.toml"))?.extension,
        })
    }

    /// The requirement with this id.
    pub fn requirement(&self, id: &str) -> Option<&Requirement> {
        self.requirements
            .iter()
            .find(|requirement| requirement.id == id)
    }

    /// The entry of the registry of extensions in a folder, of those whose documents are not in the map.
    pub fn extension(&self, folder: &str) -> Option<&Extension> {
        let mut extensions = self.extensions.iter();
        extensions.find(|it| it.folders.iter().any(|it| it == folder))
    }

    /// What a refusal rests on that tests these requirements: the premise, where none of them orders
    /// failure, and of whom it is demanded.
    pub fn grounds(&self, requirements: &[String]) -> Grounds {
        let premise = self.premises.first().map(|it| it.id.clone());
        let binds = if self.binds_writer(requirements) {
            Binds::Writer
        } else {
            Binds::Everybody
        };
        Grounds {
            premise: premise.filter(|_| !self.orders_failure(requirements)),
            binds,
        }
    }

    /// Whether one of these requirements orders an implementation to fail.
    pub fn orders_failure(&self, requirements: &[String]) -> bool {
        let mut known = requirements.iter().filter_map(|id| self.requirement(id));
        known.any(|requirement| requirement.orders_failure)
    }

    /// Whether all of these requirements, at least one, bind the writer and no reader.
    fn binds_writer(&self, requirements: &[String]) -> bool {
        let binds = |id: &String| self.requirement(id).is_some_and(|it| it.binds_writer);
        !requirements.is_empty() && requirements.iter().all(binds)
    }

    /// Every registered sentence of a document, with the id of its requirement.
    pub fn sentences_of(&self, document: &str) -> Vec<(&RegisteredSentence, &str)> {
        self.requirements
            .iter()
            .flat_map(|requirement| {
                let id = requirement.id.as_str();
                requirement.sentences.iter().map(move |it| (it, id))
            })
            .filter(|(sentence, _)| sentence.document == document)
            .collect()
    }

    /// The documents in which a sentence is registered, with the number of such sentences.
    pub fn documents(&self) -> BTreeMap<&str, usize> {
        let mut documents = BTreeMap::new();
        for requirement in &self.requirements {
            for sentence in &requirement.sentences {
                *documents.entry(sentence.document.as_str()).or_insert(0) += 1;
            }
        }
        documents
    }

    /// Whether a section, or one above it, is registered as outside the suite.
    pub fn is_out_of_scope(&self, document: &str, section: &str) -> bool {
        self.out_of_scope
            .iter()
            .filter(|entry| entry.document == document)
            .any(|entry| entry.covers(section))
    }
}

fn read<T: serde::de::DeserializeOwned>(
    (file, text): (&'static str, &str),
) -> Result<T, RegistryError> {
    let read = Document::parse(text).and_then(|it| it.read());
    read.map_err(|source| RegistryError { file, source })
}

/// Whether a section is `above` or below it.
pub fn is_within(section: &str, above: &str) -> bool {
    section
        .strip_prefix(above)
        .is_some_and(|below| below.is_empty() || below.starts_with(" > "))
}
