//! Seeds: small inputs of each target that come from the vectors, so that the fuzzer begins with what
//! is valid and nearly valid.

mod of_checks;
mod of_facts;
mod of_files;

use std::collections::BTreeMap;

use zarr_conform_reference::codecs;
use zarr_conform_vectors::{Fact, TopicFile, Vectors};

use crate::TARGETS;

/// Inputs of a target by the names of their files.
pub type Seeds = BTreeMap<String, Vec<u8>>;

/// The longest seed: `fuzz/run` has longer inputs for no target but `archives`.
pub(crate) const LONGEST: usize = 4096;

/// How many facts of a topic there is a seed of, at most.
const OF_A_TOPIC: usize = 12;

/// The seeds of every target, by its name.
///
/// # Errors
/// Where the embedded vectors cannot be loaded, or a run over them cannot be made.
pub fn seeds() -> Result<BTreeMap<&'static str, Seeds>, Box<dyn std::error::Error>> {
    let vectors = zarr_conform_embedded::vectors()?;
    let mut seeds = BTreeMap::from([
        ("metadata", of_facts::metadata(&vectors)),
        ("codecs", of_facts::codecs(&vectors)),
        ("sharding", of_files::sharding()?),
        ("vectors", of_files::vectors(&vectors)?),
        ("archives", of_files::archives(&vectors)?),
        ("inputs", of_files::inputs(&vectors)?),
        ("globs", of_files::globs()),
        ("runs", of_files::runs(&vectors)?),
        ("checks", of_files::checks()),
        ("scans", of_files::scans(&vectors)),
        ("sites", of_files::runs(&vectors)?),
    ]);
    let of_codecs = TARGETS.iter().filter(|it| codecs::is_format(it.0));
    seeds.extend(of_codecs.map(|(name, _)| (*name, of_facts::last_codec(&vectors, name))));
    let (answers, requests) = of_checks::answers_and_requests()?;
    seeds.insert("conversations", of_checks::conversations()?);
    seeds.insert("answers", answers);
    seeds.insert("requests", requests);
    for (target, seeds) in &mut seeds {
        if *target != "archives" {
            seeds.retain(|_, seed| seed.len() <= LONGEST);
        }
    }
    Ok(seeds)
}

/// Some facts of each topic: as many as there are seeds of it, evenly spread.
fn some<'a>(vectors: &'a Vectors, topic: &TopicFile) -> impl Iterator<Item = &'a Fact> {
    let facts = &vectors.facts()[topic.facts.clone()];
    let stride = facts.len().div_ceil(OF_A_TOPIC).max(1);
    facts.iter().step_by(stride)
}

/// The name of the file of a seed that comes from the fact or check of this id.
fn name(id: &str) -> String {
    id.replace(['/', '#'], ".")
}

#[cfg(test)]
mod tests {
    use zarr_conform::archive::{from_bytes, verify_contents};
    use zarr_conform::findings::Findings;
    use zarr_conform::fuzz::differences::Differences;
    use zarr_conform::fuzz::merge;
    use zarr_conform::matrix::Matrix;
    use zarr_conform::recorded::Recording;
    use zarr_conform::shares::Part;
    use zarr_conform_reference::{Steps, array_metadata};
    use zarr_conform_runner::{Expectations, Verdict};
    use zarr_conform_vectors::Files;

    use super::*;
    use crate::answers::Judging;
    use crate::parts::{files, first_line};

    /// How many seeds of a target something holds for.
    fn number(seeds: &Seeds, holds: impl Fn(&[u8]) -> bool) -> usize {
        seeds.values().filter(|it| holds(it)).count()
    }

    /// Without seeds that are valid, a fuzzer would never get behind the first check.
    #[test]
    fn many_seeds_are_valid() {
        let seeds = seeds().unwrap();
        let is_metadata = |it: &[u8]| array_metadata::parse(&Steps::default(), it).is_ok();
        assert!(number(&seeds["metadata"], is_metadata) > 50);
        let is_loaded = |it: &[u8]| {
            let files: Files = files(it).into_iter().collect();
            Vectors::from_files(String::new(), &files).is_ok()
        };
        assert_eq!(number(&seeds["vectors"], is_loaded), seeds["vectors"].len());
        let is_whole = |it: &[u8]| {
            let verified = verify_contents(from_bytes(&it[1..]), None);
            it[0] == 0 && verified.facts > 0
        };
        assert!(number(&seeds["archives"], is_whole) >= 2);
        let inputs = &seeds["inputs"];
        let text = |name: &str| std::str::from_utf8(&inputs[name][1..]).unwrap();
        assert_eq!(
            Expectations::parse(text("expectations"))
                .unwrap()
                .entries
                .len(),
            2
        );
        assert_eq!(Findings::parse(text("findings")).unwrap().all().count(), 1);
        let run = Recording::read(text("recording").as_bytes()).unwrap();
        assert!(
            run.results
                .iter()
                .any(|it| matches!(it.verdict, Verdict::Fail(_)))
        );
        let matrix: Matrix = serde_json::from_str(text("matrix")).unwrap();
        assert!(!matrix.pairs.is_empty());
        let hunts = merge::read(text("hunts")).unwrap();
        let parts = ["1", "2"].map(str::to_owned).into_iter().zip(hunts);
        let parts = parts.map(|(name, content)| Part { name, content });
        assert_eq!(merge::merge(parts.collect()).unwrap()[0].causes.len(), 1);
        let differences = Differences::read(text("differences").as_bytes()).unwrap();
        assert_eq!(differences.differing().count(), 1);
    }

    #[test]
    fn seeds_of_answers_are_about_checks() {
        let judging = Judging::new();
        let seeds = seeds().unwrap();
        let is_check = |it: &[u8]| {
            let (id, moves) = first_line(it);
            let id = std::str::from_utf8(id).unwrap();
            judging.checks.contains_key(id) && !moves.is_empty()
        };
        let answers = &seeds["answers"];
        assert!(number(answers, is_check) > answers.len() / 2);
    }
}
