//! The whole of a run from the shares that several machines judged.

use std::collections::BTreeMap;

use serde_json::Value;

use super::recording::Recording;
use zarr_conform_diagnosis::ByMisreadings;
use zarr_conform_protocol::subject::Stop;
use zarr_conform_runner::Derivation;
use zarr_conform_runner::Partition;
use zarr_conform_runner::{CheckId, CheckResult, Header, Selected};
use zarr_conform_runner::{Explain as _, Outcomes};
use zarr_conform_runner::{Filter, Plan, Selection};
use zarr_conform_vectors::Vectors;

/// One share and the name of its file, for messages.
pub struct Part {
    /// The name.
    pub name: String,
    /// What was read from it.
    pub recording: Recording,
}

/// Why shares are not a whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// There is nothing to merge.
    #[error("found no part")]
    Nothing,
    /// A part is not a share of a whole.
    #[error("{0}: this run is not a share, expected one of --partition")]
    NoShare(String),
    /// The run of a part was not finished.
    #[error("{part}: its run ended early: {why}")]
    EndedEarly {
        /// The part.
        part: String,
        /// Why.
        why: String,
    },
    /// Two parts are not about the same.
    #[error("{part}: {member} is {found}, but {expected} in {first}")]
    Differs {
        /// The part.
        part: String,
        /// The part that it is compared with.
        first: String,
        /// The member of the header.
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
    #[error("missing: {}", .0.join(", "))]
    Missing(Vec<String>),
    /// The vectors at hand are not those of the parts.
    #[error(
        "the parts were judged by other vectors ({expected}) than {found_in} ({found}); --vectors DIR names them"
    )]
    OtherVectors {
        /// The hash in the parts.
        expected: String,
        /// The hash of the vectors at hand.
        found: String,
        /// Where these come from.
        found_in: String,
    },
    /// The checks of the parts are not those of the vectors.
    #[error("{0}")]
    OtherChecks(String),
}

/// The recording of the whole run, as if one machine had judged it: verdicts in the order of the
/// checks, counts of all of them, and causes looked for anew, since those of a share may differ.
///
/// # Errors
/// Where the parts are not all shares of one run by these vectors, each once.
pub fn merge(parts: Vec<Part>, vectors: &Vectors) -> Result<Recording, MergeError> {
    let header = common_header(&parts)?;
    check_shares(&parts)?;
    let sha256 = zarr_conform_lock::sha256(vectors);
    if header.vectors_sha256 != sha256 {
        return Err(MergeError::OtherVectors {
            expected: header.vectors_sha256,
            found: sha256,
            found_in: vectors.source().to_owned(),
        });
    }
    let is_diagnosed = parts.iter().any(|part| part.recording.diagnosis.is_some());
    let results = in_order(parts, &header, vectors)?;
    let summary = Recording::counted(&results);
    let diagnosis = is_diagnosed.then(|| {
        let mut outcomes = Outcomes::of(&header);
        for result in &results {
            outcomes.note(result);
        }
        ByMisreadings.explain(&outcomes, vectors, header.edition, &Stop::default())
    });
    Ok(Recording {
        header: Header {
            checks: results.len() as u64,
            ..header
        },
        results,
        diagnosis,
        summary,
    })
}

/// The header of the whole, which all parts agree on.
fn common_header(parts: &[Part]) -> Result<Header, MergeError> {
    let first = parts.first().ok_or(MergeError::Nothing)?;
    let expected = members(&first.recording.header);
    for part in parts {
        if let Some(why) = &part.recording.summary.ended_early {
            return Err(MergeError::EndedEarly {
                part: part.name.clone(),
                why: why.clone(),
            });
        }
        let found = members(&part.recording.header);
        let names = expected.keys().chain(found.keys());
        for member in names {
            let (found, expected) = (found.get(member), expected.get(member));
            if found != expected {
                return Err(MergeError::Differs {
                    part: part.name.clone(),
                    first: first.name.clone(),
                    member: member.clone(),
                    found: text_of(found),
                    expected: text_of(expected),
                });
            }
        }
    }
    Ok(whole(&first.recording.header))
}

/// The header without what tells the share.
fn whole(header: &Header) -> Header {
    Header {
        selection: Selected {
            partition: None,
            ..header.selection.clone()
        },
        checks: 0,
        ..header.clone()
    }
}

/// Everything that must be equal in all parts, by the name of the member: all of the header apart
/// from the share, the place of the vectors, and the seed, since each generated name is in one share. Members that come later are compared, too.
fn members(header: &Header) -> BTreeMap<String, Value> {
    let of = header.selection.partition.map(Partition::of);
    let header = Header {
        vectors: String::new(),
        seed: 0,
        ..whole(header)
    };
    let mut members = match serde_json::to_value(&header) {
        Ok(Value::Object(members)) => members.into_iter().collect(),
        _ => BTreeMap::new(),
    };
    members.insert("the number of shares".to_owned(), of.into());
    members
}

fn text_of(value: Option<&Value>) -> String {
    value.map_or_else(|| "absent".to_owned(), Value::to_string)
}

/// Each share is there once.
fn check_shares(parts: &[Part]) -> Result<(), MergeError> {
    let mut seen: BTreeMap<u64, &str> = BTreeMap::new();
    let mut shares = 0;
    for part in parts {
        let share = part.recording.header.selection.partition;
        let share = share.ok_or_else(|| MergeError::NoShare(part.name.clone()))?;
        shares = share.of();
        if let Some(other) = seen.insert(share.number(), &part.name) {
            return Err(MergeError::Twice {
                part: part.name.clone(),
                other: other.to_owned(),
                share,
            });
        }
    }
    let missing: Vec<String> = (1..=shares)
        .filter(|number| !seen.contains_key(number))
        .take(10)
        .map(|number| format!("{number}/{shares}"))
        .collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(MergeError::Missing(missing))
    }
}

/// The results in the order of the checks, which are exactly those that were selected.
fn in_order(
    parts: Vec<Part>,
    header: &Header,
    vectors: &Vectors,
) -> Result<Vec<CheckResult>, MergeError> {
    let plan = Plan::new(Derivation {
        vectors,
        edition: header.edition,
    });
    let selection = selection_of(&header.selection)?;
    let selected = plan.select(&selection);
    let selected = selected.map_err(|unknown| MergeError::OtherChecks(unknown.to_string()))?;
    let mut results: BTreeMap<CheckId, CheckResult> = BTreeMap::new();
    for part in parts {
        for result in part.recording.results {
            if let Some(twice) = results.insert(result.check.clone(), result) {
                return Err(MergeError::OtherChecks(format!(
                    "{}: {:?} is in another part, too",
                    part.name, twice.check
                )));
            }
        }
    }
    let mut ordered = Vec::with_capacity(selected.len());
    for at in selected {
        let id = plan.id(at);
        let result = results
            .remove(id)
            .ok_or_else(|| MergeError::OtherChecks(format!("no part has a verdict on {id:?}")))?;
        ordered.push(result);
    }
    match results.keys().next() {
        None => Ok(ordered),
        Some(id) => Err(MergeError::OtherChecks(format!(
            "{id:?} is not a selected check of these vectors"
        ))),
    }
}

fn selection_of(selected: &Selected) -> Result<Selection, MergeError> {
    let filters = selected.filters.iter().map(|glob| {
        Filter::parse(glob).map_err(|error| MergeError::OtherChecks(format!("{glob:?}: {error}")))
    });
    Ok(Selection {
        filters: filters.collect::<Result<_, _>>()?,
        ids: selected.ids.clone(),
        partition: None,
    })
}
