//! The format of inputs is written down, as a schema and in words, and adding a fact is as it says.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("inputs")
}

fn schema() -> Value {
    let text = fs::read_to_string(folder().join("inputs.schema.json")).expect("the schema");
    serde_json::from_str(&text).expect("JSON")
}

fn readme() -> String {
    fs::read_to_string(folder().join("README.md")).expect("the README")
}

/// All files of inputs, by path from their folder.
fn inputs() -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for document in entries(&folder()).filter(|path| path.is_dir()) {
        found.extend(entries(&document));
    }
    found
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    #[expect(clippy::disallowed_methods, reason = "the caller sorts")]
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").path())
}

#[test]
fn every_input_satisfies_the_schema() {
    let validator = jsonschema::validator_for(&schema()).expect("a valid schema");
    let inputs = inputs();
    assert!(inputs.len() >= 61, "found {} files", inputs.len());
    for path in inputs {
        let text = fs::read_to_string(&path).expect("a file");
        let value: Value = toml::from_str(&text).expect("TOML");
        let errors: Vec<String> = validator
            .iter_errors(&value)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
    }
}

#[test]
fn the_schema_refuses_what_the_generator_refuses() {
    let validator = jsonschema::validator_for(&schema()).expect("a valid schema");
    for wrong in [
        "[[fact]]\nname = \"x\"",
        "about = \"x\"",
        "about = \"x\"\n[[fact]]\nnmae = \"x\"",
        "about = \"x\"\n[[group]]\nname = \"x\"",
        "about = \"x\"\n[[fact]]\noutcomes = [{ refused = true }]",
    ] {
        let value: Value = toml::from_str(wrong).expect("TOML");
        assert!(!validator.is_valid(&value), "{wrong}");
    }
}

#[test]
fn every_member_is_described_with_an_example() {
    let schema = schema();
    let mut members = BTreeSet::from(["about".to_owned()]);
    for pointer in ["/$defs/members", "/$defs/fact", "/$defs/group", ""] {
        let properties = schema.pointer(&format!("{pointer}/properties"));
        let properties = properties.and_then(Value::as_object).expect("properties");
        members.extend(properties.keys().cloned());
    }
    let readme = readme();
    for member in members {
        let described = readme
            .lines()
            .filter(|line| line.starts_with("| `"))
            .any(|line| line.contains(&format!("`{member}`")) && line.matches('`').count() >= 4);
        assert!(
            described || readme.contains(&format!("has `{member}`, which")),
            "{member}"
        );
    }
}

#[test]
fn five_lines_add_a_fact() {
    let root = tempfile::tempdir().expect("a temporary folder");
    for path in inputs() {
        let below = path
            .strip_prefix(folder())
            .expect("a path below the folder");
        let copy = root.path().join("generator/inputs").join(below);
        fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder");
        let mut text = fs::read_to_string(&path).expect("a file");
        if below.ends_with("transpose/orders.toml") {
            text.push_str(&example().replace("wraps-to-zero", "wraps-to-zero-again"));
        }
        fs::write(copy, text).expect("a copy");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_generator"))
        .arg("--root")
        .arg(root.path())
        .output()
        .expect("the generator starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let text = fs::read(root.path().join("vectors/transpose/orders.json")).expect("vectors");
    let topic: Value = serde_json::from_slice(&text).expect("JSON");
    let added = topic["facts"].as_array().and_then(|facts| facts.last());
    let added = added.expect("a fact");
    assert_eq!(added["id"], "transpose/orders/wraps-to-zero-again");
    assert_eq!(
        added["representation"]["codecs"][0]["configuration"]["order"],
        serde_json::json!([1, 2, 4_294_967_296_u64])
    );
}

/// The first example of the README.
fn example() -> String {
    let readme = readme();
    let example = readme.split("```toml\n").nth(1).expect("an example");
    let example = example.split("```").next().expect("its end");
    assert_eq!(example.lines().count(), 5, "{example}");
    format!("\n{example}")
}
