//! What `hello` lists as unsupported is so. Only what is listed is asked, and that it works after
//! all breaks nothing: these checks are at level `may`.

use std::collections::{BTreeMap, BTreeSet};

use super::{Honesty, check, codecs, has_stores};
use crate::check::derive::fill::counting_pattern;
use crate::check::derive::store::{of_one_chunk, only_key};
use crate::check::derive::{asked_of, codec_names, read};
use crate::check::{
    ArrayType, Asked, Check, Derivation, Elements, Expected, ExpectedRead, Needs, Operation, Sent,
};
use zarr_conform_terms::{DataType, DataTypeValue, Edition, HexElements};
use zarr_conform_vectors::element::element_count;
use zarr_conform_vectors::{Chunk, Fact, Level, Presentation, Statement, Store};

/// Of the data types without fixed names, those that are asked.
const RAW_BITS: [DataType; 2] = [DataType::raw(8), DataType::raw(16)];

/// Chunks by which a codec is probed, at most.
const PROBES: usize = 3;
/// Elements of such a chunk, at most.
const MOST_ELEMENTS: u64 = 64;

/// One thing that may be listed, and an array that needs it.
struct Probe {
    name: String,
    needs: Needs,
    store: Store,
    array: ArrayType,
    elements: ExpectedRead,
}

pub(crate) fn checks(with: &Derivation<'_>) -> Vec<Honesty> {
    let edition = with.edition;
    if !has_stores(edition) {
        return Vec::new();
    }
    let data_types = DataType::named_in(edition).chain(RAW_BITS);
    let data_types = data_types.filter_map(|it| match it.layout() {
        Some(_) => Some(data_type(it, edition)),
        None => of_variable_length(&it.to_string(), with),
    });
    vec![
        honesty("honesty/denied-data-types", data_types.collect()),
        honesty("honesty/denied-codecs", denied_codecs(with)),
    ]
}

fn honesty(fact: &str, probes: Vec<Probe>) -> Honesty {
    let request = |(at, probe): (usize, &Probe)| Asked {
        sent: Sent::WhereLacking(probe.needs.clone()),
        ..asked_of(at, read(None))
    };
    let requests = probes.iter().enumerate().map(request).collect();
    let stores = probes.iter().map(|probe| probe.store.clone()).collect();
    let denied = probes.into_iter();
    let denied = denied.map(|probe| (probe.name, probe.array, probe.elements));
    let expected = Expected::Denied(denied.collect());
    let needs = Needs::default();
    Honesty {
        check: Check {
            level: Level::May,
            ..check(fact, Operation::Read, needs, stores, requests, expected)
        },
        twin: None,
        comment: "lists as unsupported in hello what works",
        given: "plain arrays for each that hello lists".to_owned(),
        requirement: None,
    }
}

fn data_type(of: DataType, edition: Edition) -> Probe {
    let shape = vec![2];
    let (value, name) = (DataTypeValue::from(of), of.name());
    let bytes = counting_pattern(&value, 2);
    let mut store = of_one_chunk(Presentation::PLAIN, &value, &shape, &codecs(edition));
    store.insert(only_key(&shape), bytes.joined());
    let array = ArrayType {
        data_type: value,
        shape,
    };
    Probe {
        name: format!("data type {name}"),
        needs: Needs {
            data_type: Some(name),
            codecs: Vec::new(),
        },
        store,
        elements: ExpectedRead::Whole(the_array(&array, bytes)),
        array,
    }
}

/// A plain chunk of a fact: elements of different numbers of bytes are never stored as they are.
fn of_variable_length(name: &str, with: &Derivation<'_>) -> Option<Probe> {
    let mut chunks = plain_chunks(with).map(|(_, chunk, _)| chunk);
    let chunk = chunks.find(|it| *it.data_type == *name)?;
    Some(Probe {
        name: format!("data type {name}"),
        needs: Needs {
            data_type: Some(name.to_owned()),
            codecs: Vec::new(),
        },
        ..probe_of_codec(name, chunk)?
    })
}

/// For each codec, the plainest chunks of facts that need it, each of another topic: one that is
/// stored in an unusual way need not work where the codec does.
fn denied_codecs(with: &Derivation<'_>) -> Vec<Probe> {
    let mut by_codec: BTreeMap<String, Vec<(usize, u64, &Fact, &Chunk)>> = BTreeMap::new();
    for (fact, chunk, elements) in plain_chunks(with) {
        let needed = codec_names(&chunk.codecs);
        for codec in &needed {
            let entry = (needed.len(), elements, fact, chunk);
            by_codec.entry(codec.clone()).or_default().push(entry);
        }
    }
    let mut probes = Vec::new();
    for (codec, mut chunks) in by_codec {
        // Of elements that are stored as they are, nobody needs the codec. Of equally plain chunks, the
        // order of facts decides.
        chunks.sort_by_key(|(codecs, elements, _, chunk)| {
            let is_as_stored = chunk.claim.holds() == chunk.elements.fixed();
            (*codecs, is_as_stored, *elements)
        });
        let mut topics = BTreeSet::new();
        let plainest = chunks
            .iter()
            .filter(|(_, _, fact, _)| topics.insert(topic(&fact.id)));
        let plainest = plainest.take(PROBES);
        probes.extend(plainest.filter_map(|(_, _, _, chunk)| probe_of_codec(&codec, chunk)));
    }
    probes
}

/// Small chunks that every implementation with their codecs must read, and how many elements each has.
fn plain_chunks<'a>(
    with: &Derivation<'a>,
) -> impl Iterator<Item = (&'a Fact, &'a Chunk, u64)> + use<'a> {
    let edition = with.edition;
    let facts = with.vectors.facts().iter();
    let facts = facts.filter(move |it| it.level == Level::Must && it.editions.contains(&edition));
    facts.filter_map(|fact| {
        let Statement::Chunk(chunk) = &fact.statement else {
            return None;
        };
        let elements = element_count(&chunk.shape)?;
        // Zeros are what a missing chunk reads as.
        let is_plain = !chunk.shape.is_empty()
            && (1..=MOST_ELEMENTS).contains(&elements)
            && chunk
                .data_type
                .parse::<DataType>()
                .is_ok_and(|it| !it.is_optional() || it.layout().is_none())
            && !chunk.elements.are_plain();
        is_plain.then_some((fact, chunk, elements))
    })
}

fn topic(fact: &str) -> &str {
    fact.rsplit_once('/').map_or(fact, |(topic, _)| topic)
}

/// Reading the chunk of a fact; nothing where the text leaves its bytes open.
fn probe_of_codec(name: &str, chunk: &Chunk) -> Option<Probe> {
    let encoded = chunk.claim.holds()?;
    let Chunk {
        data_type, shape, ..
    } = chunk;
    let mut store = of_one_chunk(Presentation::PLAIN, data_type, shape, &chunk.codecs);
    store.insert(only_key(shape), encoded.0.clone());
    let array = ArrayType {
        data_type: data_type.clone(),
        shape: shape.clone(),
    };
    Some(Probe {
        name: format!("codec {name}"),
        needs: Needs {
            data_type: None,
            codecs: vec![name.to_owned()],
        },
        store,
        elements: ExpectedRead::Whole(the_array(&array, chunk.elements.clone())),
        array,
    })
}

/// All elements of an array.
fn the_array(of: &ArrayType, bytes: HexElements) -> Elements {
    Elements {
        name: "the array".to_owned(),
        of: of.clone(),
        start: vec![0; of.shape.len()],
        bytes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::reader::{ChunkOf, ReferenceReader, WrittenReader as _};

    #[test]
    fn each_codec_of_facts_is_probed_with_chunks_that_it_takes_to_read() {
        let vectors = zarr_conform_embedded::vectors().unwrap();
        let of_both = [
            "codec blosc",
            "codec bytes",
            "codec crc32c",
            "codec gzip",
            "codec sharding_indexed",
            "codec transpose",
        ];
        for (edition, registered) in [
            (Edition::V3_0, &[][..]),
            (
                Edition::V3_1,
                &[
                    "codec scale_offset",
                    "codec vlen-bytes",
                    "codec vlen-utf8",
                    "codec zstd",
                ][..],
            ),
        ] {
            let vectors = &vectors;
            let probes = denied_codecs(&Derivation { vectors, edition });
            let mut names: Vec<&str> = probes.iter().map(|it| it.name.as_str()).collect();
            names.dedup();
            let mut expected = [&of_both, registered].concat();
            expected.sort_unstable();
            assert_eq!(names, expected);
            for probe in &probes {
                let ExpectedRead::Whole(expected) = &probe.elements else {
                    panic!("{}: regions are read", probe.name);
                };
                let encoded = &probe.store[&only_key(&probe.array.shape)];
                let of = ChunkOf::Array(&probe.store["zarr.json"]);
                let mut bytes = Vec::new();
                let read = ReferenceReader.chunk(edition, &of, encoded, &mut |part| {
                    bytes.extend_from_slice(&part.elements.joined());
                });
                assert_eq!(read, Ok(()), "{}", probe.name);
                // Shards come in parts, each as the array has it or not.
                let (mut found, mut expected) = (bytes, expected.bytes.joined().to_vec());
                if probe.name == "codec sharding_indexed" {
                    found.sort_unstable();
                    expected.sort_unstable();
                }
                assert_eq!(found, expected, "{}", probe.name);
            }
        }
    }
}
