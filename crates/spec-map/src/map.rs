//! `SPEC_MAP.md`: how to read the pages, a row for each document, and what verdicts rest on.

use std::collections::BTreeSet;

use super::markdown::{escaped, fact_links, head, line, list, row};
use super::{Context, FOLDER, documents, page_of};
use crate::coverage::{Standing, standing};
use zarr_conform_requirements::by_reference::BY_REFERENCE;
use zarr_conform_requirements::registry::{Premise, Requirement};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Binds, Fact};

const OPENING: &str = "\
# Map of the specification

Written by `cargo run -p generator`; do not edit.

Each normative sentence of the documents has one requirement. Each document has a page with its
sentences by section, and for each what tests it.

| edition | documents | commit of [zarr-specs](https://github.com/zarr-developers/zarr-specs) | date |
| --- | --- | --- | --- |
";

const HOW_TO_READ: &str = "
## How to read the pages

| column | what it says |
| --- | --- |
| sentence | its number in the section, by the rule in [`src/spec/sentences.rs`](src/spec/sentences.rs). Where a section states a requirement more than once, all of them |
| requirement | its id, the same in every edition and for ever; facts and reports name it. A requirement stands in every section that states it |
| in our words | the words are ours. Those of the specification are at the commits above: `conform spec show ID` has the address of each, and `conform spec check DIR` compares the registered hashes with a checkout |
| reference | the functions of the reference that carry it out, derived from their documentation. Where facts test it and no function carries it out, the reason |
| valid, invalid and open facts | how many facts test it, and where they are. Where none can, the reason |
| misreadings excluded | the named wrong readings that break it; some fact fails each. A name is found by a search in `crates/reference/src` |
";

impl Context<'_> {
    pub(super) fn map(&self) -> String {
        let mut text = OPENING.to_owned();
        for edition in Edition::ALL {
            let (folder, commit, date) = (edition.folder(), edition.commit(), edition.date());
            line(
                &mut text,
                &format!("| {edition} | `{folder}/` | {commit} | {date} |"),
            );
        }
        documents_by_reference(&mut text);
        self.summary(&mut text);
        self.table(&mut text);
        text.push_str(HOW_TO_READ);
        line(&mut text, "\n## What verdicts rest on");
        for premise in &self.registry.premises {
            self.premise(premise, &mut text);
        }
        text
    }

    fn summary(&self, text: &mut String) {
        let requirements = &self.registry.requirements;
        let refusals = self.coverage.refusals();
        let explained = requirements.iter().filter(|it| it.reason.is_some()).count();
        line(
            text,
            &format!(
                "\n{} requirements: {} tested by facts, {explained} that no fact can test, with the \
                 reason. [{} contradictions]({FOLDER}/contradictions.md), \
                 [{} open places]({FOLDER}/open-places.md). {} of {} refusals rest on a premise, since no \
                 sentence orders failure. [Which extensions of the registry]({FOLDER}/extensions.md) are tested, and \
                 why the others are not, has a page of its own.",
                requirements.len(),
                self.tested(requirements.iter()),
                self.registry.errata.len(),
                self.registry.open.len(),
                refusals.iter().filter(|it| it.premise.is_some()).count(),
                refusals.len(),
            ),
        );
    }

    /// How many of these some fact tests.
    fn tested<'r>(&self, requirements: impl Iterator<Item = &'r Requirement>) -> usize {
        requirements
            .filter(|it| !self.coverage.facts(&it.id).is_empty())
            .count()
    }

    fn table(&self, text: &mut String) {
        line(text, "\n## Documents\n");
        line(
            text,
            "A fact counts once for each document that a requirement of it stands in.\n",
        );
        head(
            &[
                "document",
                "requirements",
                "tested",
                "valid facts",
                "invalid facts",
                "open facts",
                "contradictions",
                "open places",
            ],
            text,
        );
        for document in documents(self.registry) {
            self.document_row(document, text);
        }
    }

    fn document_row(&self, document: &str, text: &mut String) {
        let is_of = |it: &&Requirement| it.sentences.iter().any(|it| it.document == document);
        let requirements: Vec<&Requirement> =
            self.registry.requirements.iter().filter(is_of).collect();
        let facts = requirements
            .iter()
            .flat_map(|it| self.coverage.facts(&it.id));
        // A fact may test several of the requirements.
        let facts: BTreeSet<(&str, Standing)> =
            facts.map(|it| (it.id.as_str(), standing(it))).collect();
        let number = |wanted| facts.iter().filter(|(_, it)| *it == wanted).count();
        let mut cells = vec![format!("[{document}]({FOLDER}/{})", page_of(document))];
        let counts = [
            requirements.len(),
            self.tested(requirements.iter().copied()),
            number(Standing::Valid),
            number(Standing::Invalid),
            number(Standing::Open),
            self.errata_of(document).count(),
            self.open_places_of(document).count(),
        ];
        cells.extend(counts.map(|it| it.to_string()));
        row(&cells, text);
    }

    fn premise(&self, premise: &Premise, text: &mut String) {
        line(text, &format!("\n### {}\n", premise.id));
        line(text, &escaped(&premise.premise));
        list("Why", &premise.why, text);
        list("Limits", &premise.limits, text);
        list(
            "Families of facts that were in doubt",
            &premise.families,
            text,
        );
        let facts: Vec<&Fact> = self.coverage.facts_resting_on(&premise.id);
        let links = fact_links(&facts, "");
        let bound = facts.iter().filter(|it| it.binds == Binds::Writer).count();
        let number = facts.len();
        line(
            text,
            &format!("\n{number} facts rest on it, of which {bound} bind the writer: {links}."),
        );
    }
}

/// What the documents of the editions refer to.
fn documents_by_reference(text: &mut String) {
    line(
        text,
        "\n| by reference | document | editions |\n| --- | --- | --- |",
    );
    for document in BY_REFERENCE {
        let (described, name) = (document.described(), document.name);
        let editions: Vec<&str> = document.editions.iter().map(|it| it.name()).collect();
        let editions = editions.join(", ");
        line(text, &format!("| {described} | `{name}` | {editions} |"));
    }
}
