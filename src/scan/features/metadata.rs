//! Features of a metadata document.

use serde_json::Value;
use zarr_conform_reference::codecs::{self, Kind};
use zarr_conform_reference::data_type::{Time, TimeUnit, VariableLength};
use zarr_conform_reference::float::Format;
use zarr_conform_reference::{ArrayMetadata, DataType, Element, Json};

use super::{DATA_TYPE, Features, IN_SHARDS, OTHER_FILL_VALUE, RANK, WRITTEN};

/// Lengths above this do not fit into 31 bits.
const MOST_31_BITS: u64 = (1 << 31) - 1;
/// A check of an array says nothing about an array of a rank beyond the next of these.
const RANKS: [usize; 12] = [1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 64, 128];
/// The codec with lists of codecs in its configuration.
const SHARDS: &str = "sharding_indexed";
/// Nesting of attributes that every parser reads.
const DEEP: usize = 16;

/// The features of a document, which says this.
pub(in super::super) fn of_document(document: &[u8], array: &ArrayMetadata) -> Features {
    let mut features = Features::new();
    let mut add = |feature: String| {
        features.insert(feature);
    };
    add(format!("{DATA_TYPE}{}", array.data_type.name()));
    shapes(&mut add, array);
    if let Some(seen) = array.chunk_key_encoding.seen() {
        add(seen.to_owned());
    }
    if let Ok(json) = Json::parse(document) {
        fill_value(&mut add, &json, array);
        if let DataType::Time(time) = array.data_type {
            times(&mut add, &json, time);
        }
        spelling(&mut add, document, &json);
        if let Some(Json::Array(list)) = json.member("codecs") {
            codec_list(&mut add, list, "");
        }
    }
    features
}

/// What readers of moments and durations may not know.
fn times(add: &mut impl FnMut(String), json: &Json, time: Time) {
    let configuration = json
        .member("data_type")
        .and_then(|it| it.member("configuration"));
    let unit = configuration.and_then(|it| it.member("unit"));
    if unit.is_some_and(|it| it.as_str() != Some(time.unit.spelling())) {
        add("microseconds with a Greek letter".to_owned());
    }
    if time.unit == TimeUnit::Generic {
        add("times without a unit".to_owned());
    }
    if time.scale_factor != 1 {
        add("a scale factor other than 1".to_owned());
    }
}

fn shapes(add: &mut impl FnMut(String), array: &ArrayMetadata) {
    let chunk_shape = array.chunk_grid.only_chunk_shape().unwrap_or_default();
    let pairs = || array.shape.iter().zip(&chunk_shape);
    if array.shape.is_empty() {
        add("rank 0".to_owned());
    }
    for rank in RANKS.into_iter().filter(|it| array.shape.len() > *it) {
        add(format!("{RANK}{rank}"));
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

/// `place` stands before each feature: nothing, or where in a shard the list is.
fn codec_list(add: &mut impl FnMut(String), list: &[Json], place: &str) {
    let named = || list.iter().filter_map(|it| Some((it, name_of(it)?)));
    let shards = named().position(|(_, name)| name == SHARDS);
    for (at, (codec, name)) in named().enumerate() {
        let place = &beside_shards(place, at, shards);
        if codecs::kind_of(name) != Some(Kind::ArrayToBytes) || name == SHARDS {
            add(format!("{place}codec {name}"));
        }
        let configuration = codec.member("configuration").unwrap_or(&Json::Null);
        // The parameters of a codec of bytes are read by the same code wherever it stands.
        let is_of_bytes = codecs::kind_of(name) == Some(Kind::BytesToBytes);
        let of_parameters = if is_of_bytes { "" } else { place };
        for seen in codecs::seen(name, configuration) {
            add(format!("{of_parameters}codec {name} {seen}"));
        }
        for (member, inside) in [
            ("codecs", IN_SHARDS),
            ("index_codecs", "in shard indexes: "),
        ] {
            if let Some(Json::Array(inner)) = configuration.member(member) {
                codec_list(add, inner, &format!("{place}{inside}"));
            }
        }
    }
    let of_kind = |kind| named().filter(move |(_, name)| codecs::kind_of(name) == Some(kind));
    if of_kind(Kind::BytesToBytes).count() > 1 {
        let at = list.len() - 1;
        add(format!(
            "{}several codecs of bytes",
            beside_shards(place, at, shards)
        ));
    }
    if of_kind(Kind::ArrayToArray).count() > 1 {
        add(format!("{place}several codecs transpose"));
    }
}

/// The place of the codec at `at` in a list at `place`, in which one codec may make shards.
fn beside_shards(place: &str, at: usize, shards: Option<usize>) -> String {
    match shards {
        Some(shards) if at < shards => format!("{place}before shards: "),
        Some(shards) if at > shards => format!("{place}after shards: "),
        _ => place.to_owned(),
    }
}

fn fill_value(add: &mut impl FnMut(String), json: &Json, array: &ArrayMetadata) {
    let value = json.member("fill_value").unwrap_or(&Json::Null);
    let mut forms = Vec::new();
    fill_value_forms(&mut forms, value, array.data_type);
    for form in forms {
        add(format!("a fill value {form}"));
    }
    let is_other = match &array.fill_value {
        Element::Raw(bytes) if array.data_type.is_raw() => bytes.iter().any(|it| *it != 0),
        other => *other != Element::zero(array.data_type),
    };
    if is_other {
        add(OTHER_FILL_VALUE.to_owned());
    }
}

fn is_of_bytes(data_type: DataType) -> bool {
    data_type == DataType::VariableLength(VariableLength::Bytes)
}

/// Whether any text is an ordinary fill value.
fn is_of_text(data_type: DataType) -> bool {
    matches!(
        data_type,
        DataType::VariableLength(VariableLength::String) | DataType::FixedLength(_)
    )
}

fn fill_value_forms(forms: &mut Vec<String>, value: &Json, data_type: DataType) {
    match value {
        Json::String(_) if is_of_bytes(data_type) => forms.push("in base64".to_owned()),
        Json::Array(_) if is_of_bytes(data_type) => forms.push("of a list of bytes".to_owned()),
        Json::String(_) if is_of_text(data_type) => {}
        Json::String(text) if text.starts_with("0x") => {
            forms.push("in hexadecimal digits".to_owned());
        }
        Json::String(text) => forms.push(text.clone()),
        Json::Number(spelling) => number_forms(forms, spelling, data_type),
        Json::Array(parts) => {
            if matches!(data_type, DataType::RawBits(_)) {
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
    let format = Format::of(data_type);
    match (format, is_integer) {
        (None, _) if is_long => forms.push("beyond 53 bits".to_owned()),
        (Some(_), _) if is_long => forms.push("of many digits".to_owned()),
        (Some(format), false) if !is_binary_fraction(spelling, format) => {
            forms.push("that is rounded".to_owned());
        }
        _ => {}
    }
    if format.is_some_and(|it| is_extreme(spelling, it)) {
        forms.push("near the ends of its data type".to_owned());
    }
}

/// Whether a format holds the number exactly, as far as 64 bits tell.
fn is_binary_fraction(spelling: &str, format: Format) -> bool {
    let bits = format.mantissa_bits.min(40);
    let number = spelling.parse();
    number.is_ok_and(|it: f64| it.to_bits().trailing_zeros() >= 52 - bits)
}

/// Whether a number is subnormal, or rounds to the greatest or beyond it.
fn is_extreme(spelling: &str, format: Format) -> bool {
    let magnitude = format.nearest(spelling) & !format.sign();
    let ends = [1 << format.mantissa_bits, format.greatest()];
    let is_inside = ends[0] <= magnitude && magnitude < ends[1];
    spelling.parse() != Ok(0.0_f64) && !is_inside
}

fn spelling(add: &mut impl FnMut(String), document: &[u8], json: &Json) {
    if document.contains(&b'\\') {
        add(format!("{WRITTEN}escapes"));
    }
    if !document.is_ascii() {
        add(format!("{WRITTEN}characters beyond ASCII"));
    }
    let Json::Object(members) = json else { return };
    for (name, value) in members {
        match (name.as_str(), value) {
            ("attributes", value) => attributes(add, value),
            ("dimension_names", Json::Array(names)) => dimension_names(add, names),
            ("storage_transformers", _) => {
                add(format!("{WRITTEN}an empty list of storage_transformers"));
            }
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

pub(super) fn depth(value: &Json) -> usize {
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
        Json::String(_) => add(format!("{WRITTEN}{place} that is only a name")),
        value => {
            if value.member("must_understand").is_some() {
                add(format!("{WRITTEN}{place} that has must_understand"));
            }
            let configuration = value.member("configuration");
            let is_empty = configuration == Some(&Json::Object(Vec::new()));
            if is_empty {
                add(format!("{WRITTEN}{place} that has an empty configuration"));
            } else if configuration.is_none() {
                add(format!("{WRITTEN}{place} that has no configuration"));
            }
        }
    }
}

fn name_of(extension: &Json) -> Option<&str> {
    extension
        .as_str()
        .or_else(|| extension.member("name")?.as_str())
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
