//! A matrix as it was kept, believed only where it is whole.

use std::collections::BTreeSet;
use std::io::Read;

use super::document::{Exchanged, MATRIX, Matrix, Passed, Problem, Writer};
use crate::kept::{self, Kept, KeptError};

impl Kept for Matrix {
    const WHAT: &'static str = "a matrix";
    const BY: &'static str = "conform matrix --json";
    const FORMAT: u64 = MATRIX;

    fn contradiction(&self) -> Option<String> {
        self.check().err()
    }
}

impl Matrix {
    /// Reads one matrix.
    ///
    /// # Errors
    /// Where it is anything but a whole matrix in format [`MATRIX`].
    pub fn read(file: impl Read) -> Result<Self, KeptError> {
        kept::read(file)
    }

    /// Every list has the length and the order that the others say.
    fn check(&self) -> Result<(), String> {
        let labels: Vec<&str> = self.implementations.iter().map(|it| &*it.label).collect();
        if labels.is_empty() || distinct(labels.iter().copied()).is_none() {
            return Err("expected implementations with different labels".to_owned());
        }
        let arrays = std::iter::once(self.arrays());
        let others = self.exchanged().filter(|it| it.passed != Passed::Arrays);
        arrays.chain(others).try_for_each(|it| it.check(&labels))
    }
}

impl Exchanged<'_> {
    /// Every list has the length and the order that these labels say.
    fn check(&self, labels: &[&str]) -> Result<(), String> {
        if !self
            .writers
            .iter()
            .map(|it| &*it.writer)
            .eq(labels.iter().copied())
        {
            return Err("the writers are not the implementations, in their order".to_owned());
        }
        let pairs = labels
            .iter()
            .flat_map(|writer| labels.iter().map(move |it| (*writer, *it)));
        if !self
            .pairs
            .iter()
            .map(|it| (&*it.writer, &*it.reader))
            .eq(pairs)
        {
            return Err(
                "the pairs are not those of the implementations, in their order".to_owned(),
            );
        }
        let facts = distinct(self.facts.iter().map(String::as_str))
            .ok_or_else(|| "a fact is listed twice".to_owned())?;
        for (at, writer) in self.writers.iter().enumerate() {
            self.check_writer(at, writer, &facts)?;
        }
        Ok(())
    }

    fn check_writer(
        &self,
        at: usize,
        writer: &Writer,
        facts: &BTreeSet<&str>,
    ) -> Result<(), String> {
        let failed = writer.problems.iter().map(|it| &*it.fact);
        if distinct(writer.facts().chain(failed)).as_ref() != Some(facts) {
            return Err(format!(
                "what {:?} wrote and did not write is not every fact, once",
                writer.writer
            ));
        }
        let written: BTreeSet<&str> = writer.facts().collect();
        for pair in self.pairs_of(at) {
            let is_written = |it: &&Problem| written.contains(&*it.fact);
            let are_written = pair.problems.iter().filter(is_written).count();
            let is_whole = pair.same.checked_add(pair.problems.len() as u64)
                == Some(writer.written())
                && are_written == pair.problems.len()
                && distinct(pair.problems.iter().map(|it| &*it.fact)).is_some();
            if !is_whole {
                return Err(format!(
                    "what {:?} read is not what {:?} wrote",
                    pair.reader, pair.writer
                ));
            }
        }
        Ok(())
    }
}

/// The texts as a set, where none is there twice.
fn distinct<'a>(texts: impl Iterator<Item = &'a str>) -> Option<BTreeSet<&'a str>> {
    let mut seen = BTreeSet::new();
    for text in texts {
        if !seen.insert(text) {
            return None;
        }
    }
    Some(seen)
}
