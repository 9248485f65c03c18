//! What the refusal of an invalid case rests on, and how strongly it is demanded.

use std::sync::LazyLock;

use zarr_conform_requirements::{Level as Strength, Registry};
use zarr_conform_vectors::Level;

use crate::NoFact;

/// The registry of requirements; none where it cannot be read, which a test of it holds never to be so.
static REGISTRY: LazyLock<Option<Registry>> = LazyLock::new(|| Registry::load().ok());

fn registry() -> Result<&'static Registry, NoFact> {
    let registry = REGISTRY.as_ref();
    registry.ok_or_else(|| NoFact::Bug("the registry cannot be read".to_owned()))
}

/// How strongly a refusal is demanded by these requirements: they are recommended where all are.
pub(super) fn level(requirements: &[&str]) -> Result<Level, NoFact> {
    let registry = registry()?;
    let mut known = requirements
        .iter()
        .filter_map(|id| registry.requirement(id));
    let is_must = known.any(|it| it.demanded() == Strength::Must);
    Ok(if is_must { Level::Must } else { Level::Should })
}

/// The premise that a refusal rests on, where none of the requirements orders failure.
pub(super) fn premise(requirements: &[&str]) -> Result<Option<String>, NoFact> {
    let registry = registry()?;
    let ids: Vec<String> = requirements.iter().map(|&it| it.to_owned()).collect();
    if registry.orders_failure(&ids) {
        return Ok(None);
    }
    match registry.premises.as_slice() {
        [premise] => Ok(Some(premise.id.clone())),
        other => Err(NoFact::Bug(format!(
            "found {} premises of refusal, expected one",
            other.len()
        ))),
    }
}
