//! Hints to authors of adapters: what is perhaps not the library's fault.

use crate::check::id::CheckId;
use crate::judge::verdict::{FailureKind, Verdict};
use crate::run::diagnosis::Diagnosis;
use crate::run::event::CheckResult;
use crate::tell::text::{counted, line};

/// Words by which a message says that something is lacking, not wrong.
const LACKING: [&str; 10] = [
    "not supported",
    "unsupported",
    "not implemented",
    "not yet implemented",
    "not yet supported",
    "does not support",
    "doesn't support",
    "no support for",
    "unknown codec",
    "codec not available",
];
/// Characters of a message in the hint.
const SHOWN: usize = 120;

/// Valid inputs that were refused as `invalid`, in words that say that something is not supported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SaidInvalid {
    /// The checks, and what was said, as far as it is shown.
    said: Vec<(CheckId, String)>,
}

impl SaidInvalid {
    /// Takes note of a result.
    pub fn note(&mut self, result: &CheckResult) {
        let Verdict::Fail(failure) = &result.verdict else {
            return;
        };
        let words = failure.found.strip_prefix("refused as invalid: ");
        let words = words.filter(|_| failure.kind == FailureKind::RejectedValid);
        if let Some(words) = words.filter(|it| says_lacking(it)) {
            self.said.push((result.check.clone(), line(words, SHOWN)));
        }
    }

    /// The hint in one line; nothing where there is no reason for it. What a misreading explains is wrong, whatever
    /// the library says: as unsupported it would be hidden.
    pub fn hint(&self, diagnosis: &Diagnosis) -> Option<String> {
        let causes = &diagnosis.explanations;
        let is_explained = |check: &CheckId| causes.iter().any(|it| it.checks.contains(check));
        let mut left = self.said.iter().filter(|(check, _)| !is_explained(check));
        let (_, first) = left.next()?;
        let number = 1 + left.count() as u64;
        let refusals = counted(number, "refusal");
        let say = if number == 1 { "says" } else { "say" };
        Some(format!(
            "hint: {refusals} of kind invalid that no misreading explains {say} that something is not supported ({first}); \
             what a library lacks is of kind unsupported, see \"Errors\" in docs/adapters.md"
        ))
    }
}

fn says_lacking(words: &str) -> bool {
    let words = words.to_lowercase();
    LACKING.iter().any(|it| words.contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Operation;
    use crate::judge::verdict::Failure;
    use crate::run::diagnosis::Explanation;
    use zarr_conform_vectors::Level;

    fn refused(kind: FailureKind, found: &str) -> CheckResult {
        CheckResult {
            check: "a/b/c#open".to_owned().into(),
            operation: Operation::Open,
            level: Level::Must,
            concern: crate::check::Concern::RightData,
            requirements: Vec::new(),
            premise: None,
            comment: String::new(),
            verdict: Verdict::Fail(Box::new(Failure::new(kind, "acceptance", found))),
            input: None,
        }
    }

    #[test]
    fn a_refusal_that_says_not_supported_gets_a_hint() {
        let mut said = SaidInvalid::default();
        for (kind, found) in [
            (FailureKind::RejectedValid, "refused as invalid: bad order"),
            (
                FailureKind::RejectedValid,
                "refused as internal: not supported",
            ),
            (FailureKind::WrongData, "refused as invalid: not supported"),
        ] {
            said.note(&refused(kind, found));
            assert_eq!(said.hint(&Diagnosis::default()), None, "{found}");
        }
        let words = "refused as invalid: Codec transpose is Not Supported\nyet";
        said.note(&refused(FailureKind::RejectedValid, words));
        said.note(&refused(
            FailureKind::RejectedValid,
            "refused as invalid: NotImplementedError: not implemented",
        ));
        let words = "refused as invalid: ValueError: codec not available: 'lz4'";
        said.note(&refused(FailureKind::RejectedValid, words));
        let hint = said.hint(&Diagnosis::default()).unwrap();
        assert!(
            hint.starts_with("hint: 3 refusals of kind invalid"),
            "{hint}"
        );
        assert!(
            hint.contains(r"(Codec transpose is Not Supported\nyet)"),
            "{hint}"
        );
        let explained = Explanation {
            checks: vec!["a/b/c#open".to_owned().into()],
            ..Explanation::default()
        };
        let diagnosis = Diagnosis {
            explanations: vec![explained],
            ..Diagnosis::default()
        };
        assert_eq!(said.hint(&diagnosis), None);
    }
}
