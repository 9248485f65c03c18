//! Documents that the specification refers to and that are published apart from it.

use zarr_conform_terms::Edition;

/// A document that the specification refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByReference {
    /// Its name in the registry, for example `rfc/rfc1952.txt`.
    pub name: &'static str,
    /// For people.
    pub title: &'static str,
    /// Where its publisher has it: a path in the repository, or the name of a file.
    pub path: &'static str,
    /// The state that was recorded; absent for what never changes.
    pub commit: Option<Commit>,
    /// The day of that commit as `YYYY-MM-DD`, or the month in which it was published as `YYYY-MM`.
    pub date: &'static str,
    /// The editions whose documents refer to it, oldest first; those of the registry of extensions belong
    /// to the edition that has the registry.
    pub editions: &'static [Edition],
    /// The documents that refer to it only recommend to conform to it, so no sentence of it demands more.
    pub is_recommended: bool,
}

/// A state of a repository on GitHub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Owner and name.
    pub repository: &'static str,
    /// 40 hexadecimal digits.
    pub sha: &'static str,
}

/// The editions since the accepted text.
const ACCEPTED: &[Edition] = &[Edition::V3_0, Edition::V3_1];
/// The edition that has a registry of extensions.
const CURRENT: &[Edition] = &[Edition::V3_1];

/// The document of an extension in the registry, by its folder and its title; of a data type, by its name.
macro_rules! registered {
    ($name:literal) => {
        registered!(concat "data-types/", $name; $name, " data type")
    };
    ($folder:literal, $title:literal) => {
        registered!(concat $folder; $title)
    };
    (concat $($folder:literal),*; $($title:literal),*) => {
        ByReference {
            name: concat!("extensions/", $($folder,)* "/README.md"),
            title: concat!($($title,)* " of the registry of extensions"),
            path: concat!($($folder,)* "/README.md"),
            commit: Some(Commit {
                repository: "zarr-developers/zarr-extensions",
                sha: "4da7b37a84f76e660902f6d3de3eaef0e0febae6",
            }),
            date: "2026-07-14",
            editions: CURRENT,
            is_recommended: false,
        }
    };
}

/// Every such document, in the order of the map of the specification.
pub const BY_REFERENCE: &[ByReference] = &[
    registered!("codecs/scale_offset", "Scale_offset codec"),
    registered!("codecs/vlen-bytes", "Vlen-bytes codec"),
    registered!("codecs/vlen-utf8", "Vlen-utf8 codec"),
    registered!("codecs/zstd", "Zstd codec"),
    registered!("bfloat16"),
    registered!("data-types/bytes", "Bytes data type"),
    registered!("complex_bfloat16"),
    registered!("complex_float16"),
    registered!("complex_float32"),
    registered!("complex_float4_e2m1fn"),
    registered!("complex_float64"),
    registered!("complex_float6_e2m3fn"),
    registered!("complex_float6_e3m2fn"),
    registered!("complex_float8_e3m4"),
    registered!("complex_float8_e4m3"),
    registered!("complex_float8_e4m3b11fnuz"),
    registered!("complex_float8_e4m3fnuz"),
    registered!("complex_float8_e5m2"),
    registered!("complex_float8_e5m2fnuz"),
    registered!("complex_float8_e8m0fnu"),
    registered!(
        "data-types/fixed_length_utf32",
        "Fixed-length UTF-32 string data type"
    ),
    registered!("float4_e2m1fn"),
    registered!("float6_e2m3fn"),
    registered!("float6_e3m2fn"),
    registered!("float8_e3m4"),
    registered!("float8_e4m3"),
    registered!("float8_e4m3b11fnuz"),
    registered!("float8_e4m3fnuz"),
    registered!("float8_e5m2"),
    registered!("float8_e5m2fnuz"),
    registered!("float8_e8m0fnu"),
    registered!("int2"),
    registered!("int4"),
    registered!("numpy.datetime64"),
    registered!("numpy.timedelta64"),
    registered!("data-types/string", "String data type"),
    registered!("uint2"),
    registered!("uint4"),
    ByReference {
        name: "formats/blosc-chunk-format.rst",
        title: "Blosc chunk format",
        path: "README_CHUNK_FORMAT.rst",
        commit: Some(Commit {
            repository: "Blosc/c-blosc",
            sha: "c8072c21dcce8daf6dd19a0bbae8c53458ad68cc",
        }),
        date: "2025-08-26",
        editions: ACCEPTED,
        is_recommended: false,
    },
    ByReference {
        name: "rfc/rfc1951.txt",
        title: "RFC 1951",
        path: "rfc1951.txt",
        commit: None,
        date: "1996-05",
        editions: ACCEPTED,
        is_recommended: false,
    },
    ByReference {
        name: "rfc/rfc1952.txt",
        title: "RFC 1952",
        path: "rfc1952.txt",
        commit: None,
        date: "1996-05",
        editions: ACCEPTED,
        is_recommended: true,
    },
    ByReference {
        name: "rfc/rfc8878.txt",
        title: "RFC 8878",
        path: "rfc8878.txt",
        commit: None,
        date: "2021-02",
        editions: CURRENT,
        is_recommended: true,
    },
];

/// What the registry of extensions has folders of entries of.
pub const KINDS_OF_EXTENSIONS: [&str; 6] = [
    "attributes",
    "chunk-grids",
    "chunk-key-encodings",
    "codecs",
    "data-types",
    "storage-transformers",
];

/// The document with this name in the registry.
pub fn by_reference(document: &str) -> Option<&'static ByReference> {
    BY_REFERENCE.iter().find(|it| it.name == document)
}

/// The editions that a document is of, oldest first: that which begins its name, or those that refer to it.
pub fn editions_of(document: &str) -> Vec<Edition> {
    let of_edition = Edition::of_document(document).into_iter();
    let referring = by_reference(document).map_or(&[][..], |it| it.editions);
    of_edition.chain(referring.iter().copied()).collect()
}

impl ByReference {
    /// The folder of an entry of the registry of extensions, for example `codecs/zstd`; nothing of other documents.
    pub fn extension(&self) -> Option<&'static str> {
        let path = self.name.strip_prefix("extensions/")?;
        path.strip_suffix("/README.md")
    }

    /// Its title with the state that was recorded: `Blosc chunk format (c-blosc c8072c2 of 2025-08-26)`.
    pub fn described(&self) -> String {
        let (title, date) = (self.title, self.date);
        self.commit.map_or_else(
            || format!("{title} of {date}"),
            |Commit { repository, sha }| {
                let (_, name) = repository.split_once('/').unwrap_or_default();
                format!("{title} ({name} {} of {date})", &sha[..7])
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_of_the_editions_that_refer_to_them() {
        for (document, editions) in [
            ("current/core.rst", CURRENT),
            ("draft/core.rst", &[Edition::Draft]),
            ("rfc/rfc1952.txt", ACCEPTED),
            ("rfc/rfc8878.txt", CURRENT),
            ("rfc/rfc8259.txt", &[]),
        ] {
            assert_eq!(editions_of(document), editions, "{document}");
        }
    }

    #[test]
    fn a_description_names_the_state() {
        let described: Vec<_> = BY_REFERENCE.iter().map(ByReference::described).collect();
        for expected in [
            "Zstd codec of the registry of extensions (zarr-extensions 4da7b37 of 2026-07-14)",
            "numpy.datetime64 data type of the registry of extensions (zarr-extensions 4da7b37 of 2026-07-14)",
            "Blosc chunk format (c-blosc c8072c2 of 2025-08-26)",
            "RFC 1951 of 1996-05",
        ] {
            assert!(described.iter().any(|it| it == expected), "{expected}");
        }
    }
}
