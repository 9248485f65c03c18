//! The spellings of an extension definition.

use serde_json::{Map, Value, json};
use zarr_conform_vectors::element::ElementLayout;

/// How much is spelled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// An object with its name, and with the parameters that have no default.
    Bare,
    /// An object with its name and all parameters.
    Full,
}

/// A codec list in this form, for elements of this data type.
pub(super) fn list(codecs: &[Value], form: Form, data_type: &str) -> Vec<Value> {
    let codecs = codecs.iter();
    codecs.map(|codec| one(codec, form, data_type)).collect()
}

/// An extension definition in this form; as it is where it has other members.
pub(super) fn one(value: &Value, form: Form, data_type: &str) -> Value {
    let Some((name, mut configuration)) = parts(value) else {
        return value.clone();
    };
    if let Some((parameter, default)) = parameter_without_meaning(&name, data_type, &configuration)
    {
        match form {
            Form::Bare => drop(configuration.shift_remove(parameter)),
            Form::Full => {
                configuration.insert(parameter.to_owned(), default);
            }
        }
    }
    if configuration.is_empty() {
        json!({ "name": name })
    } else {
        json!({ "name": name, "configuration": configuration })
    }
}

/// The name of an extension definition that has nothing else; as it is where it has more.
pub(super) fn name_of(value: &Value) -> Value {
    match parts(value) {
        Some((name, configuration)) if configuration.is_empty() => name.into(),
        _ => value.clone(),
    }
}

/// Name and configuration; nothing where there is anything else.
fn parts(value: &Value) -> Option<(String, Map<String, Value>)> {
    if let Value::String(name) = value {
        return Some((name.clone(), Map::new()));
    }
    let members = value.as_object()?;
    let is_known = |name: &String| matches!(name.as_str(), "name" | "configuration");
    if !members.keys().all(is_known) {
        return None;
    }
    let name = members.get("name")?.as_str()?.to_owned();
    let configuration = match members.get("configuration") {
        None => Map::new(),
        Some(configuration) => configuration.as_object()?.clone(),
    };
    Some((name, configuration))
}

/// A parameter that changes nothing, present or not, and a value of it: `endian` where elements have
/// one byte, and the default separator.
fn parameter_without_meaning(
    name: &str,
    data_type: &str,
    configuration: &Map<String, Value>,
) -> Option<(&'static str, Value)> {
    let (parameter, default) = match name {
        "bytes" => ("endian", json!("little")),
        "default" => ("separator", json!("/")),
        "v2" => ("separator", json!(".")),
        _ => return None,
    };
    let has_no_meaning = if name == "bytes" {
        ElementLayout::of(data_type).is_some_and(|it| it.number && it.bytes() == 1)
    } else {
        configuration.get(parameter).is_none_or(|it| *it == default)
    };
    has_no_meaning.then_some((parameter, default))
}
