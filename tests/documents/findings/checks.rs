//! Files of the repository, and the checks that exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use zarr_conform::Edition;
use zarr_conform::runner::{Derivation, Filter, Operation, Plan};
use zarr_conform::vector::Level;

/// A path of the repository.
pub fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// The text of a file of the repository.
pub fn file(relative: &str) -> String {
    fs::read_to_string(path(relative)).unwrap_or_else(|error| panic!("{relative}: {error}"))
}

/// The checks of edition 3.1 that exist: id, operation, whether it is required.
pub type Checks = Vec<(String, Operation, bool)>;

pub fn checks() -> Checks {
    let vectors = zarr_conform::embedded::vectors().unwrap();
    let plan = Plan::new(Derivation {
        vectors: &vectors,
        edition: Edition::V3_1,
    });
    let checks = (0..plan.len()).map(|at| plan.check(at));
    let parts = checks.map(|it| (it.id.to_string(), it.operation, it.level == Level::Must));
    parts.collect()
}

/// The checks that any of the globs matches.
pub fn matching<'a>(globs: &[String], checks: &'a Checks) -> BTreeSet<&'a str> {
    let filters: Vec<Filter> = globs.iter().map(|it| Filter::parse(it).unwrap()).collect();
    let ids = checks.iter().map(|(id, ..)| id.as_str());
    ids.filter(|id| filters.iter().any(|it| it.matches(id)))
        .collect()
}
