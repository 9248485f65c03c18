//! What was refused as unsupported, asked again in plainer words: an implementation that accepts
//! these refused a spelling, which is to reject something valid. What is offered and refused as unsupported is asked of
//! arrays of other ranks: an implementation that has it for one of these did not claim it falsely.

use crate::check::honesty::claims::of_other_ranks;
use crate::check::spelling::{Plainer, plainer};
use crate::check::{Check, Expected};
use crate::judge::reader::WrittenReader;
use crate::judge::verdict::{Failure, FailureKind, Verdict};
use zarr_conform_terms::Edition;

/// A check that was refused as unsupported, and the words in which it is still to be asked.
pub(crate) struct RefusedSpelling {
    verdict: Verdict,
    /// What is asked now, for people.
    words: String,
    rest: Vec<Plainer>,
}

/// What follows from the verdict on a check.
pub(crate) enum Next {
    /// This is the verdict.
    Final(Verdict),
    /// The check is to be asked in these words.
    Ask(Box<Check>, RefusedSpelling),
}

impl RefusedSpelling {
    /// What follows from the first verdict on a check.
    pub(crate) fn after(
        check: &Check,
        verdict: Verdict,
        reader: &dyn WrittenReader,
        edition: Edition,
    ) -> Next {
        let others = match &verdict {
            Verdict::Unsupported { .. } => {
                let meaning = |document: &[u8]| reader.read(edition, document).ok();
                plainer(check, &meaning)
            }
            Verdict::Fail(failure) if is_claim(check, failure) => of_other_ranks(check, edition),
            _ => return Next::Final(verdict),
        };
        Self::ask(verdict, others)
    }

    /// What follows from the verdict on the check in other words.
    pub(crate) fn answered(self, in_other_words: &Verdict) -> Next {
        if !matches!(in_other_words, Verdict::Pass { .. }) {
            return Self::ask(self.verdict, self.rest);
        }
        let message = match &self.verdict {
            Verdict::Unsupported { message } => message,
            Verdict::Fail(failure) => {
                return Next::Final(Verdict::Unsupported {
                    message: format!("{}; done with {}", failure.found, self.words),
                });
            }
            _ => return Next::Final(self.verdict),
        };
        Next::Final(Verdict::Fail(Box::new(Failure::new(
            FailureKind::RejectedValid,
            format!(
                "acceptance, as of the same in another spelling: {}",
                self.words
            ),
            format!("refused as unsupported: {message}"),
        ))))
    }

    /// Asks the last of these.
    fn ask(verdict: Verdict, mut rest: Vec<Plainer>) -> Next {
        match rest.pop() {
            None => Next::Final(verdict),
            Some(Plainer { check, words }) => {
                let refused = Self {
                    verdict,
                    words,
                    rest,
                };
                Next::Ask(Box::new(check), refused)
            }
        }
    }
}

/// Whether a check is about what is offered, and failed since that is refused as unsupported.
fn is_claim(check: &Check, failure: &Failure) -> bool {
    matches!(check.expected, Expected::Claimed(_)) && failure.kind == FailureKind::FalseClaim
}
