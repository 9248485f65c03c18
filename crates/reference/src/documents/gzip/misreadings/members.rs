//! Wrong readings of the gzip codec: members in a row.

use super::{members, refused};
use crate::gzip::{self};
use crate::misreading::{ACCEPTED, BOTH, Misreading};
use crate::steps::Replacement;

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "gzip-first-member-only",
        when: "only the first of several gzip members is decoded",
        requirements: &["gzip-format.members"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            Ok(steps.gzip_member(bytes, length)?.decoded)
        })],
    },
    Misreading {
        name: "gzip-several-members-refused",
        when: "several gzip members are refused",
        requirements: &["gzip-format.members"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            let decoded = gzip::decode(steps, bytes, length)?;
            if members(steps, bytes)?.len() > 1 {
                return refused("several members");
            }
            Ok(decoded)
        })],
    },
    Misreading {
        name: "gzip-last-member-only",
        when: "each gzip member takes the place of the one before",
        requirements: &["gzip-format.members"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            gzip::decode(steps, bytes, length)?;
            let last = members(steps, bytes)?.pop();
            Ok(last.map(|it| it.decoded).unwrap_or_default())
        })],
    },
    Misreading {
        name: "gzip-ends-at-an-empty-member",
        when: "an empty gzip member is treated as the end",
        requirements: &["gzip-format.members"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            gzip::decode(steps, bytes, length)?;
            let all = members(steps, bytes)?;
            let parts = all.into_iter().map(|it| it.decoded);
            Ok(parts.take_while(|it| !it.is_empty()).flatten().collect())
        })],
    },
    Misreading {
        name: "gzip-length-of-the-last-member-for-all",
        when: "the last four bytes are treated as the length of all gzip members",
        requirements: &["gzip-format.members"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            let mut decoded = gzip::decode(steps, bytes, length)?;
            if let Some(&[a, b, c, d]) = bytes.last_chunk() {
                let isize = u32::from_le_bytes([a, b, c, d]);
                decoded.truncate(usize::try_from(isize).unwrap_or(usize::MAX));
            }
            Ok(decoded)
        })],
    },
    Misreading {
        name: "gzip-empty-member-refused",
        when: "a gzip member without data is refused",
        requirements: &["gzip-format.members"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_member(|steps, bytes, length| {
            let member = gzip::member(steps, bytes, length)?;
            if member.decoded.is_empty() {
                return refused("a member without data");
            }
            Ok(member)
        })],
    },
];
