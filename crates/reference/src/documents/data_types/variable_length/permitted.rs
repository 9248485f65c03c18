//! Other readings of fill values of byte strings that their document permits: as much of base64 as decoders take.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use crate::documents::data_types::fill_value::fill_value;
use crate::error::Result;
use crate::json::Json;
use crate::permitted::{CURRENT, Permitted, Tendency};
use crate::steps::Replacement;
use crate::{DataType, Element};

const STRICT: GeneralPurposeConfig = GeneralPurposeConfig::new();
const LENIENT: GeneralPurposeConfig = STRICT
    .with_decode_allow_trailing_bits(true)
    .with_decode_padding_mode(DecodePaddingMode::Indifferent);

/// The fill value where a decoder takes the string, changed before, and the fill value by the text where it does not.
fn by(
    decoder: &GeneralPurpose,
    value: &Json,
    data_type: DataType,
    change: impl Fn(&str) -> String,
) -> Result<Element> {
    let text = value.as_str().filter(|_| data_type == DataType::BYTES);
    let read = text.and_then(|it| decoder.decode(change(it)).ok());
    match read {
        Some(bytes) => Ok(Element::Raw(bytes)),
        None => fill_value(value, data_type),
    }
}

pub(crate) const LIST: &[Permitted] = &[
    Permitted {
        name: "base64-without-padding",
        open: "base64-of-fill-values",
        does: "takes base64 without its padding, and ignores bits after the last byte",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let decoder = GeneralPurpose::new(&STANDARD, LENIENT);
            by(&decoder, value, data_type, str::to_owned)
        })],
    },
    Permitted {
        name: "base64-of-either-alphabet",
        open: "base64-of-fill-values",
        does: "takes base64 of the alphabet for URLs, too",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let decoder = GeneralPurpose::new(&STANDARD, STRICT);
            let change = |text: &str| text.replace('-', "+").replace('_', "/");
            by(&decoder, value, data_type, change)
        })],
    },
    Permitted {
        name: "base64-between-other-characters",
        open: "base64-of-fill-values",
        does: "ignores characters that are not of base64",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let decoder = GeneralPurpose::new(&STANDARD, STRICT);
            let is_of_base64 = |it: &char| it.is_ascii_alphanumeric() || "+/=".contains(*it);
            let change = |text: &str| text.chars().filter(is_of_base64).collect();
            by(&decoder, value, data_type, change)
        })],
    },
];
