//! Vectors. The input is files: as by `parts::files`.

use zarr_conform_vectors::{Files, Topic, Vectors, pretty};

use crate::parts::files;

/// Vectors are loaded or refused. What is loaded is written, and loaded again is the same.
pub fn vectors(input: &[u8]) {
    let files: Files = files(input).into_iter().collect();
    let Ok(loaded) = Vectors::from_files("the input".to_owned(), &files) else {
        return;
    };
    let mut written = files.clone();
    for topic in loaded.topics() {
        let facts = &loaded.facts()[topic.facts.clone()];
        let file = Topic {
            format: zarr_conform_vectors::FORMAT,
            about: topic.about.clone(),
            facts: facts.to_vec(),
        };
        let value = serde_json::to_value(&file);
        let Ok(value) = value else {
            panic!("{}: what was loaded is not JSON", topic.path);
        };
        written.insert(topic.path.clone(), pretty(&value).into_bytes());
    }
    match Vectors::from_files("the input, written again".to_owned(), &written) {
        Ok(again) => {
            assert_eq!(again.facts(), loaded.facts());
            assert_eq!(again.topics(), loaded.topics());
            assert_eq!(again.version(), loaded.version());
        }
        Err(error) => panic!("written again: {error}"),
    }
    for fact in loaded.facts() {
        assert_eq!(loaded.fact(&fact.id), Some(fact));
        let _ = fact.statement.refused();
    }
}
