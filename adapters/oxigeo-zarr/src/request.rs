//! The requests of protocol 1.

use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// One request without its `id`. The member `op` has the name of the variant.
#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "lowercase", deny_unknown_fields)]
pub enum Ask {
    Hello {
        #[serde(rename = "protocol")]
        _protocol: u64,
        #[serde(rename = "editions")]
        _editions: Vec<String>,
    },
    Open {
        store: String,
    },
    Read {
        store: String,
        #[serde(default)]
        regions: Option<Vec<Region>>,
    },
    Write {
        store: String,
        #[serde(default)]
        region: Option<Region>,
        elements: Elements,
    },
    Create {
        store: String,
        metadata: Map<String, Value>,
        elements: Elements,
    },
}

/// What of a request has to be read digit by digit. `serde_json` rounds numbers; its feature that does not
/// would change how the library reads them, too.
#[derive(Deserialize)]
pub struct Exact<'a> {
    #[serde(borrow)]
    metadata: Option<ExactMetadata<'a>>,
}

#[derive(Deserialize)]
struct ExactMetadata<'a> {
    #[serde(borrow)]
    fill_value: Option<&'a RawValue>,
}

impl Exact<'_> {
    /// The fill value in the metadata of the request, as it is written there; `null` without one.
    #[must_use]
    pub fn fill_value(&self) -> &str {
        let metadata = self.metadata.as_ref();
        let fill_value = metadata.and_then(|it| it.fill_value);
        fill_value.map_or("null", RawValue::get)
    }
}

/// Elements in hexadecimal digits, little-endian.
#[derive(Deserialize)]
pub struct Elements(#[serde(with = "hex::serde")] pub Vec<u8>);

/// `start[d] <= coordinates[d] < start[d] + shape[d]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    pub start: Vec<usize>,
    pub shape: Vec<usize>,
}

impl Region {
    /// `ranges[d] = start[d]..start[d] + shape[d]`, the form in which Rust and the library have regions.
    #[must_use]
    pub fn ranges(&self) -> Vec<Range<usize>> {
        let dimensions = self.start.iter().zip(&self.shape);
        dimensions
            .map(|(&start, &length)| start..start + length)
            .collect()
    }
}
