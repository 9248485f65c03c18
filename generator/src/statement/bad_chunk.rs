//! Facts on bytes that are not a chunk.

use super::{Claim, claim, data_type, unless_refused};
use crate::elements;
use crate::fact::Draft;
use crate::input::Table;
use crate::shards;

pub(super) fn state(draft: Draft, table: &Table) -> anyhow::Result<()> {
    let data_type = data_type(table)?;
    let shape = table.lengths("shape")?;
    let codecs = table.some_json("codecs")?;
    let encoded = if table.has("shard") {
        let distinct = elements::distinct(data_type, &shape)?;
        let shard = shards::of_chunk(table, &codecs, &distinct)?;
        shard.map(|(encoded, _)| encoded).unwrap_or_default()
    } else {
        table.bytes("encoded")?
    };
    match claim(table, &["elements"])? {
        Claim::Holds => Err(table.error("refused or outcomes is missing")),
        Claim::Refused(why) => draft.bad_chunk(codecs, data_type, &shape, &encoded, why),
        Claim::Open(outcomes) => {
            let mut readings = Vec::new();
            for outcome in &outcomes {
                let elements = unless_refused(outcome, || outcome.elements("elements"))?;
                readings.push((outcome.some_text("reading")?, elements));
            }
            draft.open_bad_chunk(codecs, data_type, &shape, &encoded, &readings)
        }
    }
}
