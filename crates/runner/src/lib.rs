//! The runner: which checks follow from which facts, asking them, judging the answers, and one
//! stream of events.
//!
//! | part | what |
//! |---|---|
//! | `check`, `id`, `derive` | a check, its id, and which checks follow from a fact |
//! | `honesty` | checks of what an implementation says of itself |
//! | `plan`, `partition` | all checks of an edition, and choosing among them |
//! | `worker`, `workspace` | asking an implementation, with stores laid out |
//! | `judge`, `compare`, `bytes`, `written`, `verdict` | from answers to verdicts |
//! | `glob` | patterns of ids |
//! | `run`, `event` | sharing out, twins, and the stream of events |
//! | `diagnosis` | what a run knows of its failures, for who explains them |
//! | `expect` | known failures |

mod bytes;
mod check;
mod compare;
mod derive;
mod describe;
mod diagnosis;
mod event;
mod expect;
mod glob;
mod honesty;
mod id;
mod judge;
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
pub use diagnosis::{Diagnosis, Explain, Explanation, Failures};
pub use event::{
    CheckResult, Consumer, Counts, EVENTS, Event, Header, Implementation, Selected, Summary,
};
pub use expect::{
    Comparison, Deviation, Entry, Expectations, ExpectationsError, Judged, Listed, RangeError,
    VersionRange, WrongEntry, agrees,
};
pub use glob::{Glob, GlobError};
pub use id::{CheckId, FactId};
pub use partition::{Partition, PartitionError};
pub use plan::{Filter, Plan, Selection, Twin, UnknownCheck, editions_with};
pub use reader::{MetadataReader, ReferenceReader, Unreadable};
pub use run::{Finished, Run, RunError};
pub use verdict::{Difference, Failure, FailureKind, Refused, SkipReason, Verdict};
pub use worker::{EndedEarly, Shared, Worker};
pub use workspace::{Memory, Workspace};
