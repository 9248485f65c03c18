//! How many bytes an element has, and in which order they make up its value.
//!
//! Source: core document, "Data types", table of core data types.

/// The bytes of one element of a core data type, in the form that vectors use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementLayout {
    /// Parts that are numbers of their own: 2 for complex numbers, 1 otherwise.
    pub components: usize,
    /// Bytes of each part.
    pub component_bytes: usize,
    /// Whether a part is a number with its least significant byte first; raw bits are not.
    pub number: bool,
}

impl ElementLayout {
    /// The layout of a core data type; nothing where the identifier names none.
    pub fn of(data_type: &str) -> Option<Self> {
        let (components, component_bytes) = match data_type {
            "bool" | "int8" | "uint8" => (1, 1),
            "int16" | "uint16" | "float16" => (1, 2),
            "int32" | "uint32" | "float32" => (1, 4),
            "int64" | "uint64" | "float64" => (1, 8),
            "complex64" => (2, 4),
            "complex128" => (2, 8),
            raw => return Self::of_raw_bits(raw),
        };
        Some(Self {
            components,
            component_bytes,
            number: true,
        })
    }

    /// `r` and a number of bits, a multiple of 8 above 0.
    fn of_raw_bits(data_type: &str) -> Option<Self> {
        let digits = data_type.strip_prefix('r')?;
        if digits.starts_with(['0', '+']) {
            return None;
        }
        let bits: usize = digits.parse().ok()?;
        (bits % 8 == 0).then_some(Self {
            components: 1,
            component_bytes: bits / 8,
            number: false,
        })
    }

    /// Bytes of one element: `components * component_bytes`.
    pub fn bytes(self) -> usize {
        self.components * self.component_bytes
    }

    /// The element as people write numbers, most significant byte first: `0x0102`, for complex
    /// numbers `0x3f800000, 0x00000000`; raw bits in their order.
    pub fn spell(self, element: &[u8]) -> String {
        let spelled: Vec<String> = element
            .chunks(self.component_bytes.max(1))
            .map(|component| {
                let mut bytes = component.to_vec();
                if self.number {
                    bytes.reverse();
                }
                format!("0x{}", hex::encode(bytes))
            })
            .collect();
        spelled.join(", ")
    }
}

/// The number of elements of an array: the product of `shape`, 1 for rank 0. Nothing above `u64`.
pub fn element_count(shape: &[u64]) -> Option<u64> {
    if shape.contains(&0) {
        return Some(0);
    }
    shape
        .iter()
        .try_fold(1_u64, |count, &length| count.checked_mul(length))
}

/// The coordinates of the element at `position` in lexicographical order;
/// `position < element_count(shape)`.
pub fn coordinates(shape: &[u64], position: u64) -> Vec<u64> {
    let mut rest = position;
    let mut coordinates = vec![0; shape.len()];
    for (dimension, &length) in shape.iter().enumerate().rev() {
        let length = length.max(1);
        coordinates[dimension] = rest % length;
        rest /= length;
    }
    coordinates
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("bool", Some(1))]
    #[case("float16", Some(2))]
    #[case("complex128", Some(16))]
    #[case("r24", Some(3))]
    #[case("r12", None)]
    #[case("r0", None)]
    #[case("r08", None)]
    #[case("r+8", None)]
    #[case("int24", None)]
    fn bytes_of_an_element(#[case] data_type: &str, #[case] expected: Option<usize>) {
        assert_eq!(
            ElementLayout::of(data_type).map(ElementLayout::bytes),
            expected
        );
    }

    #[rstest]
    #[case("int16", &[2, 1], "0x0102")]
    #[case("complex64", &[1, 0, 0, 0, 2, 0, 0, 0], "0x00000001, 0x00000002")]
    #[case("r24", &[1, 2, 3], "0x010203")]
    fn numbers_are_spelled_from_the_most_significant_byte(
        #[case] data_type: &str,
        #[case] element: &[u8],
        #[case] expected: &str,
    ) {
        assert_eq!(
            ElementLayout::of(data_type).unwrap().spell(element),
            expected
        );
    }

    #[test]
    fn counts_and_coordinates() {
        assert_eq!(element_count(&[]), Some(1));
        assert_eq!(element_count(&[u64::MAX, 2]), None);
        assert_eq!(element_count(&[u64::MAX, 2, 0]), Some(0));
        assert_eq!(coordinates(&[2, 3, 4], 23), [1, 2, 3]);
        assert_eq!(coordinates(&[2, 3, 4], 5), [0, 1, 1]);
        assert_eq!(coordinates(&[], 0), [0_u64; 0]);
    }
}
