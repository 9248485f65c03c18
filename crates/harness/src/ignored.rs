//! Why tests were ignored, in groups.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use zarr_conform_runner::text::{counted, line, shared_reason};

/// Characters of a reason.
const REASON: usize = 160;
/// Reasons that are listed; the rest is counted together.
const LISTED: usize = 12;

/// How many tests were ignored for each reason.
#[derive(Debug, Default)]
pub(crate) struct Ignored(BTreeMap<String, u64>);

impl Ignored {
    /// Counts one more test that was ignored for this reason.
    pub(crate) fn note(&mut self, reason: &str) {
        let reason = line(&shared_reason(reason), REASON);
        *self.0.entry(reason).or_default() += 1;
    }

    /// Writes the reasons, the most frequent first; nothing where no test was ignored for a reason.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        let mut reasons: Vec<(&String, u64)> = self.0.iter().map(|(it, n)| (it, *n)).collect();
        reasons.sort_by_key(|(_, number)| Reverse(*number));
        let all = counted(self.0.values().sum(), "test");
        writeln!(out, "\nignored, by reason: {all}")?;
        for (reason, number) in reasons.iter().take(LISTED) {
            writeln!(out, "  {number:>6}  {reason}")?;
        }
        match reasons.iter().skip(LISTED).map(|(_, number)| number).sum() {
            0_u64 => Ok(()),
            more => writeln!(out, "  {more:>6}  for other reasons"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(reasons: &[&str]) -> String {
        let mut ignored = Ignored::default();
        for reason in reasons {
            ignored.note(reason);
        }
        let mut text = Vec::new();
        ignored.write(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn equal_reasons_are_counted_together_and_the_most_frequent_comes_first() {
        let reasons = ["no read", "twin a/b#read failed", "twin a/c#read failed"];
        let expected =
            "\nignored, by reason: 3 tests\n       2  twin … failed\n       1  no read\n";
        assert_eq!(written(&reasons), expected);
        assert_eq!(written(&[]), "");
    }

    #[test]
    fn rare_reasons_are_counted_and_not_listed() {
        let reasons: Vec<String> = (0..LISTED + 3).map(|it| format!("reason {it}")).collect();
        let reasons: Vec<&str> = reasons.iter().map(String::as_str).collect();
        assert!(written(&reasons).ends_with("       3  for other reasons\n"));
    }
}
