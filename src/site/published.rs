//! Where the specification's sentences are published.

use zarr_conform_requirements::{RegisteredSentence, Requirement};

const ROOT: &str = "https://zarr-specs.readthedocs.io/en/latest/v3";

/// Documents of the current text, and their pages below [`ROOT`].
const PAGES: [(&str, &str, &str); 7] = [
    (
        "current/codecs/transpose.rst",
        "codecs/transpose/index.html",
        "Transpose codec",
    ),
    (
        "current/codecs/bytes.rst",
        "codecs/bytes/index.html",
        "Bytes codec",
    ),
    (
        "current/chunk-grids/regular-grid.rst",
        "chunk-grids/regular-grid/index.html",
        "Regular chunk grid",
    ),
    (
        "current/chunk-key-encodings/default.rst",
        "chunk-key-encodings/default/index.html",
        "Default chunk key encoding",
    ),
    (
        "current/chunk-key-encodings/v2.rst",
        "chunk-key-encodings/v2/index.html",
        "V2 chunk key encoding",
    ),
    (
        "current/data-types.rst",
        "data-types/index.html",
        "Data types",
    ),
    ("current/core.rst", "core/index.html", "Core specification"),
];

/// A link to the section in which a sentence stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) url: String,
    pub(super) text: String,
}

/// Where a requirement's sentences stand; one link for each section. None for those of the drafts
/// alone, which are not published any more.
pub(super) fn links(requirement: &Requirement) -> Vec<Link> {
    let mut links = Vec::new();
    for sentence in &requirement.sentences {
        if let Some(link) = link(sentence).filter(|link| !links.contains(link)) {
            links.push(link);
        }
    }
    links
}

fn link(sentence: &RegisteredSentence) -> Option<Link> {
    let (_, page, title) = PAGES
        .iter()
        .find(|(document, _, _)| *document == sentence.document)?;
    let fragment = match anchor_of(&sentence.section) {
        anchor if anchor.is_empty() => anchor,
        anchor => format!("#{anchor}"),
    };
    Some(Link {
        url: format!("{ROOT}/{page}{fragment}"),
        text: match last(&sentence.section) {
            "" => (*title).to_owned(),
            section => format!("{title}, “{section}”"),
        },
    })
}

fn last(section: &str) -> &str {
    section.rsplit(" > ").next().unwrap_or_default()
}

/// The name of a section in its page. Titles that stand in the core document more than once have
/// labels of their own, or the section above them is named.
fn anchor_of(section: &str) -> String {
    const MEMBERS: [&str; 2] = [
        "Metadata > Array metadata > Mandatory > ",
        "Metadata > Array metadata > Optional > ",
    ];
    if let Some(member) = MEMBERS.iter().find_map(|it| section.strip_prefix(it)) {
        return format!("array-metadata-{}", anchor(member));
    }
    match section {
        "Chunk encoding > Codecs" => "chunk-encoding".to_owned(),
        "Additional fields" => String::new(),
        _ => anchor(last(section)),
    }
}

/// The name that the publisher gives a title: lower-case letters and digits with single hyphens
/// between them, beginning with a letter.
fn anchor(title: &str) -> String {
    let mut anchor = String::new();
    for character in title.chars().flat_map(char::to_lowercase) {
        if character.is_ascii_alphanumeric() {
            anchor.push(character);
        } else if !anchor.is_empty() && !anchor.ends_with('-') {
            anchor.push('-');
        }
    }
    let is_no_start = |c: char| c.is_ascii_digit() || c == '-';
    anchor
        .trim_start_matches(is_no_start)
        .trim_end_matches('-')
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zarr_conform_requirements::Registry;

    #[test]
    fn every_sentence_of_the_current_text_has_a_link() {
        for requirement in Registry::load().unwrap().requirements {
            let is_current = |it: &RegisteredSentence| it.document.starts_with("current/");
            let current = requirement.sentences.iter().filter(|it| is_current(it));
            for sentence in current {
                assert!(link(sentence).is_some(), "{}", sentence.document);
            }
        }
    }

    #[test]
    fn anchors_are_those_of_the_publisher() {
        let fill_value = "Metadata > Array metadata > Mandatory > fill_value";
        for (section, anchor) in [
            ("Configuration parameters", "configuration-parameters"),
            (fill_value, "array-metadata-fill-value"),
            (
                "Extensions > Extension definition > must_understand",
                "must-understand",
            ),
            ("Chunk encoding > Codecs", "chunk-encoding"),
            ("1. Of 2 (parts)", "of-2-parts"),
        ] {
            assert_eq!(anchor_of(section), anchor);
        }
    }
}
