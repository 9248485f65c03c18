//! Permitted readings of the parameters of codecs that compress: which must be given, and which values
//! they may have.

use super::codecs::name;
use super::{ACCEPTED, CURRENT, Permitted, Tendency};
use crate::blosc::compressor::Compressor;
use crate::blosc::configuration::{self, Shuffle};
use crate::codecs;
use crate::error::metadata;
use crate::steps::Replacement;
use crate::{Json, Result, gzip, zstd};

/// Demands that a parameter is given.
fn given(configuration: &Json, parameter: &str) -> Result<()> {
    match configuration.member(parameter) {
        Some(_) => Ok(()),
        None => metadata(format!("the configuration has no member {parameter:?}")),
    }
}

/// Whether an entry of a codec list has no parameter at all.
fn has_no_parameters(entry: &Json) -> bool {
    let configuration = entry.member("configuration");
    configuration.is_none_or(|it| *it == Json::Object(Vec::new()))
}

pub(super) const LIST: &[Permitted] = &[
    Permitted {
        name: "gzip-level-required",
        open: "parameters-not-said-to-be-required",
        does: "refuses gzip without a level",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::GzipLevel(|_, configuration| {
            given(configuration, "level")?;
            gzip::level(configuration)
        })],
    },
    Permitted {
        name: "zstd-level-required",
        open: "parameters-not-said-to-be-required",
        does: "refuses zstd without a level",
        editions: CURRENT,
        tendency: Tendency::Strict,
        replacements: &[Replacement::ZstdLevel(|_, configuration| {
            given(configuration, "level")?;
            zstd::level(configuration)
        })],
    },
    Permitted {
        name: "blosc-parameters-required",
        open: "parameters-not-said-to-be-required",
        does: "refuses blosc without cname, clevel, shuffle or blocksize",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[
            Replacement::BloscCname(|_, configuration| {
                given(configuration, "cname")?;
                configuration::cname(configuration)
            }),
            Replacement::BloscCheckClevel(|_, configuration| {
                given(configuration, "clevel")?;
                configuration::check_clevel(configuration)
            }),
            Replacement::BloscShuffle(|_, configuration| {
                given(configuration, "shuffle")?;
                configuration::shuffle(configuration)
            }),
            Replacement::BloscCheckBlocksize(|_, configuration| {
                given(configuration, "blocksize")?;
                configuration::check_blocksize(configuration)
            }),
        ],
    },
    Permitted {
        name: "configuration-required",
        open: "no-configuration-where-there-are-parameters",
        does: "refuses gzip, zstd and blosc without any parameter",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::Codec(|steps, entry, decoded| {
            let has_parameters = matches!(name(entry), Some("gzip" | "zstd" | "blosc"));
            if has_parameters && has_no_parameters(entry) {
                return metadata(format!("codecs: {entry} has no configuration"));
            }
            codecs::codec(steps, entry, decoded)
        })],
    },
    Permitted {
        name: "listed-cnames",
        open: "other-cnames",
        does: "refuses a cname that is not in the list",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::BloscCname(
            |_, configuration| match configuration.member("cname") {
                Some(Json::String(cname)) if Compressor::named(cname).is_none() => {
                    metadata(format!("blosc: found cname {cname:?}"))
                }
                _ => configuration::cname(configuration),
            },
        )],
    },
    Permitted {
        name: "typesize-of-one-byte",
        open: "blosc-typesize-beyond-255",
        does: "refuses a typesize above 255",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::BloscTypesize(|_, configuration, shuffle| {
            match configuration::typesize(configuration, shuffle)? {
                Some(typesize) if typesize > 255 => metadata(format!(
                    "blosc: found typesize {typesize}, expected at most 255"
                )),
                typesize => Ok(typesize),
            }
        })],
    },
    Permitted {
        name: "ignored-typesize-is-checked",
        open: "blosc-ignored-typesize",
        does: "refuses a typesize that is not a positive integer also where shuffle is noshuffle",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::BloscTypesize(|_, configuration, shuffle| {
            if configuration.member("typesize").is_some() {
                configuration::typesize(configuration, Shuffle::Bytes)?;
            }
            configuration::typesize(configuration, shuffle)
        })],
    },
    Permitted {
        name: "blocksize-of-the-header",
        open: "blosc-negative-blocksize",
        does: "refuses a blocksize that is negative, or more than the header of a chunk can hold",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::BloscCheckBlocksize(|_, configuration| {
            let blocksize = configuration.member("blocksize");
            let fits = |it: &Json| it.as_u64().is_some_and(|it| u32::try_from(it).is_ok());
            if blocksize.is_some_and(|it| !fits(it)) {
                return metadata("blosc: found a blocksize that no header can hold");
            }
            configuration::check_blocksize(configuration)
        })],
    },
];
