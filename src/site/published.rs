//! Where the specification's sentences are published.

use zarr_conform_requirements::{RegisteredSentence, Requirement};

const ROOT: &str = "https://zarr-specs.readthedocs.io/en/latest/v3";

/// Titles of documents of the current text, by their path below `current`, where the title does not
/// follow from the path.
const TITLES: [(&str, &str); 3] = [
    ("chunk-grids/regular-grid", "Regular chunk grid"),
    ("data-types", "Data types"),
    ("core", "Core specification"),
];

/// A link to the section in which a sentence stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The address of the section's page, with its anchor.
    pub url: String,
    /// The titles of document and section.
    pub text: String,
}

/// Where a requirement's sentences stand; one link for each section. None for those of the drafts
/// alone, which are not published any more.
pub fn links(requirement: &Requirement) -> Vec<Link> {
    let mut links = Vec::new();
    for sentence in &requirement.sentences {
        if let Some(link) = link(sentence).filter(|link| !links.contains(link)) {
            links.push(link);
        }
    }
    links
}

fn link(sentence: &RegisteredSentence) -> Option<Link> {
    let path = sentence.document.strip_prefix("current/")?;
    let path = path.strip_suffix(".rst")?;
    let title = title(path);
    let fragment = match anchor_of(&sentence.section) {
        anchor if anchor.is_empty() => anchor,
        anchor => format!("#{anchor}"),
    };
    Some(Link {
        url: format!("{ROOT}/{path}/index.html{fragment}"),
        text: match last(&sentence.section) {
            "" => title,
            section => format!("{title}, “{section}”"),
        },
    })
}

/// The title of a document: its name with a capital letter, and the kind of what it describes.
fn title(path: &str) -> String {
    if let Some((_, title)) = TITLES.iter().find(|(known, _)| *known == path) {
        return (*title).to_owned();
    }
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let (first, rest) = name.split_at_checked(1).unwrap_or_default();
    let kind = match folder {
        "codecs" => " codec",
        "chunk-key-encodings" => " chunk key encoding",
        _ => "",
    };
    format!("{}{rest}{kind}", first.to_ascii_uppercase())
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
    fn titles_follow_from_paths() {
        for (path, expected) in [
            ("codecs/transpose", "Transpose codec"),
            ("codecs/bytes", "Bytes codec"),
            ("chunk-grids/regular-grid", "Regular chunk grid"),
            ("chunk-key-encodings/v2", "V2 chunk key encoding"),
            ("data-types", "Data types"),
            ("core", "Core specification"),
        ] {
            assert_eq!(title(path), expected);
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
