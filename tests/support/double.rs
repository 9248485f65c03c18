//! A stand-in for an implementation: the reference, which misbehaves in the way of its first
//! argument whenever a request contains its second argument; always, without one. The third is a
//! file in which it counts how often it was started.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test double"
)]

use std::io::{BufRead, Write};
use std::thread::sleep;
use std::time::Duration;

use zarr_conform::Edition;
use zarr_conform::subject::{Reference, serve};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mode = arguments.first().map_or("", String::as_str);
    let trigger = arguments.get(1).map_or("", String::as_str);
    let start = arguments.get(2).map_or(1, |counter| count(counter));
    let mut reference = Reference::new(Edition::default());
    if mode == "offers-three" {
        reference = reference.offering(&["open", "read", "write"]);
    }
    if mode == "exits-at-start" {
        eprintln!("no such library");
        std::process::exit(7);
    }
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let is_hello = line.contains(r#""op":"hello""#);
        let id = line[6..].split(',').next().unwrap().to_owned();
        if mode == "silent-at-hello" || (!is_hello && line.contains(trigger)) {
            match mode {
                "odd-starts-refuse" if start % 2 == 1 => refuse(&id, "invalid"),
                "odd-starts-refuse" => answer(&mut reference, &line),
                "first-starts-crash" if start <= 5 => misbehave("crash", &id, &line),
                "first-starts-crash" => answer(&mut reference, &line),
                "encodes-its-start" => {
                    println!(r#"{{"id":{id},"ok":{{"encoded":"{start:02x}"}}}}"#);
                }
                mode => misbehave(mode, &id, &line),
            }
            continue;
        }
        answer(&mut reference, &line);
        if mode == "stops-reading" {
            sleep(Duration::from_secs(600));
        }
    }
}

fn answer(reference: &mut Reference, line: &str) {
    let line = format!("{line}\n");
    serve(reference, line.as_bytes(), std::io::stdout()).unwrap();
}

/// Counts this start; how many there were.
fn count(counter: &str) -> u64 {
    let before = std::fs::read_to_string(counter).unwrap_or_default();
    let number = before.trim().parse().unwrap_or(0) + 1;
    std::fs::write(counter, number.to_string()).unwrap();
    number
}

/// One request gone wrong.
fn misbehave(mode: &str, id: &str, line: &str) {
    match mode {
        "always-ok" => println!(r#"{{"id":{id},"ok":{{}}}}"#),
        "always-invalid" => refuse(id, "invalid"),
        "always-unsupported" => refuse(id, "unsupported"),
        "echo" => println!("{line}"),
        "garbage" => println!("\u{1b}[31mWarning: this is no JSON"),
        "wrong-id" => println!(r#"{{"id":4711,"ok":{{}}}}"#),
        "both" => println!(r#"{{"id":{id},"ok":{{}},"error":{{"kind":"invalid","message":""}}}}"#),
        "neither" => println!(r#"{{"id":{id}}}"#),
        "crash" => {
            eprintln!("about to crash\n\u{1b}[31min red");
            std::process::abort();
        }
        "half-line" => {
            print!(r#"{{"id":{id}"#);
            std::io::stdout().flush().unwrap();
            std::process::exit(0);
        }
        "hang" | "silent-at-hello" => sleep(Duration::from_secs(600)),
        "leaves-a-grandchild" => {
            // It inherits standard output and outlives this process, which must not be waited for.
            std::process::Command::new("sleep")
                .arg("600")
                .spawn()
                .unwrap();
            std::process::exit(9);
        }
        "logs-and-refuses" => {
            eprintln!("{}", "x".repeat(1 << 20));
            refuse(id, "internal");
        }
        other => {
            eprintln!("unknown mode {other:?}");
            std::process::exit(64);
        }
    }
}

fn refuse(id: &str, kind: &str) {
    println!(r#"{{"id":{id},"error":{{"kind":"{kind}","message":"no"}}}}"#);
}
