//! Every misreading that changes data of valid arrays, or what is found of valid hierarchies, is found within 100,000
//! random cases, and shrunk to a few elements. `docs/fuzz-misreadings.md` has all of them; this test holds it.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]
#![expect(
    clippy::print_stderr,
    reason = "a search of minutes says how far it is"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use zarr_conform_diagnosis::{Reference, Suite, in_parallel, replacements};
use zarr_conform_fuzz::{AnyCase, Choices, Finds, Hunt, InProcess, Made};
use zarr_conform_protocol::subject::{Operations as _, Stop};
use zarr_conform_reference::Steps;
use zarr_conform_reference::misreading::{self, Misreading};
use zarr_conform_reference::steps::{Probe, Step};
use zarr_conform_runner::{FailureKind, Operation, ReferenceReader, Verdict, Within};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Level;

/// The seed of the table.
const SEED: u64 = 1;
/// Where searching for a misreading ends.
const CASES: u64 = 100_000;
/// How many elements a find may have.
const MOST_ELEMENTS: u64 = 16;

/// Why some of them are not found.
const NOT_FOUND: &[(&str, &str)] = &[
    (
        "json-escapes-kept",
        "Only fill values of strings have escapes, and few random cases have one.",
    ),
    (
        "scale-offset-flushes-subnormal-numbers",
        "Random offsets and scales are integers, and so are the results.",
    ),
    (
        "scale-offset-rounds-to-integers",
        "Random offsets and scales are integers, and so are the results.",
    ),
    (
        "scale-offset-strings-ignored",
        "Random offsets and scales are spelled as numbers.",
    ),
    (
        "small-nan-of-ones",
        "Few random arrays of numbers of at most 8 bits have the fill value NaN.",
    ),
    (
        "unsigned-zero-signed",
        "No random fill value is a negative number that rounds to zero.",
    ),
    (
        "vlen-lengths-in-16-bits",
        "No random string has 65,536 bytes.",
    ),
];
/// Those that only large chunks show.
const LARGE: &[&str] = &["blosc-tail-shuffled", "gzip-first-64-kb-only"];

fn within(edition: Edition) -> Within<'static> {
    Within {
        hello: Reference::new(edition).hello(),
        reader: &ReferenceReader,
        edition,
    }
}

/// The edition in which a misreading is looked for; nothing where only the drafts have it.
fn edition_of(misreading: &Misreading) -> Option<Edition> {
    let mut editions = [Edition::V3_1, Edition::V3_0].into_iter();
    editions.find(|it| misreading.editions.contains(it))
}

/// Whether a misreading is one of nodes and where they are, so that hierarchies show it.
fn is_of_hierarchies(misreading: &Misreading) -> bool {
    let mut steps = misreading.replaces().iter();
    steps.all(|step| matches!(step, Step::Hierarchy(_)))
}

/// Whether a failure of what is valid shows a misreading: wrong elements; of hierarchies, anything. Borders are
/// recommended, so that nobody fails there.
fn is_evidence(misreading: &Misreading, operation: Operation, verdict: &Verdict) -> bool {
    let Verdict::Fail(failure) = verdict else {
        return false;
    };
    operation != Operation::Border
        && (failure.kind == FailureKind::WrongData || is_of_hierarchies(misreading))
}

/// What one case shows of steps of an edition.
fn hunted(edition: Edition, inside: &Reference, number: u64) -> Finds {
    let choices = Choices::all(edition);
    let within = within(edition);
    // A busy machine must not change the table: only the number of trials is limited.
    let mut hunt = Hunt::new(&choices, SEED);
    hunt.most_time = Duration::MAX;
    let mut ask = InProcess {
        within: &within,
        inside,
    };
    let mut numbers = std::iter::once(number);
    hunt.run(&mut ask, &mut || numbers.next()).unwrap();
    std::mem::take(&mut *hunt.finds())
}

/// No implementation is blamed that reads the text as it is written.
#[test]
fn the_reference_fails_nothing() {
    for edition in [Edition::V3_0, Edition::V3_1] {
        let choices = Choices::all(edition);
        let within = within(edition);
        let inside = Reference::new(edition);
        let mut ask = InProcess {
            within: &within,
            inside: &inside,
        };
        let hunt = Hunt::new(&choices, SEED);
        let mut numbers = 0..5000;
        hunt.run(&mut ask, &mut || numbers.next()).unwrap();
        let finds = hunt.finds();
        assert_eq!(finds.cases, 5000);
        assert!(finds.causes.is_empty(), "{:#?}", finds.causes);
    }
}

/// One line of the table.
#[derive(Debug, PartialEq, Eq)]
enum Row {
    Found {
        case: u64,
        elements: u64,
        with: String,
    },
    NotFound,
    NoData,
}

/// The misreadings of an edition that give wrong elements for golden facts of valid arrays, or fail those of valid
/// hierarchies.
fn that_change_data(
    vectors: &zarr_conform_vectors::Vectors,
    edition: Edition,
) -> BTreeSet<&'static str> {
    let suite = Suite::new(vectors, edition, 1, |fact| {
        fact.level != Level::Open && fact.statement.refused().is_none()
    });
    let misreadings: Vec<&Misreading> = misreading::all()
        .filter(|it| edition_of(it) == Some(edition))
        .collect();
    let checks: Vec<usize> = (0..suite.plan().len()).collect();
    let touched = suite.touched(&checks, &replacements(&misreadings), &Stop::default());
    let mut found = BTreeSet::new();
    for (at, rivals) in touched.into_iter().enumerate() {
        for rival in rivals {
            let misreading = misreadings[rival];
            if found.contains(misreading.name) {
                continue;
            }
            let verdict = suite.verdict(at, misreading.steps(edition));
            if is_evidence(misreading, suite.check(at).operation, &verdict) {
                found.insert(misreading.name);
            }
        }
    }
    found
}

/// Looks for all misreadings of an edition at once: of each case, those are asked for which some step of
/// the literal answer differs. Those of hierarchies are looked for in hierarchies, and the others in arrays.
fn searched(edition: Edition, changing: &BTreeSet<&str>) -> BTreeMap<&'static str, u64> {
    let mut left: Vec<&Misreading> = misreading::all()
        .filter(|it| edition_of(it) == Some(edition) && changing.contains(it.name))
        .collect();
    let choices = Choices::all(edition);
    let within = within(edition);
    let mut found = BTreeMap::new();
    let mut probe = Probe::new(edition, &replacements(&left));
    for number in 1..=CASES {
        let case = AnyCase::nth(SEED, number, &choices);
        let of_hierarchies = match &case.made {
            Made::Valid(_) => false,
            Made::Hierarchy(it) if it.mistake().is_none() => true,
            Made::Invalid(_) | Made::Hierarchy(_) => continue,
        };
        let mut names = Vec::new();
        for check in case.checks(edition).unwrap() {
            let literal = Reference::of(String::new(), Steps::literal(edition).probed(&probe));
            within.judge(&check, &literal);
            for rival in probe.take().into_iter().map(|it| left[it]) {
                if is_of_hierarchies(rival) != of_hierarchies || found.contains_key(rival.name) {
                    continue;
                }
                let verdict = within.judge(&check, &Reference::misread(rival, edition));
                if is_evidence(rival, check.operation, &verdict) {
                    names.push(rival.name);
                    found.insert(rival.name, number);
                }
            }
        }
        if !names.is_empty() {
            left.retain(|it| !names.contains(&it.name));
            probe = Probe::new(edition, &replacements(&left));
            eprintln!("{edition}: case {number}: {} left", left.len());
        }
        if left.is_empty() {
            break;
        }
    }
    for it in &left {
        eprintln!("{edition}: not found: {}", it.name);
    }
    found
}

/// What the case with this number shows of a misreading.
fn shown(misreading: &Misreading, edition: Edition, case: u64) -> Option<Row> {
    let finds = hunted(edition, &Reference::misread(misreading, edition), case);
    let found = finds.causes.first()?;
    let with: Vec<&str> = found.features.iter().map(String::as_str).collect();
    Some(Row::Found {
        case,
        elements: found.case.elements(),
        with: with.join(", "),
    })
}

fn document() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fuzz-misreadings.md")
}

fn rendered(rows: &BTreeMap<&'static str, Row>) -> String {
    let count = |is: fn(&Row) -> bool| rows.values().filter(|it| is(it)).count();
    let found = count(|it| matches!(it, Row::Found { .. }));
    let not_found = count(|it| *it == Row::NotFound);
    let mut text = format!(
        "# Misreadings that random cases find\n\n\
         <!-- Written by `cargo test -p zarr-conform-fuzz --test misreadings -- --ignored`. -->\n\n\
         Of {} misreadings of the accepted editions, {} change the data of valid arrays or fail valid hierarchies. \
         `conform fuzz --seed {SEED}` finds {found} of these within {CASES} cases and shrinks each to at most {MOST_ELEMENTS} elements, \
         but for those that only large chunks show; not found: {not_found}.\n\n\
         | misreading | first case | elements after shrinking | what the shrunk case has |\n|---|---|---|---|\n",
        rows.len(),
        found + not_found,
    );
    for (name, row) in rows {
        if let Row::Found {
            case,
            elements,
            with,
        } = row
        {
            writeln!(text, "| `{name}` | {case} | {elements} | {with} |").unwrap();
        }
    }
    text.push_str("\n## Not found\n\n| misreading | why |\n|---|---|\n");
    for (name, row) in rows {
        if *row == Row::NotFound {
            let why = NOT_FOUND.iter().find(|(it, _)| it == name);
            let why = why.map_or("**unknown**", |(_, why)| why);
            writeln!(text, "| `{name}` | {why} |").unwrap();
        }
    }
    text.push_str(
        "\n## These change no data of valid arrays, and no valid hierarchy\n\n\
         They accept what is invalid, refuse valid arrays, or mistake only metadata: golden facts find them, and \
         random cases with a mistake.\n\n",
    );
    let names = rows.iter().filter(|(_, row)| **row == Row::NoData);
    let names: Vec<String> = names.map(|(name, _)| format!("`{name}`")).collect();
    text.push_str(&names.join(", "));
    text.push('\n');
    text
}

/// Writes the table: minutes.
#[test]
#[ignore = "it takes minutes; `.ci/step long-tests` runs it, and it writes docs/fuzz-misreadings.md"]
fn write_the_table() {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let mut rows = BTreeMap::new();
    for edition in [Edition::V3_1, Edition::V3_0] {
        let changing = that_change_data(&vectors, edition);
        let found = searched(edition, &changing);
        for misreading in misreading::all().filter(|it| edition_of(it) == Some(edition)) {
            let row = match found.get(misreading.name) {
                _ if !changing.contains(misreading.name) => Row::NoData,
                None => Row::NotFound,
                Some(&case) => shown(misreading, edition, case).unwrap(),
            };
            rows.insert(misreading.name, row);
        }
    }
    std::fs::write(document(), rendered(&rows)).unwrap();
    hold(&rows);
}

fn hold(rows: &BTreeMap<&'static str, Row>) {
    for (name, row) in rows {
        match row {
            Row::Found { elements, .. } => assert!(
                *elements <= MOST_ELEMENTS || LARGE.contains(name),
                "{name}: {row:?}"
            ),
            Row::NotFound => assert!(
                NOT_FOUND.iter().any(|(it, _)| it == name),
                "{name} is not found, and no reason is given"
            ),
            Row::NoData => {}
        }
    }
}

/// The table as it is committed is so, as far as it can be seen in seconds: each find is found again in
/// the case that it names.
#[test]
fn the_table_holds() {
    let text = std::fs::read_to_string(document()).unwrap();
    let all: Vec<&Misreading> = misreading::all()
        .filter(|it| edition_of(it).is_some())
        .collect();
    let rows = in_parallel(
        &all,
        || (),
        |(), misreading| {
            let edition = edition_of(misreading)?;
            let cell = format!("`{}`", misreading.name);
            let mut lines = text.lines();
            let Some(line) = lines.find(|it| it.starts_with(&format!("| {cell} |"))) else {
                return text.contains(&cell).then_some(Row::NoData);
            };
            let case = line.split('|').nth(2)?.trim().parse();
            let shown = case.map(|case| shown(misreading, edition, case));
            Some(shown.ok().flatten().unwrap_or(Row::NotFound))
        },
    );
    let rows = all.iter().zip(rows);
    let (rows, missing): (Vec<_>, Vec<_>) = rows.partition(|(_, row)| row.is_some());
    let missing: Vec<&str> = missing.into_iter().map(|(it, _)| it.name).collect();
    assert!(missing.is_empty(), "not in the table: {missing:?}");
    let rows = rows
        .into_iter()
        .filter_map(|(it, row)| Some((it.name, row?)));
    let rows: BTreeMap<&str, Row> = rows.collect();
    hold(&rows);
    assert_eq!(rendered(&rows), text, "write the table anew");
}
