//! Wrong readings of groups and hierarchies.

mod changes;
mod chunks;
pub(crate) mod group;
mod nodes;

use crate::misreading::Misreading;

/// Every list, in the order in which people read them.
pub(crate) const LISTS: &[&[Misreading]] = &[group::LIST, nodes::LIST, chunks::LIST, changes::LIST];
