//! Putting together what was written and read, and finding who is at fault.

use super::document::{AtFault, MATRIX, Matrix, Pair, PairOutcome, Participant, Problem, Writer};
use super::facts::PassedArray;
use super::run::{Labelled, MatrixRun, Readings, Wrote};
use crate::scan::open::OpenPlaces;
use zarr_conform_protocol::Hello;
use zarr_conform_runner::Implementation;

impl MatrixRun<'_> {
    /// The whole matrix.
    pub(super) fn matrix(
        &self,
        arrays: &[PassedArray],
        hellos: &[Hello],
        wrote: Vec<Wrote>,
        read: Vec<Readings>,
        open: &OpenPlaces,
    ) -> Matrix {
        let participants = self
            .participants
            .iter()
            .zip(hellos)
            .zip(wrote.iter().zip(&read));
        let implementations = participants.map(|((it, hello), (wrote, read))| Participant {
            label: it.label.to_owned(),
            implementation: Implementation {
                name: hello.name.clone(),
                version: hello.version.clone(),
                language: hello.language.clone(),
                ops: hello.ops.clone(),
            },
            gave_up_writing: wrote.gave_up.clone(),
            gave_up_reading: read.gave_up.clone(),
        });
        Matrix {
            format: MATRIX,
            suite: env!("CARGO_PKG_VERSION").to_owned(),
            vectors: self.vectors.source().to_owned(),
            vectors_sha256: zarr_conform_lock::sha256(self.vectors),
            edition: self.edition,
            filters: self.filters.iter().map(|it| it.glob().to_owned()).collect(),
            facts: arrays.iter().map(|it| it.fact.clone()).collect(),
            implementations: implementations.collect(),
            pairs: self.pairs(&wrote, read, open),
            writers: self.writers(arrays, wrote),
        }
    }

    fn writers(&self, arrays: &[PassedArray], wrote: Vec<Wrote>) -> Vec<Writer> {
        let writer = |(it, wrote): (&Labelled<'_>, Wrote)| {
            let mut writer = Writer {
                writer: it.label.to_owned(),
                created: Vec::new(),
                filled: Vec::new(),
                problems: Vec::new(),
            };
            for (array, store) in arrays.iter().zip(wrote.stores) {
                match store {
                    Ok(it) if it.is_created => writer.created.push(array.fact.clone()),
                    Ok(_) => writer.filled.push(array.fact.clone()),
                    Err(problem) => writer.problems.push(problem),
                }
            }
            writer
        };
        self.participants.iter().zip(wrote).map(writer).collect()
    }

    fn pairs(&self, wrote: &[Wrote], mut read: Vec<Readings>, open: &OpenPlaces) -> Vec<Pair> {
        let of_reference = read.first().map(|it| it.problems.clone());
        let of_reference = of_reference.unwrap_or_default();
        let mut pairs = Vec::new();
        for (at, (writer, wrote)) in self.participants.iter().zip(wrote).enumerate() {
            for (reader, read) in self.participants.iter().zip(&mut read) {
                let mut pair = Pair {
                    writer: writer.label.to_owned(),
                    reader: reader.label.to_owned(),
                    same: 0,
                    problems: Vec::new(),
                };
                let problems = std::mem::take(&mut read.problems[at]);
                let written = wrote.stores.iter().zip(&of_reference[at]).zip(problems);
                for ((store, by_reference), problem) in written {
                    match (store, problem) {
                        (Err(_), _) => {}
                        (Ok(_), None) => pair.same += 1,
                        (Ok(written), Some(problem)) => {
                            let is_open = || written.document().is_some_and(|it| open.is_open(it));
                            pair.problems.push(Problem {
                                at_fault: at_fault(&problem, by_reference.as_ref(), is_open),
                                ..problem
                            });
                        }
                    }
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
