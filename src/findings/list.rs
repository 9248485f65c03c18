//! The list of known failures of an adapter, with the note and the finding of each entry.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use zarr_conform_runner::{Entry, Expectations};

use super::note::{Note, Wrong};
use super::{FindingsError, names, read};

/// The file of a list, in the folder of an adapter.
pub(super) const FILE: &str = "expected.toml";

/// What stands in the folder of an adapter that judges an implementation.
#[derive(Clone, Debug)]
pub struct KnownFailures {
    /// Implementation and version, such as `GDAL 3.12.4`.
    pub version: String,
    /// The list.
    pub expected: Expectations,
    /// The notes, as `folder/name`.
    pub notes: BTreeMap<String, Note>,
    /// Lines of the list that are headings, with the note that each names, as `folder/name`.
    headings: BTreeMap<usize, Option<String>>,
}

impl KnownFailures {
    pub(super) fn load(place: &Path, folder: &str) -> Result<Self, FindingsError> {
        let path = place.join(FILE);
        let list = read(&path)?;
        let expected =
            Expectations::parse(&list).map_err(|error| FindingsError::List { path, error })?;
        Ok(Self {
            version: version(place)?,
            expected,
            notes: notes(place, folder)?,
            headings: headings(folder, &list),
        })
    }

    /// The notes that headings of the list name, as `folder/name`. They may be those of another adapter.
    pub fn headings(&self) -> BTreeSet<&str> {
        let named = self.headings.values().flatten();
        named.map(String::as_str).collect()
    }

    /// The note of the heading above an entry, as `folder/name`.
    pub fn note_of(&self, entry: &Entry) -> Option<&str> {
        let (_, note) = self.headings.range(..entry.line).next_back()?;
        note.as_deref()
    }

    /// The id of the finding that the list names for what a check came to.
    pub(super) fn finding_of(&self, version: &str, verdict: &str, check: &str) -> Option<&str> {
        let entries = self.expected.entries.iter().filter(|it| {
            let range = it.version.as_ref();
            range.is_none_or(|range| range.contains(version))
        });
        let mut about = entries.filter(|it| it.filter.matches(check));
        let entry = about.next().filter(|it| it.listed.name() == verdict)?;
        entry.finding.as_deref()
    }
}

/// Lines of a list that are headings, with the note that each names; none for the heading of a group,
/// which stands alone and ends what the one before covers, and for what `--bless` wrote above new entries.
fn headings(folder: &str, list: &str) -> BTreeMap<usize, Option<String>> {
    let lines: Vec<&str> = list.lines().collect();
    let comments = lines
        .iter()
        .enumerate()
        .filter(|(_, it)| it.starts_with("# "));
    let headings = comments.filter_map(|(at, comment)| {
        let note = note_of(folder, comment);
        let line = |at: Option<usize>| at.and_then(|at| lines.get(at)).copied().unwrap_or_default();
        let is_alone = line(at.checked_sub(1)).is_empty() && line(Some(at + 1)).is_empty();
        let is_group = comment.ends_with('.') && at > 0 && is_alone;
        (note.is_some() || is_group || comment.starts_with("# New: ")).then_some((at + 1, note))
    });
    headings.collect()
}

/// The note that a heading names, as `folder/name`.
pub fn note_of(folder: &str, comment: &str) -> Option<String> {
    let (_, name) = comment.strip_suffix(']')?.rsplit_once(" [")?;
    Some(match name.split_once(": ") {
        Some((other, name)) => format!("{other}/{name}"),
        None => format!("{folder}/{name}"),
    })
}

/// The version that is judged, with which `notes/README.md` begins.
fn version(place: &Path) -> Result<String, FindingsError> {
    let path = place.join("notes/README.md");
    let readme = read(&path)?;
    let before = readme.split_once(", judged by edition ");
    let version = before.and_then(|(before, _)| before.lines().last());
    let version = version.map(str::to_owned);
    version.ok_or(FindingsError::Note {
        path,
        wrong: Wrong::NoVersion,
    })
}

/// The notes of an adapter, as `folder/name`.
fn notes(place: &Path, folder: &str) -> Result<BTreeMap<String, Note>, FindingsError> {
    let mut notes = BTreeMap::new();
    for file in names(&place.join("notes"))? {
        let name = file.strip_suffix(".md").filter(|it| *it != "README");
        if let Some(name) = name {
            let note = Note::load(place, folder, name)?;
            notes.insert(format!("{folder}/{name}"), note);
        }
    }
    Ok(notes)
}
