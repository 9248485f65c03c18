use std::sync::Arc;
use zarrs::group::Group;
use zarrs::node::NodeMetadata;
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    for (key, more) in [("zarr.json", ""), ("a/zarr.json", r#", "unknown": 1"#)] {
        let document = format!(r#"{{"zarr_format": 3, "node_type": "group"{more}}}"#);
        store.set(&StoreKey::new(key)?, document.into())?;
    }
    let refused = Group::open(store.clone(), "/a").is_err();
    for (path, metadata) in Group::open(store.clone(), "/")?.traverse()? {
        if let NodeMetadata::Group(metadata) = metadata {
            Group::new_with_metadata(store.clone(), path.as_str(), metadata)?;
            println!("{path}: Group::open refuses it ({refused}), as a child of the root it opens");
            return Ok(());
        }
    }
    Err("fixed".into())
}
