//! The checks that exist.

use std::collections::BTreeSet;

use zarr_conform::Edition;
use zarr_conform::runner::{Check, Derivation, Filter, Plan};

/// The checks of edition 3.1 that exist, as a run derives them.
pub type Checks = Vec<Check>;

/// All of them, in the order in which they are asked.
pub fn checks() -> anyhow::Result<Checks> {
    let vectors = zarr_conform::embedded::vectors()?;
    let plan = Plan::new(Derivation {
        vectors: &vectors,
        edition: Edition::V3_1,
    });
    Ok((0..plan.len()).map(|at| plan.check(at)).collect())
}

/// The checks that any of the globs matches. A glob that is none matches nothing.
pub fn matching<'a>(globs: &[String], checks: &'a Checks) -> BTreeSet<&'a str> {
    let filters: Vec<Filter> = globs
        .iter()
        .filter_map(|it| Filter::parse(it).ok())
        .collect();
    let ids = checks.iter().map(|it| it.id.as_str());
    ids.filter(|id| filters.iter().any(|it| it.matches(id)))
        .collect()
}
