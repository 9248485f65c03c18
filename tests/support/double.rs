//! A stand-in for an implementation: the reference, which misbehaves in the way of its first
//! argument whenever a request contains its second argument; always, without one. What damages itself
//! misbehaves some requests after that. The third is a file in which it counts how often it was started.
//! It leaves the ids of its processes in the folder that `DOUBLE_PIDS` names.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test double"
)]

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};
use zarr_conform::Edition;
use zarr_conform::diagnosis::Reference;
use zarr_conform::subject::serve;

const FOR_EVER: Duration = Duration::from_secs(600);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mode = arguments.first().map_or("", String::as_str);
    let trigger = arguments.get(1).map_or("", String::as_str);
    let counts = mode != "interrupts-and-refuses";
    let counter = arguments.get(2).filter(|_| counts);
    let start = counter.map_or(1, |counter| count(counter));
    leave("pid", std::process::id());
    let mut reference = Reference::new(Edition::default());
    if mode == "offers-three" {
        reference = reference.offering(&["open", "read", "write"]);
    }
    // The odd starts of one whose first and third say nothing: on a busy machine, starting takes long.
    if mode == "odd-starts-hang" && start % 2 == 1 {
        sleep(FOR_EVER);
    }
    if mode == "exits-at-start" {
        eprintln!("no such library");
        exit(7);
    }
    let mut held = None;
    let mut kept = Vec::new();
    let mut triggered = 0;
    // Requests since the first that contains the trigger.
    let mut since = None;
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let is_hello = line.contains(r#""op":"hello""#);
        let id = line[6..].split(',').next().unwrap().to_owned();
        since = since.map(|number| number + 1);
        if since.is_none() && !is_hello && line.contains(trigger) {
            since = Some(0);
        }
        if let Some(mode) = (!is_hello).then(|| damaged(mode, start, since)).flatten() {
            misbehave(mode, &id, &line);
        }
        if mode == "three-dimensions" && !is_hello && rank(&line) != Some(3) {
            refuse(&id, "unsupported");
            continue;
        }
        if matches!(
            mode,
            "silent-at-hello" | "answers-at-the-end" | "no-line-feed"
        ) || (!is_hello && line.contains(trigger))
        {
            match mode {
                "answers-at-the-end" => {
                    kept.extend(answer(&mut reference, mode, &line, is_hello));
                }
                "no-line-feed" => {
                    let answer = answer(&mut reference, mode, &line, is_hello);
                    say(answer.trim_ascii_end());
                }
                "swaps" => held = Some(answer(&mut reference, mode, &line, is_hello)),
                "random" | "never-ends-well" => {
                    say(&answer(&mut reference, mode, &line, is_hello));
                }
                mode if mode.starts_with("damaged-") => {
                    say(&answer(&mut reference, mode, &line, is_hello));
                }
                "odd-starts-refuse" if start % 2 == 1 => refuse(&id, "invalid"),
                "odd-starts-hang" => misbehave("crash", &id, &line),
                // The third argument says when.
                "interrupts-and-refuses" => {
                    triggered += 1;
                    leave("asked", triggered);
                    let at = arguments.get(2).and_then(|it| it.parse().ok());
                    if Some(triggered) == at {
                        interrupt_the_runner();
                        // The signal comes when the runner has the processor.
                        sleep(Duration::from_secs(2));
                    }
                    refuse(&id, "invalid");
                }
                "leaves-a-session" => {
                    session();
                    say(&answer(&mut reference, mode, &line, is_hello));
                }
                "removes-the-folder-above" => {
                    let request: Value = serde_json::from_str(&line).unwrap();
                    let store = PathBuf::from(request["store"].as_str().unwrap());
                    // The runner lays out stores meanwhile: away in one step, or some are still there.
                    let folder = store.parent().unwrap();
                    let gone = folder.with_extension("gone");
                    std::fs::rename(folder, &gone).unwrap();
                    std::fs::remove_dir_all(gone).unwrap();
                    say(&answer(&mut reference, mode, &line, is_hello));
                }
                "first-starts-crash" if start <= 10 => misbehave("crash", &id, &line),
                "odd-starts-refuse" | "first-starts-crash" => {
                    say(&answer(&mut reference, mode, &line, is_hello));
                }
                "encodes-its-start" => {
                    println!(r#"{{"id":{id},"ok":{{"encoded":"{start:02x}"}}}}"#);
                }
                mode => misbehave(mode, &id, &line),
            }
            continue;
        }
        say(&answer(&mut reference, mode, &line, is_hello));
        if let Some(held) = held.take() {
            say(&held);
        }
        if mode == "stops-reading" {
            sleep(FOR_EVER);
        }
    }
    say(&kept);
    if mode == "ignores-the-end" {
        sleep(FOR_EVER);
    }
    let ends_badly = matches!(mode, "damaged-to-the-end" | "damaged-and-crashes-some-time");
    if ends_badly && since.is_some() || mode == "never-ends-well" {
        std::process::abort();
    }
}

/// How many dimensions the array or chunk of a request has, as far as it is said.
fn rank(line: &str) -> Option<usize> {
    let request: Value = serde_json::from_str(line).unwrap();
    let document = || {
        let store = request["store"].as_str()?;
        let text = std::fs::read_to_string(format!("{store}/zarr.json")).ok()?;
        serde_json::from_str::<Value>(&text).ok()
    };
    let of = |it: &Value| Some(it.as_array()?.len());
    let metadata = &request["metadata"]["shape"];
    let said = [&request["shape"], &request["array_shape"], metadata];
    let said = said.into_iter().find_map(of);
    said.or_else(|| of(&document()?["shape"]))
}

/// How a process misbehaves that a request damaged so many requests ago. What is random depends on the start and on the
/// request, so that a test comes to the same each time.
fn damaged(mode: &str, start: u64, since: Option<u32>) -> Option<&'static str> {
    match (mode, since) {
        ("damaged-and-crashes", Some(1..))
        | ("damaged-and-crashes-later" | "damaged-and-crashes-some-time", Some(3..)) => {
            Some("crash")
        }
        ("damaged-and-hangs", Some(1..)) => Some("hang"),
        ("random", _) => {
            let mut random = DefaultHasher::new();
            (start, since).hash(&mut random);
            random.finish().is_multiple_of(12).then_some("crash")
        }
        _ => None,
    }
}

/// The answer of the reference, changed where the mode says so.
fn answer(reference: &mut Reference, mode: &str, line: &str, is_hello: bool) -> Vec<u8> {
    check_line(mode, line);
    let mut answer = Vec::new();
    serve(reference, format!("{line}\n").as_bytes(), &mut answer).unwrap();
    let mut answer: Value = serde_json::from_slice(&answer).unwrap();
    if is_hello {
        change_hello(mode, &mut answer["ok"]);
    } else {
        change_store(mode, line);
        change_file(mode, &mut answer["ok"]);
        change_read(mode, line, &mut answer["ok"]);
    }
    format!("{answer}\n").into_bytes()
}

fn change_hello(mode: &str, hello: &mut Value) {
    match mode {
        "protocol-2" => hello["protocol"] = json!(2),
        "refuses-to-create" => hello["ops"] = json!(["open", "read", "create"]),
        "misspells-its-offers" => {
            hello["ops"] = json!(["hello", "open", "raed", "write", "throuhg", "grow"]);
        }
        "misspells-what-it-lacks" => {
            hello["unsupported"] =
                json!({"data_types": ["int_16", "r*", "r24"], "codecs": ["transpos", "xz"]});
        }
        "offers-nothing" => hello["ops"] = json!([]),
        "knows-no-files" => hello["files"] = json!(false),
        "denies" | "denies-and-crashes" => {
            hello["unsupported"] = json!({"data_types": ["int16"], "codecs": ["transpose", "xz"]});
        }
        _ => {}
    }
}

#[cfg(unix)]
fn interrupt_the_runner() {
    let runner = std::os::unix::process::parent_id();
    let kill = format!("kill -INT {runner}");
    let killed = Command::new("sh").args(["-c", &kill]).status().unwrap();
    assert!(killed.success());
}

#[cfg(not(unix))]
fn interrupt_the_runner() {}

/// Modes that look at what they are sent.
fn check_line(mode: &str, line: &str) {
    if mode == "knows-files" && line.len() > 100_000 {
        eprintln!("a line of {} bytes", line.len());
        exit(1);
    }
    let request: Value = serde_json::from_str(line).unwrap();
    let document =
        || std::fs::read_to_string(format!("{}/zarr.json", request["store"].as_str()?)).ok();
    if mode == "crashes-without-metadata" && request["op"] == "read" && document().is_none() {
        std::process::abort();
    }
    let has_blosc =
        || line.contains("\"blosc\"") || document().is_some_and(|it| it.contains("\"blosc\""));
    if mode == "crashes-with-blosc" && has_blosc() {
        std::process::abort();
    }
    if mode == "denies-and-crashes" && document().is_some_and(|it| it.contains("\"int16\"")) {
        std::process::abort();
    }
}

/// Modes that do something else to the store than to write elements.
fn change_store(mode: &str, line: &str) {
    let request: Value = serde_json::from_str(line).unwrap();
    let Some(store) = request["store"]
        .as_str()
        .filter(|_| request["op"] == "write")
    else {
        return;
    };
    let file = format!("{store}/zarr.json");
    match mode {
        "writes-another-fill-value" => {
            let mut document: Value =
                serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
            document["fill_value"] = json!(77);
            std::fs::write(&file, document.to_string()).unwrap();
        }
        "respells-metadata" => {
            let document: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
            std::fs::write(&file, format!("{document:#}\n")).unwrap();
        }
        "writes-invalid-metadata" => std::fs::write(&file, "{}").unwrap(),
        "removes-metadata" => std::fs::remove_file(&file).unwrap(),
        _ => {}
    }
}

/// Modes that lie about files.
fn change_file(mode: &str, ok: &mut Value) {
    for member in ["elements_file", "encoded_file"] {
        let Some(path) = ok.get(member).and_then(Value::as_str) else {
            continue;
        };
        match mode {
            "last-byte-of-files" => {
                let mut bytes = std::fs::read(path).unwrap();
                *bytes.last_mut().unwrap() ^= 1;
                std::fs::write(path, bytes).unwrap();
            }
            "short-files" => std::fs::write(path, [1]).unwrap(),
            "other-files" => ok[member] = json!("/etc/passwd"),
            _ => {}
        }
    }
}

/// Modes that read wrong, or leave nothing of what they read.
fn change_read(mode: &str, line: &str, ok: &mut Value) {
    let request: Value = serde_json::from_str(line).unwrap();
    if mode == "says-dtype"
        && let Some(members) = ok.as_object_mut()
        && let Some(data_type) = members.remove("data_type")
    {
        members.insert("dtype".to_owned(), data_type);
    }
    match (mode, ok["elements"].as_str()) {
        ("reads-wrong", Some(elements)) => {
            let other = if elements.starts_with("00") {
                "ff"
            } else {
                "00"
            };
            ok["elements"] = json!(format!("{other}{}", &elements[2..]));
        }
        ("reads-another-shape", Some(_)) => ok["shape"] = json!([4711]),
        ("spoils-stores", Some(_)) => {
            let store = request["store"].as_str().unwrap();
            std::fs::remove_dir_all(store).unwrap();
        }
        _ => {}
    }
}

fn say(answer: &[u8]) {
    let mut out = std::io::stdout().lock();
    out.write_all(answer).unwrap();
    out.flush().unwrap();
}

/// Counts this start; how many there were. Each is a byte at the end of the file, so that those at the same time count, too.
fn count(counter: &str) -> u64 {
    let mut options = std::fs::OpenOptions::new();
    let mut file = options.create(true).append(true).open(counter).unwrap();
    file.write_all(b".").unwrap();
    file.metadata().unwrap().len()
}

/// An answer of the form that belongs to a request, whatever it is about.
fn accepted(line: &str) -> Value {
    let request: Value = serde_json::from_str(line).unwrap();
    match (request["op"].as_str(), request["regions"].as_array()) {
        (Some("open"), _) => json!({"data_type": "int8", "shape": [4711]}),
        (Some("read"), Some(regions)) => json!({"regions": vec!["c0ffee"; regions.len()]}),
        (Some("read" | "decode"), _) => json!({"elements": "c0ffee"}),
        (Some("encode"), _) => json!({"encoded": "c0ffee"}),
        (Some("grid"), _) => json!({"grid_shape": [4711], "elements": [], "chunks": []}),
        _ => json!({}),
    }
}

/// One request gone wrong.
fn misbehave(mode: &str, id: &str, line: &str) {
    match mode {
        "always-ok" => println!(r#"{{"id":{id},"ok":{}}}"#, accepted(line)),
        "no-members" => println!(r#"{{"id":{id},"ok":{{}}}}"#),
        "always-invalid" | "refuses-to-create" => refuse(id, "invalid"),
        "always-unsupported" => refuse(id, "unsupported"),
        "echo" => println!("{line}"),
        "garbage" => println!("\u{1b}[31mWarning: this is not JSON"),
        "copies" => copy(id, line),
        "copies-shards" => copy_shard(id, line),
        "empty-line" => println!(),
        "wrong-id" => println!(r#"{{"id":4711,"ok":{{}}}}"#),
        "both" => println!(r#"{{"id":{id},"ok":{{}},"error":{{"kind":"invalid","message":""}}}}"#),
        "neither" => println!(r#"{{"id":{id}}}"#),
        "two-answers" => {
            println!(r#"{{"id":{id},"ok":{{}}}} {{"id":{id},"ok":{{}}}}"#);
        }
        "invalid-utf-8" => say(&[br#"{"id":"#, id.as_bytes(), b",\"ok\":\"\xff\"}\n"].concat()),
        "deep" => println!(r#"{{"id":{id},"ok":{}}}"#, "[".repeat(100_000)),
        "endless-line" => {
            say(format!(r#"{{"id":{id},"ok":{{"encoded":""#).as_bytes());
            for _ in 0..1024 {
                say(&vec![b'0'; 1 << 20]);
            }
            say(b"\"}}\n");
        }
        "long-message" => {
            let message = "x".repeat(1 << 20);
            println!(r#"{{"id":{id},"error":{{"kind":"internal","message":"{message}"}}}}"#);
        }
        "crash" => {
            eprintln!("about to crash\n\u{1b}[31min red");
            std::process::abort();
        }
        "takes-memory" => {
            let taken = vec![1_u8; 1 << 30];
            eprintln!("took {} bytes", taken.len());
            refuse(id, "internal");
        }
        "half-line" => {
            print!(r#"{{"id":{id}"#);
            std::io::stdout().flush().unwrap();
            exit(0);
        }
        "slow" | "very-slow" | "interrupts" => {
            match mode {
                "slow" => sleep(Duration::from_millis(200)),
                "very-slow" => sleep(Duration::from_millis(2500)),
                _ => interrupt_the_runner(),
            }
            say(&answer(
                &mut Reference::new(Edition::default()),
                mode,
                line,
                false,
            ));
        }
        "hang" | "silent-at-hello" => sleep(FOR_EVER),
        "hang-with-a-grandchild" => {
            grandchild();
            leave("hangs", 0);
            sleep(FOR_EVER);
        }
        "leaves-a-grandchild" => {
            // It inherits standard output and outlives this process, which must not be waited for.
            grandchild();
            exit(9);
        }
        #[cfg(unix)]
        "closes-its-output" => {
            use std::os::unix::process::CommandExt as _;
            let error = Command::new("sh")
                .args(["-c", "exec >&-; exec sleep 600"])
                .exec();
            panic!("{error}");
        }
        "logs-and-refuses" => {
            eprintln!("{}", "x".repeat(1 << 24));
            refuse(id, "internal");
        }
        other => {
            eprintln!("unknown mode {other:?}");
            exit(64);
        }
    }
}

/// What an implementation does at least with a chunk of bytes that need no decoding.
fn copy(id: &str, line: &str) {
    let request: Value = serde_json::from_str(line).unwrap();
    let text = |member: &str| request[member].as_str().unwrap().to_owned();
    let chunk = format!("{}/c/0", text("store"));
    if request["op"] == "read" {
        let answer = text("answer_file");
        std::fs::copy(&chunk, &answer).unwrap();
        let ok = json!({"elements_file": answer});
        println!(r#"{{"id":{id},"ok":{ok}}}"#);
    } else {
        std::fs::create_dir_all(format!("{}/c", text("store"))).unwrap();
        std::fs::copy(text("elements_file"), chunk).unwrap();
        println!(r#"{{"id":{id},"ok":{{}}}}"#);
    }
}

/// As `copy`, of a shard whose inner chunks lie one after the other, each of 64 KiB that are copied, and
/// whose index is at its end, as numbers alone.
fn copy_shard(id: &str, line: &str) {
    const INNER: u64 = 64 * 1024;
    let request: Value = serde_json::from_str(line).unwrap();
    let text = |member: &str| request[member].as_str().unwrap().to_owned();
    let shard = format!("{}/c/0", text("store"));
    if request["op"] == "read" {
        let answer = text("answer_file");
        let stored = std::fs::copy(&shard, &answer).unwrap();
        // Each inner chunk has 16 bytes of the index.
        let length = stored / (INNER + 16) * INNER;
        let answered = std::fs::File::options().write(true).open(&answer).unwrap();
        answered.set_len(length).unwrap();
        let ok = json!({"elements_file": answer});
        println!(r#"{{"id":{id},"ok":{ok}}}"#);
    } else {
        std::fs::create_dir_all(format!("{}/c", text("store"))).unwrap();
        let length = std::fs::copy(text("elements_file"), &shard).unwrap();
        let words = (0..length / INNER).flat_map(|at| [at * INNER, INNER]);
        let index: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
        let mut file = std::fs::File::options().append(true).open(&shard).unwrap();
        file.write_all(&index).unwrap();
        println!(r#"{{"id":{id},"ok":{{}}}}"#);
    }
}

fn refuse(id: &str, kind: &str) {
    println!(r#"{{"id":{id},"error":{{"kind":"{kind}","message":"no"}}}}"#);
}

#[expect(clippy::zombie_processes, reason = "the runner has to end it")]
fn grandchild() {
    let child = Command::new("sleep").arg("600").spawn().unwrap();
    leave("pid", child.id());
}

/// A descendant that leaves the process group.
fn session() {
    let child = Command::new("setsid").args(["sleep", "600"]).spawn();
    leave("pid", child.unwrap().id());
}

/// Leaves a sign for the test.
fn leave(kind: &str, number: u32) {
    if let Some(folder) = std::env::var_os("DOUBLE_PIDS") {
        std::fs::write(PathBuf::from(folder).join(format!("{kind}.{number}")), "").unwrap();
    }
}
