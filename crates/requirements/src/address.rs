//! Where the specification's sentences are published.

use super::by_reference::{ByReference, by_reference};
use zarr_conform_terms::Edition;

/// Where the current text is published as pages.
const PAGES: &str = "https://zarr-specs.readthedocs.io/en/latest/v3";
/// Where the repository of the specification is.
const REPOSITORY: &str = "https://github.com/zarr-developers/zarr-specs";
/// Where RFCs are published.
const RFCS: &str = "https://www.rfc-editor.org/rfc";

/// The address of a section in the text as it was at the commit of its edition or of its own; none for the
/// name of a document of no edition that nothing refers to.
pub fn at_commit(document: &str, section: &str) -> Option<String> {
    if let Some(referenced) = by_reference(document) {
        return Some(apart(referenced, section));
    }
    let edition = Edition::of_document(document)?;
    let path = upstream_path(document, edition)?;
    let commit = edition.commit();
    let fragment = fragment(section);
    Some(format!("{REPOSITORY}/blob/{commit}/{path}{fragment}"))
}

/// The address of a section as a page. None for older editions, which are not published any more.
pub fn page(document: &str, section: &str) -> Option<String> {
    let path = document.strip_prefix("current/")?.strip_suffix(".rst")?;
    let fragment = fragment(section);
    Some(format!("{PAGES}/{path}/index.html{fragment}"))
}

/// Where a document that is published apart has a section.
fn apart(document: &ByReference, section: &str) -> String {
    let Some(commit) = document.commit else {
        let (name, _) = document.path.split_once('.').unwrap_or_default();
        let number = last(section).split_once(". ").map(|(number, _)| number);
        let is_number = |it: &&str| it.split('.').all(|part| part.parse::<u32>().is_ok());
        let fragment = number.filter(is_number);
        let fragment = fragment.map_or_else(String::new, |it| format!("#section-{it}"));
        return format!("{RFCS}/{name}{fragment}");
    };
    let (repository, sha, path) = (commit.repository, commit.sha, document.path);
    let fragment = fragment(section);
    format!("https://github.com/{repository}/blob/{sha}/{path}{fragment}")
}

/// Where the repository has a document.
fn upstream_path(document: &str, edition: Edition) -> Option<String> {
    let (_, path) = document.split_once('/')?;
    let name = path.strip_suffix(".rst")?;
    let file = match (edition, name) {
        (Edition::V3_1, name) => format!("{name}/index.rst"),
        (_, "core") => "core/v3.0.rst".to_owned(),
        (Edition::Draft, codec) => format!("codecs/{codec}/v1.0.rst"),
        // Pages that only lead to documents.
        (Edition::V3_0, name) if !name.contains('/') => format!("{name}.rst"),
        (Edition::V3_0, name) => format!("{name}/v1.0.rst"),
    };
    Some(format!("docs/v3/{file}"))
}

fn fragment(section: &str) -> String {
    match anchor_of(section) {
        none if none.is_empty() => none,
        anchor => format!("#{anchor}"),
    }
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

    #[test]
    fn documents_are_where_the_repository_had_them() {
        for (document, path) in [
            ("draft/core.rst", "core/v3.0.rst"),
            ("draft/endian.rst", "codecs/endian/v1.0.rst"),
            ("3.0/core.rst", "core/v3.0.rst"),
            ("3.0/codecs.rst", "codecs.rst"),
            ("3.0/codecs/transpose.rst", "codecs/transpose/v1.0.rst"),
            ("3.0/stores/filesystem.rst", "stores/filesystem/v1.0.rst"),
            ("current/core.rst", "core/index.rst"),
            ("current/codecs/transpose.rst", "codecs/transpose/index.rst"),
        ] {
            let commit = Edition::of_document(document).unwrap().commit();
            let expected = format!("{REPOSITORY}/blob/{commit}/docs/v3/{path}#a-b");
            assert_eq!(at_commit(document, "A > a b"), Some(expected));
        }
        assert_eq!(at_commit("4.0/core.rst", "A"), None);
        assert_eq!(at_commit("core.rst", "A"), None);
    }

    #[test]
    fn documents_by_reference_are_where_their_publishers_have_them() {
        let c_blosc =
            "https://github.com/Blosc/c-blosc/blob/c8072c21dcce8daf6dd19a0bbae8c53458ad68cc";
        let blosc = "formats/blosc-chunk-format.rst";
        let compliance = "2. Detailed specification > 2.3.1.2. Compliance";
        for (document, section, expected) in [
            (
                blosc,
                "The header section",
                format!("{c_blosc}/README_CHUNK_FORMAT.rst#the-header-section"),
            ),
            (
                "rfc/rfc1952.txt",
                compliance,
                format!("{RFCS}/rfc1952#section-2.3.1.2"),
            ),
            ("rfc/rfc1952.txt", "RFC 1952", format!("{RFCS}/rfc1952")),
        ] {
            assert_eq!(at_commit(document, section), Some(expected));
            assert_eq!(page(document, section), None);
        }
        assert_eq!(at_commit("rfc/rfc8259.txt", "1. Introduction"), None);
    }

    #[test]
    fn only_the_current_text_has_pages() {
        let url = format!("{PAGES}/codecs/bytes/index.html#format-and-algorithm");
        let section = "Format and algorithm";
        assert_eq!(page("current/codecs/bytes.rst", section), Some(url));
        assert_eq!(page("3.0/codecs/bytes.rst", section), None);
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
