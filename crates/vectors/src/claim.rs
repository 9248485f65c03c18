//! What a fact claims of its input: that something holds, that it must be refused, or that the text
//! leaves it open.

use serde::{Deserialize, Serialize};

use super::fact::{Meaning, NodeStated};
use zarr_conform_terms::{HexBytes, HexElements};

/// What a fact claims: `T` is what holds, `R` what one reading of the text gives, and `W` says why
/// something must be refused. A kind of fact that never claims one of these has [`Infallible`](std::convert::Infallible) in
/// its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim<T, R = T, W = String> {
    /// This holds.
    Holds(T),
    /// No implementation may accept the input.
    Refused {
        /// Why.
        why: W,
    },
    /// The text is silent, or two careful readers could disagree: what each reading gives, at least
    /// two. The level of the fact is then `open`, and never otherwise.
    Open(Vec<Outcome<R>>),
}

/// What one reading of the text gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<R> {
    /// The reading, in a few words.
    pub reading: String,
    /// What it gives; nothing where the input is refused under this reading.
    pub gives: Option<R>,
}

/// Under a reading, the input is accepted, and no more is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted;

impl<T, R, W> Claim<T, R, W> {
    /// What holds, where something does.
    pub fn holds(&self) -> Option<&T> {
        match self {
            Self::Holds(holds) => Some(holds),
            Self::Refused { .. } | Self::Open(_) => None,
        }
    }

    /// Why the input must be refused, where it must.
    pub fn refused(&self) -> Option<&W> {
        match self {
            Self::Refused { why } => Some(why),
            Self::Holds(_) | Self::Open(_) => None,
        }
    }

    /// What each reading gives, where the text leaves it open; empty otherwise.
    pub fn outcomes(&self) -> &[Outcome<R>] {
        match self {
            Self::Open(outcomes) => outcomes,
            Self::Holds(_) | Self::Refused { .. } => &[],
        }
    }

    /// Whether the text leaves it open.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Open(_))
    }
}

/// An outcome as its JSON members: its reading, and `refused` or the member of what it gives.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OutcomeMembers {
    reading: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    refused: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    encoded: Option<HexBytes>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elements: Option<HexElements>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    means: Option<Meaning>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    grid_shape: Option<Vec<u64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    node: Option<NodeStated>,
}

/// Where the JSON form of an outcome has what a reading gives.
pub(crate) trait Given<R> {
    /// Takes what a reading gives out of the members; nothing where they do not say.
    fn take(members: &mut OutcomeMembers) -> Option<R>;
    /// Puts it there.
    fn put(gives: R, members: &mut OutcomeMembers);
}

/// The member `encoded`.
pub(crate) struct InEncoded;
/// The member `elements`.
pub(crate) struct InElements;
/// The member `means`.
pub(crate) struct InMeans;
/// The member `grid_shape`.
pub(crate) struct InGridShape;
/// The member `node`.
pub(crate) struct InNode;
/// No member: what is not refused is accepted.
pub(crate) struct InNoMember;

macro_rules! given_in_member {
    ($place:ident, $member:ident, $type:ty) => {
        impl Given<$type> for $place {
            fn take(members: &mut OutcomeMembers) -> Option<$type> {
                members.$member.take()
            }

            fn put(gives: $type, members: &mut OutcomeMembers) {
                members.$member = Some(gives);
            }
        }
    };
}
given_in_member!(InEncoded, encoded, HexBytes);
given_in_member!(InElements, elements, HexElements);
given_in_member!(InMeans, means, Meaning);
given_in_member!(InGridShape, grid_shape, Vec<u64>);
given_in_member!(InNode, node, NodeStated);

impl Given<Accepted> for InNoMember {
    fn take(members: &mut OutcomeMembers) -> Option<Accepted> {
        (!members.refused).then_some(Accepted)
    }

    fn put(_gives: Accepted, _members: &mut OutcomeMembers) {}
}

impl OutcomeMembers {
    fn of<R, G: Given<R>>(outcome: Outcome<R>) -> Self {
        let mut members = Self {
            reading: outcome.reading,
            refused: outcome.gives.is_none(),
            encoded: None,
            elements: None,
            means: None,
            grid_shape: None,
            node: None,
        };
        if let Some(gives) = outcome.gives {
            G::put(gives, &mut members);
        }
        members
    }

    fn outcome<R, G: Given<R>>(mut self) -> Result<Outcome<R>, String> {
        let gives = G::take(&mut self);
        let says_more = self.encoded.is_some()
            || self.elements.is_some()
            || self.means.is_some()
            || self.grid_shape.is_some()
            || self.node.is_some();
        if says_more || gives.is_some() == self.refused {
            return Err(format!(
                "outcomes: reading {:?} is not exactly a result or refused",
                self.reading
            ));
        }
        Ok(Outcome {
            reading: self.reading,
            gives,
        })
    }
}

/// A claim as its JSON members: the expected result, `refused` and `outcomes`, of which exactly one
/// is there. Each kind of statement has them beside its own members.
pub(crate) struct ClaimMembers<T, W = String> {
    pub(crate) holds: Option<T>,
    pub(crate) refused: Option<W>,
    pub(crate) outcomes: Vec<OutcomeMembers>,
}

impl<T, W> ClaimMembers<T, W> {
    pub(crate) fn of<R, G: Given<R>>(claim: Claim<T, R, W>) -> Self {
        let none = Self {
            holds: None,
            refused: None,
            outcomes: Vec::new(),
        };
        match claim {
            Claim::Holds(holds) => Self {
                holds: Some(holds),
                ..none
            },
            Claim::Refused { why } => Self {
                refused: Some(why),
                ..none
            },
            Claim::Open(outcomes) => Self {
                outcomes: outcomes
                    .into_iter()
                    .map(OutcomeMembers::of::<R, G>)
                    .collect(),
                ..none
            },
        }
    }

    pub(crate) fn claim<R, G: Given<R>>(self) -> Result<Claim<T, R, W>, String> {
        let found = usize::from(self.holds.is_some())
            + usize::from(self.refused.is_some())
            + usize::from(!self.outcomes.is_empty());
        match (self.holds, self.refused) {
            _ if found != 1 => Err(format!(
                "found {found} of the expected result, refused and outcomes, expected one"
            )),
            (Some(holds), _) => Ok(Claim::Holds(holds)),
            (None, Some(why)) => Ok(Claim::Refused { why }),
            (None, None) if self.outcomes.len() == 1 => Err(
                "outcomes: found 1, expected at least two, since one leaves nothing open"
                    .to_owned(),
            ),
            (None, None) => {
                let outcomes = self.outcomes.into_iter();
                let outcomes: Result<_, _> =
                    outcomes.map(OutcomeMembers::outcome::<R, G>).collect();
                Ok(Claim::Open(outcomes?))
            }
        }
    }
}
