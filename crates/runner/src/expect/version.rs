//! Versions of implementations, compared leniently, and ranges of them.
//!
//! Projects spell versions in many ways: `3.1.6`, `0.23.14`, `3.13.0dev`, `1.2.3.post1`, `v4`,
//! `2.0.0-rc.1+build5`. Any text that holds a digit is a version here:
//!
//! - White space around it, a leading `v`, and everything from the first `+` on say nothing.
//! - The leading numbers are the release. Missing ones count as 0, so `3.1` is `3.1.0`.
//! - A word after them makes a pre-release, which comes before the release: `dev`, `snapshot` and
//!   `nightly` first, then `a` or `alpha`, `b` or `beta`, other words in the order of the alphabet,
//!   and `c`, `rc`, `pre` or `preview` last.
//! - The words `post`, `rev`, `r`, `patch` and `p` come after the release instead.
//! - Upper and lower case are the same; other characters only separate.

use std::cmp::Ordering;
use std::fmt;

/// A version that can be compared.
#[derive(Clone, Debug)]
struct Version {
    /// The leading numbers, without zeros at the end.
    release: Vec<Number>,
    /// What follows, from the first word on.
    rest: Vec<Part>,
}

/// A number of any length: its digits without zeros in front.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Number(String);

impl Number {
    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.0.len(), &self.0).cmp(&(other.0.len(), &other.0))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A part after the release, in the order in which versions are compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Development,
    Alpha,
    Beta,
    Word(String),
    Candidate,
    /// Nothing follows, or zero.
    End,
    Post,
    Number(Number),
}

impl Part {
    fn word(word: &str) -> Self {
        match word {
            "dev" | "snapshot" | "nightly" => Self::Development,
            "a" | "alpha" => Self::Alpha,
            "b" | "beta" => Self::Beta,
            "c" | "rc" | "pre" | "preview" => Self::Candidate,
            "post" | "rev" | "r" | "patch" | "p" => Self::Post,
            other => Self::Word(other.to_owned()),
        }
    }

    fn number(number: Number) -> Self {
        if number.is_zero() {
            Self::End
        } else {
            Self::Number(number)
        }
    }
}

impl Version {
    /// Reads a version; nothing where the text holds no digit.
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let text = text.split('+').next().unwrap_or_default();
        let text = match text.strip_prefix('v') {
            Some(rest) if rest.starts_with(|it: char| it.is_ascii_digit()) => rest,
            _ => text,
        };
        if !text.contains(|it: char| it.is_ascii_digit()) {
            return None;
        }
        let mut version = Self {
            release: Vec::new(),
            rest: Vec::new(),
        };
        for part in runs(text) {
            version.add(part);
        }
        while version.release.last().is_some_and(Number::is_zero) {
            version.release.pop();
        }
        Some(version)
    }

    fn add(&mut self, run: &str) {
        let is_number = run.starts_with(|it: char| it.is_ascii_digit());
        match (is_number, self.rest.is_empty()) {
            (true, true) => self.release.push(number(run)),
            (true, false) => self.rest.push(Part::number(number(run))),
            (false, _) => self.rest.push(Part::word(run)),
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        let zero = Number(String::new());
        let release = padded(&self.release, &other.release, &zero);
        release.then_with(|| padded(&self.rest, &other.rest, &Part::End))
    }
}

fn number(digits: &str) -> Number {
    Number(digits.trim_start_matches('0').to_owned())
}

/// Compares two lists, of which the shorter goes on with `filler`.
fn padded<T: Ord>(left: &[T], right: &[T], filler: &T) -> Ordering {
    let length = left.len().max(right.len());
    (0..length)
        .map(|at| {
            let left = left.get(at).unwrap_or(filler);
            left.cmp(right.get(at).unwrap_or(filler))
        })
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// The runs of digits and the runs of letters of a text.
fn runs(text: &str) -> Vec<&str> {
    let class = |it: char| (it.is_ascii_digit(), it.is_alphabetic());
    let mut runs = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest
            .find(|it| class(it) != class(first))
            .unwrap_or(rest.len());
        if class(first) != (false, false) {
            runs.push(&rest[..end]);
        }
        rest = &rest[end..];
    }
    runs
}

/// Versions between bounds: `>=3.1, <3.2`.
#[derive(Clone, Debug)]
pub struct VersionRange {
    text: String,
    bounds: Vec<(Comparator, Version)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparator {
    Below,
    AtMost,
    Exactly,
    AtLeast,
    Above,
}

/// The comparators, the longer before those that they begin with.
const COMPARATORS: [(&str, Comparator); 5] = [
    ("<=", Comparator::AtMost),
    (">=", Comparator::AtLeast),
    ("<", Comparator::Below),
    (">", Comparator::Above),
    ("=", Comparator::Exactly),
];

/// Why a text is not a range of versions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {part:?} in the range {range:?}, expected {expected}")]
pub struct RangeError {
    range: String,
    part: String,
    expected: &'static str,
}

/// Which of two versions is earlier; one without a digit is earlier than all others.
pub fn compare_versions(a: &str, b: &str) -> Ordering {
    match (Version::parse(a), Version::parse(b)) {
        (Some(a), Some(b)) => a.compare(&b),
        (a, b) => a.is_some().cmp(&b.is_some()),
    }
}

impl VersionRange {
    /// Reads comparisons with versions, of which all must hold, with commas between them.
    pub fn parse(text: &str) -> Result<Self, RangeError> {
        let bounds = text.split(',').map(|part| {
            bound(part.trim()).map_err(|expected| RangeError {
                range: text.to_owned(),
                part: part.trim().to_owned(),
                expected,
            })
        });
        Ok(Self {
            bounds: bounds.collect::<Result<_, _>>()?,
            text: text.to_owned(),
        })
    }

    /// Whether a version lies in the range; one without any digit lies in none.
    pub fn contains(&self, version: &str) -> bool {
        let Some(version) = Version::parse(version) else {
            return false;
        };
        self.bounds.iter().all(|(comparator, bound)| {
            let order = version.compare(bound);
            match comparator {
                Comparator::Below => order.is_lt(),
                Comparator::AtMost => order.is_le(),
                Comparator::Exactly => order.is_eq(),
                Comparator::AtLeast => order.is_ge(),
                Comparator::Above => order.is_gt(),
            }
        })
    }
}

fn bound(part: &str) -> Result<(Comparator, Version), &'static str> {
    let found = COMPARATORS
        .into_iter()
        .find_map(|(sign, comparator)| Some((comparator, part.strip_prefix(sign)?)));
    let Some((comparator, version)) = found else {
        return Err("one of <, <=, =, >=, > and a version, such as \">=3.1, <3.2\"");
    };
    let is_version = |text: &str| {
        text.chars()
            .all(|it| it.is_alphanumeric() || ".-_+".contains(it))
    };
    match Version::parse(version) {
        Some(parsed) if is_version(version.trim()) => Ok((comparator, parsed)),
        _ => Err("a version after the comparison, such as 3.1"),
    }
}

impl fmt::Display for VersionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    /// Each version is below the next.
    #[test]
    fn versions_are_in_order() {
        let ascending = [
            "0",
            "0.9",
            "0.23.14",
            "1.2.3.dev1",
            "1.2.3a1",
            "1.2.3-alpha.2",
            "1.2.3b1",
            "1.2.3-canary",
            "1.2.3rc1",
            "1.2.3rc2",
            "1.2.3",
            "1.2.3.post1",
            "1.2.3.1",
            "1.2.10",
            "3.13.0dev",
            "v3.13",
            "v4",
            "99999999999999999999",
            "100000000000000000000",
        ];
        for (at, left) in ascending.iter().enumerate() {
            for (other, right) in ascending.iter().enumerate() {
                let [left, right] = [left, right].map(|it| Version::parse(it).unwrap());
                assert_eq!(left.compare(&right), at.cmp(&other), "{left:?} {right:?}");
            }
        }
    }

    #[rstest]
    #[case::zero_left_out("3.1", "3.1.0")]
    #[case::letter_v("v4", "4.0.0")]
    #[case::build_metadata("3.1.6+g12ab", "3.1.6")]
    #[case::post_release("1.2.0.post1", "1.2.post1")]
    #[case::release_candidate("2.0.0-RC.1", "2.0.0rc1")]
    #[case::development_release("1.0dev", "1.0.dev0")]
    #[case::spaces_and_leading_zero(" 03.01 ", "3.1")]
    fn spellings_of_the_same_version(#[case] left: &str, #[case] right: &str) {
        let [left, right] = [left, right].map(|it| Version::parse(it).unwrap());
        assert_eq!(left.compare(&right), Ordering::Equal, "{left:?} {right:?}");
    }

    #[rstest]
    #[case::within(">=3.1, <3.2", "3.1.6", true)]
    #[case::at_the_excluded_end(">=3.1, <3.2", "3.2.0", false)]
    #[case::candidate_of_the_excluded_end(">=3.1, <3.2", "3.2.0rc1", true)]
    #[case::candidate_of_the_included_start(">=3.1", "3.1.0rc1", false)]
    #[case::equal_but_for_zeros("=3.1", "3.1.0", true)]
    #[case::not_equal("=3.1", "3.1.1", false)]
    #[case::equal_but_for_the_letter_v("<=3", "v3", true)]
    #[case::greater(">3", "3.0.1", true)]
    #[case::no_number_of_a_version(">=0", "unknown", false)]
    #[case::no_version("<1", "", false)]
    fn ranges(#[case] range: &str, #[case] version: &str, #[case] expected: bool) {
        assert_eq!(
            VersionRange::parse(range).unwrap().contains(version),
            expected
        );
    }

    #[rstest]
    #[case::bare("3.1", "\"3.1\"")]
    #[case::empty("", "\"\"")]
    #[case::comma(">=3.1,", "\"\"")]
    #[case::no_version(">=", "\">=\"")]
    #[case::no_digit(">=latest", "\">=latest\"")]
    #[case::no_comma(">=3.1 <3.2", "\">=3.1 <3.2\"")]
    #[case::other_sign("~3.1", "\"~3.1\"")]
    #[case::two_signs("==3.1", "\"==3.1\"")]
    fn malformed_ranges(#[case] range: &str, #[case] told: &str) {
        let error = VersionRange::parse(range).unwrap_err().to_string();
        assert!(error.contains(&format!("found {told}")), "{error}");
        assert!(error.contains(&format!("{range:?}")), "{error}");
    }

    proptest! {
        /// What an implementation says of itself may be any text.
        #[test]
        fn any_text_is_compared(left in any::<String>(), right in "[v0-9a-z.+-]{0,12}") {
            let range = VersionRange::parse(">=1").unwrap();
            range.contains(&left);
            if let (Some(left), Some(right)) = (Version::parse(&left), Version::parse(&right)) {
                prop_assert_eq!(left.compare(&right), right.compare(&left).reverse());
            }
        }
    }
}
