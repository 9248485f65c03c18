//! What every array has that has a feature.

use zarr_conform_reference::codecs;

use super::{IN_SHARDS, RANK};

const CODEC: &str = "codec ";
/// With what the feature ends of an order that two dimensions cannot have.
const OTHER_INVERSE: &str = " with an order that is not its own inverse";

/// What every array has that has a feature, since the feature is a part of it, or cannot be without it.
pub(crate) fn implied(feature: &str) -> Vec<String> {
    let mut implied = parts(feature);
    if feature.ends_with(OTHER_INVERSE) {
        implied.extend([1, 2].map(|number| format!("{RANK}{number}")));
    }
    implied
}

/// What an array has that has a feature, without what follows from an order.
fn parts(feature: &str) -> Vec<String> {
    let sharded = || format!("{CODEC}sharding_indexed");
    if let Some(inner) = feature.strip_prefix(IN_SHARDS) {
        let inner = parts(inner).into_iter();
        let inner = inner.map(|it| format!("{IN_SHARDS}{it}"));
        return inner.chain([sharded()]).collect();
    }
    let is_of_shards = ["in shard indexes: ", "before shards: ", "after shards: "];
    if let Some(place) = is_of_shards.iter().find(|it| feature.starts_with(*it)) {
        let of_part = parts(&feature[place.len()..]).into_iter();
        let of_part = of_part.map(|it| format!("{place}{it}"));
        return of_part.chain([sharded()]).collect();
    }
    if ["empty inner", "inner chunks", "shards with"]
        .iter()
        .any(|it| feature.starts_with(it))
    {
        return vec![sharded()];
    }
    if let Some(number) = feature.strip_prefix(RANK) {
        let number = number.parse().unwrap_or(0);
        return (1..number).map(|it: usize| format!("{RANK}{it}")).collect();
    }
    if feature == "elements NaN with other bits than usual" {
        return vec!["elements NaN".to_owned()];
    }
    let codec = feature.strip_prefix(CODEC).unwrap_or(feature);
    match codec.split_once(' ') {
        Some((codec, _)) if codec != "bytes" && codecs::kind_of(codec).is_some() => {
            vec![format!("{CODEC}{codec}")]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_feature_is_a_part_of_is_implied() {
        let of = |feature: &str| implied(feature).join(", ");
        assert_eq!(of("in shards: codec zstd"), "codec sharding_indexed");
        assert_eq!(
            of("in shards: codec transpose with an order that is not its own inverse"),
            "in shards: codec transpose, codec sharding_indexed, rank above 1, rank above 2"
        );
        assert_eq!(of("codec zstd without checksum"), "codec zstd");
        assert_eq!(of("rank above 3"), "rank above 1, rank above 2");
        assert_eq!(of("codec bytes with endian big"), "");
    }
}
