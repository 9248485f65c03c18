//! Verdicts on implementations that differ from the reference in one answer, by the vectors of the
//! suite: what counts as a failure, and what does not.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use zarr_conform_diagnosis::Reference;
use zarr_conform_protocol::subject::{
    Fault, Launcher, NoResult, StartError, Stop, Subject, perform,
};
use zarr_conform_protocol::{Answer, Ask, Refusal, RefusalKind, Request};
use zarr_conform_runner::{
    CheckResult, Consumer, Event, FailureKind, Filter, ReferenceReader, Run, Selection, Summary,
    Verdict,
};
use zarr_conform_terms::Edition;

/// What an implementation makes of the answer of the reference.
type Change = fn(&Ask, Result<Value, Refusal>) -> Result<Value, Refusal>;

/// The reference, with other answers.
struct Double {
    reference: Reference,
    change: Change,
    answers: VecDeque<Answer>,
}

impl Subject for Double {
    fn send(&mut self, request: &Request) -> Result<(), Fault> {
        let answered = match perform(&mut self.reference, &request.ask) {
            Ok(ok) => Ok(ok),
            Err(NoResult::Refused(refusal)) => Err(refusal),
            Err(NoResult::Bug(bug)) => panic!("{bug}"),
        };
        let (ok, error) = match (self.change)(&request.ask, answered) {
            Ok(ok) => (Some(ok), None),
            Err(refusal) => (None, Some(refusal)),
        };
        let id = request.id;
        self.answers.push_back(Answer {
            id,
            ok,
            error,
            crash: None,
        });
        Ok(())
    }

    fn receive(&mut self, _deadline: Instant, _stop: &Stop) -> Result<Answer, Fault> {
        let answer = self.answers.pop_front();
        answer.ok_or_else(|| Fault::protocol("no request was sent"))
    }
}

struct Doubles(Change);

impl Launcher for Doubles {
    fn launch(&self) -> Result<Box<dyn Subject>, StartError> {
        Ok(Box::new(Double {
            reference: Reference::new(Edition::default()),
            change: self.0,
            answers: VecDeque::new(),
        }))
    }
}

#[derive(Default)]
struct Judged {
    results: BTreeMap<String, CheckResult>,
    summary: Summary,
}

impl Consumer for Judged {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::CheckFinished(result) => {
                let result = (**result).clone();
                self.results.insert(result.check.to_string(), result);
            }
            Event::Finished(summary) => self.summary = summary.clone(),
            Event::Started(_) | Event::Diagnosed(_) => {}
        }
        Ok(())
    }
}

impl Judged {
    fn name(&self, check: &str) -> &'static str {
        self.results[check].verdict.name()
    }

    fn is_required(&self, check: &str) -> bool {
        self.results[check].is_required()
    }
}

/// Judges the checks that match a glob.
fn judge(filter: &str, change: Change) -> Judged {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let mut judged = Judged::default();
    let selection = Selection {
        filters: filter
            .split(' ')
            .map(|it| Filter::parse(it).unwrap())
            .collect(),
        ..Selection::default()
    };
    let run = Run {
        vectors: &vectors,
        launcher: &Doubles(change),
        reader: &ReferenceReader,
        edition: Some(Edition::default()),
        selection,
        jobs: NonZeroUsize::MIN,
        timeout: Duration::from_secs(600),
        explain: None,
        describe_passes: false,
        isolated: Vec::new(),
        keep: None,
        vectors_sha256: String::new(),
        seed: 1,
        memory: None,
        stop: Stop::default(),
    };
    run.run(&mut [&mut judged]).unwrap();
    judged
}

/// Changes a member of what is answered.
fn with(
    answered: Result<Value, Refusal>,
    member: &str,
    change: impl FnOnce(&Value) -> Value,
) -> Result<Value, Refusal> {
    answered.map(|mut ok| {
        if let Some(value) = ok.get_mut(member) {
            *value = change(value);
        }
        ok
    })
}

/// The last element, or its last byte, is another.
fn wrong_end(elements: &Value) -> Value {
    let digits = elements.as_str().unwrap();
    let other = if digits.ends_with('0') { "1" } else { "0" };
    json!(format!("{}{other}", &digits[..digits.len() - 1]))
}

const LONG: &str = "core/array-metadata-numbers/shape-2-to-53-plus-1";

#[test]
fn another_shape_is_wrong_where_the_length_is_only_permitted() {
    let through_double = |_: &Ask, answered: Result<Value, Refusal>| {
        with(answered, "shape", |shape| {
            let lengths = shape.as_array().unwrap().iter();
            let exact = |it: &Value| it.as_u64().unwrap().min(1 << 53);
            lengths.map(exact).collect()
        })
    };
    let judged = judge(LONG, through_double);
    let open = format!("{LONG}#open");
    assert_eq!(judged.name(&open), "wrong-metadata");
    assert!(judged.is_required(&open));
    assert!(judged.summary.total.failed > 0);
    assert_eq!(judged.summary.total.noticed, 0);
}

#[test]
fn to_refuse_what_is_only_permitted_is_no_failure() {
    let judged = judge(LONG, |ask, answered| match ask {
        Ask::Hello(_) => answered,
        _ => Err(Refusal::invalid("too long")),
    });
    assert_eq!(judged.name(&format!("{LONG}#open")), "rejected-valid");
    assert_eq!(judged.summary.total.failed, 0);
    assert!(judged.summary.total.noticed > 0);
}

#[test]
fn wrong_elements_are_wrong_at_every_level() {
    for fact in [
        "core/storage-sparse/beyond-2-32",
        "data-types/identifiers/float32",
        "bytes/raw-bits/r8",
        // What the text leaves open: each reading gives elements, or refuses.
        "bytes/raw-bits/r24-big",
        "data-types/fill-value-float-rounding/float32-overflow",
    ] {
        let judged = judge(fact, |_, answered| {
            let answered = with(answered, "elements", wrong_end);
            with(answered, "regions", |regions| {
                regions.as_array().unwrap().iter().map(wrong_end).collect()
            })
        });
        let wrong: Vec<_> = judged
            .results
            .values()
            .filter(|it| it.verdict.name() == "wrong-data")
            .collect();
        assert!(!wrong.is_empty(), "{fact}: {:?}", judged.results);
        assert!(wrong.iter().all(|it| it.is_required()), "{fact}");
        assert_eq!(judged.summary.total.failed, wrong.len() as u64, "{fact}");
    }
}

/// Answers everything but `hello` with an array of two `float32` that are 0.
fn two_zeros(ask: &Ask, answered: Result<Value, Refusal>) -> Result<Value, Refusal> {
    let mut array = json!({"data_type": "float32", "shape": [2]});
    match ask {
        Ask::Hello(_) => answered,
        Ask::Read(_) => {
            array["elements"] = json!("0000000000000000");
            Ok(array)
        }
        _ => Ok(array),
    }
}

/// Every reading refuses the text or gives other elements. Of a text that is not JSON, though, nothing
/// says what it may mean, so no answer to it is wrong.
#[test]
fn elements_that_no_reading_gives_are_wrong_where_the_document_is_json() {
    for (fact, verdict) in [
        (
            "fill-value-hexadecimal/float32-upper-case-digits",
            "wrong-data",
        ),
        (
            "fill-value-hexadecimal/float32-one-of-float16",
            "wrong-data",
        ),
        ("fill-value-float-rounding/float32-overflow", "wrong-data"),
        ("fill-value-float/float32-minus-zero", "behaviour"),
        ("fill-value-float/float32-hexadecimal-number", "behaviour"),
        ("fill-value-float/float32-nan-literal", "behaviour"),
    ] {
        let judged = judge(&format!("data-types/{fact}"), two_zeros);
        let check = format!("data-types/{fact}#open");
        assert_eq!(judged.name(&check), verdict, "{fact}");
        assert_eq!(judged.is_required(&check), verdict == "wrong-data");
    }
}

/// Bytes outside the array may have any value: another than the recommended one is a notice.
#[test]
fn bytes_outside_the_array_are_a_recommendation() {
    let result = CheckResult {
        check: "regular-grid/stores/rank-1#border".to_owned().into(),
        operation: zarr_conform_runner::Operation::Border,
        level: zarr_conform_vectors::Level::Should,
        concern: zarr_conform_runner::Concern::RightData,
        requirements: Vec::new(),
        premise: None,
        comment: String::new(),
        verdict: Verdict::Fail(Box::new(zarr_conform_runner::Failure::new(
            FailureKind::NotAsConfigured,
            "the fill value",
            "something else",
        ))),
        input: None,
    };
    assert!(!result.is_required());
}

/// What `hello` says, with these operations.
fn offering(answered: Result<Value, Refusal>, ops: &[&str]) -> Result<Value, Refusal> {
    with(answered, "ops", |_| json!(ops))
}

/// It cannot open an array without reading it, and says of it nothing but the elements.
fn reads_only(ask: &Ask, answered: Result<Value, Refusal>) -> Result<Value, Refusal> {
    match ask {
        Ask::Hello(_) => offering(answered, &["read", "write"]),
        Ask::Read(_) => answered.map(|mut ok| {
            let members = ok.as_object_mut().unwrap();
            members.shift_remove("data_type").unwrap();
            members.shift_remove("shape").unwrap();
            ok
        }),
        _ => answered,
    }
}

#[test]
fn who_cannot_open_without_reading_is_asked_to_read() {
    let judged = judge(
        "core/array-metadata-* transpose/orders/* regular-grid/no-grid/*",
        reads_only,
    );
    let total = judged.summary.total;
    assert_eq!(total.failed, 0, "{total:?}");
    // The reference has no codecs with a format of their own.
    for result in judged.results.values() {
        if let Verdict::Unsupported { message } = &result.verdict {
            let codecs = ["gzip", "crc32c"];
            assert!(codecs.iter().any(|it| message.contains(it)), "{message}");
        }
    }
    // Valid metadata, of which reading is a check of its own.
    let valid = "core/array-metadata-optional/attributes-empty";
    let reason = "the implementation does not offer open";
    for result in judged.results.values() {
        if let Verdict::Skipped { reason: found } = &result.verdict
            && found.to_string() == reason
        {
            assert!(result.check.ends_with("#open"), "{}", result.check);
            let read = result.check.replace("#open", "#read");
            let other = judged.results.get(&read).map(|it| it.verdict.name());
            let write = result.check.replace("#open", "#write");
            let other = other.or_else(|| judged.results.get(&write).map(|it| it.verdict.name()));
            // Of a chunk whose length depends on a compressor, nothing else is stated.
            if other.is_some() || !result.check.starts_with("core/codec-lists/") {
                assert_eq!(other, Some("pass"), "{}", result.check);
            }
        }
    }
    assert_eq!(judged.name(&format!("{valid}#read")), "pass");
    // What must be refused, also where the text says that opening fails.
    let refused = |result: &&CheckResult| {
        matches!(
            &result.verdict,
            Verdict::Pass {
                refusal: Some(_),
                ..
            }
        )
    };
    assert!(judged.results.values().filter(refused).count() > 100);
}

/// An implementation that accepts everything fails through `read`, too.
#[test]
fn who_reads_what_must_be_refused_fails_without_open() {
    let judged = judge("core/array-metadata-mandatory/*", |ask, answered| {
        let answered = reads_only(ask, answered);
        match ask {
            Ask::Read(_) => answered.or(Ok(json!({"elements": ""}))),
            _ => answered,
        }
    });
    let refused = judged.results.values().filter(|it| {
        let is_refusal = matches!(
            &it.verdict,
            Verdict::Pass {
                refusal: Some(_),
                ..
            }
        );
        assert!(!is_refusal, "{}", it.check);
        it.verdict.name() == "accepted-invalid"
    });
    assert!(refused.count() > 5);
}

#[test]
fn what_an_answer_to_read_says_of_the_array_is_judged() {
    let fact = "core/storage-data-types/int16";
    let judged = judge(fact, |_, answered| {
        with(answered, "data_type", |_| json!("int8"))
    });
    assert_eq!(judged.name(&format!("{fact}#read")), "wrong-metadata");
    let judged = judge(fact, |ask, answered| match ask {
        Ask::Read(_) => answered.map(|mut ok| {
            ok.as_object_mut()
                .unwrap()
                .shift_remove("data_type")
                .unwrap();
            ok["shape"] = json!([4711]);
            ok
        }),
        _ => answered,
    });
    assert_eq!(judged.name(&format!("{fact}#read")), "wrong-metadata");
}

/// The document of the store that a request is about, or its codec list.
fn document(ask: &Ask) -> Value {
    match ask {
        Ask::Encode(it) => return json!({"codecs": it.codecs.to_vec()}),
        Ask::Decode(it) => return json!({"codecs": it.codecs.to_vec()}),
        _ => {}
    }
    let mut ask = ask.clone();
    let store = ask.store_mut().map(|it| it.clone()).unwrap_or_default();
    let text = std::fs::read(format!("{store}/zarr.json")).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

/// Refuses these documents as unsupported.
fn lacking(
    ask: &Ask,
    answered: Result<Value, Refusal>,
    is_lacking: fn(&Value) -> bool,
) -> Result<Value, Refusal> {
    let is_about_a_document = !matches!(ask, Ask::Hello(_) | Ask::Create(_));
    if is_about_a_document && is_lacking(&document(ask)) {
        return Err(Refusal::unsupported("not implemented"));
    }
    answered
}

fn codecs(document: &Value) -> impl Iterator<Item = &Value> {
    document["codecs"].as_array().into_iter().flatten()
}

#[test]
fn to_refuse_a_spelling_of_what_is_supported_is_to_reject_it() {
    // `bytes` without a configuration, as `{"name": "bytes"}`.
    let judged = judge(
        "bytes/elements/int8-* core/extension-definitions/codec-*",
        |ask, answered| {
            lacking(ask, answered, |document| {
                codecs(document)
                    .any(|codec| codec["name"] == "bytes" && codec.get("configuration").is_none())
            })
        },
    );
    for operation in ["encode", "decode", "read", "write"] {
        let check = format!("bytes/elements/int8-without-endian#{operation}");
        assert_eq!(judged.name(&check), "rejected-valid", "{check}");
        assert!(judged.is_required(&check));
        let check = format!("bytes/elements/int8-little#{operation}");
        assert_eq!(judged.name(&check), "pass");
    }
    let check = "core/extension-definitions/codec-object#open";
    let Verdict::Fail(failure) = &judged.results[check].verdict else {
        panic!("{:?}", judged.results[check]);
    };
    assert_eq!(failure.found, "refused as unsupported: not implemented");
    assert!(
        failure.expected.contains(r#""codecs": [{"name":"bytes","#),
        "{failure:?}"
    );
    let unsupported = judged.results.values();
    let unsupported = unsupported.filter(|it| it.verdict.name() == "unsupported");
    let unsupported: Vec<_> = unsupported.map(|it| it.check.to_string()).collect();
    // The arguments of `create` are the library's own.
    assert_eq!(
        unsupported,
        ["core/extension-definitions/codec-object#create"]
    );
}

#[test]
fn a_form_of_the_fill_value_is_a_spelling() {
    let fact = "data-types/fill-value-hexadecimal/float16";
    let judged = judge(&format!("{fact}-*"), |ask, answered| {
        lacking(ask, answered, |document| {
            let fill_value = document["fill_value"].as_str();
            fill_value.is_some_and(|it| it.starts_with("0x"))
        })
    });
    assert_eq!(
        judged.name(&format!("{fact}-least-normal#open")),
        "rejected-valid"
    );
    // Bits that no other form gives may be what is lacking.
    assert_eq!(
        judged.name(&format!("{fact}-negative-zero#open")),
        "unsupported"
    );
}

/// What is lacking whatever its spelling is lacking.
#[test]
fn what_is_lacking_in_every_spelling_is_unsupported() {
    let judged = judge(
        "transpose/permutations/* bytes/elements/int8-*",
        |ask, answered| {
            lacking(ask, answered, |document| {
                let is_transposed = codecs(document).any(|codec| codec["name"] == "transpose");
                is_transposed || document["data_type"] == "int8"
            })
        },
    );
    let total = judged.summary.total;
    assert!(total.unsupported > 10 && total.failed == 0, "{total:?}");
}

/// Changes the metadata in the store of a request.
fn rewrite(ask: &Ask, change: impl FnOnce(&mut Value)) {
    let mut ask = ask.clone();
    let path = format!("{}/zarr.json", ask.store_mut().unwrap());
    let mut document = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    change(&mut document);
    std::fs::write(path, document.to_string()).unwrap();
}

fn lost(judged: &Judged, check: &str) -> Vec<&'static str> {
    match &judged.results[check].verdict {
        Verdict::Pass { not_kept, .. } => not_kept.iter().map(|it| it.what.behaviour()).collect(),
        other => panic!("{check}: {other:?}"),
    }
}

#[test]
fn what_is_not_kept_is_recorded_and_fails_nobody() {
    let all = "core/array-metadata-optional/all";
    let compressed = "gzip/stores/whole";
    let facts = format!("{all} {compressed} core/storage-data-types/int8");
    let judged = judge(&facts, |ask, answered| {
        match ask {
            Ask::Create(_) if answered.is_ok() => rewrite(ask, |document| {
                let members = document.as_object_mut().unwrap();
                members.shift_remove("attributes");
                if let Some(Value::Array(names)) = members.get_mut("dimension_names") {
                    names.fill(Value::Null);
                }
            }),
            Ask::Write(_) if answered.is_ok() => rewrite(ask, |document| {
                let codecs = document["codecs"].as_array_mut().unwrap();
                for codec in codecs.iter_mut().filter(|it| it["name"] == "gzip") {
                    codec["configuration"]["level"] = json!(9);
                }
                if document.get("attributes").is_none() {
                    document["attributes"] = json!({"written": "by a library"});
                }
            }),
            _ => {}
        }
        answered
    });
    assert_eq!(judged.summary.total.failed, 0);
    assert_eq!(
        lost(&judged, &format!("{all}#create")),
        ["attributes-not-kept", "dimension-names-not-kept"]
    );
    assert_eq!(
        lost(&judged, &format!("{compressed}#write")),
        ["codecs-changed-by-write"]
    );
    assert!(lost(&judged, "core/storage-data-types/int8#write").is_empty());
}

/// Other codecs are wrong data where the chunks are not encoded by them.
#[test]
fn codecs_that_the_chunks_are_not_encoded_by_are_wrong_data() {
    let transposed = "regular-grid/stores-of-codecs/cycle";
    let judged = judge(transposed, |ask, answered| {
        if matches!(ask, Ask::Write(_)) && answered.is_ok() {
            rewrite(ask, |document| {
                let codecs = document["codecs"].as_array_mut().unwrap();
                codecs.retain(|it| it["name"] != "transpose");
            });
        }
        answered
    });
    let verdict = &judged.results[format!("{transposed}#write").as_str()].verdict;
    assert!(
        matches!(verdict, Verdict::Fail(it) if it.kind == FailureKind::WrongData),
        "{verdict:?}"
    );
}

/// Integers that binary64 does not distinguish, members that the text does not define, and keys that no chunk has.
#[test]
fn what_a_write_leaves_beside_elements_is_recorded() {
    let judged = judge("core/storage-members/*", |ask, answered| {
        if matches!(ask, Ask::Write(_)) && answered.is_ok() {
            rewrite(ask, |document| {
                let members = document.as_object_mut().unwrap();
                members.shift_remove("zarr-conform-unknown");
                let integers = document.pointer_mut("/attributes/integers");
                if let Some(Value::Array(integers)) = integers {
                    integers[1] = json!(-9_007_199_254_740_992_i64);
                }
            });
            let mut ask = ask.clone();
            let store = std::path::PathBuf::from(ask.store_mut().unwrap().as_str());
            if store.join("c/1/1").exists() {
                std::fs::write(store.join("c/1/2"), [0; 12]).unwrap();
            }
        }
        answered
    });
    assert_eq!(judged.summary.total.failed, 0);
    let topic = "core/storage-members";
    for operation in ["write", "update"] {
        let lost = |fact: &str| lost(&judged, &format!("{topic}/{fact}#{operation}"));
        assert_eq!(
            lost("numbers-in-attributes"),
            ["attributes-not-kept", "keys-added"]
        );
        assert_eq!(lost("unknown-member"), ["members-not-kept", "keys-added"]);
        assert_eq!(lost("names-of-attributes"), ["keys-added"]);
    }
}

/// More attributes, numbers spelled in another way and a plainer spelling of codecs are all kept.
#[test]
fn what_means_the_same_is_kept() {
    let facts = "core/array-metadata-optional/* core/storage-data-types/*";
    let judged = judge(facts, |ask, answered| {
        if matches!(ask, Ask::Create(_) | Ask::Write(_)) && answered.is_ok() {
            rewrite(ask, |document| {
                if document.get("attributes").is_some_and(Value::is_object) {
                    document["attributes"]["_more"] = json!(1);
                }
                let data_type = document["data_type"].clone();
                if ["int8", "uint8", "bool"].iter().any(|it| data_type == *it) {
                    document["codecs"] = json!(["bytes"]);
                }
            });
        }
        answered
    });
    assert_eq!(judged.summary.total.failed, 0);
    for (check, result) in &judged.results {
        if let Verdict::Pass { not_kept, .. } = &result.verdict {
            assert!(not_kept.is_empty(), "{check}: {not_kept:?}");
        }
    }
}

/// The text recommends not to write new arrays with the chunk keys of version 2.
#[test]
fn nobody_has_to_create_arrays_with_the_keys_of_version_2() {
    let judged = judge("chunk-key-encoding/stores/*", |ask, answered| match ask {
        Ask::Create(it) if it.metadata["chunk_key_encoding"]["name"] == "v2" => Err(Refusal {
            kind: RefusalKind::Invalid,
            message: "not for new arrays".to_owned(),
        }),
        _ => answered,
    });
    assert_eq!(judged.summary.total.failed, 0);
    assert!(judged.summary.total.noticed > 0, "nothing was refused");
    assert!(!judged.is_required("chunk-key-encoding/stores/v2-slash-rank-0#create"));
    assert!(judged.is_required("chunk-key-encoding/stores/v2-slash-rank-0#write"));
}
