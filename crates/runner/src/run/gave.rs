//! What a failed check gave, as short as it takes to compare it with what another gives.

use std::hash::{DefaultHasher, Hasher as _};

use serde_json::Value;

use crate::judge::verdict::{Failure, FailureKind};

/// What a failed check gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gave {
    /// Wrong data or metadata, or what is not as configured: a hash of them.
    Wrong(u64),
    /// Something invalid was accepted: each operation that was asked, with a number that tells
    /// several of one name apart, and a hash of what was made of it; nothing where it refused.
    Accepted(Vec<((String, usize), Option<u64>)>),
    /// Something valid was refused.
    Refused,
    /// Something about the implementation itself.
    Itself(FailureKind),
}

impl Gave {
    /// What a failure gave.
    pub fn of(failure: &Failure) -> Self {
        match failure.kind {
            FailureKind::WrongData | FailureKind::NotAsConfigured => {
                Self::Wrong(hash(&(&failure.found, format!("{:?}", failure.difference))))
            }
            FailureKind::WrongMetadata => Self::Wrong(hash(&meaning(&failure.found))),
            FailureKind::AcceptedInvalid => match accepted(&failure.found) {
                // What was created from something invalid is judged by what is left.
                operations if operations.is_empty() => Self::Wrong(hash(&meaning(&failure.found))),
                operations => Self::Accepted(operations),
            },
            FailureKind::RejectedValid => Self::Refused,
            kind => Self::Itself(kind),
        }
    }

    /// Whether it is what `other` gave. Of something invalid that both accept, operations that only
    /// one of them was asked do not count, and some operation both were asked. Whoever ends, falls
    /// silent or breaks the protocol gives nothing that could be the same.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Accepted(one), Self::Accepted(other)) => {
                let mut asking = one.iter().filter_map(|(operation, made)| {
                    let also = other.iter().find(|(name, _)| name == operation);
                    also.map(|(_, other)| made == other)
                });
                asking.next().is_some_and(|same| same) && asking.all(|same| same)
            }
            (Self::Itself(one), Self::Itself(other)) => {
                one == other && matches!(one, FailureKind::ClaimsUnknown | FailureKind::FalseClaim)
            }
            (one, other) => one == other,
        }
    }
}

fn hash(value: &impl std::hash::Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// What was understood or written, without the spelling of the document, which is everybody's own.
fn meaning(found: &str) -> &str {
    const INVALID: &str = "an invalid one (";
    if found.starts_with(INVALID) {
        return INVALID;
    }
    found.split(": {").next().unwrap_or(found)
}

/// The operations in `write refused it; open accepted it: {…}; read accepted it: {…}`, and what each
/// gave. The order of members in an answer is everybody's own.
fn accepted(found: &str) -> Vec<((String, usize), Option<u64>)> {
    const ACCEPTED: &str = " accepted it: ";
    const REFUSED: &str = " refused it; ";
    let mut rest = found;
    let mut all: Vec<((String, usize), Option<u64>)> = Vec::new();
    while let Some((operation, after)) = rest.split_once(REFUSED)
        && !operation.contains(' ')
    {
        let earlier = all.iter().filter(|((name, _), _)| name == operation);
        all.push(((operation.to_owned(), earlier.count()), None));
        rest = after;
    }
    while let Some((operation, after)) = rest.split_once(ACCEPTED) {
        // The next operation is the last word before the next of these.
        let end = after.find(ACCEPTED).and_then(|at| after[..at].rfind("; "));
        let (made, next) = after.split_at(end.unwrap_or(after.len()));
        let earlier = all.iter().filter(|((name, _), _)| name == operation);
        let name = (operation.to_owned(), earlier.count());
        all.push((name, Some(hash(&canonical(made)))));
        rest = next.strip_prefix("; ").unwrap_or(next);
    }
    all
}

/// JSON with the members of objects in one order; other text as it is.
fn canonical(text: &str) -> String {
    fn sorted(value: &mut Value) {
        match value {
            Value::Object(members) => {
                members.sort_keys();
                members.values_mut().for_each(sorted);
            }
            Value::Array(values) => values.iter_mut().for_each(sorted),
            _ => {}
        }
    }
    match serde_json::from_str::<Value>(text) {
        Ok(mut value) => {
            sorted(&mut value);
            value.to_string()
        }
        Err(_) => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gave(kind: FailureKind, found: &str) -> Gave {
        Gave::of(&Failure::new(kind, "something else", found))
    }

    fn accepted(found: &str) -> Gave {
        gave(FailureKind::AcceptedInvalid, found)
    }

    #[test]
    fn what_was_made_of_something_invalid_counts_as_far_as_both_were_asked() {
        let open = accepted(r#"open accepted it: {"data_type":"int8","shape":[1]}"#);
        let swapped = accepted(r#"open accepted it: {"shape":[1],"data_type":"int8"}"#);
        let both = accepted(
            r#"open accepted it: {"data_type":"int8","shape":[1]}; read accepted it: {"elements":"00"}"#,
        );
        let other = accepted(
            r#"open accepted it: {"data_type":"int8","shape":[1]}; read accepted it: {"elements":"01"}"#,
        );
        let read = accepted(r#"read accepted it: {"elements":"01"}"#);
        assert!(open.is_same(&swapped) && open.is_same(&both) && both.is_same(&open));
        assert!(read.is_same(&other) && !both.is_same(&other) && !read.is_same(&both));
        assert!(!open.is_same(&read), "nothing was asked of both");
        let late =
            accepted(r#"read refused it; open accepted it: {"data_type":"int8","shape":[1]}"#);
        assert!(
            late.is_same(&open) && late.is_same(&late),
            "read was asked once"
        );
        assert!(!late.is_same(&both), "one read, the other refused to");
        let twice = accepted("read accepted it: 1; read accepted it: 2");
        assert!(twice.is_same(&twice) && !twice.is_same(&accepted("read accepted it: 2")));
    }

    #[test]
    fn the_spelling_of_a_document_does_not_count() {
        let metadata = |found: &str| gave(FailureKind::WrongMetadata, found);
        let found = r#"int8 of shape [2] with fill value 0x00: {"shape": [2]}"#;
        let other = r#"int8 of shape [2] with fill value 0x00: {  "shape": [2] }"#;
        assert_eq!(metadata(found), metadata(other));
        assert_ne!(metadata(found), metadata("int8 of shape [3]"));
    }

    #[test]
    fn what_was_created_from_something_invalid_is_the_same_where_what_is_left_is() {
        let left = accepted(r#"an invalid one (level is -1): {"codecs": []}"#);
        assert!(left.is_same(&accepted("an invalid one (level is -2): {}")));
        assert!(!left.is_same(&accepted("int8 of shape [2]: {}")));
    }

    #[test]
    fn who_ends_gives_nothing_that_could_be_the_same() {
        let crash = gave(FailureKind::Crash, "exit code 1");
        assert!(!crash.is_same(&crash));
        let claims = gave(FailureKind::ClaimsUnknown, "one name");
        assert!(claims.is_same(&gave(FailureKind::ClaimsUnknown, "another")));
    }
}
