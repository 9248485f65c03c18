//! The valid cases that mistakes are made in.

use serde_json::{Map, Value};
use zarr_conform_vectors::Presentation;

use crate::Case;
use crate::case::part::Region;
use crate::case::value::FillValue;
use crate::case::{Act, Keys};

/// The case with nothing done but opening its document.
pub(super) fn opened(base: &Case) -> Case {
    Case {
        act: Act::Open,
        stored: Vec::new(),
        missing: Vec::new(),
        writers: Vec::new(),
        ..base.clone()
    }
}

/// The case with nothing but its first chunk, which is decoded; nothing where it is not stored.
pub(super) fn of_one_chunk(base: &Case) -> Option<Case> {
    let mut case = base.clone();
    let whole = Region::whole(&case.chunk_shape);
    if !matches!(case.act, Act::Chunk) {
        let written = case
            .stored
            .iter()
            .find(|it| !it.elements.is_empty())?
            .clone();
        let number = usize::try_from(whole.elements()).ok()?;
        let mut write = written;
        write.elements = write
            .elements
            .iter()
            .cycle()
            .take(number)
            .cloned()
            .collect();
        write.region = whole;
        case.stored = vec![write];
        let first = |index: &[u64]| index.iter().all(|it| *it == 0);
        case.writers.retain(|(index, _)| first(index));
    }
    case.act = Act::Chunk;
    case.shape.clone_from(&case.chunk_shape);
    case.missing.clear();
    case.presentation = Presentation::PLAIN;
    case.keys = Keys::PLAIN;
    case.fill_value = FillValue::zero(case.data_type);
    (!case.stored.is_empty()).then_some(case)
}

/// The members of the document of a case, without those that its presentation adds.
pub(super) fn members(case: &Case) -> Map<String, Value> {
    let members = case.members().into_iter();
    members
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// The text of these members, spelled as the case spells its document.
pub(super) fn text(case: &Case, members: &Map<String, Value>) -> String {
    let members = members
        .iter()
        .map(|(name, value)| (name.as_str(), value.clone()));
    case.presentation.text(members.collect(), case.shape.len())
}
