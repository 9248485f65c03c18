//! Putting together what was written and read, and finding who is at fault.

use super::document::{
    AtFault, Hierarchies, MATRIX, Matrix, Pair, PairOutcome, Participant, Passed, Problem, Writer,
};
use super::facts::PassedStore;
use super::run::{Labelled, MatrixRun, Readings, Wrote};
use crate::scan::open::OpenPlaces;
use zarr_conform_protocol::Hello;
use zarr_conform_runner::Implementation;

impl MatrixRun<'_> {
    /// The whole matrix.
    pub(super) fn matrix(
        &self,
        stores: &[PassedStore],
        hellos: &[Hello],
        wrote: &[Wrote],
        read: &[Readings],
        open: &OpenPlaces,
    ) -> Matrix {
        let participants = self
            .participants
            .iter()
            .zip(hellos)
            .zip(wrote.iter().zip(read));
        let implementations = participants.map(|((it, hello), (wrote, read))| Participant {
            label: it.label.to_owned(),
            implementation: Implementation::from(hello),
            gave_up_writing: wrote.gave_up.clone(),
            gave_up_reading: read.gave_up.clone(),
        });
        let implementations = implementations.collect();
        let of = |passed: Passed| {
            let these = stores.iter().enumerate();
            let these: Vec<usize> = these
                .filter(|(_, it)| it.passed == passed)
                .map(|(at, _)| at)
                .collect();
            Hierarchies {
                facts: these.iter().map(|at| stores[*at].fact.clone()).collect(),
                writers: self.writers(stores, wrote, &these),
                pairs: self.pairs(stores, wrote, read, &these, open),
            }
        };
        let arrays = of(Passed::Arrays);
        let hierarchies = of(Passed::Hierarchies);
        Matrix {
            format: MATRIX,
            suite: env!("CARGO_PKG_VERSION").to_owned(),
            vectors: self.vectors.source().to_owned(),
            vectors_sha256: zarr_conform_lock::sha256(self.vectors),
            edition: self.edition,
            filters: self.filters.iter().map(|it| it.glob().to_owned()).collect(),
            facts: arrays.facts,
            implementations,
            writers: arrays.writers,
            pairs: arrays.pairs,
            hierarchies: if hierarchies.facts.is_empty() {
                Hierarchies::default()
            } else {
                hierarchies
            },
        }
    }

    fn writers(&self, stores: &[PassedStore], wrote: &[Wrote], these: &[usize]) -> Vec<Writer> {
        let writer = |(it, wrote): (&Labelled<'_>, &Wrote)| {
            let mut writer = Writer {
                writer: it.label.to_owned(),
                created: Vec::new(),
                filled: Vec::new(),
                problems: Vec::new(),
            };
            for at in these {
                let fact = stores[*at].fact.clone();
                match &wrote.stores[*at] {
                    Ok(it) if it.is_created => writer.created.push(fact),
                    Ok(_) => writer.filled.push(fact),
                    Err(problem) => writer.problems.push(problem.clone()),
                }
            }
            writer
        };
        self.participants.iter().zip(wrote).map(writer).collect()
    }

    fn pairs(
        &self,
        stores: &[PassedStore],
        wrote: &[Wrote],
        read: &[Readings],
        these: &[usize],
        open: &OpenPlaces,
    ) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for (at, (writer, wrote)) in self.participants.iter().zip(wrote).enumerate() {
            for (reader, found) in self.participants.iter().zip(read) {
                let mut pair = Pair {
                    writer: writer.label.to_owned(),
                    reader: reader.label.to_owned(),
                    same: 0,
                    problems: Vec::new(),
                };
                for store in these {
                    let Ok(written) = &wrote.stores[*store] else {
                        continue;
                    };
                    let Some(problem) = &found.problems[at][*store] else {
                        pair.same += 1;
                        continue;
                    };
                    let by_reference = read.first().and_then(|it| it.problems[at][*store].as_ref());
                    let is_open = || written.is_open(stores[*store].passed, open);
                    pair.problems.push(Problem {
                        at_fault: at_fault(problem, by_reference, is_open),
                        ..problem.clone()
                    });
                }
                pairs.push(pair);
            }
        }
        pairs
    }
}

/// Who is at fault where a store is not read right, by what the reference makes of the store. None is, where it was
/// refused and the text leaves open whether it may be.
fn at_fault(
    problem: &Problem,
    by_reference: Option<&Problem>,
    is_open: impl Fn() -> bool,
) -> Option<AtFault> {
    if problem.outcome.is_gap() {
        return None;
    }
    match by_reference.map(|it| it.outcome) {
        None if problem.outcome == PairOutcome::Refused && is_open() => None,
        None => Some(AtFault::Reader),
        Some(PairOutcome::Refused) if is_open() => None,
        Some(PairOutcome::WrongData | PairOutcome::WrongMetadata | PairOutcome::Refused) => {
            Some(AtFault::Writer)
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PairOutcome::{Refused, Unsupported, WrongData};

    #[test]
    fn an_open_place_is_the_fault_of_none() {
        let of = |found, by_reference: Option<PairOutcome>, is_open| {
            let by_reference = by_reference.map(|it| Problem::new("a/b", it, ""));
            let problem = Problem::new("a/b", found, "");
            at_fault(&problem, by_reference.as_ref(), || is_open)
        };
        assert_eq!(of(Refused, None, false), Some(AtFault::Reader));
        assert_eq!(of(Refused, None, true), None);
        assert_eq!(of(WrongData, None, true), Some(AtFault::Reader));
        assert_eq!(of(Refused, Some(Refused), false), Some(AtFault::Writer));
        assert_eq!(of(Refused, Some(Refused), true), None);
        assert_eq!(of(WrongData, Some(WrongData), true), Some(AtFault::Writer));
        assert_eq!(of(Unsupported, Some(Refused), false), None);
    }
}
