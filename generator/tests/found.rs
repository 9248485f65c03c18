//! What is found among random cases becomes golden facts, which fail each implementation that failed the case.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use zarr_conform_diagnosis::{Reference, Suite};
use zarr_conform_fuzz::{Cause, Choices, Hunt, InProcess, input};
use zarr_conform_protocol::subject::Operations as _;
use zarr_conform_reference::misreading::{self, Misreading};
use zarr_conform_reference::{Edition, Steps};
use zarr_conform_runner::{Operation, ReferenceReader, Verdict, Within};
use zarr_conform_vectors::Vectors;

/// One misreading in so many is asked, each this many cases.
const EVERY: usize = 6;
/// Those that show in a change and in children, whichever are asked besides.
const OF_HIERARCHIES: [&str; 2] = ["created-without-zarr-format", "children-are-groups"];
const CASES: u64 = 250;

/// The first thing that is found of a misreading.
fn first_find(misreading: &Misreading, choices: &Choices) -> Option<Cause> {
    let edition = choices.edition;
    let within = Within {
        hello: Reference::new(edition).hello(),
        reader: &ReferenceReader,
        edition,
    };
    let inside = Reference::misread(misreading, edition);
    let mut ask = InProcess {
        within: &within,
        inside: &inside,
    };
    let hunt = Hunt::new(choices, 1);
    let mut numbers = 0..CASES;
    let found = hunt.run(&mut ask, &mut || {
        numbers.next().filter(|_| hunt.finds().causes.is_empty())
    });
    found.unwrap();
    let finds = hunt.finds();
    finds.causes.first().cloned()
}

/// What is given in each of these facts, whatever its name and what is said of it.
fn inputs_of(facts: &str) -> impl Iterator<Item = String> {
    let said = ["name", "requirements", "comment"];
    let is_given = move |line: &&str| !said.iter().any(|it| line.starts_with(&format!("{it} = ")));
    facts
        .split("[[fact]]")
        .skip(1)
        .map(move |it| it.lines().filter(is_given).collect())
}

#[test]
fn a_find_is_a_golden_fact_that_fails_whoever_failed_the_case() {
    let edition = Edition::V3_1;
    let choices = Choices::all(edition);
    let root = tempfile::tempdir().unwrap();
    let inputs = root.path().join("generator/inputs/core");
    fs::create_dir_all(&inputs).unwrap();
    let mut text = input::HEAD.to_owned();
    let mut finds: BTreeMap<String, (&Misreading, Cause)> = BTreeMap::new();
    let mut given = BTreeSet::new();
    // The generator spells documents in its own way, with attributes and without storage transformers, so that these are not
    // shown.
    let of_spelling = ["attributes-required", "storage-transformers-refused"];
    let is_kept = |it: &&Misreading| !of_spelling.contains(&it.name);
    let misreadings = misreading::all().filter(|it| it.editions.contains(&edition));
    let asked = misreadings.enumerate();
    let asked = asked.filter(|(at, it)| at % EVERY == 0 || OF_HIERARCHIES.contains(&it.name));
    for misreading in asked.map(|(_, it)| it).filter(is_kept) {
        if let Some(cause) = first_find(misreading, &choices) {
            let name = format!("found-{}", finds.len());
            let facts = input::fact(&cause, edition, &name).unwrap();
            // Two mistakes may have the same valid twin, and the generator wants it once.
            if inputs_of(&facts).all(|it| given.insert(it)) {
                text += &facts;
                finds.insert(name, (misreading, cause));
            }
        }
    }
    fs::write(inputs.join("found.toml"), &text).unwrap();
    let generator = Command::new(env!("CARGO_BIN_EXE_generator"))
        .arg("--root")
        .arg(root.path())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&generator.stderr);
    assert!(generator.status.success(), "{errors}\n{text}");

    let vectors = Vectors::from_dir(&root.path().join("vectors")).unwrap();
    let suite = Suite::new(&vectors, edition, 1, |_| true);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for (name, (misreading, cause)) in &finds {
        let id = format!("core/found/{name}");
        let of_fact = 0..suite.plan().len();
        let of_fact: Vec<usize> = of_fact
            .filter(|&at| suite.plan().id(at).fact().as_str() == id)
            .collect();
        let fails = |steps: &Steps| {
            let failed = |&&at: &&usize| {
                suite.check(at).operation != Operation::Border
                    && matches!(suite.verdict(at, steps.clone()), Verdict::Fail(_))
            };
            of_fact.iter().filter(failed).count()
        };
        let case = &cause.case;
        assert_eq!(fails(&Steps::literal(edition)), 0, "{id}: {case:?}");
        assert!(
            fails(&misreading.steps(edition)) > 0,
            "{id} of {}: {case:?}\n{text}",
            misreading.name
        );
        let kind = cause.check.operation().unwrap().to_owned();
        *kinds.entry(kind).or_default() += 1;
    }
    assert!(finds.len() >= 20, "{} finds: {kinds:?}", finds.len());
    // Hierarchies that are read, and ones that are changed.
    for kind in ["children", "node", "change"] {
        assert!(kinds.contains_key(kind), "{kind}: {kinds:?}");
    }
}
