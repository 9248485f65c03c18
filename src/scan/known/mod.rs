//! What is known of implementations that read arrays: the committed results of the adapters, by what the
//! arrays of the facts use.
//!
//! | part | what |
//! |---|---|
//! | `table` | the results, as they are part of this program: made of the lists beside the adapters |
//! | `checks` | the checks of facts that read valid arrays, each with the features of its array |
//! | `hierarchies` | the checks of facts that find nodes, each with the features of its hierarchy |
//! | `judgement` | the rule by which checks show something of an array |
//! | `answers` | whether each implementation reads an array, as far as the checks show |
//! | `open` | what implementations make of what the text leaves open |
//! | `readers` | which of these checks are about arrays such as those of a store, and why they fail |
//! | `bits` | sets of features |
//!
//! A check is about an array only where the array has every feature of the check's array. So no
//! library is blamed here for failing at something that the store does not have.

mod answers;
mod bits;
mod checks;
mod hierarchies;
mod judgement;
mod open;
mod readers;
mod table;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use zarr_conform_runner::{FailureKind, Operation};
use zarr_conform_vectors::Vectors;

pub use answers::{Answer, OfArrays};
pub(crate) use bits::{Bits, Vocabulary};
pub(crate) use checks::writing_checks;
pub use checks::{CheckFeatures, reading_checks};
pub use hierarchies::finding_checks;
pub use judgement::Known;
pub(crate) use judgement::{Judgement, Outcome, judgements, shortest};
pub use open::{OpenAnswers, Taken};
pub(super) use readers::readers;
pub use readers::{Reader, ReaderCause, Readers};
pub use table::{results_of, write};

/// The results, as a text that a test keeps up to date.
const RESULTS: &str = include_str!("../data/results.json");

/// What implementations did with the checks that read valid arrays and find nodes of valid hierarchies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// What this file is and what keeps it up to date, for people.
    pub about: String,
    /// One entry for each adapter that reads arrays or finds nodes.
    pub libraries: Vec<Library>,
}

/// What one version of an implementation did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    /// Name and version, such as `GDAL 3.12.4`.
    pub version: String,
    /// What it was asked of `open`, `read`, `node`, `children` and `walk`; the others were not judged.
    pub operations: Vec<Operation>,
    /// What did not pass, by cause.
    pub causes: Vec<Cause>,
    /// What passed and was not right from the first release on that was judged, the earliest release first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub since: Vec<RightSince>,
}

/// Checks that are right from one release on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RightSince {
    /// The version.
    pub version: String,
    /// The checks: topics, with the rest of the ids.
    pub checks: BTreeMap<String, Vec<String>>,
}

/// Checks that came to the same for the same reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cause {
    /// The verdict, `flaky`, `unsupported`, or `skipped`.
    pub verdict: String,
    /// Why, in the words of the list beside the adapter.
    pub reason: String,
    /// Where the project talks about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The checks: topics, with the rest of the ids.
    pub checks: BTreeMap<String, Vec<String>>,
}

/// All checks of which results are kept.
pub fn all_checks(vectors: &Vectors) -> Vec<CheckFeatures> {
    let mut checks = reading_checks(vectors);
    checks.extend(finding_checks(vectors));
    checks
}

impl Library {
    /// Whether it was asked for more than opening by some of these checks.
    fn is_asked(&self, checks: &[CheckFeatures]) -> bool {
        let mut asked = checks.iter().map(|it| it.operation);
        asked.any(|it| it != Operation::Open && self.operations.contains(&it))
    }

    /// Name and version, and that it reads no arrays, where it only decodes their chunks.
    fn described(&self) -> String {
        let offers = |it| self.operations.contains(&it);
        match (offers(Operation::Read), offers(Operation::Decode)) {
            (false, true) => format!("{} (chunks only)", self.version),
            _ => self.version.clone(),
        }
    }
}

impl Results {
    /// The results that are part of this program.
    ///
    /// # Errors
    /// Where they are not of their form, which a test excludes.
    pub fn load() -> serde_json::Result<Self> {
        serde_json::from_str(RESULTS)
    }
}

impl Cause {
    /// Whether the checks were judged.
    fn is_judged(&self) -> bool {
        self.verdict != "skipped"
    }

    /// Ids of the checks.
    fn ids(&self) -> impl Iterator<Item = String> {
        ids(&self.checks)
    }
}

/// Ids of checks, from topics with the rest of each.
fn ids(checks: &BTreeMap<String, Vec<String>>) -> impl Iterator<Item = String> {
    let topics = checks.iter();
    topics.flat_map(|(topic, names)| names.iter().map(move |name| format!("{topic}/{name}")))
}

fn rank(verdict: &str) -> usize {
    let kinds = FailureKind::ALL.map(FailureKind::name);
    let known = kinds.iter().position(|it| *it == verdict);
    match verdict {
        // Handing out data now and then wrong comes right after always.
        "flaky" => 1,
        _ => known.map_or(kinds.len() + 1, |at| at + usize::from(at > 0)),
    }
}
