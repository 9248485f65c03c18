//! What the compiler cannot hold of the direction specification, reference, vectors, runner, reports:
//! which dependencies a crate may declare at all, and which file of the runner may ask the reference.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Each crate of the workspace, and the crates of the workspace that it uses, no fewer and no more. Tests may use more.
const USES: [(&str, &[&str]); 18] = [
    ("zarr-conform-terms", &[]),
    ("zarr-conform-reference", &["zarr-conform-terms"]),
    ("zarr-conform-vectors", &["zarr-conform-terms"]),
    (
        "zarr-conform-statement",
        &[
            "zarr-conform-terms",
            "zarr-conform-reference",
            "zarr-conform-vectors",
        ],
    ),
    ("zarr-conform-embedded", &["zarr-conform-vectors"]),
    ("zarr-conform-lock", &["zarr-conform-vectors"]),
    ("zarr-conform-requirements", &["zarr-conform-terms"]),
    (
        "zarr-conform-spec-map",
        &[
            "zarr-conform-terms",
            "zarr-conform-vectors",
            "zarr-conform-requirements",
        ],
    ),
    ("zarr-conform-protocol", &["zarr-conform-terms"]),
    (
        "zarr-conform-runner",
        &[
            "zarr-conform-terms",
            "zarr-conform-vectors",
            "zarr-conform-protocol",
            "zarr-conform-reference",
        ],
    ),
    (
        "zarr-conform-diagnosis",
        &[
            "zarr-conform-terms",
            "zarr-conform-vectors",
            "zarr-conform-protocol",
            "zarr-conform-reference",
            "zarr-conform-runner",
        ],
    ),
    (
        "zarr-conform-harness",
        &[
            "zarr-conform-terms",
            "zarr-conform-vectors",
            "zarr-conform-embedded",
            "zarr-conform-requirements",
            "zarr-conform-protocol",
            "zarr-conform-runner",
            "zarr-conform-diagnosis",
        ],
    ),
    (
        "zarr-conform-fuzz",
        &[
            "zarr-conform-terms",
            "zarr-conform-reference",
            "zarr-conform-vectors",
            "zarr-conform-statement",
            "zarr-conform-requirements",
            "zarr-conform-protocol",
            "zarr-conform-runner",
            "zarr-conform-diagnosis",
        ],
    ),
    (
        "generator",
        &[
            "zarr-conform-terms",
            "zarr-conform-reference",
            "zarr-conform-vectors",
            "zarr-conform-statement",
            "zarr-conform-lock",
            "zarr-conform-requirements",
            "zarr-conform-spec-map",
        ],
    ),
    ("rust-implementation", &[]),
    (
        "zarr-conform",
        &[
            "zarr-conform-terms",
            "zarr-conform-reference",
            "zarr-conform-vectors",
            "zarr-conform-embedded",
            "zarr-conform-lock",
            "zarr-conform-requirements",
            "zarr-conform-spec-map",
            "zarr-conform-protocol",
            "zarr-conform-runner",
            "zarr-conform-diagnosis",
            "zarr-conform-fuzz",
        ],
    ),
    ("xtask", &["zarr-conform"]),
    (
        "fuzz-targets",
        &[
            "zarr-conform-terms",
            "zarr-conform-reference",
            "zarr-conform-vectors",
            "zarr-conform-embedded",
            "zarr-conform-protocol",
            "zarr-conform-runner",
            "zarr-conform-diagnosis",
            "zarr-conform",
        ],
    ),
];

/// The only file of the runner that knows the reference: it reads what an implementation wrote. No
/// verdict comes from it.
const READER: &str = "reader.rs";

/// What `cargo metadata` says of the members of the workspace.
fn packages() -> Vec<Value> {
    let arguments = [
        "metadata",
        "--offline",
        "--no-deps",
        "--format-version",
        "1",
    ];
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// The dependencies of each, of any kind but those of its tests.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let used = |package: &Value| {
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        dependencies
            .filter(|it| it["kind"] != "dev")
            .map(|it| text(&it["name"]))
            .collect()
    };
    packages()
        .iter()
        .map(|it| (text(&it["name"]), used(it)))
        .collect()
}

/// The same, only of crates of the workspace.
fn used() -> BTreeMap<String, BTreeSet<String>> {
    let all = dependencies();
    let mut used = all.clone();
    for dependencies in used.values_mut() {
        dependencies.retain(|it| all.contains_key(it));
    }
    used
}

#[test]
fn crates_use_what_is_listed() {
    let listed = USES.map(|(name, uses)| {
        let uses = uses.iter().copied().map(str::to_owned);
        (name.to_owned(), uses.collect())
    });
    assert_eq!(BTreeMap::from(listed), used());
}

/// A dependency that only the manifest and tests name is not used.
#[test]
fn crates_name_what_they_depend_on() {
    let used = used();
    for package in packages() {
        let name = package["name"].as_str().unwrap();
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let code: Vec<String> = files(&manifest.with_file_name("src"))
            .iter()
            .map(|it| code(it))
            .collect();
        for dependency in &used[name] {
            let named = dependency.replace('-', "_");
            assert!(
                code.iter().any(|it| it.contains(&named)),
                "{name} does not use {dependency}"
            );
        }
    }
}

/// A circle would let something point back, whatever the table says.
#[test]
fn crates_are_listed_after_those_that_they_use() {
    let mut before = BTreeSet::new();
    for (name, uses) in USES {
        for used in uses {
            assert!(before.contains(used), "{name} stands before {used}");
        }
        before.insert(name);
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the order of files does not matter here"
)]
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// What a file of Rust has besides comments and tests; nothing of others.
pub(super) fn code(file: &Path) -> String {
    if file.extension().is_none_or(|it| it != "rs") {
        return String::new();
    }
    let text = fs::read_to_string(file).unwrap();
    let (code, _) = text
        .split_once("#[cfg(test)]\nmod tests {")
        .unwrap_or((&text, ""));
    let lines = code.lines().filter(|it| !it.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn only_the_reader_of_the_runner_knows_the_reference() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/runner/src");
    let mut knowing: Vec<PathBuf> = files(&folder);
    knowing.retain(|file| code(file).contains("zarr_conform_reference"));
    let names: Vec<_> = knowing.iter().map(|it| it.file_name().unwrap()).collect();
    assert_eq!(names, [READER], "{knowing:?}");
}

/// The adapter of zarrs is tested with the harness. `install` and `test` there are `--locked`, and fail
/// where its lock file does not know a dependency of the crates that it uses.
#[test]
fn the_lock_file_of_the_adapter_of_zarrs_knows_the_dependencies() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/zarrs/Cargo.lock");
    let lock: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
    let members = dependencies();
    let mut found = BTreeSet::new();
    for package in lock["package"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        let Some(expected) = members.get(name) else {
            continue;
        };
        assert_eq!(package["version"].as_str(), Some(env!("CARGO_PKG_VERSION")));
        // A version follows where there are several.
        let locked = package.get("dependencies").and_then(toml::Value::as_array);
        let locked = locked.into_iter().flatten();
        let locked: BTreeSet<String> = locked
            .filter_map(|it| it.as_str()?.split(' ').next().map(str::to_owned))
            .collect();
        assert_eq!(
            &locked, expected,
            "{name}: cargo metadata in adapters/zarrs brings its lock file up to date"
        );
        found.insert(name);
    }
    assert!(found.contains("zarr-conform-harness"), "{found:?}");
}
