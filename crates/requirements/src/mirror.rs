//! Which function of the reference carries out which requirement.
//!
//! The generator derives `data/functions.toml` from the lists of requirements in the doc comments of the
//! reference, so that a function and what it carries out stand in one place. `data/unmirrored.toml` has the
//! requirements that facts test and no function cites, with the reasons.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::registry::Registry;

/// A function of the reference, or another of its items, that cites requirements.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Function {
    /// The file below the root of the repository, parts joined by `/`.
    pub file: String,
    /// Its name: `decode`, `Format::of` for a method, `impl BytesToBytes for Gzip`.
    pub name: String,
    /// The ids of the requirements that it carries out; at least one.
    pub requirements: Vec<String>,
}

impl Function {
    /// Its name below the root of the reference, without what all documents share: `codecs::gzip::decode`.
    pub fn path(&self) -> String {
        if self.name.contains(' ') {
            return self.name.clone();
        }
        let (_, below) = self
            .file
            .split_once("/src/")
            .unwrap_or(("", self.file.as_str()));
        let modules = below.trim_end_matches(".rs").split('/');
        let is_named = |part: &&str| !matches!(*part, "documents" | "mod" | "text" | "lib");
        let parts = modules.filter(is_named).chain([self.name.as_str()]);
        parts.collect::<Vec<_>>().join("::")
    }
}

/// Requirements that no function of the reference cites, though facts test them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unmirrored {
    /// Why.
    pub reason: String,
    /// Their ids; at least one.
    pub requirements: Vec<String>,
}

impl Registry {
    /// The functions that carry out a requirement, by file and place.
    pub fn functions_of<'a>(&'a self, requirement: &'a str) -> impl Iterator<Item = &'a Function> {
        let cites = move |it: &&Function| it.requirements.iter().any(|id| id == requirement);
        self.functions.iter().filter(cites)
    }

    /// Why no function carries out a requirement that facts test.
    pub fn unmirrored_because(&self, requirement: &str) -> Option<&str> {
        let is_meant = |it: &&Unmirrored| it.requirements.iter().any(|id| id == requirement);
        let found = self.unmirrored.iter().find(is_meant);
        found.map(|it| it.reason.as_str())
    }

    /// What does not fit between the registry and the functions of the reference, a line each: unknown
    /// ids; requirements that facts test, that no function cites, and that give no reason; and such reasons
    /// where they are not needed.
    pub fn problems_of_functions(&self) -> Vec<String> {
        let ids: BTreeSet<&str> = self.requirements.iter().map(|it| it.id.as_str()).collect();
        let mut problems = Vec::new();
        for Function {
            file,
            name,
            requirements,
        } in &self.functions
        {
            let unknown = requirements.iter().filter(|it| !ids.contains(it.as_str()));
            problems.extend(
                unknown.map(|id| format!("{file}: {name} cites an unknown requirement {id}")),
            );
        }
        for id in self.unmirrored.iter().flat_map(|it| &it.requirements) {
            if !ids.contains(id.as_str()) {
                problems.push(format!("unmirrored.toml: unknown requirement {id}"));
            }
        }
        for requirement in &self.requirements {
            let id = requirement.id.as_str();
            let is_cited = self.functions_of(id).next().is_some();
            let is_tested = requirement.reason.is_none();
            problems.push(match self.unmirrored_because(id) {
                None if is_tested && !is_cited => format!(
                    "{id}: facts test it, no function of the reference cites it, and unmirrored.toml \
                     gives no reason"
                ),
                Some(_) if is_cited || !is_tested => {
                    format!("{id}: unmirrored.toml gives a reason that it does not need")
                }
                _ => continue,
            });
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tested_requirement_has_a_function_or_a_reason() {
        let registry = Registry::load().unwrap();
        assert_eq!(registry.problems_of_functions(), Vec::<String>::new());
        assert!(registry.functions.len() > 100);
        assert!(registry.unmirrored.iter().all(|it| !it.reason.is_empty()));
    }

    /// Takes away what `gzip.deflate` has, and gives what it must not have.
    #[test]
    fn what_does_not_fit_is_named() {
        let mut registry = Registry::load().unwrap();
        let mut cited: Vec<&mut Vec<String>> = registry
            .functions
            .iter_mut()
            .map(|it| &mut it.requirements)
            .collect();
        for requirements in &mut cited {
            requirements.retain(|it| it != "gzip.deflate");
        }
        cited[0].push("no.such".to_owned());
        let known = registry.unmirrored[0].requirements[0].clone();
        registry.functions[1].requirements.push(known.clone());
        let reasons = &mut registry.unmirrored[0].requirements;
        reasons.extend(["gzip.level-speed".to_owned(), "none.such".to_owned()]);
        let (file, name) = (&registry.functions[0].file, &registry.functions[0].name);
        let mut expected = vec![
            format!("{file}: {name} cites an unknown requirement no.such"),
            "unmirrored.toml: unknown requirement none.such".to_owned(),
            "gzip.deflate: facts test it, no function of the reference cites it, and unmirrored.toml \
             gives no reason"
                .to_owned(),
            "gzip.level-speed: unmirrored.toml gives a reason that it does not need".to_owned(),
            format!("{known}: unmirrored.toml gives a reason that it does not need"),
        ];
        let mut found = registry.problems_of_functions();
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_function_is_named_by_its_document() {
        for (file, name, path) in [
            (
                "crates/reference/src/codecs/gzip.rs",
                "decode",
                "codecs::gzip::decode",
            ),
            (
                "crates/reference/src/documents/gzip/text.rs",
                "decode",
                "gzip::decode",
            ),
            (
                "crates/reference/src/codecs/mod.rs",
                "chain",
                "codecs::chain",
            ),
            (
                "crates/reference/src/float.rs",
                "Format::of",
                "float::Format::of",
            ),
            (
                "crates/reference/src/codecs/gzip.rs",
                "impl BytesToBytes for Gzip",
                "impl BytesToBytes for Gzip",
            ),
        ] {
            let function = Function {
                file: file.to_owned(),
                name: name.to_owned(),
                requirements: Vec::new(),
            };
            assert_eq!(function.path(), path);
        }
    }
}
