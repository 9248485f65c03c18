//! Which codecs an implementation has: no implementation has to offer one, so that lacking it is
//! not a failure, and one that accepts a codec is judged in full.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use zarr_conform_runner::text::{counted, line};
use zarr_conform_runner::{CheckResult, Needs, Operation, Verdict, codec_denied};
use zarr_conform_vectors::{Fact, Level, Statement, Vectors};

/// Characters of a name in a line.
const LONGEST: usize = 60;

/// What the checks of a run show of codecs. Only those count that need the codec and that the
/// specification demands of everyone who has it: chunks of facts that hold, encoded or decoded.
#[derive(Clone, Debug, Default)]
pub struct Codecs {
    /// What the checks of a fact need, by the fact's id; the same for all runs by these vectors.
    facts: Arc<BTreeMap<String, Needs>>,
    found: BTreeMap<Used, Found>,
    denied: BTreeSet<String>,
}

/// What a check uses, of which any may be lacking.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Used {
    codecs: Vec<String>,
    data_type: Option<String>,
    operation: Operation,
}

/// What checks came to.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    passed: u64,
    failed: u64,
    unsupported: u64,
}

/// What an implementation has of one codec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodecUse {
    /// The codec.
    pub name: String,
    /// How far it is there.
    pub has: Has,
    /// Checks that were judged: those that passed or failed.
    pub judged: u64,
    /// Checks that were refused as unsupported, or that `hello` says are in vain. Where the codec is
    /// there, those for which nothing else that they need is a better reason.
    pub unsupported: u64,
}

/// How far an implementation has a codec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Has {
    /// All checks were judged that nothing else keeps from it.
    Whole,
    /// Some were judged, and some are unsupported for no other reason.
    Partly,
    /// Some were judged, and none passed.
    Fails,
    /// All are unsupported.
    Lacks {
        /// `hello` says so.
        said: bool,
    },
}

impl Has {
    /// In one word, as an answer to the question whether it is there.
    pub fn label(self) -> &'static str {
        match self {
            Self::Whole => "Yes",
            Self::Partly => "Partly",
            Self::Fails => "Not right",
            Self::Lacks { .. } => "No",
        }
    }
}

impl CodecUse {
    /// How many checks came to what, in words. How many failed is said only where all did: a check needs
    /// several codecs, and any of them may be why.
    pub fn detail(&self) -> String {
        let judged = counted(self.judged, "check");
        match self.has {
            Has::Whole => format!("{judged} judged"),
            Has::Partly => format!(
                "{judged} judged, {} refused as unsupported",
                self.unsupported
            ),
            Has::Fails => format!("fails all of {judged}"),
            Has::Lacks { said: true } => "says so".to_owned(),
            Has::Lacks { said: false } => {
                let refused = counted(self.unsupported, "check");
                format!("refuses {refused} as unsupported")
            }
        }
    }
}

impl Codecs {
    /// For results of checks of these vectors; of others, nothing is known.
    pub fn of(vectors: &Vectors) -> Self {
        let facts = vectors.facts().iter().filter(|it| is_coded(it, vectors));
        let facts = facts.map(|it| (it.id.clone(), Needs::of(it, vectors)));
        Self {
            facts: Arc::new(facts.collect()),
            ..Self::default()
        }
    }

    /// Whether chunks of a fact that holds are encoded by a codec.
    pub fn is_used(&self, fact: &str, codec: &str) -> bool {
        let needs = self.facts.get(fact);
        needs.is_some_and(|needs| needs.codecs.iter().any(|it| it == codec))
    }

    /// Whether a check shows something of a codec.
    pub fn is_about(&self, result: &CheckResult, codec: &str) -> bool {
        let needs = self.needs(result);
        needs.is_some_and(|needs| needs.codecs.iter().any(|it| it == codec))
    }

    /// Takes note of a result.
    pub fn note(&mut self, result: &CheckResult) {
        let Some(needs) = self.needs(result) else {
            return;
        };
        let used = Used {
            codecs: needs.codecs.clone(),
            data_type: needs.data_type.clone(),
            operation: result.operation,
        };
        let found = self.found.entry(used).or_default();
        match &result.verdict {
            Verdict::Pass { .. } => found.passed += 1,
            Verdict::Fail(_) | Verdict::Flaky { .. } => found.failed += 1,
            Verdict::Unsupported { message } => {
                found.unsupported += 1;
                self.denied.extend(codec_denied(message).map(str::to_owned));
            }
            Verdict::Skipped { .. } | Verdict::Behaviour { .. } => {}
        }
    }

    /// What the check of a result needs, where it shows something of a codec. Opening an array is
    /// left out, since codecs may be looked for with the first chunk.
    fn needs(&self, result: &CheckResult) -> Option<&Needs> {
        let is_coding = match result.operation {
            Operation::Read
            | Operation::Write
            | Operation::Update
            | Operation::Create
            | Operation::Encode
            | Operation::Decode => true,
            Operation::Open
            | Operation::Grid
            | Operation::Border
            | Operation::Node
            | Operation::Children
            | Operation::Walk
            | Operation::Change
            | Operation::Other => false,
        };
        if !is_coding || result.level != Level::Must {
            return None;
        }
        self.facts.get(result.check.fact().as_str())
    }

    /// What there is of each codec of which something is known, by name.
    pub fn table(&self) -> Vec<CodecUse> {
        let lacking = self.lacking();
        let refused = self.refused(&lacking);
        let names: BTreeSet<&String> = self.found.keys().flat_map(|it| &it.codecs).collect();
        let row = |name: &String| {
            let codec = Thing::Codec(name);
            let [judged, failed, unsupported] = self.counts(&codec);
            let refused = refused.get(&codec).copied().unwrap_or(0);
            let (has, unsupported) = match (lacking.contains(&codec), judged, refused) {
                (true, ..) => {
                    let said = self.denied.contains(name);
                    (Has::Lacks { said }, unsupported)
                }
                (false, 0, _) => return None,
                (false, ..) if judged == failed => (Has::Fails, refused),
                (false, _, 0) => (Has::Whole, 0),
                (false, _, refused) => (Has::Partly, refused),
            };
            Some(CodecUse {
                name: name.clone(),
                has,
                judged,
                unsupported,
            })
        };
        names.into_iter().filter_map(row).collect()
    }

    /// How many checks that need a thing were judged, how many of them failed, and how many are
    /// unsupported.
    fn counts(&self, thing: &Thing<'_>) -> [u64; 3] {
        let needing = self.found.iter().filter(|(used, _)| used.needs(thing));
        needing.fold([0; 3], |[judged, failed, unsupported], (_, it)| {
            [
                judged + it.passed + it.failed,
                failed + it.failed,
                unsupported + it.unsupported,
            ]
        })
    }

    /// What all checks that need it are unsupported for.
    fn lacking(&self) -> BTreeSet<Thing<'_>> {
        let things = self.found.keys().flat_map(Used::things);
        let is_lacking = |it: &Thing<'_>| matches!(self.counts(it), [0, _, 1..=u64::MAX]);
        things.filter(is_lacking).collect()
    }

    /// How many checks are unsupported for each thing that is there in part. Each check counts once:
    /// for the thing of which the greatest share is unsupported.
    fn refused<'a>(&'a self, lacking: &BTreeSet<Thing<'a>>) -> BTreeMap<Thing<'a>, u64> {
        let unsupported = self.found.iter().filter(|(_, it)| it.unsupported > 0);
        let mut left: Vec<(&Used, u64)> = unsupported
            .filter(|(used, _)| !lacking.iter().any(|it| used.needs(it)))
            .map(|(used, it)| (used, it.unsupported))
            .collect();
        let mut refused = BTreeMap::new();
        while !left.is_empty() {
            let mut sums: BTreeMap<Thing<'_>, u64> = BTreeMap::new();
            for (used, unsupported) in &left {
                for thing in used.things() {
                    *sums.entry(thing).or_default() += unsupported;
                }
            }
            let shares = sums.into_iter().map(|(thing, sum)| {
                let [judged, _, unsupported] = self.counts(&thing);
                (thing, sum, judged + unsupported)
            });
            // Of equal shares, that of the thing that fewer checks need.
            let greatest = shares.max_by(|(_, sum, all), (_, other_sum, other_all)| {
                let shares = (sum * other_all).cmp(&(other_sum * all));
                shares.then(other_all.cmp(all))
            });
            let Some((thing, sum, _)) = greatest else {
                break;
            };
            refused.insert(thing, sum);
            left.retain(|(used, _)| !used.needs(&thing));
        }
        refused
    }

    /// Which codecs are lacking or there in part, in one line; nothing where none is, or nothing is
    /// known.
    pub fn line(&self) -> Option<String> {
        let table = self.table();
        let listed = |is: &dyn Fn(&CodecUse) -> Option<String>| -> Option<String> {
            let listed: Vec<String> = table.iter().filter_map(is).collect();
            (!listed.is_empty()).then(|| listed.join(", "))
        };
        let whole = listed(&|it| (it.has == Has::Whole).then(|| name(it)));
        let partly = listed(&|it| {
            let checks = counted(it.judged + it.unsupported, "check");
            let unsupported = it.unsupported;
            (it.has == Has::Partly)
                .then(|| format!("{} ({unsupported} of {checks} unsupported)", name(it)))
        });
        let lacking = listed(&|it| match it.has {
            Has::Lacks { said: true } => Some(format!("{} (hello says so)", name(it))),
            Has::Lacks { said: false } => Some(name(it)),
            Has::Whole | Has::Partly | Has::Fails => None,
        });
        let fails = listed(&|it| (it.has == Has::Fails).then(|| name(it)));
        if partly.is_none() && lacking.is_none() {
            return None;
        }
        let parts = [
            ("has ", whole),
            ("partly ", partly),
            ("fails all of ", fails),
            ("lacks ", lacking),
        ];
        let parts = parts
            .into_iter()
            .filter_map(|(verb, them)| Some(verb.to_owned() + &them?));
        Some(format!("codecs: {}", parts.collect::<Vec<_>>().join("; ")))
    }
}

fn name(of: &CodecUse) -> String {
    line(&of.name, LONGEST)
}

/// Something that may be lacking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Thing<'a> {
    Codec(&'a str),
    DataType(&'a str),
    Operation(Operation),
}

impl Used {
    fn things(&self) -> impl Iterator<Item = Thing<'_>> {
        let codecs = self.codecs.iter().map(|it| Thing::Codec(it));
        let data_type = self.data_type.as_deref().map(Thing::DataType);
        codecs
            .chain(data_type)
            .chain([Thing::Operation(self.operation)])
    }

    fn needs(&self, thing: &Thing<'_>) -> bool {
        self.things().any(|it| it == *thing)
    }
}

/// Whether a fact holds and has chunks that its codecs encode.
fn is_coded(fact: &Fact, vectors: &Vectors) -> bool {
    match &fact.statement {
        Statement::Chunk(it) => it.claim.holds().is_some(),
        Statement::Representation(it) => it.claim.holds().is_some(),
        // Where no chunk is stored, nothing is decoded.
        Statement::Array(it) => {
            it.claim.holds().is_some() && vectors.store(fact).is_some_and(|store| store.len() > 1)
        }
        Statement::BadChunk(_)
        | Statement::Grid(_)
        | Statement::Metadata(_)
        | Statement::Hierarchy(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zarr_conform_runner::{Failure, FailureKind};

    /// A run by facts that need these data types and codecs.
    fn codecs(facts: &[(&str, &str, &[&str])]) -> Codecs {
        let fact = |(id, data_type, codecs): &(&str, &str, &[&str])| {
            let needs = Needs {
                data_type: Some((*data_type).to_owned()),
                codecs: codecs.iter().map(|it| (*it).to_owned()).collect(),
            };
            ((*id).to_owned(), needs)
        };
        Codecs {
            facts: Arc::new(facts.iter().map(fact).collect()),
            ..Codecs::default()
        }
    }

    fn result(check: &str, operation: Operation, verdict: Verdict) -> CheckResult {
        CheckResult {
            check: check.into(),
            operation,
            level: Level::Must,
            concern: zarr_conform_runner::Concern::RightData,
            requirements: Vec::new(),
            premise: None,
            comment: String::new(),
            verdict,
            input: None,
        }
    }

    fn unsupported(message: &str) -> Verdict {
        Verdict::Unsupported {
            message: message.to_owned(),
        }
    }

    fn failed() -> Verdict {
        Verdict::Fail(Box::new(Failure::new(FailureKind::WrongData, "1", "2")))
    }

    fn told(codecs: &Codecs) -> Vec<(String, &'static str, String)> {
        let rows = codecs.table().into_iter();
        rows.map(|it| (it.name.clone(), it.has.label(), it.detail()))
            .collect()
    }

    fn row(name: &str, label: &'static str, detail: &str) -> (String, &'static str, String) {
        (name.to_owned(), label, detail.to_owned())
    }

    #[test]
    fn a_codec_is_there_in_part_or_lacking() {
        let mut found = codecs(&[
            ("b/t/plain", "int16", &["bytes"]),
            ("g/t/gzip", "int16", &["bytes", "gzip"]),
            ("g/t/members", "int16", &["bytes", "gzip"]),
            ("x/t/xz", "int16", &["bytes", "xz"]),
            ("o/t/blosc", "int16", &["bytes", "blosc"]),
        ]);
        for (check, verdict) in [
            ("b/t/plain#read", Verdict::passed()),
            ("b/t/plain#write", failed()),
            ("g/t/gzip#read", Verdict::passed()),
            ("g/t/members#read", unsupported("several members")),
            (
                "x/t/xz#read",
                unsupported("hello: codec xz is not supported"),
            ),
            ("o/t/blosc#read", unsupported("no blosc")),
        ] {
            let operation = if check.ends_with("read") {
                Operation::Read
            } else {
                Operation::Write
            };
            found.note(&result(check, operation, verdict));
        }
        let expected = [
            row("blosc", "No", "refuses 1 check as unsupported"),
            row("bytes", "Yes", "3 checks judged"),
            row("gzip", "Partly", "1 check judged, 1 refused as unsupported"),
            row("xz", "No", "says so"),
        ];
        assert_eq!(told(&found), expected);
        let line = "codecs: has bytes; partly gzip (1 of 2 checks unsupported); lacks blosc, xz (hello says so)";
        assert_eq!(found.line().as_deref(), Some(line));
    }

    /// What is refused for another codec, for a data type or for an operation says nothing of a codec.
    #[test]
    fn a_codec_is_whole_where_something_else_is_lacking() {
        let mut found = codecs(&[
            ("g/t/gzip", "int16", &["bytes", "gzip"]),
            ("g/t/complex", "complex64", &["bytes", "gzip"]),
            ("g/t/checksum", "int16", &["bytes", "gzip", "crc32c"]),
        ]);
        for (check, operation, verdict) in [
            ("g/t/gzip#read", Operation::Read, Verdict::passed()),
            ("g/t/gzip#create", Operation::Create, unsupported("no")),
            ("g/t/complex#read", Operation::Read, unsupported("no")),
            ("g/t/checksum#read", Operation::Read, unsupported("no")),
        ] {
            found.note(&result(check, operation, verdict));
        }
        let expected = [
            row("bytes", "Yes", "1 check judged"),
            row("crc32c", "No", "refuses 1 check as unsupported"),
            row("gzip", "Yes", "1 check judged"),
        ];
        assert_eq!(told(&found), expected);
        let line = "codecs: has bytes, gzip; lacks crc32c";
        assert_eq!(found.line().as_deref(), Some(line));
    }

    /// Of what is refused in part, each check counts for one reason.
    #[test]
    fn one_codec_in_part_does_not_make_others_so() {
        let mut found = codecs(&[
            ("a/t/plain", "int16", &["transpose", "bytes"]),
            ("x/t/xz", "int16", &["bytes", "xz"]),
            ("x/t/more", "int16", &["bytes", "xz"]),
            ("x/t/frames", "int16", &["transpose", "bytes", "xz"]),
            ("c/t/sum", "int16", &["bytes", "crc32c"]),
            ("c/t/sums", "int16", &["bytes", "xz", "crc32c"]),
            ("c/t/wide", "float64", &["bytes", "crc32c"]),
            ("w/t/wide", "float64", &["bytes"]),
        ]);
        let is_refused = |check: &str| ["x/t/frames", "c/t/sums", "c/t/wide"].contains(&check);
        let checks: Vec<String> = found.facts.keys().cloned().collect();
        for check in checks {
            let verdict = if is_refused(&check) {
                unsupported("no")
            } else {
                Verdict::passed()
            };
            found.note(&result(&format!("{check}#read"), Operation::Read, verdict));
        }
        let expected = [
            row("bytes", "Yes", "5 checks judged"),
            row(
                "crc32c",
                "Partly",
                "1 check judged, 2 refused as unsupported",
            ),
            row(
                "transpose",
                "Partly",
                "1 check judged, 1 refused as unsupported",
            ),
            row("xz", "Yes", "2 checks judged"),
        ];
        assert_eq!(told(&found), expected);
    }

    #[test]
    fn a_codec_with_which_nothing_is_right_is_told_apart() {
        let mut found = codecs(&[
            ("b/t/plain", "int16", &["bytes"]),
            ("g/t/gzip", "int16", &["bytes", "gzip"]),
        ]);
        found.note(&result(
            "b/t/plain#read",
            Operation::Read,
            Verdict::passed(),
        ));
        found.note(&result("g/t/gzip#read", Operation::Read, failed()));
        let expected = [
            row("bytes", "Yes", "2 checks judged"),
            row("gzip", "Not right", "fails all of 1 check"),
        ];
        assert_eq!(told(&found), expected);
        assert_eq!(found.line(), None, "failures are reported as such");
    }

    #[test]
    fn nothing_is_said_of_what_shows_no_codec() {
        let mut found = codecs(&[("g/t/gzip", "int16", &["gzip"])]);
        let refused = || unsupported("no");
        found.note(&result("g/t/gzip#open", Operation::Open, refused()));
        found.note(&result("g/t/other#read", Operation::Read, refused()));
        let advice = result("g/t/gzip#read", Operation::Read, refused());
        found.note(&CheckResult {
            level: Level::Should,
            ..advice
        });
        assert_eq!((told(&found), found.line()), (Vec::new(), None));
        found.note(&result("g/t/gzip#read", Operation::Read, Verdict::passed()));
        assert_eq!(told(&found), [row("gzip", "Yes", "1 check judged")]);
        assert_eq!(found.line(), None, "there is nothing to report");
    }
}
