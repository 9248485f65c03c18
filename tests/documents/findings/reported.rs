//! What is written for the projects holds together: newest releases, what is known, and the texts.

use std::fs;

use zarr_conform::requirement::Registry;
use zarr_conform::site::published;

use super::checks::path;
use super::{ALL, assert_none, is_update, notes_of, upstream};

#[test]
fn every_adapter_names_the_newest_release_of_its_library() {
    let mut wrong = Vec::new();
    for adapter in &ALL.adapters {
        let newest = upstream::newest(ALL.findings(), adapter);
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
    let registry = Registry::load().unwrap();
    let texts = upstream::render(ALL.findings(), &ALL.adapters, &registry);
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
fn the_texts_for_the_projects_are_what_the_notes_say() {
    let registry = Registry::load().unwrap();
    let texts = upstream::render(ALL.findings(), &ALL.adapters, &registry);
    // Beside a text may stand the program that it quotes.
    let is_program = |it: &String| {
        let stem = it.strip_suffix(".py");
        stem.is_some_and(|it| texts.contains_key(&format!("{it}.md")))
    };
    let others = upstream::present()
        .into_iter()
        .filter(|it| !texts.contains_key(it) && !is_program(it));
    let mut wrong: Vec<String> = others
        .map(|it| format!("{it} belongs to no note"))
        .collect();
    for (place, text) in &texts {
        if is_update() {
            fs::create_dir_all(path(place).parent().unwrap()).unwrap();
            fs::write(path(place), text).unwrap();
        }
        if fs::read_to_string(path(place)).ok().as_ref() != Some(text) {
            wrong.push(format!(
                "{place} is not what it is made of: run UPDATE=1 cargo test --test documents findings"
            ));
        }
        let links = text.split("](").skip(1);
        if place.ends_with("README.md") {
            continue;
        }
        let relative = links.filter(|it| !it.starts_with("https://"));
        wrong.extend(relative.map(|it| format!("{place}: the link {it:.30} leads nowhere else")));
    }
    assert_none(&wrong);
}
