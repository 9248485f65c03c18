//! Which function of the reference carries out which requirement, by the lists in its doc comments.
//!
//! A list is a paragraph that begins with "Requirement" and names ids between backquotes. Wrong and permitted
//! readings do not count: they do something else than the text, or one of several things.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use zarr_conform_requirements::Function;

use crate::folder;

/// The sources of the reference below the root.
const REFERENCE: &str = "crates/reference/src";

/// How files and folders of other readings begin.
const READINGS: [&str; 2] = ["misreading", "permitted"];

/// The functions of the reference that cite requirements, by file and place.
pub(crate) fn of_reference(root: &Path) -> anyhow::Result<Vec<Function>> {
    let mut functions = Vec::new();
    for file in folder::files(root, REFERENCE)? {
        let is_reading = |part: &str| READINGS.iter().any(|it| part.starts_with(it));
        let is_rust = Path::new(&file).extension().is_some_and(|it| it == "rs");
        if !is_rust || file.split('/').any(is_reading) {
            continue;
        }
        let text = fs::read_to_string(root.join(&file))
            .with_context(|| format!("failed to read {file}"))?;
        functions.extend(of_file(&file, &text)?);
    }
    Ok(functions)
}

/// The file of the registry that has these functions.
pub(crate) fn data(functions: &[Function]) -> anyhow::Result<String> {
    let mut text = String::from(
        "# Which function of the reference carries out which requirement: what doc comments in\n\
         # `crates/reference/src` list. Written by `cargo run -p generator`; do not edit.\n\n\
         function = [\n",
    );
    for function in functions {
        let Function { file, name, .. } = function;
        let requirements = serde_json::to_string(&function.requirements)?;
        writeln!(
            text,
            "    {{ file = {file:?}, name = {name:?}, requirements = {requirements} }},"
        )?;
    }
    text.push_str("]\n");
    Ok(text)
}

/// What a file cites, with the item that each list documents.
fn of_file(file: &str, text: &str) -> anyhow::Result<Vec<Function>> {
    let mut functions = Vec::new();
    let mut cited: Vec<String> = Vec::new();
    let mut is_list = false;
    // Types of the blocks `impl` around a line, each with its indentation.
    let mut types: Vec<(usize, String)> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let indentation = line.len() - line.trim_start().len();
        let line = line.trim();
        if let Some(words) = line.strip_prefix("///").map(str::trim) {
            is_list = !words.is_empty() && (is_list || words.starts_with("Requirement"));
            if is_list {
                cited.extend(ids(words));
            }
            continue;
        }
        is_list = false;
        if line == "}" {
            types.retain(|(of_block, _)| *of_block < indentation);
        }
        let item = item(line);
        if let (false, Some(item)) = (cited.is_empty(), &item) {
            let name = match types.last() {
                Some((_, of)) => format!("{of}::{item}"),
                None => item.clone(),
            };
            functions.push(Function {
                file: file.to_owned(),
                name,
                requirements: std::mem::take(&mut cited),
            });
        }
        if !cited.is_empty() && line.is_empty() {
            let number = at + 1;
            bail!(
                "{file}, line {number}: {cited:?} are cited, expected a function or another item below"
            );
        }
        if let Some(block) = item.filter(|it| it.starts_with("impl")) {
            let of = block.rsplit(' ').next().unwrap_or_default().to_owned();
            types.push((indentation, of));
        }
    }
    Ok(functions)
}

/// The ids between backquotes in a line of a list.
fn ids(words: &str) -> impl Iterator<Item = String> {
    let between = words.split('`').skip(1).step_by(2);
    let is_id = |it: &&str| it.contains('.') && !it.contains("::");
    between.filter(is_id).map(str::to_owned)
}

/// The name of the item that a line begins, for `impl` its whole head.
fn item(line: &str) -> Option<String> {
    const KINDS: [&str; 8] = [
        "const fn ",
        "fn ",
        "const ",
        "static ",
        "struct ",
        "enum ",
        "trait ",
        "type ",
    ];
    const VISIBLE: [&str; 3] = ["pub(super) ", "pub(crate) ", "pub "];
    if line.starts_with("impl ") || line.starts_with("impl<") {
        return Some(line.trim_end_matches([' ', '{', '}']).to_owned());
    }
    let without = VISIBLE.iter().find_map(|it| line.strip_prefix(it));
    let line = without.unwrap_or(line);
    let name = KINDS.iter().find_map(|it| line.strip_prefix(it))?;
    let is_part = |it: &char| it.is_alphanumeric() || *it == '_';
    Some(name.chars().take_while(is_part).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a text cites, as names with their requirements.
    fn cited(text: &str) -> anyhow::Result<Vec<(String, Vec<String>)>> {
        let functions = of_file("a.rs", text)?;
        let parts = functions.into_iter().map(|it| (it.name, it.requirements));
        Ok(parts.collect())
    }

    #[test]
    fn lists_are_read_with_the_item_below() {
        let text = "/// As `a.b` says.\n///\n/// Requirements: `c.d`, `e.f-g`,\n/// `h.i`, [`j::k`].\n\
                    ///\n/// Not `l.m`.\n#[must_use]\npub(super) fn first(x: u8) {\n}\n\n\
                    /// Requirement: `n.o`.\nimpl Kind for Type {\n    fn none() {\n    }\n\n    \
                    /// Requirement: `p.q`.\n    pub fn second<T>() {\n    }\n}\n\n\
                    /// Requirement: `r.s`.\npub const THIRD: u8 = 3;\n";
        let found = cited(text).unwrap();
        let found: Vec<(&str, String)> = found
            .iter()
            .map(|(name, ids)| (name.as_str(), ids.join(" ")))
            .collect();
        let expected = [
            ("first", "c.d e.f-g h.i"),
            ("impl Kind for Type", "n.o"),
            ("Type::second", "p.q"),
            ("THIRD", "r.s"),
        ];
        assert_eq!(found, expected.map(|(name, ids)| (name, ids.to_owned())));
    }

    #[test]
    fn a_list_of_nothing_is_an_error() {
        let error = cited("/// Requirement: `a.b`.\n\nfn later() {}\n").unwrap_err();
        assert!(error.to_string().starts_with("a.rs, line 2: "), "{error}");
    }

    #[test]
    fn other_readings_do_not_count() {
        let root = tempfile::tempdir().unwrap();
        let text = "/// Requirement: `a.b`.\nfn one() {}\n";
        for file in [
            "documents/a/text.rs",
            "documents/a/misreadings.rs",
            "permitted/a.rs",
        ] {
            let path = root.path().join(REFERENCE).join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let found = of_reference(root.path()).unwrap();
        let files: Vec<&str> = found.iter().map(|it| it.file.as_str()).collect();
        assert_eq!(files, ["crates/reference/src/documents/a/text.rs"]);
    }
}
