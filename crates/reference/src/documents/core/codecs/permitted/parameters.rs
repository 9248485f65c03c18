//! Permitted readings of the parameters of codecs that compress: which must be given, and which values
//! they may have.

use super::name;
use crate::blosc::compressor::Compressor;
use crate::blosc::configuration::{self, Shuffle};
use crate::codecs;
use crate::error::metadata;
use crate::permitted::{ACCEPTED, CURRENT, Permitted, Tendency};
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

pub(crate) const LIST: &[Permitted] = &[
    Permitted {
        name: "gzip-level-required",
        open: "parameters-not-said-to-be-required",
        does: "refuses gzip without a level",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::gzip_level(|_, configuration| {
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
        replacements: &[Replacement::zstd_level(|_, configuration| {
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
            Replacement::blosc_cname(|_, configuration| {
                given(configuration, "cname")?;
                configuration::cname(configuration)
            }),
            Replacement::blosc_check_clevel(|_, configuration| {
                given(configuration, "clevel")?;
                configuration::check_clevel(configuration)
            }),
            Replacement::blosc_shuffle(|_, configuration| {
                given(configuration, "shuffle")?;
                configuration::shuffle(configuration)
            }),
            Replacement::blosc_check_blocksize(|_, configuration| {
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
        replacements: &[Replacement::codec(|steps, entry, decoded| {
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
        replacements: &[Replacement::blosc_cname(
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
        replacements: &[Replacement::blosc_typesize(|_, configuration, shuffle| {
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
        replacements: &[Replacement::blosc_typesize(|_, configuration, shuffle| {
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
        replacements: &[Replacement::blosc_check_blocksize(|_, configuration| {
            let blocksize = configuration.member("blocksize");
            let fits = |it: &Json| it.as_u64().is_some_and(|it| u32::try_from(it).is_ok());
            if blocksize.is_some_and(|it| !fits(it)) {
                return metadata("blosc: found a blocksize that no header can hold");
            }
            configuration::check_blocksize(configuration)
        })],
    },
];
