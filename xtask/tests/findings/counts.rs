//! Numbers on the page are those that a run gives: which checks are asked is decided by the runner, and each
//! total says of how many.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::time::Duration;

use xtask::findings::lists::Adapter;
use zarr_conform::Edition;
use zarr_conform::diagnosis::ReferenceLauncher;
use zarr_conform::protocol;
use zarr_conform::recorded::Recording;
use zarr_conform::report::JsonLines;
use zarr_conform::runner::{Filter, ReferenceReader, Run, Selection, SkipReason, Verdict};
use zarr_conform::subject::Stop;

use super::{ALL, file};

/// What every kind of check is in.
const PART: &str = "{core/array-metadata-members,core/changes,core/hierarchy,core/storage-damaged,core/storage-updates,transpose/orders}/*";

/// Checks of a part that a run of a library with these operations asks.
fn asked(offers: &BTreeSet<&'static str>) -> BTreeSet<String> {
    let vectors = zarr_conform::embedded::vectors().unwrap();
    let launcher = ReferenceLauncher {
        edition: Edition::V3_1,
        misreading: None,
        ops: offers.iter().copied().collect(),
    };
    let run = Run {
        vectors: &vectors,
        launcher: &launcher,
        reader: &ReferenceReader,
        edition: Some(Edition::V3_1),
        selection: Selection {
            filters: vec![Filter::parse(PART).unwrap()],
            ..Selection::default()
        },
        jobs: NonZeroUsize::MIN,
        keep: None,
        isolated: Vec::new(),
        timeout: Duration::from_secs(60),
        explain: None,
        describe_passes: false,
        vectors_sha256: String::new(),
        seed: 0,
        memory: zarr_conform::memory::find(),
        stop: Stop::default(),
    };
    let mut events = Vec::new();
    run.run(&mut [&mut JsonLines::new(&mut events)]).unwrap();
    let results = Recording::read(events.as_slice()).unwrap().results;
    let is_asked = |verdict: &Verdict| match verdict {
        Verdict::Skipped {
            reason: SkipReason::NotOffered(_),
        } => false,
        Verdict::Unsupported { message } => !message.contains("does not offer"),
        _ => true,
    };
    let asked = results.into_iter().filter(|it| is_asked(&it.verdict));
    asked.map(|it| it.check.to_string()).collect()
}

fn offers(adapter: &Adapter) -> BTreeSet<&'static str> {
    let offers = ALL.catalogue.adapters[&adapter.folder]
        .expected
        .offers
        .clone();
    let offers = offers.unwrap_or_default();
    protocol::offers()
        .filter(|name| offers.iter().any(|it| it == name))
        .collect()
}

/// A library that does not offer `open` is asked to read, and what it then does counts.
#[test]
fn checks_count_that_a_run_asks() {
    let part = Filter::parse(PART).unwrap();
    let mut runs: BTreeMap<BTreeSet<&str>, BTreeSet<String>> = BTreeMap::new();
    for adapter in &ALL.adapters {
        let offers = offers(adapter);
        let asked = runs.entry(offers.clone()).or_insert_with(|| asked(&offers));
        let counted = adapter.asked.iter().chain(adapter.failing.keys());
        let counted = counted.filter(|it| part.matches(it));
        let never: Vec<&String> = counted.filter(|it| !asked.contains(*it)).collect();
        assert!(never.is_empty(), "{}: {never:?}", adapter.folder);
        let entries = &ALL.catalogue.adapters[&adapter.folder].expected.entries;
        let dropped = asked.iter().filter(|check| {
            let entry = entries.iter().find(|it| it.filter.matches(check));
            entry.is_some_and(|it| it.listed.is_failure()) && !adapter.failing.contains_key(*check)
        });
        let dropped: Vec<&String> = dropped.collect();
        assert!(dropped.is_empty(), "{}: {dropped:?}", adapter.folder);
    }
    let without_open = runs.keys().filter(|it| !it.contains("open"));
    assert!(without_open.count() > 0, "every library offers open");
}

/// A number of failed checks alone compares nothing.
#[test]
fn totals_say_of_how_many_and_causes_come_first() {
    let page = file("docs/findings.md");
    let cells = |title: &str| -> Vec<String> {
        let row = page.lines().find(|it| it.contains(title)).unwrap();
        let cells = row.trim_matches('|').split('|').skip(1);
        cells.map(|it| it.trim().replace('*', "")).collect()
    };
    let causes = "**Findings that required checks fail for**";
    let checks = "**Required checks that fail, of those judged**";
    assert!(page.find(causes) < page.find(checks), "causes come first");
    let (causes, totals) = (cells(causes), cells(checks));
    for (at, adapter) in ALL.adapters.iter().enumerate() {
        let (failing, asked) = totals[at].split_once(" of ").unwrap();
        let (failing, asked): (usize, usize) = (failing.parse().unwrap(), asked.parse().unwrap());
        assert_eq!(failing, adapter.required(), "{}", adapter.folder);
        assert!(failing <= asked, "{}", adapter.folder);
        assert!(causes[at].parse::<usize>().unwrap() <= failing);
    }
}
