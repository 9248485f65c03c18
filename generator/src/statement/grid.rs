//! Facts on regular grids.

use super::{Claim, claim, unless_refused};
use crate::fact::Draft;
use crate::input::Table;

pub(super) fn state(draft: Draft, table: &Table) -> anyhow::Result<()> {
    let array_shape = table.lengths("array_shape")?;
    let chunk_shape = table.lengths("chunk_shape")?;
    match claim(table, &["grid_shape"])? {
        Claim::Holds if table.has("chunks") => {
            let encodings = match table.json("chunk_key_encodings")? {
                None => Vec::new(),
                Some(serde_json::Value::Array(list)) => list,
                Some(other) => {
                    let message = format!("found {other}, expected a list");
                    return Err(table.wrong("chunk_key_encodings", message));
                }
            };
            let elements = table.positions("elements")?;
            let chunks = table.positions("chunks")?;
            draft.grid(&array_shape, &chunk_shape, &elements, &chunks, &encodings)
        }
        Claim::Holds => {
            draft.grid_around_borders(&array_shape, &chunk_shape, table.positions("elements")?)
        }
        Claim::Refused(why) => draft.refused_grid(&array_shape, &chunk_shape, why),
        Claim::Open(outcomes) => {
            let mut readings = Vec::new();
            for outcome in &outcomes {
                let shape = unless_refused(outcome, || outcome.lengths("grid_shape"))?;
                readings.push((outcome.some_text("reading")?, shape));
            }
            draft.open_grid(&array_shape, &chunk_shape, &readings)
        }
    }
}
