//! Expected and found bytes side by side, in elements where they are elements.

use zarr_conform_runner::{Check, Difference, Elements, Expected, ExpectedChunk, ExpectedRead};
use zarr_conform_terms::HexElements;
use zarr_conform_vectors::element::{ElementLayout, coordinates, element_count};
use zarr_conform_vectors::{Content, StoredChunk};

/// The most rows that a page shows.
const ROWS: usize = 24;
/// Bytes of a row.
const ROW_BYTES: usize = 16;

/// Rows of pieces, from the one before the first that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListComparison {
    /// What a piece is, for people.
    pub(super) of: &'static str,
    /// What stands before each row.
    pub(super) places: &'static str,
    pub(super) rows: Vec<Row>,
    /// Rows that are not shown, before and after.
    pub(super) hidden: (usize, usize),
}

/// Some pieces that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Coordinates or offset of the first piece.
    pub(super) place: String,
    pub(super) pieces: Vec<Piece>,
}

/// An element, or a byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) expected: String,
    pub(super) found: String,
    pub(super) likeness: Likeness,
}

/// Whether expected and found are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    Same,
    /// The first piece that differs: the one whose place the report names.
    FirstDifference,
    Differs,
    /// It belongs to a place outside the array, where any value may stand.
    Unused,
}

/// What the difference of a check shows, where the bytes are kept.
pub(super) fn compare(check: &Check, difference: &Difference) -> Option<ListComparison> {
    let expected = &difference.expected_bytes.as_ref()?.0;
    let found = &difference.found_bytes.as_ref()?.0;
    if expected.len() != found.len() || expected.is_empty() {
        return None;
    }
    let compared = match &difference.coordinates {
        Some(_) => of_elements(elements_of(check, difference)?, found)?,
        None => of_bytes(expected, found, &unused_in(check, expected)),
    };
    Some(compared.shortened())
}

/// The elements that were compared: those with these bytes, of which the one at these coordinates
/// is at this offset.
fn elements_of<'a>(check: &'a Check, difference: &Difference) -> Option<&'a Elements> {
    let bytes = difference.expected_bytes.as_ref()?;
    candidates(&check.expected).into_iter().find(|elements| {
        let layout = ElementLayout::of(&elements.of.data_type);
        let at = layout.map(|layout| difference.offset / (layout.bytes() as u64).max(1));
        let place = at.map(|at| place(elements, at));
        elements.bytes.fixed() == Some(bytes) && place == difference.coordinates
    })
}

fn place(elements: &Elements, position: u64) -> Vec<u64> {
    let within = coordinates(&elements.of.shape, position);
    let start = elements.start.iter();
    within
        .iter()
        .zip(start)
        .map(|(within, start)| within.saturating_add(*start))
        .collect()
}

fn candidates(expected: &Expected) -> Vec<&Elements> {
    match expected {
        Expected::Decoded(elements) => vec![elements],
        Expected::Read(_, reads) => reads.iter().flat_map(of_read).collect(),
        Expected::Written(written) | Expected::Created(_, written) => {
            let read = written.read_back.iter().chain(&written.after_each);
            read.collect()
        }
        _ => Vec::new(),
    }
}

fn of_read(read: &ExpectedRead) -> Vec<&Elements> {
    match read {
        ExpectedRead::Whole(elements) => vec![elements],
        ExpectedRead::Regions(regions) => regions.iter().collect(),
    }
}

/// The runs of unused bytes of the chunk with these bytes.
fn unused_in(check: &Check, encoded: &[u8]) -> Vec<(u64, u64)> {
    let chunks: Vec<&StoredChunk> = match &check.expected {
        Expected::Written(written) | Expected::Created(_, written) => {
            written.chunks.iter().filter_map(stored).collect()
        }
        _ => Vec::new(),
    };
    let same = chunks.into_iter().find(|chunk| match &chunk.content {
        Content::Encoded(bytes) | Content::Elements(HexElements::Fixed(bytes)) => {
            *bytes.0 == *encoded
        }
        Content::Elements(HexElements::Variable(_)) => false,
    });
    same.map(|chunk| chunk.unused.clone()).unwrap_or_default()
}

fn stored(chunk: &ExpectedChunk) -> Option<&StoredChunk> {
    match chunk {
        ExpectedChunk::Stored(chunk, _) => Some(chunk),
        ExpectedChunk::Length(..) => None,
    }
}

fn of_elements(elements: &Elements, found: &[u8]) -> Option<ListComparison> {
    let layout = ElementLayout::of(&elements.of.data_type)?;
    let (shape, size) = (&elements.of.shape, layout.bytes());
    let count = usize::try_from(element_count(shape)?).ok()?;
    if size == 0 || count.checked_mul(size) != Some(found.len()) {
        return None;
    }
    let length = shape.last().map_or(1, |&length| length.max(1));
    let length = usize::try_from(length).ok()?;
    let per_row = (ROW_BYTES / size).max(1).min(length);
    let spell = |bytes: &[u8]| layout.spell(bytes).replace("0x", "").replace(", ", "·");
    let pairs: Vec<(&[u8], &[u8])> = elements
        .bytes
        .fixed()?
        .0
        .chunks(size)
        .zip(found.chunks(size))
        .collect();
    let mut rows = Vec::new();
    let mut marks = Marks::default();
    for (run_at, run) in pairs.chunks(length).enumerate() {
        for (row_at, row) in run.chunks(per_row).enumerate() {
            let position = run_at * length + row_at * per_row;
            let pieces = row.iter().map(|(expected, found)| Piece {
                expected: spell(expected),
                found: spell(found),
                likeness: marks.likeness(expected == found, false),
            });
            rows.push(Row {
                pieces: pieces.collect(),
                place: format!("{:?}", place(elements, position as u64)),
            });
        }
    }
    Some(ListComparison {
        of: "elements, most significant byte first",
        places: "from",
        rows,
        hidden: (0, 0),
    })
}

fn of_bytes(expected: &[u8], found: &[u8], unused: &[(u64, u64)]) -> ListComparison {
    let is_unused = |at: usize| {
        let at = at as u64;
        let mut runs = unused.iter();
        runs.any(|&(offset, length)| at >= offset && at - offset < length)
    };
    let pairs: Vec<(u8, u8)> = expected
        .iter()
        .copied()
        .zip(found.iter().copied())
        .collect();
    let mut marks = Marks::default();
    let mut rows = Vec::new();
    for (row_at, row) in pairs.chunks(ROW_BYTES).enumerate() {
        let from = row_at * ROW_BYTES;
        let pieces = row.iter().enumerate().map(|(at, (expected, found))| Piece {
            expected: format!("{expected:02x}"),
            found: format!("{found:02x}"),
            likeness: marks.likeness(expected == found, is_unused(from + at)),
        });
        rows.push(Row {
            pieces: pieces.collect(),
            place: format!("byte {from}"),
        });
    }
    ListComparison {
        of: "encoded bytes",
        places: "from",
        rows,
        hidden: (0, 0),
    }
}

/// Distinguishes the first difference from those after it.
#[derive(Default)]
struct Marks {
    is_one_seen: bool,
}

impl Marks {
    fn likeness(&mut self, is_same: bool, is_unused: bool) -> Likeness {
        match (is_unused, is_same) {
            (true, _) => Likeness::Unused,
            (false, true) => Likeness::Same,
            (false, false) if self.is_one_seen => Likeness::Differs,
            (false, false) => {
                self.is_one_seen = true;
                Likeness::FirstDifference
            }
        }
    }
}

impl ListComparison {
    /// At most [`ROWS`] rows, among them the first that differs.
    fn shortened(mut self) -> Self {
        let is_first = |piece: &Piece| piece.likeness == Likeness::FirstDifference;
        let first = self
            .rows
            .iter()
            .position(|row| row.pieces.iter().any(is_first));
        let from = match first {
            Some(first) if first >= ROWS => first - 1,
            _ => 0,
        };
        let until = self.rows.len().min(from + ROWS);
        self.hidden = (from, self.rows.len() - until);
        self.rows = self.rows.drain(from..until).collect();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::Likeness::{Differs, FirstDifference, Same, Unused};
    use super::*;
    use zarr_conform_runner::{ArrayType, Operation};
    use zarr_conform_vectors::{Content, Level};

    fn check(expected: Expected) -> Check {
        Check {
            id: "a/b#read".into(),
            operation: Operation::Read,
            level: Level::Must,
            needs: zarr_conform_runner::Needs::default(),
            stores: Vec::new(),
            requests: Vec::new(),
            expected,
        }
    }

    fn difference(coordinates: Option<Vec<u64>>, expected: &[u8], found: &[u8]) -> Difference {
        let differs = |(one, other): (&u8, &u8)| one != other;
        let first = expected.iter().zip(found).position(differs).unwrap();
        Difference {
            offset: (first / 2 * 2) as u64,
            coordinates,
            expected: String::new(),
            found: String::new(),
            differing: 1,
            total: 1,
            expected_bytes: Some(expected.to_vec().into()),
            found_bytes: Some(found.to_vec().into()),
        }
    }

    fn likenesses(comparison: &ListComparison) -> Vec<Vec<Likeness>> {
        let of_row = |row: &Row| row.pieces.iter().map(|it| it.likeness).collect();
        comparison.rows.iter().map(of_row).collect()
    }

    #[test]
    fn elements_of_a_region_stand_at_their_coordinates_in_the_array() {
        let expected = [1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0];
        let found = [1, 0, 2, 0, 3, 0, 0, 4, 5, 0, 0, 6];
        let elements = Elements {
            name: "the region".to_owned(),
            of: ArrayType {
                data_type: "int16".into(),
                shape: vec![2, 3],
            },
            start: vec![5, 7],
            bytes: expected.to_vec().into(),
        };
        let read = ExpectedRead::Regions(vec![elements.clone()]);
        let check = check(Expected::Read(elements.of, vec![read]));
        let compared = compare(&check, &difference(Some(vec![6, 7]), &expected, &found)).unwrap();
        let places: Vec<&str> = compared.rows.iter().map(|row| row.place.as_str()).collect();
        assert_eq!(places, ["[5, 7]", "[6, 7]"]);
        let (first, second) = (&compared.rows[0].pieces[1], &compared.rows[1].pieces[0]);
        assert_eq!((&*first.expected, &*first.found), ("0002", "0002"));
        assert_eq!((&*second.expected, &*second.found), ("0004", "0400"));
        assert_eq!(
            likenesses(&compared),
            [[Same, Same, Same], [FirstDifference, Same, Differs]]
        );
        // Elements of another place are not those that were compared.
        assert!(compare(&check, &difference(Some(vec![1, 0]), &expected, &found)).is_none());
    }

    #[test]
    fn unused_bytes_are_no_difference() {
        let chunk = StoredChunk {
            key: "c/0".to_owned(),
            content: Content::Encoded(vec![1, 2, 3, 4].into()),
            unused: vec![(1, 2)],
            may_be_absent: false,
        };
        let of = ArrayType {
            data_type: "uint8".into(),
            shape: vec![4],
        };
        let check = check(Expected::Written(zarr_conform_runner::Written {
            chunks: vec![ExpectedChunk::Stored(chunk, of)],
            read_back: None,
            after_each: Vec::new(),
        }));
        let compared = compare(&check, &difference(None, &[1, 2, 3, 4], &[1, 9, 3, 5])).unwrap();
        assert_eq!(
            likenesses(&compared),
            [[Same, Unused, Unused, FirstDifference]]
        );
    }

    #[test]
    fn long_comparisons_show_the_first_difference() {
        let expected = vec![0; 2048];
        let mut found = expected.clone();
        found[1000] = 1;
        let compared = compare(
            &check(Expected::Accepted),
            &difference(None, &expected, &found),
        );
        let compared = compared.unwrap();
        assert_eq!(compared.rows.len(), ROWS);
        assert_eq!(compared.hidden, (61, 128 - 61 - ROWS));
        assert!(likenesses(&compared)[1].contains(&Likeness::FirstDifference));
    }
}
