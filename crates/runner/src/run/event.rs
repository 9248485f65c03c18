//! The one stream of events that all reports consume.

use std::collections::BTreeMap;
use std::io;

use serde::{Deserialize, Serialize};

use crate::check::id::CheckId;
use crate::check::partition::Partition;
use crate::check::selection::{Filter, Selection, likeness};
use crate::check::{Concern, Operation, Strictness};
use crate::judge::reader::codec_names;
use crate::judge::verdict::{SkipReason, Verdict};
use crate::run::diagnosis::Diagnosis;
use zarr_conform_protocol::{Hello, Unsupported, offers};
use zarr_conform_terms::{DataType, Edition};
use zarr_conform_vectors::Level;

/// The version of the form of events.
pub const EVENTS: u64 = 2;

/// Something that happened in a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// The implementation answered and the checks are chosen. Always the first event.
    Started(Header),
    /// A check is judged. In the order of the checks, whatever the number of workers.
    CheckFinished(Box<CheckResult>),
    /// What may have gone wrong, where something did. Once at most, after the last check.
    Diagnosed(Diagnosis),
    /// The run is over. Always the last event: a stream without it is truncated.
    Finished(Summary),
}

/// What a run is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the form of events, [`EVENTS`].
    pub format: u64,
    /// The version of this suite.
    pub suite: String,
    /// Where the vectors come from, for people.
    pub vectors: String,
    /// What the vectors state, the hash of all facts that `ids.lock` defines: equal for
    /// equal facts, wherever they come from.
    pub vectors_sha256: String,
    /// The edition that is judged.
    pub edition: Edition,
    /// Who is judged.
    pub implementation: Implementation,
    /// Which checks were asked for.
    #[serde(default, skip_serializing_if = "Selected::is_everything")]
    pub selection: Selected,
    /// How many checks will be judged.
    pub checks: u64,
    /// What the generated names of the checks of honesty come from; with the same seed they are the
    /// same.
    #[serde(default)]
    pub seed: u32,
}

/// Which checks were asked for; everything, where nothing is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selected {
    /// Globs of ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<String>,
    /// Globs of ids that are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excludes: Vec<String>,
    /// Ids of checks and facts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ids: Vec<String>,
    /// The share of what the other members choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition: Option<Partition>,
}

impl Selected {
    /// Whether nothing was left out.
    pub fn is_everything(&self) -> bool {
        *self == Self::default()
    }

    /// Whether some checks were selected, and not all but some.
    pub fn is_part(&self) -> bool {
        !self.filters.is_empty() || !self.ids.is_empty() || self.partition.is_some()
    }
}

impl From<&Selection> for Selected {
    fn from(selection: &Selection) -> Self {
        let globs = |filters: &[Filter]| {
            let globs = filters.iter().map(|it| it.glob().to_owned());
            globs.collect()
        };
        Self {
            filters: globs(&selection.filters),
            excludes: globs(&selection.excludes),
            ids: selection.ids.clone(),
            partition: selection.partition,
        }
    }
}

/// Who is judged: its own words, unescaped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Implementation {
    /// Name of the implementation.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The language it is written in.
    pub language: String,
    /// The operations it offers.
    pub ops: Vec<String>,
    /// What it says it lacks.
    #[serde(default, skip_serializing_if = "lacks_nothing")]
    pub unsupported: Unsupported,
}

fn lacks_nothing(unsupported: &Unsupported) -> bool {
    *unsupported == Unsupported::default()
}

impl From<&Hello> for Implementation {
    fn from(hello: &Hello) -> Self {
        Self {
            name: hello.name.clone(),
            version: hello.version.clone(),
            language: hello.language.clone(),
            ops: hello.ops.clone(),
            unsupported: hello.unsupported.clone(),
        }
    }
}

impl Implementation {
    /// The operations it offers, in words.
    pub fn offered(&self) -> String {
        match self.ops.as_slice() {
            [] => "nothing".to_owned(),
            ops => ops.join(", "),
        }
    }

    /// The names in `hello` that this version does not know, a sentence for each: operations, which are never asked,
    /// and data types and codecs, which no check needs.
    pub fn unknown_names(&self) -> Vec<String> {
        let Unsupported { data_types, codecs } = &self.unsupported;
        // `hello` answers itself.
        let operations: Vec<&str> = offers().chain(["hello"]).collect();
        let known_codecs: Vec<&str> = codec_names().collect();
        let known_types: Vec<String> = DataType::named().map(DataType::name).collect();
        let known_types: Vec<&str> = known_types
            .iter()
            .map(String::as_str)
            .chain(["r*"])
            .collect();
        let named = [
            (&self.ops, operations, "operation", "ops"),
            (data_types, known_types, "data type", "unsupported"),
            (codecs, known_codecs, "codec", "unsupported"),
        ];
        let sentences = named.iter().flat_map(|(names, known, what, member)| {
            let is_unknown = |it: &&String| {
                let is_raw = *what == "data type" && DataType::of_name(it).is_some();
                !is_raw && !known.contains(&it.as_str())
            };
            let unknown = names.iter().filter(is_unknown);
            unknown.map(move |it| unknown_name(it, known, what, member))
        });
        sentences.collect()
    }
}

fn unknown_name(name: &str, known: &[&str], what: &str, member: &str) -> String {
    /// How alike two names are of which one may be meant by the other, from 0 to 1.
    const NEAR: f64 = 0.8;
    let known = known.iter().map(|known| (likeness(name, known), known));
    let near = known.filter(|(likeness, _)| *likeness > NEAR);
    let near = near.max_by(|left, right| left.0.total_cmp(&right.0));
    let near = near.map(|(_, known)| format!("; did you mean {known:?}?"));
    format!(
        "unknown {what} {name:?} in `{member}`{}",
        near.unwrap_or_default()
    )
}

/// The verdict on a check, with what is needed to understand it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckResult {
    /// Id of the check.
    pub check: CheckId,
    /// What it exercises.
    pub operation: Operation,
    /// How strongly the specification demands it.
    pub level: Level,
    /// The count that it belongs to.
    pub concern: Concern,
    /// Ids of the requirements that it tests.
    pub requirements: Vec<String>,
    /// Id of the premise that it rests on, where no sentence orders the refusal that it demands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub premise: Option<String>,
    /// What an implementation that fails this got wrong.
    pub comment: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What the implementation was given, for people; where it did not pass, or where
    /// [`Run::describe_passes`](crate::Run::describe_passes) asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
}

impl CheckResult {
    /// Whether failing this breaks the specification: it demands the check, or the answer is wrong.
    /// What the specification recommends, permits or leaves open may be refused, but no level
    /// permits other elements or another shape.
    pub fn is_required(&self) -> bool {
        self.level == Level::Must
            || matches!(&self.verdict, Verdict::Fail(failure) if failure.kind.is_wrong_answer())
    }

    /// The document that it is about.
    pub fn document(&self) -> &str {
        self.check.document()
    }
}

/// How many checks came to what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Passed.
    pub passed: u64,
    /// Failed what the specification demands, or answered with wrong data or metadata at any level.
    pub failed: u64,
    /// Failed what it recommends or permits in another way: notices.
    pub noticed: u64,
    /// Unsupported.
    pub unsupported: u64,
    /// Skipped, apart from `not_offered`.
    pub skipped: u64,
    /// Not asked, since an operation of choice (`encode`, `decode`, `grid`, `create`; `open` where
    /// `read` is offered) is not offered.
    pub not_offered: u64,
    /// Not the same in repeated runs.
    #[serde(default)]
    pub flaky: u64,
    /// Behaviour recorded.
    pub behaviour: u64,
    /// Passed something that the specification demands, part of `passed`.
    pub required_passed: u64,
    /// Not the same in repeated runs, but demanded by the specification, part of `flaky`.
    #[serde(default)]
    pub required_flaky: u64,
    /// Of `required_passed`, `failed` and `required_flaky`, those about strictness; the others are about
    /// right data.
    pub strictness: Tally,
}

/// What required checks of one concern came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Passed.
    pub passed: u64,
    /// Failed.
    pub failed: u64,
    /// Not the same in repeated runs.
    pub flaky: u64,
}

impl Tally {
    /// Those that failed or were flaky.
    pub fn bad(self) -> u64 {
        self.failed + self.flaky
    }

    /// Those that could be judged.
    pub fn judged(self) -> u64 {
        self.passed + self.bad()
    }

    fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Pass { .. } => self.passed += 1,
            Verdict::Fail(_) => self.failed += 1,
            Verdict::Flaky { .. } => self.flaky += 1,
            Verdict::Unsupported { .. } | Verdict::Skipped { .. } | Verdict::Behaviour { .. } => {}
        }
    }
}

impl Counts {
    /// All results.
    pub fn all(&self) -> u64 {
        self.passed
            + self.failed
            + self.noticed
            + self.unsupported
            + self.skipped
            + self.not_offered
            + self.flaky
            + self.behaviour
    }

    /// What the required checks came to, of both concerns.
    pub fn required(&self) -> Tally {
        Tally {
            passed: self.required_passed,
            failed: self.failed,
            flaky: self.required_flaky,
        }
    }

    /// What the required checks of one concern came to.
    pub fn of(&self, concern: Concern) -> Tally {
        let (all, strict) = (self.required(), self.strictness);
        match concern {
            Concern::Strictness => strict,
            // A recorded run may say of the part more than of the whole.
            Concern::RightData => Tally {
                passed: all.passed.saturating_sub(strict.passed),
                failed: all.failed.saturating_sub(strict.failed),
                flaky: all.flaky.saturating_sub(strict.flaky),
            },
        }
    }

    /// What the required checks came to that count for the exit code.
    pub fn counting(&self, strictness: Strictness) -> Tally {
        match strictness {
            Strictness::Require => self.required(),
            Strictness::Report => self.of(Concern::RightData),
        }
    }

    /// Whether every check was answered and the specification demands none of them: what was seen is
    /// behaviour or advice, and neither success nor failure.
    pub fn is_nothing_required(&self) -> bool {
        let judged = self.failed + self.required_passed + self.required_flaky;
        let not_judged = self.unsupported + self.skipped + self.not_offered;
        judged + not_judged == 0 && self.all() > 0
    }

    /// Counts one more result.
    pub fn add(&mut self, result: &CheckResult) {
        if result.concern == Concern::Strictness && result.is_required() {
            self.strictness.add(&result.verdict);
        }
        match &result.verdict {
            Verdict::Pass { .. } => {
                self.passed += 1;
                self.required_passed += u64::from(result.is_required());
            }
            Verdict::Fail(_) if result.is_required() => self.failed += 1,
            Verdict::Fail(_) => self.noticed += 1,
            Verdict::Unsupported { .. } => self.unsupported += 1,
            Verdict::Skipped { reason } => match reason {
                SkipReason::NotOffered(_) => self.not_offered += 1,
                SkipReason::Other(_) => self.skipped += 1,
            },
            Verdict::Flaky { .. } => {
                self.flaky += 1;
                self.required_flaky += u64::from(result.is_required());
            }
            Verdict::Behaviour { .. } => self.behaviour += 1,
        }
    }
}

/// The end of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// All checks.
    pub total: Counts,
    /// By document.
    pub documents: BTreeMap<String, Counts>,
    /// Why the run ended before its last check; the result is then a partial one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_early: Option<String>,
}

impl Summary {
    /// Counts one more result.
    pub fn add(&mut self, result: &CheckResult) {
        self.total.add(result);
        let document = result.document().to_owned();
        self.documents.entry(document).or_default().add(result);
    }
}

/// Something that follows a run.
pub trait Consumer {
    /// Takes note of an event.
    ///
    /// # Errors
    /// Where a report cannot be written.
    fn event(&mut self, event: &Event) -> io::Result<()>;

    /// Takes note that one more check is answered: its event follows once its verdict is sure.
    fn answered(&mut self) {}
}
