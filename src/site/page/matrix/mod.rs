//! Who reads whose data: the tables of arrays and of hierarchies, a page for each pair with problems, and one for each
//! writer with something that it did not write.

mod problems;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use maud::Markup;

use super::text::theirs;
use crate::matrix::{Exchanged, Matrix, Pair, PairOutcome, Passed, Problem, Writer};
use crate::site::{Site, names};

/// The page of the table, below the root.
pub(super) const TABLE: &str = "matrix.html";
/// What the table is called.
pub(super) const TITLE: &str = "Who reads whose data";
/// The most characters of words of an implementation.
const LONGEST: usize = 600;

/// A matrix and where its pages are.
pub(super) struct MatrixPages<'a> {
    site: &'a Site<'a>,
    matrix: &'a Matrix,
    /// Names of the implementations in paths.
    names: Vec<String>,
    /// Checks that have a page.
    told: BTreeSet<&'a str>,
}

impl<'a> MatrixPages<'a> {
    pub(super) fn new(site: &'a Site<'a>, matrix: &'a Matrix, told: &[&'a str]) -> Self {
        let labels = matrix.implementations.iter();
        Self {
            site,
            matrix,
            names: names::of_implementations(labels.map(|it| (it.label.as_str(), ""))),
            told: told.iter().copied().collect(),
        }
    }

    /// Implementations, what each wrote, and its name in paths.
    fn writers(&self, of: Exchanged<'a>) -> impl Iterator<Item = (usize, &'a Writer, &str)> {
        let writers = of.writers.iter().zip(&self.names).enumerate();
        writers.map(|(at, (writer, name))| (at, writer, name.as_str()))
    }

    /// What one wrote and each of the others read, and the reader's name in paths.
    fn readers(
        &self,
        of: Exchanged<'a>,
        writer: usize,
    ) -> impl Iterator<Item = (usize, &'a Pair, &str)> {
        let pairs = of.pairs_of(writer).zip(&self.names).enumerate();
        pairs.map(|(at, (pair, name))| (at, pair, name.as_str()))
    }
}

/// Checks of writing what a fact is about: first the one that asks as this implementation was asked.
fn checks_of_writing(of: Exchanged<'_>, writer: &str, fact: &str) -> &'static [&'static str] {
    let mut writers = of.writers.iter().filter(|it| it.writer == writer);
    let is_created = writers.any(|it| it.created.iter().any(|created| created == fact));
    match (of.passed, is_created) {
        (Passed::Hierarchies, _) => &["change"],
        (Passed::Arrays, true) => &["create", "write"],
        (Passed::Arrays, false) => &["write", "create"],
    }
}

/// Before the names of pages about hierarchies.
fn prefix(of: Exchanged<'_>) -> &'static str {
    match of.passed {
        Passed::Arrays => "",
        Passed::Hierarchies => "hierarchies-",
    }
}

fn pair_path(of: Exchanged<'_>, writer: &str, reader: &str) -> String {
    format!("matrix/{writer}/{}read-by-{reader}.html", prefix(of))
}

fn writer_path(of: Exchanged<'_>, writer: &str) -> String {
    format!("matrix/{writer}/{}index.html", prefix(of))
}

/// All pages, by their paths.
pub(super) fn pages(pages: &MatrixPages<'_>, add: &mut impl FnMut(String, Markup)) {
    add(TABLE.to_owned(), table::page(pages));
    for of in pages.matrix.exchanged() {
        for (at, writer, name) in pages.writers(of) {
            if !writer.problems.is_empty() {
                add(
                    writer_path(of, name),
                    problems::of_writer(pages, of, writer),
                );
            }
            for (reader, pair, reader_name) in pages.readers(of, at) {
                let cancelled = of.cancelled(at, reader);
                if !pair.problems.is_empty() || !cancelled.is_empty() {
                    let path = pair_path(of, name, reader_name);
                    add(path, problems::of_pair(pages, of, pair, &cancelled));
                }
            }
        }
    }
}

/// Problems by what happened, worst first.
fn by_outcome(problems: &[Problem]) -> BTreeMap<PairOutcome, Vec<&Problem>> {
    let mut by_outcome: BTreeMap<PairOutcome, Vec<&Problem>> = BTreeMap::new();
    for problem in problems {
        by_outcome.entry(problem.outcome).or_default().push(problem);
    }
    by_outcome
}

/// Words of an implementation, harmless and not too long.
fn cut(text: &str) -> String {
    theirs(text).chars().take(LONGEST).collect()
}
