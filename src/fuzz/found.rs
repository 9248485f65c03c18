//! Causes as facts of the ordinary format.

use zarr_conform_fuzz::state::TOPIC;
use zarr_conform_fuzz::{AnyCase, Choices, Demand, NotTold, Told, input, told};
use zarr_conform_protocol::subject::Stop;
use zarr_conform_runner::{CheckId, Explanation, Passed};
use zarr_conform_vectors::{Fact, Store, Vectors};

use super::hunting::Hunted;

/// Says where the facts of a run over what was found come from.
const SOURCE: &str = "what was found";

/// A cause, and the facts of its simplest case.
pub struct Found {
    /// The cause.
    pub told: Told,
    /// The last part of the fact's id.
    pub name: String,
    /// The fact, and its twin where it has one; with their stores.
    pub facts: Vec<(Fact, Option<Store>)>,
}

impl Found {
    /// The id of the fact.
    pub fn id(&self) -> String {
        format!("{TOPIC}/{}", self.name)
    }

    /// The requirements that the fact tests.
    pub fn requirements(&self) -> impl Iterator<Item = &str> {
        let fact = self.facts.iter().take(1);
        fact.flat_map(|(fact, _)| fact.requirements.iter().map(String::as_str))
    }

    /// The check of the fact that failed.
    pub fn check(&self) -> CheckId {
        let operation = self.told.cause.check.operation().unwrap_or_default();
        CheckId::from(format!("{}#{operation}", self.id()))
    }

    /// The first misreading that gives what was found.
    pub fn explanation(&self) -> Option<Explanation> {
        let misreading = self.told.misreadings.first()?;
        let requirements = misreading.requirements.iter();
        Some(Explanation {
            misreading: misreading.name.to_owned(),
            when: misreading.when.to_owned(),
            requirements: requirements.map(ToString::to_string).collect(),
            ..Explanation::default()
        })
    }

    /// Whether what failed is required, and not only recommended.
    pub fn is_required(&self) -> bool {
        self.told.cause.signature.demand == Demand::Required
    }
}

/// What a fuzz run found, the worst first, each reported once.
///
/// # Errors
/// Where a case that was asked is not a fact: a defect of this program.
pub fn found(hunted: &Hunted, seed: u64, stop: &Stop) -> Result<Vec<Found>, NotTold> {
    let told = told(&hunted.finds, seed, &hunted.choices, stop)?;
    let mut all: Vec<Found> = Vec::new();
    for told in told {
        let cause = &told.cause;
        let name = format!("{}-{seed}-{}", input::name(cause), cause.number);
        let mut facts = cause.case.facts(hunted.choices.edition, &name)?;
        if let (Some((fact, _)), Some(comment)) = (facts.first_mut(), input::comment(cause)) {
            fact.comment = comment;
        }
        all.push(Found { told, name, facts });
    }
    Ok(all)
}

/// How many of the cases that passed test each of the requirements that what was found tests.
///
/// # Errors
/// As [`found`].
pub fn passed(
    found: &[Found],
    passed: &[u64],
    seed: u64,
    choices: &Choices,
) -> Result<Passed, NotTold> {
    let of_found = found.iter().flat_map(Found::requirements);
    let mut of_passed = Vec::new();
    for number in passed {
        let case = AnyCase::nth(seed, *number, choices);
        let facts = case
            .facts(choices.edition, &number.to_string())?
            .into_iter();
        of_passed.extend(facts.take(1).flat_map(|(fact, _)| fact.requirements));
    }
    Ok(Passed::new(of_found, of_passed.iter().map(String::as_str)))
}

/// The facts of what was found.
///
/// # Errors
/// As [`found`].
pub fn vectors(found: &[Found]) -> Result<Vectors, NotTold> {
    let facts = found.iter().flat_map(|it| it.facts.clone());
    Ok(Vectors::from_facts(SOURCE.to_owned(), facts)?)
}
