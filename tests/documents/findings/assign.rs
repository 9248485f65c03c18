//! Assigns entries of the lists of known failures to findings, and writes the checks of each note anew.
//! Only with `UPDATE` set.
//!
//! Each failure goes to the finding that claims it; without a claim, to the one that the entry names, or
//! to the only one of its note. An entry of which the checks belong to several findings is divided, and
//! what belongs below the heading of another note is moved there, with the reason that stands there. What
//! cannot be assigned stays as it is, for a person, and the tests name it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::mem;

use serde::Deserialize;
use toml_edit::Value;
use zarr_conform::bless::exact_globs;
use zarr_conform::runner::Filter;

use super::catalogue::Findings;
use super::lists::{Adapter, note_of};
use super::notes::{Checks, file, matching, path};

/// What `--bless` writes above what was not listed before.
const NEW: &str = "# New: ";

/// Writes the list of an adapter anew, where an entry has to be assigned.
pub fn list(folder: &str, findings: &Findings, checks: &Checks) {
    let place = format!("adapters/{folder}/expected.toml");
    let text = file(&place);
    let mut list = List::parse(folder, &text);
    list.assign(findings, checks);
    let assigned = list.render();
    if assigned != text {
        fs::write(path(&place), assigned).unwrap();
    }
}

/// Writes the block of checks of each note anew, where it does not match what is listed.
pub fn notes(adapter: &Adapter, checks: &Checks) {
    for (name, note) in &adapter.notes {
        let listed = adapter.listed(name);
        if listed == matching(&note.globs, checks) {
            continue;
        }
        let place = format!("adapters/{}.md", name.replacen('/', "/notes/", 1));
        let text = file(&place);
        let (head, rest) = text.split_once("\n## Checks\n\n").unwrap();
        let (_, tail) = rest.split_once("\n## ").unwrap();
        let listed: Vec<&str> = listed.into_iter().collect();
        let block = match exact_globs(&listed) {
            globs if globs.is_empty() => "No check is listed for it.\n".to_owned(),
            globs => format!("```text\n{}\n```\n", globs.join("\n")),
        };
        let written = format!("{head}\n## Checks\n\n{block}\n## {tail}");
        fs::write(path(&place), written).unwrap();
    }
}

/// A list as paragraphs, below the headings that name notes.
struct List {
    folder: String,
    sections: Vec<Section>,
}

/// What stands below a heading: paragraphs of comments and entries.
struct Section {
    /// The note that the heading names, as `folder/name`.
    note: Option<String>,
    paragraphs: Vec<Paragraph>,
}

/// Lines without a blank one between them: comments, and below them at most one entry.
struct Paragraph {
    comments: String,
    entry: Option<Entry>,
}

/// An entry, with its lines as they are unless it changes.
#[derive(Clone)]
struct Entry {
    lines: String,
    /// The name of its table, such as `failure`.
    table: String,
    members: Members,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    check: String,
    verdict: Option<String>,
    finding: Option<String>,
    reason: String,
    link: Option<String>,
    version: Option<String>,
}

impl List {
    fn parse(folder: &str, text: &str) -> Self {
        let mut sections = vec![Section::new(None)];
        for block in text.trim_end().split("\n\n") {
            let paragraph = Paragraph::parse(block);
            let comments = &paragraph.comments;
            let note = comments.lines().find_map(|it| note_of(folder, it));
            let is_group = paragraph.entry.is_none() && comments.trim_end().ends_with('.');
            if note.is_some() || is_group || comments.contains(NEW) {
                sections.push(Section::new(note));
            }
            sections.last_mut().unwrap().paragraphs.push(paragraph);
        }
        Self {
            folder: folder.to_owned(),
            sections,
        }
    }

    fn assign(&mut self, findings: &Findings, checks: &Checks) {
        let claims = findings.claims();
        let headings: BTreeSet<String> = self
            .sections
            .iter()
            .filter_map(|it| it.note.clone())
            .collect();
        let mut left: BTreeSet<&str> = checks.iter().map(|(id, ..)| id.as_str()).collect();
        let mut moved = Vec::new();
        for section in &mut self.sections {
            let own = section
                .note
                .as_deref()
                .and_then(|it| only_finding(findings, it));
            for paragraph in mem::take(&mut section.paragraphs) {
                let Some(entry) = paragraph.entry else {
                    section.paragraphs.push(paragraph);
                    continue;
                };
                let named = entry.members.finding.clone().or_else(|| own.clone());
                let pieces = entry.divided(&mut left, |verdict, check| {
                    let claimed = claims.of(&self.folder, verdict, check);
                    claimed
                        .first()
                        .map_or_else(|| named.clone(), |it| Some((*it).to_owned()))
                });
                let place = |it: &Entry| place_of(it, section.note.as_deref(), &headings, findings);
                let (stay, go): (Vec<Entry>, Vec<Entry>) =
                    pieces.into_iter().partition(|it| place(it).is_none());
                moved.extend(
                    go.into_iter()
                        .map(|it| (place(&it).unwrap_or_default(), it)),
                );
                section.keep(paragraph.comments, stay);
            }
        }
        for (note, entry) in moved {
            let mut sections = self.sections.iter_mut();
            let section = sections.find(|it| it.note.as_ref() == Some(&note));
            section
                .unwrap_or_else(|| panic!("{}: no heading names {note}", self.folder))
                .receive(entry);
        }
    }

    fn render(&self) -> String {
        let paragraphs = self.sections.iter().flat_map(|it| &it.paragraphs);
        let texts = paragraphs.map(|it| {
            let entry = it.entry.as_ref().map_or("", |entry| &entry.lines);
            format!("{}{entry}", it.comments).trim_end().to_owned()
        });
        texts.collect::<Vec<String>>().join("\n\n") + "\n"
    }
}

/// The finding of a note that belongs to one only.
fn only_finding(findings: &Findings, note: &str) -> Option<String> {
    let mut all = findings
        .all()
        .filter(|it| it.notes.iter().any(|it| it == note));
    let first = all.next()?;
    all.next().is_none().then(|| first.id.clone())
}

/// The note below whose heading an entry has to stand, where that is another one than `note`: the only one
/// about the finding that has a heading.
fn place_of(
    entry: &Entry,
    note: Option<&str>,
    headings: &BTreeSet<String>,
    findings: &Findings,
) -> Option<String> {
    let finding = findings.finding(entry.members.finding.as_deref()?)?;
    if finding.notes.iter().any(|it| Some(it.as_str()) == note) {
        return None;
    }
    let mut own = finding.notes.iter().filter(|it| headings.contains(*it));
    let first = own.next()?;
    own.next().is_none().then(|| first.clone())
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
    fn keep(&mut self, comments: String, entries: Vec<Entry>) {
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
    fn receive(&mut self, mut entry: Entry) {
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
    fn parse(block: &str) -> Self {
        let at = block.lines().take_while(|it| !it.starts_with("[[")).count();
        let mut lines = block.lines();
        let above: Vec<&str> = lines.by_ref().take(at).collect();
        let entry: Vec<&str> = lines.collect();
        let mut comments = above.join("\n");
        if !comments.is_empty() {
            comments.push('\n');
        }
        Self {
            comments,
            entry: (!entry.is_empty()).then(|| Entry::parse(&entry.join("\n"))),
        }
    }
}

impl Entry {
    fn parse(lines: &str) -> Self {
        let mut tables: BTreeMap<String, Vec<Members>> =
            toml::from_str(lines).unwrap_or_else(|error| panic!("{error}\n{lines}"));
        let (table, mut members) = tables.pop_first().unwrap();
        Self {
            lines: lines.to_owned(),
            table,
            members: members.remove(0),
        }
    }

    /// The entry, or, where its checks belong to several findings, one for each glob of each finding.
    /// `finding` tells that of a verdict and a check.
    fn divided(
        self,
        left: &mut BTreeSet<&str>,
        finding: impl Fn(&str, &str) -> Option<String>,
    ) -> Vec<Self> {
        let filter = Filter::parse(&self.members.check).unwrap();
        let verdict = self.members.verdict.as_deref().unwrap_or(&self.table);
        let checks: Vec<&str> = left
            .iter()
            .copied()
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
        if by_finding.len() == 1 {
            let (finding, _) = by_finding.pop_first().unwrap();
            return vec![self.of(finding, None)];
        }
        let pieces = by_finding.into_iter().flat_map(|(finding, checks)| {
            let globs = exact_globs(&checks).into_iter();
            globs.map(move |glob| (finding.clone(), glob))
        });
        let pieces: Vec<Self> = pieces
            .map(|(finding, glob)| self.clone().of(finding, Some(glob)))
            .collect();
        if pieces.is_empty() {
            vec![self]
        } else {
            pieces
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use zarr_conform::runner::Operation;

    const FINDINGS: &str = r#"
known = []
newest = []
long = []
[[group]]
title = ""
about = ""
[[group.finding]]
id = "lengths"
title = ""
text = ""
notes = ["x/lengths"]
claim = [{ verdict = "accepted-invalid", checks = ["shape/*"] }]
[[group.finding]]
id = "orders"
title = ""
text = ""
notes = ["x/orders"]
claim = [
    { verdict = "accepted-invalid", checks = ["order/*"] },
    { verdict = "accepted-invalid", adapters = ["x"], checks = ["shape/of-an-order"] },
]
"#;

    const BEFORE: &str = r#"# What fails.

# Orders [orders]
[[failure]]
check = "order/fraction#open"
verdict = "accepted-invalid"
reason = "orders are not looked at"

# Lengths [lengths]
[[failure]]
check = "shape/*#read"
verdict = "wrong-data"
reason = "lengths are not looked at"

# New: give each a reason.
[[failure]]
check = "{order,shape}/*#open"
verdict = "accepted-invalid"
reason = ""

# Not supported.

[[unsupported]]
check = "order/none#open"
reason = "no orders"
"#;

    const AFTER: &str = r#"# What fails.

# Orders [orders]
[[failure]]
check = "order/fraction#open"
verdict = "accepted-invalid"
finding = "orders"
reason = "orders are not looked at"

[[failure]]
check = "order/string#open"
verdict = "accepted-invalid"
finding = "orders"
reason = "orders are not looked at"

[[failure]]
check = "shape/of-an-order#open"
verdict = "accepted-invalid"
finding = "orders"
reason = "orders are not looked at"

# Lengths [lengths]
[[failure]]
check = "shape/*#read"
verdict = "wrong-data"
finding = "lengths"
reason = "lengths are not looked at"

[[failure]]
check = "shape/{fraction,string}#open"
verdict = "accepted-invalid"
finding = "lengths"
reason = "lengths are not looked at"

# Not supported.

[[unsupported]]
check = "order/none#open"
reason = "no orders"
"#;

    #[test]
    fn entries_are_divided_by_finding_and_stand_below_its_note() {
        let findings: Findings = toml::from_str(FINDINGS).unwrap();
        let ids = [
            "order/fraction#open",
            "order/string#open",
            "shape/fraction#open",
            "shape/fraction#read",
            "shape/of-an-order#open",
            "shape/string#open",
        ];
        let checks: Checks = ids
            .map(|it| (it.to_owned(), Operation::Open, true))
            .to_vec();
        for text in [BEFORE, AFTER] {
            let mut list = List::parse("x", text);
            list.assign(&findings, &checks);
            assert_eq!(list.render(), AFTER);
        }
    }
}
