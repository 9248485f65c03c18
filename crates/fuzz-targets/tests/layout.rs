//! The folder `fuzz` has what cargo-fuzz, libFuzzer and OSS-Fuzz ask for.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use fuzz_targets::TARGETS;

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

fn text(path: &str) -> String {
    let path = fuzz().join(path);
    match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

#[test]
fn every_target_has_a_binary() {
    let manifest: Vec<String> = text("Cargo.toml").lines().map(str::to_owned).collect();
    let names = |prefix: &str, suffix: &str| -> BTreeSet<String> {
        let found = manifest.iter().filter_map(|line| {
            let name = line.strip_prefix(prefix)?.strip_suffix(suffix)?;
            Some(name.to_owned())
        });
        found.collect()
    };
    let targets: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names("path = \"fuzz_targets/", ".rs\""), targets);
    for name in &targets {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
        let source = text(&format!("fuzz_targets/{name}.rs"));
        assert!(source.contains(&format!("target!({name});")), "{name}");
        let row = format!("| `{name}` |");
        assert!(text("../docs/fuzz-targets.md").contains(&row), "{name}");
    }
}

/// A word in quotes, in which quotes and backslashes have a backslash before them, and any byte may be
/// `\x` and two digits: what libFuzzer refuses ends it before the first input.
fn is_word(line: &str) -> bool {
    let Some(word) = line.strip_prefix('"').and_then(|it| it.strip_suffix('"')) else {
        return false;
    };
    let mut rest = word.bytes();
    while let Some(byte) = rest.next() {
        let is_right = match byte {
            b'"' => false,
            b'\\' => match rest.next() {
                Some(b'"' | b'\\') => true,
                Some(b'x') => (0..2).all(|_| rest.next().is_some_and(|it| it.is_ascii_hexdigit())),
                _ => false,
            },
            byte => byte.is_ascii_graphic() || byte == b' ',
        };
        if !is_right {
            return false;
        }
    }
    !word.is_empty()
}

#[test]
fn the_dictionary_is_one_that_libfuzzer_reads() {
    let dictionary = text("zarr.dict");
    let is_said = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let mut words = BTreeSet::new();
    for word in dictionary.lines().filter(is_said) {
        assert!(is_word(word), "{word}");
        assert!(words.insert(word), "{word} is there twice");
    }
    assert!(words.len() > 100);
    assert!(!is_word(r#""a"#) && !is_word(r#""\x1""#) && !is_word(r#""a"b""#));
}

/// The members that the documentation of OSS-Fuzz names for `project.yaml`, as far as they are used.
#[test]
fn the_project_file_has_what_oss_fuzz_asks_for() {
    let project = text("oss-fuzz/project.yaml");
    let members = project.lines().filter_map(|line| line.split_once(':'));
    let members = members.filter(|(name, _)| !name.starts_with(['#', ' ']));
    let members: BTreeSet<&str> = members.map(|(name, _)| name).collect();
    let expected = [
        "file_github_issue",
        "fuzzing_engines",
        "homepage",
        "language",
        "main_repo",
        "primary_contact",
        "sanitizers",
    ];
    assert_eq!(members, BTreeSet::from(expected));
    assert!(project.contains("\nlanguage: rust\n"));
    assert!(project.contains("\nfuzzing_engines:\n  - libfuzzer\n"));
    assert!(project.contains("\nsanitizers:\n  - address\n"));
    let dockerfile = text("oss-fuzz/Dockerfile");
    assert!(dockerfile.contains("\nFROM gcr.io/oss-fuzz-base/base-builder-rust\n"));
    assert!(dockerfile.contains("\nCOPY build.sh $SRC/\n"));
}
