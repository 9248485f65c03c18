//! What the refusal of an invalid case rests on, and how strongly it is demanded.

use std::sync::LazyLock;

use zarr_conform_requirements::{Grounds, Level as Strength, Registry};
use zarr_conform_vectors::Level;

use crate::NoFact;

/// The registry of requirements; none where it cannot be read, which a test of it holds never to be so.
static REGISTRY: LazyLock<Option<Registry>> = LazyLock::new(|| Registry::load().ok());

fn registry() -> Result<&'static Registry, NoFact> {
    let registry = REGISTRY.as_ref();
    registry.ok_or_else(|| NoFact::Bug("the registry cannot be read".to_owned()))
}

/// How strongly a refusal is demanded by these requirements: it is recommended where all of them are.
pub(crate) fn level(requirements: &[String]) -> Result<Level, NoFact> {
    let registry = registry()?;
    let mut known = requirements
        .iter()
        .filter_map(|id| registry.requirement(id));
    let is_must = known.any(|it| it.demanded() == Strength::Must);
    Ok(if is_must { Level::Must } else { Level::Should })
}

/// What a refusal rests on that tests these requirements, and whom it binds.
pub(crate) fn grounds(requirements: &[String]) -> Result<Grounds, NoFact> {
    Ok(registry()?.grounds(requirements))
}
