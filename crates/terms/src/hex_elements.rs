//! Elements as JSON carries them: one string of digits, or a list with one string an element.

use std::fmt;
use std::sync::Arc;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{DataType, HexBytes};

/// Elements in the form of facts and of the protocol, in lexicographical order of their positions.
///
/// Which form they have depends only on their data type: see [`DataType::layout`]. A clone shares the bytes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HexElements {
    /// All elements have the same number of bytes, and follow each other. In JSON one string of digits.
    Fixed(HexBytes),
    /// The bytes of each element. In JSON a list of strings of digits.
    Variable(Arc<[HexBytes]>),
}

impl HexElements {
    /// No elements of a data type; of one that is not known here, in the fixed form.
    pub fn none_of(data_type: &str) -> Self {
        match data_type.parse::<DataType>() {
            Ok(data_type) if data_type.layout().is_none() => Self::Variable([].into()),
            _ => Self::default(),
        }
    }

    /// The bytes of all elements, where each has the same number of them.
    pub fn fixed(&self) -> Option<&HexBytes> {
        match self {
            Self::Fixed(bytes) => Some(bytes),
            Self::Variable(_) => None,
        }
    }

    /// The same, to be replaced.
    pub fn fixed_mut(&mut self) -> Option<&mut HexBytes> {
        match self {
            Self::Fixed(bytes) => Some(bytes),
            Self::Variable(_) => None,
        }
    }

    /// Number of bytes of all elements together.
    pub fn byte_length(&self) -> usize {
        match self {
            Self::Fixed(bytes) => bytes.0.len(),
            Self::Variable(elements) => elements.iter().map(|it| it.0.len()).sum(),
        }
    }

    /// Number of elements, each of which has `size` bytes where they have the same number; `size > 0`.
    pub fn count(&self, size: usize) -> usize {
        match self {
            Self::Fixed(bytes) => bytes.0.len() / size.max(1),
            Self::Variable(elements) => elements.len(),
        }
    }

    /// Whether every element is the plainest of its data type: its bytes are 0, or there are none.
    pub fn are_plain(&self) -> bool {
        match self {
            Self::Fixed(bytes) => bytes.0.iter().all(|byte| *byte == 0),
            Self::Variable(elements) => elements.iter().all(|it| it.0.is_empty()),
        }
    }

    /// Elements of a data type, in the form that belongs to it, of the bytes of each.
    pub fn of_each<B: AsRef<[u8]>>(data_type: &str, each: impl IntoIterator<Item = B>) -> Self {
        let each = each.into_iter();
        match Self::none_of(data_type) {
            Self::Variable(_) => each
                .map(|it| HexBytes::from(it.as_ref().to_vec()))
                .collect(),
            Self::Fixed(_) => {
                let mut all = Vec::new();
                each.for_each(|it| all.extend_from_slice(it.as_ref()));
                all.into()
            }
        }
    }

    /// The bytes of each element, of which each has `size` where they have the same number; `size > 0`.
    pub fn each(&self, size: usize) -> Vec<&[u8]> {
        match self {
            Self::Fixed(bytes) => bytes.0.chunks(size.max(1)).collect(),
            Self::Variable(elements) => elements.iter().map(|it| &*it.0).collect(),
        }
    }

    /// What is compared where elements stand without their data type: all of their bytes, one after the other.
    pub fn joined(&self) -> Arc<[u8]> {
        match self {
            Self::Fixed(bytes) => Arc::clone(&bytes.0),
            Self::Variable(elements) => elements
                .iter()
                .flat_map(|it| it.0.iter().copied())
                .collect(),
        }
    }
}

impl Default for HexElements {
    fn default() -> Self {
        Self::Fixed(HexBytes::default())
    }
}

/// Of elements that all have the same number of bytes.
impl From<Vec<u8>> for HexElements {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Fixed(bytes.into())
    }
}

impl From<HexBytes> for HexElements {
    fn from(bytes: HexBytes) -> Self {
        Self::Fixed(bytes)
    }
}

/// Of elements of different numbers of bytes.
impl FromIterator<HexBytes> for HexElements {
    fn from_iter<I: IntoIterator<Item = HexBytes>>(elements: I) -> Self {
        Self::Variable(elements.into_iter().collect())
    }
}

/// The digits; those of each element in brackets, after commas.
impl fmt::Display for HexElements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(bytes) => bytes.fmt(f),
            Self::Variable(elements) => {
                let elements: Vec<String> = elements.iter().map(HexBytes::to_string).collect();
                write!(f, "[{}]", elements.join(", "))
            }
        }
    }
}

impl fmt::Debug for HexElements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HexElements({self})")
    }
}

impl Serialize for HexElements {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Fixed(bytes) => bytes.serialize(serializer),
            Self::Variable(elements) => serializer.collect_seq(elements.iter()),
        }
    }
}

impl<'de> Deserialize<'de> for HexElements {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(InEitherForm)
    }
}

struct InEitherForm;

impl<'de> Visitor<'de> for InEitherForm {
    type Value = HexElements;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, or a list of strings")
    }

    fn visit_str<E: serde::de::Error>(self, digits: &str) -> Result<HexElements, E> {
        HexBytes::of_digits(digits)
            .map(HexElements::Fixed)
            .map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<HexElements, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = list.next_element::<HexBytes>()? {
            elements.push(element);
        }
        Ok(HexElements::Variable(elements.into()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_form_is_read_as_it_is_written() {
        for value in [
            json!("0102"),
            json!(""),
            json!([]),
            json!(["", "61", "6263"]),
        ] {
            let elements = HexElements::deserialize(&value).unwrap();
            assert_eq!(serde_json::to_value(&elements).unwrap(), value);
        }
        for value in [
            json!(1),
            json!("0"),
            json!(["0"]),
            json!([["00"]]),
            json!([1]),
            json!(null),
        ] {
            assert!(HexElements::deserialize(&value).is_err(), "{value}");
        }
    }

    #[test]
    fn elements_that_differ_only_in_their_ends_differ() {
        let of = |elements: &[&[u8]]| -> HexElements {
            elements
                .iter()
                .map(|it| HexBytes::from(it.to_vec()))
                .collect()
        };
        let (one, other) = (of(&[b"a", b"bc"]), of(&[b"ab", b"c"]));
        assert_ne!(one, other);
        assert_eq!((one.byte_length(), one.count(1)), (3, 2));
        assert_eq!(one.joined(), other.joined());
        assert!(of(&[b"", b""]).are_plain() && !of(&[b"", b"\0"]).are_plain());
        assert_eq!(one.to_string(), "[61, 6263]");
    }

    #[test]
    fn the_form_is_that_of_the_data_type() {
        assert_eq!(
            HexElements::none_of("string"),
            HexElements::Variable([].into())
        );
        for other in ["int16", "r24", "unknown"] {
            assert_eq!(HexElements::none_of(other), HexElements::default());
        }
    }
}
