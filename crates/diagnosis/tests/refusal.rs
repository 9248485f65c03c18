//! What must be refused may be refused as late as the first chunk is read, and by every operation that
//! would give data or store any: judged with libraries that look at codecs late, or in some places only.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]
#![expect(
    clippy::disallowed_methods,
    reason = "the order of files does not matter to a copy"
)]

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use zarr_conform_diagnosis::Reference;
use zarr_conform_protocol::subject::{
    InProcess, Launcher, NoResult, Operations, StartError, Stop, Subject,
};
use zarr_conform_protocol::{Decoded, Done, Hello, Node, Opened, Read, Refusal, ask};
use zarr_conform_runner::{
    CheckResult, Consumer, Event, FailureKind, Filter, Operation, ReferenceReader, Run, Selection,
    Verdict,
};
use zarr_conform_terms::{Edition, NodeType};
use zarr_conform_vectors::{Claim, Statement, Vectors};

/// How an operation looks at codecs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Looks {
    /// As the specification says.
    Always,
    /// Where a chunk is stored.
    AtChunks,
    /// Never: every list of codecs is one of `bytes` alone.
    Never,
    /// It refuses whatever it is given.
    Refuses,
    /// It refuses to read chunks, and gives the fill value where none is stored.
    RefusesChunks,
    /// It is not offered.
    NotOffered,
}

use Looks::{Always, AtChunks, Never, NotOffered, Refuses, RefusesChunks};

/// A library that looks at codecs and additional members in some operations only. All that it does
/// is what the reference does with the document, or with one in which there is nothing wrong.
#[derive(Clone)]
struct Library {
    open: Looks,
    read: Looks,
    write: Looks,
    decode: Looks,
}

/// A library that offers nothing.
const NOTHING: Library = Library {
    open: NotOffered,
    read: NotOffered,
    write: NotOffered,
    decode: NotOffered,
};

/// The members that array metadata may have.
const MEMBERS: [&str; 10] = [
    "zarr_format",
    "node_type",
    "shape",
    "data_type",
    "chunk_grid",
    "chunk_key_encoding",
    "fill_value",
    "codecs",
    "attributes",
    "dimension_names",
];

impl Library {
    fn reference() -> Reference {
        Reference::new(Edition::default())
    }

    /// The store that the reference is asked about in place of this one.
    fn store(looks: Looks, store: &str) -> Result<Store, NoResult> {
        let has_chunks = std::fs::read_dir(store).unwrap().count() > 1;
        let is_plain = match looks {
            Always => false,
            AtChunks => !has_chunks,
            RefusesChunks if has_chunks => return Err(refused()),
            Never | RefusesChunks => true,
            Refuses | NotOffered => return Err(refused()),
        };
        let text = std::fs::read(Path::new(store).join("zarr.json")).unwrap();
        let document = serde_json::from_slice::<Value>(&text).ok();
        let Some(Value::Object(mut members)) = document.filter(|_| is_plain) else {
            return Ok(Store::Itself(store.to_owned()));
        };
        members.retain(|name, _| MEMBERS.contains(&name.as_str()));
        members.insert("codecs".to_owned(), plain_codecs());
        let copy = tempfile::tempdir().unwrap();
        copy_chunks(Path::new(store), copy.path());
        let document = Value::Object(members).to_string();
        std::fs::write(copy.path().join("zarr.json"), document).unwrap();
        Ok(Store::Copy(copy))
    }
}

fn plain_codecs() -> Value {
    json!([{"name": "bytes", "configuration": {"endian": "little"}}])
}

fn refused() -> NoResult {
    NoResult::Refused(Refusal::unsupported("this library refuses it"))
}

fn copy_chunks(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            std::fs::create_dir(&to).unwrap();
            copy_chunks(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), &to).unwrap();
        }
    }
}

enum Store {
    Itself(String),
    Copy(tempfile::TempDir),
}

impl Store {
    fn path(&self) -> String {
        match self {
            Self::Itself(path) => path.clone(),
            Self::Copy(folder) => folder.path().to_string_lossy().into_owned(),
        }
    }
}

impl Operations for Library {
    fn hello(&self) -> Hello {
        let operations = [
            ("open", self.open),
            ("read", self.read),
            ("write", self.write),
            ("decode", self.decode),
        ];
        let offered = operations.iter().filter(|it| it.1 != NotOffered);
        let offered: Vec<&str> = offered.map(|it| it.0).collect();
        let mut hello = Self::reference().offering(&offered).hello();
        hello.files = false;
        hello
    }

    fn open(&mut self, asked: &ask::Open) -> Result<Opened, NoResult> {
        let store = Self::store(self.open, &asked.store)?;
        Self::reference().open(&ask::Open {
            store: store.path(),
            ..asked.clone()
        })
    }

    fn read(&mut self, asked: &ask::Read) -> Result<Read, NoResult> {
        let store = Self::store(self.read, &asked.store)?;
        Self::reference().read(&ask::Read {
            store: store.path(),
            ..asked.clone()
        })
    }

    fn write(&mut self, asked: &ask::Write) -> Result<Done, NoResult> {
        let store = Self::store(self.write, &asked.store)?;
        Self::reference().write(&ask::Write {
            store: store.path(),
            ..asked.clone()
        })
    }

    fn decode(&mut self, asked: &ask::Decode) -> Result<Decoded, NoResult> {
        let mut asked = asked.clone();
        match self.decode {
            Always | AtChunks => {}
            Never => asked.codecs = plain_codecs().as_array().unwrap().clone().into(),
            Refuses | RefusesChunks | NotOffered => return Err(refused()),
        }
        Self::reference().decode(&asked)
    }
}

impl Launcher for Library {
    fn launch(&self) -> Result<Box<dyn Subject>, StartError> {
        Ok(Box::new(InProcess::new(self.clone())))
    }
}

#[derive(Default)]
struct Results(Vec<CheckResult>);

impl Consumer for Results {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        if let Event::CheckFinished(result) = event {
            self.0.push((**result).clone());
        }
        Ok(())
    }
}

/// The results of the checks whose ids match one of the globs.
fn judge(library: &Library, globs: &[&str]) -> Vec<CheckResult> {
    let filters = globs.iter().map(|it| Filter::parse(it).unwrap());
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let run = Run {
        selection: Selection {
            filters: filters.collect(),
            ..Selection::default()
        },
        ..run(&vectors, library)
    };
    let mut results = Results::default();
    run.run(&mut [&mut results]).unwrap();
    results.0
}

fn verdict(library: &dyn Launcher, check: &str) -> Verdict {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let mut results = Results::default();
    let fact = check.split_once('#').unwrap().0;
    let run = run(&vectors, library);
    run.run_fact(fact, &mut [&mut results]).unwrap();
    let mut results = results.0.into_iter();
    results.find(|it| *it.check == *check).unwrap().verdict
}

fn run<'a>(vectors: &'a Vectors, library: &'a dyn Launcher) -> Run<'a> {
    Run {
        vectors,
        launcher: library,
        reader: &ReferenceReader,
        edition: None,
        selection: Selection::default(),
        jobs: NonZeroUsize::MIN,
        timeout: Duration::from_secs(60),
        explain: None,
        describe_passes: false,
        isolated: Vec::new(),
        keep: None,
        vectors_sha256: String::new(),
        seed: 0,
        memory: None,
        stop: Stop::default(),
    }
}

fn is_accepted_invalid(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Fail(it) if it.kind == FailureKind::AcceptedInvalid)
}

/// Facts that are about codecs.
const ABOUT_CODECS: [&str; 4] = [
    "core/array-metadata-codecs/*",
    "core/codec-lists/*",
    "transpose/orders/*",
    "bytes/configuration/*",
];

/// The verdicts on opening what readers must refuse for its codecs.
fn judge_refused_codecs(library: &Library) -> Vec<(String, Verdict)> {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let results = judge(library, &ABOUT_CODECS).into_iter();
    let is_refused = |it: &CheckResult| {
        let fact = it.check.fact().to_string();
        let fact = vectors.fact(&fact).unwrap();
        let binds_readers = fact.binds.is_everybody() && fact.statement.refused().is_some();
        it.operation == Operation::Open && binds_readers
    };
    let refused = results.filter(is_refused);
    let verdicts: Vec<_> = refused
        .map(|it| (it.check.to_string(), it.verdict))
        .collect();
    assert!(verdicts.len() > 100, "{}", verdicts.len());
    verdicts
}

#[test]
fn who_looks_at_codecs_with_the_first_chunk_is_not_blamed() {
    let lazy = Library {
        open: Never,
        read: AtChunks,
        ..NOTHING
    };
    for (check, verdict) in judge_refused_codecs(&lazy) {
        match &verdict {
            Verdict::Pass {
                refusal: Some(it), ..
            } if it.late => {
                assert_eq!(it.operation, Operation::Read, "{check}");
            }
            verdict => panic!("{check}: {verdict:?}"),
        }
    }
}

/// Whether the refusal says nothing, since the valid twin was refused, too.
fn proves_nothing(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Skipped { reason } if reason.to_string().contains("valid twin"))
}

/// Who takes every codec list for `bytes` cannot read a compressed chunk either.
#[test]
fn who_never_looks_at_codecs_is_blamed() {
    let blind = Library {
        open: Never,
        read: Never,
        write: Never,
        ..NOTHING
    };
    let mut proves_nothing = 0;
    for (check, verdict) in judge_refused_codecs(&blind) {
        if self::proves_nothing(&verdict) {
            proves_nothing += 1;
        } else {
            assert!(is_accepted_invalid(&verdict), "{check}: {verdict:?}");
        }
    }
    assert!(proves_nothing < 25, "{proves_nothing}");
    let reading = Library {
        write: NotOffered,
        ..blind
    };
    for (check, verdict) in judge_refused_codecs(&reading) {
        let is_so = is_accepted_invalid(&verdict) || self::proves_nothing(&verdict);
        assert!(is_so, "{check}: {verdict:?}");
    }
}

/// A refusal by one operation excuses no other.
#[test]
fn each_answer_counts_for_itself() {
    let check = "transpose/orders/booleans#open";
    for (open, read, write, is_blamed) in [
        (Always, Always, Always, false),
        (Never, Always, Always, false),
        (Never, Always, NotOffered, false),
        (Never, Never, Always, true),
        (Never, Never, Refuses, true),
        (Always, Never, Refuses, true),
        (Always, Never, NotOffered, true),
        (Always, Always, Never, true),
        (Never, Always, Never, true),
        (Never, NotOffered, Always, false),
        (Never, NotOffered, Never, true),
    ] {
        let library = Library {
            open,
            read,
            write,
            ..NOTHING
        };
        let verdict = verdict(&library, check);
        let case = format!("{open:?}, {read:?}, {write:?}: {verdict:?}");
        assert_eq!(is_accepted_invalid(&verdict), is_blamed, "{case}");
        let is_pass = matches!(verdict, Verdict::Pass { .. });
        assert_eq!(is_pass, !is_blamed, "{case}");
    }
}

/// Where the text says that opening fails, refusing to read does not make up for opening, and
/// refusing to open does not excuse reading.
#[test]
fn what_must_not_be_opened_must_not_be_read_either() {
    let check = "core/array-metadata-additional-fields/number#open";
    for (open, read, is_blamed) in [
        (Always, Always, false),
        (Never, Always, true),
        (Never, AtChunks, true),
        (Always, Never, true),
        (Never, Never, true),
    ] {
        let library = Library {
            open,
            read,
            ..NOTHING
        };
        let verdict = verdict(&library, check);
        let case = format!("{open:?}, {read:?}: {verdict:?}");
        assert_eq!(is_accepted_invalid(&verdict), is_blamed, "{case}");
    }
}

/// A refusal at reading is worth what reading the twin with the same chunks comes to.
#[test]
fn refusing_every_chunk_proves_nothing() {
    for read in [Refuses, RefusesChunks] {
        let library = Library {
            open: Never,
            read,
            ..NOTHING
        };
        for check in [
            "transpose/orders/booleans#open",
            "core/array-metadata-codecs/codecs-null#open",
        ] {
            let verdict = verdict(&library, check);
            let case = format!("{read:?}, {check}: {verdict:?}");
            assert!(!matches!(verdict, Verdict::Pass { .. }), "{case}");
        }
    }
}

#[test]
fn refused_codec_lists_are_asked_of_who_only_decodes() {
    let decoding = |decode| Library { decode, ..NOTHING };
    let check = "transpose/orders/booleans#decode";
    let looking = verdict(&decoding(Always), check);
    assert!(
        matches!(
            looking,
            Verdict::Pass {
                refusal: Some(_),
                ..
            }
        ),
        "{looking:?}"
    );
    assert!(is_accepted_invalid(&verdict(&decoding(Never), check)));
    let refusing = verdict(&decoding(Refuses), check);
    assert!(!matches!(refusing, Verdict::Pass { .. }), "{refusing:?}");
}

/// Requirements whose sentences say that opening fails.
const OPENING_FAILS: [&str; 1] = ["extension.must-understand"];

#[test]
fn facts_that_forgive_no_opening_cite_a_sentence_that_says_so() {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let mut at_open = 0;
    for fact in vectors.facts() {
        if let Statement::Metadata(metadata) = &fact.statement
            && let Claim::Refused { why } = &metadata.claim
            && why.at_open
        {
            let mut cited = fact.requirements.iter();
            let says_so = cited.any(|id| OPENING_FAILS.contains(&id.as_str()));
            assert!(says_so, "{}: {:?}", fact.id, fact.requirements);
            at_open += 1;
        }
    }
    assert!(at_open > 0);
}

/// A library that creates no group, and may still spoil the root.
#[derive(Clone)]
struct CreatesNothing {
    spoils: bool,
}

impl Operations for CreatesNothing {
    fn hello(&self) -> Hello {
        Library::reference()
            .offering(&["create_group", "path"])
            .hello()
    }

    fn create_group(&mut self, asked: &ask::Attributes) -> Result<Done, NoResult> {
        if self.spoils {
            std::fs::write(Path::new(&asked.store).join("zarr.json"), "{}").unwrap();
        }
        Err(NoResult::Refused(Refusal::invalid("there is no /a")))
    }
}

impl Launcher for CreatesNothing {
    fn launch(&self) -> Result<Box<dyn Subject>, StartError> {
        Ok(Box::new(InProcess::new(self.clone())))
    }
}

/// No sentence orders that a change succeeds; whatever is refused, nothing may be lost.
#[test]
fn a_change_may_be_refused() {
    let change = "core/changes/group-of-two-levels#change";
    let refused = verdict(&CreatesNothing { spoils: false }, change);
    assert!(
        matches!(refused, Verdict::Unsupported { .. }),
        "{refused:?}"
    );
    let spoilt = verdict(&CreatesNothing { spoils: true }, change);
    assert!(
        matches!(&spoilt, Verdict::Fail(it) if it.kind == FailureKind::WrongMetadata),
        "{spoilt:?}"
    );
}

/// Hands out the attributes of the root as its document has them, whatever they are.
struct GivesAnyAttributes;

impl Operations for GivesAnyAttributes {
    fn hello(&self) -> Hello {
        Library::reference().offering(&["node"]).hello()
    }

    fn node(&mut self, asked: &ask::Node) -> Result<Node, NoResult> {
        let document = Path::new(&asked.store).join("zarr.json");
        let document = std::fs::read(document).map_err(|_| refused())?;
        let document: Value = serde_json::from_slice(&document).map_err(|_| refused())?;
        Ok(Node {
            node_type: NodeType::Group,
            attributes: document.get("attributes").cloned(),
        })
    }
}

impl Launcher for GivesAnyAttributes {
    fn launch(&self) -> Result<Box<dyn Subject>, StartError> {
        Ok(Box::new(InProcess::new(Self)))
    }
}

/// That attributes are an object is demanded of writers; what an object holds must be given as it is.
#[test]
fn a_reader_may_give_attributes_that_are_no_object() {
    let judged = |fact: &str| verdict(&GivesAnyAttributes, &format!("core/{fact}#node"));
    for value in ["true", "one", "empty-string", "empty-list"] {
        let verdict = judged(&format!("group-members-enumerated/attributes-{value}"));
        let Verdict::Behaviour { readings, .. } = &verdict else {
            panic!("{value}: {verdict:?}");
        };
        assert_eq!(readings.len(), 1, "{value}: {verdict:?}");
    }
    let valid = judged("group-members-enumerated/all");
    assert!(matches!(valid, Verdict::Pass { .. }), "{valid:?}");
    let null = judged("group-members-enumerated/attributes-null");
    assert!(matches!(null, Verdict::Behaviour { .. }), "{null:?}");
}

/// Writes the documents of groups itself, each with an attribute of its own.
struct Stamps {
    keeps_what_is_given: bool,
}

impl Operations for Stamps {
    fn hello(&self) -> Hello {
        Library::reference()
            .offering(&["create_group", "set_attributes", "path"])
            .hello()
    }

    fn create_group(&mut self, asked: &ask::Attributes) -> Result<Done, NoResult> {
        let mut attributes = json!({"stamp": 1});
        if self.keeps_what_is_given {
            let given = asked.attributes.clone();
            attributes.as_object_mut().unwrap().extend(given);
        }
        let document = json!({"zarr_format": 3, "node_type": "group", "attributes": attributes});
        let folder = Path::new(&asked.store).join(asked.path.trim_start_matches('/'));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("zarr.json"), document.to_string()).unwrap();
        Ok(Done {})
    }

    fn set_attributes(&mut self, asked: &ask::Attributes) -> Result<Done, NoResult> {
        self.create_group(asked)
    }
}

impl Launcher for Stamps {
    fn launch(&self) -> Result<Box<dyn Subject>, StartError> {
        let keeps_what_is_given = self.keeps_what_is_given;
        Ok(Box::new(InProcess::new(Self {
            keeps_what_is_given,
        })))
    }
}

/// No sentence keeps a library from adding attributes to groups whose documents it writes; those that are given stay.
#[test]
fn who_adds_attributes_to_groups_passes() {
    let judged = |keeps_what_is_given, fact| {
        let library = Stamps {
            keeps_what_is_given,
        };
        verdict(&library, &format!("core/changes/{fact}#change"))
    };
    for fact in [
        "root-group",
        "group-below-the-root",
        "created-with-nested",
        "attributes-replaced",
    ] {
        let verdict = judged(true, fact);
        assert!(
            matches!(verdict, Verdict::Pass { .. }),
            "{fact}: {verdict:?}"
        );
    }
    let lost = judged(false, "created-with-nested");
    assert!(matches!(lost, Verdict::Fail(_)), "{lost:?}");
}
