//! JSON text that people can read and compare line by line, as vectors are written: what fits into a
//! line stands in one, everything else is spread with two spaces of indentation.

use serde_json::Value;

/// The longest line that is written where it can be helped.
const WIDTH: usize = 100;

/// The text of a JSON value, ending with a line feed.
pub fn pretty(value: &Value) -> String {
    let mut text = String::new();
    write(value, 0, 0, &mut text);
    text.push('\n');
    text
}

/// Writes `value` at a depth of indentation; `before` characters already stand in its line.
fn write(value: &Value, depth: usize, before: usize, text: &mut String) {
    let line = on_one_line(value);
    let fits = 2 * depth + before + line.len() <= WIDTH;
    match value {
        Value::Array(elements) if !fits && !elements.is_empty() => {
            let items = elements.iter().map(|element| (String::new(), element));
            write_items(['[', ']'], items, depth, text);
        }
        Value::Object(members) if !fits && !members.is_empty() => {
            let items = members
                .iter()
                .map(|(name, value)| (format!("{}: ", Value::from(name.as_str())), value));
            write_items(['{', '}'], items, depth, text);
        }
        _ => text.push_str(&line),
    }
}

fn write_items<'a>(
    brackets: [char; 2],
    items: impl Iterator<Item = (String, &'a Value)>,
    depth: usize,
    text: &mut String,
) {
    text.push(brackets[0]);
    for (i, (prefix, value)) in items.enumerate() {
        text.push_str(if i == 0 { "\n" } else { ",\n" });
        text.push_str(&"  ".repeat(depth + 1));
        text.push_str(&prefix);
        write(value, depth + 1, prefix.len() + 1, text);
    }
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
    text.push(brackets[1]);
}

fn on_one_line(value: &Value) -> String {
    match value {
        Value::Array(elements) => {
            let elements: Vec<_> = elements.iter().map(on_one_line).collect();
            format!("[{}]", elements.join(", "))
        }
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| {
                format!("{}: {}", Value::from(name.as_str()), on_one_line(value))
            };
            let members: Vec<_> = members.iter().map(member).collect();
            format!("{{{}}}", members.join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_fits_stands_in_one_line() {
        let value = json!({"a": [1, 2], "long": ["x".repeat(60), "y".repeat(60)]});
        let text = pretty(&value);
        assert!(text.contains("  \"a\": [1, 2],\n"), "{text}");
        assert!(text.contains("    \"yyy"), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
