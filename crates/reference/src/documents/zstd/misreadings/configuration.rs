//! Wrong readings of the configuration and of the name of the zstd codec.

use crate::error::metadata;
use crate::misreading::{BOTH, CURRENT, Misreading, STORES, require};
use crate::steps::Replacement;
use crate::{Json, Result, codecs, zstd};

/// The literal level, or the first wrong one that is offered.
fn level_or(configuration: &Json, wrong: impl Fn(&Json) -> Option<i64>) -> Result<Option<i64>> {
    let literal = zstd::level(configuration);
    match configuration.member("level") {
        Some(level) if literal.is_err() => wrong(level).map(Some).map_or(literal, Ok),
        _ => literal,
    }
}

/// The literal level, unless it is one of these.
fn level_unless(configuration: &Json, is_wrong: impl Fn(i64) -> bool) -> Result<Option<i64>> {
    match zstd::level(configuration)? {
        Some(level) if is_wrong(level) => metadata(format!("zstd: level {level} is refused")),
        level => Ok(level),
    }
}

fn integer(value: &Json) -> Option<i128> {
    match value {
        Json::Number(spelling) => spelling.parse().ok(),
        _ => None,
    }
}

/// The literal checksum, or the first wrong one that is offered.
fn checksum_or(configuration: &Json, wrong: impl Fn(&Json) -> Option<bool>) -> Result<bool> {
    let literal = zstd::checksum(configuration);
    match configuration.member("checksum") {
        Some(checksum) if literal.is_err() => wrong(checksum).map_or(literal, Ok),
        _ => literal,
    }
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "zstd-level-above-22-accepted",
        when: "a level of zstd above 22 is accepted",
        requirements: &["zstd.level-range"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_level(|_, configuration| {
            level_or(configuration, |level| {
                integer(level).filter(|it| *it > 22).map(|_| 22)
            })
        })],
    },
    Misreading {
        name: "zstd-level-below-131072-accepted",
        when: "a level of zstd below -131072 is accepted",
        requirements: &["zstd.level-range"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_level(|_, configuration| {
            level_or(configuration, |level| {
                integer(level).filter(|it| *it < 0).map(|_| -131_072)
            })
        })],
    },
    Misreading {
        name: "zstd-level-cut-to-32-bits",
        when: "a level of zstd is cut to 32 bits",
        requirements: &["zstd.level-range"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_level(|_, configuration| {
            level_or(configuration, |level| {
                let cut = integer(level)?.rem_euclid(1 << 32);
                i64::try_from(cut).ok().filter(|level| *level <= 22)
            })
        })],
    },
    Misreading {
        name: "zstd-level-cut-to-8-bits",
        when: "a level of zstd is cut to 8 bits",
        requirements: &["zstd.level-range"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_level(|_, configuration| {
            level_or(configuration, |level| {
                let cut = integer(level)?.rem_euclid(1 << 8);
                i64::try_from(cut).ok().filter(|level| *level <= 22)
            })
        })],
    },
    Misreading {
        name: "zstd-level-without-fraction",
        when: "the fraction of a level of zstd is cut off",
        requirements: &["zstd.level-range"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_level(|_, configuration| {
            level_or(configuration, |level| match level {
                Json::Number(spelling) => {
                    let whole: i64 = spelling.split('.').next()?.parse().ok()?;
                    (-131_072..=22).contains(&whole).then_some(whole)
                }
                _ => None,
            })
        })],
    },
    Misreading {
        name: "zstd-level-as-text",
        when: "a level of zstd is accepted as text",
        requirements: &["zstd.level-range"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_level(|_, configuration| {
            level_or(configuration, |level| {
                level.as_str().map(|text| text.parse().unwrap_or(0))
            })
        })],
    },
    Misreading {
        name: "zstd-level-as-boolean",
        when: "a level of zstd is accepted as boolean",
        requirements: &["zstd.level-range"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_level(|_, configuration| {
            level_or(configuration, |level| match level {
                Json::Bool(level) => Some(i64::from(*level)),
                _ => None,
            })
        })],
    },
    Misreading {
        name: "zstd-level-not-looked-at",
        when: "the level of zstd is not looked at",
        requirements: &["zstd.level-range"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_level(|_, configuration| {
            level_or(configuration, |_| Some(0))
        })],
    },
    Misreading {
        name: "zstd-level-negative-refused",
        when: "negative levels of zstd are refused",
        requirements: &["zstd.level-range"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_level(|_, configuration| {
            level_unless(configuration, |level| level < 0)
        })],
    },
    Misreading {
        name: "zstd-level-0-refused",
        when: "level 0 of zstd is refused",
        requirements: &["zstd.level-range", "zstd.level-zero"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_level(|_, configuration| {
            level_unless(configuration, |level| level == 0)
        })],
    },
    Misreading {
        name: "zstd-level-above-9-refused",
        when: "levels of zstd above 9 are refused, as those of gzip",
        requirements: &["zstd.level-range"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_level(|_, configuration| {
            level_unless(configuration, |level| level > 9)
        })],
    },
    Misreading {
        name: "zstd-level-above-19-refused",
        when: "levels of zstd above 19 are refused",
        requirements: &["zstd.level-range"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_level(|_, configuration| {
            level_unless(configuration, |level| level > 19)
        })],
    },
    Misreading {
        name: "zstd-only-level-0",
        when: "no level of zstd but 0 is accepted",
        requirements: &["zstd.level-range"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_level(|_, configuration| {
            level_unless(configuration, |level| level != 0)
        })],
    },
    Misreading {
        name: "zstd-checksum-as-text",
        when: "checksum of zstd is accepted as text",
        requirements: &["zstd.checksum-verified"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_checksum(|_, configuration| {
            checksum_or(configuration, |checksum| {
                checksum.as_str().map(|text| text == "true")
            })
        })],
    },
    Misreading {
        name: "zstd-checksum-as-number",
        when: "checksum of zstd is accepted as a number",
        requirements: &["zstd.checksum-verified"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_checksum(|_, configuration| {
            checksum_or(configuration, |checksum| {
                integer(checksum).map(|number| number != 0)
            })
        })],
    },
    Misreading {
        name: "zstd-checksum-of-any-type",
        when: "checksum of zstd is accepted with any type",
        requirements: &["zstd.checksum-verified"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_checksum(|_, configuration| {
            checksum_or(configuration, |_| Some(true))
        })],
    },
    Misreading {
        name: "zstd-checksum-required",
        when: "a configuration of zstd without checksum is refused",
        requirements: &["zstd.checksum-verified"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_checksum(|_, configuration| {
            require(configuration, "checksum")?;
            zstd::checksum(configuration)
        })],
    },
    Misreading {
        name: "zstd-checksum-refused",
        when: "checksum of zstd is refused where it is true",
        requirements: &["zstd.checksum-verified"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_checksum(|_, configuration| {
            if zstd::checksum(configuration)? {
                return metadata("zstd: checksums are refused");
            }
            Ok(false)
        })],
    },
    Misreading {
        name: "zstd-checksum-false-refused",
        when: "checksum of zstd is refused where it is false",
        requirements: &["zstd.checksum-verified", "zstd.checksum-omitted"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::zstd_checksum(
            |_, configuration| match configuration.member("checksum") {
                Some(Json::Bool(false)) => metadata("zstd: checksum should be left out"),
                _ => zstd::checksum(configuration),
            },
        )],
    },
    Misreading {
        name: "zstd-other-names",
        when: "zstandard and zst are names of the codec zstd, too",
        requirements: &["zstd.name"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            codecs::codec(steps, value, decoded).or_else(|error| match value {
                Json::Object(members) => {
                    let renamed = members.iter().map(|(name, value)| {
                        let is_other = matches!(value.as_str(), Some("zstandard" | "zst"));
                        let value = if is_other {
                            Json::String("zstd".to_owned())
                        } else {
                            value.clone()
                        };
                        (name.clone(), value)
                    });
                    codecs::codec(steps, &Json::Object(renamed.collect()), decoded)
                }
                _ => Err(error),
            })
        })],
    },
];
