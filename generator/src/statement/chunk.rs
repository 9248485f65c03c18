//! Facts on chunks.

use anyhow::Context;
use zarr_conform_reference::Element;

use super::{Claim, claim, data_type, unless_refused};
use crate::elements;
use crate::fact::Draft;
use crate::input::Table;
use crate::shards;

pub(super) fn state(draft: Draft, table: &Table) -> anyhow::Result<()> {
    let data_type = data_type(table)?;
    let shape = table.lengths("shape")?;
    let codecs = table.some_json("codecs")?;
    let pattern = table.text("elements")?.unwrap_or("distinct");
    let chunk = elements::of_pattern(pattern, data_type, &shape, 0)
        .map_err(|error| table.wrong("elements", format!("{error:#}")))?;
    match claim(table, &["encoded"])? {
        Claim::Holds => {
            if table.has("encoded") {
                return draft.chunk(codecs, &chunk, Some(table.bytes("encoded")?));
            }
            match shards::of_chunk(table, &codecs, &chunk)? {
                Some((encoded, chunk)) => draft.chunk(codecs, &chunk, Some(encoded)),
                None => draft.chunk(codecs, &chunk, None),
            }
        }
        Claim::Refused(_) => {
            let message = "every chunk can be encoded; a codec list is refused as representation";
            Err(table.wrong("refused", message))
        }
        Claim::Open(outcomes) => {
            let stored = || draft.encoded_as_raw_bits(&codecs, &chunk);
            let mut readings = Vec::new();
            for outcome in &outcomes {
                let encoded = unless_refused(outcome, || {
                    outcome.parsed("encoded", |text| encoded(text, stored))
                })?;
                readings.push((outcome.some_text("reading")?, encoded));
            }
            draft.open_chunk(codecs, &chunk, &readings)
        }
    }
}

/// Bytes: `in order`, where elements of raw bits are `stored` as they are, `reversed`, where the
/// bytes of each are turned around, or hexadecimal digits.
fn encoded(
    text: &str,
    stored: impl Fn() -> anyhow::Result<Vec<Element>>,
) -> anyhow::Result<Vec<u8>> {
    let bytes = |reversed: bool| {
        let of_element = |element: &Element| match element {
            Element::Raw(raw) if reversed => Ok(raw.iter().rev().copied().collect()),
            Element::Raw(raw) => Ok(raw.clone()),
            _ => anyhow::bail!("{text:?} is for raw bits"),
        };
        let found: anyhow::Result<Vec<Vec<u8>>> = stored()?.iter().map(of_element).collect();
        found.map(|found| found.concat())
    };
    match text {
        "in order" => bytes(false),
        "reversed" => bytes(true),
        digits => hex::decode(digits).with_context(|| {
            format!("found {digits:?}, expected \"in order\", \"reversed\" or hexadecimal digits")
        }),
    }
}
