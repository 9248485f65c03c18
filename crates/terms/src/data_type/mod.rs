//! The data types of the core and of the registry of extensions: everything that an identifier determines.
//!
//! Source: data types, "Core data types"; the sizes stand in the bytes codec's "Supported data
//! types" and, for the draft, in core, "Core data types". Of the registry, each has a document of its own.
//!
//! Each family of data types has a file here; what the text says of its elements and fill values stands in the
//! reference. A new one is a file in both, and its lines in the two lists.

mod boolean;
mod complex;
mod fixed_length;
mod float;
mod integer;
mod raw_bits;
mod time;
mod value;
mod variable_length;

use std::borrow::Cow;
use std::fmt;

use serde_json::{Map, Value};

use crate::Edition;

pub use boolean::Boolean;
pub use complex::Complex;
pub use fixed_length::FixedLength;
pub use float::{Float, NotFinite};
pub use integer::Integer;
pub use raw_bits::RawBits;
pub use time::{Time, TimeUnit};
pub use value::DataTypeValue;
pub use variable_length::VariableLength;

/// Gives each family of data types to a macro, in the order of the specification's table: its file and its type.
#[macro_export]
macro_rules! data_types {
    ($to:ident) => {
        $to! {
            boolean: Boolean,
            integer: Integer,
            float: Float,
            complex: Complex,
            raw_bits: RawBits,
            time: Time,
            fixed_length: FixedLength,
            variable_length: VariableLength,
        }
    };
}

/// What a family says of its data types. Each is shown as its identifier, or, where it has a configuration, as the JSON of
/// the object that metadata have.
pub trait Description: fmt::Display {
    /// Those of fixed names, in the order of the specification's table; of those that have a configuration, the plainest.
    fn named() -> &'static [DataType]
    where
        Self: Sized;

    /// The data type of an identifier; nothing where it is not one of the family.
    ///
    /// # Errors
    /// [`NoDataType::Invalid`] where it would be one, but the text does not allow it.
    fn of_identifier(identifier: &str) -> Result<Option<DataType>, NoDataType>
    where
        Self: Sized,
    {
        let mut named = Self::named().iter().copied();
        Ok(named.find(|it| it.to_string() == identifier))
    }

    /// The data type of a name and a configuration; nothing where the name is not one of the family's, or the text gives
    /// it no configuration.
    ///
    /// # Errors
    /// [`NoDataType::Invalid`] where the configuration is not as the text demands.
    fn of_configuration(
        _name: &str,
        _configuration: &Map<String, Value>,
    ) -> Result<Option<DataType>, NoDataType>
    where
        Self: Sized,
    {
        Ok(None)
    }

    /// The configuration; nothing where the text gives the data type none.
    fn configuration(&self) -> Option<Map<String, Value>> {
        None
    }

    /// The bytes of an element; nothing where elements have different numbers of bytes.
    fn layout(&self) -> Option<ElementLayout>;

    /// Whether the specification marks the data type as optional.
    fn is_optional(&self) -> bool {
        false
    }

    /// Whether the registry of extensions has the data type, and not the core. Such a one is optional.
    fn is_registered(&self) -> bool {
        false
    }

    /// The number of values that an element can have, where its bits could have more.
    fn values(&self) -> Option<u64> {
        None
    }

    /// The fill value that every implementation of the data type knows: false or zero.
    fn plain_fill_value(&self) -> Value;

    /// The bytes of an element that is not zero and the same in both byte orders: all 1, where that is an element. Of elements of
    /// different numbers of bytes, one byte.
    fn symmetric_element(&self) -> Vec<u8> {
        vec![1; self.layout().map_or(1, ElementLayout::bytes)]
    }

    /// What its elements are, in a word or a few.
    fn words(&self) -> &'static str;

    /// The letter that the array interface of Python's array libraries has for it, or, where it has none, for its bits.
    fn letter(&self) -> char;
}

/// Makes [`DataType`] from the list of families.
macro_rules! of_families {
    ($($file:ident: $Family:ident,)*) => {
        /// A data type with what it is configured by.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum DataType {
            $(#[doc = concat!("[`", stringify!($Family), "`]")] $Family($Family),)*
        }

        impl DataType {
            /// Every data type of a fixed name, in the order of the table: all but `r*`. Those of the registry follow
            /// those of the core of their family. Of those that have a configuration, the plainest.
            pub fn named() -> impl Iterator<Item = Self> + Clone {
                let named = std::iter::empty();
                $(let named = named.chain($Family::named().iter().copied());)*
                named
            }

            /// The data type of an identifier.
            ///
            /// # Errors
            /// [`NoDataType`] where no data type has that identifier.
            pub fn from_identifier(identifier: &str) -> Result<Self, NoDataType> {
                $(if let Some(found) = $Family::of_identifier(identifier)? {
                    return Ok(found);
                })*
                Err(NoDataType::Unknown(identifier.to_owned()))
            }

            /// The data type of a name and a configuration; nothing where no data type of that name has one.
            ///
            /// # Errors
            /// [`NoDataType::Invalid`] where the configuration is not as the text demands.
            pub fn of_configuration(
                name: &str,
                configuration: &Map<String, Value>,
            ) -> Result<Option<Self>, NoDataType> {
                $(if let Some(found) = $Family::of_configuration(name, configuration)? {
                    return Ok(Some(found));
                })*
                Ok(None)
            }

            /// What its family says of it.
            pub fn description(&self) -> &dyn Description {
                match self {
                    $(Self::$Family(it) => it,)*
                }
            }
        }
    };
}

data_types!(of_families);

impl DataType {
    /// The bytes of an element; nothing where elements have different numbers of bytes.
    pub fn layout(self) -> Option<ElementLayout> {
        self.description().layout()
    }

    /// Length of one element in bytes; 0 where it is not the same for all elements.
    pub fn size(self) -> usize {
        self.layout().map_or(0, ElementLayout::bytes)
    }

    /// Whether the specification leaves it to implementations to have the data type.
    pub fn is_optional(self) -> bool {
        self.description().is_optional()
    }

    /// Whether the registry of extensions has the data type, and not the core.
    pub fn is_registered(self) -> bool {
        self.description().is_registered()
    }

    /// The editions that have the data type: those with a registry, where only the registry has it.
    pub fn editions(self) -> &'static [Edition] {
        if self.is_registered() {
            &[Edition::V3_1]
        } else {
            &Edition::ALL
        }
    }

    /// Every data type of a fixed name that an edition has.
    pub fn named_in(edition: Edition) -> impl Iterator<Item = Self> + Clone {
        Self::named().filter(move |it| it.editions().contains(&edition))
    }

    /// The data type of a name, of those that have a configuration the plainest; nothing where there is none.
    pub fn of_name(name: &str) -> Option<Self> {
        let named = Self::named().find(|it| it.name() == name);
        named.or_else(|| Self::from_identifier(name).ok())
    }

    /// The name, without what is configured.
    pub fn name(self) -> String {
        DataTypeValue::from(self).name()
    }

    /// Whether its metadata are an object with a configuration, and not only its name.
    pub fn is_configured(self) -> bool {
        self.description().configuration().is_some()
    }

    /// Whether both are the same data type: the registry has other names for two of the core.
    pub fn is_alias_of(self, other: Self) -> bool {
        match (self, other) {
            (Self::Complex(this), Self::Complex(other)) => this.component == other.component,
            _ => self == other,
        }
    }

    /// The elements in the form of vectors, where an implementation gave them in another one: of signed integers of
    /// fewer bits than a byte, the others may be copies of the sign.
    pub fn in_form(self, elements: &[u8]) -> Cow<'_, [u8]> {
        match self {
            Self::Integer(it) if it.bits < 8 && !it.is_unsigned => {
                let negative = u8::MAX << (it.bits - 1);
                let used = !(u8::MAX << it.bits);
                let bits = |byte: &u8| {
                    if *byte >= negative {
                        byte & used
                    } else {
                        *byte
                    }
                };
                elements.iter().map(bits).collect()
            }
            _ => elements.into(),
        }
    }

    /// Whether no implementation can have all data types of its family, which have no fixed names: `r*`.
    pub fn is_raw(self) -> bool {
        matches!(self, Self::RawBits(_))
    }
}

/// The identifier, as in metadata, or the JSON of an object with its name and configuration.
impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.description().fmt(f)
    }
}

/// As it is displayed, its first letter in upper case.
impl fmt::Debug for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let identifier = self.to_string();
        let (first, rest) = identifier.split_at(1);
        write!(f, "{}{rest}", first.to_ascii_uppercase())
    }
}

/// Why an identifier names no data type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDataType {
    /// No data type has that identifier.
    #[error("{0:?} is not the identifier of a data type")]
    Unknown(String),
    /// The text says of such an identifier what it must be, and it is not.
    #[error("{0}")]
    Invalid(String),
}

/// The bytes of one element of a data type, in the form that vectors use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementLayout {
    /// Parts that are numbers of their own: 2 for complex numbers, 1 otherwise.
    pub components: usize,
    /// Bytes of each part.
    pub component_bytes: usize,
    /// Bits of each part that say what it is, the lowest ones; the others are 0.
    pub component_bits: usize,
    /// Whether a part is a number with its least significant byte first; raw bits are not.
    pub number: bool,
}

impl ElementLayout {
    /// The layout of a data type, given by the text of a [`DataTypeValue`]; nothing where it names none, or one whose
    /// elements have different numbers of bytes.
    pub fn of(data_type: &str) -> Option<Self> {
        data_type.parse::<DataType>().ok()?.layout()
    }

    /// So many numbers of so many bytes.
    pub const fn numbers(components: usize, component_bytes: usize) -> Self {
        Self {
            components,
            component_bytes,
            component_bits: 8 * component_bytes,
            number: true,
        }
    }

    /// So many numbers of so many bits, each in as many bytes as it takes.
    pub(crate) const fn numbers_of_bits(components: usize, component_bits: usize) -> Self {
        Self {
            component_bits,
            ..Self::numbers(components, component_bits.div_ceil(8))
        }
    }

    /// Whether a part has bits that say nothing.
    pub fn has_unused_bits(self) -> bool {
        self.component_bits < 8 * self.component_bytes
    }

    /// The bits of a part that say what it is, of these.
    pub fn used(self, bits: u64) -> u64 {
        bits & (u64::MAX >> (64 - self.component_bits.clamp(1, 64)))
    }

    /// Bytes of one element: `components * component_bytes`.
    pub fn bytes(self) -> usize {
        self.components * self.component_bytes
    }

    /// Bytes that are turned together where the byte order is turned.
    pub fn turned_bytes(self) -> usize {
        if self.number { self.component_bytes } else { 1 }
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
    #[case::first("bool", Some(1))]
    #[case::integer("int64", Some(8))]
    #[case::unsigned("uint16", Some(2))]
    #[case::float("float16", Some(2))]
    #[case::last("complex128", Some(16))]
    #[case::registered("bfloat16", Some(2))]
    #[case::of_two_bits("int2", Some(1))]
    #[case::of_six_bits("float6_e3m2fn", Some(1))]
    #[case::of_eight_bits("float8_e8m0fnu", Some(1))]
    #[case::two_numbers_of_four_bits("complex_float4_e2m1fn", Some(2))]
    #[case::alias("complex_float64", Some(16))]
    #[case::number_of_bits("complex32", None)]
    #[case::number_of_bytes("complex_float128", None)]
    #[case::another_suffix("float8_e4m3fn", None)]
    #[case::configured(
        r#"{"name":"numpy.timedelta64","configuration":{"unit":"ns","scale_factor":7}}"#,
        Some(8)
    )]
    #[case::not_configured("numpy.timedelta64", None)]
    #[case::raw("r24", Some(3))]
    #[case::many_raw("r1048576", Some(1 << 17))]
    #[case::bits_of_half_a_byte("r12", None)]
    #[case::no_bits("r0", None)]
    #[case::raw_without_bits("r", None)]
    #[case::leading_zero("r08", None)]
    #[case::minus_sign("r-8", None)]
    #[case::plus_sign("r+8", None)]
    #[case::beyond_32_bits("r99999999999", None)]
    #[case::a_word_with_r("real", None)]
    #[case::no_such_width("int24", None)]
    #[case::variable_length("string", None)]
    #[case::byte_strings("bytes", None)]
    #[case::capital("Int16", None)]
    #[case::numpy("<i2", None)]
    #[case::white_space(" int16", None)]
    #[case::empty("", None)]
    fn bytes_of_an_element(#[case] identifier: &str, #[case] bytes: Option<usize>) {
        let layout = ElementLayout::of(identifier);
        assert_eq!(layout.map(ElementLayout::bytes), bytes);
        if let Ok(data_type) = identifier.parse::<DataType>() {
            assert_eq!(data_type.to_string(), identifier);
            assert_eq!(data_type.size(), bytes.unwrap_or(0));
        }
    }

    #[test]
    fn named_data_types_stand_in_the_order_of_the_table() {
        let named: Vec<String> = DataType::named().map(DataType::name).collect();
        let table = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 int2 int4 uint2 uint4 \
                     float16 float32 float64 bfloat16 float4_e2m1fn float6_e2m3fn float6_e3m2fn float8_e3m4 \
                     float8_e4m3 float8_e4m3b11fnuz float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz float8_e8m0fnu \
                     complex64 complex128 complex_float16 complex_float32 complex_float64 complex_bfloat16 \
                     complex_float4_e2m1fn complex_float6_e2m3fn complex_float6_e3m2fn complex_float8_e3m4 \
                     complex_float8_e4m3 complex_float8_e4m3b11fnuz complex_float8_e4m3fnuz complex_float8_e5m2 \
                     complex_float8_e5m2fnuz complex_float8_e8m0fnu numpy.datetime64 numpy.timedelta64 fixed_length_utf32 string bytes";
        assert_eq!(named.join(" "), table);
        assert!(DataType::named().is_sorted());
        for named in DataType::named() {
            assert_eq!(named.to_string().parse(), Ok(named));
            assert_eq!(format!("{named:?}").to_lowercase(), named.to_string());
        }
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

    #[test]
    fn what_is_left_to_choice() {
        for data_type in DataType::named() {
            let is_optional = data_type.is_registered() || data_type == DataType::FLOAT16;
            assert_eq!(data_type.is_optional(), is_optional, "{data_type}");
        }
        assert!(DataType::raw(8).is_optional());
    }

    #[test]
    fn of_the_core_and_of_the_registry() {
        let of_the_core = DataType::named().filter(|it| !it.is_registered());
        assert_eq!(of_the_core.count(), 14);
        for registered in [
            "int2",
            "uint4",
            "bfloat16",
            "float8_e5m2",
            "complex_float32",
            "string",
        ] {
            assert!(DataType::of_name(registered).unwrap().is_registered());
        }
    }

    #[test]
    fn two_names_of_the_registry_are_those_of_the_core() {
        let aliases = [
            (DataType::COMPLEX64, DataType::COMPLEX_FLOAT32),
            (DataType::COMPLEX128, DataType::COMPLEX_FLOAT64),
        ];
        for one in DataType::named() {
            for other in DataType::named() {
                let is_alias = aliases.contains(&(one, other)) || aliases.contains(&(other, one));
                assert_eq!(
                    one.is_alias_of(other),
                    is_alias || one == other,
                    "{one} {other}"
                );
                if is_alias {
                    assert_eq!(one.layout(), other.layout());
                }
            }
        }
    }

    #[test]
    fn copies_of_the_sign_are_another_form_of_small_integers() {
        for (data_type, found, expected) in [
            (DataType::INT2, 0xfe_u8, 0x02_u8),
            (DataType::INT2, 0x03, 0x03),
            (DataType::INT2, 0xfd, 0xfd),
            (DataType::INT4, 0xf8, 0x08),
            (DataType::INT4, 0xf7, 0xf7),
            (DataType::INT4, 0x1f, 0x1f),
            (DataType::UINT4, 0xff, 0xff),
            (DataType::FLOAT4_E2M1FN, 0xff, 0xff),
            (DataType::INT8, 0xff, 0xff),
        ] {
            assert_eq!(*data_type.in_form(&[found]), [expected], "{data_type}");
        }
    }

    #[rstest]
    #[case::two(DataType::INT2, 0x03)]
    #[case::four(DataType::FLOAT4_E2M1FN, 0x0f)]
    #[case::six(DataType::COMPLEX_FLOAT6_E2M3FN, 0x3f)]
    #[case::eight(DataType::FLOAT8_E8M0FNU, 0xff)]
    #[case::all(DataType::UINT64, u64::MAX)]
    fn bits_that_say_something(#[case] data_type: DataType, #[case] expected: u64) {
        let layout = data_type.layout().unwrap();
        assert_eq!(layout.used(u64::MAX), expected);
        assert_eq!(layout.has_unused_bits(), layout.component_bits < 8);
    }
}
