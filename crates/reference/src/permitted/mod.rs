//! Named permitted readings: what an implementation may do where the text is silent.
//!
//! A permitted reading is the literal reading with a few steps replaced, as a
//! [misreading](crate::misreading) is, but none of them breaks a sentence. Where the text leaves a
//! place open, this reference does one of the things that it allows, and a permitted reading does
//! another.
//!
//! They prove that no implementation is blamed for an open place: each passes every check that is required, and
//! refuses what has to be refused, whether the facts are written by hand or generated at random. The
//! open places themselves, with the question and the outcomes, are in the registry of requirements.
//!
//! ```
//! use zarr_conform_reference::{Edition, Json, Steps, permitted};
//!
//! let shape = Json::parse(b"[2, 3.0]").unwrap();
//! assert!(Steps::literal(Edition::V3_1).shape(&shape).is_err());
//!
//! let reading = permitted::named("integers-by-value").unwrap();
//! assert_eq!(reading.steps(Edition::V3_1).shape(&shape).unwrap(), [2, 3]);
//! ```

use crate::Edition;
use crate::documents::{self, documents};
use crate::steps::{Replacement, StepSet, Steps};

/// A reading that the text permits, other than the literal one of this reference.
#[derive(Debug)]
pub struct Permitted {
    /// Its name, for example `integers-by-value`.
    pub name: &'static str,
    /// The id of the open place, an entry of the registry of requirements.
    pub open: &'static str,
    /// What an implementation with this reading does, in a form that follows "it".
    pub does: &'static str,
    /// The editions in which it is permitted and differs from the literal reading.
    pub editions: &'static [Edition],
    /// Whether it accepts more than the literal reading, or less.
    pub tendency: Tendency,
    /// The steps that are taken in another way.
    pub replacements: &'static [Replacement],
}

/// How a permitted reading differs from the literal reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tendency {
    /// It accepts what the literal reading refuses.
    Lenient,
    /// It refuses what the literal reading accepts.
    Strict,
    /// It accepts the same, and gives other elements.
    Other,
}

impl Permitted {
    /// The steps of an edition with this reading.
    pub fn steps(&self, edition: Edition) -> Steps {
        Steps::literal(edition).with(self.replacements)
    }

    /// The steps that are taken in another way.
    pub fn replaces(&self) -> StepSet {
        self.replacements.iter().map(Replacement::step).collect()
    }
}

macro_rules! lists {
    ($($document:ident: $Document:ident $(($($is:tt)*))?,)*) => {
        [$(documents::$document::PERMITTED,)*]
    };
}

/// Every permitted reading, by document.
pub fn all() -> impl Iterator<Item = &'static Permitted> {
    documents!(lists).into_iter().flatten().copied().flatten()
}

/// The permitted reading of this name.
pub fn named(name: &str) -> Option<&'static Permitted> {
    all().find(|permitted| permitted.name == name)
}

/// All readings of an edition and a tendency, in groups that one implementation can have at once: no
/// two of a group replace the same step. Each reading goes to the first group that has room.
pub fn groups(edition: Edition, tendency: Tendency) -> Vec<Vec<&'static Permitted>> {
    let mut groups: Vec<Vec<&'static Permitted>> = Vec::new();
    for permitted in all() {
        if permitted.tendency != tendency || !permitted.editions.contains(&edition) {
            continue;
        }
        let has_room = |group: &&mut Vec<&'static Permitted>| {
            let steps = permitted.replaces();
            !group.iter().any(|other| other.replaces().meets(steps))
        };
        match groups.iter_mut().find(has_room) {
            Some(group) => group.push(permitted),
            None => groups.push(vec![permitted]),
        }
    }
    groups
}

/// Implementations of an edition that read open places otherwise: one with each reading by itself, and one with
/// each group that goes together.
pub fn implementations(edition: Edition) -> Vec<Vec<&'static Permitted>> {
    let each = all().filter(|it| it.editions.contains(&edition));
    let mut implementations: Vec<_> = each.map(|it| vec![it]).collect();
    for tendency in [Tendency::Lenient, Tendency::Strict, Tendency::Other] {
        implementations.extend(groups(edition, tendency));
    }
    implementations
}

/// The names of the readings of a group.
pub fn names(group: &[&'static Permitted]) -> String {
    let names: Vec<&str> = group.iter().map(|permitted| permitted.name).collect();
    names.join(", ")
}

/// What the readings of a group replace together.
pub fn together(group: &[&'static Permitted]) -> Vec<Replacement> {
    let each = group.iter().map(|permitted| permitted.replacements);
    each.flatten().copied().collect()
}

/// The accepted editions.
pub(crate) const ACCEPTED: &[Edition] = &[Edition::V3_0, Edition::V3_1];
/// The current edition.
pub(crate) const CURRENT: &[Edition] = &[Edition::V3_1];
/// The first accepted edition.
pub(crate) const FIRST: &[Edition] = &[Edition::V3_0];
/// The drafts.
pub(crate) const DRAFT: &[Edition] = &[Edition::Draft];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_no_step_is_replaced_twice() {
        for permitted in all() {
            let number = permitted.replaces().iter().count();
            assert!(number > 0, "{}", permitted.name);
            assert_eq!(number, permitted.replacements.len(), "{}", permitted.name);
            let named = all().filter(|other| other.name == permitted.name);
            assert_eq!(named.count(), 1, "{}", permitted.name);
        }
    }

    #[test]
    fn groups_have_every_reading_once_and_no_step_twice() {
        for edition in Edition::ALL {
            for tendency in [Tendency::Lenient, Tendency::Strict, Tendency::Other] {
                let groups = groups(edition, tendency);
                for group in &groups {
                    let replacements = together(group);
                    let steps: StepSet = replacements.iter().map(Replacement::step).collect();
                    assert_eq!(steps.iter().count(), replacements.len());
                }
                let is_meant =
                    |it: &&Permitted| it.tendency == tendency && it.editions.contains(&edition);
                let number: usize = groups.iter().map(Vec::len).sum();
                assert_eq!(number, all().filter(is_meant).count());
            }
        }
    }
}
