//! What the folders of the adapters hold: notes, lists of known failures, reproductions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use zarr_conform::Edition;
use zarr_conform::runner::{Derivation, Expectations, Filter, Operation, Plan};
use zarr_conform::vector::Level;

/// A path of the repository.
pub fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// The text of a file of the repository.
pub fn file(relative: &str) -> String {
    fs::read_to_string(path(relative)).unwrap_or_else(|error| panic!("{relative}: {error}"))
}

/// `docs/findings.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    pub group: Vec<Group>,
    /// Reproductions that are longer than they should be.
    pub long: Vec<Long>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub title: String,
    pub about: String,
    pub finding: Vec<Finding>,
}

/// One cause, in one or several implementations.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    pub title: String,
    pub text: String,
    /// Notes, as `folder/name`.
    pub notes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Long {
    pub reason: String,
    pub notes: Vec<String>,
}

/// The checks of edition 3.1 that exist: id, operation, whether it is required.
pub type Checks = Vec<(String, Operation, bool)>;

pub fn checks() -> Checks {
    let vectors = zarr_conform::embedded::vectors().unwrap();
    let plan = Plan::new(Derivation {
        vectors: &vectors,
        edition: Edition::V3_1,
    });
    let checks = (0..plan.len()).map(|at| plan.check(at));
    let parts = checks.map(|it| (it.id.to_string(), it.operation, it.level == Level::Must));
    parts.collect()
}

/// A page about one cause in one implementation.
pub struct Note {
    pub title: String,
    /// Implementation and version, such as `GDAL 3.12.4`.
    pub version: String,
    pub requirements: Vec<String>,
    /// Globs of the checks that fail for it; empty where none does.
    pub globs: Vec<String>,
    pub upstream: String,
    pub code: String,
    /// The file of the reproduction, in the repository.
    pub reproduction: Option<String>,
}

impl Note {
    fn read(folder: &str, name: &str) -> Self {
        let text = file(&format!("adapters/{folder}/notes/{name}.md"));
        let section = |title: &str| {
            let (_, rest) = text
                .split_once(&format!("\n## {title}\n\n"))
                .unwrap_or_else(|| panic!("{folder}/{name}: there is no section {title:?}"));
            rest.split("\n## ").next().unwrap().trim().to_owned()
        };
        let requirements = section("What the specification says");
        let ids = requirements
            .lines()
            .filter_map(|it| it.strip_prefix("- `")?.split_once('`'));
        let globs = fenced(&section("Checks"));
        let mut lines = text.lines();
        let files = ["NAME.py", "NAME.mjs", "NAME.java", "src/bin/NAME.rs"].map(|it| {
            format!(
                "adapters/{folder}/reproductions/{}",
                it.replace("NAME", name)
            )
        });
        Self {
            title: lines.next().unwrap().replacen("# ", "", 1),
            version: lines.nth(1).unwrap().to_owned(),
            requirements: ids.map(|(id, _)| id.to_owned()).collect(),
            globs: globs.split_whitespace().map(str::to_owned).collect(),
            upstream: section("Upstream"),
            code: fenced(&section("Reproduction")),
            reproduction: files.into_iter().find(|it| path(it).exists()),
        }
    }

    /// Lines of the reproduction, without blank ones.
    pub fn lines(&self) -> usize {
        let is_blank = |line: &&str| line.trim().is_empty();
        self.code.lines().filter(|line| !is_blank(line)).count()
    }
}

/// The content of the first block between fences; empty without one.
fn fenced(text: &str) -> String {
    let block = text.split("```").nth(1).unwrap_or_default();
    block
        .split_once('\n')
        .map_or_else(String::new, |(_, it)| it.to_owned())
}

/// A folder of `adapters` that judges an implementation.
pub struct Adapter {
    pub folder: String,
    /// Implementation and version.
    pub version: String,
    pub notes: BTreeMap<String, Note>,
    /// Notes that the headings of the list of known failures name, as `folder/name`.
    pub headings: BTreeSet<String>,
    /// The checks that are listed as failing, with the note of the heading above.
    pub failing: BTreeMap<String, Option<String>>,
    /// Required checks that fail, by note.
    pub required: BTreeMap<String, usize>,
    /// Required checks of operations that are offered, but for those listed as unsupported or skipped.
    pub asked: BTreeSet<String>,
}

impl Adapter {
    fn read(folder: &str, checks: &Checks) -> Self {
        let list = file(&format!("adapters/{folder}/expected.toml"));
        let expected = Expectations::parse(&list).unwrap();
        let headings = headings(folder, &list);
        let offers = expected.offers.clone().unwrap_or_default();
        let mut adapter = Self {
            folder: folder.to_owned(),
            version: version(folder),
            notes: notes(folder),
            headings: headings.values().flatten().cloned().collect(),
            failing: BTreeMap::new(),
            required: BTreeMap::new(),
            asked: BTreeSet::new(),
        };
        for (id, operation, is_required) in checks {
            let is_offered = offers.iter().any(|it| it == needed(*operation));
            let entry = expected.entries.iter().find(|it| it.filter.matches(id));
            if !is_offered || entry.is_some_and(|it| !it.listed.is_failure()) {
                continue;
            }
            if *is_required {
                adapter.asked.insert(id.clone());
            }
            if let Some(entry) = entry {
                let above = headings.range(..entry.line).next_back();
                let note = above.and_then(|(_, note)| note.clone());
                if let Some(note) = note.clone().filter(|_| *is_required) {
                    *adapter.required.entry(note).or_default() += 1;
                }
                adapter.failing.insert(id.clone(), note);
            }
        }
        adapter
    }
}

/// The name of the operation of the protocol that a check needs.
fn needed(operation: Operation) -> &'static str {
    match operation {
        Operation::Border | Operation::Update => "write",
        other => other.name(),
    }
}

/// Lines of a list that are headings, with the note that each names; none for the heading of a group,
/// which stands alone and ends what the one before covers.
fn headings(folder: &str, list: &str) -> BTreeMap<usize, Option<String>> {
    let comments = list
        .lines()
        .enumerate()
        .filter(|(_, it)| it.starts_with("# "));
    let headings = comments.filter_map(|(at, comment)| {
        let named = comment
            .strip_suffix(']')
            .and_then(|it| it.rsplit_once(" ["));
        let note = named.map(|(_, name)| match name.split_once(": ") {
            Some((other, name)) => format!("{other}/{name}"),
            None => format!("{folder}/{name}"),
        });
        let is_group = comment.ends_with('.') && at > 0 && is_alone(list, at);
        (note.is_some() || is_group).then_some((at + 1, note))
    });
    headings.collect()
}

/// Whether a line stands between blank ones.
fn is_alone(list: &str, at: usize) -> bool {
    let line = |at: usize| list.lines().nth(at).unwrap_or_default();
    line(at - 1).is_empty() && line(at + 1).is_empty()
}

fn version(folder: &str) -> String {
    let readme = file(&format!("adapters/{folder}/notes/README.md"));
    let (version, _) = readme
        .split_once(", judged by edition 3.1")
        .unwrap_or_else(|| panic!("{folder}: notes/README.md does not begin with the version"));
    version.lines().last().unwrap().to_owned()
}

fn notes(folder: &str) -> BTreeMap<String, Note> {
    let files = fs::read_dir(path(&format!("adapters/{folder}/notes"))).unwrap();
    let names = files.map(|it| it.unwrap().file_name().into_string().unwrap());
    names
        .filter_map(|it| Some(it.strip_suffix(".md")?.to_owned()))
        .filter(|name| name != "README")
        .map(|name| (format!("{folder}/{name}"), Note::read(folder, &name)))
        .collect()
}

/// Every adapter that has notes, by name.
pub fn adapters() -> Vec<Adapter> {
    let checks = checks();
    let folders = fs::read_dir(path("adapters")).unwrap();
    let names = folders.map(|it| it.unwrap().file_name().into_string().unwrap());
    let judging: BTreeSet<String> = names
        .filter(|it| path(&format!("adapters/{it}/expected.toml")).exists())
        .collect();
    let read = judging.iter().map(|it| Adapter::read(it, &checks));
    read.collect()
}

/// The checks that any of the globs matches.
pub fn matching<'a>(globs: &[String], checks: &'a Checks) -> BTreeSet<&'a str> {
    let filters: Vec<Filter> = globs.iter().map(|it| Filter::parse(it).unwrap()).collect();
    let ids = checks.iter().map(|(id, ..)| id.as_str());
    ids.filter(|id| filters.iter().any(|it| it.matches(id)))
        .collect()
}

pub fn findings() -> Findings {
    toml::from_str(&file("docs/findings.toml")).unwrap()
}
