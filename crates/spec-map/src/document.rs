//! The page of a document: its sentences by section, and what is known of each.

use super::Context;
use super::markdown::{ROOT, anchor, code_list, escaped, fact_links, head, line, row};
use crate::coverage::{Standing, standing};
use zarr_conform_requirements::address;
use zarr_conform_requirements::by_reference::{ByReference, by_reference};
use zarr_conform_requirements::registry::Requirement;
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Fact;

/// The columns of every table, before that of misreadings.
const COLUMNS: [&str; 9] = [
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

/// A requirement, and the ordinals of its sentences in a section.
type Row<'a> = (&'a Requirement, Vec<usize>);

impl Context<'_> {
    pub(super) fn document(&self, document: &str) -> String {
        let mut text = format!("# {document}\n\n");
        line(
            &mut text,
            "Written by `cargo run -p generator`; do not edit.\n",
        );
        let state = state(document).map_or_else(String::new, |it| format!(": {it}"));
        let name = address::at_commit(document, "").map_or_else(
            || "The document".to_owned(),
            |address| format!("[The document]({address})"),
        );
        line(
            &mut text,
            &format!(
                "{name}{state}. How to read the tables: [the map of the specification]({ROOT}SPEC_MAP.md)."
            ),
        );
        self.questions(document, &mut text);
        for (section, rows) in self.sections(document) {
            line(&mut text, &format!("\n## {}\n", escaped(section)));
            let excluded = (!self.misreadings.is_empty()).then_some("misreadings excluded");
            let columns: Vec<&str> = COLUMNS.into_iter().chain(excluded).collect();
            head(&columns, &mut text);
            for (requirement, ordinals) in rows {
                self.row(requirement, &ordinals, &mut text);
            }
        }
        text
    }

    /// Links to the contradictions and open places of a document, where it has some.
    fn questions(&self, document: &str, text: &mut String) {
        let errata = self.errata_of(document).map(|it| it.id.as_str());
        let errata: Vec<&str> = errata.collect();
        questions("Contradictions", "contradictions.md", &errata, text);
        let open = self.open_places_of(document).map(|it| it.id.as_str());
        let open: Vec<&str> = open.collect();
        questions("Open places", "open-places.md", &open, text);
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

    fn row(&self, requirement: &Requirement, ordinals: &[usize], text: &mut String) {
        let ordinals: Vec<String> = ordinals.iter().map(usize::to_string).collect();
        let editions: Vec<&str> = requirement.editions.iter().map(|it| it.name()).collect();
        let mut cells = vec![
            ordinals.join(", "),
            format!("`{}`", requirement.id),
            requirement.level.name().to_owned(),
            editions.join(", "),
            escaped(&requirement.paraphrase),
            self.functions(requirement),
        ];
        cells.extend(self.facts(requirement));
        if !self.misreadings.is_empty() {
            let excluded = self.misreadings.get(&requirement.id);
            cells.push(excluded.map_or_else(String::new, |names| code_list(names)));
        }
        row(&cells, text);
    }

    /// Links to the functions that carry it out, or the reason why there is none.
    fn functions(&self, requirement: &Requirement) -> String {
        let id = requirement.id.as_str();
        if let Some(reason) = self.registry.unmirrored_because(id) {
            return escaped(reason);
        }
        let functions = self.registry.functions_of(id);
        let links = functions.map(|it| format!("[`{}`]({ROOT}{})", it.path(), it.file));
        links.collect::<Vec<_>>().join(", ")
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
            fact_links(&of_standing, ROOT)
        })
    }
}

/// The state of a document that was recorded.
fn state(document: &str) -> Option<String> {
    let by_reference = by_reference(document).map(ByReference::described);
    by_reference.or_else(|| {
        let edition = Edition::of_document(document)?;
        Some(format!("edition {}", edition.described()))
    })
}

fn questions(title: &str, page: &str, ids: &[&str], text: &mut String) {
    if ids.is_empty() {
        return;
    }
    let links = ids
        .iter()
        .map(|id| format!("[{id}]({page}#{})", anchor(id)));
    let links: Vec<String> = links.collect();
    line(text, &format!("\n{title}: {}.", links.join(", ")));
}
