//! Wrong readings of the name and the configuration of the gzip codec.

use crate::codecs;
use crate::error::Error;
use crate::gzip;
use crate::misreading::{ACCEPTED, BOTH, Misreading, require};
use crate::steps::Replacement;
use crate::{Json, Result};

/// The literal level, or the one that `wrong` makes of what stands there.
fn level_or_else(
    configuration: &Json,
    wrong: impl Fn(&Json) -> Option<u64>,
) -> Result<Option<u64>> {
    gzip::level(configuration).or_else(|error| {
        let value = configuration.member("level");
        value.and_then(&wrong).map(Some).ok_or(error)
    })
}

fn spelling(value: &Json) -> Option<&str> {
    match value {
        Json::Number(spelling) => Some(spelling),
        _ => None,
    }
}

/// The value under another name.
fn renamed(value: &Json, names: &[&str], name: &str) -> Json {
    match value {
        Json::Object(members) => Json::Object(
            members
                .iter()
                .map(|(member, value)| match value.as_str() {
                    Some(found) if member == "name" && names.contains(&found) => {
                        (member.clone(), Json::String(name.to_owned()))
                    }
                    _ => (member.clone(), value.clone()),
                })
                .collect(),
        ),
        other => other.clone(),
    }
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "gzip-level-text-accepted",
        when: "a level of gzip in quotes is accepted",
        requirements: &["gzip.level-range"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_level(|_, configuration| {
            level_or_else(configuration, |value| value.as_str()?.parse().ok())
        })],
    },
    Misreading {
        name: "gzip-level-above-9-accepted",
        when: "a level of gzip above 9 is accepted",
        requirements: &["gzip.level-range"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_level(|_, configuration| {
            level_or_else(configuration, |value| {
                value.as_u64().map(|level| level.min(9))
            })
        })],
    },
    Misreading {
        name: "gzip-level-below-0-accepted",
        when: "a level of gzip below 0 is accepted",
        requirements: &["gzip.level-range"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_level(|_, configuration| {
            level_or_else(configuration, |value| {
                let level: i64 = spelling(value)?.parse().ok()?;
                (level < 0).then_some(6)
            })
        })],
    },
    Misreading {
        name: "gzip-level-wrapped",
        when: "a level of gzip is cut to 8 bits",
        requirements: &["gzip.level-range"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_level(|_, configuration| {
            level_or_else(configuration, |value| {
                let level: u128 = spelling(value)?.parse().ok()?;
                u64::try_from(level & 0xff).ok().filter(|level| *level <= 9)
            })
        })],
    },
    Misreading {
        name: "gzip-level-rounded",
        when: "a level of gzip with a fraction is rounded",
        requirements: &["gzip.level-range"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_level(|_, configuration| {
            level_or_else(configuration, |value| {
                let (integer, _) = spelling(value)?.split_once('.')?;
                integer.parse().ok().filter(|level| *level <= 9)
            })
        })],
    },
    Misreading {
        name: "gzip-level-of-any-type",
        when: "a level of gzip that is not a number is replaced by the default",
        requirements: &["gzip.level-range"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_level(|_, configuration| {
            level_or_else(configuration, |value| {
                spelling(value).is_none().then_some(6)
            })
        })],
    },
    Misreading {
        name: "gzip-level-0-refused",
        when: "level 0 of gzip is refused",
        requirements: &["gzip.level-range", "gzip.level-zero"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_level(
            |_, configuration| match gzip::level(configuration)? {
                Some(0) => Err(Error::Metadata("gzip: level 0".to_owned())),
                level => Ok(level),
            },
        )],
    },
    Misreading {
        name: "gzip-level-under-another-name",
        when: "the level of gzip is looked for under the name clevel, as blosc has it",
        requirements: &["gzip.level-range"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_level(|_, configuration| {
            require(configuration, "clevel")?;
            gzip::level(configuration)
        })],
    },
    Misreading {
        name: "gzip-of-other-names",
        when: "other spellings of gzip are accepted",
        requirements: &["gzip.name"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, value, decoded| {
            let value = renamed(value, &["gz", "gzip "], "gzip");
            codecs::codec(steps, &value, decoded)
        })],
    },
];
