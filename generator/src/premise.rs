//! On which premise refusals rest: computed from the requirements that a fact names.

use anyhow::ensure;
use zarr_conform_requirements::Registry;

use crate::topic::Topic;

/// Names the premise of refusal in each refused fact of which no requirement orders failure.
pub(crate) fn add(topics: &mut [Topic], registry: &Registry) -> anyhow::Result<()> {
    let [premise] = registry.premises.as_slice() else {
        let found = registry.premises.len();
        ensure!(
            found == 1,
            "found {found} premises of refusal, expected one"
        );
        return Ok(());
    };
    for fact in topics.iter_mut().flat_map(|topic| &mut topic.facts) {
        if fact.statement.refused().is_some() && !registry.orders_failure(&fact.requirements) {
            fact.premise = Some(premise.id.clone());
        }
    }
    Ok(())
}
