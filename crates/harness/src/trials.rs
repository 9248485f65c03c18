//! One test a fact.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use super::arguments::{Arguments, HELP, Purpose};
use super::implementation::{Implementation, OPERATIONS, SharedImplementation};
use super::program::{self, Outcome, Trial};
use zarr_conform_diagnosis::ByMisreadings;
use zarr_conform_protocol::subject::Stop;
use zarr_conform_requirements::Registry;
use zarr_conform_runner::tell::explain;
use zarr_conform_runner::{
    CheckResult, Consumer, Derivation, Deviation, Diagnosis, EndedEarly, Event, Expectations,
    ListComparison, Listed, Plan, ReferenceReader, Run, Selection, SkipReason, Verdict,
};
use zarr_conform_vectors::{Level, Vectors};

/// The name of the test that the list of known failures is right as a whole.
const LIST: &str = "known-failures";

/// The exit code where nothing can be tested; the same as that of `conform`.
const USAGE: u8 = 2;

/// What every test needs.
struct Suite {
    vectors: Vectors,
    registry: Registry,
    implementation: SharedImplementation,
    known: Option<ListComparison>,
}

impl Implementation {
    /// Runs every fact as a test, as the arguments of the process say; ends as tests do.
    pub fn run(self) -> ExitCode {
        by_arguments(self).unwrap_or_else(|problem| {
            // Nothing can be reported where standard error is closed.
            let _ = writeln!(std::io::stderr(), "error: {problem}");
            ExitCode::from(USAGE)
        })
    }
}

fn by_arguments(implementation: Implementation) -> Result<ExitCode, String> {
    let arguments = Arguments::parse(std::env::args_os().skip(1))?;
    let ended = if arguments.purpose == Purpose::Help {
        let said = std::io::stdout().write_all(HELP.as_bytes());
        said.map(|()| ExitCode::SUCCESS)
    } else {
        let suite = Suite::new(implementation)?;
        program::run(&arguments, suite.trials())
    };
    ended.map_err(|error| format!("failed to write the results: {error}"))
}

impl Suite {
    fn new(implementation: Implementation) -> Result<Self, String> {
        let known = implementation.known_failures.as_ref().map(|file| {
            let name = file.display();
            let text = std::fs::read_to_string(file)
                .map_err(|error| format!("failed to read {name}: {error}"))?;
            let list = Expectations::parse(&text).map_err(|error| format!("{name}: {error}"))?;
            Ok::<_, String>(ListComparison::new(list).asking_only(&OPERATIONS))
        });
        Ok(Self {
            vectors: zarr_conform_embedded::vectors().map_err(|error| error.to_string())?,
            registry: Registry::load().map_err(|error| error.to_string())?,
            known: known.transpose()?,
            implementation: SharedImplementation(Arc::new(implementation)),
        })
    }

    fn trials(&self) -> Vec<Trial<'_>> {
        let edition = self.implementation.0.hello.edition;
        let facts = self.vectors.facts().iter();
        let mut trials: Vec<Trial<'_>> = facts
            .filter(|fact| fact.editions.contains(&edition))
            .map(|fact| Trial {
                name: fact.id.clone(),
                kind: kind(fact.level),
                test: Box::new(|| self.test(&fact.id).unwrap_or_else(Outcome::Failed)),
            })
            .collect();
        if self.known.is_some() {
            trials.push(Trial {
                name: LIST.to_owned(),
                kind: "",
                test: Box::new(|| match self.test_list() {
                    Ok(()) => Outcome::Passed,
                    Err(problem) => Outcome::Failed(problem),
                }),
            });
        }
        trials
    }

    fn run(&self) -> Run<'_> {
        Run {
            vectors: &self.vectors,
            vectors_sha256: String::new(),
            launcher: &self.implementation,
            reader: &ReferenceReader,
            edition: None,
            selection: Selection::default(),
            jobs: NonZeroUsize::MIN,
            // Nothing in the same process can be stopped; see `InProcess`.
            keep: None,
            isolated: Vec::new(),
            timeout: Duration::from_secs(3600),
            explain: Some(&ByMisreadings),
            describe_passes: false,
            seed: 0,
            memory: None,
            stop: Stop::default(),
        }
    }

    /// Judges one fact.
    fn test(&self, fact: &str) -> Result<Outcome, String> {
        let mut seen = Seen::default();
        let mut known = self.known.clone();
        let mut consumers: Vec<&mut dyn Consumer> = vec![&mut seen];
        consumers.extend(known.as_mut().map(|it| it as &mut dyn Consumer));
        let finished = self.run().run_fact(fact, &mut consumers);
        let finished = finished.map_err(|error| error.to_string())?;
        if let Some(bug @ EndedEarly::Bug(_)) = finished.ended_early {
            return Err(bug.to_string());
        }
        if let Some(known) = &known {
            let is_of_check = |it: &&Deviation| !is_of_list(it) && !is_lack(it);
            let deviations = known.deviations().iter().filter(is_of_check);
            let deviations: Vec<String> = deviations.map(ToString::to_string).collect();
            if !deviations.is_empty() {
                return Err(self.failed(&seen, &deviations));
            }
            if let Some(result) = seen.results.iter().find(|it| known.is_as_listed(it)) {
                return Ok(Outcome::Ignored(Some(format!(
                    "{} {}, as listed",
                    result.check,
                    result.verdict.name()
                ))));
            }
        }
        if seen.results.iter().any(is_failed) {
            return Err(self.failed(&seen, &[]));
        }
        Ok(seen.outcome())
    }

    /// All that is known of the failures of a fact.
    fn failed(&self, seen: &Seen, deviations: &[String]) -> String {
        let paraphrase = |id: &str| {
            self.registry
                .requirement(id)
                .map(|it| it.paraphrase.clone())
        };
        let told = seen.results.iter().filter(|it| is_failed(it));
        let told = told.filter_map(|it| explain(it, &seen.diagnosis, &paraphrase));
        told.chain(deviations.iter().cloned())
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Judges the list of known failures as a whole: whether every entry is about some check, and
    /// whether it names the operations that are offered.
    fn test_list(&self) -> Result<(), String> {
        let Some(mut known) = self.known.clone() else {
            return Ok(());
        };
        let edition = self.implementation.0.hello.edition;
        let Some(fact) = self
            .vectors
            .facts()
            .iter()
            .find(|it| it.editions.contains(&edition))
        else {
            return Ok(());
        };
        let mut seen = Seen::default();
        let finished = self.run().run_fact(&fact.id, &mut [&mut seen]);
        finished.map_err(|error| error.to_string())?;
        if let Some(started) = &seen.started {
            known.event(started).map_err(|error| error.to_string())?;
        }
        known.finish(&Plan::new(Derivation {
            vectors: &self.vectors,
            edition,
        }));
        let wrong = known.deviations().iter().filter(|it| is_of_list(it));
        let wrong: Vec<String> = wrong.map(ToString::to_string).collect();
        if wrong.is_empty() {
            return Ok(());
        }
        Err(wrong.join("\n"))
    }
}

/// Whether something that the specification demands failed.
fn is_failed(result: &CheckResult) -> bool {
    result.is_required() && matches!(result.verdict, Verdict::Fail(_))
}

/// Whether a deviation is about the list as a whole, not about a check.
fn is_of_list(deviation: &Deviation) -> bool {
    matches!(
        deviation,
        Deviation::Offers { .. }
            | Deviation::OffersMissing { .. }
            | Deviation::Stale { .. }
            | Deviation::Covered { .. }
    )
}

/// Whether a deviation says no more than an ignored test does.
fn is_lack(deviation: &Deviation) -> bool {
    matches!(
        deviation,
        Deviation::NotListed {
            found: Listed::Unsupported | Listed::Skipped,
            ..
        }
    )
}

/// What stands before the name of a test: how strongly the fact is demanded, where it is not.
fn kind(level: Level) -> &'static str {
    match level {
        Level::Must => "",
        Level::Should => "should",
        Level::May => "may",
        Level::Open => "open",
    }
}

/// What was seen of a fact.
#[derive(Default)]
struct Seen {
    started: Option<Event>,
    results: Vec<CheckResult>,
    diagnosis: Diagnosis,
}

impl Consumer for Seen {
    fn event(&mut self, event: &Event) -> std::io::Result<()> {
        match event {
            Event::Started(_) => self.started = Some(event.clone()),
            Event::CheckFinished(result) => self.results.push((**result).clone()),
            Event::Diagnosed(diagnosis) => self.diagnosis = diagnosis.clone(),
            Event::Finished(_) => {}
        }
        Ok(())
    }
}

impl Seen {
    /// Passed where anything was judged, else ignored with a reason: what is lacking says more
    /// than that an operation was not offered.
    fn outcome(&self) -> Outcome {
        let mut lacking = None;
        let mut not_offered = None;
        for result in &self.results {
            match &result.verdict {
                Verdict::Unsupported { message } => lacking = lacking.or(Some(message.clone())),
                Verdict::Skipped { reason } => match reason {
                    SkipReason::NotOffered(_) => {
                        not_offered = not_offered.or(Some(reason.to_string()));
                    }
                    SkipReason::Other(why) => lacking = lacking.or(Some(why.clone())),
                },
                _ => return Outcome::Passed,
            }
        }
        Outcome::Ignored(lacking.or(not_offered))
    }
}
