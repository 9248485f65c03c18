//! On what refusals rest, and whom they bind: computed from the requirements that a fact names.

use zarr_conform_requirements::Registry;
use zarr_conform_vectors::Binds;

use crate::topic::Topic;

/// Names the premise of refusal in each refused fact of which no requirement orders failure, and says
/// where the demand binds the writer: such a comment says "creates" where the input says "opens".
pub(crate) fn add(topics: &mut [Topic], registry: &Registry) {
    for fact in topics.iter_mut().flat_map(|topic| &mut topic.facts) {
        if fact.statement.refused().is_some() {
            let grounds = registry.grounds(&fact.requirements);
            fact.premise = grounds.premise;
            // An input may bind the writer though its requirements bind everybody.
            if grounds.binds == Binds::Writer {
                fact.binds = Binds::Writer;
            }
            // What binds the writer says nothing of who opens such an array.
            if fact.binds == Binds::Writer
                && let Some(what) = fact.comment.strip_prefix("opens ")
            {
                fact.comment = format!("creates {what}");
            }
        }
    }
}
