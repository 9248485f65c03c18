//! Editions of the specification: each is the next one's text with a few steps replaced.
//!
//! The [documents](crate::documents) have the current text. Which codecs an edition knows, and under which
//! name, is in the `DEFINITION` of each codec; `applied` gives the codecs of a chain with the draft's conversion.
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

/// Wrong readings of only one edition.
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
    use crate::{ChunkArray, DataType, Element, Json, codecs, misreading};

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

    /// The draft's conversion, wherever in a list it comes: what is encoded decodes again, also as a written chunk.
    #[test]
    fn the_draft_converts_arrays_where_no_codec_does() {
        let steps = Steps::literal(Edition::Draft);
        let chunk = ChunkArray {
            data_type: DataType::UINT16,
            shape: vec![1, 2],
            elements: vec![Element::Bits(0x0102), Element::Bits(0x0304)],
        };
        let transpose = r#"{"name": "transpose", "configuration": {"order": [1, 0]}}"#;
        let gzip = r#"{"name": "gzip", "configuration": {"level": 0}}"#;
        let crc32c = r#"{"name": "crc32c"}"#;
        for list in [
            vec![],
            vec![transpose],
            vec![crc32c],
            vec![transpose, gzip],
            vec![transpose, crc32c],
        ] {
            let codecs: Vec<Json> = list
                .iter()
                .map(|it| Json::parse(it.as_bytes()).unwrap())
                .collect();
            let zero = Element::Bits(0);
            let chain = steps
                .chain(&codecs, DataType::UINT16, &[1, 2], &zero)
                .unwrap();
            let encoded = steps.encode(&chain, &chunk).unwrap();
            assert_eq!(steps.decode(&chain, &encoded).unwrap(), chunk, "{list:?}");
            let written = codecs::written::decode(&steps, &chain, &encoded);
            assert_eq!(written.unwrap(), chunk, "{list:?}");
            if list == [crc32c] {
                assert_eq!(encoded[..4], [2, 1, 4, 3]);
                assert_eq!(encoded.len(), 8);
            }
        }
    }
}
