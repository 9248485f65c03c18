//! The file of a program that does not start: what is wrong with it, and what to do.

use std::fs::File;
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

/// The most bytes of a first line that is looked at.
const LONGEST: u64 = 4096;
/// The number of the error that a file is neither a program nor begins with an interpreter, on Unix.
const NO_FORM: i32 = 8;

/// Why the system does not start a file.
pub(super) fn not_started(file: &Path, error: &io::Error) -> Option<String> {
    let name = shell_words::quote(file.to_str()?).into_owned();
    if cfg!(unix) && error.raw_os_error() == Some(NO_FORM) {
        return Some(
            "it is not a program, and its first line names no interpreter, as #!/bin/sh does"
                .to_owned(),
        );
    }
    match error.kind() {
        ErrorKind::PermissionDenied => Some(format!("to make it a program: chmod +x {name}")),
        ErrorKind::NotFound => interpreter_problem(file),
        _ => None,
    }
}

/// What is wrong with the first line of a script.
pub(super) fn interpreter_problem(file: &Path) -> Option<String> {
    let line = first_line(file)?;
    let command = line.strip_prefix("#!")?;
    if command.ends_with('\r') {
        let name = shell_words::quote(file.to_str()?).into_owned();
        return Some(format!(
            "its first line ends with a carriage return, as lines do on Windows, and the name of its \
             interpreter with it; to remove them: sed -i 's/\\r$//' {name}"
        ));
    }
    let interpreter = command.split_whitespace().next()?;
    (!Path::new(interpreter).exists()).then(|| {
        format!("its first line names the interpreter {interpreter:?}, which is not there")
    })
}

/// The first line of a file, without its line feed.
fn first_line(file: &Path) -> Option<String> {
    let mut begin = Vec::new();
    let file = File::open(file).ok()?;
    file.take(LONGEST).read_to_end(&mut begin).ok()?;
    let line = begin.split(|byte| *byte == b'\n').next()?;
    Some(String::from_utf8_lossy(line).into_owned())
}

/// What is to be given in place of a folder: the program in it, where there is only one.
pub(super) fn program_in(folder: &Path) -> Option<String> {
    let entries = folder.read_dir().ok()?;
    let files = entries.filter_map(|it| it.ok().map(|it| it.path()));
    let programs = files.filter(|it| it.is_file() && is_program(it));
    let programs: Vec<_> = programs.take(2).collect();
    match programs.as_slice() {
        [one] => one.to_str().map(str::to_owned),
        _ => None,
    }
}

/// Whether a file can be started, or is named like a script.
fn is_program(file: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if file
            .metadata()
            .is_ok_and(|it| it.permissions().mode() & 0o111 != 0)
        {
            return true;
        }
    }
    file.to_str()
        .is_some_and(|it| super::with_interpreter(it).len() > 1)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::there("#!/bin/sh\n", None)]
    #[case::with_an_argument("#! /bin/sh -e\n", None)]
    #[case::no_script("echo", None)]
    #[case::empty("", None)]
    #[case::only_the_mark("#!", None)]
    #[case::missing(
        "#!/no/such/sh -e\n",
        Some("the interpreter \"/no/such/sh\", which is not there")
    )]
    #[case::carriage_return("#!/bin/sh\r\nexit\r\n", Some("a carriage return"))]
    #[case::carriage_return_after_env("#!/usr/bin/env python3\r\n", Some("a carriage return"))]
    #[case::binary("#!\u{0}\u{1}", Some("which is not there"))]
    fn the_first_line_of_a_script_is_looked_at(#[case] text: &str, #[case] told: Option<&str>) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a b");
        std::fs::write(&file, text).unwrap();
        let problem = interpreter_problem(&file);
        match told {
            None => assert_eq!(problem, None),
            Some(told) => assert!(problem.as_ref().unwrap().contains(told), "{problem:?}"),
        }
    }

    #[test]
    fn the_only_program_in_a_folder_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let found = || program_in(folder.path());
        std::fs::write(folder.path().join("README.md"), "").unwrap();
        assert_eq!(found(), None);
        let file = folder.path().join("adapter.py");
        std::fs::write(&file, "").unwrap();
        assert_eq!(found().as_deref(), file.to_str());
        std::fs::write(folder.path().join("other.py"), "").unwrap();
        assert_eq!(found(), None);
    }
}
