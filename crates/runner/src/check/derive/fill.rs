//! Elements that the runner makes up: plain fill values and a counting pattern.

use serde_json::{Value, json};

use zarr_conform_terms::{DataType, ElementLayout, HexBytes};

/// A fill value that every implementation of the data type knows: false or zero. The zero of what the
/// specification does not know is a guess.
pub(crate) fn plain_fill_value(data_type: &str) -> Value {
    match data_type.parse::<DataType>() {
        Ok(data_type) => data_type.description().plain_fill_value(),
        Err(_) => json!(0),
    }
}

/// `count` elements that count up from 1 and start again after 100; none is zero, and those of
/// `bool` are all true. Elements of a data type that the specification does not know have one byte.
pub(crate) fn counting_pattern(data_type: &str, count: u64) -> HexBytes {
    let data_type = data_type.parse::<DataType>().ok();
    let layout = data_type.and_then(DataType::layout);
    let layout = layout.unwrap_or(ElementLayout::numbers(1, 1));
    let values = data_type.and_then(|it| it.description().values());
    let period = values.map_or(100, |it| 100.min(it - 1));
    let mut bytes = Vec::new();
    for position in 0..count {
        for _ in 0..layout.components {
            bytes.push(u8::try_from(position % period + 1).unwrap_or(1));
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
