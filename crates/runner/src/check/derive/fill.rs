//! Elements that the runner makes up: plain fill values and a counting pattern.

use serde_json::{Value, json};

use zarr_conform_terms::data_type::{Kind, core_data_type};
use zarr_conform_terms::{ElementLayout, HexBytes};

/// A fill value that every implementation of the data type knows: false or zero.
pub(crate) fn plain_fill_value(data_type: &str) -> Value {
    match core_data_type(data_type).map(|row| row.kind) {
        Some(Kind::Boolean) => json!(false),
        Some(Kind::Integer) => json!(0),
        Some(Kind::Float) => json!(0.0),
        Some(Kind::Complex) => json!([0.0, 0.0]),
        // Raw bits; the zero of what the specification does not know is a guess.
        None => match ElementLayout::of(data_type) {
            Some(layout) => json!(vec![0; layout.bytes()]),
            None => json!(0),
        },
    }
}

/// `count` elements that count up from 1 and start again after 100; none is zero, and those of
/// `bool` are all true. Elements of a data type that the specification does not know have one byte.
pub(crate) fn counting_pattern(data_type: &str, count: u64) -> HexBytes {
    let layout = ElementLayout::of(data_type).unwrap_or(ElementLayout {
        components: 1,
        component_bytes: 1,
        number: true,
    });
    let is_bool = core_data_type(data_type).is_some_and(|row| row.kind == Kind::Boolean);
    let mut bytes = Vec::new();
    for position in 0..count {
        for _ in 0..layout.components {
            let number = if is_bool { 0 } else { position % 100 };
            bytes.push(u8::try_from(number + 1).unwrap_or(1));
            bytes.resize(bytes.len() + layout.component_bytes - 1, 0);
        }
    }
    HexBytes::from(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pattern_fills_every_element() {
        assert_eq!(*counting_pattern("int16", 3).0, [1, 0, 2, 0, 3, 0]);
        assert_eq!(*counting_pattern("bool", 2).0, [1, 1]);
        assert_eq!(
            *counting_pattern("complex64", 2).0,
            [1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0]
        );
        assert_eq!(plain_fill_value("r16"), json!([0, 0]));
    }
}
