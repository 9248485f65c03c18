//! What `conform fuzz` found in real implementations: `docs/fuzz-libraries.md` says what `docs/hunts.toml`
//! says, and each cause belongs to a finding of that implementation. No adapter runs here.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use serde::Deserialize;
use zarr_conform::findings::Findings;

use crate::findings::checks::{checks, file, matching, path};
use crate::findings::lists::folders;

/// Fuzz runs over all adapters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hunts {
    seed: u64,
    minutes: u64,
    hunt: Vec<Hunt>,
}

/// A fuzz run over one adapter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hunt {
    adapter: String,
    version: String,
    /// Cases that were asked.
    cases: u64,
    /// Cases that were left out, since they are about nothing but what fails already.
    left_out: u64,
    checks: u64,
    /// Cases that failed, and passed when they were asked by themselves.
    #[serde(default)]
    fleeting: u64,
    #[serde(default)]
    cause: Vec<Cause>,
}

/// What several failing cases have in common.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cause {
    verdict: String,
    operation: String,
    /// What the reduced case has beyond the plainest one.
    about: String,
    /// Number of the first case.
    case: u64,
    /// How many cases failed so.
    count: u64,
    /// The finding that it belongs to; nothing where it was a mistake of zarr-conform.
    finding: Option<String>,
    /// What that mistake was, which is fixed.
    ours: Option<String>,
    /// For what was not known before: a golden check that shows it since.
    new: Option<String>,
}

impl Hunt {
    fn news(&self) -> usize {
        self.cause.iter().filter(|it| it.new.is_some()).count()
    }
}

fn load() -> Hunts {
    toml::from_str(&file("docs/hunts.toml"))
        .unwrap_or_else(|error| panic!("docs/hunts.toml: {error}"))
}

fn findings() -> Findings {
    Findings::load(&path("docs/findings.toml")).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn each_cause_belongs_to_a_finding_of_the_library() {
    let (findings, checks) = (findings(), checks());
    let mut wrong = Vec::new();
    for hunt in load().hunt {
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
            // zarrs-python is zarr-python with another codec pipeline.
            let folders: &[&str] = match hunt.adapter.as_str() {
                "zarrs-python" => &["zarrs-python/", "zarr-python/"],
                other => &[&format!("{other}/")],
            };
            let is_its = |note: &String| folders.iter().any(|it| note.starts_with(it));
            if !finding.notes.iter().any(is_its) {
                wrong.push(format!("{place}: {} has no note of it", finding.id));
            }
            if let Some(check) = &cause.new
                && matching(std::slice::from_ref(check), &checks).is_empty()
            {
                wrong.push(format!("{place}: there is no check {check}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_adapter_was_hunted() {
    let hunted = load().hunt.into_iter().map(|it| it.adapter);
    let hunted: BTreeSet<String> = hunted.collect();
    assert_eq!(hunted, folders());
}

#[test]
fn the_page_is_what_the_hunts_say() {
    let rendered = render(&load(), &findings());
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path("docs/fuzz-libraries.md"), &rendered).unwrap();
    }
    assert!(
        file("docs/fuzz-libraries.md") == rendered,
        "docs/fuzz-libraries.md is not what it is made of: run UPDATE=1 cargo test --test documents hunts"
    );
}

fn render(hunts: &Hunts, findings: &Findings) -> String {
    let causes: usize = hunts.hunt.iter().map(|it| it.cause.len()).sum();
    let new: usize = hunts.hunt.iter().map(Hunt::news).sum();
    let all = || hunts.hunt.iter().flat_map(|it| &it.cause);
    let ours = all().filter(|it| it.ours.is_some()).count();
    let mut page = format!(
        "# What random cases found in libraries

<!-- Written by `UPDATE=1 cargo test --test documents hunts` from hunts.toml. -->

Each adapter was fuzzed for {minutes} minutes by one process:

```text
conform fuzz --impl adapters/NAME/run --seed {seed} --time {minutes}m --jobs 1 --timeout 30
```

Of {causes} causes, {known} were [findings](findings.md) already, {new} were new and have a golden check by now, and
{ours} was a mistake of zarr-conform, which is fixed. A cause is what failing cases have in common, so several can belong
to one finding. `conform fuzz --case NUMBER --seed {seed}`
runs only that case.

| library | cases asked | left out | checks | failing cases | only once | causes | of them new |
|---|---|---|---|---|---|---|---|
",
        minutes = hunts.minutes,
        seed = hunts.seed,
        known = causes - new - ours,
    );
    for hunt in &hunts.hunt {
        let failing: u64 = hunt.cause.iter().map(|it| it.count).sum();
        writeln!(
            page,
            "| {} {} | {} | {} | {} | {failing} | {} | {} | {} |",
            hunt.adapter,
            hunt.version,
            hunt.cases,
            hunt.left_out,
            hunt.checks,
            hunt.fleeting,
            hunt.cause.len(),
            hunt.news()
        )
        .unwrap();
    }
    page.push_str(
        "\nCases about nothing but what fails already are mostly left out, so that others are seen. Those that failed\nonly once passed when they were asked by themselves. cpp-zarr returns bytes that were never written, which differ each time: some of\nits causes are one, which failed in several ways by chance.\n",
    );
    for hunt in hunts.hunt.iter().filter(|it| !it.cause.is_empty()) {
        write!(
            page,
            "\n## {}\n\n| verdict | reduced to | first case | cases | finding |\n|---|---|---|---|---|\n",
            hunt.adapter
        )
        .unwrap();
        for cause in &hunt.cause {
            let all = findings.group.iter().flat_map(|it| &it.finding);
            let id = cause.finding.as_deref().unwrap_or_default();
            let title = all.clone().find(|it| it.id == id);
            let title = title.map_or(id, |it| it.title.as_str());
            let ours = cause.ours.as_ref();
            let ours = ours.map_or_else(String::new, |it| format!("ours, fixed: {it}"));
            let new = cause.new.as_ref();
            let new = new.map_or_else(String::new, |it| format!("; new: `{it}`"));
            writeln!(
                page,
                "| {} | {}: {} | {} | {} | {title}{ours}{new} |",
                cause.verdict, cause.operation, cause.about, cause.case, cause.count
            )
            .unwrap();
        }
    }
    page
}
