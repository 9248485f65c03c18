//! The pages of the adapters: what was found, and reproductions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use zarr_conform::Edition;
use zarr_conform::runner::{Derivation, Filter, Operation, Plan};
use zarr_conform::vector::Level;

/// A path of the repository.
pub fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// The text of a file of the repository.
pub fn file(relative: &str) -> String {
    fs::read_to_string(path(relative)).unwrap_or_else(|error| panic!("{relative}: {error}"))
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
    /// What happens.
    pub about: String,
    pub requirements: Vec<String>,
    /// Globs of the checks that fail for it; empty where none does.
    pub globs: Vec<String>,
    pub upstream: String,
    /// What would mend it; empty where the page does not say it.
    pub mend: String,
    /// The reproduction, as the page quotes it.
    pub code: String,
    /// The language of the reproduction, as Markdown names it.
    pub language: String,
    /// The file of the reproduction, in the repository.
    pub reproduction: Option<String>,
}

impl Note {
    fn read(folder: &str, name: &str) -> Self {
        let text = file(&format!("adapters/{folder}/notes/{name}.md"));
        let optional = |title: &str| {
            let (_, rest) = text.split_once(&format!("\n## {title}\n\n"))?;
            Some(
                rest.split("\n## ")
                    .next()
                    .unwrap_or_default()
                    .trim()
                    .to_owned(),
            )
        };
        let section = |title: &str| {
            optional(title)
                .unwrap_or_else(|| panic!("{folder}/{name}: there is no section {title:?}"))
        };
        let requirements = section("What the specification says");
        let ids = requirements
            .lines()
            .filter_map(|it| it.strip_prefix("- `")?.split_once('`'));
        let (_, globs) = fenced(&section("Checks"));
        let (language, code) = fenced(&section("Reproduction"));
        let head = text.split("\n## ").next().unwrap_or_default();
        let mut head = head.splitn(3, "\n\n");
        let mut next = || head.next().unwrap_or_default().trim().to_owned();
        let (title, version, about) = (next(), next(), next());
        let files = ["NAME.py", "NAME.mjs", "NAME.java", "src/bin/NAME.rs"].map(|it| {
            format!(
                "adapters/{folder}/reproductions/{}",
                it.replace("NAME", name)
            )
        });
        Self {
            title: title.replacen("# ", "", 1),
            version,
            about,
            requirements: ids.map(|(id, _)| id.to_owned()).collect(),
            globs: globs.split_whitespace().map(str::to_owned).collect(),
            upstream: section("Upstream"),
            mend: optional("What would mend it").unwrap_or_default(),
            code,
            language,
            reproduction: files.into_iter().find(|it| path(it).exists()),
        }
    }

    /// Lines of the reproduction, without blank ones.
    pub fn lines(&self) -> usize {
        let is_blank = |line: &&str| line.trim().is_empty();
        self.code.lines().filter(|line| !is_blank(line)).count()
    }
}

/// Language and content of the first block between fences; empty without one.
fn fenced(text: &str) -> (String, String) {
    let block = text.split("```").nth(1).unwrap_or_default();
    let parts = block.split_once('\n').unwrap_or_default();
    (parts.0.to_owned(), parts.1.to_owned())
}

/// The notes of an adapter, as `folder/name`.
pub fn notes(folder: &str) -> BTreeMap<String, Note> {
    let files = fs::read_dir(path(&format!("adapters/{folder}/notes"))).unwrap();
    let names = files.map(|it| it.unwrap().file_name().into_string().unwrap());
    names
        .filter_map(|it| Some(it.strip_suffix(".md")?.to_owned()))
        .filter(|name| name != "README")
        .map(|name| (format!("{folder}/{name}"), Note::read(folder, &name)))
        .collect()
}

/// The checks that any of the globs matches.
pub fn matching<'a>(globs: &[String], checks: &'a Checks) -> BTreeSet<&'a str> {
    let filters: Vec<Filter> = globs.iter().map(|it| Filter::parse(it).unwrap()).collect();
    let ids = checks.iter().map(|(id, ..)| id.as_str());
    ids.filter(|id| filters.iter().any(|it| it.matches(id)))
        .collect()
}
