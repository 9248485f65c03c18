//! The requests of protocol 1.

use std::ops::Range;

use serde::Deserialize;
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
