//! Facts on the representations between codecs.

use super::{Claim, claim, data_type, unless_refused};
use crate::fact::Draft;
use crate::input::Table;

pub(super) fn state(draft: Draft, table: &Table) -> anyhow::Result<()> {
    let data_type = data_type(table)?;
    let shape = table.lengths("shape")?;
    let codecs = table.some_json("codecs")?;
    match claim(table, &[])? {
        Claim::Holds => draft.representation(codecs, data_type, &shape),
        Claim::Refused(why) => draft.refused_representation(codecs, data_type, &shape, why),
        Claim::Open(outcomes) => {
            let mut readings = Vec::new();
            for outcome in &outcomes {
                let accepts = unless_refused(outcome, || Ok(()))?.is_some();
                readings.push((outcome.some_text("reading")?, accepts));
            }
            draft.open_representation(codecs, data_type, &shape, &readings)
        }
    }
}
