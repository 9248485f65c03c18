//! Features of a metadata document.

use serde_json::Value;
use zarr_conform_reference::bytes::Endian;
use zarr_conform_reference::chunk_key::{ChunkKeyEncoding, Separator};
use zarr_conform_reference::codecs::{Chain, Codec, Kind};
use zarr_conform_reference::sharding_indexed::{IndexLocation, ShardingIndexed};
use zarr_conform_reference::transpose::Transpose;
use zarr_conform_reference::{ArrayMetadata, DataType, Element, Json};

use super::{DATA_TYPE, Features, OTHER_FILL_VALUE};

/// Lengths above this do not fit into 31 bits.
const MOST_31_BITS: u64 = (1 << 31) - 1;
/// Nesting of attributes that every parser reads.
const DEEP: usize = 16;

/// The features of a document, which says this.
pub(in super::super) fn of_document(document: &[u8], array: &ArrayMetadata) -> Features {
    let mut features = Features::new();
    let mut add = |feature: String| {
        features.insert(feature);
    };
    add(format!("{DATA_TYPE}{}", array.data_type));
    shapes(&mut add, array);
    keys(&mut add, &array.chunk_key_encoding);
    chain(&mut add, &array.codecs, "");
    if let Ok(json) = Json::parse(document) {
        fill_value(&mut add, &json, array);
        spelling(&mut add, document, &json);
        configurations(&mut add, &json);
    }
    features
}

fn shapes(add: &mut impl FnMut(String), array: &ArrayMetadata) {
    let pairs = || array.shape.iter().zip(&array.chunk_shape);
    match array.shape.len() {
        0 => add("rank 0".to_owned()),
        rank if rank > 4 => add("rank above 4".to_owned()),
        _ => {}
    }
    let is_empty = array.shape.contains(&0);
    if is_empty {
        add("a length of 0".to_owned());
    } else {
        if pairs().any(|(length, chunk)| *chunk > 0 && length % chunk != 0) {
            add("border chunks".to_owned());
        }
        if pairs().any(|(length, chunk)| chunk > length) {
            add("chunks longer than the array".to_owned());
        }
        if pairs().any(|(length, chunk)| length > chunk) {
            add("several chunks".to_owned());
        }
    }
    if pairs().any(|(length, chunk)| (*length).max(*chunk) > MOST_31_BITS) {
        add("lengths beyond 31 bits".to_owned());
    }
}

fn keys(add: &mut impl FnMut(String), encoding: &ChunkKeyEncoding) {
    match encoding {
        ChunkKeyEncoding::Default(Separator::Slash) => {}
        ChunkKeyEncoding::Default(Separator::Dot) => add("chunk keys such as c.0.0".to_owned()),
        ChunkKeyEncoding::V2(Separator::Slash) => add("chunk keys such as 0/0".to_owned()),
        ChunkKeyEncoding::V2(Separator::Dot) => add("chunk keys such as 0.0".to_owned()),
    }
}

/// `place` stands before each feature: nothing, or where in a shard the list is.
fn chain(add: &mut impl FnMut(String), chain: &Chain, place: &str) {
    let mut transposes = 0;
    let mut bytes_to_bytes = 0;
    for codec in &chain.codecs {
        let mut here = |feature: &str| add(format!("{place}{feature}"));
        if !matches!(codec, Codec::Bytes(_) | Codec::Endian(_)) {
            here(&format!("codec {}", codec.name()));
        }
        match codec {
            Codec::Bytes(it) if it.endian == Some(Endian::Big) => {
                here("codec bytes with endian big");
            }
            Codec::Transpose(it) => {
                transposes += 1;
                if !is_own_inverse(it) {
                    here("codec transpose with an order that is not its own inverse");
                }
            }
            Codec::Zstd(it) if it.checksum => here("codec zstd with checksum"),
            Codec::ShardingIndexed(it) => sharding(add, it, place),
            _ => {}
        }
        if codec.kind() == Kind::BytesToBytes {
            bytes_to_bytes += 1;
            if bytes_to_bytes > 1 {
                add(format!("{place}several codecs of bytes"));
            }
        }
    }
    if transposes > 1 {
        add(format!("{place}several codecs transpose"));
    }
    let has_shards = |it: &Codec| matches!(it, Codec::ShardingIndexed(_));
    if chain.codecs.len() > 1 && chain.codecs.iter().any(has_shards) {
        add(format!("{place}codecs beside sharding_indexed"));
    }
}

fn is_own_inverse(transpose: &Transpose) -> bool {
    let order = &transpose.order;
    (0..order.len()).all(|d| order.get(order[d]) == Some(&d))
}

fn sharding(add: &mut impl FnMut(String), sharding: &ShardingIndexed, place: &str) {
    if sharding.index_location == IndexLocation::Start {
        add(format!(
            "{place}codec sharding_indexed with index_location start"
        ));
    }
    chain(add, &sharding.codecs, "in shards: ");
    chain(add, &sharding.index_codecs, "in shard indexes: ");
}

fn fill_value(add: &mut impl FnMut(String), json: &Json, array: &ArrayMetadata) {
    let value = json.member("fill_value").unwrap_or(&Json::Null);
    let mut forms = Vec::new();
    fill_value_forms(&mut forms, value, array.data_type);
    for form in forms {
        add(format!("a fill value {form}"));
    }
    let is_other = match &array.fill_value {
        Element::Raw(bytes) => bytes.iter().any(|it| *it != 0),
        other => *other != Element::zero(array.data_type),
    };
    if is_other {
        add(OTHER_FILL_VALUE.to_owned());
    }
}

fn fill_value_forms(forms: &mut Vec<String>, value: &Json, data_type: DataType) {
    match value {
        Json::String(text) if text.starts_with("0x") => {
            forms.push("in hexadecimal digits".to_owned());
        }
        Json::String(text) => forms.push(text.clone()),
        Json::Number(spelling) => number_forms(forms, spelling, data_type),
        Json::Array(parts) => {
            if matches!(data_type, DataType::Raw { .. }) {
                return;
            }
            if parts.iter().any(|it| it.as_str().is_some()) {
                forms.push("of components in strings".to_owned());
            }
            for part in parts {
                fill_value_forms(forms, part, data_type);
            }
        }
        Json::Null | Json::Bool(_) | Json::Object(_) => {}
    }
}

fn number_forms(forms: &mut Vec<String>, spelling: &str, data_type: DataType) {
    let digits = spelling.trim_start_matches('-');
    let is_integer = digits.bytes().all(|it| it.is_ascii_digit());
    if spelling.starts_with('-') && spelling.parse() == Ok(0.0_f64) {
        forms.push("of negative zero".to_owned());
    }
    if spelling.contains(['e', 'E']) {
        forms.push("with exponent".to_owned());
    }
    let is_long = digits.len() > 17 || digits.parse().is_ok_and(|it: u64| it > 1 << 53);
    let is_of_integers = !matches!(
        data_type,
        DataType::Float16
            | DataType::Float32
            | DataType::Float64
            | DataType::Complex64
            | DataType::Complex128
    );
    match (is_of_integers, is_integer) {
        (true, _) if is_long => forms.push("beyond 53 bits".to_owned()),
        (false, _) if is_long => forms.push("of many digits".to_owned()),
        (false, false) if !is_binary_fraction(spelling, data_type) => {
            forms.push("that is rounded".to_owned());
        }
        _ => {}
    }
    if !is_of_integers
        && spelling
            .parse()
            .is_ok_and(|it: f64| is_extreme(it, data_type))
    {
        forms.push("near the ends of its data type".to_owned());
    }
}

/// Whether a float type holds the number exactly, as far as 64 bits tell.
fn is_binary_fraction(spelling: &str, data_type: DataType) -> bool {
    let Ok(number) = spelling.parse::<f64>() else {
        return false;
    };
    let bits = match data_type {
        DataType::Float16 => 10,
        DataType::Float32 | DataType::Complex64 => 23,
        _ => 40,
    };
    number.to_bits().trailing_zeros() >= 52 - bits
}

/// Whether a number is subnormal, or rounds to the greatest or beyond it.
fn is_extreme(number: f64, data_type: DataType) -> bool {
    let (least, most) = match data_type {
        DataType::Float16 => (6.2e-5, 65000.0),
        DataType::Float32 | DataType::Complex64 => (1.2e-38, 3.4e38),
        _ => (2.3e-308, 1.7e308),
    };
    number != 0.0 && (number.abs() < least || number.abs() > most)
}

fn spelling(add: &mut impl FnMut(String), document: &[u8], json: &Json) {
    if document.contains(&b'\\') {
        add("JSON with escapes".to_owned());
    }
    if !document.is_ascii() {
        add("JSON with characters beyond ASCII".to_owned());
    }
    let Json::Object(members) = json else { return };
    for (name, value) in members {
        match (name.as_str(), value) {
            ("attributes", value) => attributes(add, value),
            ("dimension_names", Json::Array(names)) => dimension_names(add, names),
            ("storage_transformers", _) => add("storage_transformers".to_owned()),
            ("zarr_format" | "node_type" | "shape" | "data_type" | "fill_value", _) => {}
            ("chunk_grid" | "chunk_key_encoding", value) => extension(add, name, value),
            ("codecs", Json::Array(codecs)) => {
                for codec in codecs {
                    extension(add, "a codec", codec);
                }
            }
            (_, value) if value.member("must_understand").is_some() => {
                add("additional members in the document".to_owned());
            }
            _ => {}
        }
    }
}

fn attributes(add: &mut impl FnMut(String), attributes: &Json) {
    if depth(attributes) > DEEP {
        add("deeply nested attributes".to_owned());
    }
    if has_odd_number(attributes) {
        add("numbers in attributes that 64 bits do not hold".to_owned());
    }
}

fn depth(value: &Json) -> usize {
    let parts: Vec<&Json> = match value {
        Json::Array(parts) => parts.iter().collect(),
        Json::Object(members) => members.iter().map(|(_, part)| part).collect(),
        _ => return 0,
    };
    1 + parts.into_iter().map(depth).max().unwrap_or(0)
}

fn has_odd_number(value: &Json) -> bool {
    match value {
        Json::Number(spelling) => match spelling.parse::<f64>() {
            Ok(number) => {
                let is_integer = !spelling.contains(['.', 'e', 'E']);
                number.is_infinite() || is_integer && number.abs() > 9.0e15
            }
            Err(_) => true,
        },
        Json::Array(parts) => parts.iter().any(has_odd_number),
        Json::Object(members) => members.iter().any(|(_, part)| has_odd_number(part)),
        _ => false,
    }
}

fn dimension_names(add: &mut impl FnMut(String), names: &[Json]) {
    add("dimension_names".to_owned());
    if names.contains(&Json::Null) {
        add("dimension_names with null".to_owned());
    }
    if names.iter().any(|it| it.as_str() == Some("")) {
        add("dimension_names with an empty name".to_owned());
    }
    let mut texts: Vec<&str> = names.iter().filter_map(Json::as_str).collect();
    texts.sort_unstable();
    if texts.windows(2).any(|it| it[0] == it[1]) {
        add("dimension_names with a name twice".to_owned());
    }
}

/// How an extension is written down. `place` says what it is.
fn extension(add: &mut impl FnMut(String), place: &str, value: &Json) {
    match value {
        Json::String(_) => add(format!("{place} as a name without an object")),
        value => {
            if value.member("must_understand").is_some() {
                add(format!("{place} with must_understand"));
            }
            let configuration = value.member("configuration");
            let is_empty = configuration == Some(&Json::Object(Vec::new()));
            if is_empty {
                add(format!("{place} with an empty configuration"));
            } else if configuration.is_none() {
                add(format!("{place} without configuration"));
            }
        }
    }
}

/// Members of configurations that a parsed document does not show.
fn configurations(add: &mut impl FnMut(String), json: &Json) {
    if let Some(Json::Array(codecs)) = json.member("codecs") {
        codec_configurations(add, codecs, "");
    }
}

fn codec_configurations(add: &mut impl FnMut(String), codecs: &[Json], place: &str) {
    for codec in codecs {
        let name = codec.as_str().or_else(|| codec.member("name")?.as_str());
        let empty = Json::Null;
        let configuration = codec.member("configuration").unwrap_or(&empty);
        match name {
            Some("blosc") => blosc(add, configuration, place),
            Some("gzip" | "zstd") => level(add, configuration, name.unwrap_or_default(), place),
            Some("sharding_indexed") => {
                let lists = [
                    ("codecs", "in shards: "),
                    ("index_codecs", "in shard indexes: "),
                ];
                for (member, place) in lists {
                    if let Some(Json::Array(inner)) = configuration.member(member) {
                        codec_configurations(add, inner, place);
                        let is_shards = |it: &Json| {
                            let name = it.as_str().or_else(|| it.member("name")?.as_str());
                            name == Some("sharding_indexed")
                        };
                        if inner.iter().any(is_shards) {
                            add("shards in shards".to_owned());
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

fn level(add: &mut impl FnMut(String), configuration: &Json, name: &str, place: &str) {
    match configuration.member("level") {
        None => add(format!("{place}codec {name} without level")),
        Some(Json::Number(level)) if level.starts_with('-') => {
            add(format!("{place}codec {name} with a level below 0"));
        }
        Some(Json::Number(level)) if level == "0" => {
            add(format!("{place}codec {name} with level 0"));
        }
        Some(_) => {}
    }
}

fn blosc(add: &mut impl FnMut(String), configuration: &Json, place: &str) {
    for member in ["cname", "shuffle"] {
        match configuration.member(member).and_then(Json::as_str) {
            Some(value) => add(format!("{place}codec blosc with {member} {value}")),
            None => add(format!("{place}codec blosc without {member}")),
        }
    }
    for member in ["clevel", "typesize", "blocksize"] {
        if configuration.member(member).is_none() {
            add(format!("{place}codec blosc without {member}"));
        }
    }
    if configuration.member("clevel").and_then(Json::as_u64) == Some(0) {
        add(format!("{place}codec blosc with clevel 0"));
    }
    let blocksize = configuration.member("blocksize");
    if blocksize.is_some_and(|it| it.as_u64() != Some(0)) {
        add(format!("{place}codec blosc with a blocksize"));
    }
}

/// Names of data type and codecs of a document that is not known whole.
pub(in super::super) fn names(document: &[u8]) -> Vec<String> {
    let Ok(json) = serde_json::from_slice::<Value>(document) else {
        return Vec::new();
    };
    let name = |value: &Value| {
        let name = value.as_str().or_else(|| value.get("name")?.as_str());
        name.map(str::to_owned)
    };
    let data_type = name(&json["data_type"]).map(|it| format!("{DATA_TYPE}{it}"));
    let codecs = json["codecs"].as_array().into_iter().flatten();
    let codecs = codecs.filter_map(name).map(|it| format!("codec {it}"));
    data_type.into_iter().chain(codecs).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::json;
    use zarr_conform_reference::Steps;

    use super::*;

    const OTHER_INVERSE: &str = "codec transpose with an order that is not its own inverse";

    #[rstest]
    #[case::in_order(json!([0, 1, 2]), false)]
    #[case::swapped(json!([1, 0, 2]), false)]
    #[case::cycle(json!([1, 2, 0]), true)]
    fn an_order_that_is_not_its_own_inverse_is_a_feature(
        #[case] order: Value,
        #[case] expected: bool,
    ) {
        let document = json!({
            "zarr_format": 3, "node_type": "array", "shape": [2, 3, 4], "data_type": "uint8", "fill_value": 0,
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 3, 4]}},
            "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
            "codecs": [{"name": "transpose", "configuration": {"order": order}}, {"name": "bytes"}],
        });
        let document = document.to_string().into_bytes();
        let array = Steps::default().array_metadata(&document).unwrap();
        let features = of_document(&document, &array);
        assert!(features.contains("codec transpose"), "{features:?}");
        assert_eq!(features.contains(OTHER_INVERSE), expected);
    }
}
