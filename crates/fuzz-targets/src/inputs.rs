//! Files of people and of earlier runs.

use globset::GlobBuilder;
use zarr_conform::findings::Findings;
use zarr_conform::fuzz::differences::Differences;
use zarr_conform::fuzz::merge;
use zarr_conform::matrix::Matrix;
use zarr_conform::recorded::Recording;
use zarr_conform::report::JsonLines;
use zarr_conform::shares::Part;
use zarr_conform_runner::{Expectations, Filter, Glob, Partition, VersionRange};

use crate::parts::{first_byte, first_line};

/// A file of one of these kinds, by the first byte: a list of known failures, the list of findings, a
/// recorded run, a matrix, a range of versions with versions below it, a share, shares of a fuzz run, differences.
///
/// Each is read or refused. Entries name a line that there is; a run, matrix, hunt or differences that were
/// read are written, and read again are the same.
pub fn inputs(input: &[u8]) {
    let (kind, rest) = first_byte(input);
    let text = String::from_utf8_lossy(rest);
    match kind % 8 {
        0 => expectations(&text),
        1 => {
            let _ = Findings::parse(&text).map(|it| it.claimed("a", "crash", "b#read").len());
        }
        2 => recording(rest),
        3 => matrix(&text),
        4 => {
            let (range, versions) = first_line(rest);
            let range = String::from_utf8_lossy(range);
            if let Ok(range) = VersionRange::parse(&range) {
                for version in String::from_utf8_lossy(versions).lines() {
                    let _ = range.contains(version);
                }
            }
        }
        5 => {
            if let Ok(share) = text.parse::<Partition>() {
                assert!((1..=share.of()).contains(&share.number()), "{share}");
                let _ = share.has("a");
            }
        }
        6 => hunts(&text),
        _ => differences(&text),
    }
}

fn expectations(text: &str) {
    let Ok(list) = Expectations::parse(text) else {
        return;
    };
    let lines = text.lines().count();
    for entry in &list.entries {
        assert!((1..=lines).contains(&entry.line), "line {}", entry.line);
        assert_eq!(entry.filter.glob(), entry.glob);
        let _ = entry.filter.matches("transpose/order/a#read");
    }
    assert!(list.active("1.2.3").len() <= list.entries.len());
}

fn recording(bytes: &[u8]) {
    let Ok(run) = Recording::read(bytes) else {
        return;
    };
    let mut written = Vec::new();
    let replayed = run.replay(&mut [&mut JsonLines::new(&mut written)]);
    assert!(replayed.is_ok(), "{replayed:?}");
    match Recording::read(written.as_slice()) {
        Ok(again) => assert_eq!(again, run, "written again"),
        Err(error) => panic!("written again: {error}"),
    }
}

fn matrix(text: &str) {
    let Ok(matrix) = serde_json::from_str::<Matrix>(text) else {
        return;
    };
    let written = serde_json::to_string(&matrix);
    let again = written.and_then(|it| serde_json::from_str::<Matrix>(&it));
    match again {
        Ok(again) => assert_eq!(again, matrix, "written again"),
        Err(error) => panic!("written again: {error}"),
    }
}

fn hunts(text: &str) {
    let Ok(documents) = merge::read(text) else {
        return;
    };
    let written = documents.iter().map(serde_json::to_string);
    let again = written.collect::<Result<String, _>>();
    let again = again.map(|it| merge::read(&it));
    assert!(
        matches!(&again, Ok(Ok(again)) if *again == documents),
        "{again:?}"
    );
    let parts = (0..).zip(documents).map(|(at, document)| Part {
        name: format!("{at}"),
        content: document,
    });
    let _ = merge::merge(parts.collect());
}

fn differences(text: &str) {
    let Ok(differences) = Differences::read(text.as_bytes()) else {
        return;
    };
    let written = serde_json::to_string(&differences);
    let again = written.map(|it| Differences::read(it.as_bytes()));
    assert!(
        matches!(&again, Ok(Ok(again)) if *again == differences),
        "{again:?}"
    );
}

/// A glob, and below it ids, one a line.
///
/// It is read as by another crate, and of ASCII characters matches as by that, whose characters are bytes.
pub fn globs(input: &[u8]) {
    let (glob, ids) = first_line(input);
    let (Ok(glob), Ok(ids)) = (std::str::from_utf8(glob), std::str::from_utf8(ids)) else {
        return;
    };
    let ours = Glob::parse(glob);
    let theirs = GlobBuilder::new(glob).empty_alternates(true).build();
    assert_eq!(
        ours.is_ok(),
        theirs.is_ok(),
        "{glob:?}: {ours:?} {theirs:?}"
    );
    let (Ok(ours), Ok(theirs)) = (ours, theirs) else {
        return;
    };
    let theirs = theirs.compile_matcher();
    for id in ids.lines() {
        let matches = ours.matches(id);
        if !glob.is_ascii() || !id.is_ascii() {
            continue;
        }
        assert_eq!(matches, theirs.is_match(id), "{glob:?} {id:?}");
    }
    let filter = Filter::parse(glob);
    assert!(filter.is_ok_and(|it| it.glob() == glob));
}
