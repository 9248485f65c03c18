//! The pages of contradictions and of open places, each with links to the documents that it is about.

use super::markdown::{ROOT, escaped, fact_links, line};
use super::{Context, documents, page_of};
use zarr_conform_requirements::erratum::{Erratum, Fix, Passage};
use zarr_conform_requirements::registry::{OpenPlace, Place};

impl Context<'_> {
    pub(super) fn errata_of(&self, document: &str) -> impl Iterator<Item = &Erratum> {
        let is_of = move |it: &&Erratum| it.places.iter().any(|it| it.document == document);
        self.registry.errata.iter().filter(is_of)
    }

    pub(super) fn open_places_of(&self, document: &str) -> impl Iterator<Item = &OpenPlace> {
        let is_of = move |it: &&OpenPlace| it.places.iter().any(|it| it.document == document);
        self.registry.open.iter().filter(is_of)
    }

    pub(super) fn contradictions(&self) -> String {
        let mut text = opening(
            "Contradictions, and the reading taken",
            "Sentences of the documents that contradict each other or common sense, and the reading that \
             the suite takes.",
        );
        for erratum in &self.registry.errata {
            self.erratum(erratum, &mut text);
        }
        text
    }

    fn erratum(&self, erratum: &Erratum, text: &mut String) {
        line(text, &format!("\n## {}\n", erratum.id));
        line(text, &escaped(&erratum.contradiction));
        line(text, &format!("\n- Reading: {}", escaped(&erratum.reading)));
        line(text, &format!("- Why: {}", escaped(&erratum.why)));
        line(
            text,
            &format!("- Places: {}", self.passages(&erratum.places)),
        );
        match &erratum.fix {
            Fix::Replacement(fix) => line(text, &format!("- Replacement: {}", escaped(fix))),
            Fix::Past(why) => line(text, &format!("- Replacement: none. {}", escaped(why))),
        }
        if let Some(issue) = &erratum.issue {
            line(text, &format!("- Thread: <{issue}>"));
        }
        let bears_on = self.requirements(&erratum.requirements);
        line(text, &format!("- Requirements: {bears_on}"));
    }

    pub(super) fn open_places(&self) -> String {
        let mut text = opening(
            "Open places",
            "The text does not answer these questions. The suite records what an implementation does; \
             no reading fails, and elements that no reading gives are wrong. Each fact about one names \
             it as `open`.",
        );
        for open in &self.registry.open {
            self.open_place(open, &mut text);
        }
        text
    }

    fn open_place(&self, open: &OpenPlace, text: &mut String) {
        line(text, &format!("\n## {}\n", open.id));
        line(text, &format!("{}\n", escaped(&open.question)));
        for outcome in &open.outcomes {
            line(text, &format!("- {}", escaped(outcome)));
        }
        let places = open.places.iter().map(|Place { document, section }| {
            format!("{} ({})", self.link(document), escaped(section))
        });
        let places: Vec<String> = places.collect();
        let (places, near) = (places.join("; "), self.requirements(&open.requirements));
        line(text, &format!("\nPlaces: {places}. Requirements: {near}."));
        let facts = match &open.reason {
            Some(reason) => format!("None. {}", escaped(reason)),
            None => format!(
                "{}.",
                fact_links(&self.coverage.facts_about(&open.id), ROOT)
            ),
        };
        line(text, &format!("\nFacts: {facts}"));
    }

    /// The passages, those of a section together.
    fn passages(&self, passages: &[Passage]) -> String {
        let sections = passages.chunk_by(Passage::shares_section).map(|passages| {
            let (document, section) = (&passages[0].document, escaped(&passages[0].section));
            let names: Vec<String> = passages.iter().map(Passage::name).collect();
            format!("{} ({section}, {})", self.link(document), names.join(", "))
        });
        let sections: Vec<String> = sections.collect();
        sections.join("; ")
    }

    /// The name of a document as a link to its page, where it has one.
    fn link(&self, document: &str) -> String {
        if documents(self.registry).contains(&document) {
            format!("[{document}]({})", page_of(document))
        } else {
            document.to_owned()
        }
    }

    /// Requirements as links to the pages on which their first sentences stand.
    fn requirements(&self, ids: &[String]) -> String {
        let links = ids.iter().map(|id| {
            let requirement = self.registry.requirement(id);
            match requirement.and_then(|it| it.sentences.first()) {
                Some(sentence) => format!("[`{id}`]({})", page_of(&sentence.document)),
                None => format!("`{id}`"),
            }
        });
        links.collect::<Vec<_>>().join(", ")
    }
}

pub(super) fn opening(title: &str, about: &str) -> String {
    let mut text = format!("# {title}\n\n");
    line(
        &mut text,
        "Written by `cargo run -p generator`; do not edit.\n",
    );
    line(
        &mut text,
        &format!(
            "{about} Each document has a page in [the map of the specification]({ROOT}SPEC_MAP.md)."
        ),
    );
    text
}
