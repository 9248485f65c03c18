//! Extension definitions: objects and short-hand names, configurations, `must_understand`.

mod definitions;
mod must_understand;

use super::document::{Beside, Document, ONE_BYTE, accepted_or_refused};
use crate::topic::Topic;

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![definitions::topic()?, must_understand::topic()?])
}

/// A document whose bytes codec needs no configuration.
fn one_byte() -> Document {
    Document::of("uint8", "7")
}
