//! No implementation is blamed for an open place by random cases: every permitted reading in the repository is right
//! about every valid one, and refuses every invalid one.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use zarr_conform_diagnosis::{Reference, in_parallel};
use zarr_conform_fuzz::invalid::{Rule, rules};
use zarr_conform_fuzz::tape::Tape;
use zarr_conform_fuzz::{AnyCase, Choices, InvalidCase, Made};
use zarr_conform_protocol::subject::Operations as _;
use zarr_conform_reference::Steps;
use zarr_conform_reference::permitted;
use zarr_conform_reference::steps::{Probe, Replacement};
use zarr_conform_requirements::{Level as Strength, Registry};
use zarr_conform_runner::{Check, Operation, ReferenceReader, Verdict, Within};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Claim, Fact, Level, Statement};

/// The editions that have stores.
const EDITIONS: [Edition; 2] = [Edition::V3_0, Edition::V3_1];

/// A permitted reading, or several that one implementation can have at once.
struct Reader {
    name: String,
    replacements: Vec<Replacement>,
}

fn readers(edition: Edition) -> Vec<Reader> {
    let implementations = permitted::implementations(edition).into_iter();
    let each = implementations.map(|permitted| Reader {
        name: permitted::names(&permitted),
        replacements: permitted::together(&permitted),
    });
    each.collect()
}

/// Whether a verdict blames an implementation, as in an ordinary run.
fn is_blamed(check: &Check, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Fail(failure) => check.level == Level::Must || failure.kind.is_wrong_answer(),
        _ => false,
    }
}

/// Whether a check passes; or, where a demand binds the writer and readers may cope, what was seen is what
/// the check lists.
fn refuses_or_passes(check: &Check, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Behaviour { readings, .. } => check.level == Level::Open && !readings.is_empty(),
        verdict => matches!(verdict, Verdict::Pass { .. }),
    }
}

/// Asks the literal reference and every permitted reading about a case. A permitted reading that gives
/// the same for every step that the literal reference takes gives its answers, too.
struct Asker<'a> {
    within: &'a Within<'a>,
    readers: &'a [Reader],
    probe: Probe,
}

impl Asker<'_> {
    /// Who is blamed, or does not refuse what has to be refused.
    fn problems(&self, case: &AnyCase) -> Vec<String> {
        let edition = self.within.edition;
        let checks = match case.checks(edition) {
            Ok(checks) => checks,
            Err(error) => return vec![format!("{error}: {case:?}")],
        };
        let mut problems = Vec::new();
        for check in &checks {
            let literal = Steps::literal(edition).probed(&self.probe);
            let verdict = self.judge(check, literal);
            if !refuses_or_passes(check, &verdict) {
                problems.push(format!("the literal reading: {verdict:?}: {case:?}"));
            }
            for at in self.probe.take() {
                let reader = &self.readers[at];
                let steps = Steps::literal(edition).with(&reader.replacements);
                let verdict = self.judge(check, steps);
                let is_refused = refuses_or_passes(check, &verdict);
                let has_to_refuse = case.must_be_refused();
                if is_blamed(check, &verdict) || has_to_refuse && !is_refused {
                    problems.push(format!("{}: {verdict:?}: {case:?}", reader.name));
                }
            }
        }
        problems
    }

    fn judge(&self, check: &Check, steps: Steps) -> Verdict {
        let reference = Reference::of(String::new(), steps);
        self.within.judge(check, &reference)
    }
}

/// Asks everybody about these cases of an edition, and demands that nobody is blamed.
fn ask_all(edition: Edition, cases: &[AnyCase]) {
    let readers = readers(edition);
    let within = Within {
        hello: Reference::new(edition).hello(),
        reader: &ReferenceReader,
        edition,
    };
    let rivals: Vec<&[Replacement]> = readers
        .iter()
        .map(|it| it.replacements.as_slice())
        .collect();
    let problems: Vec<String> = in_parallel(
        cases,
        || Asker {
            within: &within,
            readers: &readers,
            probe: Probe::new(edition, &rivals),
        },
        Asker::problems,
    )
    .concat();
    let shown = problems
        .iter()
        .take(10)
        .cloned()
        .collect::<Vec<_>>()
        .join("\n");
    assert!(
        problems.is_empty(),
        "{edition}: {} problems:\n{shown}",
        problems.len()
    );
}

/// Random valid cases of these seeds.
fn valid(edition: Edition, seeds: std::ops::Range<u64>) -> Vec<AnyCase> {
    let choices = Choices::all(edition);
    seeds.map(|seed| AnyCase::valid(seed, &choices)).collect()
}

/// Random invalid cases of these seeds, but for those in which no mistake came up.
fn invalid(edition: Edition, seeds: std::ops::Range<u64>) -> Vec<AnyCase> {
    let choices = Choices::all(edition);
    let case = |seed| AnyCase::invalid(seed, seed, &choices);
    seeds.filter_map(case).collect()
}

#[test]
fn no_permitted_reading_is_blamed_for_a_valid_case() {
    for edition in EDITIONS {
        ask_all(edition, &valid(edition, 0..500));
    }
}

/// Random hierarchies, of which some must be refused.
fn hierarchies(edition: Edition, seeds: std::ops::Range<u64>) -> Vec<AnyCase> {
    let choices = Choices::all(edition);
    let case = |seed| AnyCase::hierarchy(seed, &choices);
    seeds.filter_map(case).collect()
}

#[test]
fn no_permitted_reading_is_blamed_for_a_hierarchy() {
    for edition in EDITIONS {
        let cases = hierarchies(edition, 0..1500);
        assert_eq!(cases.len(), 1500);
        ask_all(edition, &cases);
    }
}

#[test]
fn every_permitted_reading_refuses_every_invalid_case() {
    for edition in EDITIONS {
        let cases = invalid(edition, 0..500);
        assert!(cases.len() > 450, "{}", cases.len());
        ask_all(edition, &cases);
    }
}

/// The most cases of a kind of mistake, and the most cases that are looked at for them.
const MOST_OF_A_KIND: usize = 24;
const MOST_LOOKED_AT: u64 = 4000;

#[test]
fn every_permitted_reading_refuses_every_kind_of_mistake() {
    let mut made: BTreeSet<&str> = BTreeSet::new();
    for edition in EDITIONS {
        let choices = Choices::all(edition);
        let mut cases = Vec::new();
        for rule in rules() {
            let of_rule = (0..MOST_LOOKED_AT).filter_map(|seed| {
                let case = InvalidCase::random(&mut Tape::random(seed), rule, &choices)?;
                case.has_place(edition).then_some(case)
            });
            for case in of_rule.take(MOST_OF_A_KIND) {
                made.insert(rule.name);
                cases.push(AnyCase::from(case));
            }
        }
        ask_all(edition, &cases);
    }
    let all: BTreeSet<&str> = rules().map(|it| it.name).collect();
    let missing: Vec<_> = all.difference(&made).collect();
    assert!(missing.is_empty(), "these are never made: {missing:?}");
}

/// Among so many cases that follow each other, each kind of mistake comes up.
#[test]
fn every_kind_of_mistake_comes_up_in_its_turn() {
    let registry = Registry::load().unwrap();
    for edition in EDITIONS {
        let choices = Choices::all(edition);
        // Some turns are those of hierarchies, never twice in a row those of one kind.
        let numbers = 1000..1000 + 2 * 5 * rules().count() as u64 + 10;
        let cases = numbers.map(|number| AnyCase::nth(7, number, &choices));
        let made = cases.filter_map(|case| match case.made {
            Made::Invalid(it) => Some(it.rule().name),
            Made::Valid(_) | Made::Hierarchy(_) => None,
        });
        let made: BTreeSet<&str> = made.collect();
        // Not every edition has every codec.
        let holds = |id: &&str| {
            registry
                .requirement(id)
                .unwrap()
                .editions
                .contains(&edition)
        };
        let missing = rules().filter(|it| !made.contains(it.name));
        let missing = missing.filter(|it| it.requirements.iter().all(holds));
        let missing: Vec<&str> = missing.map(|it| it.name).collect();
        assert_eq!(missing, [""; 0], "{edition}");
    }
}

/// The same for as long as `SECONDS` says, with seeds from `FIRST` on:
/// `SECONDS=600 cargo test --release -p zarr-conform-fuzz --test permitted -- --ignored --nocapture`.
#[test]
#[ignore = "it takes as long as SECONDS says; `.ci/step long-tests` runs it"]
#[expect(clippy::print_stderr, reason = "says how many cases there were")]
fn no_permitted_reading_is_blamed_for_as_long_as_one_likes() {
    let number = |name: &str| std::env::var(name).ok().and_then(|it| it.parse().ok());
    let seconds = number("SECONDS").unwrap_or(60);
    let mut first = number("FIRST").unwrap_or(1 << 32);
    let began = Instant::now();
    let (mut valid_cases, mut invalid_cases) = (0, 0);
    while began.elapsed() < Duration::from_secs(seconds) {
        for edition in EDITIONS {
            let cases = valid(edition, first..first + 500);
            valid_cases += cases.len();
            ask_all(edition, &cases);
            let cases = invalid(edition, first..first + 1500);
            invalid_cases += cases.len();
            ask_all(edition, &cases);
            ask_all(edition, &hierarchies(edition, first..first + 1500));
        }
        first += 1500;
    }
    eprintln!("{valid_cases} valid cases and {invalid_cases} invalid ones");
}

/// Golden facts demand the refusal of each kind of mistake, at level `must` unless all of its requirements are
/// of a format that is only recommended, and their requirements exist.
#[test]
fn mistakes_are_those_of_golden_facts() {
    let vectors = zarr_conform_embedded::vectors().expect("the vectors can be loaded");
    let registry = Registry::load().expect("the registry can be loaded");
    let is_refused = |fact: &Fact| match &fact.statement {
        Statement::Metadata(it) => matches!(it.claim, Claim::Refused { .. }),
        Statement::BadChunk(it) => matches!(it.claim, Claim::Refused { .. }),
        Statement::Representation(it) => matches!(it.claim, Claim::Refused { .. }),
        Statement::Grid(it) => matches!(it.claim, Claim::Refused { .. }),
        Statement::Array(_) | Statement::Chunk(_) | Statement::Hierarchy(_) => false,
    };
    let demands = |fact: &Fact, rule: &Rule| {
        let has = |id: &&str| fact.requirements.iter().any(|it| it == id);
        let mut known = rule
            .requirements
            .iter()
            .filter_map(|id| registry.requirement(id));
        let is_must = known.any(|it| it.demanded() == Strength::Must);
        let level = if is_must { Level::Must } else { Level::Should };
        fact.level == level && is_refused(fact) && rule.requirements.iter().any(has)
    };
    for rule in rules() {
        let found = vectors.facts().iter().any(|fact| demands(fact, rule));
        assert!(found, "no golden fact demands a refusal of {}", rule.name);
        for id in rule.requirements {
            assert!(registry.requirement(id).is_some(), "{id} of {}", rule.name);
        }
    }
}

/// Whoever looks at codecs only with the first chunk has one to look at: each store of a document that must
/// be refused holds one, unless what is needed to find chunks is what is wrong, or the only chunk is left
/// out for the fill value.
#[test]
fn documents_that_must_be_refused_have_a_chunk() {
    let edition = Edition::V3_1;
    let (mut with, mut without) = (0, BTreeSet::new());
    for case in invalid(edition, 0..600) {
        let Made::Invalid(it) = &case.made else {
            continue;
        };
        for check in case.checks(edition).unwrap_or_default() {
            // What binds only the writer is open here.
            if check.operation == Operation::Open && check.level != Level::Open {
                let has_chunk = check.stores.iter().all(|store| store.len() > 1);
                if has_chunk {
                    with += 1;
                } else {
                    without.insert(it.rule().name);
                }
            }
        }
    }
    assert!(with > 200, "{with}");
    let is_excused = |requirement: &&str| {
        let excused = [
            "array-metadata.mandatory",
            "array-metadata.shape",
            "array-metadata.data-type",
            "data-type.",
            "array-metadata.chunk-",
            "regular-grid.",
            "default-key.",
            "v2-key.",
            "fill-value.",
            "datetime64.",
            "timedelta64.",
            "small-float.",
            "utf32.",
            "string.fill-value",
            "bytes-data-type.fill-value",
        ];
        excused.iter().any(|it| requirement.starts_with(it))
    };
    for rule in rules().filter(|rule| without.contains(rule.name)) {
        assert!(rule.requirements.iter().any(&is_excused), "{}", rule.name);
    }
}

/// Shrinking goes on to simpler cases with the same kind of mistake, and ends.
#[test]
fn simpler_invalid_cases_have_the_same_mistake() {
    for edition in EDITIONS {
        let choices = Choices::all(edition);
        for seed in 0..60 {
            let Some(case) = AnyCase::invalid(seed, seed, &choices) else {
                continue;
            };
            let rule = |case: &AnyCase| match &case.made {
                Made::Invalid(it) => it.rule().name,
                Made::Valid(_) | Made::Hierarchy(_) => panic!("{case:?} is another case"),
            };
            for record in case.record().simpler() {
                let Some(simpler) = case.simplified(record, &choices) else {
                    continue;
                };
                assert_eq!(rule(&simpler), rule(&case));
                if let Ok(facts) = simpler.facts(edition, "case") {
                    assert_eq!(facts[0].0.twin.as_ref(), Some(&facts[1].0.id));
                }
            }
        }
    }
}
