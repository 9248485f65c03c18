//! How the parts of a shard lie, as an input says it.

use std::collections::BTreeMap;

use anyhow::{Context, ensure};

use crate::input::Table;

/// What stands in unused space.
const UNUSED: u8 = 0xee;

/// What an input may say of a shard.
const MEMBERS: &[&str] = &[
    "order", "unused", "encoded", "entries", "inside", "index_at", "keep", "flip",
];

/// How the parts of a shard lie; by default, all inner chunks in order without unused space. Inner
/// chunks are numbered in lexicographical order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// The inner chunks as they follow each other; those that are left out are empty.
    pub(super) order: Option<Vec<usize>>,
    /// Numbers of unused bytes before each of them, and after the last one.
    pub(super) unused: Vec<usize>,
    /// Bytes that stand for an inner chunk in place of its own.
    pub(super) encoded: BTreeMap<usize, Vec<u8>>,
    /// `offset` and `nbytes` that the index has in place of the right ones.
    pub(super) entries: BTreeMap<usize, [u64; 2]>,
    /// How inner chunks that are shards lie.
    pub(super) inside: Option<Box<Layout>>,
    /// Where the index is, in place of where the configuration says.
    pub(super) index_at: Option<String>,
    /// How many bytes are kept; the others are cut off at the end.
    pub(super) keep: Option<usize>,
    /// The bit that is inverted: `8 * byte + bit`, counted from the lowest.
    pub(super) flip: Option<usize>,
}

impl Layout {
    /// What a member of a table says.
    pub(crate) fn of(table: &Table, name: &str) -> anyhow::Result<Option<Self>> {
        let Some(it) = table.table(name, MEMBERS)? else {
            return Ok(None);
        };
        let order = it.has("order").then(|| it.counts("order")).transpose()?;
        let unused = if it.has("unused") {
            it.counts("unused")?
        } else {
            Vec::new()
        };
        let number = |name: &str| match it.json(name)? {
            None => Ok(None),
            Some(json) => serde_json::from_value(json)
                .map(Some)
                .map_err(|error| it.wrong(name, error)),
        };
        let encoded = by_number(&it, "encoded", |digits| Ok(hex::decode(digits)?))?;
        let entries = by_number(&it, "entries", |json| Ok(serde_json::from_str(json)?))?;
        Ok(Some(Self {
            order,
            unused,
            encoded,
            entries,
            inside: Self::of(&it, "inside")?.map(Box::new),
            index_at: it.text("index_at")?.map(str::to_owned),
            keep: number("keep")?,
            flip: number("flip")?,
        }))
    }

    /// The inner chunks of so many that are there, as they follow each other.
    pub(super) fn order(&self, number: usize) -> anyhow::Result<Vec<usize>> {
        let Some(order) = &self.order else {
            return Ok((0..number).collect());
        };
        for (at, i) in order.iter().enumerate() {
            ensure!(
                *i < number,
                "there are {number} inner chunks, and {i} is not one of them"
            );
            ensure!(
                !order[..at].contains(i),
                "inner chunk {i} lies at two places"
            );
        }
        Ok(order.clone())
    }

    /// The unused bytes before the inner chunk at this place of the order.
    pub(super) fn unused(&self, at: usize) -> Vec<u8> {
        vec![UNUSED; self.unused.get(at).copied().unwrap_or(0)]
    }

    /// The shard with its damage.
    pub(super) fn damaged(&self, mut shard: Vec<u8>) -> anyhow::Result<Vec<u8>> {
        if let Some(bit) = self.flip {
            let byte = shard
                .get_mut(bit / 8)
                .context("flip lies beyond the shard")?;
            *byte ^= 1 << (bit % 8);
        }
        if let Some(keep) = self.keep {
            ensure!(keep < shard.len(), "keep cuts nothing off");
            shard.truncate(keep);
        }
        Ok(shard)
    }
}

/// A table by numbers of inner chunks.
fn by_number<T>(
    table: &Table,
    name: &str,
    parse: impl Fn(&str) -> anyhow::Result<T>,
) -> anyhow::Result<BTreeMap<usize, T>> {
    let pair =
        |(i, text): (&str, &str)| -> anyhow::Result<(usize, T)> { Ok((i.parse()?, parse(text)?)) };
    let pairs = table.pairs(name)?.into_iter();
    pairs
        .map(|it| pair(it).map_err(|error| table.wrong(name, format!("{error:#}"))))
        .collect()
}
