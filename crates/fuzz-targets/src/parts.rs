//! The form of inputs that have several parts.

/// What stands between two parts; hardly a chunk has it.
const BETWEEN: &[u8] = b"\n\0\n";

/// The first line, without its line feed, and what follows.
pub(crate) fn first_line(input: &[u8]) -> (&[u8], &[u8]) {
    match input.iter().position(|byte| *byte == b'\n') {
        Some(at) => (&input[..at], &input[at + 1..]),
        None => (input, &[]),
    }
}

/// The first byte, 0 where there is none, and what follows.
pub(crate) fn first_byte(input: &[u8]) -> (u8, &[u8]) {
    match input.split_first() {
        Some((first, rest)) => (*first, rest),
        None => (0, input),
    }
}

/// Files: path, zero, bytes, zero, path, and so on, with a line feed before and after each zero.
pub(crate) fn files(mut input: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    while !input.is_empty() {
        let (path, rest) = split(input);
        let (bytes, rest) = split(rest);
        let path = String::from_utf8_lossy(path).into_owned();
        files.push((path, bytes.to_vec()));
        input = rest;
    }
    files
}

fn split(input: &[u8]) -> (&[u8], &[u8]) {
    let at = input.windows(BETWEEN.len()).position(|it| it == BETWEEN);
    match at {
        Some(at) => (&input[..at], &input[at + BETWEEN.len()..]),
        None => (input, &[]),
    }
}

/// The inverse of [`files`], where no file has what stands between them.
pub(crate) fn joined<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let parts = files
        .into_iter()
        .flat_map(|(path, bytes)| [path.as_bytes(), bytes]);
    parts.collect::<Vec<_>>().join(BETWEEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_split_as_they_were_joined() {
        let given = [("a.json", b"{}".as_slice()), ("b", b"\0x")];
        let found = files(&joined(given));
        let found: Vec<_> = found
            .iter()
            .map(|(path, it)| (path.as_str(), &**it))
            .collect();
        assert_eq!(found, given);
    }
}
