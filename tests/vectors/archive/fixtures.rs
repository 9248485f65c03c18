//! A small archive, whole or with what a test does to it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use zarr_conform::Edition;
use zarr_conform::archive::{self, SUMS, Sums};
use zarr_conform::requirement::Registry;
use zarr_conform::vector::{Files, Vectors};

pub(crate) const STEM: &str = "zarr-v3-vectors-0.0.7";

/// Two topics of the real vectors.
pub(crate) static VERSIONED: LazyLock<Vectors> =
    LazyLock::new(|| Vectors::from_files("test".to_owned(), &topics(&[])).unwrap());

/// The files of two topics of the real vectors and of more, with a version of their own.
pub(crate) fn topics(more: &[&str]) -> Files {
    let wanted = [&["transpose/chains", "chunk-key-encoding/short-hand"], more].concat();
    let mut files = directory(&Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors"));
    files.retain(|path, _| wanted.iter().any(|it| path.starts_with(it)));
    files.insert("VERSION".to_owned(), b"0.0.7\n".to_vec());
    files
}

pub(crate) fn small() -> Files {
    archive::files(&VERSIONED, &Registry::load().unwrap(), None).unwrap()
}

/// The archive of the vectors in the program, of one edition or of all, made once for all tests.
pub(crate) fn whole(edition: Option<Edition>) -> &'static Files {
    static MADE: [OnceLock<Files>; Edition::ALL.len() + 1] = [const { OnceLock::new() }; _];
    let at = Edition::ALL.iter().position(|it| Some(*it) == edition);
    MADE[at.unwrap_or(Edition::ALL.len())].get_or_init(|| {
        let vectors = zarr_conform::embedded::vectors().unwrap();
        archive::files(&vectors, &Registry::load().unwrap(), edition).unwrap()
    })
}

pub(crate) fn directory(path: &Path) -> Files {
    archive::read(path).unwrap().files
}

/// The problems of an archive with these bytes, as `conform vectors verify` tells them.
pub(crate) fn problems(name: &str, bytes: &[u8]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    problems_at(&path)
}

pub(crate) fn problems_at(path: &Path) -> Vec<String> {
    let verified = archive::verify(path).unwrap();
    verified.problems.iter().map(ToString::to_string).collect()
}

/// Files whose sums are right whatever was done to them.
pub(crate) fn with_sums(mut files: Files) -> Files {
    files.remove(SUMS);
    let sums = Sums::of(&files).to_text();
    files.insert(SUMS.to_owned(), sums.into_bytes());
    files
}

pub(crate) fn unpacked(files: &Files) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

pub(crate) fn packed_small() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tar.gz");
    fs::write(&path, archive::tar_gz(STEM, &small()).unwrap()).unwrap();
    (folder, path)
}
