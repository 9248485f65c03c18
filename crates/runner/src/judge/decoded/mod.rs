//! Judging a chunk whose encoding is the writer's choice: it is decoded, and its elements are compared.

use super::bytes::may_be_cut;
use super::difference;
use super::evidence::{Evidence, Held, Objection};
use super::reader::{ChunkOf, Part, Unreadable};
use super::verdict::{Failure, FailureKind};
use crate::check::Elements;
use crate::tell::text::{counted, lengthy, spelled_elements};
use zarr_conform_terms::HexElements;
use zarr_conform_vectors::element::{ElementLayout, element_count};

/// How many times as long as its elements an encoded chunk may be. A writer may leave gaps in a shard,
/// such as those of inner chunks that it wrote anew.
const TIMES: u64 = 4;
/// Bytes that say how long an element is, about.
const LENGTH: usize = 4;

/// How many bytes of an encoded chunk are looked at, and some more.
pub(super) fn longest(elements: &HexElements) -> u64 {
    let lengths = match elements {
        HexElements::Fixed(_) => 0,
        HexElements::Variable(each) => LENGTH * (1 + each.len()),
    };
    TIMES.saturating_mul((elements.byte_length() + lengths) as u64)
}

/// The bytes decode to these elements of a whole chunk, apart from `unused` runs of `[offset, length]` of
/// the bytes of the elements, or of the elements where they have different numbers of bytes, and are encoded as
/// configured.
pub(super) fn decodes_to(
    expected: &Elements,
    unused: &[(u64, u64)],
    of: &ChunkOf<'_>,
    encoded: &[u8],
    evidence: &Evidence<'_>,
) -> Held {
    let all = expected.bytes.each(size_of(expected));
    let mut is_same = true;
    let unlike = evidence.decode(expected, of, encoded, &mut |part| {
        is_same = is_same
            && runs(expected, part).all(|(at, run)| all.get(at..at + run.len()) == Some(&run));
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
) -> Result<HexElements, Objection> {
    let size = size_of(expected);
    let nothing = vec![0; size];
    let mut found = vec![nothing; expected.bytes.count(size)];
    evidence.decode(expected, of, encoded, &mut |part| {
        for (at, run) in runs(expected, part) {
            if let Some(into) = found.get_mut(at..at + run.len()) {
                let each = into.iter_mut().zip(run);
                each.for_each(|(into, element)| *into = element.to_vec());
            }
        }
    })?;
    Ok(HexElements::of_each(&expected.of.data_type, found))
}

/// Bytes of each element; 1 where they have different numbers of bytes.
fn size_of(elements: &Elements) -> usize {
    ElementLayout::of(&elements.of.data_type).map_or(1, ElementLayout::bytes)
}

/// Whether a part lies within a chunk of this shape.
fn is_within(part: &Part<'_>, shape: &[u64]) -> bool {
    let is_inside = |d: usize| part.start[d].checked_add(part.shape[d]) <= Some(shape[d]);
    part.start.len() == shape.len()
        && part.shape.len() == shape.len()
        && (0..shape.len()).all(|d| is_inside(d) && part.start[d] <= shape[d])
}

/// The runs of a part that are contiguous in the whole, each with the position of its first element there.
fn runs<'a>(whole: &'a Elements, part: &Part<'a>) -> impl Iterator<Item = (usize, Vec<&'a [u8]>)> {
    let (start, shape) = (part.start.to_vec(), part.shape.to_vec());
    let elements = part.elements.each(size_of(whole));
    let row = shape
        .last()
        .map_or(1, |length| usize::try_from(*length).unwrap_or(1));
    let rows: Vec<Vec<&[u8]>> = elements.chunks(row.max(1)).map(<[_]>::to_vec).collect();
    rows.into_iter().enumerate().map(move |(at, run)| {
        let mut rest = at as u64;
        let mut stride = 1;
        let mut position = 0;
        for d in (0..shape.len()).rev() {
            let within = if d + 1 == shape.len() {
                0
            } else {
                let within = rest % shape[d].max(1);
                rest /= shape[d].max(1);
                within
            };
            let length = whole.of.shape.get(d).copied().unwrap_or(1);
            position += (start[d] + within) * stride;
            stride *= length;
        }
        (usize::try_from(position).unwrap_or(usize::MAX / 2), run)
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
            given += part.elements.count(size_of(expected));
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
        let is_whole =
            !has_shape(expected) || (is_inside && given == expected.bytes.count(size_of(expected)));
        match unlike {
            Ok(_) if !is_whole => Err(of_another_shape(expected, given).into()),
            Ok(unlike) => Ok(unlike),
            Err(Unreadable::Bug(bug)) => Err(Objection::Bug(bug)),
            Err(Unreadable::Unsupported(why)) => Err(Objection::Silent(format!(
                "what was written is not decoded here: {why}"
            ))),
            Err(Unreadable::Invalid(why) | Unreadable::NotAsConfigured(why)) => Err(Failure::new(
                FailureKind::WrongData,
                format!(
                    "{}: elements {}",
                    expected.name,
                    spelled_elements(&expected.bytes)
                ),
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
    element_count(&elements.of.shape) == Some(elements.bytes.count(size_of(elements)) as u64)
}

fn of_another_shape(expected: &Elements, given: usize) -> Failure {
    let Elements { name, of, .. } = expected;
    let given = counted(given as u64, "element");
    Failure::new(
        FailureKind::WrongData,
        format!("{name}: elements of shape {:?}", of.shape),
        format!("{given} of another shape"),
    )
}

#[cfg(test)]
mod tests;
