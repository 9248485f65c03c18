//! Hostile archives, and what is not an archive at all.

use std::fs;
use std::io::Write as _;

use rstest::rstest;
use zarr_conform::archive::{self, SUMS};

use super::fixtures::{STEM, problems, problems_at, small, unpacked};

/// A tar archive with one entry of any path and kind, after the files of an archive.
fn with_entry(path: &str, kind: tar::EntryType) -> Vec<u8> {
    let gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let mut tar = tar::Builder::new(gz);
    let mut append = |path: &str, kind, bytes: &[u8]| {
        let mut header = tar::Header::new_gnu();
        // Past the checks of the writing library, as somebody hostile would.
        header.as_gnu_mut().unwrap().name[..path.len()].copy_from_slice(path.as_bytes());
        header.set_entry_type(kind);
        header.set_size(bytes.len() as u64);
        header.set_link_name("/etc/passwd").unwrap();
        header.set_cksum();
        tar.append(&header, bytes).unwrap();
    };
    append("root/README.md", tar::EntryType::Regular, b"x");
    append(path, kind, b"");
    tar.into_inner().unwrap().finish().unwrap()
}

#[rstest]
#[case::parent(
    "root/../../evil",
    tar::EntryType::Regular,
    "the path \"root/../../evil\" leads outside the root"
)]
#[case::absolute(
    "/evil",
    tar::EntryType::Regular,
    "the path \"/evil\" leads outside the root"
)]
#[case::backslash(
    "root\\..\\evil",
    tar::EntryType::Regular,
    "the path \"root\\\\..\\\\evil\" leads outside the root"
)]
#[case::drive(
    "root/c:evil",
    tar::EntryType::Regular,
    "the path \"root/c:evil\" leads outside the root"
)]
#[case::no_folder(
    "evil",
    tar::EntryType::Regular,
    "the path \"evil\" leads outside the root"
)]
#[case::symbolic_link(
    "root/evil",
    tar::EntryType::Symlink,
    "\"root/evil\" is not an ordinary file"
)]
#[case::hard_link(
    "root/evil",
    tar::EntryType::Link,
    "\"root/evil\" is not an ordinary file"
)]
#[case::device(
    "root/evil",
    tar::EntryType::Char,
    "\"root/evil\" is not an ordinary file"
)]
#[case::twice(
    "root/README.md",
    tar::EntryType::Regular,
    "\"root/README.md\" is there twice"
)]
#[case::other_root(
    "other/evil",
    tar::EntryType::Regular,
    "\"other/evil\" is not in the folder \"root\""
)]
fn hostile_entries_are_named(
    #[case] path: &str,
    #[case] kind: tar::EntryType,
    #[case] expected: &str,
) {
    let problems = problems("a.tar.gz", &with_entry(path, kind));
    assert!(
        problems.iter().any(|it| it.contains(expected)),
        "{problems:#?}"
    );
}

#[test]
fn a_path_out_of_the_root_of_a_zip_is_named() {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    zip.start_file("root/../../evil", options).unwrap();
    zip.write_all(b"x").unwrap();
    let problems = problems("a.zip", &zip.finish().unwrap().into_inner());
    assert!(
        problems
            .iter()
            .any(|it| it.contains("leads outside the root")),
        "{problems:#?}"
    );
}

#[test]
#[cfg(unix)]
fn a_link_in_a_directory_is_named() {
    let folder = unpacked(&small());
    std::os::unix::fs::symlink("/etc/passwd", folder.path().join("link")).unwrap();
    assert_eq!(
        problems_at(folder.path()),
        ["\"link\" is not an ordinary file"]
    );
}

#[test]
fn another_archive_than_the_sums_beside_it_name_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.zip");
    fs::write(&path, archive::zip(STEM, &small()).unwrap()).unwrap();
    fs::write(
        folder.path().join(SUMS),
        format!("{}  a.zip\n", "0".repeat(64)),
    )
    .unwrap();
    let problems = problems_at(&path);
    assert!(
        problems[0].starts_with("\"a.zip\" has the sum "),
        "{problems:#?}"
    );
}

#[rstest]
#[case::nothing(&[], "found neither a gzipped tar nor a zip archive")]
#[case::text(b"hello", "found neither a gzipped tar nor a zip archive")]
#[case::gzip_of_nothing(&[0x1f, 0x8b], "cut off or unreadable")]
#[case::zip_of_nothing(b"PK", "cut off or unreadable")]
fn what_is_no_archive_is_refused(#[case] bytes: &[u8], #[case] expected: &str) {
    let problems = problems("a", bytes);
    assert!(problems[0].starts_with(expected), "{problems:#?}");
}

#[test]
fn any_byte_of_an_archive_may_be_wrong_without_a_crash() {
    let whole = archive::tar_gz(STEM, &small()).unwrap();
    for at in (0..whole.len()).step_by(whole.len() / 40) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        let _ = problems("a.tar.gz", &bytes);
    }
}
