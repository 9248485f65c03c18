//! Assigns entries of the lists of known failures to findings, and gives each note its checks.
//!
//! Each failure goes to the finding that claims it; without a claim, to the one that the entry names, or
//! to the only one of its note. An entry of which the checks belong to several findings is divided, and
//! what belongs below the heading of another note is moved there, with the reason that stands there. What
//! cannot be assigned stays as it is, for a person, and the tests name it.

use std::collections::BTreeSet;
use std::mem;
use std::path::Path;

use anyhow::Context;
use zarr_conform::bless::exact_globs;
use zarr_conform::findings::Findings;

use super::checks::{Checks, matching};
use super::list_text::{Entry, List};
use super::lists::Adapter;
use crate::generated::{Files, read};

/// A list as it should be.
pub(super) struct Assigned {
    /// Where it is below the root.
    pub(super) path: String,
    /// Its text.
    pub(super) text: String,
    /// The globs of failures that a person has to assign, each with the path.
    pub(super) left: Vec<String>,
}

/// The list of an adapter, with every entry assigned that can be.
pub(super) fn list(
    root: &Path,
    folder: &str,
    findings: &Findings,
    checks: &Checks,
) -> anyhow::Result<Assigned> {
    let path = format!("adapters/{folder}/expected.toml");
    let mut list = List::parse(folder, &read(root, &path)?)?;
    list.assign(findings, checks)?;
    let left = list.unassigned().map(|glob| format!("{path}: {glob}"));
    Ok(Assigned {
        left: left.collect(),
        text: list.render(),
        path,
    })
}

/// The notes of an adapter of which the block of checks does not match what is listed, with what it should be.
pub(super) fn notes(root: &Path, adapter: &Adapter, checks: &Checks) -> anyhow::Result<Files> {
    let mut files = Files::new();
    for (name, note) in &adapter.notes {
        let listed = adapter.listed(name);
        if listed == matching(&note.globs, checks) {
            continue;
        }
        let place = format!("adapters/{}.md", name.replacen('/', "/notes/", 1));
        let text = read(root, &place)?;
        let parts = text.split_once("\n## Checks\n\n").and_then(|(head, rest)| {
            let (_, tail) = rest.split_once("\n## ")?;
            Some((head, tail))
        });
        let (head, tail) = parts.with_context(|| {
            format!("{place}: found no section \"## Checks\" with another one after it")
        })?;
        let listed: Vec<&str> = listed.into_iter().collect();
        let block = match exact_globs(&listed) {
            globs if globs.is_empty() => "No check is listed for it.\n".to_owned(),
            globs => format!("```text\n{}\n```\n", globs.join("\n")),
        };
        let written = format!("{head}\n## Checks\n\n{block}\n## {tail}");
        files.insert(place, written);
    }
    Ok(files)
}

impl List {
    /// Gives each entry its finding and its place.
    fn assign(&mut self, findings: &Findings, checks: &Checks) -> anyhow::Result<()> {
        let headings: BTreeSet<String> = self
            .sections
            .iter()
            .filter_map(|it| it.note.clone())
            .collect();
        let mut left: BTreeSet<&str> = checks.iter().map(|it| it.id.as_str()).collect();
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
                    let claimed = findings.claimed(&self.folder, verdict, check);
                    claimed
                        .first()
                        .map_or_else(|| named.clone(), |it| Some((*it).to_owned()))
                })?;
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
            let section =
                section.with_context(|| format!("{}: no heading names {note}", self.folder))?;
            section.receive(entry);
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use zarr_conform::runner::{Check, Expected, Needs, Operation};
    use zarr_conform::vector::Level;

    const FINDINGS: &str = r#"
adapters = "adapters"
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

    fn check(id: &str) -> Check {
        Check {
            id: id.into(),
            operation: Operation::Open,
            level: Level::Must,
            needs: Needs::default(),
            stores: Vec::new(),
            requests: Vec::new(),
            expected: Expected::Accepted,
        }
    }

    #[test]
    fn entries_are_divided_by_finding_and_stand_below_its_note() {
        let findings = Findings::parse(FINDINGS).unwrap();
        let ids = [
            "order/fraction#open",
            "order/string#open",
            "shape/fraction#open",
            "shape/fraction#read",
            "shape/of-an-order#open",
            "shape/string#open",
        ];
        let checks: Checks = ids.map(check).to_vec();
        for text in [BEFORE, AFTER] {
            let mut list = List::parse("x", text).unwrap();
            list.assign(&findings, &checks).unwrap();
            assert_eq!(list.render(), AFTER);
        }
    }
}
