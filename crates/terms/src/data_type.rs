//! The table of core data types: everything that its identifier determines.
//!
//! Source: data types, "Core data types"; the sizes stand in the bytes codec's "Supported data
//! types" and, for the draft, in core, "Core data types".

/// A core data type of a fixed name: one row of the table. Raw bits, `r*`, have none; see
/// [`ElementLayout::raw`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreDataType {
    /// The identifier, as in metadata.
    pub identifier: &'static str,
    /// What an element is.
    pub kind: Kind,
    /// The bytes of one element.
    pub layout: ElementLayout,
    /// Whether the specification marks the data type as optional.
    pub is_optional: bool,
}

/// What an element of a core data type of a fixed name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Boolean,
    /// An integer, signed or not.
    Integer,
    /// A floating point number.
    Float,
    /// Two floating point numbers.
    Complex,
}

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

/// Every core data type of a fixed name, in the order of the specification's table.
pub const CORE_DATA_TYPES: [CoreDataType; 14] = [
    row("bool", Kind::Boolean, 1),
    row("int8", Kind::Integer, 1),
    row("int16", Kind::Integer, 2),
    row("int32", Kind::Integer, 4),
    row("int64", Kind::Integer, 8),
    row("uint8", Kind::Integer, 1),
    row("uint16", Kind::Integer, 2),
    row("uint32", Kind::Integer, 4),
    row("uint64", Kind::Integer, 8),
    optional(row("float16", Kind::Float, 2)),
    row("float32", Kind::Float, 4),
    row("float64", Kind::Float, 8),
    row("complex64", Kind::Complex, 4),
    row("complex128", Kind::Complex, 8),
];

const fn row(identifier: &'static str, kind: Kind, component_bytes: usize) -> CoreDataType {
    CoreDataType {
        identifier,
        kind,
        layout: ElementLayout {
            components: match kind {
                Kind::Complex => 2,
                Kind::Boolean | Kind::Integer | Kind::Float => 1,
            },
            component_bytes,
            number: true,
        },
        is_optional: false,
    }
}

const fn optional(row: CoreDataType) -> CoreDataType {
    CoreDataType {
        is_optional: true,
        ..row
    }
}

/// The row of an identifier; nothing where it names raw bits or no core data type.
pub fn core_data_type(identifier: &str) -> Option<&'static CoreDataType> {
    CORE_DATA_TYPES
        .iter()
        .find(|row| row.identifier == identifier)
}

/// Whether an identifier names raw bits: `r` and a number of bits, a multiple of 8 above 0.
pub fn is_raw_bits(identifier: &str) -> bool {
    raw_bits(identifier).is_some()
}

/// Whether the specification leaves it to implementations to have the data type: `float16` and
/// `r*`.
pub fn is_optional(identifier: &str) -> bool {
    match core_data_type(identifier) {
        Some(row) => row.is_optional,
        None => is_raw_bits(identifier),
    }
}

/// The number of bits of raw bits.
fn raw_bits(identifier: &str) -> Option<usize> {
    let digits = identifier.strip_prefix('r')?;
    if digits.starts_with(['0', '+']) {
        return None;
    }
    let bits: usize = digits.parse().ok()?;
    (bits % 8 == 0).then_some(bits)
}

impl ElementLayout {
    /// The layout of a core data type; nothing where the identifier names none.
    pub fn of(data_type: &str) -> Option<Self> {
        match core_data_type(data_type) {
            Some(row) => Some(row.layout),
            None => raw_bits(data_type).map(Self::raw),
        }
    }

    /// The layout of raw bits; `bits` is a multiple of 8.
    pub fn raw(bits: usize) -> Self {
        Self {
            components: 1,
            component_bytes: bits / 8,
            number: false,
        }
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

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::bool("bool", Some(1))]
    #[case::float16("float16", Some(2))]
    #[case::complex128("complex128", Some(16))]
    #[case::raw("r24", Some(3))]
    #[case::bits_of_half_a_byte("r12", None)]
    #[case::no_bits("r0", None)]
    #[case::leading_zero("r08", None)]
    #[case::plus_sign("r+8", None)]
    #[case::unknown("int24", None)]
    fn bytes_of_an_element(#[case] data_type: &str, #[case] expected: Option<usize>) {
        assert_eq!(
            ElementLayout::of(data_type).map(ElementLayout::bytes),
            expected
        );
    }

    #[rstest]
    #[case::integer("int16", &[2, 1], "0x0102")]
    #[case::complex("complex64", &[1, 0, 0, 0, 2, 0, 0, 0], "0x00000001, 0x00000002")]
    #[case::raw("r24", &[1, 2, 3], "0x010203")]
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

    #[rstest]
    #[case::float16("float16", true)]
    #[case::raw("r8", true)]
    #[case::float32("float32", false)]
    #[case::a_word_with_r("real", false)]
    fn what_is_left_to_choice(#[case] data_type: &str, #[case] expected: bool) {
        assert_eq!(is_optional(data_type), expected);
    }
}
