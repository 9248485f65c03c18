//! Running the program on the small vectors of the tests.

#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "each test file uses its own part, and a failure here is a failed test"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Once;
use std::time::Duration;

use zarr_conform::runner::{CheckResult, Event, Header, Summary, Verdict};

/// The small vectors.
pub const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/vectors");

/// The request that `refuses_grids` refuses.
pub const REFUSES_GRIDS: &str = r#""op":"grid","array_shape":[5"#;
/// The first line of a list for the stand-in.
pub const OFFERS: &str = "offers = ['open', 'read', 'write', 'create', 'encode', 'decode', 'grid', 'node', 'children', 'walk', 'create_group', 'set_attributes', 'delete', 'consolidate', 'path', 'through', 'consolidated']\n";

/// The command of the stand-in for an implementation, with its mode and trigger.
pub fn double(mode: &str, trigger: &str) -> String {
    static BUILT: Once = Once::new();
    // Tests that are named on the command line are run without building the examples.
    BUILT.call_once(|| {
        // Of the whole workspace: with the features of this crate only, dependencies would be built again.
        let build = ["build", "--quiet", "--workspace", "--example", "double"];
        let status = Command::new(env!("CARGO")).args(build).status().unwrap();
        assert!(status.success());
    });
    let program = Path::new(env!("CARGO_BIN_EXE_conform")).with_file_name("examples/double");
    shell_words::join([program.to_str().unwrap(), mode, trigger])
}

/// The same, with a file that has a byte for each of its starts.
pub fn counting_double(mode: &str, trigger: &str, counter: &Path) -> String {
    let counter = shell_words::quote(counter.to_str().unwrap()).into_owned();
    format!("{} {counter}", double(mode, trigger))
}

/// `conform` with these arguments; no colours, whatever the terminal.
pub fn conform(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_conform"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .output()
        .unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A folder in which doubles leave the ids of their processes.
pub struct Pids(tempfile::TempDir);

impl Pids {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Processes that still live, after a while: who was killed a moment ago may not be gone yet.
    pub fn living(&self) -> Vec<String> {
        for _ in 0..100 {
            if self.living_now().is_empty() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        self.living_now()
    }

    #[allow(clippy::disallowed_methods, reason = "the order does not matter")]
    fn living_now(&self) -> Vec<String> {
        let files = std::fs::read_dir(self.path()).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let pids = names.filter_map(|name| name.strip_prefix("pid.").map(str::to_owned));
        pids.filter(|pid| lives(pid)).collect()
    }
}

/// Whether a process lives; one that ended and that nobody waited for does not.
fn lives(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").map(|(_, rest)| rest.chars().next());
    !matches!(state, None | Some(None | Some('Z' | 'X')))
}

/// The command of a stand-in that refuses the grid of an array.
pub fn refuses_grids() -> String {
    double("always-invalid", REFUSES_GRIDS)
}

/// A list in a folder of its own.
pub struct List {
    folder: tempfile::TempDir,
}

impl List {
    pub fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("expected.toml"), text).unwrap();
        Self { folder }
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("expected.toml")
    }

    pub fn text(&self) -> String {
        std::fs::read_to_string(self.path()).unwrap()
    }

    pub fn judge(&self, implementation: &str, more: &[&str]) -> Judged {
        let path = self.path();
        let expect = ["--expect", path.to_str().unwrap()];
        judge(implementation, &[&expect, more].concat())
    }
}

/// A judged implementation.
pub struct Judged {
    pub code: i32,
    pub report: String,
    pub errors: String,
    pub header: Option<Header>,
    pub results: BTreeMap<String, CheckResult>,
    pub order: Vec<String>,
    pub summary: Option<Summary>,
    /// The lines of the file of events.
    pub events: Vec<String>,
}

impl Judged {
    pub fn verdict(&self, check: &str) -> &Verdict {
        &self.results[check].verdict
    }

    /// `pass`, `fail`…, or the kind of failure.
    pub fn name(&self, check: &str) -> &'static str {
        self.verdict(check).name()
    }

    /// Checks that are required and passed.
    pub fn required_and_passed(&self) -> Vec<&str> {
        let mut passed = self.named("pass");
        passed.retain(|check| self.results[*check].is_required());
        passed
    }

    /// Checks by the name of their verdict.
    pub fn named(&self, wanted: &str) -> Vec<&str> {
        let is_wanted = |check: &&String| self.name(check) == wanted;
        self.order
            .iter()
            .filter(is_wanted)
            .map(String::as_str)
            .collect()
    }
}

/// Judges an implementation by the small vectors, and sees that it leaves no process behind.
pub fn judge(implementation: &str, more: &[&str]) -> Judged {
    let directory = tempfile::tempdir().unwrap();
    let json: PathBuf = directory.path().join("events.jsonl");
    let pids = Pids::new();
    let output = command(implementation, &json, &pids, more)
        .output()
        .unwrap();
    assert_eq!(pids.living(), Vec::<String>::new());
    judged(&output, &json)
}

/// The command that judges an implementation by the small vectors.
pub fn command(implementation: &str, json: &Path, pids: &Pids, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_conform"));
    command
        .args(["--impl", implementation, "--vectors", VECTORS])
        .args(["--json", json.to_str().unwrap()])
        .args(more)
        .env("NO_COLOR", "1")
        .env("DOUBLE_PIDS", pids.path());
    command
}

/// Interrupts a run once its implementation hangs, and waits for its end.
#[cfg(unix)]
pub fn interrupted(mut run: Command, pids: &Pids, signal: &str) -> Output {
    let run = run.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = run.spawn().unwrap();
    while !pids.path().join("hangs.0").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let kill = format!("kill -{signal} {}", child.id());
    let killed = Command::new("sh").args(["-c", &kill]).status().unwrap();
    assert!(killed.success());
    child.wait_with_output().unwrap()
}

/// The command of a stand-in that refuses to read.
pub fn refuses_reading() -> String {
    double("always-invalid", r#""op":"read""#)
}

/// A folder with the events of runs.
pub struct Runs(tempfile::TempDir);

impl Runs {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> String {
        let path: PathBuf = self.0.path().join(name);
        path.to_str().unwrap().to_owned()
    }

    /// Judges an implementation and keeps the events under this name.
    pub fn judge(&self, name: &str, implementation: &str, more: &[&str]) -> String {
        let path = self.path(name);
        let fixed = [
            "--impl",
            implementation,
            "--vectors",
            VECTORS,
            "--json",
            &path,
            "--seed",
            "7",
        ];
        conform(&[&fixed[..], more].concat());
        path
    }

    pub fn shares(&self, implementation: &str, of: usize) -> Vec<String> {
        let share = |number| {
            let partition = format!("{number}/{of}");
            let name = format!("{number}.jsonl");
            self.judge(&name, implementation, &["--partition", &partition])
        };
        (1..=of).map(share).collect()
    }
}

/// What a run came to, by what it wrote.
pub fn judged(output: &Output, json: &Path) -> Judged {
    let mut judged = Judged {
        code: output.status.code().unwrap(),
        report: stdout(output),
        errors: stderr(output),
        header: None,
        results: BTreeMap::new(),
        order: Vec::new(),
        summary: None,
        events: Vec::new(),
    };
    for line in std::fs::read_to_string(json).unwrap_or_default().lines() {
        judged.events.push(line.to_owned());
        match serde_json::from_str(line).unwrap() {
            Event::Started(header) => judged.header = Some(header),
            Event::CheckFinished(result) => {
                judged.order.push(result.check.to_string());
                judged.results.insert(result.check.to_string(), *result);
            }
            Event::Diagnosed(_) => {}
            Event::Finished(summary) => judged.summary = Some(summary),
        }
    }
    judged
}
