//! Contradictions of the text, and what an editor could do about each.

use serde::Deserialize;

use super::registry::RegisteredSentence;

/// A contradiction, and the reading that the suite takes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    /// Words joined by dashes.
    pub id: String,
    /// What it can cost.
    pub weight: Weight,
    /// Whether the text does not say something that readers need, rather than two things.
    #[serde(default)]
    pub silent: bool,
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

/// What a contradiction can cost, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    /// Two careful readers get other elements of the same bytes, or none can be sure to get any.
    Data,
    /// One reader accepts a document that another one refuses.
    Validity,
    /// Neither is in doubt.
    Wording,
}

impl Weight {
    /// All of them, the worst first.
    pub const ALL: [Self; 3] = [Self::Data, Self::Validity, Self::Wording];

    /// What it is about, as a heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Data => "Which elements are read",
            Self::Validity => "Which documents are valid",
            Self::Wording => "Wording and examples",
        }
    }
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
