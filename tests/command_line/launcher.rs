//! The program `zarr-conform` is `conform` by another name.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::support::{conform, stderr, stdout};

const LAUNCHER: &str = env!("CARGO_BIN_EXE_zarr-conform");

fn launch(launcher: &Path, arguments: &[&str]) -> Output {
    Command::new(launcher)
        .args(arguments)
        .env("NO_COLOR", "1")
        .output()
        .unwrap()
}

#[rstest::rstest]
#[case::version(&["--version"], 0)]
#[case::unknown_option(&["--no-such-option"], 2)]
#[case::argument_with_spaces(&["--impl", "no such program", "--filter", "transpose/*"], 3)]
#[case::empty_argument(&["--filter", ""], 4)]
fn it_gives_what_conform_gives(#[case] arguments: &[&str], #[case] code: i32) {
    let (expected, found) = (conform(arguments), launch(Path::new(LAUNCHER), arguments));
    assert_eq!(found.status.code(), Some(code));
    assert_eq!(found, expected);
}

/// As pipx and uv link to it from a folder of programs.
#[cfg(unix)]
#[test]
fn conform_is_found_through_a_link() {
    let folder = TempDir::new().unwrap();
    let link = folder.path().join("zarr-conform");
    std::os::unix::fs::symlink(LAUNCHER, &link).unwrap();
    let found = launch(&link, &["--version"]);
    assert_eq!(stdout(&found), stdout(&conform(&["--version"])));
}

#[test]
fn without_conform_it_says_what_to_do() {
    let launcher = Path::new(LAUNCHER);
    // A second name of the same file, which has to be on the same disk.
    let folder = TempDir::new_in(launcher.parent().unwrap()).unwrap();
    let alone = folder.path().join(launcher.file_name().unwrap());
    fs::hard_link(launcher, &alone).unwrap();
    let output = launch(&alone, &[]);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(3));
    assert!(message.starts_with("error: failed to run "), "{message}");
    assert!(
        message.ends_with("; install zarr-conform again\n"),
        "{message}"
    );
}
