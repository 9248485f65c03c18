//! A list of known failures as text, so that what is said in it stays as it is where nothing changes.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::ops::Bound;

use anyhow::Context;
use serde::Deserialize;
use toml_edit::Value;
use zarr_conform::bless::exact_globs;
use zarr_conform::findings::note_of;
use zarr_conform::runner::Filter;

/// What `--bless` writes above what was not listed before.
const NEW: &str = "# New: ";

/// A list as paragraphs, below the headings that name notes.
pub(super) struct List {
    pub(super) folder: String,
    pub(super) sections: Vec<Section>,
}

/// What stands below a heading: paragraphs of comments and entries.
pub(super) struct Section {
    /// The note that the heading names, as `folder/name`.
    pub(super) note: Option<String>,
    pub(super) paragraphs: Vec<Paragraph>,
}

/// Lines without a blank one between them: comments, and below them at most one entry.
pub(super) struct Paragraph {
    pub(super) comments: String,
    pub(super) entry: Option<Entry>,
}

/// An entry, with its lines as they are unless it changes.
#[derive(Clone)]
pub(super) struct Entry {
    lines: String,
    /// The name of its table, such as `failure`.
    table: String,
    pub(super) members: Members,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Members {
    check: String,
    verdict: Option<String>,
    pub(super) finding: Option<String>,
    reason: String,
    link: Option<String>,
    version: Option<String>,
}

impl List {
    pub(super) fn parse(folder: &str, text: &str) -> anyhow::Result<Self> {
        let mut sections = Vec::new();
        let mut last = Section::new(None);
        for block in text.trim_end().split("\n\n") {
            let paragraph = Paragraph::parse(block)
                .with_context(|| format!("the list of {folder}, in\n{block}"))?;
            let comments = &paragraph.comments;
            let note = comments.lines().find_map(|it| note_of(folder, it));
            let is_group = paragraph.entry.is_none() && comments.trim_end().ends_with('.');
            if note.is_some() || is_group || comments.contains(NEW) {
                sections.push(mem::replace(&mut last, Section::new(note)));
            }
            last.paragraphs.push(paragraph);
        }
        sections.push(last);
        Ok(Self {
            folder: folder.to_owned(),
            sections,
        })
    }

    /// The globs of failures without a finding or a reason.
    pub(super) fn unassigned(&self) -> impl Iterator<Item = &str> {
        let paragraphs = self.sections.iter().flat_map(|it| &it.paragraphs);
        let entries = paragraphs.filter_map(|it| it.entry.as_ref());
        let failures = entries
            .filter(|it| it.table == "failure")
            .map(|it| &it.members);
        let left = failures.filter(|it| it.finding.is_none() || it.reason.is_empty());
        left.map(|it| it.check.as_str())
    }

    pub(super) fn render(&self) -> String {
        let paragraphs = self.sections.iter().flat_map(|it| &it.paragraphs);
        let texts = paragraphs.map(|it| {
            let entry = it.entry.as_ref().map_or("", |entry| &entry.lines);
            format!("{}{entry}", it.comments).trim_end().to_owned()
        });
        texts.collect::<Vec<String>>().join("\n\n") + "\n"
    }
}

impl Section {
    fn new(note: Option<String>) -> Self {
        Self {
            note,
            paragraphs: Vec::new(),
        }
    }

    /// Entries that take the place of one, the first below its comments. Comments of which the entry
    /// goes stay, but for those about new entries.
    pub(super) fn keep(&mut self, comments: String, entries: Vec<Entry>) {
        let is_new = comments.contains(NEW);
        let mut comments = comments;
        if entries.is_empty() && !comments.is_empty() && !is_new {
            let paragraph = Paragraph {
                comments,
                entry: None,
            };
            self.paragraphs.push(paragraph);
            return;
        }
        for entry in entries {
            let comments = mem::take(&mut comments);
            self.paragraphs.push(Paragraph {
                comments,
                entry: Some(entry),
            });
        }
    }

    /// An entry from elsewhere, with the reason and link that stand here.
    pub(super) fn receive(&mut self, mut entry: Entry) {
        let mut here = self.paragraphs.iter().filter_map(|it| it.entry.as_ref());
        if let Some(like) = here.find(|it| it.table == entry.table) {
            entry.members.reason.clone_from(&like.members.reason);
            entry.members.link.clone_from(&like.members.link);
        }
        entry.write();
        let comments = String::new();
        self.paragraphs.push(Paragraph {
            comments,
            entry: Some(entry),
        });
    }
}

impl Paragraph {
    fn parse(block: &str) -> anyhow::Result<Self> {
        let at = block.lines().take_while(|it| !it.starts_with("[[")).count();
        let mut lines = block.lines();
        let above: Vec<&str> = lines.by_ref().take(at).collect();
        let entry: Vec<&str> = lines.collect();
        let mut comments = above.join("\n");
        if !comments.is_empty() {
            comments.push('\n');
        }
        let lines = (!entry.is_empty()).then(|| entry.join("\n"));
        Ok(Self {
            comments,
            entry: lines.as_deref().map(Entry::parse).transpose()?,
        })
    }
}

impl Entry {
    fn parse(lines: &str) -> anyhow::Result<Self> {
        let tables: BTreeMap<String, Vec<Members>> = toml::from_str(lines)?;
        let mut entries = tables
            .into_iter()
            .flat_map(|(table, members)| members.into_iter().map(move |it| (table.clone(), it)));
        let (table, members) = entries.next().context("found no entry, expected one")?;
        Ok(Self {
            lines: lines.to_owned(),
            table,
            members,
        })
    }

    /// The entry, or, where its checks belong to several findings, one for each glob of each finding.
    /// `finding` tells that of a verdict and a check.
    pub(super) fn divided(
        self,
        left: &mut BTreeSet<&str>,
        finding: impl Fn(&str, &str) -> Option<String>,
    ) -> anyhow::Result<Vec<Self>> {
        let filter = Filter::parse(&self.members.check)?;
        let verdict = self.members.verdict.as_deref().unwrap_or(&self.table);
        let prefix = filter.prefix();
        let checks: Vec<&str> = left
            .range::<str, _>((Bound::Included(prefix), Bound::Unbounded))
            .copied()
            .take_while(|it| it.starts_with(prefix))
            .filter(|it| filter.matches(it))
            .collect();
        let mut by_finding: BTreeMap<Option<String>, Vec<&str>> = BTreeMap::new();
        for check in checks {
            left.remove(check);
            by_finding
                .entry(finding(verdict, check))
                .or_default()
                .push(check);
        }
        if by_finding.len() == 1
            && let Some((finding, _)) = by_finding.pop_first()
        {
            return Ok(vec![self.of(finding, None)]);
        }
        let pieces = by_finding.into_iter().flat_map(|(finding, checks)| {
            let globs = exact_globs(&checks).into_iter();
            globs.map(move |glob| (finding.clone(), glob))
        });
        let pieces: Vec<Self> = pieces
            .map(|(finding, glob)| self.clone().of(finding, Some(glob)))
            .collect();
        Ok(if pieces.is_empty() {
            vec![self]
        } else {
            pieces
        })
    }

    fn of(mut self, finding: Option<String>, glob: Option<String>) -> Self {
        let is_as_it_was = self.members.finding == finding && glob.is_none();
        self.members.finding = finding;
        if let Some(glob) = glob {
            self.members.check = glob;
        }
        if !is_as_it_was {
            self.write();
        }
        self
    }

    /// Writes the lines anew.
    fn write(&mut self) {
        let it = &self.members;
        let members = [
            ("check", Some(&it.check)),
            ("verdict", it.verdict.as_ref()),
            ("finding", it.finding.as_ref()),
            ("reason", Some(&it.reason)),
            ("link", it.link.as_ref()),
            ("version", it.version.as_ref()),
        ];
        let given = members
            .into_iter()
            .filter_map(|(name, it)| Some((name, it?)));
        let lines = given.map(|(name, text)| format!("\n{name} = {}", Value::from(text)));
        self.lines = format!("[[{}]]{}", self.table, lines.collect::<String>());
    }
}
