//! The whole of a run from the shares that several machines judged.

use std::collections::BTreeMap;

use serde_json::Value;

use super::recording::Recording;
use crate::shares::{Part, Share, SharesError, form_a_whole};
use zarr_conform_diagnosis::ByMisreadings;
use zarr_conform_protocol::subject::Stop;
use zarr_conform_runner::Derivation;
use zarr_conform_runner::Partition;
use zarr_conform_runner::{CheckId, CheckResult, Header, Selected};
use zarr_conform_runner::{Explain as _, Outcomes};
use zarr_conform_runner::{Filter, Plan, Selection};
use zarr_conform_vectors::Vectors;

/// Why shares are not a whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// They are not all shares of one run.
    #[error(transparent)]
    Shares(#[from] SharesError),
    /// The run of a part was not finished.
    #[error("{part}: its run ended early: {why}")]
    EndedEarly {
        /// The part.
        part: String,
        /// Why.
        why: String,
    },
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
pub fn merge(parts: Vec<Part<Recording>>, vectors: &Vectors) -> Result<Recording, MergeError> {
    let header = common_header(&parts)?;
    let sha256 = zarr_conform_lock::sha256(vectors);
    if header.vectors_sha256 != sha256 {
        return Err(MergeError::OtherVectors {
            expected: header.vectors_sha256,
            found: sha256,
            found_in: vectors.source().to_owned(),
        });
    }
    let is_diagnosed = parts.iter().any(|part| part.content.diagnosis.is_some());
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
fn common_header(parts: &[Part<Recording>]) -> Result<Header, MergeError> {
    for part in parts {
        if let Some(why) = &part.content.summary.ended_early {
            let (part, why) = (part.name.clone(), why.clone());
            return Err(MergeError::EndedEarly { part, why });
        }
    }
    form_a_whole(parts)?;
    let first = parts.first().ok_or(SharesError::Nothing)?;
    Ok(whole(&first.content.header))
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

impl Share for Recording {
    const WHAT: &'static str = "run";

    fn partition(&self) -> Option<Partition> {
        self.header.selection.partition
    }

    /// All of the header apart from the share, the place of the vectors, and the seed, since each
    /// generated name is in one share. Members that come later are compared, too.
    fn members(&self) -> BTreeMap<String, String> {
        let header = Header {
            vectors: String::new(),
            seed: 0,
            ..whole(&self.header)
        };
        match serde_json::to_value(&header) {
            Ok(Value::Object(members)) => {
                let members = members.into_iter();
                members
                    .map(|(name, value)| (name, value.to_string()))
                    .collect()
            }
            _ => BTreeMap::new(),
        }
    }
}

/// The results in the order of the checks, which are exactly those that were selected.
fn in_order(
    parts: Vec<Part<Recording>>,
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
        for result in part.content.results {
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
    let parsed = |globs: &[String]| {
        let filters = globs.iter().map(|glob| {
            let failed = |error| MergeError::OtherChecks(format!("{glob:?}: {error}"));
            Filter::parse(glob).map_err(failed)
        });
        filters.collect::<Result<Vec<_>, _>>()
    };
    Ok(Selection {
        filters: parsed(&selected.filters)?,
        excludes: parsed(&selected.excludes)?,
        ids: selected.ids.clone(),
        partition: None,
    })
}
