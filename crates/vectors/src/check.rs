//! What must hold within one fact, and between a fact and its twin.

use super::element::{ElementLayout, element_count};
use super::{
    Array, ArrayRegion, ArrayStated, BadChunk, Chunk, Claim, Fact, Grid, Hierarchy, Metadata,
    NodeStated, Outcome, Representation, Statement, WholeArray,
};
use zarr_conform_terms::{DataType, HexElements, NodeType};

type Checked = Result<(), String>;

/// Checks one fact of a file; the error says what was found and what was expected.
pub(super) fn fact(file: &str, fact: &Fact) -> Checked {
    id(file, &fact.id)?;
    ensure(!fact.requirements.is_empty(), || {
        "requirements: found none, expected at least one".to_owned()
    })?;
    ensure(is_strictly_ascending(&fact.editions), || {
        "editions: expected at least one, oldest first, each once".to_owned()
    })?;
    statement(&fact.statement)
}

/// Checks that `twin` can show what a refusal of `fact` is worth.
pub(super) fn twin(fact: &Fact, twin: &Fact) -> Checked {
    ensure(twin.statement.refused().is_none(), || {
        format!(
            "twin {:?} is itself refused, expected a valid fact",
            twin.id
        )
    })?;
    let missing = fact
        .editions
        .iter()
        .find(|edition| !twin.editions.contains(edition));
    match missing {
        Some(edition) => Err(format!(
            "twin {:?} does not hold in edition {edition}",
            twin.id
        )),
        None => Ok(()),
    }
}

fn ensure(holds: bool, problem: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(problem()) }
}

fn is_strictly_ascending<T: PartialOrd>(items: &[T]) -> bool {
    !items.is_empty() && items.windows(2).all(|pair| pair[0] < pair[1])
}

fn id(file: &str, id: &str) -> Checked {
    let topic = file.strip_suffix(".json").unwrap_or(file);
    ensure(
        id.strip_prefix(topic)
            .is_some_and(|rest| rest.starts_with('/')),
        || format!("id: expected it to begin with the path of its file, {topic}/"),
    )?;
    let is_word = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    ensure(id.split('/').all(is_word), || {
        "id: expected lower-case words and digits joined by \"-\", grouped by \"/\"".to_owned()
    })
}

fn statement(statement: &Statement) -> Checked {
    match statement {
        Statement::Chunk(it) => chunk(it),
        Statement::Representation(it) => representation(it),
        Statement::BadChunk(it) => bad_chunk(it),
        Statement::Grid(it) => grid(it),
        Statement::Metadata(it) => metadata(it),
        Statement::Array(it) => array(it),
        Statement::Hierarchy(it) => hierarchy(it),
    }
}

fn chunk(chunk: &Chunk) -> Checked {
    elements(
        "chunk.elements",
        &chunk.elements,
        &chunk.data_type,
        &chunk.shape,
    )?;
    let count = element_count(&chunk.shape);
    let values = chunk.values.as_ref().map(|values| values.len() as u64);
    ensure(values.is_none() || values == count, || {
        format!("chunk.values: found {values:?}, expected {count:?} of them")
    })
}

fn representation(it: &Representation) -> Checked {
    let found = it.claim.holds().map_or(it.codecs.len(), Vec::len);
    ensure(found == it.codecs.len(), || {
        format!(
            "representation.representations: found {found}, expected {}, one a codec",
            it.codecs.len()
        )
    })
}

fn bad_chunk(it: &BadChunk) -> Checked {
    whole_outcomes(it.claim.outcomes(), &it.data_type, &it.shape)
}

fn grid(grid: &Grid) -> Checked {
    let rank = grid.array_shape.len();
    let has_rank = |name: &str, indices: &[u64]| {
        ensure(indices.len() == rank, || {
            format!(
                "grid.{name}: found {} numbers, expected {rank}",
                indices.len()
            )
        })
    };
    let Some(stated) = grid.claim.holds() else {
        return Ok(());
    };
    has_rank("grid_shape", &stated.grid_shape)?;
    for element in &stated.elements {
        has_rank("elements.coordinates", &element.coordinates)?;
        has_rank("elements.chunk", &element.chunk)?;
        has_rank("elements.within", &element.within)?;
    }
    for chunk in &stated.chunks {
        has_rank("chunks.index", &chunk.index)?;
        has_rank("chunks.origin", &chunk.origin)?;
    }
    Ok(())
}

fn metadata(metadata: &Metadata) -> Checked {
    let stated = metadata.claim.holds().map(|it| &it.means);
    let outcomes = metadata.claim.outcomes().iter();
    let of_readings = outcomes.filter_map(|it| it.gives.as_ref());
    for meaning in stated.into_iter().chain(of_readings) {
        let size = data_type(&meaning.data_type)?
            .layout()
            .map(ElementLayout::bytes);
        let found = meaning.fill_value.0.len();
        ensure(size.is_none_or(|it| it == found), || {
            format!(
                "means.fill_value: found {found} bytes, expected those of one {}",
                meaning.data_type
            )
        })?;
    }
    Ok(())
}

fn array(array: &Array) -> Checked {
    match &array.claim {
        Claim::Holds(stated) => array_stated(array, stated),
        Claim::Refused { .. } => Ok(()),
        Claim::Open(outcomes) => whole_outcomes(outcomes, &array.data_type, &array.shape),
    }
}

/// All nodes are those below the root, and only arrays have elements.
fn hierarchy(it: &Hierarchy) -> Checked {
    let stated = it.claim.holds().and_then(|node| node.nodes.as_ref());
    ensure(stated.is_none() || it.path == "/", || {
        format!(
            "hierarchy.nodes: found them at {:?}, expected them only at \"/\"",
            it.path
        )
    })?;
    let of_readings = it.claim.outcomes().iter();
    let of_readings = of_readings.filter_map(|it| it.gives.as_ref());
    let mut nodes = it.claim.holds().into_iter().chain(of_readings);
    nodes.try_for_each(elements_of_node)
}

fn elements_of_node(node: &NodeStated) -> Checked {
    let Some(array) = &node.array else {
        return Ok(());
    };
    ensure(node.node_type == NodeType::Array, || {
        "hierarchy.node.array: found it in a group, expected it only in an array".to_owned()
    })?;
    let WholeArray {
        data_type,
        shape,
        elements: found,
    } = array;
    elements("hierarchy.node.array", found, data_type, shape)
}

fn array_stated(array: &Array, stated: &ArrayStated) -> Checked {
    if let Some(found) = &stated.elements {
        elements("array.elements", found, &array.data_type, &array.shape)?;
    }
    for part in &stated.regions {
        region("array.regions", part, array)?;
    }
    if let Some(update) = &stated.update {
        region("array.update.region", &update.region, array)?;
        for part in &update.then {
            region("array.update.then", part, array)?;
        }
    }
    let updated = stated.update.iter().flat_map(|it| &it.written);
    for chunk in stated.written.iter().chain(updated) {
        let length = chunk.content.length() as u64;
        let inside =
            |&(offset, run): &(u64, u64)| offset.checked_add(run).is_some_and(|end| end <= length);
        ensure(chunk.unused.iter().all(inside), || {
            format!(
                "array.written {:?}: unused runs leave the {length} bytes or elements",
                chunk.key
            )
        })?;
    }
    Ok(())
}

/// What readings decode a chunk or read an array to.
fn whole_outcomes(outcomes: &[Outcome<HexElements>], data_type: &str, shape: &[u64]) -> Checked {
    let mut given = outcomes.iter().filter_map(|it| it.gives.as_ref());
    given.try_for_each(|found| elements("outcomes", found, data_type, shape))
}

fn region(member: &str, region: &ArrayRegion, array: &Array) -> Checked {
    let rank = array.shape.len();
    let inside = region.start.len() == rank
        && region.shape.len() == rank
        && (0..rank).all(|dimension| {
            region.start[dimension]
                .checked_add(region.shape[dimension])
                .is_some_and(|end| end <= array.shape[dimension])
        });
    ensure(inside, || {
        format!(
            "{member}: found a region outside the array of shape {:?}",
            array.shape
        )
    })?;
    elements(member, &region.elements, &array.data_type, &region.shape)
}

/// The data type of a text.
fn data_type(text: &str) -> Result<DataType, String> {
    text.parse()
        .map_err(|_| format!("data_type: found {text:?}, expected a data type"))
}

/// `bytes == element_count(shape) * bytes of the data type`; where elements have different numbers of bytes, a list of
/// `element_count(shape)` elements.
fn elements(member: &str, found: &HexElements, of: &str, shape: &[u64]) -> Checked {
    let (found, unit, size) = match (data_type(of)?.layout(), found) {
        (Some(layout), HexElements::Fixed(bytes)) => (bytes.0.len(), "bytes", layout.bytes()),
        (None, HexElements::Variable(elements)) => (elements.len(), "elements", 1),
        (Some(_), HexElements::Variable(_)) => {
            return Err(format!(
                "{member}: found a list, expected one string of digits for {of}"
            ));
        }
        (None, HexElements::Fixed(_)) => {
            return Err(format!(
                "{member}: found one string of digits, expected a list of them for {of}"
            ));
        }
    };
    let expected = element_count(shape).and_then(|it| it.checked_mul(size as u64));
    ensure(expected == Some(found as u64), || {
        format!(
            "{member}: found {found} {unit}, expected {} for {of} of shape {shape:?}",
            expected.map_or_else(|| "more than can be".to_owned(), |it| it.to_string()),
        )
    })
}
