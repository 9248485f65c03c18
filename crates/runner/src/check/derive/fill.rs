//! Elements that the runner makes up: plain fill values and a counting pattern.

use serde_json::{Value, json};

use zarr_conform_terms::{DataType, ElementLayout, HexElements};

/// A fill value that every implementation of the data type knows: false or zero. The zero of what the
/// specification does not know is a guess.
pub(crate) fn plain_fill_value(data_type: &str) -> Value {
    match data_type.parse::<DataType>() {
        Ok(data_type) => data_type.description().plain_fill_value(),
        Err(_) => json!(0),
    }
}

/// `count` elements that count up from 1 and start again after 100, or after all bits of a number of less than a byte
/// are set; none is zero, and those of `bool` are all true. Elements of a data type that the specification does not know have one byte, and so have those of
/// different numbers of bytes.
pub(crate) fn counting_pattern(data_type: &str, count: u64) -> HexElements {
    let known = data_type.parse::<DataType>().ok();
    let layout = known.and_then(DataType::layout);
    let layout = layout.unwrap_or(ElementLayout::numbers(1, 1));
    let values = known.and_then(|it| it.description().values());
    let values = values.unwrap_or(layout.used(u64::MAX).saturating_add(1));
    let period = 100.min(values - 1);
    let element = |position: u64| {
        let mut component = vec![0; layout.component_bytes];
        component[0] = u8::try_from(position % period + 1).unwrap_or(1);
        component.repeat(layout.components)
    };
    HexElements::of_each(data_type, (0..count).map(element))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pattern_fills_every_element() {
        let pattern = |data_type, count| counting_pattern(data_type, count).to_string();
        assert_eq!(pattern("int16", 3), "010002000300");
        assert_eq!(pattern("bool", 2), "0101");
        assert_eq!(pattern("uint2", 5), "0102030102");
        assert_eq!(pattern("complex64", 2), "01000000010000000200000002000000");
        assert_eq!(pattern("string", 2), "[01, 02]");
        assert_eq!(plain_fill_value("r16"), json!([0, 0]));
    }
}
