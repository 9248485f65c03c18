//! What the refusal of an invalid case rests on.

use std::sync::LazyLock;

use zarr_conform_requirements::{Grounds, Registry};

use crate::NoFact;

/// The registry of requirements; none where it cannot be read, which a test of it holds never to be so.
static REGISTRY: LazyLock<Option<Registry>> = LazyLock::new(|| Registry::load().ok());

/// What a refusal rests on that tests these requirements, and whom it binds.
pub(super) fn grounds(requirements: &[String]) -> Result<Grounds, NoFact> {
    let registry = REGISTRY.as_ref();
    let registry = registry.ok_or_else(|| NoFact::Bug("the registry cannot be read".to_owned()))?;
    Ok(registry.grounds(requirements))
}
