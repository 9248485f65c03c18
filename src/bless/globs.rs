//! Globs that match exactly a set of checks.

use std::collections::{BTreeMap, BTreeSet};

/// The fewest globs of the form `topic/{fact,fact}#{operation,operation}` that match these checks
/// and no others, each check once.
pub fn exact(checks: &[&str]) -> Vec<String> {
    let mut operations: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for check in checks {
        let (fact, operation) = check.split_once('#').unwrap_or((check, ""));
        operations.entry(fact).or_default().insert(operation);
    }
    let mut facts: BTreeMap<(&str, BTreeSet<&str>), BTreeSet<&str>> = BTreeMap::new();
    for (fact, operations) in operations {
        let (topic, name) = fact.split_at(fact.rfind('/').map_or(0, |at| at + 1));
        facts.entry((topic, operations)).or_default().insert(name);
    }
    let globs = facts.into_iter().map(|((topic, operations), names)| {
        let names = alternatives(&names);
        format!("{topic}{names}#{}", alternatives(&operations))
    });
    globs.collect()
}

fn alternatives(names: &BTreeSet<&str>) -> String {
    let list: Vec<&str> = names.iter().copied().collect();
    match list.as_slice() {
        [name] => (*name).to_owned(),
        names => format!("{{{}}}", names.join(",")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use zarr_conform_runner::Filter;

    #[test]
    fn checks_of_a_topic_share_a_glob() {
        let checks = [
            "a/b/x#read",
            "a/b/x#open",
            "a/b/y#read",
            "a/b/y#open",
            "a/b/z#read",
            "a/c#read",
        ];
        assert_eq!(
            exact(&checks),
            ["a/c#read", "a/b/{x,y}#{open,read}", "a/b/z#read"]
        );
    }

    proptest! {
        #[test]
        fn they_match_these_checks_and_no_others(picked in prop::collection::vec(any::<bool>(), 36)) {
            let mut all = Vec::new();
            for topic in ["a/b", "a/bc", "d"] {
                for fact in ["x", "x-y", "y"] {
                    for operation in ["open", "read", "write", "create"] {
                        all.push(format!("{topic}/{fact}#{operation}"));
                    }
                }
            }
            let of = |wanted: bool| all.iter().zip(&picked)
                .filter(move |(_, picked)| **picked == wanted)
                .map(|(check, _)| check.as_str());
            let checks: Vec<&str> = of(true).collect();
            let globs = exact(&checks);
            let matching = |check: &str| {
                let globs = globs.iter().map(|glob| Filter::parse(glob).unwrap());
                globs.filter(|glob| glob.matches(check)).count()
            };
            for check in of(true) {
                prop_assert_eq!(matching(check), 1, "{}", check);
            }
            for check in of(false) {
                prop_assert_eq!(matching(check), 0, "{}", check);
            }
        }
    }
}
