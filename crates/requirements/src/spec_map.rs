//! Renders the registry and the facts as `SPEC_MAP.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::by_reference::BY_REFERENCE;
use super::coverage::{Coverage, Standing, standing};
use super::erratum::{Mend, Passage};
use super::registry::{Place, Registry, Requirement};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Binds, Fact};

/// Names of misreadings that the facts of a requirement exclude, by its id.
pub type Misreadings = BTreeMap<String, Vec<String>>;

/// How documents begin, in the order of the map.
const DOCUMENTS: [&str; 14] = [
    "current/codecs/transpose",
    "current/codecs/",
    "current/chunk-grids/",
    "current/chunk-key-encodings/",
    "current/data-types",
    "current/",
    "extensions/",
    "formats/",
    "rfc/",
    "3.0/codecs/",
    "3.0/",
    "draft/transpose",
    "draft/endian",
    "draft/",
];

const OPENING: &str = "\
# Map of the specification

Written by `cargo run -p generator`; do not edit.

Each normative sentence of the documents has one requirement. A requirement stands in every section
that states it; *sentence* is the number of the sentence in its section, by the rule in
[`src/spec/sentences.rs`](src/spec/sentences.rs). The words are ours; those of the
specification are at the commits below, `conform spec show ID` has the address of each, and `conform
spec check DIR` compares the registered hashes with a checkout.

| edition | documents | commit of [zarr-specs](https://github.com/zarr-developers/zarr-specs) | date |
| --- | --- | --- | --- |
";

/// The Markdown text. With no misreadings the table has no column for them.
pub fn render(registry: &Registry, facts: &[Fact], misreadings: &Misreadings) -> String {
    let map = Map {
        registry,
        coverage: Coverage::new(facts),
        misreadings,
    };
    let mut text = OPENING.to_owned();
    for edition in Edition::ALL {
        let (folder, commit, date) = (edition.folder(), edition.commit(), edition.date());
        line(
            &mut text,
            &format!("| {edition} | `{folder}/` | {commit} | {date} |"),
        );
    }
    documents_by_reference(&mut text);
    map.summary(&mut text);
    for document in documents(registry) {
        map.document(document, &mut text);
    }
    map.premises(&mut text);
    map.errata(&mut text);
    map.open_places(&mut text);
    text
}

/// What the documents of the editions refer to.
fn documents_by_reference(text: &mut String) {
    line(
        text,
        "\n| by reference | document | editions |\n| --- | --- | --- |",
    );
    for document in &BY_REFERENCE {
        let (described, name) = (document.described(), document.name);
        let editions: Vec<&str> = document.editions.iter().map(|it| it.name()).collect();
        let editions = editions.join(", ");
        line(text, &format!("| {described} | `{name}` | {editions} |"));
    }
}

/// The documents of the registry in the order of the map.
pub fn documents(registry: &Registry) -> Vec<&str> {
    let mut documents: Vec<&str> = registry.documents().into_keys().collect();
    // They are sorted by name, and those that begin alike stay so.
    documents.sort_by_key(|document| {
        let position = DOCUMENTS.iter().position(|it| document.starts_with(it));
        position.unwrap_or(DOCUMENTS.len())
    });
    documents
}

/// A requirement, and the ordinals of its sentences in a section.
type Row<'a> = (&'a Requirement, Vec<usize>);

struct Map<'a> {
    registry: &'a Registry,
    coverage: Coverage<'a>,
    misreadings: &'a Misreadings,
}

impl Map<'_> {
    fn summary(&self, text: &mut String) {
        let requirements = &self.registry.requirements;
        let tested = requirements
            .iter()
            .filter(|it| !self.coverage.facts(&it.id).is_empty())
            .count();
        let refusals = self.coverage.refusals();
        let explained = requirements.iter().filter(|it| it.reason.is_some()).count();
        line(
            text,
            &format!(
                "\n{} requirements: {tested} tested by facts, {explained} that no fact can test, \
                 with the reason. {} contradictions, {} open places. {} of {} \
                 refusals rest on a premise, since no sentence orders failure.",
                requirements.len(),
                self.registry.errata.len(),
                self.registry.open.len(),
                refusals.iter().filter(|it| it.premise.is_some()).count(),
                refusals.len(),
            ),
        );
    }

    fn document(&self, document: &str, text: &mut String) {
        line(text, &format!("\n## {document}"));
        for (section, rows) in self.sections(document) {
            line(text, &format!("\n### {}\n", escaped(section)));
            self.head(text);
            for (requirement, ordinals) in rows {
                self.row(requirement, &ordinals, text);
            }
        }
    }

    /// The sections of a document in the order of their first requirement, each with its
    /// requirements in the order of their first sentence.
    fn sections(&self, document: &str) -> Vec<(&str, Vec<Row<'_>>)> {
        let mut sections: Vec<(&str, Vec<Row>)> = Vec::new();
        for requirement in &self.registry.requirements {
            for sentence in &requirement.sentences {
                if sentence.document != document {
                    continue;
                }
                let name = sentence.section.as_str();
                let at = sections.iter().position(|(known, _)| *known == name);
                let at = at.unwrap_or_else(|| {
                    sections.push((name, Vec::new()));
                    sections.len() - 1
                });
                let rows = &mut sections[at].1;
                match rows
                    .iter_mut()
                    .find(|(known, _)| known.id == requirement.id)
                {
                    Some((_, ordinals)) => ordinals.push(sentence.ordinal),
                    None => rows.push((requirement, vec![sentence.ordinal])),
                }
            }
        }
        for (_, rows) in &mut sections {
            rows.sort_by_key(|(_, ordinals)| ordinals.first().copied());
        }
        sections
    }

    fn head(&self, text: &mut String) {
        let mut columns = vec![
            "sentence",
            "requirement",
            "level",
            "editions",
            "in our words",
            "reference",
            "valid facts",
            "invalid facts",
            "open facts",
        ];
        if !self.misreadings.is_empty() {
            columns.push("misreadings excluded");
        }
        line(text, &format!("| {} |", columns.join(" | ")));
        line(text, &format!("|{}", " --- |".repeat(columns.len())));
    }

    fn row(&self, requirement: &Requirement, ordinals: &[usize], text: &mut String) {
        let ordinals: Vec<String> = ordinals.iter().map(usize::to_string).collect();
        let editions: Vec<&str> = requirement.editions.iter().map(|it| it.name()).collect();
        let mut cells = vec![
            ordinals.join(", "),
            format!("`{}`", requirement.id),
            requirement.level.name().to_owned(),
            editions.join(", "),
            escaped(&requirement.paraphrase),
            reference_link(&requirement.reference),
        ];
        cells.extend(self.facts(requirement));
        if !self.misreadings.is_empty() {
            let excluded = self.misreadings.get(&requirement.id);
            cells.push(excluded.map_or_else(String::new, |names| code_list(names)));
        }
        line(text, &format!("| {} |", cells.join(" | ")));
    }

    /// The cells on facts; the reason in the first of them where there are none.
    fn facts(&self, requirement: &Requirement) -> [String; 3] {
        let facts = self.coverage.facts(&requirement.id);
        if facts.is_empty() {
            let reason = requirement.reason.as_deref().map(escaped);
            let reason = reason.unwrap_or_else(|| "**not tested**".to_owned());
            return [reason, String::new(), String::new()];
        }
        [Standing::Valid, Standing::Invalid, Standing::Open].map(|wanted| {
            let of_standing: Vec<&Fact> = facts
                .iter()
                .copied()
                .filter(|fact| standing(fact) == wanted)
                .collect();
            fact_links(&of_standing)
        })
    }

    fn premises(&self, text: &mut String) {
        line(text, "\n## What verdicts rest on");
        for premise in &self.registry.premises {
            line(text, &format!("\n### {}\n", premise.id));
            line(text, &escaped(&premise.premise));
            list("Why", &premise.why, text);
            list("Limits", &premise.limits, text);
            list(
                "Families of facts that were in doubt",
                &premise.families,
                text,
            );
            let facts = self.coverage.facts_resting_on(&premise.id);
            let links = fact_links(&facts);
            let bound = facts.iter().filter(|it| it.binds == Binds::Writer).count();
            let number = facts.len();
            line(
                text,
                &format!("\n{number} facts rest on it, of which {bound} bind the writer: {links}."),
            );
        }
    }

    fn errata(&self, text: &mut String) {
        line(text, "\n## Contradictions, and the reading taken");
        for erratum in &self.registry.errata {
            line(text, &format!("\n### {}\n", erratum.id));
            line(text, &escaped(&erratum.contradiction));
            line(text, &format!("\n- Reading: {}", escaped(&erratum.reading)));
            line(text, &format!("- Why: {}", escaped(&erratum.why)));
            line(text, &format!("- Places: {}", passages(&erratum.places)));
            match &erratum.mend {
                Mend::Replacement(mend) => line(text, &format!("- Mend: {}", escaped(mend))),
                Mend::Past(why) => line(text, &format!("- Mend: none. {}", escaped(why))),
            }
            if let Some(issue) = &erratum.issue {
                line(text, &format!("- Thread: <{issue}>"));
            }
            let bears_on = code_list(&erratum.requirements);
            line(text, &format!("- Requirements: {bears_on}"));
        }
    }

    fn open_places(&self, text: &mut String) {
        line(text, "\n## Open places");
        line(
            text,
            "\nThe text does not answer these questions. The suite records what an implementation \
              does; no reading fails, and elements that no reading gives are wrong. Each fact about \
              one names it as `open`.",
        );
        for open in &self.registry.open {
            line(text, &format!("\n### {}\n", open.id));
            line(text, &format!("{}\n", escaped(&open.question)));
            for outcome in &open.outcomes {
                line(text, &format!("- {}", escaped(outcome)));
            }
            let (places, near) = (places(&open.places), code_list(&open.requirements));
            line(text, &format!("\nPlaces: {places}. Requirements: {near}."));
            let facts = match &open.reason {
                Some(reason) => format!("None. {}", escaped(reason)),
                None => format!("{}.", fact_links(&self.coverage.facts_about(&open.id))),
            };
            line(text, &format!("\nFacts: {facts}"));
        }
    }
}

/// Links to the files of facts, each with the number of facts in it.
fn fact_links(facts: &[&Fact]) -> String {
    let mut files: BTreeMap<String, usize> = BTreeMap::new();
    for fact in facts {
        *files.entry(file_of_fact(&fact.id)).or_insert(0) += 1;
    }
    let links: Vec<String> = files
        .iter()
        .map(|(file, count)| format!("{count} in [{file}](vectors/{file}.json)"))
        .collect();
    links.join(", ")
}

/// The path of a fact's file below `vectors/`, without `.json`: the first two parts of its id.
fn file_of_fact(id: &str) -> String {
    let parts: Vec<&str> = id.split('/').take(2).collect();
    parts.join("/")
}

/// The file of a reference function below the root of the package, and the function's name:
/// `reference::documents::bytes::text::encode` is `encode` in
/// `crates/reference/src/documents/bytes/text.rs`.
pub fn reference_function(path: &str) -> Option<(String, &str)> {
    let (module, function) = path.rsplit_once("::")?;
    let starts_upper = |part: &&str| part.starts_with(|c: char| c.is_ascii_uppercase());
    let folders: Vec<&str> = module
        .strip_prefix("reference::")?
        .split("::")
        .take_while(|part| !starts_upper(part))
        .collect();
    let file = match folders.as_slice() {
        // The text of codec chains is a folder.
        [.., "codecs", "text"] => folders.join("/") + "/mod",
        folders => folders.join("/"),
    };
    Some((format!("crates/reference/src/{file}.rs"), function))
}

fn reference_link(path: &str) -> String {
    reference_function(path).map_or_else(String::new, |(file, _)| {
        let short = path.strip_prefix("reference::").unwrap_or(path);
        format!("[`{short}`]({file})")
    })
}

fn places(places: &[Place]) -> String {
    let places: Vec<String> = places
        .iter()
        .map(|place| format!("{} ({})", place.document, escaped(&place.section)))
        .collect();
    places.join("; ")
}

/// The passages, those of a section together.
fn passages(passages: &[Passage]) -> String {
    let sections = passages.chunk_by(Passage::shares_section).map(|passages| {
        let (document, section) = (&passages[0].document, escaped(&passages[0].section));
        let names: Vec<String> = passages.iter().map(Passage::name).collect();
        format!("{document} ({section}, {})", names.join(", "))
    });
    let sections: Vec<String> = sections.collect();
    sections.join("; ")
}

fn code_list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Our text as Markdown that keeps a table's cell whole and is not taken as a tag: what stands between
/// backquotes is code and stays as it is.
pub fn escaped(text: &str) -> String {
    let mut in_code = false;
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '`' => in_code = !in_code,
            '|' => escaped.push('\\'),
            '<' | '>' | '*' | '_' | '[' | ']' if !in_code => escaped.push('\\'),
            _ => {}
        }
        escaped.push(if character == '\n' { ' ' } else { character });
    }
    escaped
}

/// A title and a list.
fn list(title: &str, entries: &[String], text: &mut String) {
    line(text, &format!("\n{title}:\n"));
    for entry in entries {
        line(text, &format!("- {}", escaped(entry)));
    }
}

fn line(text: &mut String, line: &str) {
    let _ = writeln!(text, "{line}");
}
