//! Each implementation is asked the golden open facts, and random variants of them.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::time::Duration;

use zarr_conform_fuzz::{Choices, NoFact, open};
use zarr_conform_protocol::subject::{Launcher, Stop};
use zarr_conform_requirements::{Registry, RegistryError};
use zarr_conform_runner::{
    CheckResult, Consumer, Event, FailureKind, Header, Memory, ReferenceReader, Run, RunError,
    Selection, Verdict,
};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Level, LoadError, Vectors};

use super::{Case, Differences, FORMAT, Failing, does, places};
use crate::fuzz::document::Implementation;

/// How they are asked.
pub struct Asked<'a> {
    /// The golden facts.
    pub golden: &'a Vectors,
    /// The edition to ask about; by default the one that all of them name.
    pub edition: Option<Edition>,
    /// What the random variants come from.
    pub seed: u64,
    /// How many random variants of each place there are at most.
    pub variants: usize,
    /// How many processes at once.
    pub jobs: NonZeroUsize,
    /// How long an answer may take.
    pub timeout: Duration,
    /// Where stores are laid out, as far as it has room; without it, on the disk.
    pub memory: Option<Memory>,
    /// Set when it is to end.
    pub stop: Stop,
}

/// Why nothing can be reported.
#[derive(Debug, thiserror::Error)]
pub enum NotAsked {
    /// One of them cannot be asked.
    #[error("{label}: {error}")]
    Run {
        /// What it is called.
        label: String,
        /// Why.
        error: RunError,
    },
    /// The run of one of them ended early.
    #[error("{label}: {why}")]
    EndedEarly {
        /// What it is called.
        label: String,
        /// Why.
        why: String,
    },
    /// They are of different editions.
    #[error(
        "{first} names edition {one}, and {second} edition {other}; --edition says about which they are asked"
    )]
    Editions {
        /// What one is called.
        first: String,
        /// Its edition.
        one: Edition,
        /// What another is called.
        second: String,
        /// Its edition.
        other: Edition,
    },
    /// A defect of this program.
    #[error(transparent)]
    NoFact(#[from] NoFact),
    /// A defect of this program.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A defect of this program.
    #[error(transparent)]
    Registry(#[from] RegistryError),
}

impl Asked<'_> {
    /// What these implementations do, each with what it is called.
    ///
    /// # Errors
    /// Where one of them cannot be asked, or they are of different editions.
    pub fn differences(
        &self,
        implementations: &[(&str, &dyn Launcher)],
    ) -> Result<Differences, NotAsked> {
        let golden = self.golden_open()?;
        let mut cases = Cases::new(implementations.len());
        let mut asked: Vec<(Implementation, Edition)> = Vec::new();
        for (at, (label, launcher)) in implementations.iter().enumerate() {
            let header = self.ask(label, *launcher, self.edition, &golden, &mut |result| {
                cases.note(at, result, &golden, false);
            })?;
            let Some(header) = header else { continue };
            let implementation = Implementation {
                label: Some((*label).to_owned()),
                name: header.implementation.name,
                version: header.implementation.version,
                language: header.implementation.language,
            };
            if let Some((first, one)) = asked.first()
                && *one != header.edition
            {
                return Err(NotAsked::Editions {
                    first: first.label.clone().unwrap_or_default(),
                    one: *one,
                    second: (*label).to_owned(),
                    other: header.edition,
                });
            }
            asked.push((implementation, header.edition));
        }
        let edition = asked.first().map_or_else(Edition::default, |it| it.1);
        let choices = Choices::all(edition);
        let variants = open::variants(self.golden, &choices, self.seed, self.variants)?;
        let variants = variants.into_iter().map(|it| (it.fact, it.store));
        let variants = Vectors::from_facts("random variants".to_owned(), variants)?;
        for (at, (label, launcher)) in implementations.iter().enumerate() {
            // Without facts, nothing could be asked.
            if variants.facts().is_empty() {
                break;
            }
            self.ask(label, *launcher, Some(edition), &variants, &mut |result| {
                cases.note(at, result, &variants, true);
            })?;
        }
        let registry = Registry::load()?;
        let failing = cases.failing.into_iter();
        let failing = failing.map(|((at, kind), (cases, example))| Failing {
            implementation: implementations[at].0.to_owned(),
            kind,
            cases,
            example,
        });
        let failing = failing.collect();
        let cases: Vec<Case> = cases.of.into_values().collect();
        Ok(Differences {
            format: FORMAT,
            suite: env!("CARGO_PKG_VERSION").to_owned(),
            edition,
            seed: self.seed,
            places: places(&cases, implementations.len(), &registry),
            failing,
            implementations: asked.into_iter().map(|(it, _)| it).collect(),
        })
    }

    /// The golden facts that are open.
    fn golden_open(&self) -> Result<Vectors, LoadError> {
        let facts = self.golden.facts().iter();
        let open = facts.filter(|it| it.level == Level::Open);
        let facts = open.map(|it| (it.clone(), self.golden.store(it).cloned()));
        Vectors::from_facts(self.golden.source().to_owned(), facts)
    }

    /// Asks one implementation; gives the header of the run.
    fn ask(
        &self,
        label: &str,
        launcher: &dyn Launcher,
        edition: Option<Edition>,
        vectors: &Vectors,
        note: &mut dyn FnMut(&CheckResult),
    ) -> Result<Option<Header>, NotAsked> {
        let mut results = Results { header: None, note };
        let run = Run {
            vectors,
            vectors_sha256: zarr_conform_lock::sha256(vectors),
            launcher,
            reader: &ReferenceReader,
            edition,
            selection: Selection::default(),
            jobs: self.jobs,
            keep: None,
            isolated: Vec::new(),
            timeout: self.timeout,
            explain: None,
            describe_passes: false,
            seed: 0,
            memory: self.memory,
            stop: self.stop.clone(),
        };
        let finished = run
            .run(&mut [&mut results])
            .map_err(|error| NotAsked::Run {
                label: label.to_owned(),
                error,
            })?;
        match finished.ended_early {
            Some(why) => Err(NotAsked::EndedEarly {
                label: label.to_owned(),
                why: why.to_string(),
            }),
            None => Ok(results.header),
        }
    }
}

/// Takes note of the results of a run.
struct Results<'a> {
    header: Option<Header>,
    note: &'a mut dyn FnMut(&CheckResult),
}

impl Consumer for Results<'_> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(header) => self.header = Some(header.clone()),
            Event::CheckFinished(result) => (self.note)(result),
            _ => {}
        }
        Ok(())
    }
}

/// What each implementation does, by check.
struct Cases {
    implementations: usize,
    of: BTreeMap<(bool, String), Case>,
    /// How many checks each implementation fails in each way, and the first of them.
    failing: BTreeMap<(usize, FailureKind), (u64, String)>,
}

impl Cases {
    fn new(implementations: usize) -> Self {
        Self {
            implementations,
            of: BTreeMap::new(),
            failing: BTreeMap::new(),
        }
    }

    fn note(&mut self, at: usize, result: &CheckResult, vectors: &Vectors, is_random: bool) {
        let fact = vectors.fact(result.check.fact().as_str());
        // Checks of honesty are about no fact.
        let Some(place) = fact.and_then(|it| it.open.clone()) else {
            return;
        };
        let check = result.check.to_string();
        if let Verdict::Fail(failure) = &result.verdict {
            let first = || (0, check.clone());
            let (cases, _) = self.failing.entry((at, failure.kind)).or_insert_with(first);
            *cases += 1;
        }
        let case = self
            .of
            .entry((is_random, check.clone()))
            .or_insert_with(|| Case {
                check,
                place,
                is_random,
                does: vec![None; self.implementations],
            });
        case.does[at] = does(&result.verdict);
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use zarr_conform_diagnosis::Reference;
    use zarr_conform_protocol::subject::{InProcess, StartError, Subject};
    use zarr_conform_reference::{Steps, permitted};

    use super::*;
    use crate::fuzz::differences::Place;

    /// The reference, by a permitted reading.
    struct Reader(Option<&'static str>);

    impl Launcher for Reader {
        fn launch(&self) -> Result<Box<dyn Subject>, StartError> {
            let reading = self.0.and_then(permitted::named);
            let steps = reading.map_or_else(Steps::default, |it| it.steps(Edition::V3_1));
            let reference = Reference::of(self.0.unwrap_or("literal").to_owned(), steps);
            Ok(Box::new(InProcess::new(reference)))
        }
    }

    fn compared(golden: &Vectors, reading: &'static str) -> Differences {
        let asked = Asked {
            golden,
            edition: None,
            seed: 7,
            variants: 4,
            jobs: NonZeroUsize::MIN,
            timeout: Duration::from_secs(10),
            memory: None,
            stop: Stop::default(),
        };
        let (literal, other) = (Reader(None), Reader(Some(reading)));
        let implementations: [(&str, &dyn Launcher); 2] = [("A", &literal), ("B", &other)];
        asked.differences(&implementations).unwrap()
    }

    /// In golden facts and in random variants of the place, and nowhere else.
    #[rstest]
    #[case::of_documents("integers-by-value", "integers-with-fraction", ["it refuses", "it accepts"])]
    fn a_permitted_reading_differs_in_its_place(
        #[case] reading: &'static str,
        #[case] place: &str,
        #[case] does: [&str; 2],
    ) {
        let golden = zarr_conform_embedded::vectors().unwrap();
        let found = compared(&golden, reading);
        let differing: Vec<&Place> = found.places.iter().filter(|it| it.differ > 0).collect();
        let ids: Vec<&str> = differing.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(ids, [place]);
        let of_variants = differing[0].does.iter().zip(does).all(|(done, what)| {
            let variants = done.iter().find(|it| it.what == what);
            variants.is_some_and(|it| it.cases >= differing[0].random)
        });
        assert!(
            of_variants && differing[0].random > 0,
            "{:#?}",
            differing[0]
        );
        assert!(
            differing[0].differ > differing[0].random,
            "{:#?}",
            differing[0]
        );
    }
}
