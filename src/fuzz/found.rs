//! Causes as facts of the ordinary format, beside cases that passed.

use zarr_conform_fuzz::state::TOPIC;
use zarr_conform_fuzz::{AnyCase, Choices, Demand, NotTold, Told, input, told};
use zarr_conform_protocol::subject::Stop;
use zarr_conform_runner::Derivation;
use zarr_conform_vectors::{Fact, Store, Vectors};

use super::hunting::Hunted;

/// Begins the ids of facts that are of cases that passed, which are not reported.
const PASSED: &str = "fuzz/passed";
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

/// The facts of what was found, and of cases that passed: what contradicts an explanation.
///
/// # Errors
/// As [`found`].
pub fn vectors(
    found: &[Found],
    passed: &[u64],
    seed: u64,
    choices: &Choices,
) -> Result<Vectors, NotTold> {
    let mut facts: Vec<_> = found.iter().flat_map(|it| it.facts.clone()).collect();
    for number in passed {
        let case = AnyCase::nth(seed, *number, choices);
        for (mut fact, store) in case.facts(choices.edition, &number.to_string())? {
            fact.id = fact.id.replace(TOPIC, PASSED);
            fact.twin = fact.twin.map(|it| it.replace(TOPIC, PASSED));
            facts.push((fact, store));
        }
    }
    Ok(Vectors::from_facts(SOURCE.to_owned(), facts)?)
}

/// Whether a fact or a check is of what was found.
pub fn is_found(id: &str) -> bool {
    id.starts_with(TOPIC)
}

/// How many checks the facts of what was found have.
pub fn checks(vectors: &Vectors, choices: &Choices) -> u64 {
    let derivation = Derivation {
        vectors,
        edition: choices.edition,
    };
    let found = vectors.facts().iter().filter(|it| is_found(&it.id));
    found.map(|it| derivation.checks(it).len() as u64).sum()
}
