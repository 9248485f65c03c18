//! Runs that were kept: reading one back, joining the shares of several machines, and what differs
//! between two.

mod changes;
mod merge;
mod recording;

pub use changes::{CHANGES, Change, RunChanges};
pub use merge::{MergeError, merge};
pub use recording::{Recording, RecordingError};
