//! Which documents of the specification a folder has.
//!
//! Three layouts are known: that of the registry's own names (`draft/…`, `3.0/…`, `current/…`),
//! only one edition of it, and that of the upstream repository, where a document is
//! `docs/v3/…/index.rst` today and was `docs/v3/…/v1.0.rst` (`v3.0.rst` for the core) before. The
//! older files are drafts as long as the `endian` codec is among them. Documents that the
//! specification refers to are found by their names in the registry, too, and where their
//! publishers have them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use zarr_conform_requirements::{BY_REFERENCE, KINDS_OF_EXTENSIONS};
use zarr_conform_terms::Edition;

/// A document of the specification in a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Document {
    /// Its name in the registry, for example `current/codecs/transpose.rst`.
    pub name: String,
    /// Where it is.
    pub file: PathBuf,
}

/// The upstream documents that the draft edition consists of, and their names.
const OF_DRAFT: [(&str, &str); 3] = [
    ("core/v3.0.rst", "draft/core.rst"),
    ("codecs/endian/v1.0.rst", "draft/endian.rst"),
    ("codecs/transpose/v1.0.rst", "draft/transpose.rst"),
];

/// Pages that upstream has besides the documents, to lead to them. A folder of documents need not
/// have them.
const OVERVIEWS: [&str; 8] = [
    "3.0/array-storage-transformers.rst",
    "3.0/codecs.rst",
    "3.0/data-types.rst",
    "3.0/stores.rst",
    "current/chunk-grids.rst",
    "current/chunk-key-encodings.rst",
    "current/codecs.rst",
    "current/stores.rst",
];

/// Whether a document only leads to others.
pub(super) fn is_overview(document: &str) -> bool {
    OVERVIEWS.contains(&document)
}

/// The documents in a folder, sorted by name; none where no layout is recognised.
pub fn documents(folder: &Path) -> io::Result<Vec<Document>> {
    let mut found = Vec::new();
    for edition in Edition::ALL {
        let of_edition = folder.join(edition.folder());
        if of_edition.is_dir() {
            found.extend(of_names(&of_edition, edition)?);
        }
    }
    let v3 = folder.join("docs").join("v3");
    if v3.is_dir() {
        found.extend(upstream(&v3)?);
    } else if found.is_empty() && folder.is_dir() {
        let edition = edition_of(folder)?;
        found.extend(edition.map_or_else(|| Ok(Vec::new()), |it| of_names(folder, it))?);
    }
    found.extend(by_reference(folder));
    found.sort();
    Ok(found)
}

/// Documents that the specification refers to.
fn by_reference(folder: &Path) -> Vec<Document> {
    let file = |paths: [&str; 2]| {
        let mut files = paths.map(|it| folder.join(it)).into_iter();
        files.find(|it| it.is_file())
    };
    let documents = BY_REFERENCE.iter().filter_map(|it| {
        Some(Document {
            name: it.name.to_owned(),
            file: file([it.name, it.path])?,
        })
    });
    documents.collect()
}

/// The entries of the registry of extensions in a folder that has it, or is it, by name.
pub(super) fn extensions(folder: &Path) -> io::Result<Vec<Document>> {
    let mut found = Vec::new();
    for root in [folder.join("extensions"), folder.to_owned()] {
        for kind in KINDS_OF_EXTENSIONS {
            let kind_folder = root.join(kind);
            // A checkout of the specification has folders of these names, too, with other files.
            if !kind_folder.join("README.md").is_file() {
                continue;
            }
            for entry in folders(&kind_folder)? {
                found.push(Document {
                    file: kind_folder.join(&entry),
                    name: format!("{kind}/{entry}"),
                });
            }
        }
    }
    Ok(found)
}

/// The names of the folders in a folder, sorted.
fn folders(folder: &Path) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    #[expect(clippy::disallowed_methods, reason = "the names are sorted")]
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            found.extend(entry.file_name().into_string());
        }
    }
    found.sort();
    Ok(found)
}

/// Documents whose paths are their names.
fn of_names(folder: &Path, edition: Edition) -> io::Result<Vec<Document>> {
    let documents = texts(folder)?.into_iter().map(|path| Document {
        name: format!("{}/{path}", edition.folder()),
        file: folder.join(path),
    });
    Ok(documents.collect())
}

/// The only edition of a folder: by its name, or else by documents that the others lack.
fn edition_of(folder: &Path) -> io::Result<Option<Edition>> {
    let name = folder.canonicalize()?;
    let name = name.file_name().and_then(|it| it.to_str());
    let by_name = |edition: &Edition| {
        folder.join("core.rst").is_file()
            && [edition.folder(), edition.name()].map(Some).contains(&name)
    };
    if let Some(edition) = Edition::ALL.into_iter().find(by_name) {
        return Ok(Some(edition));
    }
    Ok(if folder.join("endian.rst").is_file() {
        Some(Edition::Draft)
    } else if folder.join("chunk-grids/regular-grid.rst").is_file() {
        Some(Edition::V3_1)
    } else if folder.join("codecs/bytes.rst").is_file() {
        Some(Edition::V3_0)
    } else {
        None
    })
}

/// The documents of the upstream repository.
fn upstream(v3: &Path) -> io::Result<Vec<Document>> {
    let paths = texts(v3)?;
    let has_drafts = paths.iter().any(|it| it == "codecs/endian/v1.0.rst");
    let is_versioned = |path: &String| without_version(path) != path.trim_end_matches(".rst");
    let edition = if paths.iter().any(is_versioned) {
        Edition::V3_0
    } else {
        Edition::V3_1
    };
    let name = |path: &str| -> Option<String> {
        if has_drafts {
            let of_draft = OF_DRAFT.iter().find(|(upstream, _)| *upstream == path);
            return of_draft.map(|(_, name)| (*name).to_owned());
        }
        let path = without_version(path);
        let path = path.strip_suffix("/index").unwrap_or(path);
        Some(format!("{}/{path}.rst", edition.folder()))
    };
    let documents = paths.iter().filter_map(|path| {
        Some(Document {
            name: name(path)?,
            file: v3.join(path),
        })
    });
    Ok(documents.collect())
}

/// A path without its ending, and without a version in place of the file's name.
fn without_version(path: &str) -> &str {
    let path = path.trim_end_matches(".rst");
    let versions = ["/v1.0", "/v3.0"];
    let stem = versions.iter().find_map(|it| path.strip_suffix(it));
    stem.unwrap_or(path)
}

/// The paths of all files in reStructuredText below a folder, with `/` between their parts.
fn texts(folder: &Path) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![(folder.to_owned(), String::new())];
    while let Some((folder, above)) = folders.pop() {
        #[expect(
            clippy::disallowed_methods,
            reason = "the documents are sorted by name"
        )]
        let entries = fs::read_dir(&folder)?;
        for entry in entries {
            let entry = entry?;
            let Some(name) = entry.file_name().to_str().map(ToOwned::to_owned) else {
                continue;
            };
            if entry.file_type()?.is_dir() {
                folders.push((entry.path(), format!("{above}{name}/")));
            } else if entry.path().is_file()
                && entry.path().extension().is_some_and(|it| it == "rst")
            {
                found.push(format!("{above}{name}"));
            }
        }
    }
    Ok(found)
}
