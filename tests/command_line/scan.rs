//! `conform scan` on stores that are valid, damaged and hostile.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Output;

use rstest::rstest;
use serde_json::Value;

use crate::support::{conform, stderr, stdout};

/// An array of which these members are replaced.
fn document(replaced: &[(&str, Value)]) -> String {
    let mut document = serde_json::json!({
        "zarr_format": 3, "node_type": "array", "shape": [4, 4], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 2]}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "codecs": [{"name": "bytes"}],
    });
    for (name, value) in replaced {
        document[name] = value.clone();
    }
    document.to_string()
}

fn put(root: &Path, file: &str, content: impl AsRef<[u8]>) {
    let path = root.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

/// What a scan comes to: exit code, text, JSON.
fn scan(root: &Path, more: &[&str]) -> (Option<i32>, String, Value) {
    let place = tempfile::tempdir().unwrap();
    let json = place.path().join("scan.json");
    let paths = [root, &json].map(|it| it.to_str().unwrap().to_owned());
    let output = conform(&[&["scan", &paths[0], "--json", &paths[1]], more].concat());
    let json = fs::read(json)
        .ok()
        .and_then(|it| serde_json::from_slice(&it).ok());
    let code = output.status.code();
    (
        code,
        stdout(&output) + &stderr(&output),
        json.unwrap_or_default(),
    )
}

fn array<'a>(json: &'a Value, path: &str) -> &'a Value {
    let arrays = json["arrays"].as_array().unwrap();
    arrays.iter().find(|it| it["path"] == path).unwrap()
}

#[test]
fn valid_arrays_and_who_reads_them_wrong() {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    let (code, text, json) = scan(
        &vectors.join("regular-grid/stores-of-codecs/cycle-big-endian.zarr"),
        &["--all"],
    );
    assert_eq!(code, Some(0), "{text}");
    let order = "codec transpose with an order that is not its own inverse";
    let features = array(&json, "")["features"].as_array().unwrap();
    assert!(features.contains(&order.into()), "{text}");
    assert!(text.ends_with("Nothing is invalid or damaged.\n"), "{text}");
    let readers = json["readers"]["readers"].as_array().unwrap();
    let gdal = readers
        .iter()
        .find(|it| it["version"].as_str().unwrap().starts_with("GDAL"))
        .unwrap();
    let wrong = &gdal["causes"][0];
    assert_eq!(wrong["verdict"], "wrong-data");
    assert!(
        wrong["features"]
            .as_array()
            .unwrap()
            .contains(&order.into()),
        "{wrong}"
    );
    // The same library reads the same array right where nothing is transposed.
    let (_, text, json) = scan(
        &vectors.join("regular-grid/stores-of-codecs/big-endian.zarr"),
        &[],
    );
    let readers = json["readers"]["readers"].as_array().unwrap();
    let gdal = readers
        .iter()
        .find(|it| it["version"].as_str().unwrap().starts_with("GDAL"))
        .unwrap();
    let causes = gdal["causes"].as_array().unwrap().iter();
    assert!(
        causes.clone().all(|it| it["verdict"] != "wrong-data"),
        "{text}"
    );
}

#[test]
fn groups_version_2_and_what_is_no_chunk() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    put(
        root,
        "zarr.json",
        r#"{"zarr_format": 3, "node_type": "group",
        "consolidated_metadata": {"kind": "inline", "must_understand": false, "metadata": {"a": {}}}}"#,
    );
    put(root, "a/zarr.json", document(&[]));
    put(root, "a/c/0/1", [1, 2, 3, 4]);
    put(root, "a/c/0/2", [1, 2, 3, 4]);
    put(root, "a/0.0", [1, 2, 3, 4]);
    put(
        root,
        "plain/b/zarr.json",
        document(&[("data_type", "string".into())]),
    );
    put(root, "old/.zarray", "{}");
    put(root, "old/0.0", "");
    let (code, text, json) = scan(root, &[]);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(json["by_validity"]["valid"], 1);
    assert_eq!(json["by_validity"]["not-known"], 1);
    assert_eq!(
        (&json["groups"], &json["consolidated"]["named"]["."]),
        (&1.into(), &"1".into())
    );
    assert_eq!(json["version_2"]["named"]["old"], "array");
    let counts = &array(&json, "a")["chunks"]["counts"];
    assert_eq!(
        [&counts["in_grid"], &counts["stored"], &counts["decoded"]],
        [4, 1, 1]
    );
    let others = &array(&json, "a")["others"];
    assert_eq!(others["count"], 2, "{others}");
    assert!(others["named"].get("0.0").is_some() && others["named"].get("c/0/2").is_some());
    assert!(
        text.contains("plain/b: not known to the reference"),
        "{text}"
    );
}

#[rstest]
#[case::damaged_chunk(document(&[]), &[1, 2, 3], 1, "damaged       c/0/0: bytes: found 3 bytes")]
#[case::invalid(document(&[("shape", "4".into())]), &[], 1, "why           shape: found \"4\"")]
#[case::no_json("{".to_owned(), &[], 1, "why           the document is not JSON")]
#[case::left_open(document(&[("shape", serde_json::json!([4.0, 4]))]), &[], 0, "open          Is a JSON number such as `1.0`")]
#[case::extension(document(&[("codecs", serde_json::json!([{"name": "pcodec"}]))]), &[], 0, "uses          codec pcodec, data type uint8")]
fn what_is_wrong_is_told_apart(
    #[case] document: String,
    #[case] chunk: &[u8],
    #[case] code: i32,
    #[case] told: &str,
) {
    let place = tempfile::tempdir().unwrap();
    put(place.path(), "zarr.json", document);
    put(place.path(), "c/0/0", chunk);
    let (found, text, _) = scan(place.path(), &[]);
    assert_eq!(found, Some(code), "{text}");
    assert!(text.contains(told), "{text}");
}

#[test]
fn where_there_is_nothing_to_scan() {
    let place = tempfile::tempdir().unwrap();
    assert_eq!(scan(place.path(), &[]).0, Some(4));
    put(place.path(), "file", "");
    for (path, more) in [
        ("file", &[][..]),
        ("missing", &[]),
        (".", &["--edition", "draft"]),
    ] {
        let (code, text, _) = scan(&place.path().join(path), more);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.starts_with("error: "), "{text}");
    }
}

#[test]
fn a_sample_is_the_same_each_time_and_only_reads_so_many() {
    let place = tempfile::tempdir().unwrap();
    put(
        place.path(),
        "zarr.json",
        document(&[("shape", serde_json::json!([100, 100]))]),
    );
    for index in 0..2500 {
        let key = format!("c/{}/{}", index / 50, index % 50);
        let bad = if index % 2 == 0 { 4 } else { 3 };
        put(place.path(), &key, vec![0; bad]);
    }
    let (code, text, first) = scan(place.path(), &["--chunks", "40"]);
    assert_eq!(code, Some(1), "{text}");
    let counts = &first["chunks"];
    assert_eq!([&counts["stored"], &counts["looked_at"]], [2500, 40]);
    let damaged = counts["damaged"].as_u64().unwrap();
    assert!((5..35).contains(&damaged), "{damaged}");
    assert_eq!(first, scan(place.path(), &["--chunks", "40"]).2);
    assert!(text.contains("a sample of 40 looked at"), "{text}");
    let (code, text, _) = scan(place.path(), &["--entries", "100"]);
    assert!(text.contains("The scan ended early"), "{text}");
    assert_eq!(code, Some(1));
}

#[test]
fn forms_for_machines_and_for_pages() {
    let place = tempfile::tempdir().unwrap();
    put(place.path(), "a|b<c>/zarr.json", document(&[]));
    let root = place.path().to_str().unwrap();
    let output = conform(&["scan", root, "--markdown", "-"]);
    let page = stdout(&output);
    assert!(page.starts_with("## Zarr store "), "{page}");
    assert!(!page.contains("a|b") && !page.contains("<c>"), "{page}");
    assert!(stderr(&output).contains("a|b<c>: uint8 of shape [4, 4]"));
    let output = conform(&["scan", root, "--json", "-", "--markdown", "-"]);
    assert_eq!(output.status.code(), Some(2));
}

/// A program that is granted a gigabyte of addresses.
#[cfg(unix)]
fn with_little_memory(root: &Path, more: &[&str]) -> Output {
    let limited = "ulimit -v 1000000 && exec \"$@\"";
    let mut command = std::process::Command::new("sh");
    command.args(["-c", limited, "sh", env!("CARGO_BIN_EXE_conform"), "scan"]);
    command
        .arg(root)
        .args(more)
        .env("NO_COLOR", "1")
        .output()
        .unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn bombs_take_no_memory() {
    let place = tempfile::tempdir().unwrap();
    let grid = |length: u64| serde_json::json!({"name": "regular", "configuration": {"chunk_shape": [length]}});
    let array = |name: &str, length: u64, codecs: Value, chunk: &[u8]| {
        let document = document(&[
            ("shape", vec![length].into()),
            ("chunk_grid", grid(length)),
            ("codecs", codecs),
        ]);
        put(place.path(), &format!("{name}/zarr.json"), document);
        put(place.path(), &format!("{name}/c/0"), chunk);
    };
    let gzip = {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        for _ in 0..64 {
            gzip.write_all(&vec![0; 1 << 20]).unwrap();
        }
        gzip.finish().unwrap()
    };
    let shards = |inner: u64| {
        serde_json::json!({"name": "sharding_indexed", "configuration": {
            "chunk_shape": [inner], "codecs": [{"name": "bytes"}],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}})
    };
    let bytes = serde_json::json!({"name": "bytes"});
    let (compressed, list) = (
        serde_json::json!({"name": "gzip"}),
        |it: &[&Value]| -> Value { it.iter().map(|it| (*it).clone()).collect::<Vec<_>>().into() },
    );
    array("huge", 1 << 40, list(&[&bytes]), b"0123456789");
    array("huge-gzip", 1 << 40, list(&[&bytes, &compressed]), &gzip);
    array("gzip", 16, list(&[&bytes, &compressed]), &gzip);
    array("gzip-of-shard", 16, list(&[&shards(4), &compressed]), &gzip);
    array("index", 1 << 40, list(&[&shards(1 << 13)]), b"0123456789");
    array(
        "short-index",
        1 << 33,
        list(&[&shards(1 << 13)]),
        b"0123456789",
    );
    let output = with_little_memory(place.path(), &["--chunk-bytes", "1000000"]);
    let text = stdout(&output) + &stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for told in [
        "damaged       c/0: bytes: found 10 bytes for a chunk of uint8 of shape [1099511627776]",
        "not decoded   c/0: it decodes to 1099511627776 bytes, more than the 1000000",
        "damaged       c/0: gzip: ",
        "not decoded   c/0: it decodes to more than the 1000000 bytes",
        "not decoded   c/0: it has [134217728] inner chunks",
        "damaged       c/0: sharding_indexed: found a shard of 10 bytes",
    ] {
        assert!(text.contains(told), "{told}\n{text}");
    }
}

#[cfg(unix)]
mod hostile {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    fn pipe(root: &Path, name: &str) {
        let made = std::process::Command::new("mkfifo")
            .arg(root.join(name))
            .status();
        assert!(made.unwrap().success());
    }

    /// Whoever opened the pipe would wait for ever.
    #[test]
    fn no_link_is_followed_and_only_files_are_opened() {
        let outside = tempfile::tempdir().unwrap();
        put(outside.path(), "zarr.json", document(&[]));
        put(outside.path(), "secret", [1, 2, 3, 4]);
        let place = tempfile::tempdir().unwrap();
        let root = place.path();
        put(root, "a/zarr.json", document(&[]));
        fs::create_dir_all(root.join("a/c/0")).unwrap();
        symlink(outside.path().join("secret"), root.join("a/c/0/0")).unwrap();
        pipe(root, "a/c/0/1");
        symlink(outside.path(), root.join("a/c/1")).unwrap();
        symlink(outside.path(), root.join("out")).unwrap();
        symlink(".", root.join("loop")).unwrap();
        symlink("a", root.join("inside")).unwrap();
        fs::create_dir(root.join("linked")).unwrap();
        symlink(
            outside.path().join("zarr.json"),
            root.join("linked/zarr.json"),
        )
        .unwrap();
        fs::create_dir(root.join("piped")).unwrap();
        pipe(root, "piped/zarr.json");
        let _socket = UnixListener::bind(root.join("socket")).unwrap();
        let (code, text, json) = scan(root, &[]);
        assert_eq!(code, Some(1), "{text}");
        assert_eq!(json["arrays_found"], 1, "{text}");
        assert_eq!(json["links"]["count"], 6, "{text}");
        assert_eq!(json["special"]["count"], 3, "{text}");
        let counts = &array(&json, "a")["chunks"]["counts"];
        assert_eq!(
            [
                &counts["stored"],
                &counts["looked_at"],
                &counts["unreadable"]
            ],
            [2, 0, 2]
        );
        // The store itself may be named by a link.
        let link = outside.path().join("link");
        symlink(root, &link).unwrap();
        assert_eq!(scan(&link, &[]).2["arrays_found"], 1);
    }

    #[test]
    fn names_steer_no_terminal_and_need_not_be_text() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path();
        put(
            root,
            "\u{1b}[31mred\n::error::/zarr.json",
            document(&[("shape", "\u{1b}[2J".into())]),
        );
        let name = OsStr::from_bytes(b"a\xff");
        fs::create_dir(root.join(name)).unwrap();
        fs::write(root.join(name).join("zarr.json"), document(&[])).unwrap();
        fs::write(root.join(name).join(OsStr::from_bytes(b"\xfe")), "").unwrap();
        let (code, text, json) = scan(root, &[]);
        assert_eq!(code, Some(1), "{text}");
        assert_eq!(json["arrays_found"], 2);
        assert!(!text.contains('\u{1b}'), "{text}");
        assert!(
            !text.lines().any(|it| it.trim_start().starts_with("::")),
            "{text}"
        );
        assert!(text.contains("\\u{1b}[31mred\\n"), "{text}");
    }

    #[test]
    fn depth_ends() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path();
        let deep: Vec<&str> = std::iter::repeat_n("d", 300).collect();
        put(
            root,
            &format!("{}/zarr.json", deep.join("/")),
            document(&[]),
        );
        put(root, "zarr.json", r#"{"node_type": "group"}"#);
        let (code, text, json) = scan(root, &[]);
        assert_eq!(code, Some(0), "{text}");
        assert_eq!(
            (&json["arrays_found"], &json["too_much"]["count"]),
            (&0.into(), &1.into())
        );
        // An array may have as many dimensions, and keys as many folders.
        let ones = vec![1; 300];
        let grid = serde_json::json!({"name": "regular", "configuration": {"chunk_shape": &ones}});
        put(
            root,
            "a/zarr.json",
            document(&[("shape", ones.clone().into()), ("chunk_grid", grid)]),
        );
        let zeros: Vec<&str> = std::iter::repeat_n("0", 300).collect();
        put(root, &format!("a/c/{}", zeros.join("/")), [7]);
        let (_, text, json) = scan(root, &[]);
        assert_eq!(json["too_much"]["count"], 2, "{text}");
    }
}
