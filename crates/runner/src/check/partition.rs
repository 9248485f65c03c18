//! A share of the checks, so that several machines judge one implementation together.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Share `number` of `of`; `1 <= number <= of`. Which checks it has depends only on their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Partition {
    number: NonZeroU64,
    of: NonZeroU64,
}

/// Text that names no share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {0:?}, expected a number from 1, a slash and how many shares there are, as in 2/5")]
pub struct PartitionError(String);

impl Partition {
    /// Which share, from 1.
    pub fn number(self) -> u64 {
        self.number.get()
    }

    /// How many shares there are.
    pub fn of(self) -> u64 {
        self.of.get()
    }

    /// Whether the check belongs to the share: the first eight bytes of the SHA-256 of its id, as
    /// a big-endian number, leave the remainder `number - 1` when divided by `of`.
    pub fn has(self, check: &str) -> bool {
        let digest = Sha256::digest(check.as_bytes());
        let first = digest.iter().take(8);
        let number = first.fold(0u64, |number, byte| number << 8 | u64::from(*byte));
        number % self.of == self.number.get() - 1
    }
}

impl FromStr for Partition {
    type Err = PartitionError;

    fn from_str(text: &str) -> Result<Self, PartitionError> {
        let parse = || {
            let (number, of) = text.split_once('/')?;
            let (number, of) = (digits(number)?, digits(of)?);
            (number <= of).then_some(Self { number, of })
        };
        parse().ok_or_else(|| PartitionError(text.to_owned()))
    }
}

/// A number from 1, without a sign.
fn digits(text: &str) -> Option<NonZeroU64> {
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    is_digits.then(|| text.parse().ok()).flatten()
}

impl TryFrom<String> for Partition {
    type Error = PartitionError;

    fn try_from(text: String) -> Result<Self, PartitionError> {
        text.parse()
    }
}

impl From<Partition> for String {
    fn from(partition: Partition) -> Self {
        partition.to_string()
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::empty("")]
    #[case::no_slash("1")]
    #[case::number_zero("0/5")]
    #[case::number_beyond_all("6/5")]
    #[case::of_none("1/0")]
    #[case::signed("+1/5")]
    #[case::two_slashes("1/5/5")]
    #[case::space(" 1/5")]
    #[case::beyond_64_bits("1/99999999999999999999")]
    fn what_is_no_share_is_refused(#[case] text: &str) {
        assert_eq!(
            text.parse::<Partition>(),
            Err(PartitionError(text.to_owned()))
        );
    }

    #[test]
    fn each_check_is_in_one_share() {
        for at in 0..200 {
            let check = format!("a/b/c-{at}#read");
            let shares = (1..=7).map(|number| format!("{number}/7").parse::<Partition>());
            assert_eq!(
                shares.filter(|it| it.as_ref().unwrap().has(&check)).count(),
                1
            );
        }
        assert!("1/1".parse::<Partition>().unwrap().has("a/b/c#read"));
    }

    /// The share of an id is a promise: machines with other versions must agree.
    #[test]
    fn shares_do_not_change() {
        let share = |number: u64| format!("{number}/5").parse::<Partition>().unwrap();
        let of = |check: &str| (1..=5).find(|&number| share(number).has(check));
        // The first eight bytes of the SHA-256 of the id, modulo 5, plus 1.
        assert_eq!(of("a/b/c#read"), Some(1));
        assert_eq!(of("transpose/permutations/distinct-1-2-0#encode"), Some(4));
    }
}
