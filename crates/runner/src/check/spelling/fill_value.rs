//! The plainest form of a fill value.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use zarr_conform_terms::DataType;
use zarr_conform_terms::data_type::{Float, NotFinite, VariableLength};
use zarr_conform_vectors::Meaning;

use super::extension::Form;

/// Finite floating point numbers as a number, and others by their names; nothing where there is but
/// one form, and for a negative zero, of whose forms as a number the text does not say that the sign is
/// kept. A NaN of other bits than `"NaN"` is for the caller to notice. `NaT` and byte strings have two forms, of which each is
/// plain for an implementation that has only the other.
pub(super) fn plain(meaning: &Meaning, form: Form) -> Option<Value> {
    let data_type = meaning.data_type.parse::<DataType>().ok()?;
    if data_type == DataType::VariableLength(VariableLength::Bytes) {
        let bytes = &meaning.fill_value.0;
        return Some(match form {
            Form::Bare => json!(STANDARD.encode(bytes)),
            Form::Full => json!(bytes.to_vec()),
        });
    }
    let layout = data_type.layout()?;
    let float = match data_type {
        DataType::Float(float) => float,
        DataType::Complex(complex) => complex.component,
        DataType::Time(_) => {
            let number = i64::from_le_bytes(meaning.fill_value.0.as_ref().try_into().ok()?);
            return (number == i64::MIN).then(|| match form {
                Form::Bare => json!("NaT"),
                Form::Full => json!(number),
            });
        }
        _ => return None,
    };
    let components = meaning.fill_value.0.chunks_exact(layout.component_bytes);
    let components = components.map(|bytes| number(float, bytes));
    let mut components: Vec<Value> = components.collect::<Option<_>>()?;
    match layout.components {
        1 => components.pop(),
        _ => Some(components.into()),
    }
}

/// A floating point number of these bytes, least significant first.
fn number(float: Float, bytes: &[u8]) -> Option<Value> {
    let value = match bytes.len() {
        1 => narrow(float, bytes[0].into()),
        2 => narrow(float, u16::from_le_bytes(bytes.try_into().ok()?)),
        4 => f32::from_le_bytes(bytes.try_into().ok()?).into(),
        8 => f64::from_le_bytes(bytes.try_into().ok()?),
        _ => return None,
    };
    match value {
        value if value.is_nan() => Some(json!("NaN")),
        f64::INFINITY => Some(json!("Infinity")),
        f64::NEG_INFINITY => Some(json!("-Infinity")),
        value if value == 0.0 && value.is_sign_negative() => None,
        value => Some(json!(value)),
    }
}

/// The value of the bits of a narrow format: `(-1)^sign * 2^(exponent - bias) * 1.mantissa`, with exponent 1
/// and `0.mantissa` where all exponent bits are 0, unless there is no zero.
fn narrow(float: Float, bits: u16) -> f64 {
    let mantissa_bits = float.mantissa_bits;
    let ones = (1 << float.exponent_bits) - 1;
    let mantissa = f64::from(bits & ((1 << mantissa_bits) - 1)) / f64::from(1 << mantissa_bits);
    let exponent = i32::from(bits >> mantissa_bits) & ones;
    let sign = u16::from(float.is_signed()) << (float.bits() - 1);
    match float.not_finite {
        NotFinite::Ieee if exponent == ones && mantissa != 0.0 => return f64::NAN,
        NotFinite::NegativeZero if bits == sign => return f64::NAN,
        NotFinite::Ones if exponent == ones => return f64::NAN,
        _ => {}
    }
    let two_to = |power: i32| 2_f64.powi(power - i32::from(float.bias));
    let magnitude = match exponent {
        exponent if exponent == ones && float.not_finite == NotFinite::Ieee => f64::INFINITY,
        0 if float.is_signed() => mantissa * two_to(1),
        _ => (1.0 + mantissa) * two_to(exponent),
    };
    if bits & sign == 0 {
        magnitude
    } else {
        -magnitude
    }
}
