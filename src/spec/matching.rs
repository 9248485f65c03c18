//! Finds for each registered sentence what became of it in a document.
//!
//! The check asks for a match and gets its report back, so that both files name each other.

use std::collections::BTreeSet;

use super::check::{DocumentReport, Drift};
use super::sentences::Sentence;
use zarr_conform_requirements::{RegisteredSentence, Registry};

/// Which registered sentence is which sentence of the document.
pub(super) struct Matching<'a> {
    registered: Vec<(&'a RegisteredSentence, &'a str)>,
    found: Vec<Sentence>,
    hashes: Vec<String>,
    /// For each registered sentence the index of its words in the document.
    pairs: Vec<Option<usize>>,
    /// Indices of sentences of the document that are accounted for.
    taken: BTreeSet<usize>,
}

impl<'a> Matching<'a> {
    pub(super) fn new(
        mut registered: Vec<(&'a RegisteredSentence, &'a str)>,
        found: Vec<Sentence>,
    ) -> Self {
        registered.sort();
        Self {
            pairs: vec![None; registered.len()],
            hashes: found.iter().map(Sentence::sha256).collect(),
            registered,
            found,
            taken: BTreeSet::new(),
        }
    }

    /// Pairs equal words whose places are acceptable.
    pub(super) fn pair(&mut self, acceptable: impl Fn(&RegisteredSentence, &Sentence) -> bool) {
        for (pair, (registered, _)) in self.pairs.iter_mut().zip(&self.registered) {
            if pair.is_none() {
                *pair = (0..self.found.len()).find(|at| {
                    !self.taken.contains(at)
                        && self.hashes[*at] == registered.sha256
                        && acceptable(registered, &self.found[*at])
                });
                self.taken.extend(*pair);
            }
        }
    }

    /// Sorts the registered sentences by what became of them. Call it after all pairing.
    pub(super) fn sort_into(&mut self, report: &mut DocumentReport) {
        for index in 0..self.registered.len() {
            let (registered, requirement) = self.registered[index];
            let at = self.pairs[index];
            let now = at.or_else(|| self.in_its_place(index));
            self.taken.extend(now);
            let found = now.map(|now| self.found[now].clone());
            let drift = Drift {
                requirement: requirement.to_owned(),
                registered: registered.clone(),
                found,
            };
            match (at, &drift.found) {
                (Some(_), Some(found)) if found.section == registered.section => {
                    report.unchanged += 1;
                }
                (Some(_), _) => report.moved.push(drift),
                (None, Some(_)) => report.changed.push(drift),
                (None, None) => report.gone.push(drift),
            }
        }
    }

    /// The sentence that stands where a registered one was, judged by the nearest registered
    /// sentences of its section that are unchanged: nothing, if there are fewer sentences between
    /// these two than there were.
    fn in_its_place(&self, index: usize) -> Option<usize> {
        let registered = self.registered[index].0;
        let (old_before, new_before) = (0..index)
            .rev()
            .find_map(|other| self.unchanged_ordinals(other, &registered.section))
            .unwrap_or((0, 0));
        let after = (index + 1..self.registered.len())
            .find_map(|other| self.unchanged_ordinals(other, &registered.section));
        if let Some((old_after, new_after)) = after
            && new_after.saturating_sub(new_before) < old_after - old_before
        {
            return None;
        }
        let ordinal = new_before + registered.ordinal - old_before;
        (0..self.found.len()).find(|at| {
            let found = &self.found[*at];
            !self.taken.contains(at)
                && found.section == registered.section
                && found.ordinal == ordinal
        })
    }

    /// The ordinals that an unchanged sentence of a section had and has.
    fn unchanged_ordinals(&self, index: usize, section: &str) -> Option<(usize, usize)> {
        let registered = self.registered[index].0;
        let found = &self.found[self.pairs[index]?];
        (registered.section == section && found.section == section)
            .then_some((registered.ordinal, found.ordinal))
    }

    /// Sentences in scope that demand something and are accounted for by no registered one.
    pub(super) fn unknown(&self, registry: &Registry, document: &str) -> Vec<Sentence> {
        (0..self.found.len())
            .filter(|at| !self.taken.contains(at))
            .map(|at| &self.found[at])
            .filter(|sentence| sentence.demands())
            .filter(|sentence| !registry.is_out_of_scope(document, &sentence.section))
            .cloned()
            .collect()
    }
}
