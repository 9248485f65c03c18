//! What the documents show is what the files hold.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;
use std::path::Path;

fn file(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

#[test]
fn the_guide_quotes_the_minimal_adapter_as_it_is() {
    let quoted = format!("```python\n{}```", file("docs/adapters/minimal.py"));
    assert!(file("docs/adapters.md").contains(&quoted));
}

/// Paths in the README that begin with a folder of the repository exist.
#[test]
fn links_of_the_readme_lead_somewhere() {
    for target in file("README.md")
        .split("](")
        .skip(1)
        .map(|rest| rest.split(')').next().unwrap())
    {
        let is_elsewhere = target.contains("://");
        assert!(
            is_elsewhere || Path::new(env!("CARGO_MANIFEST_DIR")).join(target).exists(),
            "{target}"
        );
    }
}

/// The exit codes of the README are those of the program.
#[test]
fn exit_codes_are_all_in_the_readme() {
    for code in [0, 1, 2, 3, 4, 130] {
        assert!(
            file("README.md").contains(&format!("\n| {code} | ")),
            "{code}"
        );
    }
}
