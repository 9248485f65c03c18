//! What a large chunk costs: a chunk of 256 MiB through `read` and `write`, and a shard of 4,096 inner
//! chunks of the same elements, beside copying a file of that size. The implementation does nothing but
//! copy files: the example `double` in modes `copies` and `copies-shards`. What it writes as a shard is
//! decoded by the reference.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "a benchmark that fails says as much"
)]

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use zarr_conform::process::CommandLine;
use zarr_conform::runner::{ReferenceReader, Run, Selection};
use zarr_conform::subject::Stop;
use zarr_conform::vector::Vectors;

const LENGTH: usize = 256 * 1024 * 1024;
/// Bytes of the elements of an inner chunk.
const INNER: usize = 64 * 1024;
/// Bytes of an element, which is `uint64`.
const SIZE: usize = 8;
/// Where the runner puts its stores.
const MEMORY: &str = "/dev/shm";

/// What is measured: the fact's name, and the mode of the implementation.
const FACTS: [(&str, &str); 2] = [
    ("large/chunk/bytes", "copies"),
    ("large/chunk/shard", "copies-shards"),
];

/// Vectors of one chunk; written as JSON, since that is how vectors come.
fn vectors(fact: &str) -> Vectors {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("large/chunk.json");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let digits = "0123456789abcdef".repeat(LENGTH / 8);
    let little = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;
    let is_shard = fact.ends_with("shard");
    let (codec, index, free) = if is_shard {
        let words = (0..(LENGTH / INNER) as u64).flat_map(|at| [at * INNER as u64, INNER as u64]);
        let index: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
        let shape = INNER / SIZE;
        let codec = format!(
            r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [{shape}],
            "codecs": [{little}], "index_codecs": [{little}]}}}}"#
        );
        (codec, hex::encode(index), r#", "free": true"#)
    } else {
        (little.to_owned(), String::new(), "")
    };
    let shape = LENGTH / SIZE;
    let text = format!(
        r#"{{"format": 1, "about": "A large chunk.", "facts": [{{"id": "{fact}", "comment": "c",
        "requirements": ["bytes.length"], "level": "must", "editions": ["3.1"],
        "chunk": {{"data_type": "uint64", "shape": [{shape}], "codecs": [{codec}],
        "elements": "{digits}", "encoded": "{digits}{index}"{free}}}}}]}}"#
    );
    std::fs::write(&file, text).unwrap();
    Vectors::from_dir(directory.path()).unwrap()
}

/// MiB of memory of this process: what it has now, and the most that it had since `forget_peak`. Linux
/// tells both.
fn memory() -> Option<(u64, u64)> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let of = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name))?;
        let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kib / 1024)
    };
    Some((of("VmRSS:")?, of("VmHWM:")?))
}

fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

fn run(vectors: &Vectors, mode: &str, check: &str) {
    let program = Path::new(env!("CARGO_BIN_EXE_conform")).with_file_name("examples/double");
    let launcher = CommandLine {
        program: program.to_str().unwrap().to_owned(),
        arguments: vec![mode.to_owned(), "store".to_owned()],
        memory: None,
    };
    let run = Run {
        vectors,
        launcher: &launcher,
        reader: &ReferenceReader,
        edition: None,
        selection: Selection {
            ids: vec![check.to_owned()],
            ..Selection::default()
        },
        jobs: NonZeroUsize::MIN,
        keep: None,
        isolated: Vec::new(),
        timeout: Duration::from_secs(60),
        explain: None,
        describe_passes: false,
        vectors_sha256: String::new(),
        seed: 0,
        memory: zarr_conform::memory::find(),
        stop: Stop::default(),
    };
    let total = run.run(&mut []).unwrap().summary.total;
    assert_eq!(total.passed, 1, "{total:?}");
}

fn copy(from: &Path, to: &PathBuf) {
    std::fs::copy(from, to).unwrap();
    std::fs::remove_file(to).unwrap();
}

#[allow(clippy::print_stdout, reason = "a benchmark tells what it found")]
fn large(criterion: &mut Criterion) {
    let directory = tempfile::Builder::new()
        .tempdir_in(MEMORY)
        .or_else(|_| tempfile::tempdir())
        .unwrap();
    let from = directory.path().join("from");
    std::fs::write(&from, vec![7; LENGTH]).unwrap();
    let to = directory.path().join("to");
    let mut group = criterion.benchmark_group("large");
    group.sample_size(10);
    group.throughput(Throughput::Bytes(LENGTH as u64));
    let mut least = Vec::new();
    let mut measure = |name: &str, what: &dyn Fn()| {
        let mut fastest = f64::INFINITY;
        forget_peak();
        let before = memory();
        group.bench_function(name, |bench| {
            bench.iter_custom(|rounds| {
                let started = Instant::now();
                for _ in 0..rounds {
                    what();
                }
                let taken = started.elapsed();
                let each = taken.as_secs_f64() / f64::from(u32::try_from(rounds).unwrap());
                fastest = fastest.min(each);
                taken
            });
        });
        let peak = before
            .zip(memory())
            .map(|(before, after)| after.1.saturating_sub(before.0));
        least.push((name.to_owned(), fastest, peak));
    };
    measure("copy", &|| copy(&from, &to));
    for (fact, mode) in FACTS {
        let vectors = vectors(fact);
        for operation in ["read", "write"] {
            let name = format!("{operation} {}", fact.rsplit('/').next().unwrap());
            measure(&name, &|| {
                run(&vectors, mode, &format!("{fact}#{operation}"));
            });
        }
    }
    group.finish();
    println!(
        "the least time of each, in one run, for elements of {LENGTH} bytes, and the memory that it"
    );
    println!("took beside the vectors, which have the elements and the encoded chunk:");
    for (name, seconds, peak) in &least {
        let peak = peak.map_or_else(|| "?".to_owned(), |it| it.to_string());
        println!(
            "  {name:<12}{seconds:>8.3} s{:>8.2} times the copy{peak:>8} MiB",
            seconds / least[0].1
        );
    }
}

criterion_group!(benches, large);
criterion_main!(benches);
