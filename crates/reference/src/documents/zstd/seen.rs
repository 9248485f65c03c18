//! What configurations and stored bytes use of the Zstandard format that a reader could get wrong.

use super::frame;
use crate::codecs::seen;
use crate::error::{Error, Result};
use crate::json::Json;
use crate::steps::Steps;

/// Blocks of a chunk that are decoded at once: each takes memory, however few bytes it has.
const MOST_BLOCKS: u64 = 1 << 20;

/// The level, and whether there are checksums, unless that there are none is said.
pub(super) fn configuration(configuration: &Json) -> Vec<String> {
    let mut seen = seen::level(configuration);
    let checksum = match configuration.member("checksum") {
        Some(Json::Bool(false)) => None,
        Some(_) => Some("with checksum"),
        None => Some("without checksum"),
    };
    seen.extend(checksum.map(str::to_owned));
    seen
}

/// How many frames there are, and which parts they have.
pub(super) fn frames(steps: &Steps, bytes: &[u8], see: &mut dyn FnMut(&'static str)) -> Result<()> {
    let (mut rest, mut frames, mut blocks) = (bytes, 0_u64, 0_u64);
    while let Some((magic, after)) = rest.split_first_chunk::<4>() {
        frames += 1;
        let magic = u32::from_le_bytes(*magic);
        let next = if magic == frame::MAGIC_NUMBER {
            after_frame(steps, after, &mut blocks, see)
        } else if !frame::SKIPPABLE.contains(&u64::from(magic)) {
            // It does not decode, so that nothing can be said of how it is written.
            return Ok(());
        } else {
            see("zstd with skippable frames");
            let size = after.first_chunk().map(|it| u32::from_le_bytes(*it));
            size.and_then(|size| after.get(4..)?.get(usize::try_from(size).ok()?..))
        };
        if frames + blocks > MOST_BLOCKS {
            return Err(Error::Unsupported(format!(
                "it has more than {MOST_BLOCKS} zstd blocks"
            )));
        }
        let Some(next) = next else { return Ok(()) };
        rest = next;
    }
    if frames > 1 {
        see("zstd of several frames");
    }
    Ok(())
}

/// What follows a frame; nothing where it is damaged.
fn after_frame<'a>(
    steps: &Steps,
    bytes: &'a [u8],
    blocks: &mut u64,
    see: &mut dyn FnMut(&'static str),
) -> Option<&'a [u8]> {
    let (header, size) = steps.zstd_frame_header(bytes).ok()?;
    if header.content_size.is_none() {
        see("zstd without the size of the content");
    }
    if header.content_checksum_flag {
        see("zstd frames with checksum");
    }
    if header.dictionary_id != 0 {
        see("zstd with a dictionary");
    }
    let mut rest = bytes.get(size..)?;
    let most = header.block_maximum_size();
    loop {
        let (block, size) = steps.zstd_block(rest, most).ok()?;
        rest = rest.get(size..)?;
        *blocks += 1;
        if block.last || *blocks > MOST_BLOCKS {
            break;
        }
    }
    let checksum = if header.content_checksum_flag { 4 } else { 0 };
    rest.get(checksum..)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// Whoever demands `checksum` refuses arrays that leave it out, and reads those that zarr-python writes.
    #[rstest]
    #[case::none(r#"{"level": 3, "checksum": false}"#, &[])]
    #[case::with(r#"{"level": 3, "checksum": true}"#, &["with checksum"])]
    #[case::left_out(r#"{"level": 0}"#, &["with level 0", "without checksum"])]
    fn checksums_are_seen_unless_there_are_none(#[case] text: &str, #[case] expected: &[&str]) {
        let parsed = Json::parse(text.as_bytes()).unwrap();
        assert_eq!(configuration(&parsed), expected);
    }
}
