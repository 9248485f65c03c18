//! How old a copy of the vectors is, measured by a release.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use super::release::{Known, Release, Version};
use super::sums::SUMS;
use zarr_conform_lock::FactChanges;

/// What a copy is, compared with a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Age {
    /// The version of the copy.
    pub copy: Version,
    /// The version of the release.
    pub latest: Version,
    /// How the facts of the release differ from those of the copy, where they are known.
    pub changes: Option<FactChanges>,
    /// The sum that the release gives to the copy's `SHA256SUMS`, and the one that it has, where these
    /// differ.
    pub other_sums: Option<(String, String)>,
}

/// Why a copy and a release cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the facts of edition {latest} do not show the age of a copy of {}; name the archive of all editions, \
     or that of the same edition",
    .copy.as_ref().map_or("all editions".to_owned(), |it| format!("edition {it}"))
)]
pub struct AgeError {
    /// The edition of the copy, where it is confined to one.
    copy: Option<String>,
    /// The edition of the release.
    latest: String,
}

impl Age {
    /// Compares a copy with a release.
    ///
    /// # Errors
    /// Where the release is confined to another edition than the copy.
    pub fn of(copy: &Release, latest: &Release) -> Result<Self, AgeError> {
        if let Some(edition) = &latest.edition
            && copy.edition.as_ref() != Some(edition)
        {
            return Err(AgeError {
                copy: copy.edition.clone(),
                latest: edition.clone(),
            });
        }
        let stem = copy.stem();
        let sums = latest.sums.get(&stem).zip(copy.sums.get(&stem));
        Ok(Self {
            copy: copy.version,
            latest: latest.version,
            changes: changes(copy, latest),
            other_sums: sums
                .filter(|(expected, found)| expected != found)
                .map(|(expected, found)| (expected.clone(), found.clone())),
        })
    }

    /// What is wrong with a copy of the same version as the release, which has to be the same.
    pub fn problem(&self) -> Option<String> {
        if self.copy != self.latest {
            return None;
        }
        let version = self.copy;
        if let Some(changes) = self.changes.as_ref().filter(|it| !it.is_empty()) {
            let counts = counts(changes);
            return Some(format!(
                "the version is {version}, that of the release, but the facts differ: in the release, {counts}"
            ));
        }
        let (expected, found) = self.other_sums.as_ref()?;
        Some(format!(
            "{SUMS} has the sum {found}, but that of release {version} has {expected}: the copy was changed, and \
             its sums with it"
        ))
    }

    /// Whether the step from the copy to the release is a breaking one: one after which facts state
    /// something else, or are gone. Nothing where the versions do not say.
    fn is_breaking(&self) -> Option<bool> {
        if let Some(changes) = &self.changes {
            return Some(!changes.retired.is_empty() || !changes.changed.is_empty());
        }
        let [first, second, _] = self.copy.0;
        let [latest, latest_second, _] = self.latest.0;
        if first != latest {
            return Some(true);
        }
        // Before 1.0.0 every step but that of words raises the second number.
        (first > 0 || second == latest_second).then_some(false)
    }
}

/// How the facts differ, those that hold in the edition to which the copy is confined.
fn changes(copy: &Release, latest: &Release) -> Option<FactChanges> {
    let (old, new) = copy.facts.as_ref().zip(latest.facts.as_ref())?;
    let edition = copy.edition.as_ref();
    let content = |facts: &BTreeMap<String, Known>| -> BTreeMap<String, String> {
        let kept = facts
            .iter()
            .filter(|(_, it)| edition.is_none_or(|edition| it.editions.contains(edition)));
        kept.map(|(id, it)| (id.clone(), it.content.clone()))
            .collect()
    };
    Some(FactChanges::of_hashes(&content(old), &content(new)))
}

fn counts(changes: &FactChanges) -> String {
    let (added, retired) = (changes.added.len(), changes.retired.len());
    format!(
        "{added} added, {retired} retired, {} changed",
        changes.changed.len()
    )
}

/// One line for people, such as `older than 0.2.0, and the step is breaking: 3 facts added, …`.
impl fmt::Display for Age {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let latest = self.latest;
        match self.copy.cmp(&latest) {
            Ordering::Equal => return write!(to, "up to date: {latest} is the latest version"),
            Ordering::Greater => {
                return write!(
                    to,
                    "newer than {latest}, which was named as the latest version"
                );
            }
            Ordering::Less => write!(
                to,
                "older than {latest}, the latest version; the step to it "
            )?,
        }
        let step = match self.is_breaking() {
            Some(true) => "is breaking",
            Some(false) => "is not breaking",
            None => "may be breaking",
        };
        write!(to, "{step}: ")?;
        match (&self.changes, self.is_breaking()) {
            (Some(changes), _) => write!(to, "facts {}", counts(changes)),
            (None, Some(true)) => write!(
                to,
                "facts state something else or are gone, or the format changed"
            ),
            (None, Some(false)) if self.copy.0[1] == latest.0[1] => {
                write!(to, "only words for people changed")
            }
            (None, Some(false)) => write!(to, "facts were added, none changed"),
            (None, None) => write!(
                to,
                "before 1.0.0 the second number does not say; name an archive of {latest} to know"
            ),
        }
    }
}
