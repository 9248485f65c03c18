//! What is written for the projects holds together: newest releases, what is known, and the texts.

use xtask::findings::upstream;
use xtask::root;
use zarr_conform::requirement::Registry;
use zarr_conform::site::published;

use super::{ALL, assert_none, notes_of};

#[test]
fn every_adapter_names_the_newest_release_of_its_library() {
    let mut wrong = Vec::new();
    for adapter in &ALL.adapters {
        let newest = upstream::newest(ALL.findings(), adapter).unwrap();
        if !upstream::is_judged(adapter, newest) && newest.said.is_empty() {
            let (version, judged) = (&newest.version, &adapter.version);
            wrong.push(format!(
                "{judged} is judged, and nothing is said of {version}"
            ));
        }
    }
    assert_none(&wrong);
}

/// A maintainer runs the program without asking: with which language, and which packages at which version.
#[test]
fn programs_say_what_they_need() {
    let mut wrong = Vec::new();
    for adapter in &ALL.adapters {
        let setup = &upstream::newest(ALL.findings(), adapter).unwrap().setup;
        let version = adapter
            .version
            .split_whitespace()
            .last()
            .unwrap_or_default();
        let is_said = !setup.is_empty() && (setup.contains(version) || adapter.folder == "gdal");
        if !is_said && !upstream::reported(ALL.findings(), adapter).is_empty() {
            wrong.push(format!(
                "{}: found the setup {setup:?}, expected {version} in it",
                adapter.folder
            ));
        }
    }
    assert_none(&wrong);
}

#[test]
fn what_is_reported_says_all_that_a_project_needs() {
    let registry = Registry::load().unwrap();
    let mut wrong = Vec::new();
    for adapter in &ALL.adapters {
        for (name, note) in upstream::reported(ALL.findings(), adapter) {
            for (part, text) in [
                ("what happens", &note.about),
                ("what would fix it", &note.fix),
            ] {
                if text.is_empty() {
                    wrong.push(format!("{name} does not say {part}"));
                }
            }
            let named = note
                .requirements
                .iter()
                .filter_map(|id| registry.requirement(id));
            let nowhere = named.filter(|it| published::links(it).is_empty());
            wrong.extend(nowhere.map(|it| format!("{name}: {} has no address", it.id)));
        }
    }
    assert_none(&wrong);
}

#[test]
fn programs_in_the_texts_have_no_empty_blocks() {
    let texts = upstream::render(root(), &ALL).unwrap();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut wrong = Vec::new();
    for (place, text) in &texts {
        let program = text.split("```python\n").nth(1).unwrap_or_default();
        let program = program.split("```").next().unwrap_or_default();
        let lines: Vec<&str> = program.lines().filter(|it| !it.is_empty()).collect();
        let pairs = lines.windows(2);
        let empty = pairs.filter(|it| it[0].ends_with(':') && indent(it[1]) <= indent(it[0]));
        wrong.extend(empty.map(|it| format!("{place}: nothing is in the block of {}", it[0])));
    }
    assert_none(&wrong);
}

/// What a project reads first: how bad it is, and of which release, and nothing that says nothing.
#[test]
fn texts_say_how_bad_it_is_and_do_not_claim_more_than_is_known() {
    let texts = upstream::render(root(), &ALL).unwrap();
    let mut wrong = Vec::new();
    let is_text = |place: &str| !place.ends_with("README.md");
    for (place, text) in texts.iter().filter(|(place, _)| is_text(place)) {
        let program = text.split("```python\n").nth(1).unwrap_or_default();
        let program = program.split("```").next().unwrap_or_default();
        for (holds, what) in [
            (text.contains("**Severity.** "), "has no severity"),
            (
                text.contains("the newest that the registry served on "),
                "does not say what the newest release is",
            ),
            (
                !text.contains("the newest release"),
                "claims to know the newest release",
            ),
            (!text.contains("No issue"), "says that nothing was found"),
            (
                !program.contains("    raise\n"),
                "catches an error and raises it",
            ),
            (
                !place.starts_with("gdal/") || text.contains("python3-gdal"),
                "does not say how to get the bindings",
            ),
            (
                !place.starts_with("zarrita/") || text.contains("Node.js 24"),
                "does not name the version of Node.js",
            ),
        ] {
            if !holds {
                wrong.push(format!("{place} {what}"));
            }
        }
    }
    for adapter in &ALL.adapters {
        let number = upstream::reported(ALL.findings(), adapter).len();
        let has_list = texts.contains_key(&format!("{}/README.md", adapter.folder));
        if has_list != (number > 3) {
            wrong.push(format!(
                "{}: {number} texts, a list: {has_list}",
                adapter.folder
            ));
        }
    }
    assert_none(&wrong);
}

/// A text names only libraries that have the finding, and a sentence of only some of them is true of one at least.
#[test]
fn texts_of_findings_hold_for_the_libraries_that_have_them() {
    let mut wrong = Vec::new();
    for finding in ALL.findings().all() {
        let has = |folder: &str| {
            finding
                .notes
                .iter()
                .any(|it| it.starts_with(&format!("{folder}/")))
        };
        let texts = std::iter::once(&finding.text).chain(finding.only.iter().map(|it| &it.text));
        for (text, adapter) in texts.flat_map(|it| ALL.adapters.iter().map(move |at| (it, at))) {
            let words = text.split(|it: char| !it.is_alphanumeric() && it != '-');
            let name = adapter.version.split(' ').next().unwrap_or_default();
            let is_named = words.clone().any(|it| it == name || it == adapter.folder);
            if is_named && !has(&adapter.folder) {
                wrong.push(format!(
                    "{} names {name}, which has no note of it",
                    finding.id
                ));
            }
        }
        for only in &finding.only {
            let holds =
                |it: &&xtask::findings::lists::Adapter| only.holds(it.checks_of(&finding.id));
            let number = ALL.adapters.iter().filter(holds).count();
            if number == 0 {
                wrong.push(format!(
                    "{}: no library fails a check of {:?}",
                    finding.id, only.text
                ));
            }
        }
    }
    assert_none(&wrong);
}

/// What each library's list shows, and no more.
#[test]
fn pages_of_libraries_have_the_sentences_that_their_lists_show() {
    for (folder, id, told, not_told) in [
        ("simplezarr", "scalar-chunk-not-found", "is a dot", "`v2`"),
        ("zarr-java", "scalar-chunk-not-found", "`v2`", "is a dot"),
        (
            "zarr-python",
            "equal-chunks-dropped",
            "NaN",
            "0.0 equals -0.0",
        ),
        ("z5py", "equal-chunks-dropped", "0.0 equals -0.0", "NaN"),
        ("oxigeo-zarr", "data-type-names", "`r7`", "The number 1"),
        ("zarr-java", "data-type-names", "The number 1", "`r7`"),
    ] {
        let adapter = ALL.adapters.iter().find(|it| it.folder == folder).unwrap();
        let finding = ALL.findings().finding(id).unwrap();
        let checks: Vec<&str> = adapter.checks_of(id).collect();
        let text = finding.text_for(&checks);
        assert!(text.contains(told), "{folder}: {text}");
        assert!(!text.contains(not_told), "{folder}: {text}");
    }
}

#[test]
fn what_is_known_says_where() {
    let notes = notes_of(&ALL.adapters);
    let mut wrong = Vec::new();
    for name in &ALL.findings().known {
        match notes.get(name.as_str()) {
            None => wrong.push(format!("there is no note {name}")),
            Some(note) if !note.upstream.contains("](https://") => {
                wrong.push(format!("{name} is known, and its note names no place"));
            }
            Some(_) => {}
        }
    }
    assert_none(&wrong);
}

#[test]
fn texts_are_complete_where_only_they_are_read() {
    let texts = upstream::render(root(), &ALL).unwrap();
    let mut wrong = Vec::new();
    for name in upstream::programs(root()).unwrap() {
        if !texts.contains_key(&format!("{name}.md")) {
            wrong.push(format!(
                "{}/{name}.py belongs to no text",
                upstream::PROGRAMS
            ));
        }
    }
    for (place, text) in texts
        .iter()
        .filter(|(place, _)| !place.ends_with("README.md"))
    {
        let links = text.split("](").skip(1);
        let relative = links.filter(|it| !it.starts_with("https://"));
        wrong.extend(relative.map(|it| format!("{place}: the link {it:.30} leads nowhere else")));
    }
    assert!(texts.len() > 20, "found {} texts", texts.len());
    assert_none(&wrong);
}
