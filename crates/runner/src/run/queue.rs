//! What a run asks next.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use crate::Check;
use crate::check::id::FactId;
use crate::check::plan::{Derived, Plan};
use crate::check::selection::Filter;
use zarr_conform_protocol::subject::Stop;

/// The checks in the order they are asked: the plainest first, and a twin before the first that needs it. At the end,
/// in the same order, those that have a process of their own.
pub(crate) struct Queue<'a> {
    plan: &'a Plan<'a>,
    order: Vec<usize>,
    /// How many share a process with others.
    shared: usize,
    next: Mutex<Next>,
    pub(crate) stop: &'a Stop,
}

/// How far the queue is.
#[derive(Default)]
struct Next {
    at: usize,
    last: Option<Derived>,
}

impl<'a> Queue<'a> {
    pub(crate) fn new(
        plan: &'a Plan<'a>,
        selected: &[usize],
        isolated: &[Filter],
        stop: &'a Stop,
    ) -> Self {
        let mut is_queued = vec![false; plan.len()];
        let mut order = Vec::new();
        for at in plainest_first(plan, selected) {
            let twins = plan.twins(at);
            for at in twins.iter().filter_map(|twin| twin.check).chain([at]) {
                if !std::mem::replace(&mut is_queued[at], true) {
                    order.push(at);
                }
            }
        }
        let is_isolated = |at: &usize| isolated.iter().any(|it| it.matches(plan.id(*at)));
        let (alone, mut order): (Vec<usize>, Vec<usize>) = order.into_iter().partition(is_isolated);
        let shared = order.len();
        order.extend(alone);
        Self {
            plan,
            order,
            shared,
            next: Mutex::default(),
            stop,
        }
    }

    /// How many checks there are, those of twins included.
    pub(crate) fn len(&self) -> usize {
        self.order.len()
    }

    /// Positions of the checks in the order they are asked.
    pub(crate) fn order(&self) -> &[usize] {
        &self.order
    }

    /// The next check that is not taken, of those that share a process.
    pub(crate) fn next(&self) -> Option<(usize, Check)> {
        self.take(self.shared)
    }

    /// The next check that is not taken, of those that have a process of their own, once no other is left.
    pub(crate) fn next_isolated(&self) -> Option<(usize, Check)> {
        self.take(self.order.len())
    }

    fn take(&self, end: usize) -> Option<(usize, Check)> {
        if self.stop.is_set() {
            return None;
        }
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let at = *self.order[..end].get(next.at)?;
        next.at += 1;
        Some((at, self.plan.take(at, &mut next.last)))
    }
}

/// Positions in an order in which a fault of one codec or document shows late and stands between others: the
/// plainest checks, then facts by how many codecs they need, and of as many, one of each document in turn, of which
/// the topics take turns. The checks of a fact stay together.
///
/// The order does not depend on what is selected: what some checks do to a process can be repeated with them only.
fn plainest_first(plan: &Plan<'_>, selected: &[usize]) -> Vec<usize> {
    let plainest: BTreeSet<usize> = plan.plainest().into_iter().collect();
    let facts = plan.derivation().vectors.facts().iter();
    let turns = turns(facts.map(|it| FactId::new(&it.id)));
    let all: Vec<usize> = (0..plan.len()).collect();
    let facts = all.chunk_by(|left, right| plan.id(*left).fact() == plan.id(*right).fact());
    let mut facts: Vec<&[usize]> = facts.collect();
    facts.sort_by_cached_key(|fact| {
        let first = fact[0];
        // A twin is asked first.
        let twins = fact.iter().flat_map(|at| plan.twins(*at));
        let asked = twins.filter_map(|twin| twin.check).chain([first]);
        let codecs = asked.map(|at| plan.number_of_codecs(at)).max();
        let turn = turns.get(&plan.id(first).fact()).copied();
        (!plainest.contains(&first), codecs, turn, first)
    });
    let is_selected = |at: &usize| selected.binary_search(at).is_ok();
    facts.concat().into_iter().filter(is_selected).collect()
}

/// The turn of each fact among those of its document, whose topics take turns.
fn turns<'a>(facts: impl Iterator<Item = FactId<'a>>) -> BTreeMap<FactId<'a>, usize> {
    let mut of_topic: BTreeMap<&str, usize> = BTreeMap::new();
    let mut facts: Vec<(usize, FactId<'_>)> = facts
        .map(|fact| (next(of_topic.entry(fact.topic()).or_default()), fact))
        .collect();
    facts.sort_by_key(|(turn, _)| *turn);
    let mut of_document: BTreeMap<&str, usize> = BTreeMap::new();
    let turns = facts.into_iter().map(|(_, fact)| {
        let turn = of_document.entry(fact.document()).or_default();
        (fact, next(turn))
    });
    turns.collect()
}

/// Takes a number, and leaves the one after it.
fn next(number: &mut usize) -> usize {
    *number += 1;
    *number - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Derivation;
    use zarr_conform_embedded::vectors;
    use zarr_conform_terms::Edition;

    #[test]
    fn plain_arrays_come_first_and_documents_in_turn() {
        let vectors = vectors().unwrap();
        let plan = Plan::new(Derivation {
            vectors: &vectors,
            edition: Edition::default(),
        });
        let all: Vec<usize> = (0..plan.len()).collect();
        let stop = Stop::default();
        let queue = Queue::new(&plan, &all, &[], &stop);
        let order = queue.order();
        let is_claims = |at: &usize| plan.id(*at).fact().as_str() == "honesty/claims";
        assert!(order[..3].iter().all(is_claims));
        let documents = |from: usize| -> BTreeSet<&str> {
            // Nodes of hierarchies need no codecs, and are among the first.
            let part = order[from..].iter().take(800);
            part.map(|at| plan.id(*at).document()).collect()
        };
        assert!(documents(0).len() > 5, "{:?}", documents(0));
        // Of two documents with the same codecs, the first checks are not all about one.
        let compressed = |at: &&usize| {
            let id = plan.id(**at).document();
            matches!(id, "blosc" | "gzip")
        };
        let first: Vec<&usize> = order.iter().filter(compressed).take(40).collect();
        let turns = first
            .windows(2)
            .filter(|it| plan.id(*it[0]).document() != plan.id(*it[1]).document());
        assert!(turns.count() > 5);
        let with_blosc = |at: &usize| plan.check(*at).needs.codecs.iter().any(|it| it == "blosc");
        assert!(order.iter().position(with_blosc) > Some(order.len() / 8));
        let some: Vec<usize> = all.iter().copied().step_by(7).collect();
        let of_some = plainest_first(&plan, &some);
        let is_one = |at: &&usize| some.binary_search(at).is_ok();
        let of_all: Vec<usize> = plainest_first(&plan, &all)
            .iter()
            .filter(is_one)
            .copied()
            .collect();
        assert_eq!(of_some, of_all);
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, all);
    }
}
