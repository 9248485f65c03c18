use std::sync::Arc;
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::storage::store::MemoryStore;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The last chunk begins at 2^64 - 6; its end is past 2^64.
    let array = ArrayBuilder::new(vec![u64::MAX], vec![10], data_type::uint16(), 7u16)
        .build(Arc::new(MemoryStore::new()), "/")?;
    let region = [u64::MAX - 7..u64::MAX - 1];
    let found: Vec<u16> = array.retrieve_array_subset(&region)?;
    println!("nothing is stored, the fill value is 7, read {found:?}");
    (found != [7; 6]).then_some(()).ok_or("fixed".into())
}
