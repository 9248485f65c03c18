//! Which misreadings of the specification give what was found, and causes reported once.

mod evidence;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use zarr_conform_protocol::subject::Stop;
use zarr_conform_reference::misreading::{self, Misreading};
use zarr_conform_runner::FailureKind;
use zarr_conform_vectors::LoadError;

use self::evidence::{Explained, explained};
use crate::case::features::Features;
use crate::{Again, Cause, Choices, Demand, Finds, NoFact, Signature};

/// In so many random cases a misreading has to give what was found.
const SEVERAL: usize = 2;

/// A cause as it is reported: the simplest case, and how many failed for the same reason.
#[derive(Clone)]
pub struct Told {
    /// The simplest of the causes that are reported as this one. Its count is that of all of them.
    pub cause: Cause,
    /// The misreadings that give what was found, all of them in the same cases; none where nothing is
    /// known.
    pub misreadings: Vec<&'static Misreading>,
}

/// Why nothing can be reported: always a defect of this program.
#[derive(Debug, thiserror::Error)]
pub enum NotTold {
    /// A case that was asked is not a fact.
    #[error(transparent)]
    NoFact(#[from] NoFact),
    /// Facts of cases contradict each other.
    #[error(transparent)]
    Load(#[from] LoadError),
}

/// The causes of a fuzz run, the worst first: silently wrong data, then by how many cases failed. What
/// one misreading explains is reported once. A misreading is named only where it gives what was found in the
/// simplest case and in several of the random cases that differ, more of them than any other does, and
/// where nine in ten of the cases that it fails failed. A refusal looks alike whatever its cause, so
/// nothing is named for refusals only.
///
/// # Errors
/// Where a case that was asked is not a fact.
pub fn told(
    finds: &Finds,
    seed: u64,
    choices: &Choices,
    stop: &Stop,
) -> Result<Vec<Told>, NotTold> {
    let explained = explained(finds, seed, choices, stop)?;
    let mut left: Vec<(&Cause, Explained)> = finds.causes.iter().zip(explained).collect();
    let mut told = Vec::new();
    while let Some(best) = explains_most(&left) {
        let (same, rest): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|(_, by)| by.contains_key(best));
        left = rest;
        let is_equal = |it: &&Misreading| {
            let mut same = same.iter();
            same.all(|(_, by)| by.get(it.name) == by.get(best))
        };
        let misreadings = misreading::all().filter(is_equal).collect();
        let causes: Vec<&Cause> = same.iter().map(|(cause, _)| *cause).collect();
        told.extend(one(&causes).map(|cause| Told { cause, misreadings }));
    }
    // Refusals with the same words are one cause, as in an ordinary report, and so is what goes wrong in
    // reading and in writing.
    let none = Features::new();
    let mut alike: BTreeMap<(Demand, FailureKind, &str, Again, &Features), Vec<&Cause>> =
        BTreeMap::new();
    for (cause, _) in left {
        let Signature {
            demand,
            kind,
            words,
            ..
        } = &cause.signature;
        // Features of a case that is not reduced say little.
        let features = if words.is_empty() && cause.again != Again::NotAsked {
            &cause.features
        } else {
            &none
        };
        let key = (*demand, *kind, words.as_str(), cause.again, features);
        alike.entry(key).or_default().push(cause);
    }
    told.extend(alike.values().filter_map(|causes| {
        one(causes).map(|cause| Told {
            cause,
            misreadings: Vec::new(),
        })
    }));
    // Kinds of failures are in order, the worst first.
    told.sort_by_key(|it| {
        let cause = &it.cause;
        let Signature { demand, kind, .. } = cause.signature;
        (demand, kind, Reverse(cause.count), cause.number)
    });
    Ok(told)
}

/// The misreading that gives what was found in the most cases; of several, the first that is listed.
/// Nothing where none gives it in several cases that were answered.
fn explains_most(left: &[(&Cause, Explained)]) -> Option<&'static str> {
    let mut best: Option<(usize, &'static str)> = None;
    for misreading in misreading::all() {
        let (mut all, mut answered) = (0, BTreeSet::<u64>::new());
        for (cause, by) in left {
            if let Some(numbers) = by.get(misreading.name) {
                all += 1 + numbers.len();
                if cause.signature.kind != FailureKind::RejectedValid {
                    answered.extend(numbers.iter().copied());
                }
            }
        }
        if answered.len() >= SEVERAL && best.is_none_or(|(most, _)| all > most) {
            best = Some((all, misreading.name));
        }
    }
    best.map(|(_, name)| name)
}

/// Several causes as one: the simplest, one that only reads before one that writes.
fn one(causes: &[&Cause]) -> Option<Cause> {
    let simplest = causes.iter().min_by_key(|it| {
        (
            it.signature.demand,
            it.signature.kind,
            it.features.len(),
            it.signature.is_written,
            it.case.elements(),
            it.number,
        )
    })?;
    Some(Cause {
        count: causes.iter().map(|it| it.count).sum(),
        ..(*simplest).clone()
    })
}
