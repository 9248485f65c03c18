//! Contradictions of the text, and what an editor could do about each.

use serde::Deserialize;

use super::registry::RegisteredSentence;

/// A contradiction, and the reading that the suite takes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    /// Words joined by dashes.
    pub id: String,
    /// The passages that it is about, each once; at least one. The first is where it is listed.
    pub places: Vec<Passage>,
    /// What does not fit, in our words.
    pub contradiction: String,
    /// What the suite takes the text to mean.
    pub reading: String,
    /// Why.
    pub why: String,
    /// What would fix it.
    pub fix: Fix,
    /// The address of a thread about it, of the specification's repository.
    #[serde(default)]
    pub issue: Option<String>,
    /// Requirements that the reading bears on.
    pub requirements: Vec<String>,
}

/// What would fix a contradiction.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fix {
    /// Sentences that an editor can take over, in our words, as Markdown.
    Replacement(String),
    /// Nothing: only states of the past have the contradiction. The text says what came of it.
    Past(String),
}

/// A sentence or an example of code that an erratum is about: its place and its hash, not its words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passage {
    /// The document, for example `current/codecs/transpose.rst`.
    pub document: String,
    /// Titles above it, joined by ` > `.
    pub section: String,
    /// The number of the sentence in its section, from 1; absent for an example of code.
    #[serde(default)]
    pub ordinal: Option<usize>,
    /// SHA-256 of the sentence, or of the code with white space folded: 64 lower-case hexadecimal
    /// digits.
    pub sha256: String,
}

impl Passage {
    /// Which one of its section: `sentence 3` or `code`.
    pub fn name(&self) -> String {
        self.ordinal
            .map_or_else(|| "code".to_owned(), |it| format!("sentence {it}"))
    }

    /// Whether both stand in one section of one document.
    pub fn shares_section(&self, other: &Self) -> bool {
        (&self.document, &self.section) == (&other.document, &other.section)
    }
}

impl From<&RegisteredSentence> for Passage {
    fn from(sentence: &RegisteredSentence) -> Self {
        Self {
            document: sentence.document.clone(),
            section: sentence.section.clone(),
            ordinal: Some(sentence.ordinal),
            sha256: sentence.sha256.clone(),
        }
    }
}
