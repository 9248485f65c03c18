//! Reports: consumers of the one stream of events.

mod badge;
mod codecs;
mod conclusion;
mod counts;
mod each;
mod exchange;
mod failures;
mod github;
mod hints;
mod json;
mod junit;
pub(crate) mod markdown;
mod matrix;
mod outcome;
mod page;
mod progress;
mod reasons;
mod sections;
pub(crate) mod table;
mod tap;
mod terminal;

pub use badge::Badge;
pub use codecs::{CodecUse, Codecs, Has};
pub use each::{Each, Titled};
pub use exchange::write_exchange;
pub use github::Annotations;
pub use json::JsonLines;
pub use junit::Junit;
pub use markdown::Markdown;
pub use matrix::{MatrixLook, write_matrix};
pub use outcome::KnownFailures;
pub use progress::Progress;
pub use tap::Tap;
pub use terminal::{Detail, Terminal, TerminalOptions};
