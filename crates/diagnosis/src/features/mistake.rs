//! Where a document that must be refused differs from its valid twin: `transpose.order`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::document::{configuration, extensions, name};

/// More differences say less than that the member differs.
const MOST: usize = 2;

/// Where the two documents differ.
pub(super) fn differences(
    one: &Map<String, Value>,
    other: &Map<String, Value>,
) -> BTreeSet<String> {
    let members: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let mut places = BTreeSet::new();
    for member in members {
        let pair = [one, other].map(|it| it.get(member));
        if pair[0] == pair[1] {
            continue;
        }
        let [one, other] = pair.map(|it| it.map(|value| flat(member, value)).unwrap_or_default());
        let paths: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
        let differing = paths
            .into_iter()
            .filter(|it| one.get(*it) != other.get(*it));
        let differing: Vec<&String> = differing.collect();
        if differing.len() <= MOST {
            places.extend(differing.into_iter().cloned());
        }
        places.insert(member.clone());
    }
    places
}

/// Values by the names of what they are parameters of.
fn flat(member: &str, value: &Value) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    add(&mut all, member, value);
    all
}

fn add(all: &mut BTreeMap<String, String>, at: &str, value: &Value) {
    let last = at.rsplit('.').next().unwrap_or(at);
    if let Some(list) = extensions(last, value) {
        for entry in list {
            add(all, at, entry);
        }
    } else if let (Some(name), Some(parameters)) = (name(value), configuration(value)) {
        for (parameter, value) in parameters {
            add(all, &format!("{name}.{parameter}"), value);
        }
    } else {
        let text = all.entry(at.to_owned()).or_default();
        text.push_str(&value.to_string());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_mistake_in_a_parameter_is_named_by_codec_and_parameter() {
        let of = |order: Value| {
            let codec = json!({"name": "transpose", "configuration": {"order": order}});
            json!({"shape": [2], "codecs": [codec, {"name": "bytes"}]})
        };
        let (one, other) = (of(json!([0, 1])), of(json!([0, 0])));
        let [one, other] = [&one, &other].map(|it| it.as_object().unwrap());
        let differences: Vec<String> = differences(one, other).into_iter().collect();
        assert_eq!(differences, ["codecs", "transpose.order"]);
    }
}
