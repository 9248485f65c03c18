//! Compares the registry with facts: which requirement is tested by what.

use std::collections::BTreeMap;

use zarr_conform_requirements::registry::{Level as Strength, Registry, Requirement};
use zarr_conform_vectors::{Binds, Fact, Level};

/// The facts of each requirement, by its id.
#[derive(Clone, Debug, Default)]
pub struct Coverage<'a> {
    by_requirement: BTreeMap<&'a str, Vec<&'a Fact>>,
}

/// What a fact says of its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    /// that name an unknown requirement or hold in an edition that it does not, facts that demand more
    /// than their requirements, requirements without facts that do not say why, and such reasons where
    /// there are facts; and the same of open places and premises.
    pub fn problems(&self, registry: &Registry) -> Vec<String> {
        let mut problems = self.problems_of_requirements(registry);
        problems.extend(self.problems_of_levels(registry));
        problems.extend(self.problems_of_places(registry));
        problems.extend(self.problems_of_premises(registry));
        problems
    }

    /// Those of the problems that only say that facts are still to be written, a line each: requirements
    /// and open places without any that do not say why.
    pub fn gaps(&self, registry: &Registry) -> Vec<String> {
        let requirements = registry.requirements.iter();
        let untested = requirements
            .filter(|it| it.reason.is_none() && self.facts(&it.id).is_empty())
            .map(|it| untested(&it.id));
        let places = registry.open.iter();
        let unnamed = places
            .filter(|it| it.reason.is_none() && self.facts_about(&it.id).is_empty())
            .map(|it| unnamed(&it.id));
        untested.chain(unnamed).collect()
    }

    /// The open facts about an open place of the registry, in the order of their ids.
    pub fn facts_about(&self, place: &str) -> Vec<&'a Fact> {
        self.all_where(|fact| fact.open.as_deref() == Some(place))
    }

    /// The facts that rest on a premise of the registry, in the order of their ids.
    pub fn facts_resting_on(&self, premise: &str) -> Vec<&'a Fact> {
        self.all_where(|fact| fact.premise.as_deref() == Some(premise))
    }

    /// The facts that something must be refused, in the order of their ids.
    pub fn refusals(&self) -> Vec<&'a Fact> {
        self.all_where(|fact| fact.statement.refused().is_some())
    }

    fn all_where(&self, wanted: impl Fn(&Fact) -> bool) -> Vec<&'a Fact> {
        let facts = self.by_requirement.values().flatten();
        let wanted = facts.filter(|fact| wanted(fact));
        let by_id: BTreeMap<&str, &'a Fact> =
            wanted.map(|&fact| (fact.id.as_str(), fact)).collect();
        by_id.into_values().collect()
    }

    fn problems_of_requirements(&self, registry: &Registry) -> Vec<String> {
        let mut problems = Vec::new();
        for (id, facts) in &self.by_requirement {
            match registry.requirement(id) {
                Some(requirement) => problems.extend(other_editions(requirement, facts)),
                None => problems.push(format!("{}: unknown requirement {id}", facts[0].id)),
            }
        }
        for requirement in &registry.requirements {
            let tested = !self.facts(&requirement.id).is_empty();
            let id = &requirement.id;
            problems.push(match (tested, &requirement.reason) {
                (false, None) => untested(id),
                (true, Some(_)) => format!("{id}: facts test it, and a reason why not is given"),
                _ => continue,
            });
        }
        problems
    }

    /// Facts that demand more in one of their editions than any of their requirements does there: a
    /// `must` needs a requirement that demands, and not only one that permits.
    fn problems_of_levels(&self, registry: &Registry) -> Vec<String> {
        let mut problems = Vec::new();
        for fact in self.all_where(|fact| fact.level != Level::Open) {
            for edition in &fact.editions {
                let known = fact
                    .requirements
                    .iter()
                    .filter_map(|id| registry.requirement(id));
                let mut of_edition = known.filter(|it| it.editions.contains(edition));
                if !of_edition.any(|it| demands_as_much(it.demanded(), fact.level)) {
                    let id = &fact.id;
                    problems.push(format!(
                        "{id}: in edition {edition} it demands more than its requirements"
                    ));
                }
            }
        }
        problems
    }

    /// Open facts that name no open place of the registry, open places without facts that do not
    /// say why, and such reasons where there are facts.
    fn problems_of_places(&self, registry: &Registry) -> Vec<String> {
        let mut problems = Vec::new();
        for fact in self.all_where(|fact| fact.level == Level::Open) {
            match &fact.open {
                None => problems.push(format!("{}: it is open and names no open place", fact.id)),
                Some(place) if registry.open.iter().any(|it| it.id == *place) => {}
                Some(place) => problems.push(format!("{}: unknown open place {place}", fact.id)),
            }
        }
        for place in &registry.open {
            let named = !self.facts_about(&place.id).is_empty();
            let id = &place.id;
            problems.push(match (named, &place.reason) {
                (false, None) => unnamed(id),
                (true, Some(_)) => {
                    format!("open place {id}: facts are about it, and a reason why not is given")
                }
                _ => continue,
            });
        }
        problems
    }

    /// Facts that name a premise exactly where a requirement orders failure, or an unknown one.
    fn problems_of_premises(&self, registry: &Registry) -> Vec<String> {
        let mut problems = Vec::new();
        for fact in self.refusals() {
            let ordered = registry.orders_failure(&fact.requirements);
            let problem = match &fact.premise {
                None if ordered => continue,
                None => "no sentence orders failure, and it rests on no premise".to_owned(),
                Some(_) if ordered => {
                    "a sentence orders failure, and it rests on a premise".to_owned()
                }
                Some(premise) if registry.premises.iter().any(|it| it.id == *premise) => continue,
                Some(premise) => format!("unknown premise {premise}"),
            };
            problems.push(format!("{}: {problem}", fact.id));
        }
        let bound = self.refusals().into_iter();
        // The input of a fact may say that it binds only the writer: one that no reader makes elements of.
        let more = bound.filter(|it| {
            it.binds == Binds::Everybody
                && registry.grounds(&it.requirements).binds == Binds::Writer
        });
        problems.extend(more.map(|it| {
            let id = &it.id;
            format!("{id}: it binds readers, and its requirements only the writer")
        }));
        problems
    }
}

/// Of a requirement without facts.
fn untested(requirement: &str) -> String {
    format!("{requirement}: no fact tests it, and no reason is given")
}

/// Of an open place without facts.
fn unnamed(place: &str) -> String {
    format!("open place {place}: no fact is about it, and no reason is given")
}

/// Whether a requirement of the first level carries a fact of the second.
fn demands_as_much(requirement: Strength, fact: Level) -> bool {
    match fact {
        Level::Must => requirement == Strength::Must,
        Level::Should => requirement != Strength::May,
        Level::May | Level::Open => true,
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
