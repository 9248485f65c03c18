//! Documents that survive being a JSON value, in which the protocol's `create` carries metadata.

use serde_json::Value;

/// The document as a JSON value, where that spells every number as the document does: a value
/// keeps neither every digit of a number nor duplicate names.
pub(super) fn surviving(document: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(document).ok()?;
    let value: Value = serde_json::from_str(text).ok()?;
    (numbers(text) == numbers(&value.to_string())).then_some(value)
}

/// The numbers of a JSON document as they are spelled, in order.
fn numbers(text: &str) -> Vec<String> {
    let mut numbers = Vec::new();
    let mut number = String::new();
    let (mut is_string, mut is_escaped) = (false, false);
    for character in text.chars() {
        if is_string {
            is_string = is_escaped || character != '"';
            is_escaped = !is_escaped && character == '\\';
        } else if is_part(character, &number) {
            number.push(character);
        } else {
            is_string = character == '"';
            if !number.is_empty() {
                numbers.push(std::mem::take(&mut number));
            }
        }
    }
    if !number.is_empty() {
        numbers.push(number);
    }
    numbers
}

/// Letters outside strings are those of `true`, `false` and `null`, unless a number has begun.
fn is_part(character: char, number: &str) -> bool {
    character.is_ascii_digit()
        || character == '-'
        || (!number.is_empty() && matches!(character, '.' | 'e' | 'E' | '+'))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(r#"{"fill_value": 1.5, "shape": [2, 18446744073709551615]}"#, true)]
    #[case(r#"{"a": "0.10 \" 1e5", "b": [true, null, -3]}"#, true)]
    #[case("1", true)]
    #[case("0.10", false)]
    #[case("1e5", false)]
    #[case("-0", false)]
    #[case("[18446744073709551616]", false)]
    #[case("0.1000000000000000055511151231257827", false)]
    #[case(r#"{"a": 1, "a": 1}"#, false)]
    #[case("[1,", false)]
    fn numbers_survive_as_they_are_spelled(#[case] document: &str, #[case] survives: bool) {
        assert_eq!(surviving(document.as_bytes()).is_some(), survives);
    }
}
