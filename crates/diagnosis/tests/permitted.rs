//! No implementation is blamed for an open place: every permitted reading passes every check that is required,
//! and shows in its place an outcome that the facts list, another one than the literal reference. What rests
//! on a format that a codec only recommends is not required, either.

use std::collections::{BTreeMap, BTreeSet};

use zarr_conform_diagnosis::{Suite, in_parallel};
use zarr_conform_protocol::subject::Stop;
use zarr_conform_reference::Steps;
use zarr_conform_reference::misreading;
use zarr_conform_reference::permitted::{self, Permitted};
use zarr_conform_reference::steps::Replacement;
use zarr_conform_requirements::Registry;
use zarr_conform_runner::{FailureKind, Verdict};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Level, Vectors};

/// Open places without a permitted reading, and why.
const WITHOUT_READING: [(&str, &str); 5] = [
    (
        "inner-chunk-longer-than-its-entry",
        "A reader that ignores nbytes makes elements up where an inner chunk is shorter, and fails there.",
    ),
    (
        "duplicate-dimension-names",
        "Either outcome accepts the same documents.",
    ),
    (
        "deflate-incomplete-codes",
        "The crate that decodes the blocks refuses the codes; no step stands between it and them.",
    ),
    (
        "zstd-no-frame-with-data",
        "Either outcome refuses the chunk.",
    ),
    (
        "damage-elsewhere-in-a-shard",
        "A step decodes a shard as a whole, whichever inner chunks are asked for.",
    ),
];

/// Wrong readings of what only RFC 1952 and RFC 8878 say, to which encoded data should conform.
const OF_RECOMMENDED_FORMATS: [&str; 9] = [
    "gzip-several-members-refused",
    "gzip-empty-member-refused",
    "gzip-any-id-accepted",
    "gzip-any-compression-method-accepted",
    "gzip-reserved-flags-ignored",
    "zstd-several-frames-refused",
    "zstd-skippable-frames-refused",
    "zstd-reserved-bit-ignored",
    "zstd-reserved-block-is-raw",
];

/// Open places that no fact can show, as the registry says why; a reading of one has no outcome to show.
const WITHOUT_FACT: [&str; 1] = ["integers-beyond-64-bits"];

/// Questions about raw bits, which are an optional data type: who refuses them does not support it.
const OF_RAW_BITS: [&str; 2] = ["endian-of-raw-bits", "length-of-raw-fill-values"];

/// A reading, or several that one implementation can have at once.
struct Reader {
    name: String,
    edition: Edition,
    replacements: Vec<Replacement>,
    permitted: Vec<&'static Permitted>,
}

impl Reader {
    fn steps(&self) -> Steps {
        Steps::literal(self.edition).with(&self.replacements)
    }
}

fn readers(edition: Edition) -> Vec<Reader> {
    let implementations = permitted::implementations(edition).into_iter();
    let each = implementations.map(|permitted| Reader {
        name: permitted::names(&permitted),
        edition,
        replacements: permitted::together(&permitted),
        permitted,
    });
    each.collect()
}

/// A check that a reader may answer otherwise than the literal reference, and how each is judged.
struct Judged {
    check: String,
    fact: String,
    level: Level,
    reader: usize,
    verdict: Verdict,
    literal: Verdict,
}

fn judge(vectors: &Vectors, edition: Edition, readers: &[Reader]) -> Vec<Judged> {
    let suite = Suite::new(vectors, edition, 1, |_| true);
    let checks: Vec<usize> = (0..suite.plan().len()).collect();
    let replacements: Vec<&[Replacement]> = readers
        .iter()
        .map(|it| it.replacements.as_slice())
        .collect();
    let touched = suite.touched(&checks, &replacements, &Stop::default());
    let asked: Vec<(usize, Vec<usize>)> = checks.into_iter().zip(touched).collect();
    let judged = in_parallel(
        &asked,
        || (),
        |(), (at, touched)| {
            if touched.is_empty() {
                return Vec::new();
            }
            let literal = suite.verdict(*at, Steps::literal(edition));
            let each = touched.iter().map(|&reader| Judged {
                check: suite.plan().id(*at).to_string(),
                fact: suite.plan().id(*at).fact().to_string(),
                level: suite.check(*at).level,
                reader,
                verdict: suite.verdict(*at, readers[reader].steps()),
                literal: literal.clone(),
            });
            each.collect()
        },
    );
    judged.into_iter().flatten().collect()
}

/// Whether the verdict blames nobody. A refusal of what is only recommended is excused where lengths beyond
/// the usual ones are in question, and raw bits need not be supported.
fn is_fair(judged: &Judged, reader: &Reader) -> bool {
    let is_about = |places: &[&str]| reader.permitted.iter().any(|it| places.contains(&it.open));
    match &judged.verdict {
        Verdict::Pass { .. } => true,
        Verdict::Behaviour {
            readings, other, ..
        } => other.is_none() && !readings.is_empty(),
        Verdict::Unsupported { .. } => is_about(&OF_RAW_BITS),
        Verdict::Fail(failure) if failure.kind == FailureKind::RejectedValid => {
            judged.level != Level::Must && is_about(&WITHOUT_FACT)
        }
        _ => false,
    }
}

fn seen(verdict: &Verdict) -> Option<&[String]> {
    match verdict {
        Verdict::Behaviour { readings, .. } => Some(readings),
        _ => None,
    }
}

#[test]
fn permitted_readings_are_not_blamed_and_show_what_they_do() {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let open: BTreeMap<&str, &str> = vectors
        .facts()
        .iter()
        .filter_map(|fact| Some((fact.id.as_str(), fact.open.as_deref()?)))
        .collect();
    let mut problems = Vec::new();
    for edition in Edition::ALL {
        let readers = readers(edition);
        let mut shown = BTreeSet::new();
        for judged in judge(&vectors, edition, &readers) {
            let reader = &readers[judged.reader];
            if !is_fair(&judged, reader) {
                problems.push(format!(
                    "{edition}: {} is blamed in {}: {:?}",
                    reader.name, judged.check, judged.verdict
                ));
            }
            let place = open.get(judged.fact.as_str()).copied();
            let is_other = seen(&judged.verdict) != seen(&judged.literal);
            for permitted in &reader.permitted {
                if is_other && place == Some(permitted.open) {
                    shown.insert((judged.reader, permitted.name));
                }
            }
        }
        for (at, reader) in readers.iter().enumerate() {
            for permitted in &reader.permitted {
                let is_shown = shown.contains(&(at, permitted.name));
                if is_shown == WITHOUT_FACT.contains(&permitted.open) {
                    let (name, open) = (permitted.name, permitted.open);
                    problems.push(format!(
                        "{edition}: {name}, by itself or in {:?}, shows nothing on facts of {open}",
                        reader.name
                    ));
                }
            }
        }
    }
    assert!(
        problems.is_empty(),
        "{}:\n{}",
        problems.len(),
        problems.join("\n")
    );
}

#[test]
fn what_only_a_recommended_format_has_is_not_required() {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let misreadings = OF_RECOMMENDED_FORMATS.map(|name| misreading::named(name).unwrap());
    let readers = misreadings.map(|misreading| Reader {
        name: misreading.name.to_owned(),
        edition: Edition::V3_1,
        replacements: misreading.replacements.to_vec(),
        permitted: Vec::new(),
    });
    let (mut required, mut failing) = (Vec::new(), BTreeSet::new());
    for judged in judge(&vectors, Edition::V3_1, &readers) {
        if !matches!(judged.verdict, Verdict::Fail(_)) {
            continue;
        }
        failing.insert(judged.reader);
        if judged.level == Level::Must {
            required.push(format!("{}: {}", readers[judged.reader].name, judged.check));
        }
    }
    assert!(required.is_empty(), "{}", required.join("\n"));
    assert_eq!(failing.len(), readers.len(), "{failing:?}");
}

#[test]
fn every_open_place_has_a_permitted_reading_or_a_reason() {
    let registry = Registry::load().unwrap();
    for place in &registry.open {
        let has_reading = permitted::all().any(|it| it.open == place.id);
        let reason = WITHOUT_READING.iter().find(|(id, _)| *id == place.id);
        assert_eq!(has_reading, reason.is_none(), "{}", place.id);
    }
    let ids: BTreeSet<&str> = registry.open.iter().map(|it| it.id.as_str()).collect();
    for id in permitted::all().map(|it| it.open) {
        assert!(ids.contains(id), "{id} is not an open place");
    }
    for (id, _) in WITHOUT_READING {
        assert!(ids.contains(id), "{id} is not an open place");
    }
}
