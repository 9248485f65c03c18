//! Folders that may be stores.

use std::fs;
use std::path::{Component, Path};

use zarr_conform::scan::{Options, ScanError, scan};
use zarr_conform_protocol::subject::Stop;
use zarr_conform_reference::Edition;

use crate::parts::files;

/// The files of a folder, as by `parts::files`.
///
/// What is found in it is the same each time, and is JSON; nothing in it is a bug of the reference.
pub fn scans(input: &[u8]) {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    for (path, bytes) in files(input) {
        let path = Path::new(&path);
        let is_inside = path
            .components()
            .all(|it| matches!(it, Component::Normal(_)));
        let path = folder.path().join(path);
        // What is not a path, or a folder and a file, is left out.
        if is_inside
            && path
                .parent()
                .is_some_and(|it| fs::create_dir_all(it).is_ok())
        {
            let _ = fs::write(path, bytes);
        }
    }
    let options = Options {
        edition: Edition::default(),
        chunks: Some(4),
        chunk_bytes: 1 << 16,
        decoded_bytes: 1 << 20,
        depth: 16,
        entries: 1000,
        stop: Stop::default(),
    };
    let scanned = || match scan(folder.path(), &options, &|_| {}) {
        Ok(report) => serde_json::to_string(&report).ok(),
        Err(ScanError::Folder { .. }) => None,
        Err(error) => panic!("{error}"),
    };
    let report = scanned();
    assert!(report.is_some(), "a folder is not read");
    assert_eq!(scanned(), report, "scanned twice");
}
