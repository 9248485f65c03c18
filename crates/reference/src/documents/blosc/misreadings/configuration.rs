//! Wrong readings of the configuration of the blosc codec.

use crate::blosc::compressor::Compressor;
use crate::blosc::configuration::{self, Shuffle};
use crate::codecs;
use crate::error::metadata;
use crate::misreading::{ACCEPTED, BOTH, Misreading, STORES, require};
use crate::steps::Replacement;
use crate::{Json, Result};

/// The literal shuffle, or where it is refused a wrong one that is offered.
fn shuffle_or(configuration: &Json, wrong: impl Fn(&Json) -> Option<Shuffle>) -> Result<Shuffle> {
    let literal = configuration::shuffle(configuration);
    let offered = configuration.member("shuffle").and_then(wrong);
    literal.or_else(|error| offered.ok_or(error))
}

/// The literal typesize, or where it is refused a wrong one that is offered.
fn typesize_or(
    configuration: &Json,
    shuffle: Shuffle,
    wrong: impl Fn(Option<&Json>) -> Option<u64>,
) -> Result<Option<u64>> {
    let literal = configuration::typesize(configuration, shuffle);
    literal.or_else(|error| {
        let offered = wrong(configuration.member("typesize"));
        offered.map(Some).ok_or(error)
    })
}

/// Refuses integers that a member must not have by a wrong reading.
fn refuse(configuration: &Json, name: &str, is_wrong: impl Fn(u64) -> bool) -> Result<()> {
    match configuration.member(name).and_then(Json::as_u64) {
        Some(value) if is_wrong(value) => metadata(format!("blosc: {name} is {value}")),
        _ => Ok(()),
    }
}

/// A codec that goes by another name, by its own one.
fn renamed(value: &Json) -> Json {
    let Json::Object(members) = value else {
        return value.clone();
    };
    let members = members.iter().map(|(member, value)| {
        let name = value.as_str().unwrap_or_default().to_lowercase();
        let name = name.split('/').next().unwrap_or_default();
        let is_other = member == "name" && name == "blosc";
        let own = || Json::String("blosc".to_owned());
        let value = if is_other { own() } else { value.clone() };
        (member.clone(), value)
    });
    Json::Object(members.collect())
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "blosc-other-names",
        when: "Blosc, BLOSC and blosc/1.0 are names of the codec blosc, too",
        requirements: &["blosc.name"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            codecs::codec(steps, value, decoded)
                .or_else(|_| codecs::codec(steps, &renamed(value), decoded))
        })],
    },
    Misreading {
        name: "blosc-cname-of-any-type",
        when: "a cname that is not a string is ignored",
        requirements: &["blosc.cname"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_cname(|_, configuration| {
            configuration::cname(configuration).or(Ok(None))
        })],
    },
    Misreading {
        name: "blosc-only-lz4-and-zstd",
        when: "of the compressors that the text names only lz4 and zstd are known",
        requirements: &["blosc.cname-values"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_cname(
            |_, configuration| match configuration.member("cname").and_then(Json::as_str) {
                Some(name @ ("lz4hc" | "blosclz" | "zlib" | "snappy")) => {
                    metadata(format!("blosc: the compressor {name} is not known"))
                }
                _ => configuration::cname(configuration),
            },
        )],
    },
    Misreading {
        name: "blosc-lz4hc-as-zstd",
        when: "cname lz4hc is written as the compressor 4, as if each name had a number",
        requirements: &["blosc.cname-values", "blosc-format.compressor"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::blosc_cname(|_, configuration| {
                match configuration.member("cname").and_then(Json::as_str) {
                    Some("lz4hc") => Ok(Some(Compressor::Zstd)),
                    _ => configuration::cname(configuration),
                }
            }),
            Replacement::blosc_decode(|steps, bytes, length, codec| {
                let mut header = steps.blosc_header(bytes)?;
                header.flags.compressor = codec
                    .compressor
                    .map_or(header.flags.compressor, Compressor::number);
                crate::blosc::content(steps, &header, bytes, length)
            }),
        ],
    },
    Misreading {
        name: "blosc-clevel-unchecked",
        when: "any value is accepted as clevel of blosc",
        requirements: &["blosc.clevel-range"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_check_clevel(|_, _| Ok(()))],
    },
    Misreading {
        name: "blosc-clevel-not-zero",
        when: "clevel 0 of blosc is refused",
        requirements: &["blosc.clevel-range"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_check_clevel(|_, configuration| {
            refuse(configuration, "clevel", |it| it == 0)?;
            configuration::check_clevel(configuration)
        })],
    },
    Misreading {
        name: "blosc-clevel-below-nine",
        when: "clevel 9 of blosc is refused",
        requirements: &["blosc.clevel-range"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::blosc_check_clevel(|_, configuration| {
            refuse(configuration, "clevel", |it| it == 9)?;
            configuration::check_clevel(configuration)
        })],
    },
    Misreading {
        name: "blosc-shuffle-as-number",
        when: "shuffle of blosc may be 0, 1 or 2, as in version 2",
        requirements: &["blosc.shuffle-values", "blosc.shuffle-names"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_shuffle(|_, configuration| {
            shuffle_or(configuration, |value| match value.as_u64() {
                Some(0) => Some(Shuffle::None),
                Some(1) => Some(Shuffle::Bytes),
                Some(2) => Some(Shuffle::Bits),
                _ => None,
            })
        })],
    },
    Misreading {
        name: "blosc-shuffle-automatic",
        when: "shuffle -1 and auto choose the shuffle by the typesize, as in version 2",
        requirements: &["blosc.shuffle-values", "blosc.shuffle-names"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_shuffle(|_, configuration| {
            shuffle_or(configuration, |value| match value {
                Json::Number(spelling) if spelling == "-1" => Some(Shuffle::Bits),
                Json::String(text) if text.starts_with("auto") => Some(Shuffle::Bits),
                _ => None,
            })
        })],
    },
    Misreading {
        name: "blosc-shuffle-unchecked",
        when: "any value but the three strings turns the shuffle of blosc off",
        requirements: &["blosc.shuffle-values"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_shuffle(|_, configuration| {
            shuffle_or(configuration, |_| Some(Shuffle::None))
        })],
    },
    Misreading {
        name: "blosc-no-bitshuffle",
        when: "bitshuffle is refused",
        requirements: &["blosc.shuffle-values"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::blosc_shuffle(
            |_, configuration| match configuration::shuffle(configuration)? {
                Shuffle::Bits => metadata("blosc: bitshuffle is not known"),
                shuffle => Ok(shuffle),
            },
        )],
    },
    Misreading {
        name: "blosc-typesize-always-required",
        when: "typesize is required where nothing is shuffled, too",
        requirements: &["blosc.typesize-required"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_typesize(|_, configuration, shuffle| {
            require(configuration, "typesize")?;
            configuration::typesize(configuration, shuffle)
        })],
    },
    Misreading {
        name: "blosc-typesize-never-required",
        when: "a missing typesize is 1",
        requirements: &["blosc.typesize-required"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_typesize(|_, configuration, shuffle| {
            typesize_or(configuration, shuffle, |value| value.is_none().then_some(1))
        })],
    },
    Misreading {
        name: "blosc-typesize-zero-accepted",
        when: "typesize 0 means 1",
        requirements: &["blosc.typesize-positive"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_typesize(|_, configuration, shuffle| {
            typesize_or(configuration, shuffle, |value| {
                (value?.as_u64() == Some(0)).then_some(1)
            })
        })],
    },
    Misreading {
        name: "blosc-typesize-unchecked",
        when: "any value is accepted as typesize, and means 1",
        requirements: &["blosc.typesize-positive"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_typesize(|_, configuration, shuffle| {
            typesize_or(configuration, shuffle, |value| value.map(|_| 1))
        })],
    },
    Misreading {
        name: "blosc-typesize-of-a-data-type",
        when: "a typesize that is not the size of a number of 1, 2, 4 or 8 bytes is refused",
        requirements: &["blosc.typesize-positive"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_typesize(|_, configuration, shuffle| {
            if shuffle != Shuffle::None {
                refuse(configuration, "typesize", |it| {
                    ![1, 2, 4, 8].contains(&it) && it < 256
                })?;
            }
            configuration::typesize(configuration, shuffle)
        })],
    },
    Misreading {
        name: "blosc-blocksize-unchecked",
        when: "any value is accepted as blocksize",
        requirements: &["blosc.blocksize"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::blosc_check_blocksize(|_, _| Ok(()))],
    },
    Misreading {
        name: "blosc-blocksize-positive",
        when: "blocksize 0 is refused",
        requirements: &["blosc.blocksize-zero"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::blosc_check_blocksize(|_, configuration| {
            refuse(configuration, "blocksize", |it| it == 0)?;
            configuration::check_blocksize(configuration)
        })],
    },
    Misreading {
        name: "blosc-blocksize-power-of-two",
        when: "a blocksize that is not a power of two is refused",
        requirements: &["blosc.blocksize"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::blosc_check_blocksize(|_, configuration| {
            refuse(configuration, "blocksize", |it| {
                it != 0 && !it.is_power_of_two()
            })?;
            configuration::check_blocksize(configuration)
        })],
    },
];
