//! Permitted readings of numbers in metadata: which spellings are integers.

use super::with_numbers;
use crate::error::metadata;
use crate::permitted::{ACCEPTED, Permitted, Tendency};
use crate::steps::Replacement;
use crate::{Json, Result, array_metadata, codecs, regular_grid};

/// The digits of a number that has a fraction or an exponent, and is an integer.
fn integer(spelling: &str) -> Option<Json> {
    if !spelling.contains(['.', 'e', 'E']) {
        return None;
    }
    let (sign, magnitude) = match spelling.strip_prefix('-') {
        Some(magnitude) => ("-", magnitude),
        None => ("", spelling),
    };
    let (significand, exponent) = magnitude.split_once(['e', 'E']).unwrap_or((magnitude, "0"));
    let exponent: i16 = exponent.parse().ok()?;
    if !(-400..=40).contains(&exponent) {
        return None;
    }
    let (before, after) = significand.split_once('.').unwrap_or((significand, ""));
    let digits = format!("{before}{after}");
    let point = i64::try_from(before.len()).ok()? + i64::from(exponent);
    let point = usize::try_from(point).unwrap_or(0);
    let (integer, fraction) = digits.split_at_checked(point).unwrap_or((&digits, ""));
    if fraction.contains(|digit| digit != '0') {
        return None;
    }
    let integer = format!("{integer:0<point$}");
    let integer = match integer.trim_start_matches('0') {
        "" => "0",
        integer => integer,
    };
    Some(Json::Number(format!("{sign}{integer}")))
}

/// The integer that binary64 gives for a number that is not spelled as an integer.
fn integer_in_binary64(spelling: &str) -> Option<Json> {
    if !spelling.contains(['.', 'e', 'E']) {
        return None;
    }
    let value: f64 = spelling.parse().ok()?;
    let is_integer = value.fract() == 0.0 && value.abs() < 2_f64.powi(53);
    is_integer.then(|| Json::Number(format!("{value:.0}")))
}

/// `-0` as 0.
fn without_sign(spelling: &str) -> Option<Json> {
    (spelling == "-0").then(|| Json::Number("0".to_owned()))
}

/// The value with its numbers that are integers spelled as such.
fn integers(value: &Json) -> Json {
    with_numbers(value, &integer)
}

fn in_binary64(value: &Json) -> Json {
    with_numbers(value, &integer_in_binary64)
}

fn unsigned(value: &Json) -> Json {
    with_numbers(value, &without_sign)
}

/// An entry of a codec list with its numbers in another spelling, and with those of the lists within it. Parameters of
/// `scale_offset` are not among them: they have the forms of fill values, whose spelling has sentences of its own.
fn of_codec(entry: &Json, other: &dyn Fn(&str) -> Option<Json>) -> Json {
    let name = entry.member("name").and_then(Json::as_str);
    match entry {
        Json::Object(_) if name == Some("scale_offset") => entry.clone(),
        Json::Object(members) => {
            let each = members.iter();
            let each = each.map(|(name, value)| (name.clone(), of_codec(value, other)));
            Json::Object(each.collect())
        }
        Json::Array(values) => Json::Array(values.iter().map(|it| of_codec(it, other)).collect()),
        _ => with_numbers(entry, other),
    }
}

/// Refuses lengths that binary64 does not count one by one.
fn counted(lengths: Vec<u64>) -> Result<Vec<u64>> {
    if lengths.iter().any(|length| *length >= 1 << 53) {
        return metadata(format!(
            "found lengths {lengths:?}, expected less than 2^53"
        ));
    }
    Ok(lengths)
}

pub(crate) const LIST: &[Permitted] = &[
    Permitted {
        name: "integers-by-value",
        open: "integers-with-fraction",
        does: "treats a number such as 1.0 or 1e0 as an integer",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[
            Replacement::zarr_format(|_, value| array_metadata::zarr_format(&integers(value))),
            Replacement::shape(|_, value| array_metadata::shape(&integers(value))),
            Replacement::data_type(|steps, value| {
                array_metadata::data_type(steps, &integers(value))
            }),
            Replacement::chunk_shape(|_, value| regular_grid::chunk_shape(&integers(value))),
            Replacement::codec(|steps, entry, decoded| {
                codecs::codec(steps, &of_codec(entry, &integer), decoded)
            }),
        ],
    },
    Permitted {
        name: "integers-in-binary64",
        open: "numbers-beyond-binary64",
        does: "reads numbers with a fraction or an exponent as binary64, also where it needs an integer",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[
            Replacement::zarr_format(|_, value| array_metadata::zarr_format(&in_binary64(value))),
            Replacement::shape(|_, value| array_metadata::shape(&in_binary64(value))),
            Replacement::chunk_shape(|_, value| regular_grid::chunk_shape(&in_binary64(value))),
        ],
    },
    Permitted {
        name: "minus-zero-is-a-length",
        open: "sign-of-an-integer-zero",
        does: "treats -0 as 0 in a length, in an order and in a level",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[
            Replacement::shape(|_, value| array_metadata::shape(&unsigned(value))),
            Replacement::chunk_shape(|_, value| regular_grid::chunk_shape(&unsigned(value))),
            Replacement::codec(|steps, entry, decoded| {
                codecs::codec(steps, &of_codec(entry, &without_sign), decoded)
            }),
        ],
    },
    Permitted {
        name: "lengths-within-binary64",
        open: "integers-beyond-64-bits",
        does: "refuses lengths from 2^53 on",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[
            Replacement::shape(|_, value| counted(array_metadata::shape(value)?)),
            Replacement::chunk_shape(|_, value| counted(regular_grid::chunk_shape(value)?)),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[rstest::rstest]
    #[case("3.0", Some("3"))]
    #[case("30e-1", Some("3"))]
    #[case("0.02E+2", Some("2"))]
    #[case("1e3", Some("1000"))]
    #[case("-1.0", Some("-1"))]
    #[case("1.5", None)]
    #[case("15e-2", None)]
    #[case("3.00000000000000000000000000001", None)]
    #[case("1e99999", None)]
    #[case("3", None)]
    fn integers_are_found_by_value(#[case] spelling: &str, #[case] expected: Option<&str>) {
        let expected = expected.map(|it| Json::Number(it.to_owned()));
        assert_eq!(integer(spelling), expected);
    }
}
