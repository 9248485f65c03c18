//! Reports: consumers of the one stream of events.

mod failures;
mod json;
mod progress;
mod sections;
mod table;
mod terminal;
mod text;

pub use json::JsonLines;
pub use progress::Progress;
pub use terminal::{Detail, Terminal, TerminalOptions};
pub use text::{counted, escape};

/// Says what a requirement demands, in the suite's own words; nothing for an unknown id.
pub type Paraphrase<'a> = &'a dyn Fn(&str) -> Option<String>;
