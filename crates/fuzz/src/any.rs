//! A case of any kind, and the choices that it was made of.

use zarr_conform_runner::text::counted;
use zarr_conform_runner::{Check, Derivation};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Fact, Store, Vectors};

use crate::case::features::Features;
use crate::hierarchy::{HierarchyCase, Mistake, mistakes};
use crate::invalid::{InvalidCase, Rule};
use crate::tape::{Record, Tape};
use crate::{Act, Case, Choices, NoFact};

/// One case in so many is invalid, or a hierarchy.
const INVALID_EVERY: u64 = 5;
/// One of so many of these is a hierarchy.
const HIERARCHY_EVERY: u64 = 3;
/// One hierarchy in so many is invalid.
const MISTAKEN_EVERY: u64 = 4;
/// Cases that are tried before none counts as having a place for a mistake.
const TRIALS: u64 = 800;

/// A case, and the choices that it was made of.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyCase {
    /// The case.
    pub made: Made,
    record: Record,
}

/// A case of any kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Made {
    /// A valid array: the reference says what comes of it.
    Valid(Box<Case>),
    /// An array that must be refused.
    Invalid(Box<InvalidCase>),
    /// A hierarchy, valid or not.
    Hierarchy(Box<HierarchyCase>),
}

impl From<Case> for AnyCase {
    /// A case that was not chosen, and so has no simpler ones.
    fn from(case: Case) -> Self {
        Self {
            made: Made::Valid(Box::new(case)),
            record: Record::default(),
        }
    }
}

impl From<HierarchyCase> for AnyCase {
    /// A case that was not chosen, and so has no simpler ones.
    fn from(case: HierarchyCase) -> Self {
        Self {
            made: Made::Hierarchy(Box::new(case)),
            record: Record::default(),
        }
    }
}

impl From<InvalidCase> for AnyCase {
    /// A case that was not chosen, and so has no simpler ones.
    fn from(case: InvalidCase) -> Self {
        Self {
            made: Made::Invalid(Box::new(case)),
            record: Record::default(),
        }
    }
}

impl AnyCase {
    /// The case with this number of a seed: always the same.
    pub fn nth(seed: u64, number: u64, choices: &Choices) -> Self {
        let of_tape = mixed(seed ^ mixed(number));
        // Of so many that follow each other one, at any place; each kind of mistake in its turn.
        let (turn, place) = (number / INVALID_EVERY, number % INVALID_EVERY);
        if mixed(seed ^ mixed(!turn)) % INVALID_EVERY != place {
            return Self::valid(of_tape, choices);
        }
        // Not always in the turns of the same kinds of mistakes.
        let kinds = InvalidCase::kinds();
        if (turn % kinds + turn / kinds).is_multiple_of(HIERARCHY_EVERY)
            && let Some(hierarchy) = Self::hierarchy(of_tape, choices)
        {
            return hierarchy;
        }
        let kind = mixed(seed).wrapping_add(turn);
        let invalid = Self::invalid(of_tape, kind, choices);
        invalid.unwrap_or_else(|| Self::valid(of_tape, choices))
    }

    /// The hierarchy that the tape of this seed chooses, some with a mistake; nothing where hierarchies cannot be asked.
    pub fn hierarchy(seed: u64, choices: &Choices) -> Option<Self> {
        if !choices.offers("node") {
            return None;
        }
        let number = mixed(!seed);
        let mistakes: Vec<&Mistake> = mistakes(choices).collect();
        let mistake = number.is_multiple_of(MISTAKEN_EVERY).then(|| {
            let kind = number / MISTAKEN_EVERY % mistakes.len() as u64;
            mistakes[usize::try_from(kind).unwrap_or(0)]
        });
        Some(Self::hierarchy_by(Tape::random(seed), mistake, choices))
    }

    fn hierarchy_by(mut tape: Tape, mistake: Option<&'static Mistake>, choices: &Choices) -> Self {
        let case = HierarchyCase::random(&mut tape, mistake, choices);
        Self {
            made: Made::Hierarchy(Box::new(case)),
            record: tape.recorded(),
        }
    }

    /// The valid case that the tape of this seed chooses.
    pub fn valid(seed: u64, choices: &Choices) -> Self {
        Self::valid_by(Tape::random(seed), choices)
    }

    fn valid_by(mut tape: Tape, choices: &Choices) -> Self {
        let case = Case::random(&mut tape, choices);
        Self {
            made: Made::Valid(Box::new(case)),
            record: tape.recorded(),
        }
    }

    /// A mistake in a valid case, of the kind of this number, or, where no case has a place for it, of the
    /// next one; the first for which tapes of this seed choose a case with a place for it.
    pub fn invalid(seed: u64, kind: u64, choices: &Choices) -> Option<Self> {
        InvalidCase::kinds_from(kind).find_map(|rule| {
            let tapes = (0..TRIALS).map(|trial| Tape::random(seed ^ mixed(trial)));
            let mut cases = tapes.filter_map(|tape| Self::invalid_by(tape, rule, choices));
            cases.find(|it| match &it.made {
                Made::Invalid(case) => case.has_place(choices.edition),
                Made::Valid(_) | Made::Hierarchy(_) => false,
            })
        })
    }

    fn invalid_by(mut tape: Tape, rule: &'static Rule, choices: &Choices) -> Option<Self> {
        let case = InvalidCase::random(&mut tape, rule, choices)?;
        Some(Self {
            made: Made::Invalid(Box::new(case)),
            record: tape.recorded(),
        })
    }

    /// The choices that the case was made of.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The case of the same kind that is made of other choices; nothing where they make none.
    pub fn replayed(&self, record: Record, choices: &Choices) -> Option<Self> {
        let tape = Tape::replay(record);
        match &self.made {
            Made::Valid(_) => Some(Self::valid_by(tape, choices)),
            Made::Invalid(it) => Self::invalid_by(tape, it.rule(), choices),
            Made::Hierarchy(it) => Some(Self::hierarchy_by(tape, it.mistake(), choices)),
        }
    }

    /// The same, where it is a simpler one.
    pub fn simplified(&self, record: Record, choices: &Choices) -> Option<Self> {
        let replayed = self.replayed(record, choices)?;
        replayed
            .record
            .is_simpler_than(&self.record)
            .then_some(replayed)
    }

    /// The facts that the case is: its own, and that of its twin where it must be refused. Their ids
    /// end in `name`.
    ///
    /// # Errors
    /// Where the reference does not answer as the kind of case demands.
    pub fn facts(
        &self,
        edition: Edition,
        name: &str,
    ) -> Result<Vec<(Fact, Option<Store>)>, NoFact> {
        let stated = match &self.made {
            Made::Valid(case) => vec![case.state(edition, name)?],
            Made::Invalid(case) => {
                let (fact, twin) = case.state(edition, name, &format!("{name}-twin"))?;
                vec![fact, twin]
            }
            Made::Hierarchy(case) => case.state(edition, name)?,
        };
        Ok(stated.into_iter().map(|it| (it.fact, it.store)).collect())
    }

    /// The checks of the case, without those of a twin.
    ///
    /// # Errors
    /// As [`facts`](Self::facts).
    pub fn checks(&self, edition: Edition) -> Result<Vec<Check>, NoFact> {
        let facts = self.facts(edition, "case")?;
        let vectors = Vectors::from_facts(String::new(), facts);
        let vectors = vectors.map_err(|error| NoFact::Bug(error.to_string()))?;
        let derivation = Derivation {
            vectors: &vectors,
            edition,
        };
        Ok(vectors
            .facts()
            .first()
            .map_or_else(Vec::new, |fact| derivation.checks(fact)))
    }

    /// What the case is about.
    pub fn features(&self) -> Features {
        match &self.made {
            Made::Valid(case) => case.features(),
            Made::Invalid(case) => case.features(),
            Made::Hierarchy(case) => case.features(),
        }
    }

    /// Whether it must be refused.
    pub fn must_be_refused(&self) -> bool {
        match &self.made {
            Made::Valid(_) => false,
            Made::Invalid(_) => true,
            Made::Hierarchy(it) => it.mistake().is_some(),
        }
    }

    /// How much the case has, in words: its elements, or what it is where it has none.
    pub fn size(&self) -> String {
        let nodes = match &self.made {
            Made::Valid(case) if matches!(case.act, Act::Open) => {
                return "an array with nothing stored".to_owned();
            }
            Made::Valid(case) if matches!(case.act, Act::Grid) => return "a grid".to_owned(),
            Made::Hierarchy(case) => case.nodes(),
            Made::Valid(_) | Made::Invalid(_) => 0,
        };
        match (nodes, self.elements()) {
            (0, 0) => "an array without elements".to_owned(),
            (0, elements) => counted(elements, "element"),
            (nodes, 0) => counted(nodes, "node"),
            (nodes, elements) => {
                format!(
                    "{} and {}",
                    counted(nodes, "node"),
                    counted(elements, "element")
                )
            }
        }
    }

    /// Number of elements of the array, or of all arrays of a hierarchy; none where nothing is asked of them, but of a document or a grid.
    pub fn elements(&self) -> u64 {
        match &self.made {
            Made::Valid(case) if matches!(case.act, Act::Open | Act::Grid) => 0,
            Made::Valid(case) => case.elements(),
            Made::Invalid(case) => case.elements(),
            Made::Hierarchy(case) => case.elements(),
        }
    }
}

/// Numbers that follow each other, spread over all numbers (`SplitMix64`).
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
