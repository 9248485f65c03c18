//! From the key of a chunk back to its grid index, and what a reader could get wrong about keys.

use super::{ChunkKeyEncoding, Separator};

/// The keys of the chunks of an array.
#[derive(Clone, Debug)]
pub struct Keys {
    /// Whether keys begin with `c`.
    is_default: bool,
    separator: Separator,
    /// Number of chunks along each dimension.
    grid_shape: Vec<u64>,
}

/// What a path below the folder of an array can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Below {
    /// The key of the chunk at this grid index.
    Chunk(Vec<u64>),
    /// The beginning of keys of chunks.
    Prefix,
    /// Neither.
    Other,
}

impl ChunkKeyEncoding {
    /// What keys are that a reader could get wrong; nothing of those that are written by default.
    pub fn seen(&self) -> Option<&'static str> {
        match self {
            Self::Default(Separator::Slash) => None,
            Self::Default(Separator::Dot) => Some("chunk keys such as c.0.0"),
            Self::V2(Separator::Slash) => Some("chunk keys such as 0/0"),
            Self::V2(Separator::Dot) => Some("chunk keys such as 0.0"),
        }
    }
}

impl Keys {
    /// The keys of a grid of this shape.
    pub fn new(encoding: &ChunkKeyEncoding, grid_shape: Vec<u64>) -> Self {
        let (is_default, separator) = match encoding {
            ChunkKeyEncoding::Default(separator) => (true, *separator),
            ChunkKeyEncoding::V2(separator) => (false, *separator),
        };
        Self {
            is_default,
            separator,
            grid_shape,
        }
    }

    /// What the path of these parts is, of which none contains `/`.
    pub fn below(&self, parts: &[String]) -> Below {
        let rank = self.grid_shape.len();
        let split: Vec<&str>;
        let parts: Vec<&str> = match (self.separator, parts) {
            (Separator::Slash, parts) => parts.iter().map(String::as_str).collect(),
            (Separator::Dot, [one]) => {
                split = one.split('.').collect();
                split
            }
            (Separator::Dot, _) => return Below::Other,
        };
        let indices = match (self.is_default, parts.split_first()) {
            (true, Some((&"c", indices))) => indices,
            (false, _) if rank == 0 => {
                let is_key = parts == ["0"];
                return if is_key {
                    Below::Chunk(Vec::new())
                } else {
                    Below::Other
                };
            }
            (false, _) => &parts[..],
            (true, _) => return Below::Other,
        };
        let mut index = Vec::new();
        for (d, part) in indices.iter().enumerate() {
            match (self.grid_shape.get(d), number(part)) {
                (Some(most), Some(number)) if number < *most => index.push(number),
                _ => return Below::Other,
            }
        }
        match self.separator {
            _ if index.len() == rank => Below::Chunk(index),
            Separator::Slash => Below::Prefix,
            Separator::Dot => Below::Other,
        }
    }
}

/// A number in decimal, without leading zeros.
fn number(text: &str) -> Option<u64> {
    let is_decimal = !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let is_canonical = text == "0" || !text.starts_with('0');
    (is_decimal && is_canonical).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::super::{default_key, v2_key};
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    fn below(encoding: &ChunkKeyEncoding, grid_shape: &[u64], path: &str) -> Below {
        let parts: Vec<String> = path.split('/').map(str::to_owned).collect();
        Keys::new(encoding, grid_shape.to_vec()).below(&parts)
    }

    const SLASH: ChunkKeyEncoding = ChunkKeyEncoding::Default(Separator::Slash);
    const DOT: ChunkKeyEncoding = ChunkKeyEncoding::Default(Separator::Dot);
    const V2_SLASH: ChunkKeyEncoding = ChunkKeyEncoding::V2(Separator::Slash);
    const V2_DOT: ChunkKeyEncoding = ChunkKeyEncoding::V2(Separator::Dot);

    #[rstest]
    #[case::prefix(&SLASH, "c", Below::Prefix)]
    #[case::half(&SLASH, "c/1", Below::Prefix)]
    #[case::beyond_the_grid(&SLASH, "c/2/0", Below::Other)]
    #[case::prefix_beyond_the_grid(&SLASH, "c/2", Below::Other)]
    #[case::too_long(&SLASH, "c/0/0/0", Below::Other)]
    #[case::leading_zero(&SLASH, "c/0/01", Below::Other)]
    #[case::plus(&SLASH, "c/0/+1", Below::Other)]
    #[case::other_separator(&SLASH, "c.0.1", Below::Other)]
    #[case::other_encoding(&SLASH, "0/1", Below::Other)]
    #[case::capital(&SLASH, "C/0/1", Below::Other)]
    #[case::dots_in_a_folder(&DOT, "c/0.1", Below::Other)]
    #[case::half_with_dots(&DOT, "c.1", Below::Other)]
    #[case::v2_in_folders(&V2_SLASH, "1", Below::Prefix)]
    #[case::v2_with_prefix(&V2_DOT, "c.0.1", Below::Other)]
    #[case::beyond_64_bits(&V2_DOT, "0.99999999999999999999", Below::Other)]
    #[case::metadata(&V2_SLASH, "zarr.json", Below::Other)]
    fn paths(#[case] encoding: &ChunkKeyEncoding, #[case] path: &str, #[case] expected: Below) {
        assert_eq!(below(encoding, &[2, 3], path), expected);
    }

    #[rstest]
    #[case(&SLASH, "c", Below::Chunk(vec![]))]
    #[case(&V2_DOT, "0", Below::Chunk(vec![]))]
    #[case(&V2_SLASH, "1", Below::Other)]
    fn of_rank_0(#[case] encoding: &ChunkKeyEncoding, #[case] path: &str, #[case] expected: Below) {
        assert_eq!(below(encoding, &[], path), expected);
    }

    proptest! {
        #[test]
        fn keys_of_the_reference_are_read_back(index in prop::collection::vec(0_u64..300, 0..5)) {
            let grid_shape: Vec<u64> = index.iter().map(|it| it + 1).collect();
            for separator in [Separator::Slash, Separator::Dot] {
                for (encoding, key) in [
                    (ChunkKeyEncoding::Default(separator), default_key(&index, separator)),
                    (ChunkKeyEncoding::V2(separator), v2_key(&index, separator)),
                ] {
                    let expected = Below::Chunk(index.clone());
                    prop_assert_eq!(below(&encoding, &grid_shape, &key), expected);
                }
            }
        }

        #[test]
        fn any_path_is_told(path in "[c0-9./+a-z]{0,12}") {
            for encoding in [&SLASH, &DOT, &V2_SLASH, &V2_DOT] {
                below(encoding, &[2, 3], &path);
                below(encoding, &[], &path);
            }
        }
    }
}
