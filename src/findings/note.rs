//! The notes of the adapters: what was found, and reproductions.

use std::path::Path;

use super::{FindingsError, read};

/// A page about one cause in one implementation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What is wrong, in a few words.
    pub title: String,
    /// Implementation and version, such as `GDAL 3.12.4`.
    pub version: String,
    /// What happens, in Markdown.
    pub about: String,
    /// Ids of the requirements that it breaks.
    pub requirements: Vec<String>,
    /// Globs of the checks that fail for it; empty where none does.
    pub globs: Vec<String>,
    /// What the project concerned says of it, in Markdown.
    pub upstream: String,
    /// What would fix it, in Markdown; empty where the page does not say it.
    pub fix: String,
    /// The reproduction, as the page quotes it.
    pub code: String,
    /// The language of the reproduction, as Markdown names it.
    pub language: String,
    /// The file of the reproduction, in the folder of adapters.
    pub reproduction: Option<String>,
}

/// What is wrong with a note.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The first page does not begin with the version.
    #[error(
        "found no version, expected a paragraph that begins as `NAME VERSION, judged by edition 3.1`"
    )]
    NoVersion,
    /// A section is missing.
    #[error("found no section \"## {0}\"")]
    NoSection(&'static str),
}

impl Note {
    pub(super) fn load(place: &Path, folder: &str, name: &str) -> Result<Self, FindingsError> {
        let path = place.join("notes").join(format!("{name}.md"));
        let mut note =
            Self::parse(&read(&path)?).map_err(|wrong| FindingsError::Note { path, wrong })?;
        let mut files = ["NAME.py", "NAME.mjs", "NAME.java", "src/bin/NAME.rs"]
            .map(|it| format!("reproductions/{}", it.replace("NAME", name)))
            .into_iter();
        let file = files.find(|it| place.join(it).exists());
        note.reproduction = file.map(|it| format!("{folder}/{it}"));
        Ok(note)
    }

    /// Reads the text of a page.
    ///
    /// # Errors
    /// Where a section that every page needs is missing.
    pub fn parse(text: &str) -> Result<Self, Wrong> {
        let optional = |title: &str| {
            let (_, rest) = text.split_once(&format!("\n## {title}\n\n"))?;
            let section = rest.split("\n## ").next().unwrap_or_default();
            Some(section.trim().to_owned())
        };
        let section = |title: &'static str| optional(title).ok_or(Wrong::NoSection(title));
        let requirements = section("What the specification says")?;
        let ids = requirements
            .lines()
            .filter_map(|it| it.strip_prefix("- `")?.split_once('`'));
        let (_, globs) = fenced(&section("Checks")?);
        let (language, code) = fenced(&section("Reproduction")?);
        let head = text.split("\n## ").next().unwrap_or_default();
        let mut head = head.splitn(3, "\n\n");
        let mut next = || head.next().unwrap_or_default().trim().to_owned();
        let (title, version, about) = (next(), next(), next());
        Ok(Self {
            title: title.replacen("# ", "", 1),
            version,
            about,
            requirements: ids.map(|(id, _)| id.to_owned()).collect(),
            globs: globs.split_whitespace().map(str::to_owned).collect(),
            upstream: section("Upstream")?,
            fix: optional("What would fix it").unwrap_or_default(),
            code,
            language,
            reproduction: None,
        })
    }
}

/// Language and content of the first block between fences; empty without one.
fn fenced(text: &str) -> (String, String) {
    let block = text.split("```").nth(1).unwrap_or_default();
    let parts = block.split_once('\n').unwrap_or_default();
    (parts.0.to_owned(), parts.1.to_owned())
}
