//! Where the specification's sentences are published.

use zarr_conform_requirements::{RegisteredSentence, Requirement, address, by_reference};
use zarr_conform_terms::Edition;

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

/// Where a requirement's sentences stand; one link for each section. Those of the current text are
/// pages; where it has none, the links lead to the repository as it was then.
pub fn links(requirement: &Requirement) -> Vec<Link> {
    let mut links = Vec::new();
    for address in [address::page, address::at_commit] {
        for sentence in &requirement.sentences {
            let url = address(&sentence.document, &sentence.section);
            let link = url.and_then(|url| link(sentence, url));
            links.extend(link.filter(|link| !links.contains(link)));
        }
        if !links.is_empty() {
            break;
        }
    }
    links
}

fn link(sentence: &RegisteredSentence, url: String) -> Option<Link> {
    if let Some(document) = by_reference(&sentence.document) {
        let text = titled(document.title.to_owned(), &sentence.section);
        return Some(Link { url, text });
    }
    let edition = Edition::of_document(&sentence.document)?;
    let (_, path) = sentence.document.split_once('/')?;
    let title = match (title(path.strip_suffix(".rst")?), edition) {
        (title, Edition::V3_1) => title,
        (title, edition) => format!("{title} in edition {edition}"),
    };
    let text = titled(title, &sentence.section);
    Some(Link { url, text })
}

/// The title of a document and that of a section in it.
fn titled(title: String, section: &str) -> String {
    match last(section) {
        "" => title,
        section => format!("{title}, “{section}”"),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use zarr_conform_requirements::{BY_REFERENCE, Registry};

    #[test]
    fn every_requirement_has_a_link() {
        for requirement in Registry::load().unwrap().requirements {
            let links = links(&requirement);
            assert!(!links.is_empty(), "{}", requirement.id);
            let is_page = |it: &Link| it.url.contains("readthedocs");
            let is_current = |it: &RegisteredSentence| it.document.starts_with("current/");
            let has_current = requirement.sentences.iter().any(is_current);
            assert!(links.iter().all(|it| is_page(it) == has_current));
        }
    }

    #[test]
    fn links_to_older_editions_say_so() {
        let registry = Registry::load().unwrap();
        let requirement = registry.requirement("extension.url-as-name").unwrap();
        let text = "Core specification in edition 3.0, “Extension points”";
        assert_eq!(links(requirement)[0].text, text);
    }

    #[test]
    fn links_to_documents_of_others_name_them() {
        let registry = Registry::load().unwrap();
        let of_rfc = links(registry.requirement("gzip-format.members").unwrap());
        assert_eq!(of_rfc[0].text, "RFC 1952, “2.2. File format”");
        assert!(
            of_rfc[0].url.ends_with("/rfc1952#section-2.2"),
            "{}",
            of_rfc[0].url
        );
        for document in BY_REFERENCE.iter().filter(|it| it.commit.is_some()) {
            let mut requirements = registry.requirements.iter();
            let of_document =
                |it: &&Requirement| it.sentences.iter().any(|it| it.document == document.name);
            let links = links(requirements.find(of_document).unwrap());
            // A sentence of several documents has a link to each.
            let link = links.iter().find(|it| it.text.starts_with(document.title));
            let link = link.unwrap_or_else(|| panic!("{}: {links:?}", document.title));
            let place = format!("/{}#", document.path);
            assert!(link.url.contains(&place), "{}", link.url);
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
}
