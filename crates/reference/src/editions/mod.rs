//! Editions of the specification: each is the next one's text with a few steps replaced.
//!
//! The [documents](crate::documents) have the current text. Which codecs an edition knows, and under which
//! name, is in the `DEFINITION` of each codec.
//!
//! | file | what is in it |
//! |---|---|
//! | `v3_0` | what 3.0 says otherwise than 3.1 |
//! | `draft` | what the drafts of February 2023 say otherwise than 3.0 |
//! | `misreadings` | wrong readings of only the drafts |

pub(crate) mod draft;
mod misreadings;
pub(crate) mod v3_0;

use std::borrow::Cow;

use crate::Edition;
use crate::codecs::Chain;
use crate::misreading::Misreading;
use crate::steps::Steps;

/// Wrong readings of one edition alone.
pub(crate) const MISREADINGS: &[&[Misreading]] = &[misreadings::LIST];

/// The codecs of a chain as an edition applies them.
pub(crate) fn applied<'a>(steps: &Steps, chain: &'a Chain) -> Cow<'a, Chain> {
    match steps.edition() {
        Edition::Draft => Cow::Owned(draft::converted(steps, chain)),
        Edition::V3_0 | Edition::V3_1 => Cow::Borrowed(chain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::Replacement;
    use crate::{Json, misreading};

    /// An edition replaces steps of the text, and a reading those of the edition.
    #[test]
    fn a_reading_wins_over_an_edition_and_begins_with_its_text() {
        let constant = Json::parse(br#"{"order": "F"}"#).unwrap();
        let order = |steps: Steps| steps.transpose_order(&constant, 2).ok();
        assert_eq!(order(Steps::literal(Edition::Draft)), Some(vec![1, 0]));
        assert_eq!(order(Steps::literal(Edition::V3_0)), None);
        let exchanged = misreading::named("c-and-f-exchanged").unwrap();
        assert_eq!(order(exchanged.steps(Edition::Draft)), Some(vec![0, 1]));
        let text = [Replacement::transpose_order(|steps, configuration, n| {
            steps.text().transpose_order(configuration, n)
        })];
        let draft = Steps::literal(Edition::Draft).with(&text);
        assert_eq!(order(draft), Some(vec![1, 0]));
        assert_eq!(order(Steps::literal(Edition::V3_1).with(&text)), None);
    }
}
