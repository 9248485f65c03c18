//! Who reads whose data: the table, a page for each pair with problems, and one for each writer
//! with arrays that it did not write.

mod problems;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use maud::Markup;

use super::text::theirs;
use crate::matrix::{Matrix, Pair, PairOutcome, Problem, Writer};
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
    fn writers(&self) -> impl Iterator<Item = (usize, &'a Writer, &str)> {
        let writers = self.matrix.writers.iter().zip(&self.names).enumerate();
        writers.map(|(at, (writer, name))| (at, writer, name.as_str()))
    }

    /// What one wrote and each of the others read, and the reader's name in paths.
    fn readers(&self, writer: usize) -> impl Iterator<Item = (usize, &'a Pair, &str)> {
        let pairs = self.matrix.pairs_of(writer).zip(&self.names).enumerate();
        pairs.map(|(at, (pair, name))| (at, pair, name.as_str()))
    }

    /// Facts that two implementations get right only between themselves.
    fn cancelled(&self, writer: usize, reader: usize) -> Vec<&'a str> {
        self.matrix.cancelled(writer, reader)
    }

    /// Checks of writing a fact's array: first the one that asks as this implementation was asked.
    fn checks_of_writing(&self, writer: &str, fact: &str) -> [&'static str; 2] {
        let mut writers = self.matrix.writers.iter().filter(|it| it.writer == writer);
        let is_created = writers.any(|it| it.created.iter().any(|created| created == fact));
        if is_created {
            ["create", "write"]
        } else {
            ["write", "create"]
        }
    }
}

fn pair_path(writer: &str, reader: &str) -> String {
    format!("matrix/{writer}/read-by-{reader}.html")
}

fn writer_path(writer: &str) -> String {
    format!("matrix/{writer}/index.html")
}

/// All pages, by their paths.
pub(super) fn pages(pages: &MatrixPages<'_>, add: &mut impl FnMut(String, Markup)) {
    add(TABLE.to_owned(), table::page(pages));
    for (at, writer, name) in pages.writers() {
        if !writer.problems.is_empty() {
            add(writer_path(name), problems::of_writer(pages, writer));
        }
        for (reader, pair, reader_name) in pages.readers(at) {
            let cancelled = pages.cancelled(at, reader);
            if !pair.problems.is_empty() || !cancelled.is_empty() {
                let path = pair_path(name, reader_name);
                add(path, problems::of_pair(pages, pair, &cancelled));
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
