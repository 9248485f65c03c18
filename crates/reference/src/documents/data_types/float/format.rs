//! From the decimal text of a number to the nearest IEEE 754 value.
//!
//! - Specification: data types, [Permitted fill values]: a JSON number "will be rounded to the
//!   nearest representable value using the 'round half to even' rule".
//! - Layout of a value, from the highest bit: one bit for the sign, then exponent, then mantissa.
//!   With exponent field `E` and mantissa field `M` of `m` bits, a finite value is a multiple of the
//!   smallest positive one, `2^(1 - bias - m)`: `M` where `E = 0`, else `(2^m + M) * 2^(E-1)`. Of `float8_e8m0fnu`, which
//!   has neither sign nor zero, it is `2^(E - bias)`.
//!
//! The text is an exact fraction `numerator / denominator` of whole numbers of any size, so no
//! wider format stands between: 1.00048828125 lies halfway between the `float16` values 3c00 and
//! 3c01, and what is more by 10^-20 does not.
//!
//! ```
//! use zarr_conform_reference::DataType;
//! use zarr_conform_reference::float::Format;
//!
//! let float16 = Format::of(DataType::FLOAT16).unwrap();
//! assert_eq!(float16.nearest("1.00048828125"), 0x3c00);
//! assert_eq!(float16.nearest("1.00048828125000000001"), 0x3c01);
//! assert_eq!(float16.nearest("-65520"), 0xfc00);
//! assert_eq!(float16.nan(), Some(0x7e00));
//! ```
//!
//! [Permitted fill values]: https://zarr-specs.readthedocs.io/en/latest/v3/data-types/index.html#permitted-fill-values

use std::cmp::Ordering;

use num_bigint::BigUint;
use zarr_conform_terms::data_type::NotFinite;

/// A format of floating point numbers: one of IEEE 754, or one that differs from these in its bias or in which bits are
/// no finite number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Bits of the exponent field.
    pub exponent_bits: u32,
    /// Bits of the mantissa field, without the implicit leading bit.
    pub mantissa_bits: u32,
    /// The exponent field of the numbers from 1 to 2.
    pub bias: u32,
    /// Which bits are no finite number.
    pub not_finite: NotFinite,
}

impl Format {
    /// A binary interchange format of IEEE 754.
    pub const fn ieee(exponent_bits: u32, mantissa_bits: u32) -> Self {
        Self {
            exponent_bits,
            mantissa_bits,
            bias: (1 << (exponent_bits - 1)) - 1,
            not_finite: NotFinite::Ieee,
        }
    }

    /// Whether there is a bit for the sign, and zero.
    pub(super) fn is_signed(self) -> bool {
        self.not_finite != NotFinite::Ones
    }

    /// All bits: sign, exponent and mantissa.
    pub fn bits(self) -> u32 {
        u32::from(self.is_signed()) + self.exponent_bits + self.mantissa_bits
    }

    /// Hexadecimal digits of the bytes of a number.
    pub fn digits(self) -> usize {
        2 * self.bits().div_ceil(8) as usize
    }

    /// Only the sign bit; 0 where there is none.
    pub fn sign(self) -> u64 {
        match self.not_finite {
            NotFinite::Ones => 0,
            _ => 1 << (self.bits() - 1),
        }
    }

    /// The bits of the greatest finite value.
    ///
    /// Requirements: `small-float.not-finite`, `bfloat16.format`.
    pub fn greatest(self) -> u64 {
        self.beyond() - 1
    }

    /// The magnitude that follows the greatest finite one. Finite magnitudes in ascending order have ascending bits.
    pub(super) fn beyond(self) -> u64 {
        match self.not_finite {
            NotFinite::Ieee | NotFinite::Ones => {
                ((1 << self.exponent_bits) - 1) << self.mantissa_bits
            }
            NotFinite::Never | NotFinite::NegativeZero => {
                1 << (self.exponent_bits + self.mantissa_bits)
            }
        }
    }

    /// Positive infinity, where there is one: every exponent bit set, mantissa 0.
    ///
    /// Requirement: `small-float.not-finite`.
    pub fn infinity(self) -> Option<u64> {
        (self.not_finite == NotFinite::Ieee).then(|| self.beyond())
    }

    /// The value that the string `"NaN"` denotes, where there is one. In formats of IEEE 754 it is positive, the highest
    /// mantissa bit set and no other; in others, it is the only NaN.
    ///
    /// Requirements: `fill-value.nan`, `bfloat16.nan`, `small-float.nan`.
    pub fn nan(self) -> Option<u64> {
        match self.not_finite {
            NotFinite::Ieee => Some(self.beyond() | 1 << (self.mantissa_bits - 1)),
            NotFinite::Never => None,
            NotFinite::NegativeZero => Some(self.sign()),
            NotFinite::Ones => Some(self.beyond()),
        }
    }

    /// Whether the bits are those of a NaN.
    pub fn is_nan(self, bits: u64) -> bool {
        match self.not_finite {
            NotFinite::Ieee => bits & !self.sign() > self.beyond(),
            _ => Some(bits) == self.nan(),
        }
    }

    /// Whether the bits are those of an infinity of either sign.
    pub fn is_infinite(self, bits: u64) -> bool {
        self.infinity() == Some(bits & !self.sign())
    }

    /// Whether the bits are those of negative zero.
    pub fn is_negative_zero(self, bits: u64) -> bool {
        matches!(self.not_finite, NotFinite::Ieee | NotFinite::Never) && bits == self.sign()
    }

    /// The bits of minus a magnitude, or of what is nearest to that: zero may have no sign, and where no number has one,
    /// the least is nearest to every negative number.
    pub fn negative(self, magnitude: u64) -> u64 {
        match self.not_finite {
            NotFinite::Ones => 0,
            NotFinite::NegativeZero if magnitude == 0 => 0,
            _ => magnitude | self.sign(),
        }
    }

    /// The bits of a magnitude with the sign of other bits.
    pub(crate) fn with_sign_of(self, bits: u64, magnitude: u64) -> u64 {
        match bits & self.sign() {
            0 => magnitude,
            _ => self.negative(magnitude),
        }
    }

    /// The bits of the value nearest to a JSON number; of two equally near, the one with an even
    /// mantissa. A magnitude that rounds beyond the largest finite value gives infinity, as IEEE
    /// 754 says of this rounding; where there is no infinity, the largest finite value is nearest.
    ///
    /// `number` is spelled as RFC 8259 demands.
    ///
    /// Requirements: `fill-value.float-rounding`, `small-float.fill-value`, `small-float.format`.
    pub fn nearest(self, number: &str) -> u64 {
        let magnitude = self.rounded(number.strip_prefix('-').unwrap_or(number));
        let bits = magnitude.min(self.infinity().unwrap_or(self.greatest()));
        if number.starts_with('-') {
            self.negative(bits)
        } else {
            bits
        }
    }

    /// Whether a JSON number rounds to a finite value, and not beyond: the least is not that of 0 or of a negative number
    /// where it is greater than 0.
    pub fn is_in_range(self, number: &str) -> bool {
        let magnitude = number.strip_prefix('-').unwrap_or(number);
        let is_below = match (self.is_signed(), Magnitude::of(magnitude)) {
            (true, _) => false,
            (_, Magnitude::Zero | Magnitude::TooSmall) => true,
            (_, Magnitude::TooLarge) => number.starts_with('-'),
            (
                _,
                Magnitude::Fraction {
                    numerator,
                    denominator,
                },
            ) => number.starts_with('-') || self.is_below_least(&numerator, &denominator),
        };
        !is_below && self.rounded(magnitude) < self.beyond()
    }

    /// Whether a fraction is less than the least magnitude, which is greater than 0 in a format without zero.
    pub(super) fn is_below_least(self, numerator: &BigUint, denominator: &BigUint) -> bool {
        numerator << self.scale() < self.in_units(0) * denominator
    }

    /// The nearest magnitude, or the one that follows the greatest finite one.
    fn rounded(self, magnitude: &str) -> u64 {
        match Magnitude::of(magnitude) {
            Magnitude::Zero | Magnitude::TooSmall => 0,
            Magnitude::TooLarge => self.beyond(),
            Magnitude::Fraction {
                numerator,
                denominator,
            } => self.round(&numerator, &denominator),
        }
    }

    /// The magnitude nearest to a positive fraction, or the one that follows the greatest finite one.
    ///
    /// Finds by bisection the greatest value
    /// that is not above the fraction (`low`), then decides between it and the next one (`high`):
    /// by comparing the fraction with the middle of the two, `(low + high) / 2`.
    ///
    /// Requirement: `fill-value.float-rounding`.
    pub(super) fn round(self, numerator: &BigUint, denominator: &BigUint) -> u64 {
        let target = numerator << self.scale();
        let (mut low, mut high) = (0, self.beyond());
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.in_units(middle) * denominator <= target {
                low = middle;
            } else {
                high = middle;
            }
        }
        let doubled_middle = self.in_units(low) + self.in_units(high);
        match (&target * 2_u32).cmp(&(doubled_middle * denominator)) {
            Ordering::Less => low,
            Ordering::Greater => high,
            Ordering::Equal if low % 2 == 0 => low,
            Ordering::Equal => high,
        }
    }

    /// Every finite value is a multiple of `1 / 2^scale`.
    pub(super) fn scale(self) -> u32 {
        match self.not_finite {
            NotFinite::Ones => self.bias + self.mantissa_bits,
            _ => self.bias - 1 + self.mantissa_bits,
        }
    }

    /// A finite magnitude as a multiple of that; for the one beyond the largest, what would follow. There are subnormal
    /// numbers where there is zero.
    ///
    /// Requirements: `small-float.format`, `bfloat16.format`.
    pub(super) fn in_units(self, bits: u64) -> BigUint {
        let mantissa = bits & ((1 << self.mantissa_bits) - 1);
        let leading = 1 << self.mantissa_bits;
        match (self.not_finite, bits >> self.mantissa_bits) {
            (NotFinite::Ones, exponent) => BigUint::from(mantissa | leading) << exponent,
            (_, 0) => BigUint::from(mantissa),
            (_, exponent) => BigUint::from(mantissa | leading) << (exponent - 1),
        }
    }

    /// A finite magnitude in decimal digits, exactly.
    pub fn decimal(self, magnitude: u64) -> String {
        let scale = self.scale();
        let digits = self.in_units(magnitude) * BigUint::from(5_u32).pow(scale);
        format!("{digits}e-{scale}")
    }
}

/// The magnitude of a decimal number.
enum Magnitude {
    Zero,
    /// Above 0 and below a half of every format's smallest value.
    TooSmall,
    /// Above every format's largest value.
    TooLarge,
    Fraction {
        numerator: BigUint,
        denominator: BigUint,
    },
}

impl Magnitude {
    /// The magnitude of `digits[.digits][e[+-]digits]`.
    fn of(number: &str) -> Self {
        let (significand, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
        let (integer, fraction) = significand.split_once('.').unwrap_or((significand, ""));
        let digits = format!("{integer}{fraction}");
        let digits = digits.trim_start_matches('0');
        if digits.is_empty() {
            return Self::Zero;
        }
        // The value is 0.digits * 10^magnitude. Exponents beyond i64 are beyond every format too.
        let exponent = exponent.strip_prefix('+').unwrap_or(exponent);
        let exponent = exponent
            .parse::<i64>()
            .unwrap_or(if exponent.starts_with('-') {
                i64::MIN
            } else {
                i64::MAX
            });
        let places = i64::try_from(fraction.len()).unwrap_or(i64::MAX);
        let power = exponent.saturating_sub(places);
        let magnitude = power.saturating_add(i64::try_from(digits.len()).unwrap_or(i64::MAX));
        if magnitude > 400 {
            return Self::TooLarge;
        }
        if magnitude < -400 {
            return Self::TooSmall;
        }
        let numerator = BigUint::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
        let ten_to = |power: i64| BigUint::from(10_u32).pow(u32::try_from(power).unwrap_or(0));
        match power {
            0.. => Self::Fraction {
                numerator: numerator * ten_to(power),
                denominator: BigUint::from(1_u32),
            },
            _ => Self::Fraction {
                numerator,
                denominator: ten_to(-power),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HALF: Format = Format::ieee(5, 10);
    const SINGLE: Format = Format::ieee(8, 23);
    const DOUBLE: Format = Format::ieee(11, 52);

    /// Worked by hand: 1 + 2^-11 lies halfway between 1 and 1 + 2^-10 in binary16.
    #[rstest::rstest]
    #[case::one("1", 0x3c00)]
    #[case::one_with_exponent("0.1e+1", 0x3c00)]
    #[case::minus_zero("-0.0", 0x8000)]
    #[case::tie_to_even_below("1.00048828125", 0x3c00)]
    #[case::just_above_tie("1.000488281250000000000000000000000000001", 0x3c01)]
    #[case::tie_to_even_above("1.00146484375", 0x3c02)]
    #[case::largest("65504", 0x7bff)]
    #[case::below_overflow("65519.9999999999999999999999", 0x7bff)]
    #[case::overflow("65520", 0x7c00)]
    #[case::smallest("5.9604644775390625e-8", 0x0001)]
    #[case::half_of_smallest("2.98023223876953125e-8", 0x0000)]
    #[case::above_half_of_smallest("2.98023223876953126e-8", 0x0001)]
    #[case::huge_exponent("1e999999999999999999999", 0x7c00)]
    #[case::tiny_exponent("1e-999999999999999999999", 0x0000)]
    #[case::zero_huge_exponent("0e999999999999999999999", 0x0000)]
    fn binary16_by_hand(#[case] number: &str, #[case] bits: u64) {
        assert_eq!(HALF.nearest(number), bits);
    }

    fn format(data_type: &str) -> Format {
        Format::of(data_type.parse().unwrap()).unwrap()
    }

    /// Worked by hand from the fields and the bias that each document names.
    #[rstest::rstest]
    #[case::four_bits("float4_e2m1fn", "-6", 0x0f)]
    #[case::saturates("float4_e2m1fn", "1e9", 0x07)]
    #[case::negative_zero_is_there("float6_e2m3fn", "-0.0", 0x20)]
    #[case::least_of_six_bits("float6_e3m2fn", "0.0625", 0x01)]
    #[case::infinity("float8_e3m4", "-16", 0xf0)]
    #[case::greatest("float8_e3m4", "15.74", 0x6f)]
    #[case::one("float8_e4m3", "1", 0x38)]
    #[case::one_of_greater_bias("float8_e4m3fnuz", "1", 0x40)]
    #[case::one_of_greatest_bias("float8_e4m3b11fnuz", "1", 0x58)]
    #[case::no_negative_zero("float8_e4m3fnuz", "-0.0", 0x00)]
    #[case::rounds_to_no_negative_zero("float8_e5m2fnuz", "-1e-9", 0x00)]
    #[case::negative("float8_e5m2fnuz", "-57344", 0xff)]
    #[case::no_infinity("float8_e5m2fnuz", "1e9", 0x7f)]
    #[case::power_of_two("float8_e8m0fnu", "4", 0x81)]
    #[case::between_powers("float8_e8m0fnu", "5.9", 0x81)]
    #[case::nearer_to_the_next("float8_e8m0fnu", "6.1", 0x82)]
    #[case::no_zero("float8_e8m0fnu", "0", 0x00)]
    #[case::no_sign("float8_e8m0fnu", "-8", 0x00)]
    #[case::beyond("float8_e8m0fnu", "1e99", 0xfe)]
    fn small_by_hand(#[case] data_type: &str, #[case] number: &str, #[case] bits: u64) {
        assert_eq!(format(data_type).nearest(number), bits);
    }

    #[rstest::rstest]
    #[case::ieee("float8_e5m2", Some(0x7c), Some(0x7e), &[0x7d, 0x7f, 0xfd, 0xff], 0x80)]
    #[case::no_special("float6_e2m3fn", None, None, &[], 0x20)]
    #[case::unsigned_zero("float8_e4m3fnuz", None, Some(0x80), &[0x80], 0x80)]
    #[case::no_zero("float8_e8m0fnu", None, Some(0xff), &[0xff], 0)]
    fn what_is_not_finite(
        #[case] data_type: &str,
        #[case] infinity: Option<u64>,
        #[case] nan: Option<u64>,
        #[case] nans: &[u64],
        #[case] sign: u64,
    ) {
        let format = format(data_type);
        assert_eq!(
            (format.infinity(), format.nan(), format.sign()),
            (infinity, nan, sign)
        );
        for bits in 0..1 << format.bits() {
            let is_nan =
                nans.contains(&bits) || nan == Some(bits) || infinity.is_some() && bits == 0xfe;
            assert_eq!(format.is_nan(bits), is_nan, "{bits:x}");
            let is_infinite = infinity.is_some_and(|it| bits == it || bits == it | sign);
            assert_eq!(format.is_infinite(bits), is_infinite, "{bits:x}");
        }
        assert_eq!(
            format.is_negative_zero(sign),
            infinity.is_some() || nan.is_none()
        );
        assert!(!format.is_negative_zero(0) || sign == 0);
    }

    #[rstest::rstest]
    #[case::greatest("float8_e4m3", "240", true)]
    #[case::rounds_to_the_greatest("float8_e4m3", "-247.9", true)]
    #[case::rounds_beyond("float8_e4m3", "248", false)]
    #[case::without_infinity("float4_e2m1fn", "6.9", true)]
    #[case::beyond_without_infinity("float4_e2m1fn", "7.1", false)]
    #[case::far_beyond("float4_e2m1fn", "1e999", false)]
    #[case::nearly_zero("float4_e2m1fn", "-1e-999", true)]
    #[case::least_of_powers("float8_e8m0fnu", "5.877471754111438e-39", true)]
    #[case::below_the_least("float8_e8m0fnu", "5.87747175411e-39", false)]
    #[case::far_below("float8_e8m0fnu", "1e-999", false)]
    #[case::zero("float8_e8m0fnu", "0", false)]
    #[case::negative("float8_e8m0fnu", "-1", false)]
    #[case::far_below_all("float8_e8m0fnu", "-1e999", false)]
    #[case::greatest_power("float8_e8m0fnu", "2.5e38", true)]
    #[case::beyond_the_greatest_power("float8_e8m0fnu", "1e39", false)]
    fn ranges(#[case] data_type: &str, #[case] number: &str, #[case] is_in_range: bool) {
        assert_eq!(format(data_type).is_in_range(number), is_in_range);
    }

    proptest! {
        /// The standard library rounds decimal text to binary32 and binary64 by another algorithm.
        #[test]
        fn agrees_with_the_standard_library(number in "-?(0|[1-9][0-9]{0,25})(\\.[0-9]{1,30})?(e-?[0-9]{1,2}|E\\+3[0-9]|e-3[0-4][0-9])?") {
            prop_assert_eq!(SINGLE.nearest(&number), u64::from(number.parse::<f32>().unwrap().to_bits()));
            prop_assert_eq!(DOUBLE.nearest(&number), number.parse::<f64>().unwrap().to_bits());
        }

        #[test]
        fn every_finite_value_is_read_back(bits in 0_u64..0x7c00) {
            prop_assert_eq!(HALF.nearest(&HALF.decimal(bits)), bits);
        }
    }
}
