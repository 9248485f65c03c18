//! Inputs that are computed: the members of facts, as if they stood in a file.

mod nesting;
mod orders;
mod special_values;

use anyhow::bail;

use crate::given::Members;
use crate::near::near;

/// What computes the members of facts from those that the group gives to all, at a line.
type Compute = fn(&Members, usize) -> anyhow::Result<Vec<Members>>;

/// By the name that a group gives.
const COMPUTED: &[(&str, Compute)] = &[
    ("lists 1000 deep", nesting::lists),
    ("sequences as orders", orders::sequences),
    ("special values", special_values::chunks),
];

/// The facts that a group computes.
pub(crate) fn facts(name: &str, given: &Members, line: usize) -> anyhow::Result<Vec<Members>> {
    if let Some((_, compute)) = COMPUTED.iter().find(|(known, _)| *known == name) {
        return compute(given, line);
    }
    let meant = near(name, COMPUTED.iter().map(|(known, _)| *known));
    bail!("nothing computes {name:?}{meant}")
}
