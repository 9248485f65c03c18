use std::sync::Arc;
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::storage::{StoreKey, WritableStorageTraits as _, store::MemoryStore};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Arc::new(MemoryStore::new());
    let builder = ArrayBuilder::new(vec![5], vec![3], data_type::uint8(), 0u8);
    let array = builder.build(store.clone(), "/")?;
    store.set(&StoreKey::new("c/1")?, vec![4, 5].into())?;
    let part: Vec<u8> = array.retrieve_array_subset(&[3..5])?;
    let whole = array.retrieve_chunk::<Vec<u8>>(&[1]);
    println!("a part: {part:?}; the whole: {whole:?}");
    whole.err().map(drop).ok_or("fixed".into())
}
