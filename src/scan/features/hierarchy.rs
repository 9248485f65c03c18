//! What a hierarchy has that a reader could get wrong: names of nodes, attributes, members of groups, and what lies
//! beside documents. What every hierarchy has is left out: groups without attributes, names of letters.

use zarr_conform_reference::Json;
use zarr_conform_reference::hierarchy::node_name;

use super::metadata::depth;

/// There are groups.
pub(in super::super) const GROUPS: &str = "groups";
/// There are arrays.
pub(in super::super) const ARRAYS: &str = "arrays";
/// There are groups in groups that are not the root.
pub(in super::super) const LEVELS: &str = "groups of several levels";
/// A group has consolidated metadata.
pub(in super::super) const CONSOLIDATED: &str = "consolidated metadata";
/// A folder within a group has no document and no node.
pub(in super::super) const FOLDERS: &str = "folders without a document";
/// A node lies below a folder without a document.
pub(in super::super) const APART: &str = "nodes below a folder without a document";
/// Documents of version 2 lie beside those of nodes.
pub(in super::super) const OLD: &str = "documents of version 2 beside";
/// Other files lie beside documents of groups.
pub(in super::super) const FILES: &str = "other files beside";
/// The document of a node is not valid.
pub(in super::super) const DAMAGED: &str = "nodes that are not valid";
/// The document of a node is not known.
pub(in super::super) const NOT_KNOWN: &str = "nodes that this version does not know";
/// Nodes lie below arrays, where a scan does not look.
pub(in super::super) const BELOW_ARRAYS: &str = "nodes below arrays";
/// The text excludes the name of a node.
pub(in super::super) const EXCLUDED: &str = "names that the text excludes";

/// Attributes without members, as many writers always add.
pub(in super::super) const NO_ATTRIBUTES: &str = "no members in attributes";

/// Names that documents of version 2 have.
pub(in super::super) const OLD_DOCUMENTS: [&str; 4] =
    [".zgroup", ".zarray", ".zattrs", ".zmetadata"];
/// Names of members of documents.
const MEMBERS: [&str; 4] = [
    "zarr_format",
    "node_type",
    "attributes",
    "consolidated_metadata",
];
/// Nesting of attributes that every parser reads.
const DEEP: usize = 16;
/// Bytes of names that some systems and libraries do not hold.
const LONG: [usize; 2] = [100, 200];
/// Integers at least so great do not fit into 32 bits with a sign.
const BEYOND_32_BITS: f64 = 2_147_483_648.0;
/// Integers above this are not all numbers that binary64 has.
const BEYOND_53_BITS: f64 = 9_007_199_254_740_992.0;

/// What is odd about the place of a node: the names of its path from the root.
pub(in super::super) fn of_place(names: &[&str], is_group: bool) -> Vec<String> {
    let mut features = names.last().map_or_else(Vec::new, |it| of_name(it));
    features.push(if is_group { GROUPS } else { ARRAYS }.to_owned());
    if names.len() > 1 {
        features.push(LEVELS.to_owned());
    }
    features
}

fn of_name(name: &str) -> Vec<String> {
    let mut features = Vec::new();
    let mut add = |feature: &str| features.push(feature.to_owned());
    if node_name(name).is_err() {
        add(EXCLUDED);
    }
    let is_of_digits = !name.is_empty() && name.bytes().all(|it| it.is_ascii_digit());
    if is_of_digits || name == "c" {
        add("names such as chunks have");
    }
    if OLD_DOCUMENTS.contains(&name) {
        add("names of documents of version 2");
    }
    if name.starts_with('.') {
        add("names that begin with a period");
    }
    if name.starts_with('_') {
        add("names that begin with an underscore");
    }
    if name.get(1..).is_some_and(|it| it.contains("__")) {
        add("names with two underscores");
    }
    if name.ends_with([' ', '.']) {
        add("names that end with a space or a period");
    }
    for most in LONG.iter().filter(|most| name.len() > **most) {
        add(&format!("names of more than {most} bytes"));
    }
    if !name.is_ascii() {
        add("names beyond ASCII");
    }
    if name.chars().any(|it| u32::from(it) > 0xffff) {
        add("names beyond 16 bits");
    }
    if name.chars().any(is_combining) {
        add("names with combining marks");
    }
    let is_odd = |it: &char| it.is_ascii() && !it.is_ascii_alphanumeric() && !"._-".contains(*it);
    for character in name.chars().filter(is_odd) {
        add(&format!("names with {character:?}"));
    }
    features
}

/// Whether this is one of the marks that normal forms compose with letters.
fn is_combining(character: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&character)
}

/// What is odd about the members of the document of a node.
pub(in super::super) fn of_document(document: &[u8], is_group: bool) -> Vec<String> {
    let mut features = Vec::new();
    let Ok(Json::Object(members)) = Json::parse(document) else {
        return features;
    };
    for (name, value) in &members {
        match (name.as_str(), value) {
            ("attributes", value) => attributes(&mut features, value),
            ("consolidated_metadata", _) => features.push(CONSOLIDATED.to_owned()),
            ("zarr_format" | "node_type", _) => {}
            _ if is_group => features.push("additional members of groups".to_owned()),
            _ => {}
        }
    }
    features
}

fn attributes(features: &mut Vec<String>, attributes: &Json) {
    let mut add = |feature: &str| features.push(format!("{feature} in attributes"));
    if let Json::Object(members) = attributes {
        let has_name = |it: &(String, Json)| MEMBERS.contains(&it.0.as_str());
        if members.iter().any(has_name) {
            add("names of members of documents");
        }
        if members.is_empty() {
            add("no members");
        }
        for (name, value) in members {
            text(&mut add, "names", name);
            values(&mut add, value);
        }
    }
    if depth(attributes) > DEEP {
        add("deep nesting");
    }
}

fn values(add: &mut impl FnMut(&str), value: &Json) {
    match value {
        Json::Null => add("null"),
        Json::Bool(_) => add("true or false"),
        Json::Number(spelling) => number(add, spelling),
        Json::String(value) => text(add, "texts", value),
        Json::Array(parts) => {
            add("lists");
            if parts
                .iter()
                .any(|it| matches!(it, Json::Array(_) | Json::Object(_)))
            {
                add("lists of lists or objects");
            }
            let kind = std::mem::discriminant::<Json>;
            if parts.windows(2).any(|it| kind(&it[0]) != kind(&it[1])) {
                add("lists of several types");
            }
            for part in parts {
                values(add, part);
            }
        }
        Json::Object(members) => {
            add("objects");
            for (name, value) in members {
                text(add, "names", name);
                values(add, value);
            }
        }
    }
}

fn number(add: &mut impl FnMut(&str), spelling: &str) {
    let magnitude = spelling.parse::<f64>().map_or(f64::INFINITY, f64::abs);
    if spelling.contains(['.', 'e', 'E']) {
        add("numbers with a fraction or exponent");
    } else if magnitude >= BEYOND_53_BITS {
        add("integers beyond 53 bits");
    } else if magnitude >= BEYOND_32_BITS {
        add("integers beyond 32 bits");
    }
    if magnitude.is_infinite() {
        add("numbers that binary64 does not hold");
    }
}

/// `what` is names or texts.
fn text(add: &mut impl FnMut(&str), what: &str, text: &str) {
    if text.is_empty() {
        add(&format!("empty {what}"));
    }
    if !text.is_ascii() {
        add(&format!("{what} beyond ASCII"));
    }
    if text.contains(['"', '\\']) || text.contains(char::is_control) {
        add(&format!("{what} with escapes"));
    }
    if text.parse::<f64>().is_ok() {
        add(&format!("{what} that look like numbers"));
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::letters("temperature-2", &[])]
    #[case::chunk("0", &["names such as chunks have"])]
    #[case::hidden(".zgroup", &["names of documents of version 2", "names that begin with a period"])]
    #[case::reserved("__x", &[EXCLUDED, "names that begin with an underscore"])]
    #[case::within("a__b", &["names with two underscores"])]
    #[case::percent("%41", &["names with '%'"])]
    #[case::decomposed("a\u{308}", &["names beyond ASCII", "names with combining marks"])]
    #[case::empty("", &[EXCLUDED])]
    fn names(#[case] name: &str, #[case] expected: &[&str]) {
        assert_eq!(of_name(name), expected);
    }

    #[rstest]
    #[case::usual(r#"{"units": "K", "n": 3}"#, &[])]
    #[case::empty("{}", &["no members in attributes"])]
    #[case::null(r#"{"a": null}"#, &["null in attributes"])]
    #[case::big(r#"{"a": -9007199254740993}"#, &["integers beyond 53 bits in attributes"])]
    #[case::huge(r#"{"a": 1e400}"#, &["numbers with a fraction or exponent in attributes", "numbers that binary64 does not hold in attributes"])]
    #[case::mixed(r#"{"a": [1, "x"]}"#, &["lists in attributes", "lists of several types in attributes"])]
    #[case::numeric(r#"{"a": "1"}"#, &["texts that look like numbers in attributes"])]
    fn documents(#[case] attributes: &str, #[case] expected: &[&str]) {
        let document =
            format!(r#"{{"zarr_format": 3, "node_type": "group", "attributes": {attributes}}}"#);
        assert_eq!(of_document(document.as_bytes(), true), expected);
    }
}
