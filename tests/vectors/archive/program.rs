//! The program with archives.

use std::fs;

use super::fixtures::{packed_small, small, unpacked};
use crate::support::{conform, stdout};

#[test]
fn the_program_tells_problems_and_exits_with_1() {
    let (_folder, path) = packed_small();
    let mut bytes = fs::read(&path).unwrap();
    bytes.truncate(bytes.len() / 2);
    fs::write(&path, bytes).unwrap();
    let output = conform(&["vectors", "verify", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("cut off or unreadable"));
    let output = conform(&["vectors", "verify", "no/such/file"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn archives_serve_where_directories_do() {
    let (_folder, path) = packed_small();
    let path = path.to_str().unwrap();
    let folder = unpacked(&small());
    let folder = folder.path().to_str().unwrap();
    let output = conform(&["diff", path, folder]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let from = |vectors: &str| stdout(&conform(&["--list", "--vectors", vectors]));
    assert_eq!(from(path), from(folder));
    assert!(!from(path).is_empty());
    // Against everything, most facts are new.
    let all = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors");
    let output = conform(&["diff", path, all]);
    assert!(
        stdout(&output).contains(" 0 facts retired, 0 facts changed"),
        "{}",
        stdout(&output)
    );
}
