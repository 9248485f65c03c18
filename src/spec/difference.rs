//! Finds what became of each recorded piece of a document.

use std::collections::BTreeSet;
use std::fmt;

use super::pieces::{Piece, escaped};
use super::record::RecordedPiece;
use super::sentences::{Standing, has_key_word};

/// One difference between a document and its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What became of the piece.
    pub change: Change,
    /// Id of the requirement whose sentence it is; absent where it has none.
    pub requirement: Option<String>,
    /// Ids of the errata that quote it.
    pub errata: Vec<String>,
    /// What was recorded; absent where it is new.
    pub recorded: Option<RecordedPiece>,
    /// What is there now; absent where it is gone.
    pub found: Option<Piece>,
}

/// What became of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// Other words in its place.
    Changed,
    /// The same words in another section, or before what they were after.
    Moved,
    /// The same words in the same place, but as something else: a sentence of a note now, or of a
    /// section that is not normative.
    Restated,
    /// Nothing in its place.
    Gone,
    /// Words that were not recorded.
    New,
}

impl Change {
    /// As the report says it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Moved => "moved",
            Self::Restated => "restated",
            Self::Gone => "gone",
            Self::New => "new",
        }
    }
}

/// What differs between the pieces of a document and what was recorded: first what became of recorded
/// pieces, in their order, then what is new. Requirements and errata are not looked up.
pub fn differences(recorded: &[RecordedPiece], found: &[Piece]) -> Vec<Difference> {
    let mut comparison = Comparison::new(recorded, found);
    comparison.pair_in_order();
    let in_order = comparison.pairs.clone();
    comparison.pair_anywhere(|recorded, found| recorded.section == found.section);
    comparison.pair_anywhere(|_, _| true);
    let equal_words = comparison.pairs.clone();
    comparison.pair_between(&in_order);
    let mut differences = Vec::new();
    for (at, piece) in recorded.iter().enumerate() {
        let now = comparison.pairs[at].map(|now| &found[now]);
        let change = match now {
            None => Change::Gone,
            Some(_) if equal_words[at].is_none() => Change::Changed,
            Some(_) if in_order[at].is_none() => Change::Moved,
            Some(now) if (&now.kind, now.standing) != (&piece.kind, piece.standing) => {
                Change::Restated
            }
            Some(_) => continue,
        };
        differences.push(Difference {
            change,
            requirement: None,
            errata: Vec::new(),
            recorded: Some(piece.clone()),
            found: now.cloned(),
        });
    }
    let new = (0..found.len()).filter(|at| !comparison.taken.contains(at));
    differences.extend(new.map(|at| Difference {
        change: Change::New,
        requirement: None,
        errata: Vec::new(),
        recorded: None,
        found: Some(found[at].clone()),
    }));
    differences
}

/// Which recorded piece is which piece of the document.
struct Comparison<'a> {
    recorded: &'a [RecordedPiece],
    found: &'a [Piece],
    /// The found pieces as they would be recorded.
    as_recorded: Vec<RecordedPiece>,
    /// For each recorded piece the index of the found one.
    pairs: Vec<Option<usize>>,
    /// Indices of found pieces that are paired.
    taken: BTreeSet<usize>,
}

/// How many comparisons of two pieces finding the longest common order may take; the documents of
/// the specification take a few hundred thousand after an edit.
const MOST_COMPARISONS: usize = 16_000_000;

impl<'a> Comparison<'a> {
    fn new(recorded: &'a [RecordedPiece], found: &'a [Piece]) -> Self {
        Self {
            recorded,
            found,
            as_recorded: found.iter().map(RecordedPiece::of).collect(),
            pairs: vec![None; recorded.len()],
            taken: BTreeSet::new(),
        }
    }

    fn pair(&mut self, recorded: usize, found: usize) {
        self.pairs[recorded] = Some(found);
        self.taken.insert(found);
    }

    /// Whether the words and the section of two pieces are equal.
    fn equal(&self, recorded: usize, found: usize) -> bool {
        let (recorded, found) = (&self.recorded[recorded], &self.as_recorded[found]);
        recorded.fingerprint == found.fingerprint && recorded.section == found.section
    }

    /// Pairs equal pieces so that most of them keep their order: a longest common subsequence.
    fn pair_in_order(&mut self) {
        let (recorded, found) = (self.recorded.len(), self.found.len());
        let shorter = recorded.min(found);
        let before = (0..shorter).take_while(|&at| self.equal(at, at)).count();
        let after = (0..shorter - before)
            .take_while(|back| self.equal(recorded - 1 - back, found - 1 - back))
            .count();
        for at in 0..before {
            self.pair(at, at);
        }
        for back in 1..=after {
            self.pair(recorded - back, found - back);
        }
        let (rows, columns) = (recorded - before - after, found - before - after);
        if rows.saturating_mul(columns) > MOST_COMPARISONS {
            return;
        }
        // `longest[row][column]`: how many pieces from there on can be paired.
        let mut longest = vec![vec![0_u32; columns + 1]; rows + 1];
        for row in (0..rows).rev() {
            for column in (0..columns).rev() {
                longest[row][column] = if self.equal(before + row, before + column) {
                    longest[row + 1][column + 1] + 1
                } else {
                    longest[row + 1][column].max(longest[row][column + 1])
                };
            }
        }
        let (mut row, mut column) = (0, 0);
        while row < rows && column < columns {
            if self.equal(before + row, before + column) {
                self.pair(before + row, before + column);
                (row, column) = (row + 1, column + 1);
            } else if longest[row + 1][column] >= longest[row][column + 1] {
                row += 1;
            } else {
                column += 1;
            }
        }
    }

    /// Pairs equal words wherever they are, if both places are acceptable.
    fn pair_anywhere(&mut self, acceptable: impl Fn(&RecordedPiece, &Piece) -> bool) {
        for at in 0..self.recorded.len() {
            let recorded = &self.recorded[at];
            let same = self.pairs[at].is_none().then(|| {
                (0..self.found.len()).find(|now| {
                    !self.taken.contains(now)
                        && self.as_recorded[*now].fingerprint == recorded.fingerprint
                        && acceptable(recorded, &self.found[*now])
                })
            });
            if let Some(now) = same.flatten() {
                self.pair(at, now);
            }
        }
    }

    /// Pairs what is left between the same neighbours: other words in the same place. Nothing is
    /// paired with another kind of piece, or across sections unless a title has changed.
    fn pair_between(&mut self, in_order: &[Option<usize>]) {
        let mut first = 0;
        let mut first_found = 0;
        for at in 0..=in_order.len() {
            let anchor = in_order.get(at).copied();
            if anchor == Some(None) {
                continue;
            }
            let end_found = anchor.flatten().unwrap_or(self.found.len());
            for gone in first..at {
                let new = (first_found..end_found).find(|new| {
                    !self.taken.contains(new)
                        && may_replace(&self.recorded[gone], &self.found[*new])
                });
                if let (None, Some(new)) = (self.pairs[gone], new) {
                    self.pair(gone, new);
                    first_found = new + 1;
                }
            }
            (first, first_found) = (at + 1, end_found + 1);
        }
    }
}

/// Whether a piece can be what was made of a recorded one.
fn may_replace(recorded: &RecordedPiece, found: &Piece) -> bool {
    let is_title = recorded.kind == "title";
    recorded.kind == found.kind && (is_title || recorded.section == found.section)
}

impl fmt::Display for Difference {
    /// A line with what was recorded, and one with what is there now, where both tell something.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let change = self.change.name();
        let Some(recorded) = &self.recorded else {
            let Some(found) = &self.found else {
                return Ok(());
            };
            let place = place(&found.section, found.ordinal);
            let (kind, text) = (&found.kind, escaped(&found.text));
            writeln!(f, "  {change} {kind} {place}: {text}")?;
            return key_word_that_does_not_bind(found, f);
        };
        write!(f, "  {change} ")?;
        match &self.requirement {
            Some(id) => write!(f, "{id}")?,
            None => write!(f, "{}", recorded.kind)?,
        }
        writeln!(f, " {}", place(&recorded.section, recorded.ordinal))?;
        for id in &self.errata {
            writeln!(f, "    quoted by contradiction {id}")?;
        }
        let Some(found) = &self.found else {
            return Ok(());
        };
        if self.change == Change::Restated {
            let (was, is) = (recorded.standing.name(), found.standing.name());
            writeln!(
                f,
                "    was {was}, {}; is {is}, {}",
                recorded.kind, found.kind
            )?;
        }
        let place = place(&found.section, found.ordinal);
        writeln!(f, "    now {place}: {}", escaped(&found.text))?;
        if self.change == Change::Changed {
            key_word_that_does_not_bind(found, f)?;
        }
        Ok(())
    }
}

/// A line on a sentence that has a key word and does not bind anybody.
fn key_word_that_does_not_bind(piece: &Piece, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let place = match piece.standing {
        Standing::Normative => return Ok(()),
        Standing::Aside => "a remark",
        Standing::NotNormative => "a section that is not normative",
    };
    if piece.ordinal.is_some() && has_key_word(&piece.text) {
        writeln!(f, "    has a key word, in {place}")?;
    }
    Ok(())
}

/// A place, with control characters escaped.
pub(super) fn place(section: &str, ordinal: Option<usize>) -> String {
    let section = match escaped(section) {
        none if none.is_empty() => "before the title".to_owned(),
        section => section,
    };
    match ordinal {
        Some(ordinal) => format!("({section}, sentence {ordinal})"),
        None => format!("({section})"),
    }
}
