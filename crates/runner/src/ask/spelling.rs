//! What was refused as unsupported, asked again in plainer words: an implementation that accepts
//! these refused a spelling, which is to reject something valid.

use crate::check::Check;
use crate::check::spelling::{Plainer, plainer};
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
        if !matches!(verdict, Verdict::Unsupported { .. }) {
            return Next::Final(verdict);
        }
        let meaning = |document: &[u8]| reader.read(edition, document).ok();
        Self::ask(verdict, plainer(check, &meaning))
    }

    /// What follows from the verdict on the check in other words.
    pub(crate) fn answered(self, in_other_words: &Verdict) -> Next {
        let Verdict::Unsupported { message } = &self.verdict else {
            return Next::Final(self.verdict);
        };
        if !matches!(in_other_words, Verdict::Pass { .. }) {
            return Self::ask(self.verdict, self.rest);
        }
        Next::Final(Verdict::Fail(Box::new(Failure::new(
            FailureKind::RejectedValid,
            format!(
                "acceptance, as of the same in another spelling: {}",
                self.words
            ),
            format!("refused as unsupported: {message}"),
        ))))
    }

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
