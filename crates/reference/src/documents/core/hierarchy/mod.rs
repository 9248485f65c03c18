//! Groups and hierarchies.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text |
//! | `below` | arrays below the root |
//! | `consolidated` | what an opened group gives of what is below it |
//! | `writing` | changing a hierarchy |
//! | `misreadings` | wrong readings |
//! | `permitted` | what else the text permits where it is silent |

mod below;
mod consolidated;
pub(crate) mod misreadings;
mod permitted;
mod text;
mod writing;

pub use below::*;
pub use consolidated::{Documents, Opened, documents_below, entries};
pub use text::*;
pub use writing::*;

use zarr_conform_terms::Consolidated;

use crate::array_metadata::ArrayMetadata;
use crate::chunk_array::ChunkArray;
use crate::error::Result;
use crate::json::Json;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;
use crate::store::Store;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = misreadings::LISTS;

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[permitted::LIST];

steps! {
    hierarchy: Hierarchy;

    /// The metadata document of a group.
    fn group_metadata(steps, document: &[u8]) -> Result<GroupMetadata> {
        text::group_metadata(steps, document)
    }

    /// The member `node_type` of a group.
    fn group_node_type(_, value: &Json) -> Result<()> {
        text::group_node_type(value)
    }

    /// A member that the specification does not list for groups.
    fn group_field(steps, name: &str, value: &Json) -> Result<()> {
        text::group_field(steps, name, value)
    }

    /// The member `consolidated_metadata` of a group.
    fn consolidated_metadata(_, value: &Json) -> Result<()> {
        text::consolidated_metadata(value)
    }

    /// The name of a node.
    fn node_name(_, name: &str) -> Result<()> {
        text::node_name(name)
    }

    /// The key of the metadata document of the node at a path.
    fn metadata_key(steps, path: &str) -> Result<String> {
        text::metadata_key(steps, path)
    }

    /// The key prefix of the chunks of the array at a path.
    fn chunk_prefix(_, path: &str) -> Result<String> {
        Ok(below::chunk_prefix(path))
    }

    /// The node at a path.
    fn node(steps, store: &dyn Store, path: &str) -> Result<Node> {
        text::node(steps, store, path)
    }

    /// The types of the children of a group, by their names.
    fn children(steps, store: &dyn Store, path: &str) -> Result<NodeTypes> {
        text::children(steps, store, path)
    }

    /// The types of all nodes, by their paths.
    fn walk(steps, store: &dyn Store) -> Result<NodeTypes> {
        text::walk(steps, store)
    }

    /// The metadata documents that an opened group gives of what is below it, where they are not those of the store.
    fn documents_below(
        steps,
        store: &dyn Store,
        group: &str,
        consolidated: Option<Consolidated>
    ) -> Result<Option<Documents>> {
        consolidated::documents_below(steps, store, group, consolidated)
    }

    /// Creates a node.
    [writes] fn create_node(steps, store: &mut dyn Store, path: &str, node: &Json) -> Result<()> {
        writing::create_node(steps, store, path, node)
    }

    /// Creates the groups above a node that are not there.
    [writes] fn create_ancestors(steps, store: &mut dyn Store, path: &str) -> Result<()> {
        writing::create_ancestors(steps, store, path)
    }

    /// Replaces the attributes of a node.
    [writes] fn set_attributes(steps, store: &mut dyn Store, path: &str, attributes: &Json) -> Result<()> {
        writing::set_attributes(steps, store, path, attributes)
    }

    /// Writes elements into the array at a path.
    [writes] fn write_elements(
        steps,
        store: &mut dyn Store,
        path: &str,
        array: &ArrayMetadata,
        start: &[u64],
        elements: &ChunkArray
    ) -> Result<()> {
        below::write_elements(steps, store, path, array, start, elements)
    }

    /// Deletes a node and all below it.
    [writes] fn delete(steps, store: &mut dyn Store, path: &str) -> Result<()> {
        writing::delete(steps, store, path)
    }

    /// Writes consolidated metadata into a group.
    [writes] fn consolidate(steps, store: &mut dyn Store, path: &str) -> Result<()> {
        writing::consolidate(steps, store, path)
    }
}
