//! Wrong readings of the chunk key encodings.

use super::{ACCEPTED, BOTH, STORES, misreadings};
use crate::chunk_key::{self, Separator};
use crate::error::Error;
use crate::{Json, Result};

fn joined(chunk_index: &[u64], separator: &str, digits: impl Fn(u64) -> String) -> String {
    chunk_index
        .iter()
        .map(|index| digits(*index))
        .collect::<Vec<_>>()
        .join(separator)
}

fn text(separator: Separator) -> &'static str {
    match separator {
        Separator::Slash => "/",
        Separator::Dot => ".",
    }
}

fn is_absent(configuration: &Json) -> bool {
    configuration.member("separator").is_none()
}

misreadings! {
    DefaultIsDot = "default-separator-dot": "the default encoding's separator defaults to \".\"",
    breaks ["default-key.separator-default"], in ACCEPTED, through BOTH;
    {
        fn default_separator(&self, configuration: &Json) -> Result<Separator> {
            if is_absent(configuration) { Ok(Separator::Dot) } else { chunk_key::default_separator(configuration) }
        }
    }

    V2IsSlash = "v2-separator-slash": "the v2 encoding's separator defaults to \"/\"",
    breaks ["v2-key.separator-default"], in ACCEPTED, through BOTH;
    {
        fn v2_separator(&self, configuration: &Json) -> Result<Separator> {
            if is_absent(configuration) { Ok(Separator::Slash) } else { chunk_key::v2_separator(configuration) }
        }
    }

    SeparatorRequired = "separator-required": "a missing separator is refused",
    breaks ["default-key.separator-default", "v2-key.separator-default"], in ACCEPTED, through BOTH;
    {
        fn default_separator(&self, configuration: &Json) -> Result<Separator> {
            if is_absent(configuration) { return Err(Error::Metadata("no separator".to_owned())) }
            chunk_key::default_separator(configuration)
        }
        fn v2_separator(&self, configuration: &Json) -> Result<Separator> {
            if is_absent(configuration) { return Err(Error::Metadata("no separator".to_owned())) }
            chunk_key::v2_separator(configuration)
        }
    }

    SeparatorIgnored = "separator-ignored": "separator is not looked at: each encoding uses its default",
    breaks ["default-key.separator", "v2-key.separator", "default-key.key", "v2-key.key"], in ACCEPTED, through BOTH;
    {
        fn default_separator(&self, _configuration: &Json) -> Result<Separator> {
            Ok(Separator::Slash)
        }
        fn v2_separator(&self, _configuration: &Json) -> Result<Separator> {
            Ok(Separator::Dot)
        }
    }

    AnySeparator = "any-separator-accepted": "a separator that is neither \"/\" nor \".\" is taken for the default",
    breaks ["default-key.separator", "v2-key.separator"], in ACCEPTED, through STORES;
    {
        fn default_separator(&self, configuration: &Json) -> Result<Separator> {
            Ok(chunk_key::default_separator(configuration).unwrap_or(Separator::Slash))
        }
        fn v2_separator(&self, configuration: &Json) -> Result<Separator> {
            Ok(chunk_key::v2_separator(configuration).unwrap_or(Separator::Dot))
        }
    }

    NoPrefix = "default-key-without-prefix": "the default encoding's keys lack the prefix c",
    breaks ["default-key.key"], in ACCEPTED, through BOTH;
    {
        fn default_key(&self, chunk_index: &[u64], separator: Separator) -> String {
            if chunk_index.is_empty() { return chunk_key::default_key(chunk_index, separator) }
            joined(chunk_index, text(separator), |index| index.to_string())
        }
    }

    NoSeparatorAfterPrefix = "default-key-prefix-joined": "no separator stands between the prefix c and the first index",
    breaks ["default-key.key"], in ACCEPTED, through BOTH;
    {
        fn default_key(&self, chunk_index: &[u64], separator: Separator) -> String {
            format!("c{}", joined(chunk_index, text(separator), |index| index.to_string()))
        }
    }

    SlashAfterPrefix = "default-key-prefix-slash": "a \"/\" stands after the prefix c whatever the separator",
    breaks ["default-key.key"], in ACCEPTED, through BOTH;
    {
        fn default_key(&self, chunk_index: &[u64], separator: Separator) -> String {
            if chunk_index.is_empty() { return chunk_key::default_key(chunk_index, separator) }
            format!("c/{}", joined(chunk_index, text(separator), |index| index.to_string()))
        }
    }

    PrefixForV2 = "v2-key-with-prefix": "the v2 encoding's keys have the prefix c",
    breaks ["v2-key.key"], in ACCEPTED, through BOTH;
    {
        fn v2_key(&self, chunk_index: &[u64], separator: Separator) -> String {
            if chunk_index.is_empty() { return chunk_key::v2_key(chunk_index, separator) }
            chunk_key::default_key(chunk_index, separator)
        }
    }

    IndicesReversed = "key-indices-reversed": "the indices of a key stand from the last dimension to the first",
    breaks ["default-key.key", "v2-key.key"], in ACCEPTED, through BOTH;
    {
        fn default_key(&self, chunk_index: &[u64], separator: Separator) -> String {
            chunk_key::default_key(&chunk_index.iter().rev().copied().collect::<Vec<_>>(), separator)
        }
        fn v2_key(&self, chunk_index: &[u64], separator: Separator) -> String {
            chunk_key::v2_key(&chunk_index.iter().rev().copied().collect::<Vec<_>>(), separator)
        }
    }

    Hexadecimal = "key-indices-hexadecimal": "the indices of a key are hexadecimal",
    breaks ["default-key.key", "v2-key.key"], in ACCEPTED, through BOTH;
    {
        fn default_key(&self, chunk_index: &[u64], separator: Separator) -> String {
            if chunk_index.is_empty() { return "c".to_owned() }
            format!("c{}{}", text(separator), joined(chunk_index, text(separator), |index| format!("{index:x}")))
        }
        fn v2_key(&self, chunk_index: &[u64], separator: Separator) -> String {
            if chunk_index.is_empty() { return "0".to_owned() }
            joined(chunk_index, text(separator), |index| format!("{index:x}"))
        }
    }

    Padded = "key-indices-padded": "the indices of a key are padded with zeros",
    breaks ["default-key.key", "v2-key.key"], in ACCEPTED, through BOTH;
    {
        fn default_key(&self, chunk_index: &[u64], separator: Separator) -> String {
            if chunk_index.is_empty() { return "c".to_owned() }
            format!("c{}{}", text(separator), joined(chunk_index, text(separator), |index| format!("{index:02}")))
        }
        fn v2_key(&self, chunk_index: &[u64], separator: Separator) -> String {
            if chunk_index.is_empty() { return "0".to_owned() }
            joined(chunk_index, text(separator), |index| format!("{index:02}"))
        }
    }

    ScalarWithSeparator = "scalar-key-with-separator": "the key of a chunk without dimensions is c and the separator",
    breaks ["default-key.rank-0"], in ACCEPTED, through BOTH;
    {
        fn default_key(&self, chunk_index: &[u64], separator: Separator) -> String {
            if chunk_index.is_empty() { return format!("c{}data", text(separator)) }
            chunk_key::default_key(chunk_index, separator)
        }
    }

    ScalarWithZero = "scalar-key-with-zero": "a chunk without dimensions has the key c/0",
    breaks ["default-key.rank-0"], in ACCEPTED, through BOTH;
    {
        fn default_key(&self, chunk_index: &[u64], separator: Separator) -> String {
            if chunk_index.is_empty() { return format!("c{}0", text(separator)) }
            chunk_key::default_key(chunk_index, separator)
        }
    }

    V2ScalarIsPrefix = "v2-scalar-key-is-c": "a chunk without dimensions has the key c in the v2 encoding too",
    breaks ["v2-key.rank-0"], in ACCEPTED, through BOTH;
    {
        fn v2_key(&self, chunk_index: &[u64], separator: Separator) -> String {
            if chunk_index.is_empty() { return "c".to_owned() }
            chunk_key::v2_key(chunk_index, separator)
        }
    }
}
