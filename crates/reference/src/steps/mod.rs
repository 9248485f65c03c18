//! The steps of the specification, each with the function of this reference that takes it.
//!
//! [`Steps`] is a table of functions. [`Steps::literal`] has the functions that mirror the current text, with
//! those steps replaced that an earlier [edition](crate::editions) takes in another way; a wrong reading of one
//! sentence is the same table with a few more steps replaced ([`Replacement`]).
//! Steps that are made of others (a chain of codecs, a metadata document, a region of an array)
//! call them through the table, so that a replaced step takes effect wherever it is called.
//!
//! Each [document](crate::documents) declares its own steps; the types here are made from the list of documents.
//!
//! Every call goes through a method of [`Steps`], where a [`Probe`] asks wrong readings the same, so
//! that it is known which of them would give another answer.
//!
//! ```
//! use zarr_conform_reference::Edition;
//! use zarr_conform_reference::steps::{Replacement, Steps};
//!
//! let literal = Steps::literal(Edition::V3_1);
//! assert_eq!(literal.chunk_index(&[5, 7], &[2, 3]), [2, 2]);
//!
//! let replaced = [Replacement::chunk_index(|_, coordinates, _| coordinates.to_vec())];
//! assert_eq!(literal.with(&replaced).chunk_index(&[5, 7], &[2, 3]), [5, 7]);
//! ```

mod declare;
mod probe;
mod step_set;

pub(crate) use declare::steps;
pub use probe::Probe;
pub use step_set::StepSet;

use std::fmt;

use crate::Edition;
use crate::documents::{self, documents};
use crate::editions;

/// One way to take every step: the literal one, or one with steps replaced.
#[derive(Clone, Debug)]
pub struct Steps {
    edition: Edition,
    pub(crate) table: Table,
    pub(crate) probe: Option<Probe>,
}

impl Steps {
    /// Every step as the text of an edition says it.
    pub fn literal(edition: Edition) -> Self {
        Self {
            edition,
            table: *Table::of(edition),
            probe: None,
        }
    }

    /// The same steps, with these replaced.
    #[must_use]
    pub fn with(mut self, replacements: &[Replacement]) -> Self {
        for replacement in replacements {
            replacement.put(&mut self.table);
        }
        self
    }

    /// The same steps, each call also made by the rivals of `probe`.
    #[must_use]
    pub fn probed(mut self, probe: &Probe) -> Self {
        self.probe = Some(probe.clone());
        self
    }

    /// Whether each call is also made by the rivals of a probe.
    pub fn is_probed(&self) -> bool {
        self.probe.is_some()
    }

    /// The edition that is read.
    pub fn edition(&self) -> Edition {
        self.edition
    }

    /// Each step as the text of the edition says it, where the steps that it calls are these: what a reading
    /// begins with that replaces the step.
    pub fn text(&self) -> Text<'_> {
        Text(self)
    }
}

/// Takes a step as the text of an edition says it; see [`Steps::text`].
#[derive(Clone, Copy, Debug)]
pub struct Text<'a>(pub(crate) &'a Steps);

/// The literal steps of the default edition.
impl Default for Steps {
    fn default() -> Self {
        Self::literal(Edition::default())
    }
}

/// Makes [`Step`], [`Replacement`] and the table from those of each document.
macro_rules! of_documents {
    ($($document:ident: $Document:ident $(($($is:tt)*))?,)*) => {
        /// The name of a step, by document.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Step {
            $(
                #[doc = concat!("A step of [`", stringify!($document), "`](documents::", stringify!($document), ").")]
                $Document(documents::$document::Step),
            )*
        }

        impl Step {
            /// Number of steps.
            pub const NUMBER: usize = 0 $(+ documents::$document::Step::ALL.len())*;

            /// Every step, in the order of the documents.
            pub fn all() -> impl Iterator<Item = Self> {
                let all = std::iter::empty();
                $(let all = all.chain(documents::$document::Step::ALL.iter().copied().map(Self::$Document));)*
                all
            }

            /// Its place among all.
            pub(crate) fn index(self) -> usize {
                let mut before = 0;
                $(
                    if let Self::$Document(step) = self {
                        return before + step as usize;
                    }
                    before += documents::$document::Step::ALL.len();
                )*
                before
            }
        }

        /// The step as its method is called, for example `transpose_order`.
        impl fmt::Display for Step {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$Document(step) => fmt::Debug::fmt(step, f),)*
                }
            }
        }

        /// A function to be called in place of the literal one. Its first argument is the table
        /// that it stands in; by it, it calls other steps and asks for the edition. There is a constructor for
        /// each step, of the step's name.
        #[derive(Clone, Copy, Debug)]
        pub enum Replacement {
            $(
                #[doc = concat!("Of a step of [`", stringify!($document), "`](documents::", stringify!($document), ").")]
                $Document(documents::$document::Replacement),
            )*
        }

        #[allow(unreachable_code, reason = "a document may have no steps of its own")]
        impl Replacement {
            /// The step that is replaced.
            pub fn step(&self) -> Step {
                match self {
                    $(Self::$Document(replacement) => Step::$Document(replacement.step()),)*
                }
            }

            const fn put(&self, table: &mut Table) {
                match self {
                    $(Self::$Document(replacement) => replacement.put(&mut table.$document),)*
                }
            }
        }

        /// The function that takes each step, by document.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct Table {
            $(pub(crate) $document: documents::$document::Table,)*
        }

        impl Table {
            /// The current text.
            const LITERAL: Self = Self {
                $($document: documents::$document::Table::LITERAL,)*
            };
        }
    };
}

documents!(of_documents);

impl Table {
    /// The text of an edition: the current one, with the steps replaced that it takes in another way.
    pub(crate) fn of(edition: Edition) -> &'static Self {
        const V3_1: Table = Table::LITERAL;
        const V3_0: Table = V3_1.with(editions::v3_0::REPLACEMENTS);
        const DRAFT: Table = V3_0.with(editions::draft::REPLACEMENTS);
        match edition {
            Edition::V3_1 => &V3_1,
            Edition::V3_0 => &V3_0,
            Edition::Draft => &DRAFT,
        }
    }

    const fn with(mut self, replacements: &[Replacement]) -> Self {
        let mut at = 0;
        while at < replacements.len() {
            replacements[at].put(&mut self);
            at += 1;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::Endian;
    use crate::chunk_key::Separator;
    use crate::{ChunkArray, DataType, Element};

    /// A rival is noted only where what it replaces gives something else, also inside other steps.
    #[test]
    fn a_probe_tells_who_gives_something_else() {
        let big = [Replacement::default_endian(|_| Endian::Big)];
        let little = [Replacement::default_endian(|_| Endian::Little)];
        let panics = [Replacement::default_key(|_, _, _| panic!("not noted"))];
        let writes = [Replacement::write_chunk(|_, _, _, _, _| Ok(()))];
        let probe = Probe::new(Edition::Draft, &[&big, &little, &panics, &writes]);
        let steps = Steps::literal(Edition::Draft).probed(&probe);
        let chain = steps
            .chain(&[], DataType::UINT16, &[], &Element::Bits(0))
            .unwrap();
        assert!(probe.take().is_empty());
        steps.decode(&chain, &[1, 2]).unwrap();
        assert_eq!(probe.take(), [0]);
        assert!(probe.take().is_empty());
        steps.default_key(&[1], Separator::Dot);
        assert_eq!(probe.take(), [2]);
    }

    /// A replaced step takes effect where another step calls it, and nowhere else.
    #[test]
    fn only_the_replaced_step_changes() {
        let big = [Replacement::default_endian(|_| Endian::Big)];
        assert_eq!(
            big[0].step(),
            Step::Endian(documents::endian::Step::default_endian)
        );
        let literal = Steps::literal(Edition::Draft);
        let steps = literal.clone().with(&big);
        let chunk = ChunkArray {
            data_type: DataType::UINT16,
            shape: vec![],
            elements: vec![Element::Bits(0x0102)],
        };
        let encoded = |steps: &Steps| {
            let chain = steps
                .chain(&[], DataType::UINT16, &[], &Element::Bits(0))
                .unwrap();
            steps.encode(&chain, &chunk).unwrap()
        };
        assert_eq!(encoded(&steps), [1, 2]);
        assert_eq!(encoded(&literal), [2, 1]);
        assert_eq!(steps.default_key(&[1], Separator::Dot), "c.1");
    }
}
