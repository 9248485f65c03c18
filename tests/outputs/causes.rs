//! Failures by cause: findings, misreadings and what says the same, each with its checks once.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;
use std::path::Path;

use zarr_conform::findings::Catalogue;
use zarr_conform::requirement::Registry;
use zarr_conform::runner::Verdict;
use zarr_conform::site::{Files, Site, SiteRun, markdown};
use zarr_conform::vector::Vectors;

use crate::site::{assert_links, fixture, pages, run};

const FINDINGS: &str = r#"
adapters = "adapters"
known = []
newest = []
long = []

[[group]]
title = "Silently wrong data"
about = "Elements come back as others."

[[group.finding]]
id = "inverted"
title = "The inverse of `order` is applied"
text = "Elements are in the wrong places."
notes = ["library/inverted", "library/seen"]
word = "orders <not> their own inverse"
claim = [{ verdict = "wrong-data", checks = ["*"] }]

[[group.finding]]
id = "only-listed"
title = "Named only by the list"
text = "No claim is about it."
notes = ["library/seen"]

[[group.finding]]
id = "seen"
title = "Seen, and no check is about it"
text = "It is open."
notes = ["library/seen"]

[[group.finding]]
id = "of-others"
title = "What no implementation at hand has"
text = "Another library."
notes = ["other/note"]
"#;

const LIST: &str = r#"
# Inverted [inverted]
[[failure]]
check = "regular-grid/stores-of-codecs/cycle#write"
verdict = "wrong-data"
finding = "only-listed"
reason = "the order is inverted"

[[failure]]
check = "regular-grid/stores-of-codecs/*#read"
verdict = "wrong-data"
finding = "inverted"
reason = "the order is inverted"

# Another verdict than that of the run [seen]
[[failure]]
check = "regular-grid/stores-of-codecs/cycle-cube#write"
verdict = "crash"
finding = "only-listed"
reason = "it ends"
"#;

const NOTE: &str = r"# orders are inverted

Library 1.0

It is <b>bold</b>, as [the other note](seen.md) and [its project](https://example.org/1) say; this
[leads](javascript:alert(1)) nowhere, nor does [that](../../other/notes/note.md).

## What the specification says

- `transpose.encoded-elements`: paraphrase

## Checks

No check is listed for it.

## Upstream

No issue about it was found.

## Reproduction

```python
print('<script>')
```
";

fn catalogue(folder: &Path) -> Catalogue {
    let adapter = folder.join("adapters/library");
    fs::create_dir_all(adapter.join("notes")).unwrap();
    fs::create_dir_all(adapter.join("reproductions")).unwrap();
    let readme = "# What fails\n\nLibrary 1.0, judged by edition 3.1.\n";
    for (name, text) in [
        ("expected.toml", LIST),
        ("notes/README.md", readme),
        ("notes/inverted.md", NOTE),
        ("notes/seen.md", NOTE),
        ("reproductions/inverted.py", "print('<script>')\n"),
    ] {
        fs::write(adapter.join(name), text).unwrap();
    }
    fs::write(folder.join("findings.toml"), FINDINGS).unwrap();
    Catalogue::load(&folder.join("findings.toml")).unwrap()
}

/// The reference with its orders inverted, under other names.
fn inverted(names: &[&str]) -> Vec<SiteRun> {
    let runs = names.iter().map(|name| {
        let mut recording = (*fixture().runs[1]).clone();
        (*name).clone_into(&mut recording.header.implementation.name);
        SiteRun::new(recording)
    });
    runs.collect()
}

fn outside(path: &str, link: &str) -> bool {
    link.starts_with("https://zarr-specs.readthedocs.io/en/latest/v3/")
        || path.starts_with("findings/") && link.starts_with("https://")
}

/// The places of some texts in a page, ascending.
fn assert_in_order(page: &str, texts: &[&str]) {
    let places: Vec<usize> = texts
        .iter()
        .map(|it| page.find(it).unwrap_or_else(|| panic!("{it}")))
        .collect();
    assert!(places.is_sorted(), "{texts:?} at {places:?}");
}

fn files(vectors: &Vectors, runs: &[SiteRun], catalogue: Option<&Catalogue>) -> Files {
    let registry = Registry::load().unwrap();
    let site = Site::new(runs, vectors, &registry).unwrap();
    match catalogue {
        Some(catalogue) => site.with_findings(catalogue).files(),
        None => site.files(),
    }
}

#[test]
fn each_failure_stands_once_below_its_cause() {
    let vectors = &fixture().vectors;
    let runs = inverted(&["library"]);
    let folder = tempfile::tempdir().unwrap();
    let with = files(vectors, &runs, Some(&catalogue(folder.path())));
    let page = &with["library-0-1-0/index.html"];
    assert_in_order(
        page,
        &[
            "As if ",
            "The inverse of <code>order</code> is applied</a> <small>7 of 35 checks</small>",
            "Named only by the list</a> <small>1 of 35 checks</small>",
            "Seen, though no check fails",
            "<a href=\"../findings/seen.html\">",
            "By document",
        ],
    );
    let without = &files(vectors, &runs, None)["library-0-1-0/index.html"];
    assert!(without.contains("As if ") && !without.contains("findings/"));
    let failed = runs[0]
        .results
        .iter()
        .filter(|it| matches!(it.verdict, Verdict::Fail(_)));
    for result in failed {
        let (topic, name) = result.check.rsplit_once('/').unwrap();
        let place = format!(
            "checks/{}.html#{}\"",
            topic.replace('/', "_"),
            name.replace('#', ".")
        );
        for page in [page, without] {
            assert_eq!(page.matches(&place).count(), 1, "{place}");
        }
    }
}

/// A topic has one page, on which the same words of several libraries stand once.
#[test]
fn checks_of_a_topic_share_a_page_and_the_same_answers_a_place() {
    let vectors = &fixture().vectors;
    let one = files(vectors, &inverted(&["library"]), None);
    let two = files(vectors, &inverted(&["library", "another"]), None);
    let of_checks = |files: &Files| -> Vec<String> {
        let paths = files.keys().filter(|it| it.starts_with("checks/"));
        paths.cloned().collect()
    };
    let expected = ["checks/regular-grid_stores-of-codecs.html"];
    assert_eq!(
        (of_checks(&one), of_checks(&two)),
        (
            expected.map(str::to_owned).to_vec(),
            expected.map(str::to_owned).to_vec()
        )
    );
    let page = &two[expected[0]];
    assert!(
        page.contains("<h3>library <span class=\"version\">0.1.0</span>, another <span"),
        "{page}"
    );
    let number = |page: &str| page.matches("<table class=\"bytes\">").count();
    assert_eq!(number(page), number(&one[expected[0]]));
    // Failures are a list of topics, each with the number of its checks in each library.
    let row = "regular-grid/<wbr>stores-of-codecs</code></a>, ";
    assert!(
        two["failures.html"].contains(row),
        "{}",
        two["failures.html"]
    );
}

#[test]
fn a_finding_has_a_page_with_its_notes_and_nothing_of_them_is_markup() {
    let vectors = &fixture().vectors;
    let runs = inverted(&["library", "another"]);
    let folder = tempfile::tempdir().unwrap();
    let files = files(vectors, &runs, Some(&catalogue(folder.path())));
    assert_links(&files, outside);
    let page = &files["findings/inverted.html"];
    for told in [
        "Silently wrong data",
        "<a href=\"../library-0-1-0/index.html\">",
        "transpose.encoded-elements",
        "https://zarr-specs.readthedocs.io/en/latest/v3/codecs/transpose/index.html#format-and-algorithm",
        "It is &lt;b&gt;bold&lt;/b&gt;",
        "<a href=\"../findings/inverted.html#library-seen\">the other note</a>",
        "<a href=\"https://example.org/1\">its project</a>",
        "leads nowhere, nor does that.",
        "<code>library/reproductions/inverted.py</code>",
        "print('&lt;script&gt;')",
        "<summary>library: 7 of 35 checks that it fails</summary>",
    ] {
        assert!(page.contains(told), "{told}");
    }
    // A claim is about lists: what another library fails has no finding, though the checks are the same.
    assert!(!page.contains("another"));
    assert!(!files.contains_key("findings/of-others.html"));
    let check = &files["checks/regular-grid_stores-of-codecs.html"];
    assert!(check.contains("Finding: <a href=\"../findings/inverted.html\">"));
    let all = &files["failures.html"];
    assert_in_order(
        all,
        &["As if ", "The inverse of <code>order</code> is applied"],
    );
    assert!(
        all.contains("<a href=\"library-0-1-0/index.html#finding-inverted\">library</a> 7 of 35<")
    );
}

/// What is wrong is said in the word of a finding, where the list of the library names one.
#[test]
fn cells_have_the_words_of_findings_for_libraries_with_a_list_only() {
    let vectors = &fixture().vectors;
    let runs = inverted(&["library", "another"]);
    let folder = tempfile::tempdir().unwrap();
    let catalogue = catalogue(folder.path());
    let registry = Registry::load().unwrap();
    let site = Site::new(&runs, vectors, &registry).unwrap();
    let site = site.with_findings(&catalogue);
    let word = "orders &lt;not&gt; their own inverse";
    let files = site.files();
    let front = &files["index.html"];
    assert!(front.contains(word));
    let cell = |library: &str| {
        let path = format!("{library}-0-1-0/question-transposed-big-endian.html");
        let (_, cell) = front.split_once(&format!("<a href=\"{path}\">")).unwrap();
        cell.split_once("</a>").unwrap().0
    };
    assert!(cell("library").contains(word), "{}", cell("library"));
    assert!(!cell("another").contains(word), "{}", cell("another"));
    assert!(markdown(&site).contains(word));
}

/// What was found in the libraries that are judged here, as the pages show it.
#[test]
fn links_of_the_findings_of_this_project_lead_somewhere() {
    let vectors = &fixture().vectors;
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/findings.toml");
    let catalogue = Catalogue::load(&place).unwrap();
    let names: Vec<&str> = catalogue.adapters.keys().map(String::as_str).collect();
    let files = files(vectors, &inverted(&names), Some(&catalogue));
    assert_links(&files, outside);
    for finding in catalogue.findings.all() {
        let page = &files[&format!("findings/{}.html", finding.id)];
        assert!(page.contains("Reproduction"), "{}", finding.id);
    }
}

#[test]
fn documents_are_indented_and_what_differs_from_the_twin_is_said() {
    let vectors = &fixture().vectors;
    let names = ["missing-endian-is-big", "other-endian-is-little"];
    let runs = names.map(|it| SiteRun::new(run(vectors, Some(it))));
    let files = files(vectors, &runs, None);
    let documents = pages(&files).map(|(_, page)| page);
    let documents: Vec<&String> = documents
        .filter(|it| it.contains("<pre class=\"document\" tabindex=\"0\">"))
        .collect();
    assert!(!documents.is_empty());
    let is_indented = |it: &&String| it.contains("\n  \"shape\": [");
    assert!(documents.iter().all(is_indented));
    let is_said = |told: &str| documents.iter().any(|it| it.contains(told));
    assert!(is_said(
        "The valid twin of this check has <code>codecs[0].configuration"
    ));
    assert!(is_said("<mark>\"endian\": "));
    assert!(is_said("Chunks as in <a href=\"#"));
    assert!(is_said(
        "What is marked in a document differs from the valid twin"
    ));
}

#[test]
fn what_is_wrong_with_findings_is_said_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    catalogue(place);
    let refusal = |file: &str, text: &str| {
        let path = place.join(file);
        let before = fs::read_to_string(&path).unwrap();
        fs::write(&path, text).unwrap();
        let error = Catalogue::load(&place.join("findings.toml")).unwrap_err();
        fs::write(&path, before).unwrap();
        error
            .to_string()
            .replace(&place.display().to_string(), "DIR")
    };
    let broken = FINDINGS.replace("checks = [\"*\"]", "checks = [\"{*\"]");
    let said = refusal("findings.toml", &broken);
    assert!(
        said.starts_with("DIR/findings.toml, line 17, group[0].finding[0].claim[0].checks[0]: "),
        "{said}"
    );
    let said = refusal("adapters/library/expected.toml", "[[failure]]\ncheck = 1\n");
    assert!(
        said.starts_with("DIR/adapters/library/expected.toml, line 2, "),
        "{said}"
    );
    let said = refusal("adapters/library/notes/seen.md", "# title");
    assert_eq!(
        said,
        "DIR/adapters/library/notes/seen.md: found no section \"## What the specification says\""
    );
    let said = refusal("adapters/library/notes/README.md", "# What fails");
    assert!(
        said.starts_with("DIR/adapters/library/notes/README.md: found no version"),
        "{said}"
    );
    let said = Catalogue::load(&place.join("none.toml"))
        .unwrap_err()
        .to_string();
    assert!(
        said.contains("failed to read") && said.contains("none.toml"),
        "{said}"
    );
}
