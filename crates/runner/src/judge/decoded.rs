//! Judging a chunk whose encoding is the writer's choice: it is decoded, and its elements are compared.

use super::difference;
use super::evidence::{Evidence, Held, Objection};
use super::reader::{ChunkOf, Part, Unreadable};
use super::verdict::{Failure, FailureKind};
use crate::check::Elements;
use crate::tell::text::lengthy;
use zarr_conform_vectors::element::ElementLayout;

/// The bytes decode to these elements of a whole chunk, apart from `unused` runs of `[offset, length]` of
/// the bytes of the elements.
pub(super) fn decodes_to(
    expected: &Elements,
    unused: &[(u64, u64)],
    of: &ChunkOf<'_>,
    encoded: &[u8],
    evidence: &Evidence<'_>,
) -> Held {
    let bytes = &expected.bytes.0;
    let mut is_same = true;
    evidence.decode(of, encoded, &mut |part| {
        is_same = is_same
            && runs(expected, part).all(|(at, run)| bytes.get(at..at + run.len()) == Some(run));
    })?;
    if is_same {
        return Ok(());
    }
    // Only what differs is put together.
    let found = whole(expected, of, encoded, evidence)?;
    Ok(difference::elements_apart(expected, &found, unused)?)
}

/// The elements that the bytes decode to.
pub(super) fn whole(
    expected: &Elements,
    of: &ChunkOf<'_>,
    encoded: &[u8],
    evidence: &Evidence<'_>,
) -> Result<Vec<u8>, Objection> {
    let mut found = vec![0; expected.bytes.0.len()];
    let mut is_inside = true;
    evidence.decode(of, encoded, &mut |part| {
        for (at, run) in runs(expected, part) {
            match found.get_mut(at..at + run.len()) {
                Some(into) => into.copy_from_slice(run),
                None => is_inside = false,
            }
        }
    })?;
    if is_inside {
        return Ok(found);
    }
    Err(Failure::new(
        FailureKind::WrongData,
        format!("{} of shape {:?}", expected.name, expected.of.shape),
        "elements beyond this shape",
    )
    .into())
}

/// The runs of a part that are contiguous in the whole, each with its offset there, in bytes.
fn runs<'a>(whole: &'a Elements, part: &Part<'a>) -> impl Iterator<Item = (usize, &'a [u8])> {
    let size = ElementLayout::of(&whole.of.data_type).map_or(1, ElementLayout::bytes);
    let (start, shape, elements) = (part.start.to_vec(), part.shape.to_vec(), part.elements);
    let row = shape
        .last()
        .map_or(1, |length| usize::try_from(*length).unwrap_or(1));
    let chunks = elements.chunks((row * size).max(1));
    chunks.enumerate().map(move |(at, run)| {
        let mut rest = at as u64;
        let mut stride = 1;
        let mut offset = 0;
        for d in (0..shape.len()).rev() {
            let within = if d + 1 == shape.len() {
                0
            } else {
                let within = rest % shape[d].max(1);
                rest /= shape[d].max(1);
                within
            };
            let length = whole.of.shape.get(d).copied().unwrap_or(1);
            offset += (start[d] + within) * stride;
            stride *= length;
        }
        (
            usize::try_from(offset).unwrap_or(usize::MAX / 2) * size,
            run,
        )
    })
}

impl Evidence<'_> {
    /// Gives the elements of a chunk that was written, in parts.
    fn decode(
        &self,
        of: &ChunkOf<'_>,
        encoded: &[u8],
        each: &mut dyn FnMut(&Part<'_>),
    ) -> Result<(), Objection> {
        let read = self.reader.chunk(self.edition, of, encoded, each);
        read.map_err(|error| match error {
            Unreadable::Bug(bug) => Objection::Bug(bug),
            Unreadable::Unsupported(why) => {
                Objection::Silent(format!("what was written is not decoded here: {why}"))
            }
            Unreadable::Invalid(why) => Failure::new(
                FailureKind::WrongData,
                "bytes that decode to the elements",
                format!("{}: {why}", lengthy(encoded)),
            )
            .into(),
        })
    }
}
