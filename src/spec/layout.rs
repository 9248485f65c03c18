//! Where a checkout of the specification has the documents of the registry.
//!
//! Two layouts are known: the one of the registry's own names (`current/…`, `draft/…`), and that of
//! the upstream repository, where a document is `docs/v3/…/index.rst` today and was
//! `docs/v3/…/v1.0.rst` (`v3.0.rst` for the core) or `docs/v3/….rst` before. The older files are
//! drafts as long as the `endian` codec is among them.

use std::path::{Path, PathBuf};

/// The file of a document, if the checkout has it.
pub(super) fn find(checkout: &Path, document: &str) -> Option<PathBuf> {
    let own = checkout.join(document);
    if own.is_file() {
        return Some(own);
    }
    upstream(checkout, document)
        .into_iter()
        .find(|file| file.is_file())
}

/// Candidates for a document in the layout of the upstream repository, best first.
fn upstream(checkout: &Path, document: &str) -> Vec<PathBuf> {
    let v3 = checkout.join("docs").join("v3");
    let has_drafts = v3.join("codecs/endian/v1.0.rst").is_file();
    if let Some(name) = document.strip_prefix("draft/") {
        let folder = match name {
            "core.rst" => v3.join("core"),
            codec => v3.join("codecs").join(codec.trim_end_matches(".rst")),
        };
        return if has_drafts {
            versioned(&folder)
        } else {
            Vec::new()
        };
    }
    let name = document.strip_prefix("current/").unwrap_or(document);
    if has_drafts {
        return Vec::new();
    }
    let folder = v3.join(name.trim_end_matches(".rst"));
    let mut candidates = vec![folder.join("index.rst"), v3.join(name)];
    candidates.extend(versioned(&folder));
    candidates
}

fn versioned(folder: &Path) -> Vec<PathBuf> {
    vec![folder.join("v1.0.rst"), folder.join("v3.0.rst")]
}
