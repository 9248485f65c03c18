//! Small spaces are complete: each input of each of them is that of some fact, of any source.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use zarr_conform_terms::DataType;
use zarr_conform_vectors::{Statement, Vectors};

fn vectors() -> Vectors {
    zarr_conform_embedded::vectors().unwrap()
}

/// The documents of all facts on metadata that are JSON objects.
fn documents(vectors: &Vectors) -> Vec<Map<String, Value>> {
    let statements = vectors.facts().iter().map(|fact| &fact.statement);
    let document = |statement: &Statement| match statement {
        Statement::Metadata(it) => serde_json::from_slice(it.document()).ok(),
        _ => None,
    };
    statements.filter_map(document).collect()
}

/// The kinds of values that are distinguished: JSON types, empty or not.
fn kind(value: Option<&Value>) -> &'static str {
    match value {
        None => "absent",
        Some(Value::Null) => "null",
        Some(Value::Bool(false)) => "false",
        Some(Value::Bool(true)) => "true",
        Some(Value::Number(_)) => "number",
        Some(Value::String(text)) if text.is_empty() => "empty string",
        Some(Value::String(_)) => "string",
        Some(Value::Array(list)) if list.is_empty() => "empty list",
        Some(Value::Array(_)) => "list",
        Some(Value::Object(members)) if members.is_empty() => "empty object",
        Some(Value::Object(_)) => "object",
    }
}

const KINDS: [&str; 11] = [
    "absent",
    "null",
    "false",
    "true",
    "number",
    "empty string",
    "string",
    "empty list",
    "list",
    "empty object",
    "object",
];

/// The kinds of values that stand at a place of documents that are otherwise this one.
fn kinds_at(
    documents: &[Map<String, Value>],
    base: &Value,
    path: &[&str],
) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for document in documents {
        let mut document = Value::Object(document.clone());
        let mut base = base.clone();
        let Some(kind) = taken(&mut document, path) else {
            continue;
        };
        taken(&mut base, path);
        if document == base {
            found.insert(kind);
        }
    }
    found
}

/// Takes the member at a path out, and says of which kind its value was; nothing where there is no
/// object that may have it.
fn taken(document: &mut Value, path: &[&str]) -> Option<&'static str> {
    let (last, before) = path.split_last()?;
    let object = before
        .iter()
        .try_fold(document, |value, step| match step.parse::<usize>() {
            Ok(position) => value.get_mut(position),
            Err(_) => value.get_mut(step),
        })?;
    let value = object.as_object_mut()?.remove(*last);
    Some(kind(value.as_ref()))
}

fn base(shape: &Value, chunk_shape: &Value) -> Value {
    json!({
        "zarr_format": 3,
        "node_type": "array",
        "shape": shape,
        "data_type": "int16",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk_shape}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": 7,
        "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
    })
}

fn bases() -> [(Value, Value); 2] {
    [
        (base(&json!([2, 3]), &json!([2, 2])), json!([1, 0])),
        (base(&json!([]), &json!([])), json!([])),
    ]
}

#[test]
fn every_member_has_every_kind_of_value() {
    let vectors = vectors();
    let documents = documents(&vectors);
    for (base, order) in bases() {
        let of_bytes = ["name", "configuration"].map(|it| vec!["codecs", "0", it]);
        let mut paths = vec![
            vec!["zarr_format"],
            vec!["node_type"],
            vec!["shape"],
            vec!["data_type"],
            vec!["chunk_grid"],
            vec!["chunk_key_encoding"],
            vec!["fill_value"],
            vec!["codecs"],
            vec!["attributes"],
            vec!["storage_transformers"],
            vec!["dimension_names"],
            vec!["chunk_grid", "name"],
            vec!["chunk_grid", "configuration"],
            vec!["chunk_grid", "configuration", "chunk_shape"],
            vec!["chunk_key_encoding", "name"],
            vec!["chunk_key_encoding", "configuration"],
            vec!["chunk_key_encoding", "configuration", "separator"],
            vec!["codecs", "0", "configuration", "endian"],
        ];
        paths.extend(of_bytes.clone());
        for path in paths {
            assert_complete(&documents, &base, &path);
        }
        let mut transposed = base.clone();
        let transpose = json!({"name": "transpose", "configuration": {"order": order}});
        let codecs = transposed["codecs"].as_array_mut().unwrap();
        codecs.insert(0, transpose);
        for path in of_bytes {
            assert_complete(&documents, &transposed, &path);
        }
        let order = ["codecs", "0", "configuration", "order"];
        assert_complete(&documents, &transposed, &order);
    }
}

fn assert_complete(documents: &[Map<String, Value>], base: &Value, path: &[&str]) {
    let found = kinds_at(documents, base, path);
    let missing: Vec<_> = KINDS.iter().filter(|kind| !found.contains(*kind)).collect();
    assert!(
        missing.is_empty(),
        "{path:?} of {base}: no fact with {missing:?}"
    );
}

#[test]
fn every_short_sequence_is_asked_as_an_order() {
    let vectors = vectors();
    let mut asked = BTreeSet::new();
    for fact in vectors.facts() {
        if let Statement::Representation(it) = &fact.statement
            && let [transpose, _] = &*it.codecs
        {
            let order = transpose["configuration"]["order"].to_string();
            asked.insert((it.shape.len(), order));
        }
    }
    for rank in 0..=3_usize {
        let highest = i64::try_from(rank).unwrap();
        let mut sequences: Vec<Vec<i64>> = vec![Vec::new()];
        for _ in 0..=rank + 1 {
            for order in &sequences {
                assert!(
                    asked.contains(&(rank, json!(order).to_string())),
                    "{rank}: {order:?}"
                );
            }
            let longer = |order: &Vec<i64>| {
                let order = order.clone();
                (-1..=highest).map(move |entry| [order.as_slice(), &[entry]].concat())
            };
            sequences = sequences.iter().flat_map(longer).collect();
        }
    }
}

#[test]
fn every_number_of_raw_bits_is_asked() {
    let vectors = vectors();
    let documents = documents(&vectors);
    let names: BTreeSet<&str> = documents
        .iter()
        .filter_map(|document| document.get("data_type")?.as_str())
        .collect();
    for bits in 1..=130 {
        assert!(names.contains(format!("r{bits}").as_str()), "r{bits}");
    }
}

#[test]
fn every_data_type_has_fill_values_of_every_json_type() {
    let json_type = |value: &Value| match kind(Some(value)) {
        "true" | "false" => "boolean",
        kind => kind.strip_prefix("empty ").unwrap_or(kind),
    };
    let name = |it: &Value| {
        let name = if it.is_object() { &it["name"] } else { it };
        name.as_str().map(str::to_owned)
    };
    let documents = documents(&vectors());
    let pairs = documents.iter().filter_map(|it| {
        let data_type = name(it.get("data_type")?)?;
        Some((data_type, json_type(it.get("fill_value")?)))
    });
    let asked: BTreeSet<(String, &str)> = pairs.collect();
    for data_type in DataType::named() {
        for it in ["null", "boolean", "number", "string", "list", "object"] {
            let pair = (data_type.name(), it);
            assert!(asked.contains(&pair), "{pair:?}");
        }
    }
}

/// What data types of the registry of extensions have, other than bfloat16, stands in their files.
#[test]
fn every_data_type_has_the_fill_values_of_all() {
    let vectors = vectors();
    let asked: BTreeSet<String> = documents(&vectors)
        .iter()
        .filter_map(|it| Some(json!([it.get("data_type")?, it.get("fill_value")?]).to_string()))
        .collect();
    let forms = [
        json!(true),
        json!(1),
        json!(-1),
        json!(0.5),
        json!("NaN"),
        json!("Infinity"),
        json!("-Infinity"),
        json!("0x3c00"),
        json!("0x3f800000"),
        json!("0x3ff0000000000000"),
        json!([1, 2]),
        json!([0.5, -2.25]),
        json!(["NaN", "-Infinity"]),
        json!([7]),
        json!([1, 2, 3]),
        json!(null),
    ];
    let raw_bits = [8, 16, 24].map(DataType::raw);
    let named = DataType::named();
    let named = named.filter(|it| !it.is_registered() || it.to_string() == "bfloat16");
    for data_type in named.chain(raw_bits) {
        for form in &forms {
            let pair = json!([data_type.to_string(), form]).to_string();
            assert!(asked.contains(&pair), "{pair}");
        }
    }
}

#[test]
fn every_extension_point_has_an_unknown_name_with_every_must_understand() {
    let unknown = |mark: Option<&Value>| {
        let mut extension = json!({"name": "zarr-conform-unknown"});
        if let Some(mark) = mark {
            extension["must_understand"] = mark.clone();
        }
        extension
    };
    let vectors = vectors();
    let documents = documents(&vectors);
    let marks: Vec<Value> = [
        "false",
        "true",
        "null",
        "0",
        "1",
        "\"\"",
        "\"false\"",
        "[]",
        "[false]",
        "{}",
    ]
    .map(|text| serde_json::from_str(text).unwrap())
    .to_vec();
    let marks = std::iter::once(None).chain(marks.iter().map(Some));
    let only_one = ["data_type", "chunk_grid", "chunk_key_encoding"];
    let lists = ["codecs", "storage_transformers"];
    let points = only_one
        .into_iter()
        .chain(lists)
        .chain(["zarr-conform-unknown"]);
    for mark in marks {
        let is_boolean = mark.is_none_or(Value::is_boolean);
        let extension = unknown(mark);
        let is_it = |value: &Value| {
            let mut value = value.clone();
            if let Some(members) = value.as_object_mut() {
                members.remove("configuration");
            }
            value == extension
        };
        let within = |value: &Value| value.as_array().is_some_and(|list| list.iter().any(is_it));
        for point in points.clone() {
            // Where an unknown name is invalid with any mark, another value is a second mistake.
            if !is_boolean && only_one.contains(&point) {
                continue;
            }
            let mut values = documents.iter().filter_map(|it| it.get(point));
            let is_there = values.any(|value| {
                if lists.contains(&point) {
                    within(value)
                } else {
                    is_it(value)
                }
            });
            assert!(is_there, "{point}: {extension}");
        }
    }
}
