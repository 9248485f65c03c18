//! The list: read from TOML, with the line of each entry.
//!
//! ```toml
//! offers = ["open", "read", "write"]
//!
//! [[failure]]
//! check = "transpose/order/*#open"
//! verdict = "accepted-invalid"
//! reason = "the order is not validated"
//! finding = "order-not-validated"
//! link = "https://example.org/issues/1"
//! version = "<2.4"
//!
//! [[unsupported]]
//! check = "*/r16*"
//! reason = "raw bits are not implemented"
//!
//! [[isolated]]
//! check = "core/shape/*#read"
//! reason = "an array of 2^64-1 elements is read with damage to the memory of the process"
//! ```

use serde::Deserialize;

use zarr_conform_terms::toml::{Document, TomlError};

use super::deviation::short;
use super::version::{RangeError, VersionRange};
use crate::check::glob::GlobError;
use crate::check::selection::Filter;
use crate::judge::verdict::FailureKind;

/// What is known of an implementation.
#[derive(Clone, Debug, Default)]
pub struct Expectations {
    /// The operations that it offers, where the list says so.
    pub offers: Option<Vec<String>>,
    /// The entries: failures, then what is unsupported, then what is skipped; each in the order of
    /// the file. The first that matches a check is about it.
    pub entries: Vec<Entry>,
    /// Checks that have a process of their own, whatever they come to.
    pub isolated: Vec<Isolated>,
}

/// Checks that have a process of their own.
#[derive(Clone, Debug)]
pub struct Isolated {
    /// The line of the file on which the glob stands, from 1 on.
    pub line: usize,
    /// Which checks.
    pub filter: Filter,
}

/// Checks that are known to come to one thing other than a pass.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The line of the file on which the glob stands, from 1 on.
    pub line: usize,
    /// A glob of ids of checks or facts.
    pub glob: String,
    /// The same, to match with.
    pub filter: Filter,
    /// What every check that it matches comes to.
    pub listed: Listed,
    /// Why, for people.
    pub reason: String,
    /// The finding that it belongs to, where the list says so: a name that a project gives to a cause.
    pub finding: Option<String>,
    /// Where the implementation's project talks about it.
    pub link: Option<String>,
    /// The versions of the implementation that it is about; all, where nothing is said.
    pub version: Option<VersionRange>,
}

/// What an entry says of its checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Listed {
    /// They fail in this way.
    Fails(FailureKind),
    /// They are not the same in every run.
    Flaky,
    /// They are unsupported.
    Unsupported,
    /// They are skipped although nothing that is listed is the cause.
    Skipped,
}

impl Listed {
    /// The name in lists and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fails(kind) => kind.name(),
            Self::Flaky => "flaky",
            Self::Unsupported => "unsupported",
            Self::Skipped => "skipped",
        }
    }

    /// Whether it is a failure; else the check is not judged.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Fails(_) | Self::Flaky)
    }

    /// The table of the file that holds such entries.
    pub fn table(self) -> &'static str {
        match self {
            Self::Fails(_) | Self::Flaky => "failure",
            Self::Unsupported => "unsupported",
            Self::Skipped => "skipped",
        }
    }

    fn of_verdict(name: &str) -> Option<Self> {
        let mut kinds = FailureKind::ALL.into_iter().map(Self::Fails);
        kinds
            .find(|listed| listed.name() == name)
            .or((name == "flaky").then_some(Self::Flaky))
    }
}

/// Why a list cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ExpectationsError {
    /// It is not of the form above; the message has line and member.
    #[error(transparent)]
    Malformed(#[from] TomlError),
    /// A value of an entry is wrong.
    #[error("line {line}, entry {glob:?}: {wrong}", glob = short(glob))]
    Entry {
        /// Where the entry begins to say which checks it is about.
        line: usize,
        /// Its glob.
        glob: String,
        /// What is wrong.
        wrong: WrongEntry,
    },
}

/// What is wrong with an entry.
#[derive(Debug, thiserror::Error)]
pub enum WrongEntry {
    /// The glob is malformed.
    #[error("check: {0}")]
    Glob(GlobError),
    /// The verdict is none of those that exist.
    #[error("found the verdict {0:?}, expected one of {names}", names = verdicts())]
    Verdict(String),
    /// The reason is missing.
    #[error("found an empty reason; say in a few words why it is so")]
    NoReason,
    /// The range of versions is malformed.
    #[error("version: {0}")]
    Version(#[from] RangeError),
}

fn verdicts() -> String {
    let kinds = FailureKind::ALL.map(FailureKind::name);
    format!("{}, flaky", kinds.join(", "))
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    offers: Option<Vec<String>>,
    #[serde(default)]
    failure: Vec<Failing>,
    #[serde(default)]
    unsupported: Vec<Other>,
    #[serde(default)]
    skipped: Vec<Other>,
    #[serde(default)]
    isolated: Vec<IsolatedChecks>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IsolatedChecks {
    check: String,
    reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Failing {
    check: String,
    verdict: String,
    reason: String,
    finding: Option<String>,
    link: Option<String>,
    version: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Other {
    check: String,
    reason: String,
    finding: Option<String>,
    link: Option<String>,
    version: Option<String>,
}

impl Expectations {
    /// Reads a list.
    pub fn parse(text: &str) -> Result<Self, ExpectationsError> {
        let document = Document::parse(text)?;
        let File {
            offers,
            failure,
            unsupported,
            skipped,
            isolated,
        } = document.read()?;
        let failures = failure.into_iter().map(|it| {
            let listed = Listed::of_verdict(&it.verdict).ok_or(WrongEntry::Verdict(it.verdict));
            let other = Other {
                check: it.check,
                reason: it.reason,
                finding: it.finding,
                link: it.link,
                version: it.version,
            };
            (listed, other)
        });
        let unsupported = unsupported.into_iter();
        let unsupported = unsupported.map(|it| (Ok(Listed::Unsupported), it));
        let skipped = skipped.into_iter().map(|it| (Ok(Listed::Skipped), it));
        let in_table = |table: &'static str| {
            let document = &document;
            // There is such a member, since there is an entry.
            move |at| document.line(table, at, "check").unwrap_or_default()
        };
        let lines = (0..failures.len()).map(in_table("failure"));
        let lines = lines.chain((0..unsupported.len()).map(in_table("unsupported")));
        let lines = lines.chain((0..skipped.len()).map(in_table("skipped")));
        let lines: Vec<usize> = lines.collect();
        let all = failures.chain(unsupported).chain(skipped).zip(lines);
        let entries = all.map(|((listed, it), line)| {
            let glob = it.check.clone();
            entry(line, listed, it).map_err(|wrong| ExpectationsError::Entry { line, glob, wrong })
        });
        let entries = entries.collect::<Result<_, _>>()?;
        let lines = (0..isolated.len()).map(in_table("isolated"));
        let isolated = isolated.into_iter().zip(lines).map(|(it, line)| {
            let glob = it.check.clone();
            isolate(line, &it).map_err(|wrong| ExpectationsError::Entry { line, glob, wrong })
        });
        Ok(Self {
            offers,
            entries,
            isolated: isolated.collect::<Result<_, _>>()?,
        })
    }

    /// The entries that are about a version of the implementation: positions, ascending.
    pub fn active(&self, version: &str) -> Vec<usize> {
        let is_active = |at: &usize| {
            let range = &self.entries[*at].version;
            range.as_ref().is_none_or(|range| range.contains(version))
        };
        (0..self.entries.len()).filter(is_active).collect()
    }
}

fn entry(line: usize, listed: Result<Listed, WrongEntry>, it: Other) -> Result<Entry, WrongEntry> {
    let glob = it.check;
    let filter = Filter::parse(&glob).map_err(WrongEntry::Glob)?;
    let listed = listed?;
    expect_reason(&it.reason)?;
    let version = it.version.as_deref().map(VersionRange::parse).transpose()?;
    Ok(Entry {
        line,
        glob,
        filter,
        listed,
        reason: it.reason,
        finding: it.finding,
        link: it.link,
        version,
    })
}

fn isolate(line: usize, it: &IsolatedChecks) -> Result<Isolated, WrongEntry> {
    let filter = Filter::parse(&it.check).map_err(WrongEntry::Glob)?;
    expect_reason(&it.reason)?;
    Ok(Isolated { line, filter })
}

fn expect_reason(reason: &str) -> Result<(), WrongEntry> {
    if reason.trim().is_empty() {
        return Err(WrongEntry::NoReason);
    }
    Ok(())
}
