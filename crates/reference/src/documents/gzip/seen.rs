//! What stored bytes use of the gzip format that a reader could get wrong.

use crate::error::Result;
use crate::steps::Steps;

/// Of the first member only: where it ends, and whether there are more, shows when it is decoded.
pub(super) fn first_header(bytes: &[u8], see: &mut dyn FnMut(&'static str)) {
    if bytes.get(3).is_some_and(|flags| *flags != 0) {
        see("gzip with optional fields in the header");
    }
}

/// Decodes member by member, to count them.
pub(super) fn members(
    steps: &Steps,
    bytes: &[u8],
    length: u64,
    see: &mut dyn FnMut(&'static str),
) -> Result<Vec<u8>> {
    let (mut decoded, mut at, mut members) = (Vec::new(), 0, 0_u64);
    loop {
        let left = length.saturating_sub(decoded.len() as u64);
        let member = steps.gzip_member(&bytes[at..], Some(left))?;
        decoded.extend(member.decoded);
        at += member.length;
        members += 1;
        if at >= bytes.len() {
            break;
        }
    }
    if members > 1 {
        see("gzip of several members");
    }
    Ok(decoded)
}
