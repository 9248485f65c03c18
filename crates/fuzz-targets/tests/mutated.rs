//! Every target takes its seeds with random changes: a few in each run of the tests, and as many as
//! `PROPTEST_CASES` says.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fuzz_targets::seeds::{Seeds, seeds};
use fuzz_targets::{TARGETS, Target};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, TestRunner};
use rstest::rstest;

static SEEDS: LazyLock<BTreeMap<&str, Seeds>> = LazyLock::new(|| seeds().unwrap());

/// A change: what, where, and a byte for it.
type Change = (u8, u16, u8);

fn change(input: &mut Vec<u8>, (what, place, byte): Change) {
    let at = usize::from(place) % (input.len() + 1);
    let end = input.len().min(at + usize::from(byte));
    match what % 6 {
        0 if at < input.len() => input[at] ^= 1 << (byte % 8),
        1 if at < input.len() => input[at] = byte,
        2 => input.insert(at, byte),
        3 => drop(input.drain(at..end)),
        4 => input.truncate(at),
        _ => {
            let copy = input[at..end].to_vec();
            input.splice(at..at, copy);
        }
    }
}

fn run(name: &str, target: Target, cases: u32) {
    let seeds: Vec<&Vec<u8>> = SEEDS[name].values().collect();
    let asked = std::env::var("PROPTEST_CASES").ok();
    let config = Config {
        cases: asked.map_or(cases, |it| it.parse().unwrap()),
        failure_persistence: None,
        ..Config::default()
    };
    let changes = vec(any::<Change>(), 0..8);
    let inputs = (any::<u16>(), changes);
    let taken = TestRunner::new(config).run(&inputs, |(seed, changes)| {
        let mut input = seeds[usize::from(seed) % seeds.len()].clone();
        for it in changes {
            change(&mut input, it);
        }
        target(&input);
        Ok(())
    });
    assert!(taken.is_ok(), "{name}: {}", taken.unwrap_err());
}

#[rstest]
#[case::metadata("metadata", 200)]
#[case::codecs("codecs", 200)]
#[case::gzip("gzip", 200)]
#[case::zstd("zstd", 200)]
#[case::blosc("blosc", 200)]
#[case::sharding("sharding", 200)]
#[case::vectors("vectors", 20)]
#[case::answers("answers", 50)]
#[case::requests("requests", 100)]
#[case::archives("archives", 5)]
#[case::inputs("inputs", 50)]
#[case::globs("globs", 50)]
#[case::conversations("conversations", 50)]
#[case::runs("runs", 20)]
#[case::checks("checks", 5)]
#[case::scans("scans", 2)]
#[case::sites("sites", 2)]
fn changed_seeds_are_taken(#[case] name: &str, #[case] cases: u32) {
    let target = TARGETS.iter().find(|it| it.0 == name);
    let (name, target) = target.unwrap();
    run(name, *target, cases);
}

#[test]
fn every_target_is_among_the_cases() {
    let source = include_str!("mutated.rs");
    for (name, _) in TARGETS {
        assert!(source.contains(&format!("#[case::{name}(")), "{name}");
    }
}
