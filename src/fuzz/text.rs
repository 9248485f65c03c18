//! What was found, for people and as Markdown.

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::Style;
use zarr_conform_fuzz::{Again, Finds};
use zarr_conform_reference::misreading::Misreading;
use zarr_conform_runner::Implementation;
use zarr_conform_runner::tell::LONGEST;
use zarr_conform_runner::text::{counted, line};

use super::found::Found;
use super::hunting::Hunted;
use crate::report::markdown::text;
use crate::report::table::{Cell, Table};

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
    for warning in Implementation::from(&hunted.hello).unknown_names() {
        writeln!(
            out,
            "{STRONG}warning:{STRONG:#} {}",
            line(&warning, LONGEST)
        )?;
    }
    if finds.avoided > 0 {
        let cases = counted(finds.avoided, "more case");
        let are = if finds.avoided == 1 { "was" } else { "were" };
        writeln!(
            out,
            "{cases} {are} left out: what they are about fails already"
        )?;
    }
    if let Some(unsupported) = unsupported(finds) {
        writeln!(out, "{unsupported}")?;
    }
    if let Some(why) = &hunted.ended_early {
        writeln!(
            out,
            "{STRONG}The fuzz run ended early:{STRONG:#} {}",
            line(&why.to_string(), LONGEST)
        )?;
    }
    writeln!(out, "\n{STRONG}{}{STRONG:#}", overview(finds, found))?;
    for it in found {
        let cause = &it.told.cause;
        let kind = cause.signature.kind.name();
        let recommended = recommended(it);
        writeln!(
            out,
            "  {kind:<16}  {}{recommended}: {}",
            counted(cause.count, "case"),
            why(it)
        )?;
        writeln!(
            out,
            "{:20}from case {}, {}: {}",
            "",
            cause.number,
            simplest(it),
            about(it),
        )?;
    }
    if let Some(fleeting) = fleeting(hunted, seed) {
        writeln!(out, "{fleeting}")?;
    }
    writeln!(out)
}

/// What is said of cases that failed and passed when they were asked separately, if there are any.
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
        "{cases} failed, and passed when asked separately, by what was asked before or by chance: {}{more}. \
         To ask one: conform fuzz --seed {seed} --case {first}",
        named.collect::<Vec<_>>().join(", ")
    ))
}

/// How many checks are about what the implementation lacks, if any are.
fn unsupported(finds: &Finds) -> Option<String> {
    let (number, are) = match finds.unsupported {
        0 => return None,
        1 => (counted(1, "more check"), "is"),
        several => (counted(several, "more check"), "are"),
    };
    Some(format!(
        "{number} {are} about what the implementation does not offer or does not support"
    ))
}

/// The first line of what was found.
fn overview(finds: &Finds, found: &[Found]) -> String {
    if !finds.is_anything_judged() {
        return "Nothing was tested: no check passed or failed. Are the operations of the adapter listed in `ops`, \
                in its answer to `hello`?"
            .to_owned();
    }
    if found.is_empty() {
        return "Nothing was found.".to_owned();
    }
    let causes_of = |found: &[&Found]| {
        let failing: u64 = found.iter().map(|it| it.told.cause.count).sum();
        let failing = counted(failing, "failing case");
        let causes = counted(found.len() as u64, "cause");
        format!("{causes} of {failing}")
    };
    let (required, recommended): (Vec<_>, Vec<_>) = found.iter().partition(|it| it.is_required());
    match (required.as_slice(), recommended.as_slice()) {
        (required, []) => format!("{}, the worst first:", causes_of(required)),
        ([], recommended) => format!(
            "Nothing was found in what is required; in what is recommended, {}:",
            causes_of(recommended)
        ),
        (required, recommended) => format!(
            "{}, the worst first; in what is only recommended, {}:",
            causes_of(required),
            causes_of(recommended)
        ),
    }
}

/// What is said of a failure of what is recommended.
fn recommended(found: &Found) -> &'static str {
    if found.is_required() {
        ""
    } else {
        " (recommended)"
    }
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

/// What is said of a cause where it is reported in full: what went wrong, how often, and why.
pub fn title(found: &Found) -> String {
    let cause = &found.told.cause;
    let (kind, cases) = (cause.signature.kind.name(), counted(cause.count, "case"));
    format!("{kind}, {cases}{}: {}", recommended(found), why(found))
}

/// How far the simplest case of a cause was reduced.
fn simplest(found: &Found) -> String {
    let cause = &found.told.cause;
    match cause.again {
        Again::NotAsked => "not asked again and not reduced".to_owned(),
        Again::Same | Again::Changes => format!("reduced to {}", cause.case.size()),
    }
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
        None => match found.told.cause.again {
            Again::NotAsked => "not diagnosed".to_owned(),
            Again::Changes => "the same case gets another answer when it is asked again".to_owned(),
            Again::Same => "no misreading gives the same in several cases".to_owned(),
        },
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
    match features.as_slice() {
        [] => operation.to_owned(),
        features => format!("{operation}; {}", features.join(", ")),
    }
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
        escaped(&who(hunted)),
        counted(finds.cases, "random case"),
        hunted.choices.edition,
        rate(hunted),
        overview(finds, found),
    )?;
    if let Some(why) = &hunted.ended_early {
        writeln!(
            out,
            "\nThe fuzz run ended early: {}",
            escaped(&why.to_string())
        )?;
    }
    if let Some(fleeting) = fleeting(hunted, seed) {
        writeln!(out, "\n{}", text(&fleeting))?;
    }
    if found.is_empty() {
        return Ok(());
    }
    let mut table = Table::new(["failure", "cases", "why", "simplest case"]);
    for it in found {
        let (cause, about) = (&it.told.cause, about(it));
        let kind = format!("{}{}", cause.signature.kind.name(), recommended(it));
        let of = match cause.again {
            Again::NotAsked => format!("case {}, {}: {about}", cause.number, simplest(it)),
            Again::Same | Again::Changes => format!("{}: {about}", cause.case.size()),
        };
        let [kind, why, of] = [kind, why(it), of].map(Cell::Text);
        table.row([kind, Cell::Number(cause.count), why, of]);
    }
    writeln!(out)?;
    table.write_markdown(out)
}

/// Text in one line, in which nothing means anything to Markdown.
fn escaped(it: &str) -> String {
    text(&line(it, LONGEST))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rstest::rstest;
    use zarr_conform_diagnosis::Reference;
    use zarr_conform_fuzz::Choices;
    use zarr_conform_protocol::subject::Operations as _;
    use zarr_conform_terms::Edition;

    use super::*;
    use crate::fuzz::document::Document;

    fn hunted(fleeting: &[u64]) -> Hunted {
        Hunted {
            hello: Reference::new(Edition::default()).hello(),
            choices: Choices::all(Edition::default()),
            finds: Finds {
                cases: 40,
                checks: 40,
                fleeting: fleeting.to_vec(),
                ..Finds::default()
            },
            elapsed: Duration::from_secs(1),
            ended_early: None,
        }
    }

    #[rstest]
    #[case::one(&[17], "1 case failed, and", ": 17. To ask one: conform fuzz --seed 7 --case 17\n")]
    #[case::some(&[3, 1, 4, 5, 9, 2, 6, 8], "8 cases failed, and", ": 3, 1, 4, 5, 9, 2, 6, 8. To ask one: conform fuzz --seed 7 --case 3\n")]
    #[case::many(&[3, 1, 4, 5, 9, 2, 6, 8, 7], "9 cases failed, and", ": 3, 1, 4, 5, 9, 2, 6, 8, …. To ask one: conform fuzz --seed 7 --case 3\n")]
    fn fleeting_cases_are_named_beside_nothing_that_was_found(
        #[case] fleeting: &[u64],
        #[case] begin: &str,
        #[case] end: &str,
    ) {
        let hunted = hunted(fleeting);
        let (mut text, mut markdown) = (Vec::new(), Vec::new());
        write(&mut text, &hunted, &[], 7).unwrap();
        write_markdown(&mut markdown, &hunted, &[], 7).unwrap();
        for text in [text, markdown] {
            let text = String::from_utf8(text).unwrap();
            let mut lines = text.split_inclusive('\n');
            let line = lines.find(|it| it.contains("failed"));
            let line = line.unwrap_or_else(|| panic!("{text}"));
            assert!(line.starts_with(begin) && line.ends_with(end), "{line}");
            assert!(line.contains("passed when asked separately"), "{line}");
            assert!(text.contains("Nothing was found."), "{text}");
        }
    }

    #[test]
    fn nothing_is_said_of_fleeting_cases_where_there_are_none() {
        let hunted = hunted(&[]);
        let (mut text, mut markdown) = (Vec::new(), Vec::new());
        write(&mut text, &hunted, &[], 7).unwrap();
        write_markdown(&mut markdown, &hunted, &[], 7).unwrap();
        for text in [text, markdown] {
            let text = String::from_utf8(text).unwrap();
            assert!(!text.contains("separately"), "{text}");
        }
    }

    #[test]
    fn fleeting_cases_survive_json() {
        let document = Document::new(&hunted(&[3, 1]), &[], 7, None, None).unwrap();
        let text = serde_json::to_string(&document).unwrap();
        assert!(text.contains(r#""fleeting":[3,1]"#), "{text}");
        assert_eq!(serde_json::from_str::<Document>(&text).unwrap(), document);
    }
}
