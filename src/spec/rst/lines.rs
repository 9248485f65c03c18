//! Lines, their indentation, and runs of them.

/// Number of spaces a line starts with; tabs were replaced before.
pub(super) fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Whether a line has nothing but white space.
pub(super) fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// How many lines from the first are blank or indented by `at_least` spaces; blank lines at the
/// end of the run do not count.
pub(super) fn indented_run(lines: &[String], at_least: usize) -> usize {
    let run = lines
        .iter()
        .take_while(|line| is_blank(line) || indentation(line) >= at_least)
        .count();
    run - lines[..run]
        .iter()
        .rev()
        .take_while(|line| is_blank(line))
        .count()
}

/// The lines without the indentation that they share.
pub(super) fn dedented(lines: &[String]) -> Vec<String> {
    let shared = lines
        .iter()
        .filter(|line| !is_blank(line))
        .map(|line| indentation(line))
        .min()
        .unwrap_or(0);
    lines
        .iter()
        .map(|line| line.get(shared..).unwrap_or("").to_owned())
        .collect()
}

/// Whether a line is one punctuation character repeated, as below a title: at least three times.
pub(super) fn is_adornment(line: &str) -> bool {
    let line = line.trim_end();
    line.len() >= 3
        && line
            .chars()
            .next()
            .is_some_and(|first| first.is_ascii_punctuation() && line.chars().all(|c| c == first))
}

/// White space of any length as one space, none at the ends.
pub(super) fn folded<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<&str> = lines.into_iter().flat_map(str::split_whitespace).collect();
    words.join(" ")
}
