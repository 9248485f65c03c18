use std::sync::Arc;
use zarrs::array::codec::TransposeCodec;
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::metadata_ext::codec::transpose::TransposeOrder;
use zarrs::storage::store::MemoryStore;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = ArrayBuilder::new(vec![], Vec::<u64>::new(), data_type::uint8(), 7_u8);
    builder.array_to_array_codecs(vec![Arc::new(TransposeCodec::new(TransposeOrder::new(&[0])?))]);
    let array = builder.build(Arc::new(MemoryStore::new()), "/")?;
    array.store_metadata()?;
    println!("stored with the order [0], which the first chunk refuses: {:?}", array.store_array_subset(&[], &[1_u8]).err());
    Ok(())
}
