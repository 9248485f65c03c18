//! Loading vectors from files, checked before anyone uses them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Bound, Range};
use std::path::Path;
use std::sync::Arc;

use zarr_conform_terms::Edition;

use super::error::LoadError;
use super::source;
use super::{Fact, Statement, Topic, check};

/// The version of the format of vectors.
pub const FORMAT: u64 = 1;

/// The file that has the version of the vectors.
pub const VERSION_FILE: &str = "VERSION";

/// Files by their path, which may be anybody's.
type Files<'a> = BTreeMap<&'a str, &'a [u8]>;

/// The files of a store by key, `zarr.json` among them.
pub type Store = BTreeMap<String, Arc<[u8]>>;

/// A file of facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicFile {
    /// Its path below the root of the vectors, for example `transpose/chains.json`.
    pub path: String,
    /// What its facts are for.
    pub about: String,
    /// Where its facts stand among all facts.
    pub facts: Range<usize>,
}

/// All facts, and the stores that array facts point at. A clone shares them.
#[derive(Clone, Debug)]
pub struct Vectors {
    loaded: Arc<Loaded>,
    edition: Option<Edition>,
}

#[derive(Debug)]
struct Loaded {
    source: String,
    version: Option<String>,
    topics: Vec<TopicFile>,
    facts: Vec<Fact>,
    positions: BTreeMap<String, usize>,
    stores: BTreeMap<String, Store>,
    twins: BTreeSet<String>,
}

impl Vectors {
    fn of(loaded: Loaded) -> Self {
        Self {
            loaded: Arc::new(loaded),
            edition: None,
        }
    }

    /// The vectors in a directory.
    pub fn from_dir(directory: &Path) -> Result<Self, LoadError> {
        let name = format!("{:?}", directory.display().to_string());
        Self::from_files(name, &source::directory(directory)?)
    }

    /// Where these vectors were found, for people.
    pub fn source(&self) -> &str {
        &self.loaded.source
    }

    /// The version of these vectors, three numbers joined by dots; nothing where they do not say.
    pub fn version(&self) -> Option<&str> {
        self.loaded.version.as_deref()
    }

    /// These vectors, which are confined to the facts of an edition, as those of an archive of one edition are.
    #[must_use]
    pub fn confined_to(self, edition: Option<Edition>) -> Self {
        Self { edition, ..self }
    }

    /// The edition whose facts these are; nothing where they may be of any.
    pub fn edition(&self) -> Option<Edition> {
        self.edition
    }

    /// The editions in which some fact holds.
    pub fn editions(&self) -> Vec<Edition> {
        let has = |edition: &Edition| {
            let mut facts = self.facts().iter();
            facts.any(|it| it.editions.contains(edition))
        };
        Edition::ALL.into_iter().filter(has).collect()
    }

    /// The files of facts, by path.
    pub fn topics(&self) -> &[TopicFile] {
        &self.loaded.topics
    }

    /// The facts, in the order of their files' paths and within a file as written.
    pub fn facts(&self) -> &[Fact] {
        &self.loaded.facts
    }

    /// The fact with this id.
    pub fn fact(&self, id: &str) -> Option<&Fact> {
        self.loaded
            .positions
            .get(id)
            .and_then(|&at| self.loaded.facts.get(at))
    }

    /// Whether another fact names this one as its twin.
    pub fn is_twin(&self, id: &str) -> bool {
        self.loaded.twins.contains(id)
    }

    /// The store that an array fact points at; nothing for facts of other kinds.
    pub fn store(&self, fact: &Fact) -> Option<&Store> {
        self.loaded.stores.get(&fact.id)
    }

    /// The vectors among these files, such as [`Files`](crate::Files), whose paths begin at the root
    /// of the vectors; `source` names them in messages.
    pub fn from_files<'a, K, B>(
        source: String,
        files: impl IntoIterator<Item = (&'a K, &'a B)>,
    ) -> Result<Self, LoadError>
    where
        K: AsRef<str> + 'a,
        B: AsRef<[u8]> + 'a,
    {
        let files = files.into_iter();
        let files = files.map(|(path, bytes)| (path.as_ref(), bytes.as_ref()));
        let loaded = Loaded::from_sorted(source, &files.collect())?;
        Ok(Self::of(loaded))
    }

    /// The vectors that these facts are, with their stores, in files named by the ids; `source` names
    /// them in messages.
    ///
    /// # Errors
    /// As for files: where a fact contradicts itself, or has no twin among them.
    pub fn from_facts(
        source: String,
        facts: impl IntoIterator<Item = (Fact, Option<Store>)>,
    ) -> Result<Self, LoadError> {
        let mut vectors = Loaded::empty(source, None);
        let mut file_of_fact = BTreeMap::new();
        for (fact, store) in facts {
            let topic = fact.id.rsplit_once('/').map_or("", |(topic, _)| topic);
            let file = format!("{topic}.json");
            check::fact(&file, &fact).map_err(|problem| bad_fact(&file, &fact.id, problem))?;
            file_of_fact.insert(fact.id.clone(), file.clone());
            vectors.stores.extend(store.map(|it| (fact.id.clone(), it)));
            vectors.put(&file, fact)?;
        }
        vectors.check_twins(&file_of_fact)?;
        Ok(Self::of(vectors))
    }
}

impl Loaded {
    fn empty(source: String, version: Option<String>) -> Self {
        Self {
            source,
            version,
            topics: Vec::new(),
            facts: Vec::new(),
            positions: BTreeMap::new(),
            stores: BTreeMap::new(),
            twins: BTreeSet::new(),
        }
    }

    fn from_sorted(source: String, files: &Files<'_>) -> Result<Self, LoadError> {
        let topics: Vec<&str> = files
            .keys()
            .copied()
            .filter(|key| is_topic(files, key))
            .collect();
        if topics.is_empty() {
            return Err(LoadError::NoVectors { directory: source });
        }
        let mut vectors = Self::empty(source, version_of(files)?);
        let mut file_of_fact = BTreeMap::new();
        for file in topics {
            let topic = parse_topic(file, files[file])?;
            let first = vectors.facts.len();
            for fact in topic.facts {
                file_of_fact.insert(fact.id.clone(), file.to_owned());
                vectors.add(file, fact, files)?;
            }
            vectors.topics.push(TopicFile {
                path: file.to_owned(),
                about: topic.about,
                facts: first..vectors.facts.len(),
            });
        }
        vectors.check_twins(&file_of_fact)?;
        Ok(vectors)
    }

    fn add(&mut self, file: &str, fact: Fact, files: &Files<'_>) -> Result<(), LoadError> {
        let bad = |problem: String| bad_fact(file, &fact.id, problem);
        check::fact(file, &fact).map_err(bad)?;
        if let Statement::Array(array) = &fact.statement {
            let store = store_of(file, &array.store, files).map_err(bad)?;
            self.stores.insert(fact.id.clone(), store);
        }
        self.put(file, fact)
    }

    fn put(&mut self, file: &str, fact: Fact) -> Result<(), LoadError> {
        if self.positions.contains_key(&fact.id) {
            let problem = "found a second fact with this id".to_owned();
            return Err(bad_fact(file, &fact.id, problem));
        }
        self.twins.extend(fact.twin.clone());
        self.positions.insert(fact.id.clone(), self.facts.len());
        self.facts.push(fact);
        Ok(())
    }

    fn check_twins(&self, file_of_fact: &BTreeMap<String, String>) -> Result<(), LoadError> {
        for fact in &self.facts {
            let Some(id) = &fact.twin else { continue };
            let twin = self.positions.get(id).and_then(|&at| self.facts.get(at));
            let verdict = match twin {
                None => Err(format!("found no fact with the id of its twin {id:?}")),
                Some(twin) => check::twin(fact, twin),
            };
            verdict.map_err(|problem| {
                let file = file_of_fact.get(&fact.id).map_or("", String::as_str);
                bad_fact(file, &fact.id, problem)
            })?;
        }
        Ok(())
    }
}

/// The version in the file `VERSION`, where there is one.
fn version_of(files: &Files<'_>) -> Result<Option<String>, LoadError> {
    let Some(bytes) = files.get(VERSION_FILE) else {
        return Ok(None);
    };
    let text = String::from_utf8_lossy(bytes);
    let version = text.trim_end();
    let is_number = |part: &str| part.parse::<u32>().is_ok_and(|it| it.to_string() == part);
    if version.split('.').count() == 3 && version.split('.').all(is_number) {
        return Ok(Some(version.to_owned()));
    }
    Err(LoadError::Malformed {
        file: VERSION_FILE.to_owned(),
        member: "version".to_owned(),
        problem: format!("found {version:?}, expected three numbers such as 1.2.0"),
    })
}

fn bad_fact(file: &str, fact: &str, problem: String) -> LoadError {
    LoadError::BadFact {
        file: file.to_owned(),
        fact: fact.to_owned(),
        problem,
    }
}

/// JSON files are topics, except schemas and what lies in the folder of a store.
fn is_topic(files: &Files<'_>, key: &str) -> bool {
    let is_json = Path::new(key).extension().is_some_and(|it| it == "json");
    is_json && !key.starts_with("schema/") && !lies_in_store(files, key)
}

fn lies_in_store(files: &Files<'_>, key: &str) -> bool {
    key.match_indices('/')
        .any(|(at, _)| files.contains_key(format!("{}/zarr.json", &key[..at]).as_str()))
}

fn parse_topic(file: &str, bytes: &[u8]) -> Result<Topic, LoadError> {
    // To know where one is takes as long again, and is needed only where something is wrong.
    let parsed = serde_json::from_slice(bytes);
    let topic: Topic = parsed.or_else(|_| parse_and_locate(file, bytes))?;
    if topic.format != FORMAT {
        let problem = format!("found {}, expected {FORMAT}", topic.format);
        return Err(LoadError::Malformed {
            file: file.to_owned(),
            member: "format".to_owned(),
            problem,
        });
    }
    Ok(topic)
}

/// The same, with the member that is wrong in the error.
fn parse_and_locate(file: &str, bytes: &[u8]) -> Result<Topic, LoadError> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let malformed = |member: String, problem: String| LoadError::Malformed {
        file: file.to_owned(),
        member,
        problem,
    };
    let topic: Topic = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let member = name_fact(bytes, &error.path().to_string());
        malformed(member, error.into_inner().to_string())
    })?;
    json.end()
        .map_err(|error| malformed("after the object".to_owned(), error.to_string()))?;
    Ok(topic)
}

/// `facts[3].chunk` with the id of fact 3 behind it, where the file can be read that far.
fn name_fact(bytes: &[u8], member: &str) -> String {
    let id = || {
        let index: usize = member
            .strip_prefix("facts[")?
            .split(']')
            .next()?
            .parse()
            .ok()?;
        let value: serde_json::Value = serde_json::from_slice(bytes).ok()?;
        Some(
            value
                .get("facts")?
                .get(index)?
                .get("id")?
                .as_str()?
                .to_owned(),
        )
    };
    match id() {
        Some(id) => format!("{member} (fact {id:?})"),
        None => member.to_owned(),
    }
}

fn store_of(file: &str, folder: &str, files: &Files<'_>) -> Result<Store, String> {
    let beside = file.rsplit_once('/').map_or("", |(parent, _)| parent);
    let prefix = match beside {
        "" => format!("{folder}/"),
        parent => format!("{parent}/{folder}/"),
    };
    let store: Store = files
        .range::<str, _>((Bound::Included(prefix.as_str()), Bound::Unbounded))
        .take_while(|(key, _)| key.starts_with(&prefix))
        .map(|(key, bytes)| (key[prefix.len()..].to_owned(), Arc::from(*bytes)))
        .collect();
    if store.contains_key("zarr.json") {
        Ok(store)
    } else {
        Err(format!("array.store: found no file {prefix}zarr.json"))
    }
}
