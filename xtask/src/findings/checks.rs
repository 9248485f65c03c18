//! The checks that exist.

use std::collections::BTreeSet;

use zarr_conform::Edition;
use zarr_conform::runner::{Derivation, Filter, Operation, Plan};
use zarr_conform::vector::Level;

/// The checks of edition 3.1 that exist: id, operation, whether it is required.
pub type Checks = Vec<(String, Operation, bool)>;

/// All of them, in the order in which they are asked.
pub fn checks() -> anyhow::Result<Checks> {
    let vectors = zarr_conform::embedded::vectors()?;
    let plan = Plan::new(Derivation {
        vectors: &vectors,
        edition: Edition::V3_1,
    });
    let checks = (0..plan.len()).map(|at| plan.check(at));
    let parts = checks.map(|it| (it.id.to_string(), it.operation, it.level == Level::Must));
    Ok(parts.collect())
}

/// The checks that any of the globs matches. A glob that is none matches nothing.
pub fn matching<'a>(globs: &[String], checks: &'a Checks) -> BTreeSet<&'a str> {
    let filters: Vec<Filter> = globs
        .iter()
        .filter_map(|it| Filter::parse(it).ok())
        .collect();
    let ids = checks.iter().map(|(id, ..)| id.as_str());
    ids.filter(|id| filters.iter().any(|it| it.matches(id)))
        .collect()
}
