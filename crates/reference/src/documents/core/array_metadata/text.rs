//! Array metadata: the document `zarr.json` of an array.
//!
//! - Specification: core, [Array metadata]; for members beside those that it lists,
//!   [Extension definition], "`must_understand`". One function for each member, in the order of the
//!   text.
//! - Example, which is that of the text:
//!
//! ```
//! use zarr_conform_reference::Edition;
//! use zarr_conform_reference::{DataType, Element, Steps, array_metadata};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let document = r#"{
//!     "zarr_format": 3,
//!     "node_type": "array",
//!     "shape": [10000, 1000],
//!     "dimension_names": ["rows", "columns"],
//!     "data_type": "float64",
//!     "chunk_grid": {
//!         "name": "regular",
//!         "configuration": {
//!             "chunk_shape": [1000, 100]
//!         }
//!     },
//!     "chunk_key_encoding": {
//!         "name": "default",
//!         "configuration": {
//!             "separator": "/"
//!         }
//!     },
//!     "codecs": [{
//!         "name": "bytes",
//!         "configuration": {
//!             "endian": "little"
//!         }
//!     }],
//!     "fill_value": "NaN",
//!     "attributes": {
//!         "foo": 42,
//!         "bar": "apples",
//!         "baz": [1, 2, 3, 4]
//!     }
//! }"#;
//! let steps = Steps::literal(Edition::V3_1);
//! let array = array_metadata::parse(&steps, document.as_bytes())?;
//! assert_eq!(array.shape, [10000, 1000]);
//! assert_eq!(array.chunk_grid.chunk_shape(&[0, 9]), [1000, 100]);
//! assert_eq!(array.data_type, DataType::FLOAT64);
//! assert_eq!(array.fill_value, Element::Bits(0x7ff8_0000_0000_0000));
//! assert_eq!(array.chunk_key(&steps, &[0, 9]), "c/0/9");
//! # Ok(())
//! # }
//! ```
//!
//! [Array metadata]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#array-metadata
//! [Extension definition]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#extension-definition

use crate::chunk_grid::{self, ChunkGrid};
use crate::chunk_key::{self, ChunkKeyEncoding};
use crate::codecs::{Chain, Codec};
use crate::data_type::DataType;
use crate::element::Element;
use crate::error::{Error, Result, metadata};
use crate::extension::{Extension, Known};
use crate::json::Json;
use crate::steps::Steps;

/// What an array's metadata document says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayMetadata {
    /// Length of each dimension.
    pub shape: Vec<u64>,
    /// The data type.
    pub data_type: DataType,
    /// From element to chunk; chunks have as many dimensions as the array.
    pub chunk_grid: ChunkGrid,
    /// From grid index to store key.
    pub chunk_key_encoding: ChunkKeyEncoding,
    /// The element of everything that is not stored.
    pub fill_value: Element,
    /// The codecs for chunks of each shape that the grid has, in the order of
    /// [`chunk_shapes`](crate::chunk_grid::Grid::chunk_shapes).
    pub codecs: Vec<Chain>,
    /// `attributes`, an object; nothing where absent.
    pub attributes: Option<Json>,
    /// One name, or none, for each dimension; nothing where the member is absent.
    pub dimension_names: Option<Vec<Option<String>>>,
}

/// The mandatory members.
const MANDATORY: [&str; 8] = [
    "zarr_format",
    "node_type",
    "shape",
    "data_type",
    "chunk_grid",
    "chunk_key_encoding",
    "fill_value",
    "codecs",
];

/// The optional members.
const OPTIONAL: [&str; 3] = ["attributes", "storage_transformers", "dimension_names"];

/// Reads a document.
///
/// # Errors
/// [`Error::Metadata`] where the document breaks the specification; [`Error::Unsupported`] where it
/// names something that is not known here.
///
/// Requirements: `array-metadata.json`, `array-metadata.mandatory`,
/// `array-metadata.additional-fields`, `array-metadata.optional-members`,
/// `array-metadata.dimension-names-absent`.
pub fn parse(steps: &Steps, document: &[u8]) -> Result<ArrayMetadata> {
    let json = steps.json(document)?;
    let Json::Object(members) = &json else {
        return metadata(format!("found {json}, expected an object"));
    };
    steps.zarr_format(mandatory(&json, "zarr_format")?)?;
    steps.node_type(mandatory(&json, "node_type")?)?;
    let shape = steps.shape(mandatory(&json, "shape")?)?;
    let data_type = steps.data_type(mandatory(&json, "data_type")?)?;
    let chunk_grid = steps.chunk_grid(mandatory(&json, "chunk_grid")?, &shape)?;
    let chunk_key_encoding = steps.chunk_key_encoding(mandatory(&json, "chunk_key_encoding")?)?;
    let fill_value = steps.fill_value(mandatory(&json, "fill_value")?, data_type)?;
    let list = mandatory(&json, "codecs")?;
    let mut codecs = Vec::new();
    for chunk_shape in chunk_grid.chunk_shapes() {
        codecs.push(steps.codecs(list, data_type, &chunk_shape, &fill_value)?);
    }
    let attributes = json
        .member("attributes")
        .map(|value| steps.attributes(value))
        .transpose()?;
    json.member("storage_transformers")
        .map_or(Ok(()), |value| steps.storage_transformers(value))?;
    let dimension_names = json
        .member("dimension_names")
        .map(|value| steps.dimension_names(value, &shape))
        .transpose()?;
    for (name, value) in members {
        if !MANDATORY.contains(&name.as_str()) && !OPTIONAL.contains(&name.as_str()) {
            steps.additional_field(name, value)?;
        }
    }
    Ok(ArrayMetadata {
        shape,
        data_type,
        chunk_grid,
        chunk_key_encoding,
        fill_value,
        codecs,
        attributes,
        dimension_names,
    })
}

/// A member that must be there.
///
/// Requirement: `array-metadata.mandatory`.
pub(crate) fn mandatory<'a>(json: &'a Json, name: &str) -> Result<&'a Json> {
    json.member(name).ok_or_else(|| {
        Error::Metadata(format!(
            "the document has no member {name:?}, which is mandatory"
        ))
    })
}

/// `zarr_format`: the integer 3.
///
/// Requirement: `array-metadata.zarr-format`.
pub fn zarr_format(value: &Json) -> Result<()> {
    match value.as_u64() {
        Some(3) => Ok(()),
        _ => metadata(format!("zarr_format: found {value}, expected 3")),
    }
}

/// `node_type`: the string `array`.
///
/// Requirement: `array-metadata.node-type`.
pub fn node_type(value: &Json) -> Result<()> {
    match value.as_str() {
        Some("array") => Ok(()),
        _ => metadata(format!("node_type: found {value}, expected \"array\"")),
    }
}

/// `shape`: an array of integers, the length of each dimension.
///
/// # Errors
/// As [`Json::lengths`].
///
/// Requirements: `array-metadata.shape`, `array-metadata.zero-dimensions`,
/// `array-metadata.dimension-lengths`.
pub fn shape(value: &Json) -> Result<Vec<u64>> {
    value.lengths("shape")
}

/// `data_type`: for core data types the identifier as a string; for others an extension definition, with the
/// configuration that the document of the data type demands.
///
/// # Errors
/// [`Error::Metadata`] where the value is not an extension definition, an object has the name of a core data
/// type, or the configuration is another; [`Error::Unsupported`] where the edition has no data type of that name.
///
/// Requirements: `array-metadata.data-type`, `array-metadata.data-type-string`,
/// `data-type.identifier`, `bfloat16.name`, `bfloat16.no-configuration`, `small-integer.name`,
/// `small-integer.no-configuration`, `small-float.name`, `small-float.no-configuration`, `complex-float.name`,
/// `complex-float.no-configuration`.
pub fn data_type(steps: &Steps, value: &Json) -> Result<DataType> {
    if let Json::String(identifier) = value {
        return crate::data_type::of_edition(identifier, steps.edition());
    }
    let extension = steps.extension(value, "data_type")?;
    if let Some(data_type) = configured(steps, &extension)? {
        must_be_understood(extension.must_understand, "data_type")?;
        return Ok(data_type);
    }
    let data_type = crate::data_type::of_edition(&extension.name, steps.edition())?;
    if !data_type.is_registered() {
        return metadata(format!(
            "data_type: found an object with the name \"{data_type}\", expected the identifier as a string"
        ));
    }
    must_be_understood(extension.must_understand, "data_type")?;
    steps.known_members(&extension.configuration, "data_type", &[])?;
    Ok(data_type)
}

/// The data type of a name that has a configuration; nothing where the name is that of another one. Whether its document
/// also rules out members that need not be understood is not said.
fn configured(steps: &Steps, extension: &Extension) -> Result<Option<DataType>> {
    let named = DataType::of_name(&extension.name).filter(|it| it.is_configured());
    let (Some(named), Json::Object(members)) = (named, &extension.configuration) else {
        return Ok(None);
    };
    crate::data_type::in_edition(named, steps.edition())?;
    let (demanding, skippable): (Vec<_>, Vec<_>) = members
        .iter()
        .cloned()
        .partition(|(_, value)| value.member("must_understand") != Some(&Json::Bool(false)));
    steps.known_members(&Json::Object(skippable), "data_type", &[])?;
    crate::data_type::of_configuration(&extension.name, &Json::Object(demanding))
}

/// `chunk_grid`: the name of a grid and its configuration, which fits the shape of the array.
///
/// Requirement: `array-metadata.chunk-grid`.
pub fn chunk_grid(steps: &Steps, value: &Json, array_shape: &[u64]) -> Result<ChunkGrid> {
    let (grid, configuration) = known(
        steps,
        value,
        "chunk_grid",
        "chunk grid",
        chunk_grid::DEFINITIONS,
    )?;
    grid(steps, &configuration, array_shape)
}

/// `chunk_key_encoding`: the name of an encoding and its configuration.
///
/// Requirement: `array-metadata.chunk-key-encoding`.
pub fn chunk_key_encoding(steps: &Steps, value: &Json) -> Result<ChunkKeyEncoding> {
    let (encoding, configuration) = known(
        steps,
        value,
        "chunk_key_encoding",
        "encoding",
        chunk_key::DEFINITIONS,
    )?;
    encoding(steps, &configuration)
}

/// The definition that an extension names, and its configuration, which has no other members. `at` is the member
/// of the document, and `what` it is.
fn known<'a, Of>(
    steps: &Steps,
    value: &Json,
    at: &str,
    what: &str,
    definitions: &'a [Known<Of>],
) -> Result<(&'a Of, Json)> {
    let extension = steps.extension(value, at)?;
    let mut named = definitions.iter().filter(|it| it.name == extension.name);
    let Some(definition) = named.next() else {
        return Err(Error::Unsupported(format!(
            "{at}: {:?} is not the name of a core {what}",
            extension.name
        )));
    };
    must_be_understood(extension.must_understand, at)?;
    steps.known_members(&extension.configuration, at, definition.members)?;
    Ok((&definition.of, extension.configuration))
}

/// `must_understand: false` is not supported for data types, chunk grids and chunk key encodings.
///
/// Requirement: `extension.must-understand-not-supported`.
fn must_be_understood(must_understand: bool, at: &str) -> Result<()> {
    if must_understand {
        return Ok(());
    }
    metadata(format!(
        "{at}: found \"must_understand\": false, which this extension point does not support"
    ))
}

/// `codecs`: a list of codecs, not empty.
///
/// Requirements: `array-metadata.codecs`, `codecs.not-empty`.
pub fn codecs(
    steps: &Steps,
    value: &Json,
    data_type: DataType,
    chunk_shape: &[u64],
    fill_value: &Element,
) -> Result<Chain> {
    match value {
        Json::Array(list) => steps.chain(list, data_type, chunk_shape, fill_value),
        other => metadata(format!("codecs: found {other}, expected a list of codecs")),
    }
}

/// `attributes`: an object.
///
/// Requirements: `array-metadata.attributes`, `array-metadata.attributes-any`.
pub fn attributes(value: &Json) -> Result<Json> {
    match value {
        Json::Object(_) => Ok(value.clone()),
        other => metadata(format!("attributes: found {other}, expected an object")),
    }
}

/// `storage_transformers`: a list. No storage transformer is known here.
///
/// Requirements: `array-metadata.storage-transformers`,
/// `array-metadata.storage-transformers-extension`, `array-metadata.storage-transformers-none`.
pub fn storage_transformers(steps: &Steps, value: &Json) -> Result<()> {
    let Json::Array(list) = value else {
        return metadata(format!(
            "storage_transformers: found {value}, expected a list"
        ));
    };
    match list.first() {
        None => Ok(()),
        Some(value) => {
            let name = steps.extension(value, "storage_transformers")?.name;
            Err(Error::Unsupported(format!(
                "storage_transformers: {name:?} is not known"
            )))
        }
    }
}

/// `dimension_names`: an array of strings or nulls, one for each dimension.
///
/// Requirements: `array-metadata.dimension-names`, `array-metadata.dimension-names-null`,
/// `array-metadata.dimension-names-distinct`.
pub fn dimension_names(value: &Json, shape: &[u64]) -> Result<Vec<Option<String>>> {
    let Json::Array(values) = value else {
        return metadata(format!(
            "dimension_names: found {value}, expected an array of strings or nulls"
        ));
    };
    if values.len() != shape.len() {
        return metadata(format!(
            "dimension_names: found {} names, expected {}",
            values.len(),
            shape.len()
        ));
    }
    let mut names = Vec::new();
    for value in values {
        match value {
            Json::Null => names.push(None),
            Json::String(name) => names.push(Some(name.clone())),
            other => {
                return metadata(format!(
                    "dimension_names: found {other}, expected a string or null"
                ));
            }
        }
    }
    Ok(names)
}

/// A member that the document does not define: refused unless it is an object that says
/// `"must_understand": false`. An extension may define it.
///
/// Requirement: `array-metadata.additional-fields`, `extension.must-understand`.
pub fn additional_field(name: &str, value: &Json) -> Result<()> {
    match value.member("must_understand") {
        Some(Json::Bool(false)) => Ok(()),
        _ => Err(Error::Unsupported(format!(
            "found a member {name:?}, which is unknown and does not say \"must_understand\": false"
        ))),
    }
}

impl ArrayMetadata {
    /// The key of the chunk at a grid index, relative to the array's prefix.
    ///
    /// Requirement: `storage.chunk-key-prefix`.
    pub fn chunk_key(&self, steps: &Steps, chunk_index: &[u64]) -> String {
        self.chunk_key_encoding.key(steps, chunk_index)
    }

    /// The codecs for the chunk at a grid index.
    ///
    /// # Errors
    /// [`Error::Bug`] where the grid has no chunk of that shape.
    pub fn chain(&self, chunk_index: &[u64]) -> Result<&Chain> {
        let shape = self.chunk_grid.chunk_shape(chunk_index);
        let mut chains = self.chunk_grid.chunk_shapes().into_iter().zip(&self.codecs);
        match chains.find(|(it, _)| *it == shape) {
            Some((_, chain)) => Ok(chain),
            None => Err(Error::Bug(format!(
                "no codecs are known for chunk {chunk_index:?}"
            ))),
        }
    }

    /// The shape of all chunks, and their codecs.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where chunks differ in shape.
    pub fn only_shape(&self) -> Result<(Vec<u64>, &Chain)> {
        match (self.chunk_grid.only_chunk_shape(), &self.codecs[..]) {
            (Some(chunk_shape), [chain]) => Ok((chunk_shape, chain)),
            _ => Err(Error::Unsupported(
                "the chunks of the array differ in shape".to_owned(),
            )),
        }
    }

    /// The codecs in the order of encoding, each as it is for chunks of one of the shapes.
    pub fn codec_list(&self) -> &[Codec] {
        self.codecs.first().map_or(&[], |it| &it.codecs)
    }
}
