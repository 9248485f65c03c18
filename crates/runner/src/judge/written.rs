//! Judging what an implementation left in a store.

use serde_json::Value;

use crate::check::{ArrayType, Elements, ExpectedChunk, Meant, Written};
use crate::judge::answers::read_back;
use crate::judge::decoded;
use crate::judge::difference;
use crate::judge::evidence::{Evidence, Held, Objection, parse};
use crate::judge::left_store::{LeftStore, named};
use crate::judge::reader::{ChunkOf, Unreadable};
use crate::judge::verdict::{Failure, FailureKind};
use crate::tell::text::{counted, lengthy, one_line};
use zarr_conform_protocol::Done;
use zarr_conform_terms::HexElements;
use zarr_conform_vectors::{Content, Meaning, StoredChunk};

/// `write` was answered, each time, the store holds what it should, and its metadata mean what they meant.
pub(crate) fn written(expected: &Written, ok: &[&Value], evidence: &Evidence<'_>) -> Held {
    done(ok)?;
    for write in in_a_row(expected, ok).0 {
        done(&[write])?;
    }
    metadata_stay(evidence)?;
    if let Some(before) = evidence.metadata {
        codecs_are(before, expected, evidence)?;
    }
    holds(expected, ok, evidence)
}

/// Who writes elements changes neither data type nor shape nor fill value.
fn metadata_stay(evidence: &Evidence<'_>) -> Held {
    let Some(before) = evidence.metadata else {
        return Ok(());
    };
    // The same document means the same, whatever that is.
    if evidence.store()?.is("zarr.json", before) {
        return Ok(());
    }
    match evidence.read(before) {
        Ok(before) => metadata_mean(&before, evidence),
        // Of what was not valid before, nothing can be kept.
        Err(
            Unreadable::Invalid(_) | Unreadable::NotAsConfigured(_) | Unreadable::Unsupported(_),
        ) => Ok(()),
        Err(Unreadable::Bug(bug)) => Err(Objection::Bug(bug)),
    }
}

/// The store has metadata, and they mean this.
fn metadata_mean(meaning: &Meaning, evidence: &Evidence<'_>) -> Held {
    let wrong = |found: String| {
        let expected = format!("a zarr.json that means {}", describe(meaning));
        Failure::new(FailureKind::WrongMetadata, expected, found)
    };
    let document =
        file(evidence.store()?, "zarr.json", 0)?.ok_or_else(|| wrong("no zarr.json".to_owned()))?;
    let text = one_line(&String::from_utf8_lossy(&document));
    match evidence.read(&document) {
        Ok(found) if meaning.is_meant_by(&found) => Ok(()),
        Ok(found) => Err(wrong(format!("{}: {text}", describe(&found))).into()),
        Err(
            Unreadable::Invalid(problem)
            | Unreadable::NotAsConfigured(problem)
            | Unreadable::Unsupported(problem),
        ) => Err(wrong(format!("an invalid one ({problem}): {text}")).into()),
        Err(Unreadable::Bug(bug)) => Err(Objection::Bug(bug)),
    }
}

/// The answers to several writes, and those to the reads that follow each where reading is offered.
fn in_a_row<'a>(expected: &Written, ok: &[&'a Value]) -> (Vec<&'a Value>, Vec<&'a Value>) {
    let writes = expected.after_each.len();
    if ok.len() < 2 * writes {
        return (ok.iter().take(writes).copied().collect(), Vec::new());
    }
    let pairs = ok.chunks_exact(2).take(writes);
    pairs.map(|pair| (pair[0], pair[1])).unzip()
}

/// The store holds the chunks, or gives the elements back. That a chunk is not as configured hides nothing
/// worse.
fn holds(expected: &Written, ok: &[&Value], evidence: &Evidence<'_>) -> Held {
    let (mut is_any_stored, mut unlike) = (false, None);
    for chunk in &expected.chunks {
        match chunk_holds(chunk, evidence) {
            Ok(is_stored) => is_any_stored |= is_stored,
            Err(Objection::Failed(failure)) if failure.kind == FailureKind::NotAsConfigured => {
                is_any_stored = true;
                unlike = unlike.or(Some(failure));
            }
            Err(objection) => return Err(objection),
        }
    }
    gives_back(expected, is_any_stored, ok, evidence)?;
    unlike.map_or(Ok(()), |failure| Err(failure.into()))
}

/// Reading gives the elements, where it was asked.
fn gives_back(
    expected: &Written,
    is_any_stored: bool,
    ok: &[&Value],
    evidence: &Evidence<'_>,
) -> Held {
    let (writes, reads) = in_a_row(expected, ok);
    for (elements, ok) in expected.after_each.iter().zip(&reads) {
        read_back(elements, ok, evidence)?;
    }
    if reads.is_empty() && !writes.is_empty() && !is_any_stored {
        return Err(not_read_back());
    }
    let is_measured = expected
        .chunks
        .iter()
        .any(|it| matches!(it, ExpectedChunk::Length(..)));
    let Some(elements) = expected
        .read_back
        .as_ref()
        .filter(|_| !is_any_stored || is_measured)
    else {
        return Ok(());
    };
    match ok.get(1) {
        Some(ok) => read_back(elements, ok, evidence),
        None if is_any_stored => Ok(()),
        None => Err(not_read_back()),
    }
}

fn not_read_back() -> Objection {
    Objection::Silent("no chunk had to be stored, and reading back is not offered".to_owned())
}

/// `create` was answered, its metadata mean what was asked for, and the store holds the chunks.
pub(crate) fn created(
    meant: &Meant,
    expected: &Written,
    ok: &[&Value],
    evidence: &Evidence<'_>,
) -> Held {
    done(ok)?;
    match meant {
        Meant::Stated(meaning) => metadata_mean(meaning, evidence)?,
        Meant::SameAs(document) => {
            metadata_mean(&asked_for(document, evidence)?, evidence)?;
            codecs_are(document, expected, evidence)?;
        }
    }
    holds(expected, ok, evidence)
}

/// Where chunks are decoded by the metadata that stand beside them: these name the same codecs as the
/// document `asked`, in the same order, whatever their configuration. A transpose that changes nothing may
/// be left out or added: the array is the same.
fn codecs_are(asked: &[u8], expected: &Written, evidence: &Evidence<'_>) -> Held {
    let is_free = |it: &ExpectedChunk| matches!(it, ExpectedChunk::Stored(chunk, _) if matches!(chunk.content, Content::Elements(_)));
    if !expected.chunks.iter().any(is_free) {
        return Ok(());
    }
    let named = |document: &[u8]| {
        let document: Value = serde_json::from_slice(document).unwrap_or_default();
        codec_names(document.get("codecs").unwrap_or(&Value::Null))
    };
    let found = file(evidence.store()?, "zarr.json", 0)?.unwrap_or_default();
    if *asked == *found {
        return Ok(());
    }
    let (asked, found) = (named(asked), named(&found));
    if asked == found {
        return Ok(());
    }
    let expected = format!("a zarr.json with the codecs {asked}");
    Err(Failure::new(FailureKind::WrongMetadata, expected, found).into())
}

/// The names of a codec list, those of lists within it in brackets.
fn codec_names(list: &Value) -> String {
    let name = |codec: &Value| {
        let name = codec.as_str().or_else(|| codec.get("name")?.as_str());
        let within = ["codecs", "index_codecs"].iter().filter_map(|member| {
            let list = codec.get("configuration")?.get(member)?;
            Some(format!(" ({member}: {})", codec_names(list)))
        });
        name.unwrap_or("?").to_owned() + &within.collect::<String>()
    };
    let list = list.as_array().into_iter().flatten();
    let names = list.filter(|it| !changes_nothing(it)).map(name);
    names.collect::<Vec<_>>().join(", ")
}

/// Whether a codec is a transpose whose order is that of the dimensions.
fn changes_nothing(codec: &Value) -> bool {
    let order = codec.get("configuration").and_then(|it| it.get("order"));
    let is_in_order = |(i, it): (u64, &Value)| it.as_u64() == Some(i);
    codec.get("name").and_then(Value::as_str) == Some("transpose")
        && order
            .and_then(Value::as_array)
            .is_some_and(|it| (0..).zip(it).all(is_in_order))
}

/// What the document means that was asked for.
fn asked_for(document: &[u8], evidence: &Evidence<'_>) -> Result<Meaning, Objection> {
    evidence.read(document).map_err(|error| match error {
        Unreadable::Invalid(problem)
        | Unreadable::NotAsConfigured(problem)
        | Unreadable::Unsupported(problem) => Objection::Silent(format!(
            "the zarr.json that was asked for is not valid ({problem})"
        )),
        Unreadable::Bug(bug) => Objection::Bug(bug),
    })
}

/// Where a chunk is stored, its unused bytes are the recommended ones.
pub(crate) fn border(chunks: &[ExpectedChunk], ok: &[&Value], evidence: &Evidence<'_>) -> Held {
    done(ok)?;
    let store = evidence.store()?;
    let mut is_any_seen = false;
    let stored = chunks.iter().filter_map(|it| match it {
        ExpectedChunk::Stored(chunk, of) if !chunk.unused.is_empty() => Some((chunk, of)),
        _ => None,
    });
    for (chunk, of) in stored {
        let Some(encoded) = file(store, &chunk.key, longest(chunk))? else {
            continue;
        };
        let used = used(chunk);
        let name = format!(
            "chunk {:?} outside the array, with .. for the bytes inside",
            chunk.key
        );
        // What is wrong or of another length is the business of the check `write`.
        let compared = match &chunk.content {
            Content::Encoded(expected) if expected.0.len() == encoded.len() => {
                difference::encoded(&name, &expected.0, &encoded, &used)
            }
            Content::Encoded(_) => continue,
            Content::Elements(elements) => {
                let zarr_json = file(store, "zarr.json", 0)?.unwrap_or_default();
                let whole = decoded_chunk(&chunk.key, of, elements);
                let of = ChunkOf::Array(&zarr_json);
                let found = match decoded::whole(&whole, &of, &encoded, evidence) {
                    Err(Objection::Bug(bug)) => return Err(Objection::Bug(bug)),
                    Err(_) => continue,
                    Ok(found) => found,
                };
                match (elements, &found) {
                    (HexElements::Fixed(expected), HexElements::Fixed(found)) => {
                        difference::encoded(&name, &expected.0, &found.0, &used)
                    }
                    _ => difference::elements_apart(&whole, &found, &used),
                }
            }
        };
        is_any_seen = true;
        compared.map_err(|failure| Failure {
            kind: FailureKind::NotAsConfigured,
            ..failure
        })?;
    }
    if is_any_seen {
        Ok(())
    } else {
        Err(Objection::Silent(
            "no chunk with unused bytes was stored".to_owned(),
        ))
    }
}

/// The runs of bytes between the unused ones.
fn used(chunk: &StoredChunk) -> Vec<(u64, u64)> {
    let mut unused = chunk.unused.clone();
    unused.sort_unstable();
    let mut used = Vec::new();
    let mut from = 0;
    for (offset, length) in unused {
        used.push((from, offset.saturating_sub(from)));
        from = from.max(offset.saturating_add(length));
    }
    let length = chunk.content.length() as u64;
    used.push((from, length.saturating_sub(from)));
    used
}

fn done(ok: &[&Value]) -> Held {
    match ok.first() {
        Some(ok) => Ok(parse::<Done>(ok).map(|_| ())?),
        None => Err(Failure::new(FailureKind::Protocol, "an answer", "none").into()),
    }
}

/// Whether the chunk is stored; an error where it is wrong or missing.
fn chunk_holds(expected: &ExpectedChunk, evidence: &Evidence<'_>) -> Result<bool, Objection> {
    let store = evidence.store()?;
    let (key, length, may_be_absent) = match expected {
        ExpectedChunk::Stored(chunk, _) => (&chunk.key, longest(chunk), chunk.may_be_absent),
        ExpectedChunk::Length(key, length) => (key, *length, false),
    };
    let name = format!("chunk {key:?}");
    if let ExpectedChunk::Stored(chunk, _) = expected
        && let Content::Encoded(encoded) = &chunk.content
        && store.is(key, &encoded.0)
    {
        return Ok(true);
    }
    let Some(found) = file(store, key, length)? else {
        return if may_be_absent {
            Ok(false)
        } else {
            Err(missing(store, &name).into())
        };
    };
    match expected {
        ExpectedChunk::Stored(chunk, of) => stored_holds(name, chunk, of, &found, evidence)?,
        ExpectedChunk::Length(_, length) if *length != found.len() as u64 => {
            let expected = format!("{name}: {}", counted(*length, "byte"));
            return Err(Failure::new(FailureKind::WrongData, expected, lengthy(&found)).into());
        }
        ExpectedChunk::Length(..) => {}
    }
    Ok(true)
}

/// The bytes at the key of a chunk are what it holds, or decode to it.
fn stored_holds(
    name: String,
    chunk: &StoredChunk,
    of: &ArrayType,
    found: &[u8],
    evidence: &Evidence<'_>,
) -> Held {
    match &chunk.content {
        Content::Encoded(encoded) => {
            let name = match chunk.unused.as_slice() {
                [] => name,
                _ => format!("{name}, with .. for unused bytes"),
            };
            difference::encoded(&name, &encoded.0, found, &chunk.unused)?;
        }
        Content::Elements(elements) => {
            let zarr_json = file(evidence.store()?, "zarr.json", 0)?.unwrap_or_default();
            let expected = decoded_chunk(&chunk.key, of, elements);
            let of = ChunkOf::Array(&zarr_json);
            decoded::decodes_to(&expected, &chunk.unused, &of, found, evidence)?;
        }
    }
    Ok(())
}

/// How many bytes of a chunk are looked at.
fn longest(chunk: &StoredChunk) -> u64 {
    match &chunk.content {
        Content::Encoded(encoded) => encoded.0.len() as u64,
        Content::Elements(elements) => decoded::longest(elements),
    }
}

fn decoded_chunk(key: &str, of: &ArrayType, elements: &HexElements) -> Elements {
    Elements {
        name: format!("chunk {key:?}, decoded"),
        of: of.clone(),
        start: vec![0; of.shape.len()],
        bytes: elements.clone(),
    }
}

fn missing(store: &dyn LeftStore, name: &str) -> Failure {
    let holds = match store.keys() {
        keys if keys.is_empty() => "nothing".to_owned(),
        keys => named(&keys),
    };
    Failure::new(
        FailureKind::WrongData,
        format!("{name} in the store"),
        format!(
            "left out, so that it reads as the fill value, though other elements were written; \
             the store holds {holds}"
        ),
    )
}

/// The bytes at a key, of which about this many are expected; nothing where there is no such file.
fn file(store: &dyn LeftStore, key: &str, expected: u64) -> Result<Option<Vec<u8>>, Failure> {
    store.get(key, expected).map_err(|error| {
        Failure::new(
            FailureKind::WrongData,
            format!("a readable file {key:?}"),
            error.to_string(),
        )
    })
}

fn describe(meaning: &Meaning) -> String {
    format!(
        "{} of shape {:?} with fill value 0x{}",
        meaning.data_type, meaning.shape, meaning.fill_value
    )
}
