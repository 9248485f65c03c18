//! Where the specification's sentences are published.

use zarr_conform_terms::Edition;

/// Where the current text is published as pages.
const PAGES: &str = "https://zarr-specs.readthedocs.io/en/latest/v3";
/// Where the repository of the specification is.
const REPOSITORY: &str = "https://github.com/zarr-developers/zarr-specs";

/// The address of a section in the text as it was at the commit of its edition; none for the name of a
/// document of no edition.
pub fn at_commit(document: &str, section: &str) -> Option<String> {
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
