//! What was found, for people and as Markdown.

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::Style;
use zarr_conform_reference::misreading::Misreading;
use zarr_conform_runner::tell::LONGEST;
use zarr_conform_runner::text::{counted, line};

use super::found::Found;
use super::hunting::Hunted;

const STRONG: Style = Style::new().bold();
/// Characters of what an implementation says of itself.
const WHO: usize = 120;
/// Cases that failed only once whose numbers are named.
const FLEETING: usize = 8;
/// Misreadings that are named of those that give the same.
const MISREADINGS: usize = 3;

/// Writes who was asked how much, and each cause in two lines, the worst first.
///
/// # Errors
/// Where the stream fails.
pub fn write(out: &mut dyn Write, hunted: &Hunted, found: &[Found], seed: u64) -> io::Result<()> {
    let seconds = hunted.elapsed.as_secs_f64();
    let finds = &hunted.finds;
    writeln!(
        out,
        "{}: {} of seed {seed} with {}, edition {}, in {seconds:.1} s: {:.0} a second",
        who(hunted),
        counted(finds.cases, "random case"),
        counted(finds.checks, "check"),
        hunted.choices.edition,
        rate(hunted),
    )?;
    if finds.avoided > 0 {
        let cases = counted(finds.avoided, "more case");
        let are = if finds.avoided == 1 { "was" } else { "were" };
        writeln!(
            out,
            "{cases} {are} left out: what they are about fails already"
        )?;
    }
    if let Some(why) = &hunted.ended_early {
        writeln!(
            out,
            "{STRONG}The hunt ended early:{STRONG:#} {}",
            line(&why.to_string(), LONGEST)
        )?;
    }
    writeln!(out, "\n{STRONG}{}{STRONG:#}", overview(found))?;
    for it in found {
        let cause = &it.told.cause;
        let kind = cause.signature.kind.name();
        writeln!(
            out,
            "  {kind:<16}  {}: {}",
            counted(cause.count, "case"),
            why(it)
        )?;
        writeln!(
            out,
            "{:20}from case {}, reduced to {}: {}",
            "",
            cause.number,
            counted(cause.case.elements(), "element"),
            about(it),
        )?;
    }
    if let Some(fleeting) = fleeting(hunted, seed) {
        writeln!(out, "{fleeting}")?;
    }
    writeln!(out)
}

/// What is said of cases that failed and passed when they were asked alone, if there are any.
fn fleeting(hunted: &Hunted, seed: u64) -> Option<String> {
    let numbers = &hunted.finds.fleeting;
    let first = numbers.first()?;
    let cases = counted(numbers.len() as u64, "case");
    let named = numbers.iter().take(FLEETING).map(u64::to_string);
    let more = if numbers.len() > FLEETING {
        ", …"
    } else {
        ""
    };
    Some(format!(
        "{cases} failed, and passed when asked alone, by what was asked before or by chance: {}{more}. \
         To ask one: conform fuzz --seed {seed} --case {first}",
        named.collect::<Vec<_>>().join(", ")
    ))
}

/// The first line of what was found.
fn overview(found: &[Found]) -> String {
    if found.is_empty() {
        return "Nothing was found.".to_owned();
    }
    let failing: u64 = found.iter().map(|it| it.told.cause.count).sum();
    let failing = counted(failing, "failing case");
    let causes = counted(found.len() as u64, "cause");
    format!("{causes} of {failing}, the worst first:")
}

/// Who was asked.
fn who(hunted: &Hunted) -> String {
    let hello = &hunted.hello;
    format!(
        "{} {} ({})",
        line(&hello.name, WHO),
        line(&hello.version, WHO),
        line(&hello.language, WHO)
    )
}

/// Cases a second.
fn rate(hunted: &Hunted) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "it is rounded anyway")]
    let cases = hunted.finds.cases as f64;
    cases / hunted.elapsed.as_secs_f64().max(0.001)
}

/// What explains a cause, or what was said.
fn why(found: &Found) -> String {
    let by = &found.told.misreadings;
    let signature = &found.told.cause.signature;
    match by.split_first() {
        Some((first, others)) => {
            let when = line(first.when, LONGEST);
            format!("as if {when} ({}){}", first.name, or(others))
        }
        None if !signature.words.is_empty() => format!("“{}”", line(&signature.words, LONGEST)),
        None => "no misreading gives the same".to_owned(),
    }
}

/// Other misreadings that give the same.
fn or(others: &[&Misreading]) -> String {
    let named = others.iter().take(MISREADINGS);
    let mut text = String::new();
    for it in named {
        // Writing to a string cannot fail.
        let _ = write!(text, " or {}", it.name);
    }
    if others.len() > MISREADINGS {
        let _ = write!(text, " or {} others", others.len() - MISREADINGS);
    }
    text
}

/// What the simplest case is about.
fn about(found: &Found) -> String {
    let cause = &found.told.cause;
    let operation = cause.check.operation().unwrap_or_default();
    let features: Vec<&str> = cause.features.iter().map(String::as_str).collect();
    format!("{operation}; {}", features.join(", "))
}

/// Writes a table of the causes in Markdown, under a line that says who was asked how much.
///
/// # Errors
/// Where the stream fails.
pub fn write_markdown(
    out: &mut dyn Write,
    hunted: &Hunted,
    found: &[Found],
    seed: u64,
) -> io::Result<()> {
    let finds = &hunted.finds;
    writeln!(
        out,
        "**{}**: {} of seed {seed}, edition {}, {:.0} a second. {}",
        cell(&who(hunted)),
        counted(finds.cases, "random case"),
        hunted.choices.edition,
        rate(hunted),
        overview(found),
    )?;
    if let Some(why) = &hunted.ended_early {
        writeln!(out, "\nThe hunt ended early: {}", cell(&why.to_string()))?;
    }
    if let Some(fleeting) = fleeting(hunted, seed) {
        writeln!(out, "\n{}", cell(&fleeting))?;
    }
    if found.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\n| failure | cases | why | simplest case |\n|---|---|---|---|"
    )?;
    for it in found {
        let cause = &it.told.cause;
        let kind = cause.signature.kind.name();
        let (why, about) = (cell(&why(it)), cell(&about(it)));
        let of = format!("{}: {about}", counted(cause.case.elements(), "element"));
        writeln!(out, "| {kind} | {} | {why} | {of} |", cause.count)?;
    }
    Ok(())
}

/// Text as a cell of a table: nothing in it means anything to Markdown.
pub(super) fn cell(text: &str) -> String {
    let mut cell = String::new();
    for c in line(text, LONGEST).chars() {
        if "\\`*_{}[]<>|#&!~".contains(c) {
            cell.push('\\');
        }
        cell.push(c);
    }
    cell
}
