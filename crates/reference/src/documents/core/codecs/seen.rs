//! What the configurations of several codecs use that a reader could get wrong.

use crate::json::Json;

/// Whether `level` is missing, and which side of 1 it is on.
pub(crate) fn level(configuration: &Json) -> Vec<String> {
    let seen = match configuration.member("level") {
        None => "without level",
        Some(Json::Number(level)) if level.starts_with('-') => "with a level below 0",
        Some(Json::Number(level)) if level == "0" => "with level 0",
        Some(_) => return Vec::new(),
    };
    vec![seen.to_owned()]
}

/// That a parameter is this string.
pub(crate) fn string(configuration: &Json, parameter: &str, value: &str) -> Vec<String> {
    let is_given = configuration.member(parameter).and_then(Json::as_str) == Some(value);
    let seen = is_given.then(|| format!("with {parameter} {value}"));
    seen.into_iter().collect()
}
