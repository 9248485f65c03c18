//! Who reads whose data: `conform matrix` asked about implementations that go wrong in every way.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use crate::support::{Pids, VECTORS, conform, double, interrupted, stderr, stdout};
use rstest::rstest;
use serde_json::Value;
use zarr_conform::matrix::{AtFault, Matrix, Pair, PairOutcome};

const CREATE: &str = r#""op":"create""#;
const READ: &str = r#""op":"read""#;
/// In requests to create and to write, and in no other.
const WRITES: &str = r#""elements":"#;
/// Arrays that show a wrong order and a wrong endian, and one that shows neither.
const FILTER: &str = "regular-grid/stores-of-codecs/{cycle,big-endian,transposed-square}";
const FACTS: u64 = 3;

fn misreading(name: &str) -> String {
    let program = env!("CARGO_BIN_EXE_conform");
    shell_words::join([program, "reference", "--misread", name])
}

/// The arguments of a survey of these implementations.
fn arguments(implementations: &[(&str, String)]) -> Vec<String> {
    let mut arguments = vec![
        "matrix".to_owned(),
        "--filter".to_owned(),
        FILTER.to_owned(),
    ];
    for (name, command) in implementations {
        arguments.extend(["--impl".to_owned(), format!("{name}={command}")]);
    }
    arguments
}

struct Surveyed {
    output: Output,
    json: String,
}

impl Surveyed {
    fn matrix(&self) -> Matrix {
        assert_eq!(
            self.output.status.code(),
            Some(0),
            "{}",
            stderr(&self.output)
        );
        Matrix::read(self.json.as_bytes()).unwrap()
    }

    fn pair(&self, writer: &str, reader: &str) -> Pair {
        let pairs = self.matrix().pairs;
        let is_meant = |it: &Pair| it.writer == writer && it.reader == reader;
        pairs.into_iter().find(is_meant).unwrap()
    }
}

/// Surveys, and sees that no process is left behind.
fn survey(implementations: &[(&str, String)], more: &[&str]) -> Surveyed {
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join("matrix.json");
    let pids = Pids::new();
    let output = Command::new(env!("CARGO_BIN_EXE_conform"))
        .args(arguments(implementations))
        .args(["--json", file.to_str().unwrap()])
        .args(more)
        .env("DOUBLE_PIDS", pids.path())
        .output()
        .unwrap();
    assert_eq!(pids.living(), Vec::<String>::new());
    let json = fs::read_to_string(file).unwrap_or_default();
    Surveyed { output, json }
}

fn outcomes(pair: &Pair) -> Vec<(PairOutcome, Option<AtFault>)> {
    pair.problems
        .iter()
        .map(|it| (it.outcome, it.at_fault))
        .collect()
}

#[test]
fn who_writes_and_reads_as_the_text_says_has_no_problems() {
    let found = survey(
        &[
            ("a", double("", "never")),
            ("b", double("offers-three", "never")),
        ],
        &[],
    );
    let matrix = found.matrix();
    assert_eq!(matrix.facts.len() as u64, FACTS);
    assert!(
        matrix
            .pairs
            .iter()
            .all(|it| it.same == FACTS && it.problems.is_empty())
    );
    let how = |at: usize| {
        (
            matrix.writers[at].created.len(),
            matrix.writers[at].filled.len(),
        )
    };
    assert_eq!((how(0), how(1), how(2)), ((3, 0), (3, 0), (0, 3)));
    assert!(
        matrix
            .implementations
            .iter()
            .all(|it| matrix.arrays().at_fault(&it.label) == (0, 0))
    );
}

/// Writing wrong is the writer's fault, whoever reads; reading wrong is the reader's, whoever wrote.
#[test]
fn the_reference_tells_who_is_at_fault() {
    let inverted = misreading("order-inverted");
    let found = survey(
        &[
            ("inverted", inverted),
            ("wrong", double("reads-wrong", "never")),
        ],
        &[],
    );
    let writer = (PairOutcome::WrongData, Some(AtFault::Writer));
    let reader = (PairOutcome::WrongData, Some(AtFault::Reader));
    assert_eq!(outcomes(&found.pair("inverted", "reference")), [writer]);
    assert_eq!(outcomes(&found.pair("reference", "inverted")), [reader]);
    assert_eq!(outcomes(&found.pair("wrong", "inverted")), [reader]);
    assert_eq!(outcomes(&found.pair("reference", "wrong")), [reader; 3]);
    let mut both = outcomes(&found.pair("inverted", "wrong"));
    both.sort_unstable();
    assert_eq!(both, [writer, reader, reader]);
    let matrix = found.matrix();
    assert_eq!(matrix.arrays().at_fault("inverted"), (1, 1));
    assert_eq!(matrix.arrays().at_fault("wrong"), (0, 3));
    assert_eq!(matrix.arrays().at_fault("reference"), (0, 0));
    // Its own data it reads as it wrote them, which proves nothing.
    assert!(found.pair("inverted", "inverted").problems.is_empty());
    assert_eq!(
        matrix.arrays().cancelled(1, 1),
        ["regular-grid/stores-of-codecs/cycle"]
    );
    assert!(
        matrix.arrays().cancelled(1, 0).is_empty() && matrix.arrays().cancelled(0, 1).is_empty()
    );
}

#[rstest]
#[case::refuses("always-invalid", PairOutcome::Refused, Some(AtFault::Reader))]
#[case::lacks("always-unsupported", PairOutcome::Unsupported, None)]
#[case::dies("crash", PairOutcome::Crash, Some(AtFault::Reader))]
#[case::dies_half("half-line", PairOutcome::Crash, Some(AtFault::Reader))]
#[case::babbles("garbage", PairOutcome::Protocol, Some(AtFault::Reader))]
#[case::other_shape(
    "reads-another-shape",
    PairOutcome::WrongMetadata,
    Some(AtFault::Reader)
)]
fn what_a_reader_does_is_told(
    #[case] mode: &str,
    #[case] outcome: PairOutcome,
    #[case] at_fault: Option<AtFault>,
) {
    let trigger = if mode.starts_with("reads") {
        "never"
    } else {
        READ
    };
    let found = survey(&[("reader", double(mode, trigger))], &[]);
    let mut seen = outcomes(&found.pair("reference", "reader"));
    if matches!(outcome, PairOutcome::Crash | PairOutcome::Protocol) {
        // Who never answers is given up after five of the six arrays.
        assert_eq!(seen.pop(), Some((PairOutcome::NotAsked, None)));
        seen.push((outcome, at_fault));
    }
    assert_eq!(seen, [(outcome, at_fault); 3]);
    assert!(found.pair("reader", "reference").problems.is_empty());
}

#[rstest]
#[case::refuses("always-invalid", PairOutcome::Refused)]
#[case::lacks("always-unsupported", PairOutcome::Unsupported)]
#[case::dies("crash", PairOutcome::Crash)]
#[case::babbles("garbage", PairOutcome::Protocol)]
fn what_a_writer_does_is_told(#[case] mode: &str, #[case] outcome: PairOutcome) {
    let found = survey(&[("writer", double(mode, WRITES))], &[]);
    let matrix = found.matrix();
    let problems = &matrix.writers[1].problems;
    assert!(
        problems.iter().all(|it| it.outcome == outcome),
        "{problems:?}"
    );
    assert_eq!(problems.len() as u64, FACTS);
    assert_eq!(found.pair("writer", "reference").written(), 0);
    assert_eq!(found.pair("reference", "writer").same, FACTS);
}

/// Saying so is not writing: what is left is read by all, and nobody finds the elements in it.
#[test]
fn who_says_that_it_wrote_and_did_not_is_at_fault() {
    let found = survey(
        &[
            ("liar", double("always-ok", WRITES)),
            ("reader", double("", "never")),
        ],
        &[],
    );
    let expected = [(PairOutcome::Refused, Some(AtFault::Writer)); 3];
    assert_eq!(outcomes(&found.pair("liar", "reference")), expected);
    assert_eq!(outcomes(&found.pair("liar", "reader")), expected);
    assert_eq!(found.matrix().arrays().at_fault("liar"), (3, 0));
}

/// Also where readers may lack the data type: what the reference refuses is not right.
#[test]
fn what_may_be_lacking_does_not_excuse_a_writer() {
    let found = survey(
        &[
            ("liar", double("always-ok", WRITES)),
            ("reader", double("", "never")),
        ],
        &["--filter", "core/storage-data-types/float16"],
    );
    let by_reference = outcomes(&found.pair("liar", "reference"));
    assert_eq!(
        by_reference,
        [(PairOutcome::Refused, Some(AtFault::Writer)); 4]
    );
    assert_eq!(found.matrix().arrays().at_fault("liar"), (4, 0));
}

/// That it offers nothing else does not make a gap of a refusal.
#[test]
fn who_refuses_to_create_and_does_not_write_refuses() {
    let found = survey(&[("writer", double("refuses-to-create", CREATE))], &[]);
    let writer = &found.matrix().writers[1];
    let outcomes: Vec<PairOutcome> = writer.problems.iter().map(|it| it.outcome).collect();
    assert_eq!(outcomes, [PairOutcome::Refused; 3]);
}

/// More stores of one writer end the reader than deaths in a row are borne.
#[test]
fn stores_that_end_a_reader_do_not_take_it_away_from_others() {
    let found = survey(
        &[
            ("liar", double("always-ok", WRITES)),
            ("reader", double("crashes-without-metadata", "never")),
        ],
        &["--filter", "*"],
    );
    let all = found.matrix().facts.len() as u64;
    assert!(all > 50);
    assert_eq!(
        found.pair("liar", "reader").came_to(PairOutcome::Crash),
        all
    );
    assert_eq!(found.pair("reader", "reader").same, all);
}

#[test]
fn who_does_not_create_writes_into_what_is_there() {
    let found = survey(&[("writer", double("always-invalid", CREATE))], &[]);
    let writer = &found.matrix().writers[1];
    assert_eq!((writer.created.len(), writer.filled.len()), (0, 3));
    assert_eq!(found.pair("writer", "reference").same, FACTS);
}

/// Hierarchies are exchanged as arrays are: by those who write and find, with who is at fault.
#[test]
fn hierarchies_are_written_and_their_nodes_are_found() {
    let misread = [
        ("lost", misreading("created-attributes-lost")),
        ("cut", misreading("attributes-without-nulls")),
        ("poor", double("offers-three", "never")),
    ];
    let found = survey(
        &misread,
        &["--filter", "core/changes/created-with-{nulls,nested}"],
    );
    let matrix = found.matrix();
    let of = matrix.exchanged().nth(1).unwrap();
    assert_eq!(of.facts.len(), 2);
    let pair = |writer: usize, reader: usize| of.pair(writer, reader).unwrap();
    assert_eq!((pair(0, 0).same, pair(0, 0).problems.len()), (2, 0));
    let writer = (PairOutcome::WrongMetadata, Some(AtFault::Writer));
    assert_eq!(outcomes(pair(1, 0)), [writer; 2]);
    let reader = (PairOutcome::WrongMetadata, Some(AtFault::Reader));
    assert_eq!(outcomes(pair(0, 2)), [reader]);
    // Who offers no groups writes none and finds none, and is not at fault.
    assert_eq!(
        (of.writers[3].written(), of.writers[3].problems.len()),
        (0, 2)
    );
    assert_eq!(outcomes(pair(0, 3)), [(PairOutcome::Unsupported, None); 2]);
    let text = stdout(&found.output);
    assert!(
        text.contains("Who finds the nodes of whose hierarchies: 2 hierarchies"),
        "{text}"
    );
    let json: Value = serde_json::from_str(&found.json).unwrap();
    assert!(schema().is_valid(&json), "{json:#}");
    let json = found.json.replacen("\"same\": 2", "\"same\": 3", 9);
    assert!(Matrix::read(json.as_bytes()).is_err());
}

/// Every reader has a copy of its own.
#[test]
fn a_reader_that_spoils_what_it_reads_spoils_nothing_for_others() {
    let found = survey(
        &[
            ("spoiler", double("spoils-stores", "never")),
            ("after", double("", "never")),
        ],
        &["--jobs", "1"],
    );
    assert!(found.matrix().pairs.iter().all(|it| it.same == FACTS));
}

/// Who never answers is given up, with a note, and the others are surveyed all the same.
#[test]
fn who_hangs_or_dies_again_and_again_is_given_up() {
    let found = survey(
        &[
            ("hangs", double("hang", READ)),
            ("dies", double("crash", READ)),
        ],
        &["--timeout", "0.5", "--filter", "core/storage-data-types/*"],
    );
    let matrix = found.matrix();
    let of = |label: &str| {
        matrix
            .implementations
            .iter()
            .find(|it| it.label == label)
            .unwrap()
    };
    for (label, outcome) in [
        ("hangs", PairOutcome::Timeout),
        ("dies", PairOutcome::Crash),
    ] {
        let why = of(label).gave_up_reading.as_deref().unwrap();
        assert!(why.contains("times in a row without answering"), "{why}");
        assert_eq!(of(label).gave_up_writing, None);
        let told = format!("{label} was given up while reading: ");
        assert!(stdout(&found.output).contains(&told));
        let of_reader = matrix.pairs.iter().filter(|it| it.reader == label);
        let came_to = |it: PairOutcome| of_reader.clone().map(|pair| pair.came_to(it)).sum::<u64>();
        // The fifth is what ends it.
        assert_eq!(came_to(outcome), 4);
        assert!(came_to(PairOutcome::NotAsked) > 0);
        let back = found.pair(label, "reference");
        assert_eq!(back.same, matrix.facts.len() as u64);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_survey_leaves_nobody_behind() {
    let pids = Pids::new();
    let hanging = double("hang-with-a-grandchild", READ);
    let mut run = Command::new(env!("CARGO_BIN_EXE_conform"));
    run.args(arguments(&[("hangs", hanging)]))
        .args(["--timeout", "600"])
        .env("DOUBLE_PIDS", pids.path());
    let output = interrupted(run, &pids, "INT");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(stdout(&output), "");
    assert!(stderr(&output).contains("there is no matrix"));
    assert_eq!(pids.living(), Vec::<String>::new());
}

/// Also where every answer is there before the runner looks for it.
#[cfg(unix)]
#[test]
fn a_survey_of_quick_implementations_is_interrupted() {
    let found = survey(
        &[("quick", double("interrupts", READ))],
        &["--filter", "*", "--jobs", "1"],
    );
    assert_eq!(found.output.status.code(), Some(130));
    assert_eq!(stdout(&found.output), "");
    assert_eq!(found.json, "");
}

#[test]
fn the_table_is_for_people() {
    let implementations = [
        ("inverted", misreading("order-inverted")),
        ("refuses", double("always-invalid", READ)),
        ("dies", double("half-line", WRITES)),
        ("liar", double("always-ok", CREATE)),
        ("poor", double("denies", "never")),
        ("\u{1b}[31mred\n", double("", "never")),
    ];
    let found = survey(&implementations, &[]);
    let text = stdout(&found.output);
    assert!(!text.contains('\u{1b}'));
    insta::assert_snapshot!("matrix", text.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

#[test]
fn problems_are_told_up_to_a_number() {
    let wrong = [("wrong", double("reads-wrong", "never"))];
    let told = |more: &[&str]| {
        let text = stdout(&survey(&wrong, more).output);
        let problems = text.lines().filter(|it| it.starts_with("  wrong-data "));
        (problems.count(), text.matches("--all shows them").count())
    };
    assert_eq!(told(&["--most", "2"]), (2, 1));
    assert_eq!(told(&["--all"]), (3, 0));
}

fn schema() -> jsonschema::Validator {
    let text = include_str!("../../docs/schema/matrix.schema.json");
    let schema = serde_json::from_str(text).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

#[test]
fn the_json_is_of_the_schema() {
    let surveys = [
        survey(&[("inverted", misreading("order-inverted"))], &[]),
        survey(
            &[
                ("crash", double("crash", READ)),
                ("no", double("always-invalid", WRITES)),
            ],
            &[],
        ),
        survey(&[("hangs", double("hang", WRITES))], &["--timeout", "0.2"]),
        survey(
            &[("lacks", double("denies", "never"))],
            &["--edition", "3.0"],
        ),
    ];
    for found in &surveys {
        let json: Value = serde_json::from_str(&found.json).unwrap();
        if let Err(error) = schema().validate(&json) {
            panic!("{error}: {}", found.json);
        }
    }
}

/// The schema and the reader refuse what is of another form; the reader also what contradicts itself.
#[rstest]
#[case::other_format("\"format\": 1", "\"format\": 2", true, "format 2")]
#[case::unknown_member("\"suite\"", "\"sweet\"", true, "sweet")]
#[case::unknown_outcome("\"wrong-data\"", "\"wrong\"", true, "wrong")]
#[case::unknown_fault("\"at_fault\": \"reader\"", "\"at_fault\": \"user\"", true, "user")]
#[case::other_count("\"same\": 3", "\"same\": 4", false, "is not what")]
#[case::count_beyond_64_bits("\"same\": 2", "\"same\": 18446744073709551615", false, "is not what")]
#[case::other_label(
    "\"writer\": \"inverted\"",
    "\"writer\": \"other\"",
    false,
    "writers are not"
)]
#[case::truncated("]\n}\n", "", true, "not a file of conform matrix")]
fn what_is_no_matrix_is_refused(
    #[case] found: &str,
    #[case] replaced: &str,
    #[case] is_of_form: bool,
    #[case] told: &str,
) {
    let json = survey(&[("inverted", misreading("order-inverted"))], &[]).json;
    assert!(Matrix::read(json.as_bytes()).is_ok());
    assert!(json.contains(found), "{found}");
    let json = json.replacen(found, replaced, 1);
    let error = Matrix::read(json.as_bytes()).unwrap_err().to_string();
    assert!(error.contains(told), "{error}");
    let is_valid = |it: &Value| schema().is_valid(it);
    let is_valid = serde_json::from_str(&json).is_ok_and(|it| is_valid(&it));
    assert_eq!(is_valid, !is_of_form);
}

#[rstest]
#[case::nobody(&["matrix"], 2, "--impl")]
#[case::no_name(&["matrix", "--impl", "./a"], 2, "expected a name, =, and a command")]
#[case::empty_name(&["matrix", "--impl", "=./a"], 2, "expected a name")]
#[case::no_command(&["matrix", "--impl", "a="], 2, "empty command line")]
#[case::twice(&["matrix", "--impl", "a=./a", "--impl", "a=./b"], 2, "twice")]
#[case::taken(&["matrix", "--impl", "reference=./a"], 2, "built-in reference")]
#[case::no_json(&["matrix", "--impl", "a=./a", "--json", "/no/such/folder/a"], 2, "/no/such/folder/a")]
#[case::not_there(&["matrix", "--impl", "a=/no/such/program"], 3, "a: starting \"/no/such/program\"")]
#[case::no_array(&["matrix", "--impl", "a=./a", "--filter", "x/*"], 4, "no check of edition 3.1 matches the filter \"x/*\"")]
#[case::one_filter(&["matrix", "--impl", "a=./a", "--filter", "core/*", "--filter", "crc32/*"], 4, "near it: crc32c/*")]
#[case::only_chunks(&["matrix", "--impl", "a=./a", "--filter", "crc32c/*#decode"], 4, "no array or hierarchy of edition 3.1")]
#[case::no_stores(&["matrix", "--impl", "a=./a", "--edition", "draft"], 4, "no array or hierarchy of edition draft")]
#[case::no_matrix(&["report", "/no/such/events", "--matrix", "/no/such/matrix", "--html", "x"], 2, "/no/such")]
fn usage(#[case] arguments: &[&str], #[case] code: i32, #[case] told: &str) {
    let output = conform(arguments);
    assert_eq!(output.status.code(), Some(code));
    assert!(stderr(&output).contains(told), "{}", stderr(&output));
}

#[test]
fn json_on_standard_output_is_alone_there() {
    let implementation = format!("a={}", double("", "never"));
    let arguments = [
        "matrix",
        "--impl",
        &implementation,
        "--vectors",
        VECTORS,
        "--json",
        "-",
    ];
    let output = conform(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(Matrix::read(stdout(&output).as_bytes()).is_ok());
    assert!(stderr(&output).contains("written by  wrote"));
}
