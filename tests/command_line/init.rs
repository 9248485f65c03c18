//! `conform init`, used as a program. That the skeletons build and speak the protocol is tested by
//! `.ci/skeletons`, which needs their languages.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rstest::rstest;

fn init(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_conform"))
        .arg("init")
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// All files below a folder, with their paths in it, in order.
#[expect(clippy::disallowed_methods, reason = "the files are sorted here")]
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let within = path.strip_prefix(folder).unwrap();
                found.push(within.to_str().unwrap().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

#[rstest]
#[case::python("python", &["adapter.py"], "python3 conform-adapter/adapter.py")]
#[case::javascript("javascript", &["adapter.mjs"], "node conform-adapter/adapter.mjs")]
#[case::java(
    "java",
    &["pom.xml", "src/main/java/Adapter.java"],
    "java -jar conform-adapter/target/adapter.jar"
)]
#[case::rust("rust", &["Cargo.toml", "src/main.rs"], "conform-adapter/target/release/adapter")]
#[case::cpp("cpp", &["CMakeLists.txt", "adapter.cpp"], "conform-adapter/build/adapter")]
#[case::go("go", &["adapter.go", "go.mod"], "conform-adapter/adapter")]
#[case::r("r", &["adapter.R"], "Rscript conform-adapter/adapter.R")]
fn the_files_of_a_language_are_written_and_told(
    #[case] language: &str,
    #[case] expected: &[&str],
    #[case] run: &str,
) {
    let folder = tempfile::tempdir().unwrap();
    let output = init(folder.path(), &[language]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(files(&folder.path().join("conform-adapter")), expected);
    let told = stdout(&output);
    for file in expected {
        assert!(
            told.contains(&format!("wrote conform-adapter/{file}\n")),
            "{told}"
        );
    }
    let quoted = shell_words::quote(run);
    assert!(
        told.contains(&format!("\n  conform --impl {quoted}\n")),
        "{told}"
    );
}

/// The file with the functions to write.
fn skeleton(language: &str, file: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("here");
    let output = init(folder.path(), &[language, "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains(&format!("{file} says TODO")));
    fs::read_to_string(out.join(file)).unwrap()
}

#[rstest]
#[case::python("python", "adapter.py")]
#[case::javascript("javascript", "adapter.mjs")]
#[case::java("java", "src/main/java/Adapter.java")]
#[case::rust("rust", "src/main.rs")]
#[case::cpp("cpp", "adapter.cpp")]
#[case::go("go", "adapter.go")]
#[case::r("r", "adapter.R")]
fn a_skeleton_answers_or_names_every_operation(#[case] language: &str, #[case] file: &str) {
    let text = skeleton(language, file);
    for answered in ["hello", "open", "read", "write"] {
        let quoted = format!("\"{answered}\"");
        assert!(
            text.contains(&quoted),
            "{language} does not ask for {quoted}"
        );
    }
    for optional in ["create", "encode", "decode", "grid"] {
        assert!(
            text.contains(optional),
            "{language} does not name {optional}"
        );
    }
    for name in [
        "\"my-library\"",
        "\"internal\"",
        "\"invalid\"",
        "\"unsupported\"",
    ] {
        assert!(text.contains(name), "{language} lacks {name}");
    }
    let places = text.matches("TODO: call your library here").count();
    assert_eq!(places, 3, "{language}");
    assert!(text.contains("not implemented yet"), "{language}");
}

#[rstest]
#[case::python("py", "adapter.py")]
#[case::javascript("js", "adapter.mjs")]
#[case::cpp("c++", "adapter.cpp")]
#[case::go("golang", "adapter.go")]
fn other_names_of_languages_are_known(#[case] language: &str, #[case] file: &str) {
    skeleton(language, file);
}

#[rstest]
#[case::the_first("src/main/java/Adapter.java")]
#[case::the_last("pom.xml")]
fn nothing_is_overwritten(#[case] mine: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("conform-adapter").join(mine);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, "mine").unwrap();
    let output = init(folder.path(), &["java"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = stderr(&output);
    assert!(
        errors.contains(mine) && errors.contains("--out"),
        "{errors}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    assert_eq!(files(&folder.path().join("conform-adapter")), [mine]);
    assert_eq!(stdout(&output), "");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let output = init(folder.path(), &["go", "--out", "file/in"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("file/in"), "{}", stderr(&output));
}

#[test]
fn an_unknown_language_is_told_with_one_like_it() {
    let folder = tempfile::tempdir().unwrap();
    let output = init(folder.path(), &["pyhton"]);
    assert_eq!(output.status.code(), Some(2));
    let errors = stderr(&output);
    assert!(
        errors.contains("a similar value exists: 'python'"),
        "{errors}"
    );
    assert_eq!(files(folder.path()), [""; 0]);
}

#[test]
fn without_a_language_the_languages_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let output = init(folder.path(), &[]);
    assert_eq!(output.status.code(), Some(0));
    for language in ["python", "javascript", "java", "rust", "cpp", "go", "r"] {
        let listed = format!("\n  {language} ");
        assert!(stdout(&output).contains(&listed), "{}", stdout(&output));
    }
    assert_eq!(files(folder.path()), [""; 0]);
}

/// The commands can be given to a shell, wherever the folder is.
#[test]
fn a_folder_with_spaces_is_quoted() {
    let folder = tempfile::tempdir().unwrap();
    let output = init(folder.path(), &["rust", "--out", "it's here"]);
    let told = stdout(&output);
    let line = told
        .lines()
        .find_map(|line| line.trim().strip_prefix("conform --impl "))
        .unwrap();
    let command = shell_words::split(line).unwrap();
    assert_eq!(command.len(), 1, "{line}");
    let words = shell_words::split(&command[0]).unwrap();
    assert_eq!(words, ["it's here/target/release/adapter"]);
}
