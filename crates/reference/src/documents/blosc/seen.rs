//! What configurations and stored bytes use of the Blosc format that a reader could get wrong.

use super::{Blosc, Shuffle};
use crate::json::Json;
use crate::steps::Steps;

/// Which parameters are given, and those that change what is stored.
pub(super) fn configuration(configuration: &Json) -> Vec<String> {
    let mut seen = Vec::new();
    for member in ["cname", "shuffle"] {
        match configuration.member(member).and_then(Json::as_str) {
            Some(value) => seen.push(format!("with {member} {value}")),
            None => seen.push(format!("without {member}")),
        }
    }
    for member in ["clevel", "typesize", "blocksize"] {
        if configuration.member(member).is_none() {
            seen.push(format!("without {member}"));
        }
    }
    if configuration.member("clevel").and_then(Json::as_u64) == Some(0) {
        seen.push("with clevel 0".to_owned());
    }
    let blocksize = configuration.member("blocksize");
    if blocksize.is_some_and(|it| it.as_u64() != Some(0)) {
        seen.push("with a blocksize".to_owned());
    }
    seen
}

/// How a chunk is made, as its header says.
pub(super) fn chunk(blosc: &Blosc, steps: &Steps, bytes: &[u8], see: &mut dyn FnMut(&'static str)) {
    let Ok(header) = steps.blosc_header(bytes) else {
        return;
    };
    if header.flags.memcpy {
        see("blosc that is only copied");
        return;
    }
    if header.blocksize > 0 && header.nbytes > header.blocksize {
        see("blosc of several blocks");
    }
    if header.flags.byte_shuffle != (blosc.shuffle == Shuffle::Bytes)
        || header.flags.bit_shuffle != (blosc.shuffle == Shuffle::Bits)
    {
        see("blosc shuffled in another way than configured");
    }
    if u64::from(header.cbytes) < bytes.len() as u64 {
        see("blosc with bytes after its end");
    }
}
