//! What a large chunk costs: a chunk of 256 MiB through `read` and `write`, beside copying a file of
//! that size. The implementation does nothing but copy files: the example `double` in mode `copies`.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "a benchmark that fails tells as much"
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
const FACT: &str = "large/chunk/bytes";
/// Where the runner puts its stores.
const MEMORY: &str = "/dev/shm";

/// Vectors of one chunk; written as JSON, since that is how vectors come.
fn vectors() -> Vectors {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("large/chunk.json");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let digits = "0123456789abcdef".repeat(LENGTH / 8);
    let text = format!(
        r#"{{"format": 1, "about": "A large chunk.", "facts": [{{"id": "{FACT}", "comment": "c",
        "requirements": ["bytes.length"], "level": "must", "editions": ["3.1"],
        "chunk": {{"data_type": "uint8", "shape": [{LENGTH}], "codecs": [{{"name": "bytes"}}],
        "elements": "{digits}", "encoded": "{digits}"}}}}]}}"#
    );
    std::fs::write(&file, text).unwrap();
    Vectors::from_dir(directory.path()).unwrap()
}

fn run(vectors: &Vectors, check: &str) {
    let program = Path::new(env!("CARGO_BIN_EXE_conform")).with_file_name("examples/double");
    let launcher = CommandLine {
        program: program.to_str().unwrap().to_owned(),
        arguments: vec!["copies".to_owned(), "store".to_owned()],
    };
    let run = Run {
        vectors,
        launcher: &launcher,
        reader: &ReferenceReader,
        edition: None,
        selection: Selection {
            partition: None,
            filters: Vec::new(),
            ids: vec![check.to_owned()],
        },
        jobs: NonZeroUsize::MIN,
        keep: None,
        isolate: false,
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
    let vectors = vectors();
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
    let mut least = [f64::INFINITY; 3];
    let checks = ["", "#read", "#write"].map(|operation| format!("{FACT}{operation}"));
    let names = ["copy", "read", "write"];
    for at in 0..names.len() {
        group.bench_function(names[at], |bench| {
            bench.iter_custom(|rounds| {
                let started = Instant::now();
                for _ in 0..rounds {
                    match at {
                        0 => copy(&from, &to),
                        _ => run(&vectors, &checks[at]),
                    }
                }
                let taken = started.elapsed();
                let each = taken.as_secs_f64() / f64::from(u32::try_from(rounds).unwrap());
                least[at] = least[at].min(each);
                taken
            });
        });
    }
    group.finish();
    println!("the least time of each, in one run: a chunk of {LENGTH} bytes");
    for (name, seconds) in names.iter().zip(least) {
        println!(
            "  {name:<6}{seconds:>8.3} s{:>8.2} times the copy",
            seconds / least[0]
        );
    }
}

criterion_group!(benches, large);
criterion_main!(benches);
