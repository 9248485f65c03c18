use std::sync::Arc;
use zarrs::group::{Group, GroupBuilder};
use zarrs::storage::store::MemoryStore;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    for path in ["/", "/a/b"] {
        GroupBuilder::new().build(store.clone(), path)?.store_metadata()?;
    }
    let nodes = Group::open(store, "/")?.traverse()?;
    if !nodes.is_empty() {
        return Err("fixed".into());
    }
    println!("after creating the root and /a/b, the nodes below the root are {nodes:?}");
    Ok(())
}
