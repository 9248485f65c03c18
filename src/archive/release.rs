//! What a release of the vectors says of itself: its version, what its facts state, and its sums; as far
//! as what there is of it shows them.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::Deserialize;

use super::manifest::MANIFEST;
use super::pack;
use super::read::{self, below};
use super::sums::{SUMS, Sums, sha256};
use zarr_conform_lock::content_hashes;
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{VERSION_FILE, Vectors};

/// The version of vectors: three numbers, of which the first that differs tells the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub [u32; 3]);

impl FromStr for Version {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let parts: Vec<u32> = text
            .split('.')
            .map(|part| part.parse().ok().filter(|it: &u32| it.to_string() == part))
            .collect::<Option<_>>()
            .ok_or(())?;
        parts.try_into().map(Self).map_err(|_| ())
    }
}

impl fmt::Display for Version {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = self.0;
        write!(to, "{first}.{second}.{third}")
    }
}

/// What a fact is known by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The editions in which it holds. A later release may have some that this program does not know.
    pub(super) editions: Vec<String>,
    /// The hash of what it states.
    pub(super) content: String,
}

/// A release of the vectors, or a copy of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Release {
    /// Its version.
    pub version: Version,
    /// The edition to which it is confined, where it is.
    pub(super) edition: Option<String>,
    /// Its facts by id, where they are known.
    pub(super) facts: Option<BTreeMap<String, Known>>,
    /// The sum of the `SHA256SUMS` in each archive, by the name of the archive's folder.
    pub(super) sums: BTreeMap<String, String>,
}

/// Why something is not a release.
#[derive(Debug, thiserror::Error)]
pub enum ReleaseError {
    /// It cannot be read.
    #[error("failed to read {path}: {error}")]
    Unreadable {
        /// What.
        path: String,
        /// Why.
        error: String,
    },
    /// It is neither a version nor a file that tells one.
    #[error(
        "{0} is neither a version such as 1.2.0 nor a file or folder; expected a version, an archive of \
         vectors, a folder that one was unpacked to, its {MANIFEST}, or the {SUMS} of a release"
    )]
    NotThere(String),
    /// A file has another form.
    #[error("{path}: {problem}")]
    Malformed {
        /// The file.
        path: String,
        /// What was found and expected.
        problem: String,
    },
}

impl Release {
    /// From a version, or the path of what tells more: an archive, a folder that one was unpacked to, a
    /// manifest, the `SHA256SUMS` of a release, or a file that has only the version.
    ///
    /// # Errors
    /// Where it is none of these.
    pub fn named(text: &str) -> Result<Self, ReleaseError> {
        match text.parse() {
            Ok(version) => Ok(Self::of_version(version)),
            Err(()) if Path::new(text).exists() => Self::read(Path::new(text)),
            Err(()) => Err(ReleaseError::NotThere(text.to_owned())),
        }
    }

    /// From what is at this path.
    ///
    /// # Errors
    /// As [`Self::named`].
    pub fn read(path: &Path) -> Result<Self, ReleaseError> {
        let unreadable = |error: &dyn fmt::Display| ReleaseError::Unreadable {
            path: path.display().to_string(),
            error: error.to_string(),
        };
        let malformed = |problem: String| ReleaseError::Malformed {
            path: path.display().to_string(),
            problem,
        };
        if path.is_file() {
            let bytes = std::fs::read(path).map_err(|error| unreadable(&error))?;
            if !matches!(bytes.as_slice(), [0x1f, 0x8b, ..] | [b'P', b'K', ..]) {
                return Self::of_file(&bytes).map_err(malformed);
            }
        }
        let contents = read::read(path).map_err(|error| unreadable(&error))?;
        if let Some(damage) = contents.damages.first() {
            return Err(unreadable(damage));
        }
        let Some(manifest) = contents.files.get(MANIFEST) else {
            // A copy of the folder `vectors`, or of an archive without its manifest.
            let inner = below(&contents.files);
            let is_inner = inner.contains_key(VERSION_FILE);
            let files = if is_inner { &inner } else { &contents.files };
            if !files.contains_key(VERSION_FILE) {
                let expected =
                    format!("found neither {MANIFEST} nor {VERSION_FILE}, which say its version");
                return Err(malformed(expected));
            }
            let vectors = Vectors::from_files(format!("{:?}", path.display().to_string()), files);
            return Self::of_vectors(&vectors.map_err(|error| malformed(error.to_string()))?)
                .map_err(malformed);
        };
        let mut release = Self::of_manifest(manifest)
            .map_err(|problem| malformed(format!("{MANIFEST}: {problem}")))?;
        if let Some(sums) = contents.files.get(SUMS) {
            release.sums.insert(release.stem(), sha256(sums));
        }
        Ok(release)
    }

    /// The name of the folder in its archive.
    pub(super) fn stem(&self) -> String {
        let edition = self.edition.as_deref();
        let known = edition.and_then(|name| Edition::ALL.into_iter().find(|it| it.name() == name));
        pack::stem(&self.version.to_string(), known)
    }

    fn of_version(version: Version) -> Self {
        Self {
            version,
            edition: None,
            facts: None,
            sums: BTreeMap::new(),
        }
    }

    fn of_file(bytes: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
        if text.trim_start().starts_with('{') {
            return Self::of_manifest(bytes);
        }
        match text.trim_end().parse() {
            Ok(version) => Ok(Self::of_version(version)),
            Err(()) => Self::of_sums(text),
        }
    }

    /// From the sums over the archives of a release and the files in them.
    fn of_sums(text: &str) -> Result<Self, String> {
        let sums = Sums::parse(text).map_err(|error| error.to_string())?;
        let whole = |name: &String| -> Option<Version> {
            let name = name.strip_prefix("zarr-v3-vectors-")?;
            name.strip_suffix(".tar.gz")?.parse().ok()
        };
        let mut versions = sums.0.keys().filter_map(whole);
        let (Some(version), None) = (versions.next(), versions.next()) else {
            let expected = "the sum of one archive zarr-v3-vectors-VERSION.tar.gz, as the file of a release has it";
            return Err(format!("expected {expected}"));
        };
        let of_archive = |(path, sum): (&String, &String)| {
            let stem = path.strip_suffix(SUMS)?.strip_suffix('/')?;
            Some((stem.to_owned(), sum.clone()))
        };
        Ok(Self {
            sums: sums.0.iter().filter_map(of_archive).collect(),
            ..Self::of_version(version)
        })
    }

    fn of_manifest(bytes: &[u8]) -> Result<Self, String> {
        /// Of a manifest, what tells its age. A later one may have more.
        #[derive(Deserialize)]
        struct Manifest {
            format: u64,
            version: String,
            edition: Option<String>,
            facts: BTreeMap<String, Fact>,
        }
        #[derive(Deserialize)]
        struct Fact {
            editions: Vec<String>,
            content: String,
        }
        let manifest: Manifest =
            serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if manifest.format != 1 {
            let format = manifest.format;
            return Err(format!(
                "found format {format}, but this program knows 1; take a newer one"
            ));
        }
        let version = manifest.version;
        let facts = manifest.facts.into_iter().map(|(id, fact)| {
            let Fact { editions, content } = fact;
            (id, Known { editions, content })
        });
        Ok(Self {
            edition: manifest.edition,
            facts: Some(facts.collect()),
            ..Self::of_version(parsed(&version)?)
        })
    }

    fn of_vectors(vectors: &Vectors) -> Result<Self, String> {
        let hashes = content_hashes(vectors).map_err(|error| error.to_string())?;
        let known = |(id, content): (String, String)| {
            let editions = vectors
                .fact(&id)
                .map(|fact| fact.editions.iter().map(ToString::to_string).collect());
            let editions = editions.unwrap_or_default();
            (id, Known { editions, content })
        };
        Ok(Self {
            facts: Some(hashes.into_iter().map(known).collect()),
            ..Self::of_version(parsed(vectors.version().unwrap_or_default())?)
        })
    }
}

fn parsed(version: &str) -> Result<Version, String> {
    version.parse().map_err(|()| {
        format!("found the version {version:?}, expected three numbers such as 1.2.0")
    })
}
