//! Other readings of fill values of byte strings that their document permits: as much of base64 as decoders take.

use base64::Engine as _;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use crate::documents::data_types::fill_value::fill_value;
use crate::error::Result;
use crate::json::Json;
use crate::permitted::{CURRENT, Permitted, Tendency};
use crate::steps::Replacement;
use crate::{DataType, Element};

const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_allow_trailing_bits(true)
    .with_decode_padding_mode(DecodePaddingMode::Indifferent);

/// The fill value where the text is not refused by a decoder that takes more than the usual one.
fn by(decoder: &GeneralPurpose, value: &Json, text: &str, data_type: DataType) -> Result<Element> {
    match (data_type, decoder.decode(text)) {
        (DataType::BYTES, Ok(bytes)) => Ok(Element::Raw(bytes)),
        _ => fill_value(value, data_type),
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
            let text = value.as_str().unwrap_or_default();
            by(
                &GeneralPurpose::new(&STANDARD, LENIENT),
                value,
                text,
                data_type,
            )
        })],
    },
    Permitted {
        name: "base64-of-either-alphabet",
        open: "base64-of-fill-values",
        does: "takes base64 of the alphabet for URLs, too",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let text = value
                .as_str()
                .unwrap_or_default()
                .replace('+', "-")
                .replace('/', "_");
            let strict = GeneralPurposeConfig::new();
            by(
                &GeneralPurpose::new(&URL_SAFE, strict),
                value,
                &text,
                data_type,
            )
        })],
    },
    Permitted {
        name: "base64-between-other-characters",
        open: "base64-of-fill-values",
        does: "ignores characters that are not of base64",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let is_of_base64 = |it: &char| it.is_ascii_alphanumeric() || "+/=".contains(*it);
            let text = value.as_str().unwrap_or_default().chars();
            let text: String = text.filter(is_of_base64).collect();
            let strict = GeneralPurposeConfig::new();
            by(
                &GeneralPurpose::new(&STANDARD, strict),
                value,
                &text,
                data_type,
            )
        })],
    },
];
