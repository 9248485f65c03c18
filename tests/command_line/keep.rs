//! `--keep`: the stores of failed checks, and no others.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::path::Path;

use crate::support::{double, judge};

/// The stores below a folder, by the ids of their checks.
fn kept(folder: &Path) -> Vec<String> {
    let mut folders = vec![folder.to_owned()];
    let mut names = Vec::new();
    while let Some(next) = folders.pop() {
        for entry in next.read_dir().unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
            match name.strip_suffix(".zarr") {
                Some(check) => names.push(check.to_owned()),
                None if path.is_dir() => folders.push(path),
                None => {}
            }
        }
    }
    names.sort();
    names
}

#[test]
fn the_stores_of_failed_checks_are_kept_as_they_were_left() {
    let folder = tempfile::tempdir().unwrap();
    let keep = folder.path().join("kept");
    let implementation = double("writes-another-fill-value", "never");
    let judged = judge(&implementation, &["--keep", keep.to_str().unwrap()]);
    let mut failed = judged.named("wrong-metadata");
    failed.extend(judged.named("rejected-valid"));
    failed.sort_unstable();
    assert!(failed.len() > 1);
    assert_eq!(kept(&keep), failed, "{}", judged.report);
    let document = keep.join("demo/chunks/int16-big#write.zarr/zarr.json");
    assert!(std::fs::read_to_string(document).unwrap().contains("77"));
    let told = format!("Kept the stores of {} failed checks in", failed.len());
    assert!(judged.report.contains(&told), "{}", judged.report);
}

/// Advice is not failed in any other report, and chunks have no store.
#[test]
fn what_is_kept_is_counted_as_in_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let told = |mode: &str, trigger: &str, keep: &str| {
        let keep = folder.path().join(keep);
        let keep = keep.to_str().unwrap();
        let judged = judge(&double(mode, trigger), &["--keep", keep]);
        let line = judged.report.lines().find(|it| it.starts_with("Kept"));
        let line = line.unwrap().replace(keep, "DIR");
        (line, judged.summary.unwrap().total)
    };
    let (line, total) = told("denies", "never", "advice");
    assert_eq!((total.failed, total.noticed), (0, 2));
    let expected = "Kept the stores of 2 checks that go against a recommendation in DIR.";
    assert_eq!(line, expected);
    let (line, total) = told("always-invalid", "", "all");
    let numbers = line.split(' ').filter_map(|it| it.parse::<u64>().ok());
    let numbers: Vec<u64> = numbers.collect();
    assert_eq!(numbers.iter().sum::<u64>(), total.failed, "{line}");
    assert!(line.contains(" failed checks in DIR; "), "{line}");
}

/// It passed when it was asked, so its store is kept as it was given.
#[test]
fn the_store_of_a_check_that_is_blamed_late_is_kept_too() {
    let folder = tempfile::tempdir().unwrap();
    let keep = folder.path().join("kept");
    let implementation = double("damaged-and-crashes", r#""op":"open""#);
    let arguments = ["--jobs", "1", "--keep", keep.to_str().unwrap()];
    let judged = judge(&implementation, &arguments);
    let mut failed = judged.named("crash");
    failed.sort_unstable();
    assert!(failed.len() > 1, "{}", judged.report);
    assert_eq!(kept(&keep), failed);
}

#[test]
fn nothing_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine");
    std::fs::write(&file, "mine").unwrap();
    let keep = folder.path().to_str().unwrap();
    let judged = judge(&double("", "never"), &["--keep", keep]);
    assert_eq!(judged.code, 2, "{}", judged.errors);
    assert!(judged.errors.contains("not empty"), "{}", judged.errors);
    assert!(judged.results.is_empty());
    assert_eq!(std::fs::read_to_string(file).unwrap(), "mine");
}
