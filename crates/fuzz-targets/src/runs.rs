//! Recorded runs, and checks that are named in a file.

use std::collections::BTreeSet;
use std::io::BufReader;

use quick_xml::events::Event as Xml;
use serde_json::Value;
use zarr_conform::recorded::{Recording, RunChanges, merge};
use zarr_conform::report::{
    Annotations, Badge, Codecs, Detail, JsonLines, Junit, KnownFailures, Markdown, Tap, Terminal,
    TerminalOptions,
};
use zarr_conform::shares::Part;
use zarr_conform_reference::Edition;
use zarr_conform_runner::{Derivation, Plan, Selection, Strictness};
use zarr_conform_vectors::Vectors;

/// The vectors of the program.
fn vectors() -> &'static Vectors {
    thread_local! {
        static VECTORS: &'static Vectors = match zarr_conform_embedded::vectors() {
            Ok(vectors) => Box::leak(Box::new(vectors)),
            Err(error) => panic!("{error}"),
        };
    }
    VECTORS.with(|it| *it)
}

/// The events of a run.
///
/// A run that is read is reported in every form: XML is well-formed, JSON is JSON, and TAP has the lines that it has.
/// It differs in nothing from itself, and is put together with itself or refused.
pub fn runs(input: &[u8]) {
    let Ok(run) = Recording::read(input) else {
        return;
    };
    let vectors = vectors();
    let known = || KnownFailures::new(None, vectors);
    let paraphrase = |_: &str| None;
    let (mut json, mut xml, mut tap, mut badge) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut text, mut markdown, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    let options = TerminalOptions {
        detail: Detail::All,
        known: None,
        repeat: "conform".to_owned(),
        width: Some(80),
        codecs: Codecs::default(),
        strictness: Strictness::Require,
    };
    let told = run.replay(&mut [
        &mut JsonLines::new(&mut json),
        &mut Junit::new(&mut xml, known(), &paraphrase, "conform".to_owned()),
        &mut Tap::new(&mut tap, known()),
        &mut Badge::new(&mut badge, known()),
        &mut Markdown::new(&mut markdown, known()),
        &mut Annotations::new(&mut notes, known()),
        &mut Terminal::new(&mut text, options, &paraphrase),
    ]);
    assert!(told.is_ok(), "{told:?}");
    for line in [&markdown, &notes, &text] {
        assert!(std::str::from_utf8(line).is_ok());
    }
    for line in json
        .split(|byte| *byte == b'\n')
        .filter(|it| !it.is_empty())
    {
        assert!(
            serde_json::from_slice::<Value>(line).is_ok(),
            "a line of JSON"
        );
    }
    assert!(badge.is_empty() || serde_json::from_slice::<Value>(&badge).is_ok());
    is_well_formed(&xml);
    is_tap(&tap);
    let changes = RunChanges::between(&run, &run);
    assert!(changes.broke.is_empty() && changes.fixed.is_empty() && changes.changed.is_empty());
    for names in [&["one"][..], &["one", "two"]] {
        let parts = names.iter().map(|name| Part {
            name: (*name).to_owned(),
            content: run.clone(),
        });
        let _ = merge(parts.collect(), vectors);
    }
}

fn is_well_formed(xml: &[u8]) {
    let mut reader = quick_xml::Reader::from_reader(BufReader::new(xml));
    let mut buffer = Vec::new();
    let mut depth = 0;
    loop {
        match reader.read_event_into(&mut buffer) {
            Ok(Xml::Start(_)) => depth += 1,
            Ok(Xml::End(_)) => depth -= 1,
            Ok(Xml::Eof) => break,
            Ok(_) => {}
            Err(error) => panic!("not XML: {error}"),
        }
        buffer.clear();
    }
    assert_eq!(depth, 0, "elements that are not closed");
    let text = String::from_utf8_lossy(xml);
    let is_char = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    assert!(
        text.chars().all(is_char),
        "a character that XML does not have"
    );
}

fn is_tap(tap: &[u8]) {
    let text = String::from_utf8_lossy(tap);
    let begins = [
        "TAP version ",
        "1..",
        "ok ",
        "not ok ",
        "#",
        "  ",
        "Bail out!",
    ];
    for line in text.lines().filter(|it| !it.is_empty()) {
        assert!(begins.iter().any(|it| line.starts_with(it)), "{line:?}");
    }
}

/// A file that names checks, one a line.
///
/// Each line selects the checks of its name and no others, or is refused with names that there are.
pub fn checks(input: &[u8]) {
    thread_local! {
        static PLAN: Plan<'static> = Plan::new(Derivation {
            vectors: vectors(),
            edition: Edition::default(),
        });
    }
    let text = String::from_utf8_lossy(input);
    let named = text.lines().map(str::trim).filter(|it| !it.is_empty());
    let ids: Vec<String> = named.map(str::to_owned).collect();
    if ids.is_empty() {
        return;
    }
    let selection = Selection {
        ids,
        ..Selection::default()
    };
    PLAN.with(|plan| {
        let either = |at: usize| [plan.id(at).as_str(), plan.id(at).fact().as_str()];
        match plan.select(&selection) {
            Ok(selected) => {
                let ids: BTreeSet<&str> = selection.ids.iter().map(String::as_str).collect();
                let is_named = |at: &usize| either(*at).iter().any(|it| ids.contains(it));
                let expected: Vec<usize> = (0..plan.len()).filter(is_named).collect();
                assert_eq!(selected, expected);
            }
            Err(unknown) => {
                assert!(selection.ids.contains(&unknown.id));
                for at in 0..plan.len() {
                    assert!(!either(at).contains(&unknown.id.as_str()), "{}", unknown.id);
                }
            }
        }
    });
}
