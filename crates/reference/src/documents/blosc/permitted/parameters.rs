//! Permitted readings of the parameters of blosc: which must be given, and which values they may have.

use crate::Json;
use crate::blosc::compressor::Compressor;
use crate::blosc::configuration::{self, Shuffle};
use crate::codecs::given;
use crate::error::metadata;
use crate::permitted::{ACCEPTED, Permitted, Tendency};
use crate::steps::Replacement;

pub(crate) const LIST: &[Permitted] = &[
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
