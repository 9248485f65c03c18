//! A text for each finding that loses data or ends the process, as its project would want it, from the note
//! of the adapter.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context;
use zarr_conform::findings::{Findings, Group, Newest, Note};
use zarr_conform::history::AtHand;
use zarr_conform::requirement::Registry;
use zarr_conform::site::published;

use super::Found;
use super::lists::Adapter;
use super::releases::{self, Seen};
use crate::generated::{Files, names, read};

/// Texts up to which a project gets no list of them.
const FEW: usize = 3;

/// Programs that take the place of those that notes quote, as `folder/name.py`.
pub const PROGRAMS: &str = "docs/upstream";

const INTRODUCTION: &str = "\
# Texts for the projects

One text for each finding of silently wrong data, lost bits or a crash, as the project concerned would want
it: the version, a short program, what happens, what the specification says and where, and what would fix
it. `cargo xtask upstream` writes them from the pages of the adapters; `adapters/check` runs the programs that
those pages quote.

Before one is sent: check whether a newer release still shows it, and whether it was reported since. The newest
release that a text names is the newest that the registry at hand served on that day; the project may have a newer one.
What is known already or fixed in a newer release says so at its top, and is not sent. Where releases were judged
(`history`), a text says since which one the finding is seen. A project with more than three texts gets a list first, in
its `README.md`: one issue, which asks what the project wants to have apart.
";

/// The texts and their index, by path below the folder that they are written to.
pub fn render(root: &Path, found: &Found) -> anyhow::Result<Files> {
    let (findings, registry) = (found.findings(), Registry::load()?);
    let mut files = Files::new();
    let mut index = INTRODUCTION.to_owned();
    let at_hand = AtHand::of(&zarr_conform::embedded::vectors()?);
    for adapter in &found.adapters {
        let newest = newest(findings, adapter)?;
        let releases = releases::of_adapter(root, &adapter.folder, &at_hand)?;
        let reported = reported(findings, adapter);
        if !reported.is_empty() {
            let about = format!("{} {}", release(adapter, newest), newest.said);
            let _ = write!(
                index,
                "\n## {}\n\n{}\n\n",
                adapter.version,
                about.trim_end()
            );
        }
        if reported.len() > FEW {
            let place = format!("{}/README.md", adapter.folder);
            let _ = writeln!(index, "First: [the list]({place}).\n");
            files.insert(place, list(findings, adapter, newest, &reported));
        }
        for (name, note) in reported {
            let is_known = is_known(findings, name);
            let seen = releases::seen(&releases, &adapter.listed(name));
            let known = match &seen {
                Seen::FixedIn(version) => format!(" (fixed in {version})"),
                _ if is_known => " (known)".to_owned(),
                _ => String::new(),
            };
            let _ = writeln!(index, "- [{}]({name}.md){known}", note.title);
            let text = Text {
                root,
                severity: severity(findings, name),
                name,
                note,
                adapter,
                newest,
                is_known,
                seen,
            };
            files.insert(format!("{name}.md"), text.render(&registry)?);
        }
    }
    files.insert("README.md".to_owned(), index);
    Ok(files)
}

/// The list of all texts for a project: one issue instead of as many as there are texts.
fn list(
    findings: &Findings,
    adapter: &Adapter,
    newest: &Newest,
    reported: &[(&String, &Note)],
) -> String {
    let mut list = format!(
        "# What a conformance suite found in {}\n\n{} Each has a short program; which of them shall be issues of \
         their own?\n",
        adapter.version,
        release(adapter, newest)
    );
    for group in findings.group.iter().filter(|it| it.reported) {
        let is_of = |name: &String| group.finding.iter().any(|it| it.notes.contains(name));
        let unknown = reported
            .iter()
            .filter(|(name, _)| !is_known(findings, name));
        let mut notes = unknown.filter(|(name, _)| is_of(name)).peekable();
        if notes.peek().is_some() {
            let _ = write!(list, "\n## {}\n\n", group.title);
        }
        for (_, note) in notes {
            let _ = writeln!(list, "- {}", capitalised(&note.title));
        }
    }
    list
}

fn is_known(findings: &Findings, name: &str) -> bool {
    findings.known.iter().any(|it| it == name)
}

/// How bad a note is, in a line.
fn severity(findings: &Findings, name: &str) -> String {
    let mut groups = findings.group.iter();
    let is_of = |it: &&Group| {
        it.finding
            .iter()
            .any(|it| it.notes.iter().any(|it| it == name))
    };
    let title = groups.find(is_of).map_or("", |it| it.title.as_str());
    format!("**Severity.** {title}.")
}

/// What the project says, without the sentences that say that nothing was found.
fn related(upstream: &str) -> String {
    let upstream = upstream.replace('\n', " ");
    let sentences = upstream.split_inclusive(". ");
    let says_nothing =
        |it: &str| it.starts_with("No issue") || it.contains(" about this was found");
    let kept = sentences.filter(|it| !says_nothing(it));
    kept.collect::<String>().trim().to_owned()
}

/// The notes of an adapter that have a text, in the order of the findings.
pub fn reported<'a>(findings: &Findings, adapter: &'a Adapter) -> Vec<(&'a String, &'a Note)> {
    let groups = findings.group.iter().filter(|it| it.reported);
    let names = groups.flat_map(|it| &it.finding).flat_map(|it| &it.notes);
    names
        .filter_map(|it| adapter.notes.get_key_value(it))
        .collect()
}

/// The programs that take the place of those that notes quote, as `folder/name`.
pub fn programs(root: &Path) -> anyhow::Result<Vec<String>> {
    let folder = root.join(PROGRAMS);
    let mut programs = Vec::new();
    for adapter in names(&folder)? {
        if folder.join(&adapter).is_dir() {
            let files = names(&folder.join(&adapter))?.into_iter();
            programs.extend(files.map(|it| format!("{adapter}/{}", it.trim_end_matches(".py"))));
        }
    }
    Ok(programs)
}

/// The newest release of the library that an adapter judges.
pub fn newest<'a>(findings: &'a Findings, adapter: &Adapter) -> anyhow::Result<&'a Newest> {
    let folder = &adapter.folder;
    let found = findings.newest.iter().find(|it| it.adapter == *folder);
    found.with_context(|| format!("docs/findings.toml names no newest release of {folder}"))
}

/// Which release is judged, and which is the newest.
fn release(adapter: &Adapter, newest: &Newest) -> String {
    let (judged, version, checked) = (&adapter.version, &newest.version, &newest.checked);
    if is_judged(adapter, newest) {
        return format!("Seen with {judged}, the newest that the registry served on {checked}.");
    }
    format!(
        "Seen with {judged} and with {version}, the newest that the registry served on {checked}."
    )
}

/// Whether the newest release is the one that is judged.
pub fn is_judged(adapter: &Adapter, newest: &Newest) -> bool {
    adapter
        .version
        .split_whitespace()
        .any(|it| it == newest.version)
}

/// One text.
struct Text<'a> {
    root: &'a Path,
    severity: String,
    name: &'a str,
    note: &'a Note,
    adapter: &'a Adapter,
    newest: &'a Newest,
    is_known: bool,
    seen: Seen,
}

impl Text<'_> {
    fn render(&self, registry: &Registry) -> anyhow::Result<String> {
        let note = self.note;
        let mut text = format!("# {}\n\n", capitalised(&note.title));
        if self.is_known {
            text.push_str("**Known to the project: not to be sent.** See the end.\n\n");
        }
        if let Seen::FixedIn(version) = &self.seen {
            let _ = write!(text, "**Fixed in {version}: not to be sent.**\n\n");
        }
        let setup = match self.newest.setup.as_str() {
            "" => String::new(),
            setup => format!("{setup}\n\n"),
        };
        let code = format!("{setup}```{}\n{}```", note.language, self.program()?);
        let sections = [
            ("What happens", without_relative_links(&note.about)),
            ("Reproduction", code),
            ("What the specification says", sentences(note, registry)),
            ("What would fix it", note.fix.clone()),
            ("Related", related(&note.upstream)),
        ];
        let _ = writeln!(
            text,
            "{} {}{}",
            self.severity,
            release(self.adapter, self.newest),
            self.since()
        );
        for (title, section) in sections.iter().filter(|(_, it)| !it.is_empty()) {
            let _ = write!(text, "\n## {title}\n\n{}\n", section.trim_end());
        }
        text.push_str(&self.found_by());
        Ok(text)
    }

    /// Since which release it is seen.
    fn since(&self) -> String {
        match &self.seen {
            Seen::Since(first, Some(right)) => {
                format!(" {right} has it right; {first} and each later release do not.")
            }
            Seen::Since(first, None) => format!(
                " It is seen in each release that was judged and could be asked, from {first} on."
            ),
            Seen::FixedIn(_) | Seen::Unknown => String::new(),
        }
    }

    /// The program: one of its own beside the text, or that of the note without the lines that tell
    /// `adapters/check` whether it still shows.
    fn program(&self) -> anyhow::Result<String> {
        let own = format!("{PROGRAMS}/{}.py", self.name);
        if self.root.join(&own).exists() {
            return read(self.root, &own);
        }
        let lines: Vec<&str> = self.note.code.lines().collect();
        let tells = |line: &str| {
            ["no longer shows", "\"fixed"]
                .iter()
                .any(|it| line.contains(it))
        };
        let mut kept = String::new();
        for (at, line) in lines.iter().enumerate() {
            let next = lines.get(at + 1).copied().unwrap_or_default();
            let is_condition = (line.starts_with("if ") || *line == "else:") && tells(next);
            if tells(line) && self.note.language == "rust" {
                kept.push_str("    Ok(())\n");
            } else if tells(line) && kept.ends_with(" as error:\n") {
                kept = without_try(&kept);
            } else if !tells(line) && !is_condition {
                kept.push_str(line);
                kept.push('\n');
            }
        }
        Ok(kept)
    }

    /// A check that shows it, where one does.
    fn found_by(&self) -> String {
        let listed = self.adapter.listed(self.name);
        let Some(first) = listed.first() else {
            return String::new();
        };
        let others = match listed.len() - 1 {
            0 => String::new(),
            1 => " and one other".to_owned(),
            count => format!(" and {count} others"),
        };
        format!(
            "\nFound by zarr-conform, which judges by the text of edition 3.1, in the check `{first}`{others}.\n"
        )
    }
}

/// A program that ends in `except … as error:`, with what was tried in its place: without a handler, an error
/// is raised anyway.
fn without_try(program: &str) -> String {
    let parts = program.rsplit_once("try:\n").and_then(|(before, rest)| {
        let (tried, _) = rest.rsplit_once("except ")?;
        Some((before, tried))
    });
    let Some((before, tried)) = parts else {
        return program.to_owned();
    };
    let lines = tried.lines();
    let lines = lines.map(|it| it.strip_prefix("    ").unwrap_or(it));
    let dedented = lines.collect::<Vec<_>>().join("\n");
    format!("{before}{dedented}\n")
}

/// The sentences that the note names, in our words, each with its address.
fn sentences(note: &Note, registry: &Registry) -> String {
    let named = note.requirements.iter();
    let requirements = named.filter_map(|id| registry.requirement(id));
    let items = requirements.map(|it| {
        let links = published::links(it).into_iter();
        let links = links.map(|link| format!("[{}]({})", link.text, link.url));
        format!(
            "- {} ({})\n",
            it.paraphrase,
            links.collect::<Vec<String>>().join("; ")
        )
    });
    let items: String = items.collect();
    format!("In our words; each link leads to the sentence.\n\n{items}")
}

fn capitalised(title: &str) -> String {
    let (first, rest) = title.split_at_checked(1).unwrap_or_default();
    // A name in code style or of a function keeps its letters.
    if title
        .split(' ')
        .next()
        .is_some_and(|word| word.contains('_'))
    {
        return title.to_owned();
    }
    format!("{}{rest}", first.to_uppercase())
}

/// Links that lead from the page of an adapter only become plain words.
fn without_relative_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        let link = after.split_once("](").and_then(|(words, target)| {
            let (target, tail) = target.split_once(')')?;
            (!target.starts_with("https://") && !words.contains('[')).then_some((words, tail))
        });
        plain.push_str(before);
        let (words, tail) = link.unwrap_or(("[", after));
        plain.push_str(words);
        rest = tail;
    }
    plain.push_str(rest);
    plain
}
