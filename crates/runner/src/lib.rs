//! The runner: which checks follow from which facts, asking them, judging the answers, and one
//! stream of events.
//!
//! | part | what |
//! |---|---|
//! | `check`, `id`, `derive` | a check, its id, and which checks follow from a fact |
//! | `honesty` | checks of what an implementation says of itself |
//! | `plan`, `partition` | all checks of an edition, and choosing among them |
//! | `worker`, `workspace` | asking an implementation, with stores laid out |
//! | `inside` | asking one in the same process, with stores in memory |
//! | `judge`, `compare`, `bytes`, `left_store`, `written`, `verdict` | from answers to verdicts |
//! | `glob` | patterns of ids |
//! | `run`, `event` | sharing out, twins, and the stream of events |
//! | `diagnosis`, `gave`, `fold` | what a run knows of its verdicts, for who explains the failures |
//! | `expect` | known failures |

mod bytes;
mod check;
mod compare;
mod derive;
mod describe;
mod diagnosis;
mod event;
mod expect;
mod fold;
mod gave;
mod glob;
mod honesty;
mod id;
mod inside;
mod judge;
mod left_store;
mod partition;
mod plan;
mod reader;
mod run;
pub mod tell;
pub mod text;
mod verdict;
mod worker;
mod workspace;
mod written;

pub use check::{
    ArrayType, Asked, Check, Elements, Expected, ExpectedChunk, ExpectedRead, Meant, Needs,
    Operation, Reading, Sent, Written,
};
pub use derive::Derivation;
pub use diagnosis::{Diagnosis, Explain, Explanation, Outcomes, Refusals};
pub use event::{
    CheckResult, Consumer, Counts, EVENTS, Event, Header, Implementation, Selected, Summary,
};
pub use expect::{
    Comparison, Deviation, Entry, Expectations, ExpectationsError, Judged, Listed, RangeError,
    VersionRange, WrongEntry, agrees,
};
pub use gave::Gave;
pub use glob::{Glob, GlobError};
pub use id::{CheckId, FactId};
pub use inside::{Inside, Within};
pub use partition::{Partition, PartitionError};
pub use plan::{Filter, Plan, Selection, Twin, UnknownCheck, editions_with};
pub use reader::{MetadataReader, ReferenceReader, Unreadable};
pub use run::{Finished, Run, RunError};
pub use verdict::{Difference, Failure, FailureKind, Refused, SkipReason, Verdict};
pub use worker::{EndedEarly, Shared, Worker};
pub use workspace::{Memory, Workspace};
