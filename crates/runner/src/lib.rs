//! The runner: which checks follow from which facts, asking them, judging the answers, and one
//! stream of events.
//!
//! | room | what | uses |
//! |---|---|---|
//! | `check` | checks from facts, and choosing among them | |
//! | `judge` | from answers and stores to verdicts | `check` |
//! | `ask` | asking an implementation, with stores laid out | `check`, `judge` |
//! | `run` | sharing out, twins, and the stream of events | `check`, `judge`, `ask` |
//! | `expect` | known failures | `check`, `judge`, `run` |
//! | [`tell`] | one failed check, for people | `check`, `judge`, `run` |
//!
//! [`tell::text`] is used by all. Only the file `judge/reader.rs` knows the reference: it reads what
//! an implementation wrote.

mod ask;
mod check;
mod expect;
mod judge;
mod run;
pub mod tell;

pub use ask::inside::{Inside, Within};
pub use ask::keep::Keep;
pub use ask::worker::{Asking, EndedEarly, Worker, codec_denied, is_asked};
pub use ask::workspace::{Memory, Workspace};
pub use check::describe::Size;
pub use check::glob::{Glob, GlobError};
pub use check::id::{CheckId, FactId};
pub use check::partition::{Partition, PartitionError};
pub use check::plan::{Plan, Twin};
pub use check::selection::{
    Filter, Selection, UnknownCheck, Unmatched, UnmatchedFilters, editions_with, likeness,
};
pub use check::{
    ArrayType, Asked, Check, Concern, Derivation, Elements, Expected, ExpectedChunk, ExpectedRead,
    Meant, Needs, Operation, Reading, Sent, Strictness, Written,
};
pub use expect::{
    Deviation, Entry, Expectations, ExpectationsError, Judged, ListComparison, Listed, RangeError,
    VersionRange, WrongEntry, agrees, compare_versions,
};
pub use judge::json::is_same as is_same_json;
pub use judge::reader::{
    ChunkOf, Get, HierarchyLeft, Part, ReferenceReader, Unreadable, WrittenReader,
};
pub use judge::verdict::{
    Aftermath, Difference, Failure, FailureKind, Kept, NotKept, Refused, SkipReason, Verdict,
};
pub use run::diagnosis::{Common, Diagnosis, Explanation, Passed, Refusals, is_nearly_all};
pub use run::event::{
    CheckResult, Consumer, Counts, EVENTS, Event, Header, Implementation, Selected, Summary, Tally,
};
pub use run::fold::folded;
pub use run::gave::Gave;
pub use run::outcomes::{Explain, Outcomes};
pub use run::{Finished, Run, RunError};
pub use tell::text;
