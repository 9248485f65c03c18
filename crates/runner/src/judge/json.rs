//! When JSON values say the same.

use serde_json::{Number, Value};

/// Whether two JSON values are the same: objects without order, numbers by their value, integers exactly.
pub fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let is_in = |(name, value)| other.get(name).is_some_and(|it| is_same(value, it));
            one.len() == other.len() && one.iter().all(is_in)
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| is_same(a, b))
        }
        (Value::Number(one), Value::Number(other)) => is_same_number(one, other),
        _ => one == other,
    }
}

/// An integer is the same as a number with a fraction of zero. Integers are compared exactly.
fn is_same_number(one: &Number, other: &Number) -> bool {
    match (one.as_i128(), other.as_i128()) {
        (Some(one), Some(other)) => one == other,
        (None, None) => one.as_f64() == other.as_f64(),
        (Some(integer), None) => is_integer(other.as_f64(), integer),
        (None, Some(integer)) => is_integer(one.as_f64(), integer),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a number beyond every integer is cut, and then another one; fractions are not integers"
)]
fn is_integer(number: Option<f64>, integer: i128) -> bool {
    number.is_some_and(|it| it.fract() == 0.0 && it as i128 == integer)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::{Value, json};

    use super::*;

    #[rstest]
    #[case::order(json!({"a": 1, "b": [2]}), json!({"b": [2], "a": 1}), true)]
    #[case::missing(json!({"a": null}), json!({}), false)]
    #[case::fraction_of_zero(json!(1), json!(1.0), true)]
    #[case::exact(json!(9_007_199_254_740_993_u64), json!(9_007_199_254_740_992_u64), false)]
    #[case::through_binary64(json!(9_007_199_254_740_993_u64), json!(9_007_199_254_740_992.0), false)]
    #[case::fraction(json!(1), json!(1.5), false)]
    #[case::number_and_text(json!(1), json!("1"), false)]
    fn values_are_compared_exactly(
        #[case] one: Value,
        #[case] other: Value,
        #[case] expected: bool,
    ) {
        assert_eq!(is_same(&one, &other), expected);
        assert_eq!(is_same(&other, &one), expected);
    }
}
