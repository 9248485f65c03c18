//! What is so of the value of a parameter or member, whichever it is.

use serde_json::Value;

/// Characters of a value that is spelled.
const LONGEST: usize = 40;

/// Calls `add` with what is so of a value, each time a phrase that begins with `name`.
pub(super) fn note(name: &str, value: &Value, add: &mut impl FnMut(String)) {
    add(format!("{name} given"));
    let spelled = spelled(value);
    if spelled.chars().count() <= LONGEST {
        add(format!("{name}={spelled}"));
    }
    match value {
        Value::Null => {}
        Value::Bool(_) => add(format!("{name} is true or false")),
        Value::Number(number) => {
            add(format!("{name} is a number"));
            if number.as_f64().is_some_and(|it| it != 0.0) {
                add(format!("{name} is not 0"));
            }
            if number.as_f64().is_some_and(|it| it > 1.0) {
                add(format!("{name} is more than 1"));
            }
            if number.as_f64().is_some_and(|it| it < 0.0) {
                add(format!("{name} is negative"));
            }
        }
        Value::String(text) => {
            add(format!("{name} is a string"));
            if text.starts_with("0x") {
                add(format!("{name} is hexadecimal"));
            }
        }
        Value::Array(entries) => list(name, entries, add),
        Value::Object(members) => {
            add(format!("{name} is an object"));
            add(emptiness(name, members.is_empty()));
        }
    }
}

/// A string as it is where it is a plain word; everything else as JSON.
fn spelled(value: &Value) -> String {
    let is_plain = |it: &char| it.is_ascii_alphanumeric() || "_-.".contains(*it);
    match value {
        Value::String(text) if !text.is_empty() && text.chars().all(|it| is_plain(&it)) => {
            text.clone()
        }
        other => other.to_string(),
    }
}

fn emptiness(name: &str, is_empty: bool) -> String {
    let is_empty = if is_empty { "is empty" } else { "is not empty" };
    format!("{name} {is_empty}")
}

fn list(name: &str, entries: &[Value], add: &mut impl FnMut(String)) {
    add(emptiness(name, entries.is_empty()));
    add(format!("{name} is a list"));
    add(format!("{name} has length {}", entries.len()));
    if entries.iter().any(Value::is_null) {
        add(format!("{name} has a null"));
    }
    let numbers: Option<Vec<u64>> = entries.iter().map(Value::as_u64).collect();
    let Some(numbers) = numbers.filter(|it| it.len() > 1) else {
        return;
    };
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    let is_twice = sorted.windows(2).any(|it| it[0] == it[1]);
    if is_twice {
        add(format!("{name} has an entry twice"));
    }
    let is_ascending = if sorted == numbers { "is" } else { "is not" };
    add(format!("{name} {is_ascending} ascending"));
    if sorted.iter().copied().eq(0..numbers.len() as u64) {
        let at = |it: u64| usize::try_from(it).ok().and_then(|it| numbers.get(it));
        let is_inverse = |(i, it): (u64, &u64)| at(*it) == Some(&i);
        let is = if (0..).zip(&numbers).all(is_inverse) {
            "is"
        } else {
            "is not"
        };
        add(format!("{name} {is} its own inverse"));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(value: &Value) -> Vec<String> {
        let mut all = Vec::new();
        note("a.b", value, &mut |it| all.push(it));
        all.drain(1..).map(|it| it.replace("a.b", "")).collect()
    }

    #[test]
    fn a_value_says_what_is_so_of_it() {
        assert_eq!(of(&json!("big")), ["=big", " is a string"]);
        assert_eq!(of(&json!("a b")), ["=\"a b\"", " is a string"]);
        assert_eq!(
            of(&json!(-1)),
            ["=-1", " is a number", " is not 0", " is negative"]
        );
        let cycle = of(&json!([1, 2, 0]));
        assert_eq!(cycle[4..], [" is not ascending", " is not its own inverse"]);
        let twice = of(&json!([0, 0]));
        assert_eq!(twice[4..], [" has an entry twice", " is ascending"]);
    }
}
