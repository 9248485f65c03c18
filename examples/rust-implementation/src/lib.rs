//! A small implementation of the transpose and bytes codecs of Zarr v3: what `tests/zarr.rs` tests.
//! Put your own in its place.

use serde_json::Value;

/// Why a chunk is not decoded.
#[derive(Debug)]
pub enum Refused {
    /// The codecs or the bytes break the specification.
    Invalid(String),
    /// This implementation lacks what they need.
    Unsupported(String),
}

impl From<String> for Refused {
    fn from(why: String) -> Self {
        Self::Invalid(why)
    }
}

impl From<&str> for Refused {
    fn from(why: &str) -> Self {
        Self::Invalid(why.to_owned())
    }
}

/// The codecs that are implemented.
const CODECS: [&str; 2] = ["transpose", "bytes"];

/// Decodes a chunk to its elements, in C order and little endian.
///
/// # Errors
/// Where the codecs or the bytes break the specification, or are not implemented.
pub fn decode(
    data_type: &str,
    shape: &[u64],
    codecs: &[Value],
    encoded: &[u8],
) -> Result<Vec<u8>, Refused> {
    let (element, number) = layout(data_type)?;
    let (axes, is_big) = chain(codecs, shape.len(), number)?;
    let lengths: Vec<usize> = shape
        .iter()
        .map(|&it| to_usize(it))
        .collect::<Result<_, Refused>>()?;
    let count = lengths
        .iter()
        .try_fold(element, |count, &length| count.checked_mul(length));
    if count != Some(encoded.len()) {
        let found = encoded.len();
        return Err(format!("found {found} bytes for a chunk of shape {shape:?}").into());
    }
    let mut elements = vec![0; encoded.len()];
    let stored = encoded.chunks(element).zip(positions(&lengths, &axes));
    for (bytes, position) in stored {
        let to = &mut elements[position * element..][..element];
        to.copy_from_slice(bytes);
        if is_big {
            to.chunks_mut(number).for_each(<[u8]>::reverse);
        }
    }
    Ok(elements)
}

/// The bytes of an element, and of a number in it.
fn layout(data_type: &str) -> Result<(usize, usize), Refused> {
    Ok(match data_type {
        "bool" | "int8" | "uint8" => (1, 1),
        "int16" | "uint16" => (2, 2),
        "int32" | "uint32" | "float32" => (4, 4),
        "int64" | "uint64" | "float64" => (8, 8),
        "complex64" => (8, 4),
        "complex128" => (16, 8),
        other => {
            let why = format!("data type {other:?} is not implemented");
            return Err(Refused::Unsupported(why));
        }
    })
}

/// Which dimension of the decoded chunk each dimension of the encoded one is, and whether numbers
/// have their most significant byte first.
fn chain(codecs: &[Value], rank: usize, number: usize) -> Result<(Vec<usize>, bool), Refused> {
    let mut names = codecs.iter().filter_map(|it| it.get("name")?.as_str());
    if let Some(name) = names.find(|name| !CODECS.contains(name)) {
        let why = format!("the codec {name:?} is not implemented");
        return Err(Refused::Unsupported(why));
    }
    let Some((last, transposes)) = codecs.split_last() else {
        return Err("the codec list is empty".into());
    };
    let mut axes: Vec<usize> = (0..rank).collect();
    for codec in transposes {
        let order = order(configuration(codec, "transpose")?, rank)?;
        axes = order.into_iter().map(|axis| axes[axis]).collect();
    }
    match configuration(last, "bytes")?.map(|it| it.get("endian")) {
        Some(Some(Value::String(it))) if it == "big" => Ok((axes, true)),
        Some(Some(Value::String(it))) if it == "little" => Ok((axes, false)),
        None | Some(None) if number == 1 => Ok((axes, false)),
        found => Err(format!("found the endian {found:?}").into()),
    }
}

/// The configuration of a codec that has this name.
fn configuration<'a>(codec: &'a Value, name: &str) -> Result<Option<&'a Value>, Refused> {
    let object = codec.as_object().ok_or("a codec is not an object")?;
    let is_known = object
        .keys()
        .all(|it| it == "name" || it == "configuration");
    if is_known && object.get("name").and_then(Value::as_str) == Some(name) {
        Ok(object.get("configuration"))
    } else {
        Err(format!("found {codec}, expected the codec {name}").into())
    }
}

/// A permutation of the dimensions.
fn order(configuration: Option<&Value>, rank: usize) -> Result<Vec<usize>, Refused> {
    let order = configuration.and_then(|it| it.get("order")?.as_array());
    let order = order.ok_or("the transpose has no list as its order")?;
    let axes: Vec<usize> = order
        .iter()
        .map(|axis| {
            axis.as_u64()
                .ok_or("an entry of the order is not an index")
                .and_then(|it| {
                    usize::try_from(it).map_err(|_| "an entry of the order is too large")
                })
                .map_err(Refused::from)
        })
        .collect::<Result<_, Refused>>()?;
    let mut sorted = axes.clone();
    sorted.sort_unstable();
    if sorted.into_iter().eq(0..rank) {
        Ok(axes)
    } else {
        Err(format!("{axes:?} is not a permutation of {rank} dimensions").into())
    }
}

/// For each element of the encoded chunk in turn, where it is in the decoded one.
fn positions(lengths: &[usize], axes: &[usize]) -> Vec<usize> {
    let stride = |axis: usize| -> usize { lengths[axis + 1..].iter().product() };
    let mut positions = vec![0];
    for &axis in axes {
        let steps = 0..lengths[axis];
        positions = positions
            .iter()
            .flat_map(|before| steps.clone().map(move |step| before + step * stride(axis)))
            .collect();
    }
    positions
}

fn to_usize(length: u64) -> Result<usize, Refused> {
    usize::try_from(length).map_err(|_| format!("a length of {length} is too large").into())
}
