//! The command line itself: exit codes, lists, selections, and files that are wrong.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{VECTORS, conform, double, judge, stderr, stdout};
use rstest::rstest;

fn code(arguments: &[&str]) -> (i32, String) {
    let output = conform(arguments);
    (output.status.code().unwrap(), stderr(&output))
}

#[rstest]
#[case::missing("./no/such/program", "no/such/program")]
#[case::not_executable("/etc/passwd", "/etc/passwd")]
fn who_cannot_be_started_is_not_judged(#[case] implementation: &str, #[case] named: &str) {
    let (code, errors) = code(&["--impl", implementation]);
    assert_eq!(code, 3);
    assert!(errors.contains(named), "{errors}");
}

/// A file that is there and does not start: by its first line, its mode, or since it is a folder.
#[cfg(unix)]
#[rstest]
#[case::missing_interpreter(
    "#!/no/such/sh\n",
    0o755,
    "a",
    "names the interpreter \"/no/such/sh\", which is not there"
)]
#[case::carriage_return(
    "#!/bin/sh\r\nexit\r\n",
    0o755,
    "a",
    "to remove them: sed -i 's/\\r$//' FOLDER/a\n"
)]
#[case::carriage_return_after_env(
    "#!/usr/bin/env sh\r\nexit\r\n",
    0o755,
    "a",
    "to remove them: sed -i 's/\\r$//' FOLDER/a"
)]
#[case::not_executable(
    "#!/bin/sh\nexit\n",
    0o644,
    "a",
    "to make it a program: chmod +x FOLDER/a\n"
)]
#[case::no_interpreter(
    "import zarr\n",
    0o755,
    "a",
    "its first line names no interpreter, as #!/bin/sh does\n"
)]
#[case::folder(
    "#!/bin/sh\nexit\n",
    0o755,
    "",
    "it is a folder, and not a program; did you mean --impl FOLDER/a?\n"
)]
#[case::spread(
    "#!/bin/sh\nprintf '{\\n \"id\": 0\\n}\\n'\ncat\n",
    0o755,
    "a",
    "write it without indentation and line feeds\n"
)]
#[case::nan(
    "#!/bin/sh\necho '{\"id\": 0, \"ok\": {\"attributes\": {\"a\": NaN}}}'\ncat\n",
    0o755,
    "a",
    "JSON has no NaN and no Infinity"
)]
#[case::negative_infinity(
    "#!/bin/sh\necho '{\"id\": 0, \"ok\": {\"attributes\": {\"a\": -Infinity}}}'\ncat\n",
    0o755,
    "a",
    "JSON has no NaN and no Infinity"
)]
fn why_a_file_does_not_start_is_said(
    #[case] text: &str,
    #[case] mode: u32,
    #[case] given: &str,
    #[case] told: &str,
) {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = folder.join("a");
    std::fs::write(&file, text).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
    let command = if given.is_empty() { folder } else { &file };
    let (code, errors) = code(&["--impl", command.to_str().unwrap()]);
    assert_eq!(code, 3);
    let errors = errors.replace(folder.to_str().unwrap(), "FOLDER");
    assert!(errors.contains(told), "{errors}");
}

#[rstest]
#[case::empty_command(&["--impl", " "], "empty command line")]
#[case::open_quotes(&["--impl", "a 'b"], "quotation mark")]
#[case::unknown_edition(&["--edition", "4"], "expected one of")]
#[case::unknown_option(&["--nonsense"], "--nonsense")]
#[case::no_time(&["--timeout", "0"], "above 0")]
#[case::bad_glob(&["--filter", "a["], "a[")]
#[case::unknown_misreading(&["reference", "--misread", "x"], "no misreading")]
#[case::missing_vectors(&["--vectors", "/no/such/folder"], "/no/such/folder")]
#[case::missing_list(&["--expect", "/no/such/file"], "/no/such/file")]
#[case::bless_without_list(&["--bless"], "--expect")]
#[case::no_run(&["--repeat", "0"], "expected a whole number, 1 or more")]
#[case::no_jobs(&["--jobs", "0"], "'0' for '--jobs <N>': expected a whole number, 1 or more")]
#[case::jobs_below_none(&["--jobs", "-1"], "expected a whole number, 1 or more")]
#[case::word_for_jobs(&["matrix", "--impl", "a=./a", "--jobs", "all"], "expected a whole number, 1 or more")]
#[case::word_for_a_seed(&["--seed", "abc"], "expected a whole number from 0 to 4294967295")]
#[case::large_seed(&["--seed", "4294967296"], "expected a whole number from 0 to 4294967295")]
#[case::large_seed_of_fuzz(&["fuzz", "--seed", "18446744073709551616"], "expected a whole number, 0 or more, below 2^64")]
#[case::no_cases(&["fuzz", "--cases", "0"], "expected a whole number, 1 or more")]
#[case::word_for_a_time(&["--timeout", "x"], "expected a number of seconds above 0, at most 1000000")]
#[case::time_below_none(&["--timeout", "-1"], "expected a number of seconds above 0")]
#[case::depth(&["scan", "x", "--depth", "201"], "expected a whole number from 0 to 200")]
#[case::part_of_an_entry(&["scan", "x", "--entries", "0.5"], "expected a whole number, 0 or more")]
fn usage_errors(#[case] arguments: &[&str], #[case] told: &str) {
    let (code, errors) = code(arguments);
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains(told), "{errors}");
}

#[test]
fn an_unknown_check_is_told_with_those_near_it() {
    let (code, errors) = code(&[
        "--vectors",
        VECTORS,
        "--check",
        "demo/chunks/int16-bog#read",
    ]);
    assert_eq!(code, 2);
    assert!(
        errors.contains("near it: demo/chunks/int16-big#read"),
        "{errors}"
    );
}

#[rstest]
#[case::a_glob("demo/chunks/*", "--filter 'demo/chunks/*'")]
#[case::a_document("demo", "--filter 'demo/*'")]
#[case::an_operation("#read", "--filter '*#read'")]
#[case::a_glob_of_operations("demo/chunks/zeros#*", "--filter 'demo/chunks/zeros#*'")]
#[case::a_fact("demo/chunks/zeroes", "near it: demo/chunks/zeros, demo/")]
fn more_than_a_check_is_asked_for_by_filter(#[case] id: &str, #[case] told: &str) {
    let (code, errors) = code(&["--vectors", VECTORS, "--check", id]);
    assert_eq!(code, 2);
    assert!(errors.contains(told), "{errors}");
}

#[test]
fn a_check_of_another_edition_is_a_usage_error() {
    let check = "demo/chunks/too-short#read";
    let (code, errors) = code(&["--vectors", VECTORS, "--edition", "3.0", "--check", check]);
    assert_eq!(code, 2);
    assert!(
        errors.contains("does not exist in edition 3.0, but in 3.1"),
        "{errors}"
    );
}

#[test]
fn a_filter_that_selects_nothing() {
    let arguments = ["--vectors", VECTORS, "--filter", "nothing*"];
    assert_eq!(code(&arguments).0, 4);
    assert_eq!(code(&[&arguments[..], &["--list"]].concat()).0, 4);
}

#[rstest]
#[case::a_document("dmo/*", "near it: demo/*")]
#[case::only_a_document("demo", "near it: demo/*\n")]
#[case::mistyped_and_only_a_document("dmo", "near it: demo/*\n")]
#[case::a_topic("demo/chnks/zeros", "near it: demo/chunks/zeros")]
#[case::an_operation("demo/chunks/zeroes#read", "near it: demo/chunks/zeros#read")]
#[case::only_an_operation("#read", "near it: *#read\n")]
#[case::the_name_of_an_operation("read", "near it: *#read\n")]
#[case::only_a_name("zeros", "near it: *zeros\n")]
#[case::a_part_of_a_name("int16", "near it: *int16*\n")]
fn a_filter_that_selects_nothing_names_what_is_near(#[case] glob: &str, #[case] near: &str) {
    for more in [&[][..], &["--list"]] {
        let (code, errors) = code(&[&["--vectors", VECTORS, "--filter", glob], more].concat());
        assert_eq!(code, 4);
        assert!(errors.contains(near), "{errors}");
    }
}

#[test]
fn each_filter_that_matches_nothing_is_named() {
    let filters = ["demo/chunks/*", "dmo/*", "#read", "demo/chunks/too-short"];
    let filters = filters.iter().flat_map(|it| ["--filter", it]);
    let common = ["--vectors", VECTORS, "--edition", "3.0"].into_iter();
    let arguments: Vec<&str> = common.chain(filters).collect();
    for more in [&[][..], &["--list"]] {
        let output = conform(&[&arguments[..], more].concat());
        assert_eq!(output.status.code(), Some(4));
        assert!(!stdout(&output).contains('#'), "{}", stdout(&output));
        let told = "no check of edition 3.0 matches these filters:\n  \"dmo/*\"; near it: demo/*\n  \
                    \"#read\"; near it: *#read\n  \"demo/chunks/too-short\", though checks of 3.1 do\n";
        assert!(stderr(&output).ends_with(told), "{}", stderr(&output));
    }
}

#[test]
fn an_exclusion_that_matches_nothing_is_a_warning() {
    let excludes = ["demo/arrays/*", "dmo/*", "demo/chunks/too-short"];
    let excludes = excludes.iter().flat_map(|it| ["--exclude", it]);
    let common = ["--vectors", VECTORS, "--edition", "3.0"].into_iter();
    let arguments: Vec<&str> = common.chain(excludes).collect();
    for more in [&[][..], &["--list"]] {
        let (code, errors) = code(&[&arguments[..], more].concat());
        assert_eq!(code, 0);
        let warnings: Vec<&str> = errors.lines().filter(|it| it.contains("warning")).collect();
        let told = "warning: no check of edition 3.0 matches --exclude \"dmo/*\"; near it: demo/*";
        assert_eq!(warnings, [told]);
    }
}

#[rstest]
#[case::without_quotes(&["--impl", "python3", "adapter.py", "--quiet"], "conform --impl 'python3 adapter.py' --quiet", 2)]
#[case::without_option(&["adapter.py"], "conform --impl 'python3 -u adapter.py'", 2)]
#[case::shell(&["--impl", "cd x && ./a"], "--impl \"sh -c 'cd x && ./a'\"", 2)]
#[case::without_folder(&["--impl", "Cargo.toml"], "did you mean --impl ./Cargo.toml?", 3)]
fn a_command_that_is_mistyped_is_corrected(
    #[case] arguments: &[&str],
    #[case] told: &str,
    #[case] expected: i32,
) {
    let (code, errors) = code(arguments);
    assert_eq!(code, expected);
    assert!(errors.contains(told), "{errors}");
}

#[rstest]
#[case::option(&["--impl", "./a", "--filtre", "x"], "'--filter'")]
#[case::last_option(&["--impl", "./a", "--verbos"], "'--verbose'")]
#[case::quoted(&["--impl", "python3 a.py", "--nonsense"], "--nonsense")]
#[case::one_dash(&["-impl", "./a"], "did you mean --impl?")]
fn a_command_that_is_right_is_left_alone(#[case] arguments: &[&str], #[case] told: &str) {
    let (code, errors) = code(arguments);
    assert_eq!(code, 2);
    assert!(errors.contains(told), "{errors}");
    assert!(!errors.contains("conform --impl '"), "{errors}");
}

#[test]
fn what_is_excluded_is_left_out() {
    let excluding = [
        "--vectors",
        VECTORS,
        "--list",
        "--exclude",
        "{demo/arrays/*,*#read,honesty/*}",
    ];
    let listed = stdout(&conform(&excluding));
    assert!(listed.contains("demo/chunks/zeros#write\n"));
    for left_out in ["demo/arrays/", "#read", "honesty/"] {
        assert!(!listed.contains(left_out), "{left_out}");
    }
    let (code, errors) = code(&["--filter", "transpose/*", "--exclude", "transpose/*"]);
    assert_eq!(code, 4);
    assert!(
        errors.contains("all that are selected are excluded, too"),
        "{errors}"
    );
}

#[test]
fn the_list_is_what_would_run() {
    let output = conform(&["--vectors", VECTORS, "--list", "--filter", "demo/chunks/z*"]);
    let listed = stdout(&output);
    let expected =
        ["encode", "decode", "read", "write"].map(|it| format!("demo/chunks/zeros#{it}\n"));
    assert_eq!(listed, expected.concat());
    let judged = judge(&double("", "never"), &["--filter", "demo/chunks/z*"]);
    assert_eq!(judged.order, listed.lines().collect::<Vec<_>>());
}

#[test]
fn a_twin_that_is_not_selected_is_asked_without_a_word() {
    let judged = judge(
        &double("", "never"),
        &["--check", "demo/chunks/too-short#read"],
    );
    assert_eq!((judged.code, judged.order.len()), (0, 1));
    assert_eq!(judged.name("demo/chunks/too-short#read"), "pass");
    // The twin is read from a store, too: where that is refused, the refusal proves nothing.
    let implementation = double("always-invalid", r#""op":"read""#);
    let judged = judge(&implementation, &["--check", "demo/chunks/too-short#read"]);
    assert_eq!(
        (judged.code, judged.name("demo/chunks/too-short#read")),
        (1, "skipped")
    );
}

#[test]
fn the_line_that_repeats_a_check_repeats_it() {
    let implementation = double("always-invalid", r#""op":"grid""#);
    let judged = judge(&implementation, &[]);
    let line = judged
        .report
        .lines()
        .find(|it| it.contains("repeat    conform"))
        .unwrap();
    let words = shell_words::split(line.trim().strip_prefix("repeat    conform").unwrap()).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = conform(&words);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).contains("1 check of"));
}

#[test]
fn a_directory_without_vectors() {
    let directory = tempfile::tempdir().unwrap();
    let (code, errors) = code(&["--vectors", directory.path().to_str().unwrap()]);
    assert_eq!(code, 2);
    assert!(errors.contains("no vectors in"), "{errors}");
}

/// The small vectors with one word of a file replaced.
fn damaged(file: &str, found: &str, replaced: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for name in [
        "arrays.json",
        "chunks.json",
        "border/zarr.json",
        "border/c/0",
        "border/c/1",
    ] {
        let from = Path::new(VECTORS).join("demo").join(name);
        let to = directory.path().join("demo").join(name);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(from, to).unwrap();
    }
    let path = directory.path().join("demo").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(found), "{found}");
    std::fs::write(path, text.replacen(found, replaced, 1)).unwrap();
    directory
}

#[rstest]
#[case::no_json("chunks.json", "{", "", &["demo/chunks.json"])]
#[case::cut_off("chunks.json", "\"elements\"", "", &["demo/chunks.json", "facts[0]"])]
#[case::other_format("chunks.json", "\"format\": 1", "\"format\": 2", &["format", "found 2, expected 1"])]
#[case::unknown_member("chunks.json", "\"encoded\"", "\"encodde\"", &["facts[0].chunk", "int16-big", "encodde"])]
#[case::odd_digits("chunks.json", "000100020003000400050006", "0", &["facts[0].chunk.encoded"])]
#[case::too_few_elements("chunks.json", "010002000300040005000600", "0100", &["int16-big", "found 2 bytes, expected 12"])]
#[case::twice("chunks.json", "demo/chunks/zeros", "demo/chunks/int16-big", &["second fact with this id"])]
#[case::other_topic("chunks.json", "demo/chunks/zeros", "demo/other/zeros", &["path of its file"])]
#[case::upper_case("chunks.json", "demo/chunks/zeros", "demo/chunks/Zeros", &["lower-case"])]
#[case::no_twin("chunks.json", "\"twin\": \"demo/chunks/int16-big\",", "", &["too-short", "twin"])]
#[case::unknown_twin("chunks.json", "\"twin\": \"demo/chunks/int16-big\"", "\"twin\": \"x\"", &["too-short", "twin \"x\""])]
#[case::refused_twin("chunks.json", "\"twin\": \"demo/chunks/int16-big\"", "\"twin\": \"demo/chunks/too-short\"", &["itself refused"])]
#[case::twin_of_another_edition("chunks.json", "\"editions\": [\"3.1\"]", "\"editions\": [\"draft\", \"3.1\"]", &["does not hold in edition draft"])]
#[case::open_without_outcomes("chunks.json", "\"level\": \"open\"", "\"level\": \"must\"", &["outcomes"])]
#[case::no_store("arrays.json", "\"store\": \"border\"", "\"store\": \"brdr\"", &["demo/brdr/zarr.json"])]
#[case::region_outside("arrays.json", "\"start\": [1], \"shape\": [2]", "\"start\": [2], \"shape\": [2]", &["outside the array"])]
fn corrupt_vectors_are_told_by_file_and_member(
    #[case] file: &str,
    #[case] found: &str,
    #[case] replaced: &str,
    #[case] told: &[&str],
) {
    let directory = damaged(file, found, replaced);
    let (code, errors) = code(&["--vectors", directory.path().to_str().unwrap()]);
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains(&format!("demo/{file}")), "{errors}");
    for told in told {
        assert!(errors.contains(told), "{told}: {errors}");
    }
}

const REFUSES_GRIDS: &str = r#""op":"grid","array_shape":[5"#;

#[test]
fn a_quiet_report_is_header_table_and_conclusion() {
    let judged = judge(&double("always-invalid", REFUSES_GRIDS), &["--quiet"]);
    assert_eq!(judged.code, 1);
    let lines: Vec<&str> = judged.report.lines().filter(|it| !it.is_empty()).collect();
    assert_eq!(lines.len(), 7, "{}", judged.report);
    assert!(lines[6].starts_with("Right data: failed 1 of"));
    let (code, errors) = code(&["--quiet", "--all"]);
    assert_eq!(code, 2, "{errors}");
}

/// As under `conform | head -1`.
#[rstest]
#[case::list(&["--list"])]
#[case::report(&["--all"])]
#[case::refused(&["--impl", "true"])]
fn a_closed_pipe_is_no_error(#[case] arguments: &[&str]) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_conform"))
        .args(arguments)
        .args(["--vectors", VECTORS])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut errors = child.stderr.take().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let mut said = String::new();
    errors.read_to_string(&mut said).unwrap();
    assert!(
        !said.contains("panicked") && !said.contains("roken pipe"),
        "{said}"
    );
    let expected = if line.is_empty() { 3 } else { 0 };
    assert_eq!(child.wait().unwrap().code(), Some(expected), "{said}");
}

#[test]
fn operations_that_are_not_offered_are_one_line() {
    let judged = judge(&double("offers-three", "never"), &[]);
    assert_eq!(judged.code, 0, "{}{}", judged.report, judged.errors);
    let told = "\nnot offered: create, decode, encode, grid: ";
    assert!(judged.report.contains(told), "{}", judged.report);
    assert!(!judged.report.contains("Skipped"), "{}", judged.report);
}

/// A later version of the protocol may know them, so they are ignored, and not without a word.
#[test]
fn unknown_operations_in_hello_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let summary = folder.path().join("summary.md");
    let arguments = ["--markdown", summary.to_str().unwrap()];
    let judged = judge(&double("misspells-its-offers", "never"), &arguments);
    assert_eq!(judged.code, 0, "{}{}", judged.report, judged.errors);
    let warnings = [
        r#"unknown operation "raed" in `ops`; did you mean "read"?"#,
        r#"unknown operation "throuhg" in `ops`; did you mean "through"?"#,
        r#"unknown operation "grow" in `ops`"#,
    ];
    let expected = warnings.map(|it| format!("warning: {it}\n")).concat();
    assert!(judged.report.contains(&expected), "{}", judged.report);
    let summary = std::fs::read_to_string(summary).unwrap();
    assert_eq!(summary.matches("**Warning:** unknown operation").count(), 3);
    assert!(!summary.contains("hello"), "{summary}");
}

/// Nothing needs what nobody knows, so that a name with a mistake would go unnoticed.
#[test]
fn unknown_names_of_what_is_lacking_are_named() {
    let double = double("misspells-what-it-lacks", "never");
    let judged = judge(&double, &[]);
    assert_eq!(judged.code, 0, "{}{}", judged.report, judged.errors);
    let warnings = [
        r#"unknown data type "int_16" in `unsupported`; did you mean "int16"?"#,
        r#"unknown codec "transpos" in `unsupported`; did you mean "transpose"?"#,
        r#"unknown codec "xz" in `unsupported`"#,
    ];
    let expected = warnings.map(|it| format!("warning: {it}\n")).concat();
    assert!(judged.report.contains(&expected), "{}", judged.report);
    assert!(!judged.report.contains("\"r24\""), "{}", judged.report);

    let fuzzed = conform(&["fuzz", "--cases", "2", "--impl", &double]);
    assert!(stdout(&fuzzed).contains(&expected), "{}", stdout(&fuzzed));
    let named = format!("mine={double}");
    let arrays = ["--vectors", VECTORS, "--filter", "demo/arrays/*"];
    let matrix = conform(&[&["matrix", "--impl", &named][..], &arrays].concat());
    for warning in warnings {
        assert!(
            stdout(&matrix).contains(warning),
            "{}{}",
            stdout(&matrix),
            stderr(&matrix)
        );
    }
}

#[test]
fn a_glob_may_have_an_empty_alternative() {
    let listed = |glob: &str| {
        let output = conform(&["--vectors", VECTORS, "--list", "--filter", glob]);
        stdout(&output).lines().count()
    };
    assert_eq!(listed("demo/chunks/{zeros,raw-big{,-too-long}}#decode"), 3);
}

#[test]
fn without_an_implementation_the_reference_is_judged() {
    let output = conform(&["--vectors", VECTORS]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).starts_with("No --impl is given"));
}
