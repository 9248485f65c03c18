//! Seeds that are files, or parts of them.

use std::error::Error;
use std::num::NonZeroUsize;
use std::time::Duration;

use zarr_conform::archive::{self, MANIFEST, SUMS, Sums};
use zarr_conform::matrix::{Labelled, MatrixRun};
use zarr_conform::report::JsonLines;
use zarr_conform::requirement::Registry;
use zarr_conform_diagnosis::{ByMisreadings, ReferenceLauncher};
use zarr_conform_protocol::subject::Stop;
use zarr_conform_reference::{ChunkArray, DataType, Edition, Element, misreading};
use zarr_conform_runner::{Filter, ReferenceReader, Run, Selection};
use zarr_conform_vectors::{
    Fact, Files, Statement, Topic, TopicFile, VERSION_FILE, Vectors, pretty,
};

use super::{OF_A_TOPIC, Seeds};
use crate::codecs::sharding_chains;
use crate::parts::joined;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A shard of each configuration.
pub(super) fn sharding() -> Result<Seeds> {
    let elements = (1..=6).map(Element::Bits).collect();
    let chunk = ChunkArray::new(DataType::UINT8, vec![2, 3], elements)?;
    let steps = zarr_conform_reference::Steps::default();
    let mut seeds = Seeds::new();
    for (at, chain) in (0_u8..).zip(sharding_chains()) {
        let mut seed = vec![at];
        seed.extend(steps.encode(&chain, &chunk)?);
        seeds.insert(format!("shard-{at}"), seed);
    }
    Ok(seeds)
}

/// The files that single facts need, their twins among them.
fn files_of(vectors: &Vectors, topic: &TopicFile, fact: &Fact) -> Result<Option<Files>> {
    let facts = &vectors.facts()[topic.facts.clone()];
    let twin = fact
        .twin
        .as_ref()
        .map(|id| facts.iter().find(|it| it.id == *id));
    let Some(twin) = twin.map_or(Some(None), |twin| twin.map(Some)) else {
        // In another file.
        return Ok(None);
    };
    let kept: Vec<Fact> = twin.into_iter().chain([fact]).cloned().collect();
    let folder = topic.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut files = Files::new();
    for fact in &kept {
        if let (Statement::Array(array), Some(store)) = (&fact.statement, vectors.store(fact)) {
            for (key, bytes) in store {
                files.insert(format!("{folder}/{}/{key}", array.store), bytes.to_vec());
            }
        }
    }
    let file = Topic {
        format: zarr_conform_vectors::FORMAT,
        about: topic.about.clone(),
        facts: kept,
    };
    let text = pretty(&serde_json::to_value(&file)?);
    files.insert(topic.path.clone(), text.into_bytes());
    files.insert(VERSION_FILE.to_owned(), b"1.0.0\n".to_vec());
    Ok(Some(files))
}

fn of_files(files: &Files) -> Vec<u8> {
    joined(
        files
            .iter()
            .map(|(path, it)| (path.as_str(), it.as_slice())),
    )
}

/// Vectors of one fact and its twin.
pub(super) fn vectors(vectors: &Vectors) -> Result<Seeds> {
    let mut seeds = Seeds::new();
    for topic in vectors.topics() {
        let facts = &vectors.facts()[topic.facts.clone()];
        let stride = facts.len().div_ceil(OF_A_TOPIC / 3).max(1);
        for fact in facts.iter().step_by(stride) {
            if let Some(files) = files_of(vectors, topic, fact)? {
                seeds.insert(super::name(&fact.id), of_files(&files));
            }
        }
    }
    Ok(seeds)
}

/// Archives of one fact and its twin, without pages and schemas, in every form that the target takes.
pub(super) fn archives(vectors: &Vectors) -> Result<Seeds> {
    let mut seeds = Seeds::new();
    let registry = Registry::load()?;
    let kinds = [
        "bytes/elements.json",
        "gzip/stores.json",
        "regular-grid/examples.json",
    ];
    for topic in vectors
        .topics()
        .iter()
        .filter(|it| kinds.contains(&it.path.as_str()))
    {
        let facts = &vectors.facts()[topic.facts.clone()];
        let Some(files) = facts.first().map(|it| files_of(vectors, topic, it)) else {
            continue;
        };
        let Some(files) = files? else { continue };
        let one = Vectors::from_files(topic.path.clone(), &files)?;
        let mut whole = archive::files(&one, &registry, None)?;
        let is_kept = |path: &str| {
            path.starts_with("vectors/") && !path.contains("schema") || path == MANIFEST
        };
        whole.retain(|path, _| is_kept(path));
        let without_sums = of_files(&whole);
        let sums = Sums::of(&whole).to_text();
        whole.insert(SUMS.to_owned(), sums.into_bytes());
        let tar_gz = archive::tar_gz("v", &whole)?;
        let mut tar = Vec::new();
        let mut decoder = flate2::bufread::GzDecoder::new(tar_gz.as_slice());
        std::io::Read::read_to_end(&mut decoder, &mut tar)?;
        let forms = [
            ("tar-gz", 0, tar_gz),
            ("zip", 0, archive::zip("v", &whole)?),
            ("tar", 1, tar),
            ("files", 2, of_files(&whole)),
            ("without-sums", 3, without_sums),
        ];
        for (form, kind, bytes) in forms {
            let seed = [&[kind], bytes.as_slice()].concat();
            seeds.insert(format!("{}.{form}", super::name(&topic.path)), seed);
        }
    }
    Ok(seeds)
}

/// One file of each kind.
pub(super) fn inputs(vectors: &Vectors) -> Result<Seeds> {
    let kinds = [
        ("expectations", include_bytes!("expectations.toml").to_vec()),
        ("findings", include_bytes!("findings.toml").to_vec()),
        ("recording", recording(vectors)?),
        ("matrix", matrix(vectors)?),
        (
            "versions",
            b">=1.2.0-rc.1, <2.0\n1.2.0\nv2.0.0.dev3+build\n1.10".to_vec(),
        ),
        ("share", b"2/5".to_vec()),
        ("hunts", include_bytes!("hunts.json").to_vec()),
        ("differences", include_bytes!("differences.json").to_vec()),
    ];
    let kinds = (0_u8..).zip(kinds);
    Ok(kinds
        .map(|(at, (name, bytes))| (name.to_owned(), [&[at], bytes.as_slice()].concat()))
        .collect())
}

fn reference(misread: Option<&str>) -> ReferenceLauncher {
    ReferenceLauncher {
        edition: Edition::default(),
        misreading: misread.and_then(misreading::named),
        ops: Vec::new(),
    }
}

/// A run.
pub(super) fn runs(vectors: &Vectors) -> Result<Seeds> {
    Ok(Seeds::from([("run".to_owned(), recording(vectors)?)]))
}

/// Names of checks and facts, and of none.
pub(super) fn checks() -> Seeds {
    let lines = [
        "transpose/permutations/distinct-1-2-0#decode",
        "transpose/permutations/distinct-1-2-0\n\n  core/storage-updates/rank-0#update ",
        "transpose/permutations/distinct-1-2-1",
    ];
    let names = ["one", "two", "none"].map(str::to_owned);
    names
        .into_iter()
        .zip(lines.map(|it| it.as_bytes().to_vec()))
        .collect()
}

/// Folders with a store.
pub(super) fn scans(vectors: &Vectors) -> Seeds {
    let mut seeds = Seeds::new();
    for fact in vectors.facts().iter().step_by(97) {
        let Some(store) = vectors.store(fact) else {
            continue;
        };
        let files = store.iter().map(|(key, bytes)| (key.as_str(), &**bytes));
        seeds.insert(super::name(&fact.id), joined(files));
    }
    seeds
}

fn recording(vectors: &Vectors) -> Result<Vec<u8>> {
    let run = Run {
        vectors,
        launcher: &reference(Some("order-inverted")),
        reader: &ReferenceReader,
        edition: None,
        selection: Selection {
            ids: vec!["transpose/permutations/distinct-1-2-0#decode".to_owned()],
            ..Selection::default()
        },
        jobs: NonZeroUsize::MIN,
        keep: None,
        isolated: Vec::new(),
        timeout: Duration::from_secs(60),
        explain: Some(&ByMisreadings),
        describe_passes: false,
        vectors_sha256: "0".repeat(64),
        seed: 0,
        memory: None,
        stop: Stop::default(),
    };
    let mut events = Vec::new();
    run.run(&mut [&mut JsonLines::new(&mut events)])?;
    Ok(events)
}

fn matrix(vectors: &Vectors) -> Result<Vec<u8>> {
    let (right, wrong) = (reference(None), reference(Some("order-inverted")));
    let participants = [
        Labelled {
            label: zarr_conform::matrix::REFERENCE,
            launcher: &right,
        },
        Labelled {
            label: "other",
            launcher: &wrong,
        },
    ];
    let filters = [Filter::parse("regular-grid/stores/rank-2-*")?];
    let run = MatrixRun {
        vectors,
        participants: &participants,
        reader: &ReferenceReader,
        edition: Edition::default(),
        filters: &filters,
        jobs: NonZeroUsize::MIN,
        timeout: Duration::from_secs(60),
        stop: Stop::default(),
        progress: &|_| {},
    };
    Ok(serde_json::to_vec(&run.run()?)?)
}

/// Globs with ids, of every kind of pattern.
pub(super) fn globs() -> Seeds {
    let globs = [
        "transpose/*\ntranspose/order/a#read\nbytes/a",
        "*/cycle{,-inverted}\na/cycle\na/b/cycle-inverted",
        "**/a/**/[b-d]?\nx/a/y/bc\na/bc",
        "a/**\na/b/c\na",
        "**\n",
        "[!a-c]\\*{x,y{1,2}}\nd*y2\na*x",
        "core/storage/float{32,64}-nan{#write,#create}\ncore/storage/float32-nan#write",
    ];
    let globs = globs.iter().enumerate();
    globs
        .map(|(at, text)| (format!("glob-{at}"), text.as_bytes().to_vec()))
        .collect()
}
