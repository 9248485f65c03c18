//! What a small space that is enumerated leaves out: inputs of which another fact says what they are.
//!
//! No two facts of enumerations have the same input, and none has the input of a fact that is
//! written out and holds in the same editions. Inputs are compared to the letter: a document by its
//! bytes, a codec list as it is spelled. So nothing is left out because it looks alike.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::bail;
use serde_json::json;
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Fact, Statement};

use crate::topic::Topic;

/// Takes the facts of enumerations that are redundant out of their topics; the fact that is there is
/// the twin of those of which they are. Gives, for each, its id and that of the fact that is there.
///
/// # Errors
/// Where two facts of enumerations have the same input.
pub(crate) fn leave_out(topics: &mut [Topic]) -> anyhow::Result<Vec<(String, String)>> {
    let mut written: BTreeMap<String, Vec<(BTreeSet<Edition>, String)>> = BTreeMap::new();
    for topic in &*topics {
        let facts = topic.facts.iter();
        for fact in facts.filter(|fact| !topic.enumerated.contains(&fact.id)) {
            let stated = (editions(fact), fact.id.clone());
            written.entry(input(fact)).or_default().push(stated);
        }
    }
    let mut left_out = Vec::new();
    let mut enumerated: BTreeMap<String, Vec<(BTreeSet<Edition>, String)>> = BTreeMap::new();
    for topic in &mut *topics {
        let names = topic.enumerated.clone();
        let mut twice = None;
        topic.facts.retain(|fact| {
            if !names.contains(&fact.id) {
                return true;
            }
            let (input, editions) = (input(fact), editions(fact));
            let mut same = written.get(&input).into_iter().flatten();
            if let Some((_, same)) = same.find(|(known, _)| known.is_superset(&editions)) {
                left_out.push((fact.id.clone(), same.clone()));
                return false;
            }
            let earlier = enumerated.entry(input).or_default();
            let mut same = earlier.iter();
            if let Some((_, same)) = same.find(|(known, _)| !known.is_disjoint(&editions)) {
                twice.get_or_insert((fact.id.clone(), same.clone()));
            }
            earlier.push((editions, fact.id.clone()));
            true
        });
        if let Some((id, same)) = twice {
            bail!("{id} has the same input as {same}, and both are enumerated");
        }
    }
    let same: BTreeMap<&str, &String> = left_out.iter().map(|(id, it)| (id.as_str(), it)).collect();
    let facts = topics.iter_mut().flat_map(|topic| &mut topic.facts);
    for twin in facts.filter_map(|fact| fact.twin.as_mut()) {
        if let Some(same) = same.get(twin.as_str()) {
            (*same).clone_into(twin);
        }
    }
    Ok(left_out)
}

/// No two chunks have the same input and the same bytes in one edition: what reads one reads the other. A
/// fact is the twin of others in any file.
///
/// # Errors
/// Where two have, with the ids of both.
pub(crate) fn check(topics: &[Topic]) -> anyhow::Result<()> {
    let mut known: BTreeMap<String, Vec<&Fact>> = BTreeMap::new();
    for fact in topics.iter().flat_map(|topic| &topic.facts) {
        let encoded = match &fact.statement {
            Statement::Chunk(it) => json!([it.claim.holds(), it.free]),
            Statement::BadChunk(_) => json!(null),
            _ => continue,
        };
        let same = known
            .entry(format!("{} {encoded}", input(fact)))
            .or_default();
        let is_known = |it: &&&Fact| !editions(it).is_disjoint(&editions(fact));
        if let Some(other) = same.iter().find(is_known) {
            bail!(
                "{} has the same input and bytes as {}: leave one of them out",
                fact.id,
                other.id
            );
        }
        same.push(fact);
    }
    Ok(())
}

fn editions(fact: &Fact) -> BTreeSet<Edition> {
    fact.editions.iter().copied().collect()
}

/// The input of a fact, without what is claimed of it. That of an array is its store, which is its own.
fn input(fact: &Fact) -> String {
    let input = match &fact.statement {
        Statement::Chunk(it) => json!([it.data_type, it.shape, it.codecs, it.elements]),
        Statement::Representation(it) => json!([it.data_type, it.shape, it.codecs]),
        Statement::BadChunk(it) => json!([it.data_type, it.shape, it.codecs, it.encoded]),
        Statement::Grid(it) => json!([it.array_shape, it.chunk_shape]),
        Statement::Metadata(it) => json!(hex::encode(it.document())),
        Statement::Array(it) => json!([fact.id, it.store]),
        Statement::Hierarchy(it) => json!([
            it.documents,
            it.change,
            it.path,
            it.through,
            it.consolidated
        ]),
    };
    format!("{} {input}", kind(&fact.statement))
}

fn kind(statement: &Statement) -> &'static str {
    match statement {
        Statement::Chunk(_) => "chunk",
        Statement::Representation(_) => "representation",
        Statement::BadChunk(_) => "bad chunk",
        Statement::Grid(_) => "grid",
        Statement::Metadata(_) => "metadata",
        Statement::Array(_) => "array",
        Statement::Hierarchy(_) => "hierarchy",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A topic of grids of these lengths: name, length of the array, editions.
    fn topic(path: &str, facts: &[(&str, u64, &[&str])], is_enumerated: bool) -> Topic {
        let mut topic = Topic::new(path, "grids");
        for (name, length, editions) in facts {
            let id = format!("{path}/{name}");
            let fact = json!({
                "id": id, "comment": "", "requirements": ["a"], "level": "must",
                "editions": editions,
                "grid": {"array_shape": [length], "chunk_shape": [1], "grid_shape": [length]},
            });
            topic.facts.push(serde_json::from_value(fact).unwrap());
            if is_enumerated {
                topic.enumerated.insert(id);
            }
        }
        topic
    }

    const BOTH: &[&str] = &["3.0", "3.1"];

    #[test]
    fn what_is_written_out_is_left_out_where_the_editions_are_all_there() {
        let mut topics = [
            topic("a/b", &[("one", 1, BOTH), ("again", 1, BOTH)], true),
            topic("a/c", &[("two", 2, &["3.0"]), ("one", 1, BOTH)], false),
            topic("a/d", &[("two", 2, BOTH), ("three", 3, BOTH)], true),
        ];
        let left_out = leave_out(&mut topics).unwrap();
        let of = |id: &str, same: &str| (id.to_owned(), same.to_owned());
        let expected = [of("a/b/one", "a/c/one"), of("a/b/again", "a/c/one")];
        assert_eq!(left_out, expected);
        let ids = |topic: &Topic| -> Vec<String> {
            topic.facts.iter().map(|fact| fact.id.clone()).collect()
        };
        assert_eq!(ids(&topics[0]), Vec::<String>::new());
        assert_eq!(ids(&topics[1]), ["a/c/two", "a/c/one"]);
        assert_eq!(ids(&topics[2]), ["a/d/two", "a/d/three"]);
    }

    #[test]
    fn what_is_left_out_as_a_twin_stands_elsewhere() {
        let mut enumerated = topic("a/b", &[("one", 1, BOTH), ("two", 2, BOTH)], true);
        enumerated.facts[1].twin = Some("a/b/one".to_owned());
        let mut topics = [enumerated, topic("a/c", &[("one", 1, BOTH)], false)];
        leave_out(&mut topics).unwrap();
        assert_eq!(topics[0].facts[0].twin.as_deref(), Some("a/c/one"));
    }

    #[test]
    fn two_chunks_of_the_same_bytes_are_an_error() {
        let mut topics = [Topic::new("a/b", "chunks")];
        let mut add = |name: &str, editions: &[&str], encoded: &str| {
            let fact = json!({
                "id": format!("a/b/{name}"), "comment": "", "requirements": ["a.b"],
                "level": "must", "editions": editions,
                "chunk": {
                    "data_type": "int8", "shape": [1], "codecs": [{"name": "gzip"}],
                    "elements": "01", "encoded": encoded, "free": true,
                },
            });
            topics[0].facts.push(serde_json::from_value(fact).unwrap());
            check(&topics).map_err(|error| error.to_string())
        };
        assert_eq!(add("one", &["3.0"], "aa"), Ok(()));
        assert_eq!(add("other-bytes", BOTH, "bb"), Ok(()));
        assert_eq!(add("other-edition", &["3.1"], "aa"), Ok(()));
        let expected =
            "a/b/again has the same input and bytes as a/b/one: leave one of them out".to_owned();
        assert_eq!(add("again", BOTH, "aa"), Err(expected));
    }

    #[test]
    fn two_of_enumerations_have_different_inputs() {
        let one = topic("a/b", &[("one", 1, BOTH)], true);
        let other = topic("a/c", &[("one", 1, &["3.1"])], true);
        let error = leave_out(&mut [one, other]).unwrap_err();
        let expected = "a/c/one has the same input as a/b/one, and both are enumerated";
        assert_eq!(error.to_string(), expected);
    }
}
