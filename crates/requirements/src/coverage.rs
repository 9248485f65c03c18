//! Compares the registry with facts: which requirement is tested by what.

use std::collections::BTreeMap;

use super::registry::{Registry, Requirement};
use zarr_conform_vectors::{Fact, Level};

/// The facts of each requirement, by its id.
#[derive(Clone, Debug, Default)]
pub struct Coverage<'a> {
    by_requirement: BTreeMap<&'a str, Vec<&'a Fact>>,
}

/// What a fact says of its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is to be accepted, with the result stated.
    Valid,
    /// It is to be refused.
    Invalid,
    /// The text leaves it open.
    Open,
}

impl<'a> Coverage<'a> {
    /// Groups facts by the requirements that they name.
    pub fn new(facts: &'a [Fact]) -> Self {
        let mut by_requirement: BTreeMap<&str, Vec<&Fact>> = BTreeMap::new();
        for fact in facts {
            for id in &fact.requirements {
                by_requirement.entry(id).or_default().push(fact);
            }
        }
        Self { by_requirement }
    }

    /// The facts that name a requirement, in the order given.
    pub fn facts(&self, requirement: &str) -> &[&'a Fact] {
        self.by_requirement
            .get(requirement)
            .map_or(&[], Vec::as_slice)
    }

    /// What does not fit between registry and facts, a line each; empty when all is well: facts
    /// that name an unknown requirement or hold in an edition that it does not, requirements
    /// without facts that do not say why, and such reasons where there are facts.
    pub fn problems(&self, registry: &Registry) -> Vec<String> {
        let mut problems = Vec::new();
        for (id, facts) in &self.by_requirement {
            match registry.requirement(id) {
                Some(requirement) => problems.extend(other_editions(requirement, facts)),
                None => problems.push(format!("{}: unknown requirement {id}", facts[0].id)),
            }
        }
        for requirement in &registry.requirements {
            let tested = !self.facts(&requirement.id).is_empty();
            let problem = match (tested, &requirement.reason) {
                (false, None) => "no fact tests it, and no reason is given",
                (true, Some(_)) => "facts test it, and a reason why not is given",
                _ => continue,
            };
            problems.push(format!("{}: {problem}", requirement.id));
        }
        problems
    }
}

/// Facts that hold in an edition in which their requirement does not.
fn other_editions<'a>(
    requirement: &'a Requirement,
    facts: &'a [&Fact],
) -> impl Iterator<Item = String> + 'a {
    facts
        .iter()
        .filter(|fact| {
            let holds = |edition| requirement.editions.contains(edition);
            !fact.editions.iter().any(holds)
        })
        .map(|fact| {
            let id = &requirement.id;
            format!("{}: {id} does not hold in any edition of the fact", fact.id)
        })
}

/// What a fact says of its input.
pub fn standing(fact: &Fact) -> Standing {
    if fact.level == Level::Open {
        return Standing::Open;
    }
    if fact.statement.refused().is_some() {
        Standing::Invalid
    } else {
        Standing::Valid
    }
}
