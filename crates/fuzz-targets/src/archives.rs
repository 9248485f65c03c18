//! Archives of vectors that may come from anywhere.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use zarr_conform::archive::{self, Contents, SUMS, Sums};

use crate::parts::{files, first_byte};

/// What an archive says of itself is compared with what it holds. The first byte says what the rest is:
/// an archive; a tar archive, to be compressed first; its files, as by `parts::files`; or its files
/// without their sums.
///
/// Whatever is in it is read and compared, the same each time, and no path leads outside.
pub fn archives(input: &[u8]) {
    let (kind, rest) = first_byte(input);
    let contents = match kind % 4 {
        0 => archive::from_bytes(rest),
        1 => archive::from_bytes(&gzipped(rest)),
        kind => {
            let mut contents = Contents {
                files: files(rest).into_iter().collect(),
                damages: Vec::new(),
            };
            if kind == 3 {
                let sums = Sums::of(&contents.files).to_text();
                contents.files.insert(SUMS.to_owned(), sums.into_bytes());
            }
            contents
        }
    };
    if kind % 4 < 2 {
        for path in contents.files.keys() {
            let is_inside = path.split('/').all(|part| !matches!(part, "" | "." | ".."));
            assert!(is_inside, "{path:?} leads outside");
        }
    }
    let verified = archive::verify_contents(contents.clone(), None);
    let again = archive::verify_contents(contents, None);
    assert_eq!(again, verified, "verified twice");
    for problem in &verified.problems {
        assert!(!problem.to_string().is_empty());
    }
}

fn gzipped(tar: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    let written = encoder.write_all(tar).and_then(|()| encoder.finish());
    match written {
        Ok(bytes) => bytes,
        Err(error) => panic!("{error}"),
    }
}
