//! `open`, `read` and `write`: the array at the root of a folder, or at a path of it.

use serde_json::{Value, json};
use zarrs::array::{Array, ArrayBytes, ArraySubset};
use zarrs::filesystem::FilesystemStore;
use zarrs::plugin::ExtensionName as _;

use crate::hierarchy;
use crate::refusal::Refusal;
use crate::request::{Elements, Place, Region};

pub fn open(place: &Place) -> Result<Value, Refusal> {
    understood(&hierarchy::array(place)?)
}

/// Reads the regions one after the other from one opened array.
pub fn read(place: &Place, regions: Option<Vec<Region>>) -> Result<Value, Refusal> {
    let array = hierarchy::array(place)?;
    let mut answer = understood(&array)?;
    match regions {
        None => answer["elements"] = retrieve(&array, &array.subset_all())?,
        Some(regions) => {
            answer["regions"] = regions
                .into_iter()
                .map(|region| retrieve(&array, &subset(region)?))
                .collect::<Result<_, _>>()?;
        }
    }
    Ok(answer)
}

pub fn write(place: &Place, region: Option<Region>, elements: Elements) -> Result<Value, Refusal> {
    let array = hierarchy::array(place)?;
    let subset = match region {
        Some(region) => subset(region)?,
        None => array.subset_all(),
    };
    array.store_array_subset(&subset, elements.array_bytes()?)?;
    Ok(json!({}))
}

/// What zarrs understood of the metadata.
fn understood(array: &Array<FilesystemStore>) -> Result<Value, Refusal> {
    let data_type = array.data_type();
    let name = data_type
        .name_v3()
        .ok_or_else(|| Refusal::unsupported("a data type without a name in Zarr v3"))?;
    let configuration = data_type.configuration_v3();
    let data_type = if configuration.is_empty() {
        json!(name)
    } else {
        json!({"name": name, "configuration": configuration})
    };
    Ok(json!({"data_type": data_type, "shape": array.shape()}))
}

fn subset(region: Region) -> Result<ArraySubset, Refusal> {
    Ok(ArraySubset::new_with_start_shape(
        region.start,
        region.shape,
    )?)
}

/// The elements as the bytes that zarrs has in memory, in hexadecimal digits: no number type stands
/// between that could change a NaN.
fn retrieve(array: &Array<FilesystemStore>, subset: &ArraySubset) -> Result<Value, Refusal> {
    let bytes: ArrayBytes = array.retrieve_array_subset(subset)?;
    crate::chunk::digits(bytes)
}
