//! All checks of an edition, asked of the reference and of misreadings of it in memory.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use zarr_conform_protocol::subject::{Operations as _, Stop};
use zarr_conform_reference::Steps;
use zarr_conform_reference::misreading::Misreading;
use zarr_conform_reference::steps::{Probe, Replacement};
use zarr_conform_runner::{Check, Derivation, Plan, ReferenceReader, Verdict, Within};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Fact, Vectors};

use crate::Reference;

/// Elements of the largest chunk that a misreading is asked to read or write: one that takes chunks
/// to be larger than they are would fill memory. What it would give is then not known.
const MOST_ELEMENTS: u64 = 1 << 20;
/// Checks at a time that a thread takes.
const SHARE: usize = 16;

/// The checks of an edition, derived once, and how they are asked.
pub struct Suite<'a> {
    plan: Plan<'a>,
    within: Within<'a>,
}

impl<'a> Suite<'a> {
    /// The checks of the facts of an edition for which `is_listed` holds, and those of honesty with
    /// generated names that come from `seed`; all operations are offered.
    pub fn new(
        vectors: &'a Vectors,
        edition: Edition,
        seed: u32,
        is_listed: impl Fn(&Fact) -> bool,
    ) -> Self {
        let derivation = Derivation { vectors, edition };
        Self {
            plan: Plan::keeping(derivation, seed, is_listed),
            within: Within {
                hello: Reference::new(edition).hello(),
                reader: &ReferenceReader,
                edition,
            },
        }
    }

    /// Only these operations are offered.
    #[must_use]
    pub fn offering(mut self, ops: &[impl AsRef<str>]) -> Self {
        self.within.hello.ops = ops.iter().map(|it| it.as_ref().to_owned()).collect();
        self
    }

    /// The list of checks.
    pub fn plan(&self) -> &Plan<'a> {
        &self.plan
    }

    /// The check at this position; `at < plan().len()`.
    ///
    /// # Panics
    /// Never: the plan keeps every check.
    #[expect(clippy::expect_used, reason = "the plan was made to keep every check")]
    pub fn check(&self, at: usize) -> &Check {
        self.plan.kept(at).expect("the plan keeps every check")
    }

    /// The verdict on the check at this position, as far as its own answers show it, where it is
    /// answered by these steps; `at < plan().len()`. Unsupported where they take chunks to have more
    /// than 2^20 elements, as those of no check have.
    pub fn verdict(&self, at: usize, steps: Steps) -> Verdict {
        let reference = Reference::of(String::new(), steps).with_chunks_of(MOST_ELEMENTS);
        self.within.judge(self.check(at), &reference)
    }

    /// For each of the checks at these positions, in their order, the rivals that may be judged
    /// otherwise than the literal reference: those that give something else for a step that it
    /// takes to answer. All others give the same answers. Where this is stopped, the rest of
    /// the checks has none.
    pub fn touched(
        &self,
        checks: &[usize],
        rivals: &[&[Replacement]],
        stop: &Stop,
    ) -> Vec<Vec<usize>> {
        let literal = Steps::literal(self.within.edition);
        in_parallel(
            checks,
            || Probe::new(self.within.edition, rivals),
            |probe, &at| {
                if stop.is_set() || rivals.is_empty() {
                    return Vec::new();
                }
                let literal = literal.clone().probed(probe);
                let reference = Reference::of(String::new(), literal);
                self.within.judge(self.check(at), &reference);
                probe.take()
            },
        )
    }
}

/// What the misreadings replace.
pub fn replacements(misreadings: &[&'static Misreading]) -> Vec<&'static [Replacement]> {
    misreadings.iter().map(|it| it.replacements).collect()
}

/// What `work` gives for each item, in their order, on as many threads as the machine has; each
/// thread has a helper of its own.
pub fn in_parallel<T: Sync, H, R: Send>(
    items: &[T],
    helper: impl Fn() -> H + Sync,
    work: impl Fn(&H, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let run = || {
        let helper = helper();
        loop {
            let from = next.fetch_add(SHARE, Ordering::Relaxed);
            let Some(share) = items.get(from..items.len().min(from + SHARE)) else {
                return;
            };
            if share.is_empty() {
                return;
            }
            let results: Vec<R> = share.iter().map(|item| work(&helper, item)).collect();
            if let Ok(mut done) = done.lock() {
                done.push((from, results));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(items.len().div_ceil(SHARE)) {
            scope.spawn(run);
        }
        run();
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(from, _)| *from);
    done.into_iter().flat_map(|(_, results)| results).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..10 * SHARE + 3).collect();
        assert_eq!(in_parallel(&items, || 1, |one, item| item + one - 1), items);
        assert!(in_parallel(&[0; 0], || (), |(), _| ()).is_empty());
    }
}
