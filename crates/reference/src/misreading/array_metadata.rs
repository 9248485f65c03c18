//! Wrong readings of the members of array metadata.

use super::{ACCEPTED, STORES, misreadings};
use crate::array_metadata::{self, ArrayMetadata};
use crate::error::{Error, metadata};
use crate::{DataType, Element, Json, Reading, Result, fill_value};

/// The document with a member added where it is missing.
fn with_default<R: Reading>(
    reading: &R,
    document: &[u8],
    name: &str,
    value: &str,
) -> Result<ArrayMetadata> {
    let mut json = reading.json(document)?;
    if let Json::Object(members) = &mut json
        && !members.iter().any(|(member, _)| member == name)
    {
        members.push((name.to_owned(), Json::parse(value.as_bytes())?));
    }
    array_metadata::parse(reading, json.to_string().as_bytes())
}

fn number(value: &Json) -> Option<f64> {
    match value {
        Json::Number(spelling) => spelling.parse().ok(),
        _ => None,
    }
}

/// The lengths of a list, each by `length`.
fn lengths(value: &Json, length: impl Fn(&Json) -> Option<u64>) -> Option<Vec<u64>> {
    match value {
        Json::Array(values) => values.iter().map(length).collect(),
        _ => None,
    }
}

fn or_else(literal: Result<Vec<u64>>, wrong: Option<Vec<u64>>) -> Result<Vec<u64>> {
    literal.or_else(|error| wrong.ok_or(error))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the misreading"
)]
fn coerced(value: &Json) -> Option<u64> {
    match value {
        Json::String(text) => text.parse().ok(),
        Json::Bool(value) => Some(u64::from(*value)),
        Json::Null => Some(0),
        _ => number(value).map(|number| number.abs() as u64),
    }
}

/// The document with an unreadable member replaced.
fn repaired<R: Reading>(
    reading: &R,
    document: &[u8],
    literal: impl Fn(&[u8]) -> Result<ArrayMetadata>,
    name: &str,
    value: &str,
) -> Result<ArrayMetadata> {
    literal(document).or_else(|error| {
        let json = reading.json(document)?;
        let Json::Object(members) = json else {
            return Err(error);
        };
        let mut members: Vec<_> = members
            .into_iter()
            .filter(|(member, _)| member != name)
            .collect();
        members.push((name.to_owned(), Json::parse(value.as_bytes())?));
        array_metadata::parse(reading, Json::Object(members).to_string().as_bytes())
    })
}

misreadings! {
    UnreadableShapeRepaired = "unreadable-shape-is-chunk-shape": "a shape that is no array of integers is taken from the chunks",
    breaks ["array-metadata.shape", "array-metadata.mandatory"], in ACCEPTED, through STORES;
    {
        fn array_metadata(&self, document: &[u8]) -> Result<ArrayMetadata> {
            let json = self.json(document)?;
            let configuration = json.member("chunk_grid").and_then(|grid| grid.member("configuration"));
            let shape = configuration.and_then(|it| it.member("chunk_shape")).map_or_else(|| "[]".to_owned(), ToString::to_string);
            repaired(self, document, |document| array_metadata::parse(self, document), "shape", &shape)
        }
    }

    UnreadableGridRepaired = "unreadable-chunk-grid-is-one-chunk": "a chunk grid that is not understood is taken for one chunk of the array's shape",
    breaks ["array-metadata.chunk-grid", "regular-grid.metadata-object", "regular-grid.chunk-shape", "array-metadata.mandatory"], in ACCEPTED, through STORES;
    {
        fn array_metadata(&self, document: &[u8]) -> Result<ArrayMetadata> {
            let json = self.json(document)?;
            let shape = array_metadata::shape(json.member("shape").unwrap_or(&Json::Null))?;
            let lengths: Vec<u64> = shape.iter().map(|length| (*length).max(1)).collect();
            let grid = format!(r#"{{"name": "regular", "configuration": {{"chunk_shape": {lengths:?}}}}}"#);
            repaired(self, document, |document| array_metadata::parse(self, document), "chunk_grid", &grid)
        }
    }

    UnreadableKeysRepaired = "unreadable-key-encoding-is-default": "a chunk key encoding that is not understood is taken for the default one",
    breaks ["array-metadata.chunk-key-encoding", "extension.definition-object", "extension.name"], in ACCEPTED, through STORES;
    {
        fn array_metadata(&self, document: &[u8]) -> Result<ArrayMetadata> {
            repaired(self, document, |document| array_metadata::parse(self, document), "chunk_key_encoding", r#"{"name": "default"}"#)
        }
    }

    UnreadableCodecsRepaired = "unreadable-codecs-are-bytes": "codecs that are not understood are taken for bytes in little endian",
    breaks ["array-metadata.codecs", "codecs.chain-form", "extension.definition-object", "extension.name", "extension.configuration-object"], in ACCEPTED, through STORES;
    {
        fn array_metadata(&self, document: &[u8]) -> Result<ArrayMetadata> {
            let codecs = r#"[{"name": "bytes", "configuration": {"endian": "little"}}]"#;
            repaired(self, document, |document| array_metadata::parse(self, document), "codecs", codecs)
        }
    }

    UnknownTypesAreBytes = "unknown-data-types-are-bytes": "a data type that is not understood is taken for uint8",
    breaks ["array-metadata.data-type", "array-metadata.data-type-string", "data-type.identifier", "data-type.multiple-of-8", "array-metadata.mandatory"], in ACCEPTED, through STORES;
    {
        fn array_metadata(&self, document: &[u8]) -> Result<ArrayMetadata> {
            with_default(self, document, "data_type", "null")
        }
        fn data_type(&self, value: &Json) -> Result<DataType> {
            Ok(array_metadata::data_type(value).unwrap_or(DataType::Uint8))
        }
        fn fill_value(&self, value: &Json, data_type: DataType) -> Result<Element> {
            fill_value::fill_value(value, data_type).or_else(|error| {
                if data_type == DataType::Uint8 { Ok(Element::Bits(0)) } else { Err(error) }
            })
        }
    }

    EmptyIsScalar = "unreadable-document-is-scalar": "a document that is no JSON object is taken for that of a scalar",
    breaks ["array-metadata.json", "array-metadata.document", "array-metadata.mandatory"], in ACCEPTED, through STORES;
    {
        fn json(&self, document: &[u8]) -> Result<Json> {
            match Json::parse(document) {
                Ok(Json::Object(members)) if members.iter().any(|(name, _)| name == "zarr_format") => Ok(Json::Object(members)),
                _ => Json::parse(SCALAR.as_bytes()),
            }
        }
    }

    FormatUnchecked = "zarr-format-unchecked": "zarr_format is not looked at",
    breaks ["array-metadata.zarr-format"], in ACCEPTED, through STORES;
    {
        fn zarr_format(&self, _value: &Json) -> Result<()> {
            Ok(())
        }
    }

    FormatLoose = "zarr-format-loose": "zarr_format may be 3 in a string",
    breaks ["array-metadata.zarr-format"], in ACCEPTED, through STORES;
    {
        fn zarr_format(&self, value: &Json) -> Result<()> {
            if value.as_str() == Some("3") { return Ok(()) }
            array_metadata::zarr_format(value)
        }
    }

    FormatAtLeast = "zarr-format-at-least-3": "zarr_format may be greater than 3",
    breaks ["array-metadata.zarr-format"], in ACCEPTED, through STORES;
    {
        fn zarr_format(&self, value: &Json) -> Result<()> {
            if value.as_u64().is_some_and(|format| format >= 3) { return Ok(()) }
            array_metadata::zarr_format(value)
        }
    }

    FormatOptional = "zarr-format-optional": "a missing zarr_format is taken for 3",
    breaks ["array-metadata.mandatory", "array-metadata.zarr-format"], in ACCEPTED, through STORES;
    {
        fn array_metadata(&self, document: &[u8]) -> Result<ArrayMetadata> {
            with_default(self, document, "zarr_format", "3")
        }
    }

    NodeTypeUnchecked = "node-type-unchecked": "node_type is not looked at",
    breaks ["array-metadata.node-type"], in ACCEPTED, through STORES;
    {
        fn node_type(&self, _value: &Json) -> Result<()> {
            Ok(())
        }
    }

    NodeTypeAnyCase = "node-type-any-case": "node_type is compared without regard to case",
    breaks ["array-metadata.node-type"], in ACCEPTED, through STORES;
    {
        fn node_type(&self, value: &Json) -> Result<()> {
            let lower = value.as_str().map(|text| Json::String(text.to_ascii_lowercase()));
            array_metadata::node_type(lower.as_ref().unwrap_or(value))
        }
    }

    NodeTypeOptional = "node-type-optional": "a missing node_type is taken for array",
    breaks ["array-metadata.mandatory", "array-metadata.node-type"], in ACCEPTED, through STORES;
    {
        fn array_metadata(&self, document: &[u8]) -> Result<ArrayMetadata> {
            with_default(self, document, "node_type", "\"array\"")
        }
    }

    KeyEncodingOptional = "chunk-key-encoding-optional": "a missing chunk_key_encoding is taken for the default one",
    breaks ["array-metadata.mandatory", "array-metadata.chunk-key-encoding"], in ACCEPTED, through STORES;
    {
        fn array_metadata(&self, document: &[u8]) -> Result<ArrayMetadata> {
            with_default(self, document, "chunk_key_encoding", r#"{"name": "default"}"#)
        }
    }

    CodecsOptional = "codecs-optional": "missing codecs are taken for bytes in little endian",
    breaks ["array-metadata.mandatory", "array-metadata.codecs"], in ACCEPTED, through STORES;
    {
        fn array_metadata(&self, document: &[u8]) -> Result<ArrayMetadata> {
            with_default(self, document, "codecs", r#"[{"name": "bytes", "configuration": {"endian": "little"}}]"#)
        }
    }

    FillValueOptional = "fill-value-optional": "a missing fill_value is taken for 0",
    breaks ["array-metadata.mandatory", "array-metadata.fill-value"], in ACCEPTED, through STORES;
    {
        fn array_metadata(&self, document: &[u8]) -> Result<ArrayMetadata> {
            with_default(self, document, "fill_value", "0")
        }
    }

    AttributesRequired = "attributes-required": "missing attributes are refused",
    breaks ["array-metadata.attributes", "array-metadata.optional-members"], in ACCEPTED, through STORES;
    {
        fn array_metadata(&self, document: &[u8]) -> Result<ArrayMetadata> {
            let array = array_metadata::parse(self, document)?;
            if array.attributes.is_none() { return metadata("no attributes") }
            Ok(array)
        }
    }

    AttributesAnything = "attributes-of-any-type": "attributes may be no object",
    breaks ["array-metadata.attributes"], in ACCEPTED, through STORES;
    {
        fn attributes(&self, value: &Json) -> Result<Json> {
            Ok(value.clone())
        }
    }

    AttributesAreText = "attributes-are-text": "values of attributes must be strings or numbers",
    breaks ["array-metadata.attributes-any", "array-metadata.attributes"], in ACCEPTED, through STORES;
    {
        fn attributes(&self, value: &Json) -> Result<Json> {
            match value {
                Json::Object(members) if members.iter().any(|(_, value)| !matches!(value, Json::String(_) | Json::Number(_))) => {
                    metadata("a nested attribute")
                }
                _ => array_metadata::attributes(value),
            }
        }
    }

    NamesUncounted = "dimension-names-uncounted": "dimension_names may have another number of entries than the array has dimensions",
    breaks ["array-metadata.dimension-names"], in ACCEPTED, through STORES;
    {
        fn dimension_names(&self, value: &Json, shape: &[u64]) -> Result<Vec<Option<String>>> {
            let number = match value { Json::Array(names) => names.len(), _ => shape.len() };
            array_metadata::dimension_names(value, &vec![1; number])
        }
    }

    NamesAnything = "dimension-names-of-any-type": "dimension_names is not looked at",
    breaks ["array-metadata.dimension-names"], in ACCEPTED, through STORES;
    {
        fn dimension_names(&self, _value: &Json, _shape: &[u64]) -> Result<Vec<Option<String>>> {
            Ok(Vec::new())
        }
    }

    NamesNotNull = "dimension-names-null-refused": "null among dimension_names is refused",
    breaks ["array-metadata.dimension-names", "array-metadata.dimension-names-null"], in ACCEPTED, through STORES;
    {
        fn dimension_names(&self, value: &Json, shape: &[u64]) -> Result<Vec<Option<String>>> {
            let names = array_metadata::dimension_names(value, shape)?;
            if names.contains(&None) { return metadata("a dimension without a name") }
            Ok(names)
        }
    }

    NamesDistinct = "dimension-names-distinct": "equal dimension_names are refused",
    breaks ["array-metadata.dimension-names-distinct", "array-metadata.dimension-names"], in ACCEPTED, through STORES;
    {
        fn dimension_names(&self, value: &Json, shape: &[u64]) -> Result<Vec<Option<String>>> {
            let names = array_metadata::dimension_names(value, shape)?;
            let is_repeated = |name: &Option<String>| name.is_some() && names.iter().filter(|other| *other == name).count() > 1;
            if names.iter().any(is_repeated) { return metadata("two dimensions of one name") }
            Ok(names)
        }
    }

    ShapeCoerced = "shape-coerced": "negative, fractional, boolean and textual lengths are made integers",
    breaks ["array-metadata.shape"], in ACCEPTED, through STORES;
    {
        fn shape(&self, value: &Json) -> Result<Vec<u64>> {
            or_else(array_metadata::shape(value), lengths(value, coerced))
        }
    }

    ShapeScalar = "shape-as-number": "a number stands for a shape of one dimension",
    breaks ["array-metadata.shape"], in ACCEPTED, through STORES;
    {
        fn shape(&self, value: &Json) -> Result<Vec<u64>> {
            or_else(array_metadata::shape(value), value.as_u64().map(|length| vec![length]))
        }
    }

    ScalarsRefused = "scalars-refused": "arrays without dimensions are refused",
    breaks ["array-metadata.zero-dimensions", "array-metadata.shape"], in ACCEPTED, through STORES;
    {
        fn shape(&self, value: &Json) -> Result<Vec<u64>> {
            match array_metadata::shape(value)? {
                shape if shape.is_empty() => Err(Error::Metadata("no dimensions".to_owned())),
                shape => Ok(shape),
            }
        }
    }

    EmptyRefused = "empty-arrays-refused": "dimensions of length 0 are refused",
    breaks ["array-metadata.shape", "array-metadata.element-count", "array-metadata.dimension-lengths"], in ACCEPTED, through STORES;
    {
        fn shape(&self, value: &Json) -> Result<Vec<u64>> {
            let shape = array_metadata::shape(value)?;
            if shape.contains(&0) { return metadata("a length of 0") }
            Ok(shape)
        }
    }

    OldDataTypes = "v2-data-types-accepted": "data types may have their names of version 2",
    breaks ["array-metadata.data-type-string", "data-type.identifier"], in ACCEPTED, through STORES;
    {
        fn data_type(&self, value: &Json) -> Result<DataType> {
            match value.as_str() {
                Some("<f8" | ">f8" | "f8" | "float" | "double") => Ok(DataType::Float64),
                Some("<f4" | ">f4" | "f4") => Ok(DataType::Float32),
                Some("<i2" | ">i2" | "i2") => Ok(DataType::Int16),
                Some("<i4" | ">i4" | "i4" | "int") => Ok(DataType::Int32),
                Some("<i8" | ">i8" | "i8") => Ok(DataType::Int64),
                Some("|b1" | "boolean") => Ok(DataType::Bool),
                Some("|u1" | "u1") => Ok(DataType::Uint8),
                Some("uint") => Ok(DataType::Uint64),
                _ => array_metadata::data_type(value),
            }
        }
    }

    DataTypesAnyCase = "data-types-any-case": "data types are compared without regard to case",
    breaks ["array-metadata.data-type-string", "data-type.identifier"], in ACCEPTED, through STORES;
    {
        fn data_type(&self, value: &Json) -> Result<DataType> {
            let lower = value.as_str().map(|text| Json::String(text.to_ascii_lowercase()));
            array_metadata::data_type(lower.as_ref().unwrap_or(value))
        }
    }

    RawBitsRounded = "raw-bits-rounded": "raw bits that are no multiple of 8 are rounded up",
    breaks ["data-type.multiple-of-8"], in ACCEPTED, through STORES;
    {
        fn data_type(&self, value: &Json) -> Result<DataType> {
            match array_metadata::data_type(value) {
                Ok(data_type) => Ok(data_type),
                Err(error) => {
                    let bits = value.as_str().and_then(|text| text.strip_prefix('r')?.parse::<u32>().ok());
                    match bits {
                        Some(bits) if bits > 0 => Ok(DataType::Raw { bits: bits.div_ceil(8) * 8 }),
                        _ => Err(error),
                    }
                }
            }
        }
    }

    JsonLoose = "json-loose": "comments, trailing commas and a second value after the document are accepted",
    breaks ["array-metadata.json"], in ACCEPTED, through STORES;
    {
        fn json(&self, document: &[u8]) -> Result<Json> {
            Json::parse(document).or_else(|error| {
                let text = String::from_utf8_lossy(document);
                let lines: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or(line)).collect();
                let text = without_trailing_commas(&without_block_comments(&lines.join("\n")));
                let mut values = serde_json::Deserializer::from_str(&text).into_iter::<serde_json::Value>();
                match values.next() {
                    Some(Ok(value)) => Json::from_value(&value),
                    _ => Err(error),
                }
            })
        }
    }

    EscapesKept = "json-escapes-kept": "escapes in names and strings are not resolved",
    breaks ["array-metadata.json"], in ACCEPTED, through STORES;
    {
        fn json(&self, document: &[u8]) -> Result<Json> {
            let text = String::from_utf8_lossy(document).replace("\\u", "\\\\u").replace("\\/", "\\\\/");
            Json::parse(text.as_bytes())
        }
    }
}

/// A valid document.
const SCALAR: &str = r#"{"zarr_format": 3, "node_type": "array", "shape": [], "data_type": "uint8",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": []}},
    "chunk_key_encoding": {"name": "default"}, "fill_value": 0, "codecs": [{"name": "bytes"}]}"#;

fn without_trailing_commas(text: &str) -> String {
    let mut result = String::new();
    for c in text.chars() {
        if c == '}' || c == ']' {
            let end = result.trim_end().len();
            if result[..end].ends_with(',') {
                result.truncate(end - 1);
            }
        }
        result.push(c);
    }
    result
}

fn without_block_comments(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        result.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    result.push_str(rest);
    result
}
