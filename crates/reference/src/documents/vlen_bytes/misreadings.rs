//! Wrong readings of the vlen-bytes codec: byte strings that are treated as text, and which arrays it takes.

use crate::codecs;
use crate::misreading::{BOTH, CURRENT, Misreading};
use crate::steps::Replacement;
use crate::vlen::misreadings::{changed, of_array, to_array};
use crate::{DataType, Json, vlen_bytes};

fn replaced(bytes: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(bytes).into_owned().into_bytes()
}

/// The UTF-8 of the characters that the bytes are in ISO 8859-1.
fn from_latin_1(bytes: &[u8]) -> Vec<u8> {
    let characters = bytes.iter().map(|byte| char::from(*byte));
    characters.collect::<String>().into_bytes()
}

/// The inverse of [`from_latin_1`]; bytes that it does not give stay as they are.
fn to_latin_1(bytes: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(bytes).ok();
    let of_one_byte = |it: char| u8::try_from(u32::from(it)).ok();
    let found = text.and_then(|it| it.chars().map(of_one_byte).collect());
    found.unwrap_or_else(|| bytes.to_vec())
}

const OTHER_NAMES: &[&str] = &["vlen", "vlen_bytes", "VLEN-BYTES"];

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "vlen-bytes-not-utf-8-replaced",
        when: "bytes of a byte string that are not UTF-8 become U+FFFD",
        requirements: &["vlen-bytes.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_bytes_encode(|steps, array| {
                vlen_bytes::encode(steps, &changed(array, replaced))
            }),
            Replacement::vlen_bytes_decode(|steps, bytes, data_type, shape| {
                let array = vlen_bytes::decode(steps, bytes, data_type, shape)?;
                Ok(changed(&array, replaced))
            }),
        ],
    },
    Misreading {
        name: "vlen-bytes-of-latin-1",
        when: "each byte of a byte string is a character, and these are stored in UTF-8",
        requirements: &["vlen-bytes.element"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_bytes_encode(|steps, array| {
                vlen_bytes::encode(steps, &changed(array, from_latin_1))
            }),
            Replacement::vlen_bytes_decode(|steps, bytes, data_type, shape| {
                let array = vlen_bytes::decode(steps, bytes, data_type, shape)?;
                Ok(changed(&array, to_latin_1))
            }),
        ],
    },
    Misreading {
        name: "vlen-bytes-of-any-data-type",
        when: "vlen-bytes encodes elements of other data types, each as its bytes",
        requirements: &["vlen-bytes.only-bytes"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::vlen_bytes_data_type(|_, _| Ok(())),
            Replacement::vlen_bytes_encode(|steps, array| {
                vlen_bytes::encode(steps, &of_array(array, DataType::BYTES)?)
            }),
            Replacement::vlen_bytes_decode(|steps, bytes, data_type, shape| {
                to_array(
                    vlen_bytes::decode(steps, bytes, DataType::BYTES, shape)?,
                    data_type,
                )
            }),
        ],
    },
    Misreading {
        name: "vlen-bytes-by-other-names",
        when: "the codec vlen-bytes is known by other spellings of its name, too",
        requirements: &["vlen-bytes.name"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            let name = value.member("name").and_then(Json::as_str);
            if name.is_some_and(|it| OTHER_NAMES.contains(&it)) {
                let known = Json::String("vlen-bytes".to_owned());
                return codecs::codec(steps, &known, decoded);
            }
            codecs::codec(steps, value, decoded)
        })],
    },
];
