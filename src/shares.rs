//! Shares of a whole that several machines did: which form one, whether of a run or of a fuzz run.

use std::collections::BTreeMap;

use zarr_conform_runner::Partition;

/// One share and the name of its file, for messages.
#[derive(Clone, Debug)]
pub struct Part<T> {
    /// The name.
    pub name: String,
    /// What was read from it.
    pub content: T,
}

/// What `--partition` divides.
pub trait Share {
    /// What it is called in messages.
    const WHAT: &'static str;

    /// The share of the whole, where it is one.
    fn partition(&self) -> Option<Partition>;

    /// Whose share it is, where several implementations were asked.
    fn whose(&self) -> Option<String> {
        None
    }

    /// What must be equal in all shares, by name.
    fn members(&self) -> BTreeMap<String, String>;
}

/// Why shares do not form a whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SharesError {
    /// There is nothing to merge.
    #[error("found no part")]
    Nothing,
    /// A part is not a share of a whole.
    #[error("{part}: this {what} is not a share, expected one of --partition")]
    NoShare {
        /// The part.
        part: String,
        /// What it is.
        what: &'static str,
    },
    /// Two parts are not about the same.
    #[error("{part}: {member} is {found}, but {expected} in {first}")]
    Differs {
        /// The part.
        part: String,
        /// The part that it is compared with.
        first: String,
        /// What differs.
        member: String,
        /// What it is in the part.
        found: String,
        /// What it is in the first.
        expected: String,
    },
    /// A share is given twice.
    #[error("{part}: the share {share} is also {other}")]
    Twice {
        /// The part.
        part: String,
        /// The other part.
        other: String,
        /// The share.
        share: Partition,
    },
    /// Shares are not given.
    #[error("missing{}: {}", .whose.as_ref().map_or_else(String::new, |it| format!(" of {it:?}")), .shares.join(", "))]
    Missing {
        /// Whose, where several implementations were asked.
        whose: Option<String>,
        /// The first ten of them.
        shares: Vec<String>,
    },
}

/// Whether these are all shares of one whole, each once.
///
/// # Errors
/// Where they are not.
pub fn form_a_whole<T: Share>(parts: &[Part<T>]) -> Result<(), SharesError> {
    are_about_the_same(parts)?;
    let mut seen: BTreeMap<u64, &str> = BTreeMap::new();
    let mut of = 0;
    for part in parts {
        let share = part.content.partition();
        let share = share.ok_or_else(|| SharesError::NoShare {
            part: part.name.clone(),
            what: T::WHAT,
        })?;
        if let Some(other) = seen.insert(share.number(), &part.name) {
            return Err(SharesError::Twice {
                part: part.name.clone(),
                other: other.to_owned(),
                share,
            });
        }
        of = share.of();
    }
    let missing = (1..=of).filter(|number| !seen.contains_key(number));
    let shares: Vec<String> = missing.take(10).map(|it| format!("{it}/{of}")).collect();
    if shares.is_empty() {
        return Ok(());
    }
    let whose = parts.last().and_then(|it| it.content.whose());
    Err(SharesError::Missing { whose, shares })
}

fn are_about_the_same<T: Share>(parts: &[Part<T>]) -> Result<(), SharesError> {
    let members = |part: &Part<T>| {
        let mut members = part.content.members();
        let of = part.content.partition().map(|it| it.of().to_string());
        members.extend(of.map(|of| ("the number of shares".to_owned(), of)));
        members
    };
    let (first, others) = parts.split_first().ok_or(SharesError::Nothing)?;
    let expected = members(first);
    for part in others {
        let found = members(part);
        let mut names = expected.keys().chain(found.keys());
        if let Some(member) = names.find(|it| expected.get(*it) != found.get(*it)) {
            let text = |it: &BTreeMap<String, String>| {
                it.get(member).map_or("absent", String::as_str).to_owned()
            };
            return Err(SharesError::Differs {
                part: part.name.clone(),
                first: first.name.clone(),
                member: member.clone(),
                found: text(&found),
                expected: text(&expected),
            });
        }
    }
    Ok(())
}
