//! Any offset and scale of which every result is exact, and one that the data type has.

use zarr_conform_reference::DataType;
use zarr_conform_reference::float::{Format, Number};

use crate::case::codec::{Codec, Spelling};
use crate::case::list::Place;
use crate::tape::Tape;

/// Numbers that may be subtracted; the first is the simplest.
const OFFSETS: [i64; 13] = [
    1,
    0,
    -1,
    2,
    3,
    -5,
    7,
    -16,
    100,
    -1000,
    65537,
    1 << 40,
    BEYOND_BINARY64,
];
/// No number of binary64.
const BEYOND_BINARY64: i64 = (1 << 53) + 1;
/// Numbers by which one may multiply.
const SCALES: [i64; 10] = [2, 1, 3, -1, 4, -2, 7, 10, -300, 1 << 33];

/// Between which integers the elements are that a codec is given. All of them are exact in the data type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    least: i64,
    greatest: i64,
}

impl Numbers {
    /// The elements of an array of which results are exact: some on each side of zero, where there are negative ones.
    /// Nothing where the data type is not one of numbers.
    pub(crate) fn of(data_type: DataType) -> Option<Self> {
        let whole = Self::all(data_type)?;
        Some(Self {
            least: whole.least.max(-8),
            greatest: whole.greatest.min(if whole.least < 0 { 7 } else { 15 }),
        })
    }

    /// The integer of a number from 0 to 15; of 0 the simplest.
    pub(crate) fn at(self, number: u64) -> i64 {
        let number = i64::try_from(number).unwrap_or(0) % (self.greatest - self.least + 1);
        if number > self.greatest {
            self.greatest - number
        } else {
            number
        }
    }

    /// All integers of a data type, as far as 64 bits have them, of which none between is left out.
    fn all(data_type: DataType) -> Option<Self> {
        match data_type {
            DataType::Integer(it) => {
                let end = |it: i128| i64::try_from(it).unwrap_or(i64::MAX);
                Some(Self {
                    least: end(*it.range().start()),
                    greatest: end(*it.range().end()),
                })
            }
            // Of a format without zero, no difference is as near to zero as it has to be.
            DataType::Float(_) if data_type != DataType::FLOAT8_E8M0FNU => {
                let format = Format::of(data_type)?;
                let Number::Finite(end) = format.value(format.greatest()) else {
                    return None;
                };
                let end = i64::try_from(end.numerator / end.denominator).unwrap_or(i64::MAX);
                let greatest = end.min(1 << (format.mantissa_bits + 1));
                Some(Self {
                    least: -greatest,
                    greatest,
                })
            }
            _ => None,
        }
    }

    /// What a step makes of the numbers, where the data type has all of it.
    fn by(self, data_type: DataType, step: impl Fn(i64) -> Option<i64>) -> Option<Self> {
        let ends = [step(self.least)?, step(self.greatest)?];
        let whole = Self::all(data_type)?;
        let made = Self {
            least: ends[0].min(ends[1]),
            greatest: ends[0].max(ends[1]),
        };
        (whole.least <= made.least && made.greatest <= whole.greatest).then_some(made)
    }

    fn has(self, number: i64) -> bool {
        (self.least..=self.greatest).contains(&number)
    }
}

pub(super) fn choose(tape: &mut Tape, place: &mut Place<'_>) -> Codec {
    let data_type = place.data_type;
    let has_sign_of_zero = Format::of(data_type).is_some();
    let mut numbers = place.numbers;
    let mut choose = |label, values: &[i64], step: &dyn Fn(i64, i64) -> Option<i64>| {
        let made = |value: i64| {
            let is_parameter = Numbers::all(data_type)?.has(value);
            let numbers = numbers.filter(|_| is_parameter)?;
            numbers.by(data_type, |number| step(number, value))
        };
        // A zero times a negative number is a negative zero.
        let fits = |value: &&i64| {
            made(**value).is_some() && (label != "scale" || !has_sign_of_zero || **value > 0)
        };
        let fitting = values.iter().filter(fits).map(|it| Some(*it));
        let value = tape.one(label, &fitting.chain([None]).collect::<Vec<_>>());
        if let Some(value) = value {
            numbers = made(value);
        }
        value
    };
    let offset = choose("offset", &OFFSETS, &|number, offset| {
        number.checked_sub(offset)
    });
    let scale = choose("scale", &SCALES, &|number, scale| number.checked_mul(scale));
    place.numbers = numbers;
    // Whether it may be only a name is open.
    let spelling = if tape.is("empty configuration", 1, 2) {
        Spelling::Empty
    } else {
        Spelling::Object
    };
    Codec::ScaleOffset {
        offset,
        scale,
        spelling,
    }
}

/// Whether something is not given.
pub(super) fn words(codec: &Codec, _: usize) -> Vec<String> {
    let Codec::ScaleOffset { offset, scale, .. } = codec else {
        return Vec::new();
    };
    let word = match (offset, scale) {
        (Some(_), Some(_)) => "scale_offset",
        (Some(_), None) => "scale_offset without scale",
        (None, Some(_)) => "scale_offset without offset",
        (None, None) => "scale_offset that changes nothing",
    };
    vec![word.to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_data_type() {
        let ends = |data_type| {
            let numbers = Numbers::of(data_type).unwrap();
            let mut all: Vec<i64> = (0..16).map(|it| numbers.at(it)).collect();
            all.sort_unstable();
            (all[0], all[15])
        };
        assert_eq!(ends(DataType::INT8), (-8, 7));
        assert_eq!(ends(DataType::UINT64), (0, 15));
        assert_eq!(ends(DataType::BFLOAT16), (-8, 7));
        assert_eq!(ends(DataType::INT2), (-2, 1));
        assert_eq!(ends(DataType::FLOAT4_E2M1FN), (-4, 4));
        assert_eq!(ends(DataType::FLOAT6_E2M3FN), (-7, 7));
        assert_eq!(Numbers::of(DataType::FLOAT8_E8M0FNU), None);
        assert_eq!(Numbers::of(DataType::BOOL), None);
    }

    #[test]
    fn results_beyond_the_range_are_not_chosen() {
        let numbers = Numbers::of(DataType::UINT8).unwrap();
        assert!(
            numbers
                .by(DataType::UINT8, |it| it.checked_sub(1))
                .is_none()
        );
        assert!(
            numbers
                .by(DataType::UINT8, |it| it.checked_mul(17))
                .is_some()
        );
        assert!(
            numbers
                .by(DataType::UINT8, |it| it.checked_mul(18))
                .is_none()
        );
        assert!(
            numbers
                .by(DataType::BFLOAT16, |it| it.checked_mul(17))
                .is_some()
        );
        assert!(
            numbers
                .by(DataType::BFLOAT16, |it| it.checked_mul(18))
                .is_none()
        );
    }
}
