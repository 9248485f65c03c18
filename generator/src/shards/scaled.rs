//! Elements by scale_offset, apart from the reference: of integers by integers of 128 bits, of floating point numbers by
//! those of 64 bits, where every result is exact.

use anyhow::{Context, bail, ensure};
use serde_json::Value;
use zarr_conform_reference::DataType;
use zarr_conform_reference::data_type::{Float, Integer};

/// The bytes of an element, in little-endian order, after `(element - offset) * scale`.
pub(super) fn scaled(
    element: &[u8],
    data_type: DataType,
    configuration: &Value,
) -> anyhow::Result<Vec<u8>> {
    let mut bytes = [0; 8];
    bytes[..element.len()].copy_from_slice(element);
    let bits = u64::from_le_bytes(bytes);
    let [offset, scale] = ["offset", "scale"].map(|name| configuration.get(name));
    let bits = match data_type {
        DataType::Integer(it) => of_integer(it, bits, offset, scale)?,
        DataType::Float(it) => of_float(it, bits, offset, scale)?,
        _ => bail!("scale_offset takes no elements of {data_type}"),
    };
    Ok(bits.to_le_bytes()[..element.len()].to_vec())
}

fn of_integer(
    integers: Integer,
    bits: u64,
    offset: Option<&Value>,
    scale: Option<&Value>,
) -> anyhow::Result<u64> {
    let unused = 64 - integers.bits;
    let element = if integers.is_unsigned {
        i128::from(bits & u64::MAX >> unused)
    } else {
        i128::from((bits << unused).cast_signed() >> unused)
    };
    let number = |value: Option<&Value>, missing: i128| match value {
        None => Ok(missing),
        Some(value) => value
            .as_i64()
            .map(i128::from)
            .or_else(|| value.as_u64().map(i128::from))
            .with_context(|| format!("{value} is not an integer")),
    };
    let difference = element - number(offset, 0)?;
    let product = difference
        .checked_mul(number(scale, 1)?)
        .context("too large")?;
    for result in [difference, product] {
        ensure!(
            integers.range().contains(&result),
            "{result} is beyond the range"
        );
    }
    let low = product & i128::from(u64::MAX >> unused);
    Ok(u64::try_from(low)?)
}

fn of_float(
    float: Float,
    bits: u64,
    offset: Option<&Value>,
    scale: Option<&Value>,
) -> anyhow::Result<u64> {
    let number = |value: Option<&Value>, missing: f64| match value {
        None => Ok(missing),
        Some(value) => value
            .as_f64()
            .with_context(|| format!("{value} is not a number")),
    };
    let difference = widened(float, bits)? - number(offset, 0.0)?;
    narrowed(float, difference)?;
    narrowed(float, difference * number(scale, 1.0)?)
}

/// Bits of the exponent that are more in a number of 64 bits, as the bias has them.
fn bias_difference(float: Float) -> u64 {
    1023 - u64::from(float.bias)
}

/// A normal number or zero.
fn widened(float: Float, bits: u64) -> anyhow::Result<f64> {
    let mantissa_bits = u32::from(float.mantissa_bits);
    let width = u32::from(float.exponent_bits) + mantissa_bits;
    let (sign, magnitude) = (bits >> width, bits & ((1 << width) - 1));
    let exponent = magnitude >> mantissa_bits;
    let most = (1 << float.exponent_bits) - 1;
    ensure!(
        magnitude == 0 || (exponent > 0 && exponent < most),
        "{bits:#x} is not a normal number"
    );
    let widened = match magnitude {
        0 => 0,
        _ => (magnitude << (52 - mantissa_bits)) + (bias_difference(float) << 52),
    };
    Ok(f64::from_bits(sign << 63 | widened))
}

/// The bits of a number that is one of the data type.
fn narrowed(float: Float, number: f64) -> anyhow::Result<u64> {
    let mantissa_bits = u32::from(float.mantissa_bits);
    let width = u32::from(float.exponent_bits) + mantissa_bits;
    let bits = number.to_bits();
    let (sign, magnitude) = (bits >> 63, bits & (u64::MAX >> 1));
    let narrowed = magnitude
        .checked_sub(bias_difference(float) << 52)
        .filter(|_| magnitude != 0)
        .unwrap_or(0)
        >> (52 - mantissa_bits);
    let bits = sign << width | narrowed;
    ensure!(
        widened(float, bits).is_ok_and(|it| it.to_bits() == number.to_bits()),
        "{number} is not a normal number of {float}"
    );
    Ok(bits)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[rstest::rstest]
    #[case::of_bytes(DataType::UINT8, &[200], json!({"offset": 100, "scale": 2}), &[200])]
    #[case::of_negative_integers(DataType::INT16, &[0xfd, 0xff], json!({"offset": 1, "scale": 3}), &[0xf4, 0xff])]
    #[case::without_offset(DataType::UINT64, &[1, 0, 0, 0, 0, 0, 0, 0], json!({"scale": u64::MAX}), &[255; 8])]
    #[case::of_float16(DataType::FLOAT16, &[0x00, 0x42], json!({"offset": 1, "scale": -0.5}), &[0x00, 0xbc])]
    #[case::of_float32(DataType::FLOAT32, &[0, 0, 0x40, 0x40], json!({"offset": 1.0}), &[0, 0, 0, 0x40])]
    #[case::of_bfloat16(DataType::BFLOAT16, &[0x40, 0x40], json!({"scale": 2}), &[0xc0, 0x40])]
    #[case::of_zero(DataType::FLOAT64, &[0; 8], json!({"scale": 2}), &[0; 8])]
    fn by_hand(
        #[case] data_type: DataType,
        #[case] element: &[u8],
        #[case] configuration: Value,
        #[case] expected: &[u8],
    ) {
        assert_eq!(
            scaled(element, data_type, &configuration).unwrap(),
            expected
        );
    }

    #[rstest::rstest]
    #[case::difference_below_zero(DataType::UINT8, &[1], json!({"offset": 2, "scale": 0}))]
    #[case::product_beyond(DataType::INT8, &[100], json!({"scale": 2}))]
    #[case::not_exact(DataType::FLOAT16, &[0x00, 0x3c], json!({"offset": 0.1}))]
    #[case::of_booleans(DataType::BOOL, &[1], json!({}))]
    fn what_is_not_exact_is_refused(
        #[case] data_type: DataType,
        #[case] element: &[u8],
        #[case] configuration: Value,
    ) {
        assert!(scaled(element, data_type, &configuration).is_err());
    }
}
