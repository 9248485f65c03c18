//! `docs/findings.md`, from the notes, the lists and `docs/findings.toml`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use zarr_conform::findings::{Finding, Findings, Group, Note};
use zarr_conform::requirement::Registry;
use zarr_conform::vector::Level;

use super::Found;
use super::checks::Checks;
use super::lists::{Adapter, Counts};

const INTRODUCTION: &str = "\
# Findings

What fails in real implementations, by cause, worst first. One cause may be found in several of them.
Each finding links to a page in the folder of each implementation, which names the checks that fail, and
to a reproduction in the library's own API that needs nothing of this project. `adapters/check` runs all
of them, and fails as soon as one no longer shows its finding.

All judge by edition 3.1 of the specification and by the version of the library that is named below.
Whether the project knows a finding is what a search of its issues and pull requests gave; a page that
says none was found may have missed one.

**What the verdicts rest on.** Few sentences of the specification tell an implementation to fail; most
bind the document or the chunk. The suite takes the premise that a document which breaks a demand of the
text is not a Zarr array, so that handing out data from it is a defect, however reasonable the guess. Most
failures below \"Invalid metadata accepted\" rest on this premise, and a project that reads leniently on
purpose may see them as a choice. [`vectors.md`](vectors.md#the-premise-of-refusal) states the premise with
its limits. The first two parts of this page do not rest on it, but for chunks that are too short.

Each entry of the lists of known failures names its finding, and a number counts the checks of the entries
that name it, as a run asks them: a library that cannot open an array without reading it is asked to read. So one
row is one finding, and the same check stands in the same row for every library that fails it in the same way.

**How to compare.** First by the findings, since one mistake may fail one check or hundreds: a value that an
invalid document may have in twenty wrong forms is twenty checks. A number of checks means something only beside how
many were judged, which stands with it.

This page is written by `cargo xtask findings` from the pages of the adapters, their lists
of known failures and [`findings.toml`](findings.toml), which says which pages are one finding.
";

const ABOUT_THE_TABLE: &str = "
A number says how many required checks fail, wrong data and wrong metadata of any level among them, since a
level may excuse a refusal and never a wrong answer; *seen* means that the finding has a reproduction and that no
required check is listed as failing for it. A number in brackets says how many required checks are
answered as unsupported for it, which is not a failure and hides what lies behind. zarrs-python uses
zarr-python for everything but chunks, so most of its numbers are those of zarr-python.
";

const ABOUT_THE_PARTS: &str = "
## By part of the specification

Required checks that fail, of those that the adapter can ask and the library supports. Some of the others
could not be judged, since they rest on one that fails.

";

/// The whole page.
pub(super) fn render(found: &Found, registry: &Registry) -> String {
    let (findings, adapters) = (found.findings(), found.adapters.as_slice());
    let mut page = INTRODUCTION.to_owned();
    page.push_str("\n## In one table\n");
    page.push_str(ABOUT_THE_TABLE);
    page.push_str(&table(findings, adapters));
    page.push_str(ABOUT_THE_PARTS);
    page.push_str(&parts(adapters, &found.checks));
    for group in &findings.group {
        let _ = write!(page, "\n## {}\n\n{}\n", group.title, group.about);
        for finding in &group.finding {
            page.push_str(&section(finding, adapters, registry));
        }
    }
    page
}

fn table(findings: &Findings, adapters: &[Adapter]) -> String {
    let names = adapters.iter().map(|it| {
        let notes = format!("../adapters/{}/notes/README.md", it.folder);
        format!("[{}]({notes})", it.version)
    });
    let mut table = row("finding", names);
    table.push_str(&row("---", adapters.iter().map(|_| "--:".to_owned())));
    let causes = |it: &Adapter| format!("**{}**", it.causes().len());
    table.push_str(&row(
        "**Findings that required checks fail for**",
        adapters.iter().map(causes),
    ));
    let total = |it: &Adapter| format!("{} of {}", it.required(), it.asked.len());
    table.push_str(&row(
        "**Required checks that fail, of those judged**",
        adapters.iter().map(total),
    ));
    for group in &findings.group {
        table.push_str(&group_rows(group, adapters));
    }
    format!("\n{table}")
}

fn group_rows(group: &Group, adapters: &[Adapter]) -> String {
    let mut rows = row(
        &format!("**{}**", group.title),
        adapters.iter().map(|_| String::new()),
    );
    for finding in &group.finding {
        let link = format!("[{}](#{})", finding.title, anchor(&finding.title));
        rows.push_str(&row(&link, adapters.iter().map(|it| cell(finding, it))));
    }
    rows
}

fn cell(finding: &Finding, adapter: &Adapter) -> String {
    let is_named = finding.notes.iter().any(|it| adapter.headings.contains(it));
    match adapter.counts(&finding.id, None) {
        Counts {
            failing: 0,
            unsupported: 0,
        } if is_named => "*seen*".to_owned(),
        Counts {
            failing: 0,
            unsupported: 0,
        } => String::new(),
        Counts {
            failing,
            unsupported: 0,
        } => failing.to_string(),
        Counts {
            failing: 0,
            unsupported,
        } => format!("({unsupported})"),
        Counts {
            failing,
            unsupported,
        } => format!("{failing} ({unsupported})"),
    }
}

fn parts(adapters: &[Adapter], checks: &Checks) -> String {
    let required = checks.iter().filter(|it| it.level == Level::Must);
    let documents: BTreeSet<&str> = required.clone().map(|it| it.id.document()).collect();
    let mut table = row("part", adapters.iter().map(|it| it.folder.clone()));
    table.push_str(&row("---", adapters.iter().map(|_| "--:".to_owned())));
    for document in documents {
        let ids: BTreeSet<&str> = required
            .clone()
            .filter(|it| it.id.document() == document)
            .map(|it| it.id.as_str())
            .collect();
        let cells = adapters.iter().map(|it| {
            let asked = it.asked.iter().filter(|id| ids.contains(id.as_str()));
            let failing = asked.clone().filter(|id| it.failing.contains_key(*id));
            match asked.clone().count() {
                0 => String::new(),
                asked => format!("{} of {asked}", failing.count()),
            }
        });
        table.push_str(&row(&format!("`{document}`"), cells));
    }
    table
}

fn section(finding: &Finding, adapters: &[Adapter], registry: &Registry) -> String {
    let mut section = format!("\n### {}\n\n{}\n\n", finding.title, finding.text);
    for only in &finding.only {
        let fails = |it: &&Adapter| only.holds(it.checks_of(&finding.id));
        let who: Vec<&str> = adapters
            .iter()
            .filter(fails)
            .map(|it| &*it.version)
            .collect();
        let _ = writeln!(section, "Only {}: {}\n", who.join(", "), only.text);
    }
    for adapter in adapters {
        let named = finding
            .notes
            .iter()
            .filter(|it| adapter.headings.contains(*it));
        for name in named {
            let failing = failing(&adapter.counts(&finding.id, Some(name)));
            let item = match adapter.notes.get(name) {
                Some(note) => item(name, note, &failing),
                None => format!(
                    "- {}: {failing}, by [{name}](../adapters/{}.md).\n",
                    adapter.version,
                    name.replace('/', "/notes/")
                ),
            };
            section.push_str(&item);
        }
    }
    section.push_str("\nWhat the specification says:\n\n");
    for requirement in requirements(finding, adapters, registry) {
        let _ = writeln!(section, "- {requirement}");
    }
    section
}

fn failing(counts: &Counts) -> String {
    let failing = match counts.failing {
        0 if counts.unsupported > 0 => return unsupported(counts.unsupported),
        0 => "no required check is listed as failing".to_owned(),
        1 => "1 required check fails".to_owned(),
        count => format!("{count} required checks fail"),
    };
    match counts.unsupported {
        0 => failing,
        count => format!("{failing}, {}", unsupported(count)),
    }
}

fn unsupported(count: usize) -> String {
    match count {
        1 => "1 required check is unsupported".to_owned(),
        count => format!("{count} required checks are unsupported"),
    }
}

fn item(name: &str, note: &Note, failing: &str) -> String {
    let page = format!("../adapters/{}.md", name.replace('/', "/notes/"));
    let reproduction = note.reproduction.as_deref().unwrap_or_default();
    let upstream = note.upstream.replace('\n', " ");
    format!(
        "- {}: [{}]({page}); {failing}; [reproduction](../adapters/{reproduction}). {upstream}\n",
        note.version, note.title
    )
}

/// The requirements that the notes name, in the order of the registry, each with what it says.
fn requirements(finding: &Finding, adapters: &[Adapter], registry: &Registry) -> Vec<String> {
    let notes = adapters.iter().flat_map(|it| &it.notes);
    let named: BTreeSet<&str> = notes
        .filter(|(name, _)| finding.notes.contains(name))
        .flat_map(|(_, note)| note.requirements.iter().map(String::as_str))
        .collect();
    let all = registry.requirements.iter();
    all.filter(|it| named.contains(it.id.as_str()))
        .map(|it| format!("`{}`: {}", it.id, it.paraphrase))
        .collect()
}

fn row(first: &str, rest: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = rest.collect();
    format!("| {first} | {} |\n", cells.join(" | "))
}

/// The anchor that a heading gets.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars()
        .filter(|it| it.is_alphanumeric() || "-_".contains(*it))
        .collect()
}
