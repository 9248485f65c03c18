//! The runner: which checks follow from which facts, asking them, and judging the answers.

mod check;
mod compare;
mod derive;
mod judge;
mod verdict;
mod written;
