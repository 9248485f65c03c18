//! What `conform fuzz` found in real implementations holds together: each cause belongs to a finding of that
//! implementation. No adapter runs here.

use std::collections::BTreeSet;

use xtask::findings::Found;
use xtask::findings::checks::matching;
use xtask::findings::lists::folders;
use xtask::generated::changes;
use xtask::hunts::{Hunts, files};
use xtask::root;

#[test]
fn each_cause_belongs_to_a_finding_of_the_library() {
    let found = Found::load(root()).unwrap();
    let (findings, checks) = (found.findings(), &found.checks);
    let mut wrong = Vec::new();
    for hunt in Hunts::load(root()).unwrap().hunt {
        for cause in &hunt.cause {
            let place = format!("docs/hunts.toml: {}, case {}", hunt.adapter, cause.case);
            let all = findings.group.iter().flat_map(|it| &it.finding);
            let Some(id) = &cause.finding else {
                if cause.ours.is_none() {
                    wrong.push(format!("{place}: it has no finding, and is not ours"));
                }
                continue;
            };
            let Some(finding) = all.clone().find(|it| it.id == *id) else {
                wrong.push(format!("{place}: there is no finding {id}"));
                continue;
            };
            // zarrs-python is zarr-python with another codec pipeline, zarrista is zarrs in Python.
            let folders: &[&str] = match hunt.adapter.as_str() {
                "zarrs-python" => &["zarrs-python/", "zarr-python/"],
                "zarrista" => &["zarrs/"],
                other => &[&format!("{other}/")],
            };
            let is_its = |note: &String| folders.iter().any(|it| note.starts_with(it));
            if !finding.notes.iter().any(is_its) {
                wrong.push(format!("{place}: {} has no note of it", finding.id));
            }
            if let Some(check) = &cause.new
                && matching(std::slice::from_ref(check), checks).is_empty()
            {
                wrong.push(format!("{place}: there is no check {check}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_adapter_was_hunted() {
    let hunted = Hunts::load(root())
        .unwrap()
        .hunt
        .into_iter()
        .map(|it| it.adapter);
    let hunted: BTreeSet<String> = hunted.collect();
    assert_eq!(hunted, folders(root()).unwrap());
}

#[test]
fn the_page_is_what_the_hunts_say() {
    let wrong = changes(root(), &files(root()).unwrap());
    assert!(
        wrong.is_empty(),
        "{wrong:?}: run cargo xtask fuzz-libraries"
    );
}
