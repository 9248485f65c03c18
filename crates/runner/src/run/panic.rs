//! What a panic says, without the thread and the place that languages print with it.

/// Before the place of a panic of Rust.
const RUST: &str = "panicked at ";
/// Before the message, at the beginning of a line: a panic of Go, and an exception that nothing caught in C++.
const OTHERS: [&str; 2] = ["panic: ", "what():"];
/// What Rust prints below the message.
const BELOW: [&str; 2] = ["note: ", "stack backtrace:"];

/// The first line of the message of the last panic of Rust in a text.
pub(super) fn of_rust(text: &str) -> Option<&str> {
    let (_, rest) = text.rsplit_once(RUST)?;
    // Before Rust 1.73, the message stood in quotes before the place.
    if let Some(quoted) = rest.strip_prefix('\'') {
        let end = quoted.find("', ").or_else(|| quoted.find('\''))?;
        return first_line(&quoted[..end]);
    }
    let (line, below) = rest.split_once('\n').unwrap_or((rest, ""));
    let beside = after_place(line).and_then(first_line);
    let message = beside.or_else(|| first_line(below))?;
    (!BELOW.iter().any(|it| message.starts_with(it))).then_some(message)
}

/// The same of the end of a log, in other languages, too.
pub(crate) fn in_log(log: &str) -> Option<&str> {
    let of_others = || {
        let mut lines = log.lines().rev().map(str::trim);
        let message = lines.find_map(|line| OTHERS.iter().find_map(|it| line.strip_prefix(it)));
        message.and_then(first_line)
    };
    of_rust(log).or_else(of_others)
}

/// What follows a place such as `src/main.rs:10:5:`.
fn after_place(line: &str) -> Option<&str> {
    let colons: Vec<usize> = line.match_indices(':').map(|(at, _)| at).collect();
    let is_number = |from: usize, to: usize| {
        let number = &line[from + 1..to];
        !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit())
    };
    let mut ends = colons.windows(3).filter_map(|it| match it {
        [first, second, third] => {
            (is_number(*first, *second) && is_number(*second, *third)).then_some(*third)
        }
        _ => None,
    });
    ends.next().map(|end| &line[end + 1..])
}

fn first_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::two_lines(
        "\nthread 'main' (7) panicked at src/main.rs:10:5:\nno chunk\nnote: run with",
        Some("no chunk")
    )]
    #[case::one_line(
        "panicked at /a b/main.rs:10:5: no chunk: 1:2:3",
        Some("no chunk: 1:2:3")
    )]
    #[case::windows(
        r"thread 'x' panicked at C:\a\main.rs:10:5:
no chunk",
        Some("no chunk")
    )]
    #[case::quoted(
        "thread 'main' panicked at 'can't read', src/main.rs:10:5",
        Some("can't read")
    )]
    #[case::last(
        "panicked at a.rs:1:1:\nfirst\nthread 'b' panicked at b.rs:2:2:\nsecond",
        Some("second")
    )]
    #[case::several_lines(
        "panicked at a.rs:1:1:\nassertion `left == right` failed\n  left: 1",
        Some("assertion `left == right` failed")
    )]
    #[case::without_a_message("panicked at a.rs:1:1:\n\nnote: run with", None)]
    #[case::nothing_else("panicked at ", None)]
    #[case::none("refused", None)]
    fn the_message_of_a_panic_is_found(#[case] text: &str, #[case] message: Option<&str>) {
        assert_eq!(of_rust(text), message);
    }

    #[rstest]
    #[case::rust(
        "log\nthread 'main' panicked at a.rs:1:1:\nno chunk\n",
        Some("no chunk")
    )]
    #[case::go(
        "log\npanic: runtime error: index out of range\n\ngoroutine 1 [running]:\n",
        Some("runtime error: index out of range")
    )]
    #[case::cpp(
        "terminate called after throwing an instance of 'x'\n  what():  no chunk\n",
        Some("no chunk")
    )]
    #[case::none("warning: a panic: not one\n", None)]
    fn the_message_is_found_in_a_log(#[case] log: &str, #[case] message: Option<&str>) {
        assert_eq!(in_log(log), message);
    }
}
