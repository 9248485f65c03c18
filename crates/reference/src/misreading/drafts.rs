//! Wrong readings of the drafts alone.

use super::{DRAFT, OPERATIONS, misreadings};
use crate::bytes::Endian;
use crate::codecs::{self, Codec, Representation};
use crate::endian;
use crate::error::Error;
use crate::{DataType, Json, Literal, Result, transpose};
use zarr_conform_terms::Edition;

fn constant(configuration: &Json) -> Option<&str> {
    configuration.member("order").and_then(Json::as_str)
}

fn with_order(order: Json) -> Json {
    Json::Object(vec![("order".to_owned(), order)])
}

misreadings! {
    OnlyConstants = "only-constants": "order must be \"C\" or \"F\"",
    breaks ["transpose.order-forms", "transpose.order-is-permutation"], in DRAFT, through OPERATIONS;
    {
        fn transpose_order(&self, configuration: &Json, n: usize) -> Result<Vec<usize>> {
            if constant(configuration).is_none() {
                return Err(Error::Metadata("a permutation".to_owned()));
            }
            transpose::order(configuration, n, self.0)
        }
    }

    CAndFExchanged = "c-and-f-exchanged": "\"C\" and \"F\" are exchanged",
    breaks ["transpose.c-and-f"], in DRAFT, through OPERATIONS;
    {
        fn transpose_order(&self, configuration: &Json, n: usize) -> Result<Vec<usize>> {
            match constant(configuration) {
                Some("C") => Ok((0..n).rev().collect()),
                Some("F") => Ok((0..n).collect()),
                _ => transpose::order(configuration, n, self.0),
            }
        }
    }

    FSwapsLastTwo = "f-swaps-last-two": "\"F\" exchanges the last two dimensions",
    breaks ["transpose.c-and-f"], in DRAFT, through OPERATIONS;
    {
        fn transpose_order(&self, configuration: &Json, n: usize) -> Result<Vec<usize>> {
            let mut order: Vec<usize> = (0..n).collect();
            match constant(configuration) {
                Some("F") => {
                    if n > 1 { order.swap(n - 1, n - 2) }
                    Ok(order)
                }
                _ => transpose::order(configuration, n, self.0),
            }
        }
    }

    ConstantsRefused = "constants-refused": "\"C\" and \"F\" are refused, as later editions do",
    breaks ["transpose.c-and-f", "transpose.order-forms"], in DRAFT, through OPERATIONS;
    {
        fn transpose_order(&self, configuration: &Json, n: usize) -> Result<Vec<usize>> {
            transpose::order(configuration, n, Edition::V3_1)
        }
    }

    ConstantsAnyCase = "constants-any-case": "\"c\", \"f\" and words that begin with them are accepted",
    breaks ["transpose.order-forms"], in DRAFT, through OPERATIONS;
    {
        fn transpose_order(&self, configuration: &Json, n: usize) -> Result<Vec<usize>> {
            let first = constant(configuration).and_then(|text| text.chars().next());
            match first {
                Some(first) => {
                    let upper = Json::String(first.to_ascii_uppercase().to_string());
                    transpose::order(&with_order(upper), n, self.0)
                }
                None => transpose::order(configuration, n, self.0),
            }
        }
    }

    OtherConstantsAreC = "other-constants-are-c": "any constant but \"F\" is taken for \"C\", also within a list",
    breaks ["transpose.order-forms"], in DRAFT, through OPERATIONS;
    {
        fn transpose_order(&self, configuration: &Json, n: usize) -> Result<Vec<usize>> {
            let listed = match configuration.member("order") {
                Some(Json::Array(values)) => values.first().and_then(Json::as_str),
                other => other.and_then(Json::as_str),
            };
            match listed {
                Some("F") => Ok((0..n).rev().collect()),
                Some(_) => Ok((0..n).collect()),
                None => transpose::order(configuration, n, self.0),
            }
        }
    }

    AfterBytes = "transpose-after-bytes": "a transpose after a codec that yields bytes permutes the array before it",
    breaks ["transpose.after-bytes-fails", "transpose.applied-to-array"], in DRAFT, through OPERATIONS;
    {
        fn codec(&self, value: &Json, decoded: &Representation) -> Result<Codec> {
            let is_transpose = value.member("name").and_then(Json::as_str) == Some("transpose");
            match decoded {
                Representation::Bytes { length } if is_transpose => {
                    let taken = Representation::Array {
                        data_type: DataType::Uint8,
                        shape: vec![length.unwrap_or(0), 1],
                    };
                    codecs::codec(self, value, &taken)
                }
                _ => codecs::codec(self, value, decoded),
            }
        }
        fn chain(&self, list: &[Json], data_type: DataType, shape: &[u64]) -> Result<codecs::Chain> {
            let mut list = list.to_vec();
            list.sort_by_key(|value| value.member("name").and_then(Json::as_str) != Some("transpose"));
            codecs::chain(self, &list, data_type, shape)
        }
    }

    DefaultIsBig = "default-is-big": "where no codec yields bytes, elements are big endian",
    breaks ["endian.default-little", "codecs.default-conversion"], in DRAFT, through OPERATIONS;
    {
        fn default_endian(&self) -> Endian {
            Endian::Big
        }
    }

    CodecRequired = "draft-codec-required": "a list in which no codec yields bytes is refused, as later editions do",
    breaks ["codecs.default-conversion"], in DRAFT, through OPERATIONS;
    {
        fn chain_form(&self, list: &[Codec]) -> Result<()> {
            codecs::chain_form(list, Edition::V3_1)
        }
    }

    EndianOptional = "draft-endian-optional": "a missing endian is little, since that is the default",
    breaks ["endian.endian-required"], in DRAFT, through OPERATIONS;
    {
        fn endian_endian(&self, configuration: &Json) -> Result<Endian> {
            match configuration.member("endian") {
                None => Ok(Endian::Little),
                Some(_) => endian::endian(configuration),
            }
        }
    }

    LaterName = "draft-bytes-accepted": "the codec is also known by its later name bytes",
    breaks ["endian.name"], in DRAFT, through OPERATIONS;
    {
        fn codec(&self, value: &Json, decoded: &Representation) -> Result<Codec> {
            let later = Literal(Edition::V3_1).codec(value, decoded);
            match (codecs::codec(self, value, decoded), later) {
                (Ok(codec), _) => Ok(codec),
                (Err(_), Ok(Codec::Bytes { endian: Some(endian) })) => Ok(Codec::Endian { endian }),
                (Err(error), _) => Err(error),
            }
        }
    }
}
