//! What the refusal of an invalid case rests on.

use std::sync::LazyLock;

use zarr_conform_requirements::Registry;

use crate::NoFact;

/// The registry of requirements; none where it cannot be read, which a test of it holds never to be so.
static REGISTRY: LazyLock<Option<Registry>> = LazyLock::new(|| Registry::load().ok());

/// The premise that a refusal rests on, where none of the requirements orders failure.
pub(super) fn premise(requirements: &[&str]) -> Result<Option<String>, NoFact> {
    let Some(registry) = REGISTRY.as_ref() else {
        return Err(NoFact::Bug("the registry cannot be read".to_owned()));
    };
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
