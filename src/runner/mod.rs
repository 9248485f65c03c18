//! The runner: which checks follow from which facts, asking them, and judging the answers.
//!
//! | part | what |
//! |---|---|
//! | `check`, `derive` | a check, and which checks follow from a fact |
//! | `honesty` | checks of what an implementation says of itself |
//! | `plan` | all checks of an edition, and choosing among them |
//! | `worker`, `workspace` | asking an implementation, with stores laid out |
//! | `judge`, `compare`, `bytes`, `written`, `verdict` | from answers to verdicts |
//! | `run`, `event` | sharing out, twins, and the stream of events |
//! | `recording`, `changes`, `merge`, `partition` | runs that were kept, what differs between two, and runs of several machines |
//! | `matrix` | who reads whose data |
//! | `repeat` | several runs, and what is not the same in all of them |
//! | `diagnose` | which misreading explains a failure; no part of verdicts |
//! | `expect`, `exit` | known failures, and how the program ends |

mod bytes;
mod changes;
mod check;
mod compare;
mod derive;
mod describe;
mod diagnose;
mod event;
mod exit;
mod expect;
mod honesty;
mod judge;
mod matrix;
mod merge;
mod partition;
mod plan;
mod reader;
mod recording;
mod repeat;
mod run;
mod verdict;
mod worker;
mod workspace;
mod written;

pub use changes::{CHANGES, Change, RunChanges};
pub use check::{
    ArrayType, Asked, Check, Elements, Expected, ExpectedChunk, ExpectedRead, Needs, Operation,
    Reading, Sent, Written,
};
pub use derive::{Derivation, MetadataReader};
pub use diagnose::{Diagnosis, Explanation};
pub use event::{
    CheckResult, Consumer, Counts, EVENTS, Event, Header, Implementation, Selected, Summary,
};
pub use exit::ExitCode;
pub use expect::{
    BlessError, Blessed, Comparison, Deviation, Entry, Expectations, ExpectationsError, Judged,
    Listed, RangeError, VersionRange, WrongEntry, bless, exact_globs,
};
pub use matrix::{
    AtFault, MATRIX, Matrix, MatrixError, MatrixFileError, MatrixRun, Outcome, Pair, Participant,
    Problem, REFERENCE, Surveyed, Writer,
};
pub use merge::{MergeError, Part, merge};
pub use partition::{Partition, PartitionError};
pub use plan::{Filter, Plan, Selection, Twin, UnknownCheck, document_of, editions_with, fact_of};
pub use reader::ReferenceReader;
pub use recording::{Recording, RecordingError};
pub use repeat::Repeated;
pub use run::{Finished, Run, RunError};
pub use verdict::{Difference, Failure, FailureKind, Refused, Verdict};
pub use worker::EndedEarly;
