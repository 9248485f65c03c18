//! Where a run differs from the list.

use super::list::Listed;

/// Characters of a glob by which an entry is known beside its line.
const GLOB: usize = 60;

/// A difference between the list and the run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Deviation {
    /// A check that no entry lists comes to something that must be listed.
    #[error("{check} {found} and is not listed", found = doing(*found))]
    NotListed {
        /// Id of the check.
        check: String,
        /// What it came to.
        found: Listed,
    },
    /// A check comes to something else than its entry says, which must be listed, too.
    #[error(
        "{check} is listed as {expected} on line {line}, but {found}",
        expected = expected.name(), found = doing(*found)
    )]
    Another {
        /// Id of the check.
        check: String,
        /// What it came to.
        found: Listed,
        /// How it is listed.
        expected: Listed,
        /// The line of the entry.
        line: usize,
    },
    /// A listed check does not come to anything that must be listed.
    #[error(
        "{check} is listed as {expected} on line {line}, but {found}",
        expected = expected.name()
    )]
    NoLonger {
        /// Id of the check.
        check: String,
        /// How it is listed.
        expected: Listed,
        /// What it came to.
        found: String,
        /// The line of the entry.
        line: usize,
    },
    /// An entry matches no check at all.
    #[error("the entry {glob:?} on line {line} matches no check", glob = short(glob))]
    Stale {
        /// The entry.
        glob: String,
        /// Its line.
        line: usize,
    },
    /// An entry matches only checks that entries above it match.
    #[error(
        "the entry {glob:?} on line {line} matches no check that the entries above it leave",
        glob = short(glob)
    )]
    Covered {
        /// The entry.
        glob: String,
        /// Its line.
        line: usize,
    },
    /// The list does not say which operations are offered.
    #[error("the list does not say what is offered; expected the line: offers = {found:?}")]
    OffersMissing {
        /// What is offered.
        found: Vec<String>,
    },
    /// Other operations are offered.
    #[error("offers {found:?}, but is listed with offers = {listed:?}")]
    Offers {
        /// What the list says.
        listed: Vec<String>,
        /// What is offered.
        found: Vec<String>,
    },
}

impl Deviation {
    /// The check that it is about; nothing where it is about the list as a whole.
    pub fn check(&self) -> Option<&str> {
        match self {
            Self::NotListed { check, .. }
            | Self::Another { check, .. }
            | Self::NoLonger { check, .. } => Some(check),
            Self::Stale { .. }
            | Self::Covered { .. }
            | Self::OffersMissing { .. }
            | Self::Offers { .. } => None,
        }
    }
}

/// A glob as far as it helps to know its entry: one that lists alternatives can be hundreds of characters long.
pub(super) fn short(glob: &str) -> String {
    match glob.char_indices().nth(GLOB) {
        None => glob.to_owned(),
        Some((end, _)) => format!("{}…", &glob[..end]),
    }
}

fn doing(found: Listed) -> String {
    match found {
        Listed::Fails(kind) => format!("fails ({})", kind.name()),
        Listed::Flaky => "is flaky".to_owned(),
        Listed::Unsupported => "is unsupported".to_owned(),
        Listed::Skipped => "is skipped".to_owned(),
    }
}
