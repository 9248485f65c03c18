//! Writes `docs/beside.md`: how many misreadings are still caught beside each one that refuses what is valid. With
//! `--check`, writes nothing, and exits with 1 if the page would change.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::{env, error, fs};

use zarr_conform_diagnosis::beside::{Beside, Refusing};

/// Names that a row lists.
const NAMED: usize = 8;

#[expect(clippy::print_stderr, reason = "the report of a command-line tool")]
fn main() -> Result<ExitCode, Box<dyn error::Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/beside.md");
    let page = page(&Beside::of(&zarr_conform_embedded::vectors()?));
    if !env::args().any(|it| it == "--check") {
        fs::write(path, page)?;
    } else if fs::read_to_string(path)? != page {
        eprintln!("docs/beside.md would change");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

fn page(beside: &Beside) -> String {
    let mut page = format!(
        "# What one slip hides

<!-- Written by `cargo run -p zarr-conform-diagnosis --example beside`. -->

A library that refuses one spelling of valid metadata fails every check that uses it, and whatever else is wrong with
these checks is not seen. Here are the misreadings of the current edition that do nothing but refuse what is valid, and how many of the
{} misreadings that fail a check are still caught where both are made at once: they fail one of the
{} checks that the first one leaves as it is. Those beside which all are caught are left out, {} of {}.

Some cannot be raised: beside a library that cannot decode one kind of block, what is wrong with such blocks is not seen.

| what is refused | checks | still caught | not seen beside it |
|---|---|---|---|
",
        beside.misreadings,
        beside.checks,
        beside.refusing.iter().filter(|it| it.hidden.is_empty()).count(),
        beside.refusing.len(),
    );
    for row in beside.refusing.iter().filter(|it| !it.hidden.is_empty()) {
        let _ = writeln!(
            page,
            "| `{}`: {} | {} | {} | {} |",
            row.misreading.name,
            row.misreading.when,
            row.checks,
            beside.misreadings - 1 - row.hidden.len(),
            names(row)
        );
    }
    page
}

/// The first names of what is hidden, and how many more there are.
fn names(row: &Refusing) -> String {
    let mut names: Vec<String> = row.hidden.iter().map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    if more > 0 {
        names.push(format!("and {more} more"));
    }
    names.join(", ")
}
