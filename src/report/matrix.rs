//! Who reads whose data, for people.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::table::{Cell, Table};
use crate::matrix::{AtFault, Exchanged, Matrix, Pair, PairOutcome, Participant, Passed, Problem};
use zarr_conform_runner::tell::describe;
use zarr_conform_runner::text::{escape, line};

/// The longest name in a table.
const NAME: usize = 40;
/// The longest words about a problem.
const FOUND: usize = 160;

/// How a matrix is reported.
#[derive(Clone, Copy, Debug)]
pub struct MatrixLook {
    /// How many problems are reported of each implementation in each role; all, without it.
    pub most: Option<usize>,
    /// How many characters a line may have; nothing where the stream is not a terminal.
    pub width: Option<usize>,
}

/// Writes the table, who is at fault how often, and the problems.
///
/// # Errors
/// Where it cannot be written.
pub fn write_matrix(out: &mut impl Write, matrix: &Matrix, look: MatrixLook) -> io::Result<()> {
    participants(out, matrix)?;
    for (at, of) in matrix.exchanged().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        if of.passed == Passed::Hierarchies {
            let number = of.passed.counted(of.facts.len() as u64);
            writeln!(out, "Who finds the nodes of whose hierarchies: {number}\n")?;
        }
        table(out, matrix, of, look)?;
        legend(out, of)?;
        at_fault(out, matrix, of)?;
        if at == 0 {
            given_up(out, matrix)?;
        }
        problems(out, matrix, of, look)?;
    }
    Ok(())
}

/// The problems of all, as writers and as readers.
fn problems(
    out: &mut impl Write,
    matrix: &Matrix,
    of: Exchanged<'_>,
    look: MatrixLook,
) -> io::Result<()> {
    for writer in of.writers {
        let title = format!("{}, does not write", name(&writer.writer));
        let entries = writer.problems.iter().map(|it| (it, String::new()));
        group(out, of.passed, &title, entries, look, "")?;
    }
    for role in [Some(AtFault::Writer), Some(AtFault::Reader), None] {
        for it in &matrix.implementations {
            problems_of(out, of, &it.label, role, look)?;
        }
    }
    Ok(())
}

/// The problems of reading in which an implementation is at fault, or, by who read, those for which it is
/// not known who is.
fn problems_of(
    out: &mut impl Write,
    of: Exchanged<'_>,
    label: &str,
    role: Option<AtFault>,
    look: MatrixLook,
) -> io::Result<()> {
    let is_of = |pair: &&Pair| match role {
        Some(AtFault::Writer) => pair.writer == label,
        Some(AtFault::Reader) | None => pair.reader == label,
    };
    let title = match role {
        Some(AtFault::Writer) => "at fault as writer",
        Some(AtFault::Reader) => "at fault as reader",
        None => "does not read, and the reference does not say why",
    };
    let entries = of.pairs.iter().filter(is_of).flat_map(|pair| {
        let other = match role {
            Some(AtFault::Writer) => &pair.reader,
            Some(AtFault::Reader) | None => &pair.writer,
        };
        let problems = pair.problems.iter().filter(|it| it.at_fault == role);
        problems.map(|it| (it, name(other)))
    });
    let (word, label) = match role {
        Some(AtFault::Writer) => ("read by", name(label)),
        Some(AtFault::Reader) | None => ("written by", name(label)),
    };
    let title = format!("{label}, {title}");
    group(out, of.passed, &title, entries, look, word)
}

fn name(label: &str) -> String {
    line(label, NAME)
}

fn participants(out: &mut impl Write, matrix: &Matrix) -> io::Result<()> {
    let edition = matrix.edition.described();
    let facts = Passed::Arrays.counted(matrix.facts.len() as u64);
    let suite = escape(&matrix.suite);
    let vectors = escape(&matrix.vectors);
    writeln!(
        out,
        "Who reads whose data: {facts} of edition {edition}, from {vectors} of zarr-conform {suite}\n"
    )?;
    let width = widest(matrix.implementations.iter().map(|it| name(&it.label)));
    for it in &matrix.implementations {
        let who = &it.implementation;
        let label = name(&it.label);
        let (name, version) = (line(&who.name, NAME), line(&who.version, NAME));
        let language = line(&who.language, NAME);
        writeln!(out, "{label:width$}  {name} {version} ({language})")?;
        for warning in who.unknown_names() {
            writeln!(out, "{:width$}  warning: {}", "", line(&warning, FOUND))?;
        }
    }
    writeln!(out)
}

fn widest(texts: impl Iterator<Item = String>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}

/// A row for each writer, a column for each reader.
fn table(
    out: &mut impl Write,
    matrix: &Matrix,
    of: Exchanged<'_>,
    look: MatrixLook,
) -> io::Result<()> {
    let names = matrix.implementations.iter().map(|it| name(&it.label));
    let names: Vec<String> = names.collect();
    let heads = ["written by".to_owned(), "wrote".to_owned()];
    let mut table = Table::new(heads.into_iter().chain(names.iter().cloned()));
    for (at, (writer, name)) in of.writers.iter().zip(&names).enumerate() {
        let wrote = format!("{}/{}", writer.written(), of.facts.len());
        let cells = of.pairs_of(at).enumerate();
        let cells = cells.map(|(reader, pair)| cell(pair, of.cancelled(at, reader).len()));
        let cells = [name.clone(), wrote].into_iter().chain(cells);
        table.row(cells.map(Cell::Text));
    }
    if look.width.is_some_and(|most| table.width() > most) {
        // Names above the columns would not fit: the rows have them, in the same order.
        for (number, head) in table.head().iter_mut().skip(2).enumerate() {
            *head = format!("by {}", number + 1);
        }
    }
    table.write_text(out)?;
    writeln!(out)
}

/// `97/100 !2 x1 =5`: of 100 written 97 read the same, 2 silently wrong, 1 refused or without an
/// answer; 5 of the 97 otherwise than the text says.
fn cell(pair: &Pair, cancelled: usize) -> String {
    let mut text = match pair.written() {
        0 => return "-".to_owned(),
        written => format!("{}/{written}", pair.same),
    };
    let numbers = [
        ('!', pair.silent()),
        ('x', pair.unread()),
        ('=', cancelled as u64),
    ];
    for (sign, number) in numbers {
        if number > 0 {
            // Writing to a string cannot fail.
            let _ = write!(text, " {sign}{number}");
        }
    }
    text
}

fn legend(out: &mut impl Write, of: Exchanged<'_>) -> io::Result<()> {
    let (all, compared) = (of.passed.counted(100), of.passed.compared());
    writeln!(
        out,
        "98/100: of {all} that were written, 98 were read with the same {compared}"
    )?;
    if of.pairs.iter().any(|it| it.silent() > 0) {
        writeln!(out, "!2: 2 were read silently wrong")?;
    }
    if of.pairs.iter().any(|it| it.unread() > 0) {
        writeln!(out, "x3: 3 were refused, or brought no answer")?;
    }
    let numbers = 0..of.writers.len();
    let mut pairs = numbers
        .clone()
        .flat_map(|it| numbers.clone().map(move |other| (it, other)));
    if pairs.any(|(writer, reader)| !of.cancelled(writer, reader).is_empty()) {
        writeln!(
            out,
            "=4: 4 of the same only since mistakes of writer and reader cancel out; the reference \
             reads them otherwise"
        )?;
    }
    let is_gap = |it: &Pair| it.same + it.silent() + it.unread() < it.written();
    if of.pairs.iter().any(is_gap) {
        writeln!(
            out,
            "the others are not supported by the reader, or it was not asked"
        )?;
    }
    Ok(())
}

/// How often each is at fault, as far as the reference shows.
fn at_fault(out: &mut impl Write, matrix: &Matrix, of: Exchanged<'_>) -> io::Result<()> {
    let faults = matrix.implementations.iter();
    let faults = faults.map(|it| (name(&it.label), of.at_fault(&it.label)));
    let faults: Vec<(String, (u64, u64))> = faults.filter(|(_, it)| *it != (0, 0)).collect();
    if faults.is_empty() {
        return Ok(());
    }
    let what = match of.passed {
        Passed::Arrays => "data",
        Passed::Hierarchies => "hierarchies",
    };
    writeln!(
        out,
        "\nWho is at fault where {what} are not read: the reader, if the reference reads them right, \
         and otherwise the writer"
    )?;
    let width = widest(faults.iter().map(|(name, _)| name.clone()));
    for (name, (writer, reader)) in faults {
        let writer = of.passed.counted(writer);
        writeln!(
            out,
            "  {name:width$}  as writer {writer}, as reader {reader}"
        )?;
    }
    Ok(())
}

fn given_up(out: &mut impl Write, matrix: &Matrix) -> io::Result<()> {
    let told = |it: &Participant| {
        let label = name(&it.label);
        let reasons = [
            ("writing", it.gave_up_writing.clone()),
            ("reading", it.gave_up_reading.clone()),
        ];
        reasons.map(|(what, why)| Some((label.clone(), what, why?)))
    };
    for (label, what, why) in matrix.implementations.iter().flat_map(told).flatten() {
        let why = line(&why, FOUND * 4);
        writeln!(out, "\n{label} was given up while {what}: {why}")?;
    }
    Ok(())
}

/// A fact, what happened with it at worst, and with whom.
struct Entry<'a> {
    problem: &'a Problem,
    others: Vec<String>,
}

/// The problems that are not gaps by fact, worst first.
fn group<'a>(
    out: &mut impl Write,
    passed: Passed,
    title: &str,
    problems: impl Iterator<Item = (&'a Problem, String)>,
    look: MatrixLook,
    word: &str,
) -> io::Result<()> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for (problem, other) in problems.filter(|(it, _)| !it.outcome.is_gap()) {
        let known = entries
            .iter_mut()
            .find(|it| it.problem.fact == problem.fact);
        match known {
            Some(entry) => {
                entry.others.push(other);
                if problem.outcome < entry.problem.outcome {
                    entry.problem = problem;
                }
            }
            None => entries.push(Entry {
                problem,
                others: vec![other],
            }),
        }
    }
    if entries.is_empty() {
        return Ok(());
    }
    entries.sort_by_key(|it| it.problem.outcome);
    writeln!(out, "\n{title}: {}", counts(passed, &entries))?;
    let most = look.most.unwrap_or(entries.len());
    for entry in entries.iter().take(most) {
        tell(out, entry, word)?;
    }
    let more = entries.len().saturating_sub(most);
    if more > 0 {
        writeln!(out, "  and {more} more; --all shows them")?;
    }
    Ok(())
}

fn counts(passed: Passed, entries: &[Entry<'_>]) -> String {
    let count = |outcome: &PairOutcome| {
        let entries = entries.iter();
        let number = entries.filter(|it| it.problem.outcome == *outcome).count();
        (number > 0).then(|| format!("{number} {}", passed.label(*outcome)))
    };
    let counts: Vec<String> = PairOutcome::ALL.iter().filter_map(count).collect();
    counts.join(", ")
}

fn tell(out: &mut impl Write, entry: &Entry<'_>, word: &str) -> io::Result<()> {
    let outcome = entry.problem.outcome.name();
    writeln!(out, "  {outcome:<14}  {}", escape(&entry.problem.fact))?;
    if !word.is_empty() {
        writeln!(out, "{:18}{word} {}", "", entry.others.join(", "))?;
    }
    writeln!(out, "{:18}{}", "", found(entry.problem))
}

/// What was found, in one line.
fn found(problem: &Problem) -> String {
    let Some(difference) = &problem.difference else {
        return line(&problem.found, FOUND);
    };
    line(&describe(difference), FOUND)
}
