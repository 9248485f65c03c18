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
    for (place, text) in texts.iter().filter(|(place, _)| *place != "README.md") {
        let links = text.split("](").skip(1);
        let relative = links.filter(|it| !it.starts_with("https://"));
        wrong.extend(relative.map(|it| format!("{place}: the link {it:.30} leads nowhere else")));
    }
    assert!(texts.len() > 20, "found {} texts", texts.len());
    assert_none(&wrong);
}
