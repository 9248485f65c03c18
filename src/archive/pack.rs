//! Archives, the same bytes on every machine: entries are sorted, and nothing of the clock, the
//! user, the umask or the operating system gets in.

use std::io::{self, Cursor, Write as _};

use flate2::{Compression, GzBuilder};

use super::content::{self, ArchiveError};
use super::sums::{SUMS, Sums};
use zarr_conform_requirements::Registry;
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Files, Vectors};

/// The permissions of every file, where an archive keeps them.
const MODE: u32 = 0o644;

/// Finished archives by name, and their sums.
pub type Packed = Files;

/// The name of an archive without its ending, and of the one folder in it.
pub fn stem(version: &str, edition: Option<Edition>) -> String {
    match edition {
        None => format!("zarr-v3-vectors-{version}"),
        Some(edition) => format!("zarr-v3-vectors-{version}-edition-{edition}"),
    }
}

/// The whole as `.tar.gz` and `.zip`, one archive of each kind an edition, and `SHA256SUMS` over
/// them and over every file in them.
pub fn pack(vectors: &Vectors, registry: &Registry) -> Result<Packed, ArchiveError> {
    let mut packed = Packed::new();
    let mut sums = Sums::default();
    let editions = Edition::ALL.into_iter().map(Some);
    for edition in std::iter::once(None).chain(editions) {
        let files = content::files(vectors, registry, edition)?;
        let stem = stem(vectors.version().unwrap_or_default(), edition);
        let failed = |problem: io::Error| ArchiveError::Unwritable {
            what: stem.clone(),
            problem: problem.to_string(),
        };
        packed.insert(
            format!("{stem}.tar.gz"),
            tar_gz(&stem, &files).map_err(failed)?,
        );
        packed.insert(format!("{stem}.zip"), zip(&stem, &files).map_err(failed)?);
        let inner = Sums::of(&files).0.into_iter();
        sums.0
            .extend(inner.map(|(path, sum)| (format!("{stem}/{path}"), sum)));
    }
    sums.0.extend(Sums::of(&packed).0);
    packed.insert(SUMS.to_owned(), sums.to_text().into_bytes());
    Ok(packed)
}

/// A gzipped tar archive of these files below the folder `root`.
pub fn tar_gz(root: &str, files: &Files) -> io::Result<Vec<u8>> {
    // 255 is the operating system "unknown".
    let gz = GzBuilder::new()
        .mtime(0)
        .operating_system(255)
        .write(Vec::new(), Compression::best());
    let mut tar = tar::Builder::new(gz);
    for (path, bytes) in files {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(MODE);
        header.set_mtime(0);
        header.set_uid(0);
        header.set_gid(0);
        header.set_entry_type(tar::EntryType::Regular);
        tar.append_data(&mut header, format!("{root}/{path}"), bytes.as_slice())?;
    }
    tar.into_inner()?.finish()
}

/// A zip archive of these files below the folder `root`.
pub fn zip(root: &str, files: &Files) -> io::Result<Vec<u8>> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(zip::DateTime::default())
        .system(zip::System::Unix)
        .unix_permissions(MODE);
    for (path, bytes) in files {
        zip.start_file(format!("{root}/{path}"), options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}
