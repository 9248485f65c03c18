//! What a check costs: the runner judging the built-in reference, beside the bare exchange of the
//! same lines with a process that only echoes, beside the reference answering them with nobody
//! laying out stores or judging, and beside a process of its own for each request.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "a benchmark that fails says as much"
)]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tempfile::TempDir;
use zarr_conform::Edition;
use zarr_conform::diagnosis::ReferenceLauncher;
use zarr_conform::process::CommandLine;
use zarr_conform::protocol::{Answer, Request};
use zarr_conform::runner::{ReferenceReader, Run, Selection};
use zarr_conform::subject::{Fault, Launcher, StartError, Stop, Subject};
use zarr_conform::vector::Vectors;

/// Requests that are written before their answers are read, as the runner does.
const WINDOW: usize = 32;
/// Requests that get a process of their own; that is slow.
const SAMPLE: usize = 100;

fn run(vectors: &Vectors, launcher: &dyn Launcher) -> u64 {
    let run = Run {
        vectors,
        launcher,
        reader: &ReferenceReader,
        edition: Some(Edition::default()),
        selection: Selection::default(),
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
    let finished = run.run(&mut []).unwrap();
    finished.summary.total.all()
}

/// What the reference is asked in a run, with the stores as they are when they are asked about.
struct Asked {
    lines: Vec<String>,
    /// The folder of each store in the run; the copy has its position as name.
    stores: Vec<PathBuf>,
    /// Copies that no implementation changes.
    kept: TempDir,
    /// Where the lines say that the stores are.
    laid_out: PathBuf,
}

impl Asked {
    fn new() -> Self {
        // Where the runner lays stores out, too.
        let memory = Path::new("/dev/shm");
        let kept = if memory.is_dir() {
            TempDir::new_in(memory).unwrap()
        } else {
            TempDir::new().unwrap()
        };
        Self {
            lines: Vec::new(),
            stores: Vec::new(),
            laid_out: kept.path().join("laid-out"),
            kept,
        }
    }

    fn keep(&mut self, request: &Request) {
        let mut line = request.to_line().unwrap();
        let members: serde_json::Value = serde_json::from_str(&line).unwrap();
        if let Some(store) = members["store"].as_str() {
            let store = PathBuf::from(store);
            let known = self.stores.iter().position(|it| *it == store);
            let at = known.unwrap_or_else(|| {
                copy(
                    &store,
                    &self.kept.path().join(self.stores.len().to_string()),
                );
                self.stores.push(store.clone());
                self.stores.len() - 1
            });
            let copied = self.laid_out.join(at.to_string());
            line = line.replace(store.to_str().unwrap(), copied.to_str().unwrap());
        }
        self.lines.push(line);
    }

    /// Puts the stores where the lines say that they are.
    fn lay_out(&self) {
        let _ = fs::remove_dir_all(&self.laid_out);
        for at in 0..self.stores.len() {
            let at = at.to_string();
            copy(&self.kept.path().join(&at), &self.laid_out.join(&at));
        }
    }
}

#[allow(
    clippy::disallowed_methods,
    reason = "the order of what is copied does not matter"
)]
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        if entry.path().is_dir() {
            copy(&entry.path(), &to.join(entry.file_name()));
        } else {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

/// The reference in the same process, which keeps what it is asked.
struct Recorder(Arc<Mutex<Asked>>);

struct Recorded(Box<dyn Subject>, Arc<Mutex<Asked>>);

impl Launcher for Recorder {
    fn launch(&self) -> Result<Box<dyn Subject>, StartError> {
        let reference = ReferenceLauncher {
            edition: Edition::default(),
            misreading: None,
            ops: Vec::new(),
        };
        Ok(Box::new(Recorded(reference.launch()?, Arc::clone(&self.0))))
    }
}

impl Subject for Recorded {
    fn send(&mut self, request: &Request) -> Result<(), Fault> {
        self.1.lock().unwrap().keep(request);
        self.0.send(request)
    }

    fn receive(&mut self, deadline: Instant, stop: &Stop) -> Result<Answer, Fault> {
        self.0.receive(deadline, stop)
    }
}

/// Sends lines to a process and reads as many.
fn exchange(command: &mut Command, lines: &[String]) {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut answer = String::new();
    for at in 0..lines.len() + WINDOW {
        if let Some(line) = lines.get(at) {
            input.write_all(line.as_bytes()).unwrap();
            input.write_all(b"\n").unwrap();
        }
        if at >= WINDOW {
            answer.clear();
            output.read_line(&mut answer).unwrap();
        }
    }
    drop(input);
    child.wait().unwrap();
}

fn checks(criterion: &mut Criterion) {
    let vectors = zarr_conform::embedded::vectors().unwrap();
    let asked = Arc::new(Mutex::new(Asked::new()));
    let number = run(&vectors, &Recorder(Arc::clone(&asked)));
    let asked = Arc::into_inner(asked).unwrap().into_inner().unwrap();
    let lines = &asked.lines;
    let program = env!("CARGO_BIN_EXE_conform");
    let command = CommandLine {
        program: program.to_owned(),
        arguments: vec!["reference".to_owned()],
        memory: None,
    };
    let mut seconds: BTreeMap<&str, f64> = BTreeMap::new();
    let mut group = criterion.benchmark_group("checks");
    group.sample_size(10);
    group.throughput(Throughput::Elements(number));
    let mut timed = |name: &'static str, rounds: u64, work: &mut dyn FnMut()| {
        let taken = (0..rounds)
            .map(|_| {
                asked.lay_out();
                let started = Instant::now();
                work();
                started.elapsed()
            })
            .sum::<Duration>();
        let each = taken.as_secs_f64() / f64::from(u32::try_from(rounds).unwrap());
        let least = seconds.entry(name).or_insert(f64::INFINITY);
        *least = least.min(each);
        taken
    };
    group.bench_function("floor", |bench| {
        bench.iter_custom(|rounds| {
            timed("floor", rounds, &mut || {
                exchange(&mut Command::new("cat"), lines);
            })
        });
    });
    group.bench_function("runner", |bench| {
        bench.iter_custom(|rounds| {
            timed("runner", rounds, &mut || {
                run(&vectors, &command);
            })
        });
    });
    group.bench_function("reference alone", |bench| {
        bench.iter_custom(|rounds| {
            timed("reference alone", rounds, &mut || {
                exchange(Command::new(program).arg("reference"), lines);
            })
        });
    });
    group.throughput(Throughput::Elements(SAMPLE as u64));
    let sample: Vec<&String> = lines
        .iter()
        .step_by(lines.len() / SAMPLE)
        .take(SAMPLE)
        .collect();
    group.bench_function("a process for each", |bench| {
        bench.iter_custom(|rounds| {
            timed("a process for each", rounds, &mut || {
                for line in &sample {
                    exchange(
                        Command::new(program).arg("reference"),
                        std::slice::from_ref(line),
                    );
                }
            })
        });
    });
    group.finish();
    tell(&seconds, number, lines.len());
}

#[allow(clippy::cast_precision_loss, reason = "these are a few thousand")]
#[allow(clippy::print_stdout, reason = "a benchmark tells what it found")]
fn tell(seconds: &BTreeMap<&str, f64>, checks: u64, lines: usize) {
    let (floor, runner) = (seconds["floor"], seconds["runner"]);
    let each = seconds["a process for each"] / SAMPLE as f64 * lines as f64;
    let rate = |seconds: f64| checks as f64 / seconds;
    println!("{checks} checks, {lines} requests; the least time of each, in one run:");
    println!("  floor               {:>8.0} checks/s", rate(floor));
    println!(
        "  reference alone     {:>8.0} checks/s",
        rate(seconds["reference alone"])
    );
    println!("  runner              {:>8.0} checks/s", rate(runner));
    println!("  a process for each  {:>8.0} checks/s", rate(each));
    println!(
        "  runner / floor      {:>8.2} times the time",
        runner / floor
    );
    println!(
        "  runner / reference  {:>8.2} times the time",
        runner / seconds["reference alone"]
    );
    println!(
        "  a process / runner  {:>8.1} times the time",
        each / runner
    );
}

criterion_group!(benches, checks);
criterion_main!(benches);
