//! The answers of the front page as a table in Markdown, for a README.

use std::fmt::Write as _;

use super::answer::State;
use super::subject::Asked;
use super::{Site, SiteRun};
use crate::matrix::{Matrix, Pair, Passed};
use crate::report::{CodecUse, Has};
use zarr_conform_runner::Concern;
use zarr_conform_runner::text::escape;

/// A table of questions, codecs and implementations, and one line of counts; of a matrix, one more table.
pub fn markdown(site: &Site<'_>) -> String {
    let mut text = String::new();
    let columns = site.compared();
    let runs = || columns.iter().map(|at| &site.runs[*at]);
    let titles: Vec<String> = runs().map(title).collect();
    row(&mut text, "", &titles);
    row(&mut text, "---", &vec!["---".to_owned(); titles.len()]);
    for (position, question) in site.questions().iter().enumerate() {
        let answer = |at| cell(site, at, &site.answering(at, position));
        let answers: Vec<String> = columns.iter().copied().map(answer).collect();
        row(&mut text, &question.text, &answers);
    }
    for (codec, found) in site.codecs() {
        let cell = |at: usize| codec_cell(site, at, &codec, found[at].as_ref());
        let cells: Vec<String> = columns.iter().copied().map(cell).collect();
        let head = format!("Has the codec {}?", escaped(&escape(&codec)));
        row(&mut text, &head, &cells);
    }
    let causes = columns.iter().map(|at| site.causes(*at).len().to_string());
    row(
        &mut text,
        "Causes of what fails",
        &causes.collect::<Vec<_>>(),
    );
    for concern in Concern::ALL {
        let counts: Vec<String> = runs().map(|it| it.came_to(concern)).collect();
        row(&mut text, concern.title(), &counts);
    }
    if let Some(matrix) = site.matrix {
        who_reads(&mut text, matrix);
    }
    text
}

/// What results of a run come to, in the words of the front page.
fn cell(site: &Site<'_>, at: usize, asked: &Asked<'_>) -> String {
    let answer = site.answer(asked.own.iter().copied());
    let (sign, label) = (answer.state().sign(), answer.label());
    let mut detail = vec![answer.detail()];
    detail.extend(asked.not_judged());
    let words = site.words_for(at, &answer, &asked.own);
    detail.extend(words.iter().map(|it| escaped(it)));
    detail.retain(|it| !it.is_empty());
    let label = match answer.state() {
        State::Wrong => format!("**{label}**"),
        _ => label.to_owned(),
    };
    if detail.is_empty() {
        format!("{sign} {label}")
    } else {
        format!("{sign} {label} ({})", detail.join("; "))
    }
}

/// Whether a codec is there, and where its own checks fail, how.
fn codec_cell(site: &Site<'_>, at: usize, codec: &str, found: Option<&CodecUse>) -> String {
    let Some(found) = found else {
        return "–".to_owned();
    };
    let asked = site.of_codec(at, codec);
    let is_bad = site.answer(asked.own.iter().copied()).bad() > 0;
    if is_bad && !matches!(found.has, Has::Lacks { .. }) {
        return cell(site, at, &asked);
    }
    format!("{} ({})", found.has.label(), found.detail())
}

/// Tables of who wrote and who read, each after a sentence that says so.
fn who_reads(text: &mut String, matrix: &Matrix) {
    let labels = matrix.implementations.iter();
    let labels: Vec<String> = labels.map(|it| escaped(&escape(&it.label))).collect();
    for of in matrix.exchanged() {
        text.push_str(match of.passed {
            Passed::Arrays => "\nArrays that are read right, by writer (rows) and reader:\n\n",
            Passed::Hierarchies => {
                "\nHierarchies whose nodes are found, by writer (rows) and reader:\n\n"
            }
        });
        row(text, "", &labels);
        row(text, "---", &vec!["---".to_owned(); labels.len()]);
        for (at, label) in labels.iter().enumerate() {
            let cells = of.pairs_of(at).enumerate();
            let cells = cells.map(|(reader, pair)| pair_cell(pair, of.cancelled(at, reader).len()));
            row(text, label, &cells.collect::<Vec<_>>());
        }
    }
}

/// What one read of what one wrote, and how much of it by mistakes that cancel out.
fn pair_cell(pair: &Pair, cancelled: usize) -> String {
    if pair.written() == 0 {
        return "–".to_owned();
    }
    let mut cell = format!("{} of {}", pair.same, pair.written());
    if pair.silent() > 0 {
        let _ = write!(cell, ", **{} silently wrong**", pair.silent());
    }
    if cancelled > 0 {
        let _ = write!(cell, ", {cancelled} by mistakes that cancel out");
    }
    cell
}

fn title(run: &SiteRun) -> String {
    escaped(format!("{} {}", run.name(), run.version()).trim())
}

fn row(text: &mut String, head: &str, cells: &[String]) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "| {head} | {} |", cells.join(" | "));
}

/// Text that is nothing but text in a cell of a table: every sign that means something is escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            // An address on its own would become a link.
            ':' | '@' => {
                let _ = write!(escaped, "&#{};", u32::from(character));
            }
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '(' | ')' | '#' | '!' | '|' | '~' => {
                escaped.push('\\');
                escaped.push(character);
            }
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_text() {
        assert_eq!(
            escaped("a|b <img src=x> [x](https://y) `c`"),
            "a\\|b &lt;img src=x&gt; \\[x\\]\\(https&#58;//y\\) \\`c\\`"
        );
    }
}
