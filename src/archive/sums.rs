//! `SHA256SUMS`: one line a file, its SHA-256 in hexadecimal digits, two spaces, and its path, as
//! `sha256sum --check` reads them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// The name of the file.
pub const SUMS: &str = "SHA256SUMS";

/// The SHA-256 of bytes, 64 lower-case hexadecimal digits.
pub(super) fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// The sums of files, by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums(pub BTreeMap<String, String>);

/// A line of `SHA256SUMS` that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{SUMS}, line {line}: found {found:?}, expected 64 digits, two spaces and a path, each path once"
)]
pub struct MalformedSums {
    /// Number of the line, from 1.
    pub line: usize,
    /// The line.
    pub found: String,
}

impl Sums {
    /// The sums of these files.
    pub fn of<'a>(files: impl IntoIterator<Item = (&'a String, &'a Vec<u8>)>) -> Self {
        let sums = files.into_iter();
        Self(
            sums.map(|(path, bytes)| (path.clone(), sha256(bytes)))
                .collect(),
        )
    }

    /// Reads the file.
    ///
    /// # Errors
    /// The first line that is not of the form.
    pub fn parse(text: &str) -> Result<Self, MalformedSums> {
        let mut sums = BTreeMap::new();
        for (at, line) in text.lines().enumerate() {
            let malformed = || MalformedSums {
                line: at + 1,
                found: line.chars().take(200).collect(),
            };
            let (sum, path) = line.split_once("  ").ok_or_else(malformed)?;
            let is_digit = |b: u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
            let is_sum = sum.len() == 64 && sum.bytes().all(is_digit);
            if !is_sum || path.is_empty() || sums.insert(path.to_owned(), sum.to_owned()).is_some()
            {
                return Err(malformed());
            }
        }
        Ok(Self(sums))
    }

    /// The text of the file, sorted by path.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (path, sum) in &self.0 {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{sum}  {path}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_nothing_is_the_published_one() {
        let sums = Sums::of([(&"a b".to_owned(), &Vec::new())]);
        let expected = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a b\n";
        assert_eq!(sums.to_text(), expected);
        assert_eq!(Sums::parse(expected).unwrap(), sums);
    }

    #[rstest::rstest]
    #[case::no_sum("zz")]
    #[case::capital_digits("E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855  a")]
    #[case::no_file("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  ")]
    #[case::one_space("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 a")]
    fn other_lines_are_malformed(#[case] line: &str) {
        assert_eq!(Sums::parse(line).unwrap_err().line, 1);
    }

    #[test]
    fn a_path_stands_once() {
        let line = Sums::of([(&"a".to_owned(), &Vec::new())]).to_text();
        assert_eq!(Sums::parse(&format!("{line}{line}")).unwrap_err().line, 2);
    }
}
