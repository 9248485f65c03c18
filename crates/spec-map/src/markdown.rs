//! Pieces of Markdown that several pages have.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use zarr_conform_vectors::Fact;

/// From a page in the folder to the root of the repository.
pub(super) const ROOT: &str = "../../";

/// Links to the files of facts, each with the number of facts in it; `root` leads to the root of the
/// repository.
pub(super) fn fact_links(facts: &[&Fact], root: &str) -> String {
    let mut files: BTreeMap<String, usize> = BTreeMap::new();
    for fact in facts {
        *files.entry(file_of_fact(&fact.id)).or_insert(0) += 1;
    }
    let links: Vec<String> = files
        .iter()
        .map(|(file, count)| format!("{count} in [{file}]({root}vectors/{file}.json)"))
        .collect();
    links.join(", ")
}

/// The path of a fact's file below `vectors/`, without `.json`: the first two parts of its id.
fn file_of_fact(id: &str) -> String {
    let parts: Vec<&str> = id.split('/').take(2).collect();
    parts.join("/")
}

/// The name of a heading in its page, as forges and the book make it of an id: without dots.
pub(super) fn anchor(id: &str) -> String {
    id.replace('.', "")
}

pub(super) fn code_list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Our text as Markdown that keeps a table's cell whole and is not taken as a tag: what stands between
/// backquotes is code and stays as it is.
pub fn escaped(text: &str) -> String {
    let mut in_code = false;
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '`' => in_code = !in_code,
            '|' => escaped.push('\\'),
            '<' | '>' | '*' | '_' | '[' | ']' if !in_code => escaped.push('\\'),
            _ => {}
        }
        escaped.push(if character == '\n' { ' ' } else { character });
    }
    escaped
}

/// A title and a list.
pub(super) fn list(title: &str, entries: &[String], text: &mut String) {
    line(text, &format!("\n{title}:\n"));
    for entry in entries {
        line(text, &format!("- {}", escaped(entry)));
    }
}

pub(super) fn line(text: &mut String, line: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}

/// Cells as the row of a table.
pub(super) fn row<S: AsRef<str>>(cells: &[S], text: &mut String) {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    line(text, &format!("| {} |", cells.join(" | ")));
}

/// The names of columns, and the line below them.
pub(super) fn head(columns: &[&str], text: &mut String) {
    row(columns, text);
    line(text, &format!("|{}", " --- |".repeat(columns.len())));
}
