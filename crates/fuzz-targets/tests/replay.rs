//! Every target takes its seeds, and every input that broke a law before.

use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};

use fuzz_targets::{TARGETS, Target, seeds};

/// How long an input may take. The tests are not optimised, so this is more than the fuzzer grants.
const LONGEST: Duration = Duration::from_secs(10);

fn take(name: &str, input_name: &str, target: Target, input: &[u8]) {
    let began = Instant::now();
    let taken = catch_unwind(|| target(input));
    assert!(taken.is_ok(), "{name}: {input_name}");
    assert!(began.elapsed() < LONGEST, "{name}: {input_name} takes long");
}

#[test]
fn every_target_takes_its_seeds() {
    let seeds = seeds::seeds().unwrap();
    for (name, target) in TARGETS {
        let seeds = &seeds[name];
        assert!(!seeds.is_empty(), "{name} has no seeds");
        for (seed, input) in seeds {
            take(name, seed, target, input);
        }
    }
}

/// `found` has a folder for each target, with the inputs that broke a law before it was fixed.
#[test]
#[expect(clippy::disallowed_methods, reason = "each file is taken by itself")]
fn every_target_takes_what_was_found() {
    let found = Path::new(env!("CARGO_MANIFEST_DIR")).join("found");
    let mut number = 0;
    for (name, target) in TARGETS {
        let Ok(inputs) = std::fs::read_dir(found.join(name)) else {
            continue;
        };
        for input in inputs {
            let path = input.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            take(name, &path.display().to_string(), target, &bytes);
            number += 1;
        }
    }
    assert!(number > 0, "found nothing in {}", found.display());
}
