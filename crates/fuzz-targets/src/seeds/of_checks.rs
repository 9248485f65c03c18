//! Seeds that are conversations of the reference with the runner.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;
use zarr_conform_diagnosis::Reference;
use zarr_conform_protocol::subject::{NoResult, serve};
use zarr_conform_protocol::{Ask, Request};
use zarr_conform_reference::Edition;
use zarr_conform_runner::{Check, Inside};
use zarr_conform_vectors::Store;

use super::{Seeds, name};
use crate::answers::{Judging, Move};
use crate::conversations::asked;

/// How many checks of a topic and an operation there is a seed of.
const OF_A_KIND: usize = 2;

/// The reference, whose moves are kept.
struct Kept {
    reference: Reference,
    moves: RefCell<Vec<Move>>,
}

impl Inside for Kept {
    fn answer(&self, ask: &Ask, store: &mut Store) -> Result<Value, NoResult> {
        let before = store.clone();
        let answer = self.reference.answer(ask, store);
        let is_new = |file: &(&String, &_)| before.get(file.0) != Some(file.1);
        let files = store.iter().filter(is_new);
        let files = files.map(|(key, bytes)| (key.clone(), Some(spelled(bytes))));
        let (ok, error) = match &answer {
            Ok(ok) => (Some(ok.clone()), None),
            Err(NoResult::Refused(refusal)) => (None, Some(refusal.clone())),
            Err(NoResult::Bug(_)) => (None, None),
        };
        self.moves.borrow_mut().push(Move {
            ok,
            error,
            files: files.collect(),
        });
        answer
    }
}

fn spelled(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.starts_with('{') => text.to_owned(),
        _ => format!("x{}", hex::encode(bytes)),
    }
}

/// Answers of the reference to some checks, and the requests of these.
pub(super) fn answers_and_requests() -> serde_json::Result<(Seeds, Seeds)> {
    let judging = Judging::new();
    let (mut answers, mut requests) = (Seeds::new(), Seeds::new());
    let mut of_a_kind: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    for (id, check) in &judging.checks {
        let (fact, operation) = id.split_once('#').unwrap_or((id, ""));
        let topic = fact.rsplit_once('/').map_or(fact, |(topic, _)| topic);
        let seen = of_a_kind.entry((topic, operation)).or_default();
        if seen.len() >= OF_A_KIND || check.carried() > super::LONGEST / 4 {
            continue;
        }
        seen.insert(fact);
        answers.insert(name(id), conversation(&judging, id, check)?);
        for (at, asked) in check.requests.iter().enumerate() {
            let line = Request::new(at as u64, asked.ask.clone()).to_line()?;
            requests.insert(format!("{}.{at}", name(id)), line.into_bytes());
        }
    }
    Ok((answers, requests))
}

fn conversation(judging: &Judging, id: &str, check: &Check) -> serde_json::Result<Vec<u8>> {
    let kept = Kept {
        reference: Reference::new(Edition::default()),
        moves: RefCell::default(),
    };
    judging.within.judge(check, &kept);
    let mut lines = vec![id.as_bytes().to_vec()];
    for step in kept.moves.take() {
        lines.push(serde_json::to_vec(&step)?);
    }
    Ok(lines.join(&b'\n'))
}

/// What the reference answers to `hello` and to the checks that are asked, as lines.
pub(super) fn conversations() -> Result<Seeds, Box<dyn std::error::Error>> {
    let hello = r#"{"id":0,"op":"hello","protocol":1,"editions":["3.1"]}"#;
    let mut requests = vec![hello.to_owned()];
    let folder = tempfile::tempdir()?;
    let mut id = 0;
    for check in asked(&Judging::new()) {
        for asked in &check.requests {
            id += 1;
            let mut ask = asked.ask.clone();
            if let Some(store) = ask.store_mut() {
                let path = folder.path().join(id.to_string());
                for (key, bytes) in asked.store.iter().flat_map(|at| &check.stores[*at]) {
                    let file = path.join(key);
                    fs::create_dir_all(file.parent().unwrap_or(&path))?;
                    fs::write(file, bytes)?;
                }
                *store = path.display().to_string();
            }
            requests.push(Request::new(id, ask).to_line()?);
        }
    }
    let mut answers = Vec::new();
    let mut reference = Reference::new(Edition::default());
    serve(&mut reference, requests.join("\n").as_bytes(), &mut answers)?;
    let first = answers.split_inclusive(|byte| *byte == b'\n').next();
    let first = first.unwrap_or_default().to_vec();
    Ok(Seeds::from([
        ("hello".to_owned(), first),
        ("all".to_owned(), answers),
    ]))
}
