//! A comment completes "An implementation that fails this …", so it begins with what that
//! implementation does. Where the text is open no implementation fails, and it says what is left
//! open.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::BTreeMap;
use std::path::Path;

use zarr_conform::vector::{Fact, Level, Vectors};

/// What an implementation that fails a fact does, in the third person, sorted.
const VERBS: &[&str] = &[
    "accepts",
    "adds",
    "applies",
    "calculates",
    "changes",
    "compares",
    "confuses",
    "counts",
    "creates",
    "cuts",
    "decodes",
    "deletes",
    "demands",
    "divides",
    "drops",
    "encodes",
    "ends",
    "exchanges",
    "fills",
    "finds",
    "flushes",
    "gives",
    "hides",
    "ignores",
    "keeps",
    "leaves",
    "lists",
    "looks",
    "loses",
    "makes",
    "misreads",
    "misses",
    "moves",
    "multiplies",
    "opens",
    "overflows",
    "overlooks",
    "puts",
    "reads",
    "refuses",
    "removes",
    "repeats",
    "reverses",
    "rounds",
    "scales",
    "skips",
    "splits",
    "stores",
    "subtracts",
    "swaps",
    "takes",
    "transposes",
    "treats",
    "trims",
    "uses",
    "wraps",
    "writes",
];

/// How a question begins that the text leaves open.
const QUESTION: &str = "whether";

/// How many facts a comment stands for at most: a failure that more of them share says too little
/// of each.
const MOST: usize = 12;

fn vectors() -> Vectors {
    Vectors::from_dir(&Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors")).unwrap()
}

/// The facts of which the first word of the comment is none of these.
fn begin_otherwise<'a>(facts: impl Iterator<Item = &'a Fact>, words: &[&str]) -> Vec<String> {
    facts
        .filter(|fact| {
            let first = fact.comment.split(' ').next().unwrap_or_default();
            !words.contains(&first)
        })
        .map(|fact| format!("{}: {}", fact.id, fact.comment))
        .collect()
}

#[test]
fn comments_begin_with_what_an_implementation_that_fails_does() {
    let vectors = vectors();
    let facts = vectors.facts().iter();
    let found = begin_otherwise(facts.filter(|fact| fact.level != Level::Open), VERBS);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn comments_of_open_facts_begin_with_the_question() {
    let vectors = vectors();
    let facts = vectors.facts().iter();
    let found = begin_otherwise(facts.filter(|fact| fact.level == Level::Open), &[QUESTION]);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn no_comment_stands_for_many_facts() {
    let vectors = vectors();
    let mut facts = BTreeMap::<&str, Vec<&str>>::new();
    for fact in vectors.facts() {
        facts.entry(&fact.comment).or_default().push(&fact.id);
    }
    facts.retain(|_, ids| ids.len() > MOST);
    assert!(facts.is_empty(), "{facts:#?}");
}
