//! Judging a chunk whose encoding is the writer's choice: it is decoded, and its elements are compared.

use super::bytes::may_be_cut;
use super::difference;
use super::evidence::{Evidence, Held, Objection};
use super::reader::{ChunkOf, Part, Unreadable};
use super::verdict::{Failure, FailureKind};
use crate::check::Elements;
use crate::tell::text::{counted, lengthy, spelled};
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::element::{ElementLayout, element_count};

/// How many times as long as its elements an encoded chunk may be. A writer may leave gaps in a shard,
/// such as those of inner chunks that it wrote anew.
const TIMES: u64 = 4;

/// How many bytes of an encoded chunk are looked at, and some more.
pub(super) fn longest(elements: &HexBytes) -> u64 {
    TIMES.saturating_mul(elements.0.len() as u64)
}

/// The bytes decode to these elements of a whole chunk, apart from `unused` runs of `[offset, length]` of
/// the bytes of the elements, and are encoded as configured.
pub(super) fn decodes_to(
    expected: &Elements,
    unused: &[(u64, u64)],
    of: &ChunkOf<'_>,
    encoded: &[u8],
    evidence: &Evidence<'_>,
) -> Held {
    let bytes = &expected.bytes.0;
    let mut is_same = true;
    let unlike = evidence.decode(expected, of, encoded, &mut |part| {
        is_same = is_same
            && runs(expected, part).all(|(at, run)| bytes.get(at..at + run.len()) == Some(run));
    })?;
    if !is_same {
        // Only what differs is put together.
        let found = whole(expected, of, encoded, evidence)?;
        difference::elements_apart(expected, &found, unused)?;
    }
    unlike.map_or(Ok(()), |why| Err(not_as_configured(expected, why).into()))
}

/// The elements that the bytes decode to.
pub(super) fn whole(
    expected: &Elements,
    of: &ChunkOf<'_>,
    encoded: &[u8],
    evidence: &Evidence<'_>,
) -> Result<Vec<u8>, Objection> {
    let mut found = vec![0; expected.bytes.0.len()];
    evidence.decode(expected, of, encoded, &mut |part| {
        for (at, run) in runs(expected, part) {
            if let Some(into) = found.get_mut(at..at + run.len()) {
                into.copy_from_slice(run);
            }
        }
    })?;
    Ok(found)
}

/// Whether a part lies within a chunk of this shape.
fn is_within(part: &Part<'_>, shape: &[u64]) -> bool {
    let is_inside = |d: usize| part.start[d].checked_add(part.shape[d]) <= Some(shape[d]);
    part.start.len() == shape.len()
        && part.shape.len() == shape.len()
        && (0..shape.len()).all(|d| is_inside(d) && part.start[d] <= shape[d])
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
    /// Gives the elements of a chunk that was written, in parts; and what is not as configured, where
    /// something is.
    fn decode(
        &self,
        expected: &Elements,
        of: &ChunkOf<'_>,
        encoded: &[u8],
        each: &mut dyn FnMut(&Part<'_>),
    ) -> Result<Option<String>, Objection> {
        if may_be_cut(encoded, longest(&expected.bytes)) {
            return Err(Objection::Silent(format!(
                "{} takes so many more bytes than its elements that it is not decoded here",
                expected.name
            )));
        }
        let (mut given, mut is_inside) = (0, true);
        let read = self.reader.chunk(self.edition, of, encoded, &mut |part| {
            given += part.elements.len();
            is_inside = is_inside && is_within(part, &expected.of.shape);
            if is_inside {
                each(part);
            }
        });
        let unlike = match read {
            Err(Unreadable::NotAsConfigured(why)) => Ok(Some(why)),
            read => read.map(|()| None),
        };
        // Where the shape of the chunk is not known, nothing follows from it.
        let is_whole = !has_shape(expected) || (is_inside && given == expected.bytes.0.len());
        match unlike {
            Ok(_) if !is_whole => Err(of_another_shape(expected, given).into()),
            Ok(unlike) => Ok(unlike),
            Err(Unreadable::Bug(bug)) => Err(Objection::Bug(bug)),
            Err(Unreadable::Unsupported(why)) => Err(Objection::Silent(format!(
                "what was written is not decoded here: {why}"
            ))),
            Err(Unreadable::Invalid(why) | Unreadable::NotAsConfigured(why)) => Err(Failure::new(
                FailureKind::WrongData,
                format!("{}: elements {}", expected.name, spelled(&expected.bytes.0)),
                format!("bytes that do not decode: {why}; {}", lengthy(encoded)),
            )
            .into()),
        }
    }
}

/// The elements are right, and it is not encoded as the metadata say.
fn not_as_configured(expected: &Elements, why: String) -> Failure {
    Failure::new(
        FailureKind::NotAsConfigured,
        format!("{}: encoded as the codecs are configured", expected.name),
        why,
    )
}

/// Whether the shape is that of the elements.
fn has_shape(elements: &Elements) -> bool {
    let size = ElementLayout::of(&elements.of.data_type).map_or(1, ElementLayout::bytes) as u64;
    let bytes = element_count(&elements.of.shape).and_then(|it| it.checked_mul(size));
    bytes == Some(elements.bytes.0.len() as u64)
}

fn of_another_shape(expected: &Elements, given: usize) -> Failure {
    let Elements { name, of, .. } = expected;
    let size = ElementLayout::of(&of.data_type).map_or(1, ElementLayout::bytes);
    let given = counted((given / size.max(1)) as u64, "element");
    Failure::new(
        FailureKind::WrongData,
        format!("{name}: elements of shape {:?}", of.shape),
        format!("{given} of another shape"),
    )
}

#[cfg(test)]
mod tests;
