//! Facts per requirement, and the map of the specification with its pages.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use zarr_conform::Edition;
use zarr_conform::requirement::{Erratum, Fix, Level, OpenPlace, Premise};
use zarr_conform::spec::sentences::Sentence;
use zarr_conform::spec_map::coverage::Coverage;
use zarr_conform::spec_map::{FOLDER, MAP, page_of, render};
use zarr_conform::vector::{Binds, Fact};

use super::{RULES, erratum_about, registry, registry_of};

const CONTRADICTIONS: &str = "docs/spec-map/contradictions.md";
const OPEN_PLACES: &str = "docs/spec-map/open-places.md";
const GRID: &str = "docs/spec-map/current-chunk-grids-regular-grid.md";

fn fact(id: &str, requirement: &str, refused: bool) -> Fact {
    let result = if refused {
        serde_json::json!({"array_shape": [1], "chunk_shape": [0], "refused": "It is zero."})
    } else {
        serde_json::json!({"array_shape": [1], "chunk_shape": [1], "grid_shape": [1]})
    };
    let mut fact = serde_json::json!({
        "id": id,
        "comment": "It would catch this.",
        "requirements": [requirement],
        "level": "must",
        "editions": ["3.1"],
        "grid": result,
    });
    if refused {
        fact["twin"] = "grid/shape/a".into();
    }
    serde_json::from_value(fact).unwrap()
}

#[test]
fn problems_between_facts_and_registry_are_named() {
    let mut registry = registry_of(RULES, Sentence::demands);
    registry.requirements[1].reason = Some("None is possible.".to_owned());
    registry.requirements[2].reason = Some("None is possible.".to_owned());
    registry.requirements[3].editions = vec![Edition::V3_0];
    let facts = [
        fact("grid/shape/a", "A.3", false),
        fact("grid/shape/b", "B.1", false),
        fact("grid/shape/c", "no.such", false),
    ];
    assert_eq!(
        Coverage::new(&facts).problems(&registry),
        [
            "grid/shape/b: B.1 does not hold in any edition of the fact",
            "grid/shape/c: unknown requirement no.such",
            "A.1: no fact tests it, and no reason is given",
            "A.3: facts test it, and a reason why not is given",
            "grid/shape/b: in edition 3.1 it demands more than its requirements",
            "grid/shape/c: in edition 3.1 it demands more than its requirements",
        ]
    );
    assert_eq!(
        Coverage::new(&facts).gaps(&registry),
        ["A.1: no fact tests it, and no reason is given"]
    );
}

/// An open fact on the grid of the requirement, about a place if one is given.
fn open_fact(id: &str, place: Option<&str>) -> Fact {
    let outcomes = serde_json::json!([
        {"reading": "It has one chunk.", "grid_shape": [1]},
        {"reading": "It has none.", "refused": true},
    ]);
    let mut fact = serde_json::json!({
        "id": id,
        "comment": "It would catch this.",
        "requirements": ["A.1"],
        "level": "open",
        "editions": ["3.1"],
        "grid": {"array_shape": [1], "chunk_shape": [0], "outcomes": outcomes},
    });
    if let Some(place) = place {
        fact["open"] = place.into();
    }
    serde_json::from_value(fact).unwrap()
}

fn place(id: &str, reason: Option<&str>) -> OpenPlace {
    OpenPlace {
        id: id.to_owned(),
        places: Vec::new(),
        question: "Which?".to_owned(),
        outcomes: Vec::new(),
        requirements: Vec::new(),
        reason: reason.map(str::to_owned),
    }
}

#[test]
fn open_facts_and_open_places_name_each_other() {
    let mut registry = registry_of(RULES, |it| it.ordinal == 1 && it.section == "A");
    registry.open = vec![
        place("asked", None),
        place("silent", None),
        place("explained", Some("No fact can.")),
        place("explained-and-asked", Some("No fact can.")),
    ];
    let facts = [
        open_fact("grid/shape/a", Some("asked")),
        open_fact("grid/shape/b", Some("explained-and-asked")),
        open_fact("grid/shape/c", None),
        open_fact("grid/shape/d", Some("elsewhere")),
    ];
    assert_eq!(
        Coverage::new(&facts).problems(&registry),
        [
            "grid/shape/c: it is open and names no open place",
            "grid/shape/d: unknown open place elsewhere",
            "open place silent: no fact is about it, and no reason is given",
            "open place explained-and-asked: facts are about it, and a reason why not is given",
        ]
    );
    assert_eq!(
        Coverage::new(&facts).gaps(&registry),
        ["open place silent: no fact is about it, and no reason is given"]
    );
    let pages = render(&registry, &facts, &BTreeMap::new());
    let asked = pages[OPEN_PLACES].split("\n## asked\n").nth(1).unwrap();
    let asked = asked.split("\n## ").next().unwrap();
    assert!(
        asked.ends_with("\nFacts: 1 in [grid/shape](../../vectors/grid/shape.json).\n"),
        "{asked}"
    );
}

#[test]
fn the_page_says_what_would_mend_an_erratum() {
    let mut registry = registry_of(RULES, Sentence::demands);
    let passages = [
        ("A", Some(1), "One must."),
        ("A", Some(2), "Two is."),
        ("B", None, "a = 1"),
    ];
    let open = Erratum {
        issue: Some("https://example.org/1".to_owned()),
        ..erratum_about("open", &passages)
    };
    let past = Erratum {
        fix: Fix::Past("It is a state of the past.".to_owned()),
        ..erratum_about("past", &passages[..1])
    };
    registry.errata = vec![open, past];
    let page = &render(&registry, &[], &BTreeMap::new())[CONTRADICTIONS];
    let open = "\n- Places: [current/rules.rst](current-rules.md) (A, sentence 1, sentence 2); \
                [current/rules.rst](current-rules.md) (B, code)\n- Replacement: It MUST be `A`.\n\
                - Thread: <https://example.org/1>\n- Requirements: [`A.1`](current-rules.md)\n";
    assert!(page.contains(open), "{page}");
    let past = "(A, sentence 1)\n- Replacement: none. It is a state of the past.\n\
                - Requirements: [`A.1`](current-rules.md)\n";
    assert!(page.contains(past), "{page}");
}

#[test]
fn refusals_rest_on_the_premise_exactly_where_no_sentence_orders_failure() {
    let mut registry = registry_of(RULES, |it| it.ordinal == 1);
    registry.requirements[0].orders_failure = true;
    registry.premises = vec![Premise {
        id: "refusal".to_owned(),
        premise: "It is refused.".to_owned(),
        why: Vec::new(),
        limits: Vec::new(),
        families: Vec::new(),
    }];
    let resting = |id, requirement, premise: &str| Fact {
        premise: Some(premise.to_owned()),
        ..fact(id, requirement, true)
    };
    let facts = [
        fact("grid/shape/a", "A.1", true),
        resting("grid/shape/b", "A.1", "refusal"),
        fact("grid/shape/c", "B.1", true),
        resting("grid/shape/d", "B.1", "refusal"),
        resting("grid/shape/e", "B.1", "refusals"),
    ];
    assert_eq!(
        Coverage::new(&facts).problems(&registry),
        [
            "grid/shape/b: a sentence orders failure, and it rests on a premise",
            "grid/shape/c: no sentence orders failure, and it rests on no premise",
            "grid/shape/e: unknown premise refusals",
        ]
    );
    let map = &render(&registry, &facts, &BTreeMap::new())[MAP];
    assert!(map.contains("3 of 5 refusals rest on a premise"));
    assert!(map.contains("\n### refusal\n\nIt is refused.\n"));
    assert!(map.contains("\n2 facts rest on it, of which 0 bind the writer: 2 in [grid/shape](vectors/grid/shape.json).\n"));
}

#[test]
fn refusals_bind_the_writer_where_all_of_their_requirements_do() {
    let mut registry = registry_of(RULES, |it| it.ordinal == 1);
    registry.requirements[0].binds_writer = true;
    registry.requirements[1].orders_failure = true;
    registry.requirements[0].orders_failure = true;
    let of_writer = |id, requirement| Fact {
        binds: Binds::Writer,
        ..fact(id, requirement, true)
    };
    let mut of_both = of_writer("grid/shape/e", "A.1");
    of_both.requirements.push("B.1".to_owned());
    let facts = [
        fact("grid/shape/a", "A.1", true),
        of_writer("grid/shape/b", "A.1"),
        fact("grid/shape/c", "B.1", true),
        of_writer("grid/shape/d", "B.1"),
        of_both,
    ];
    let found = Coverage::new(&facts).problems(&registry);
    // That one binds the writer alone, its input may say, too.
    let more = "grid/shape/a: it binds readers, and its requirements only the writer";
    assert_eq!(found, [more]);
}

#[test]
fn a_document_that_is_only_recommended_carries_no_must() {
    let mut registry = registry_of(RULES, |it| it.ordinal == 1);
    registry.requirements[0].sentences[0].document = "rfc/rfc1952.txt".to_owned();
    let recommended = Fact {
        level: zarr_conform::vector::Level::Should,
        ..fact("grid/shape/b", "A.1", false)
    };
    let facts = [fact("grid/shape/a", "A.1", false), recommended];
    let about_facts = Coverage::new(&facts).problems(&registry);
    let about_facts = about_facts.iter().filter(|it| it.contains('/'));
    assert_eq!(
        about_facts.collect::<Vec<_>>(),
        ["grid/shape/a: in edition 3.1 it demands more than its requirements"]
    );
}

/// A permission carries no demand, nor does a sentence of another edition.
#[test]
fn facts_demand_no_more_than_their_requirements() {
    let mut registry = registry_of(RULES, |it| it.ordinal == 1);
    registry.requirements[0].level = Level::May;
    registry.requirements[1].editions = vec![Edition::V3_0, Edition::V3_1];
    let later = Fact {
        editions: vec![Edition::Draft, Edition::V3_1],
        ..fact("grid/shape/b", "B.1", false)
    };
    let permitted = Fact {
        level: zarr_conform::vector::Level::May,
        ..fact("grid/shape/c", "A.1", false)
    };
    let facts = [fact("grid/shape/a", "A.1", false), later, permitted];
    assert_eq!(
        Coverage::new(&facts).problems(&registry),
        [
            "grid/shape/a: in edition 3.1 it demands more than its requirements",
            "grid/shape/b: in edition draft it demands more than its requirements",
        ]
    );
}

/// The row of a requirement in a page.
fn row<'a>(page: &'a str, id: &str) -> &'a str {
    let id = format!("| `{id}` |");
    page.lines().find(|line| line.contains(&id)).unwrap()
}

#[test]
fn a_page_has_a_row_for_every_requirement_of_its_document() {
    let registry = registry();
    let pages = render(&registry, &[], &BTreeMap::new());
    for requirement in &registry.requirements {
        for sentence in &requirement.sentences {
            let page = &pages[&format!("{FOLDER}/{}", page_of(&sentence.document))];
            assert!(row(page, &requirement.id).contains(requirement.level.name()));
        }
    }
    let has = |page: &str, heading: &str| pages[page].contains(&format!("\n{heading}\n"));
    for erratum in &registry.errata {
        assert!(has(CONTRADICTIONS, &format!("## {}", erratum.id)));
    }
    for open in &registry.open {
        assert!(has(OPEN_PLACES, &format!("## {}", open.id)));
    }
    for premise in &registry.premises {
        assert!(has(MAP, &format!("### {}", premise.id)));
    }
}

/// Links of a page that lead to files: the file, and the heading where one is named.
fn links(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let targets = page.split("](").skip(1);
    let targets = targets.filter_map(|it| it.split_once(')').map(|(target, _)| target));
    let here = targets.filter(|it| !it.contains("://"));
    here.map(|it| it.split_once('#').unwrap_or((it, "")))
}

/// The map leads to each page, and each page back to it; what is linked is there.
#[test]
fn the_map_and_its_pages_link_each_other() {
    let vectors = zarr_conform::embedded::vectors().unwrap();
    let pages = render(&registry(), vectors.facts(), &BTreeMap::new());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let linked: BTreeSet<&str> = links(&pages[MAP]).map(|(target, _)| target).collect();
    for (path, page) in &pages {
        let is_page = path != MAP;
        assert!(!is_page || linked.contains(path.as_str()), "{path}");
        assert!(!is_page || page.contains("](../../SPEC_MAP.md)"), "{path}");
        let folder = if is_page { FOLDER } else { "" };
        for (target, heading) in links(page) {
            let file = root.join(folder).join(target);
            assert!(file.is_file(), "{path}: {target}");
            let of_heading = pages.get(&format!("{folder}/{target}"));
            let headings = of_heading.into_iter().flat_map(|it| it.lines());
            let mut headings = headings.filter_map(|it| it.strip_prefix("## "));
            let is_there = |it: &str| it.replace('.', "") == heading;
            assert!(
                heading.is_empty() || headings.any(is_there),
                "{path}: {target}#{heading}"
            );
        }
    }
}

/// Much more than this, forges do not show as a page.
#[test]
fn the_map_and_its_pages_are_short_enough_to_be_read() {
    let vectors = zarr_conform::embedded::vectors().unwrap();
    for (path, page) in render(&registry(), vectors.facts(), &BTreeMap::new()) {
        assert!(page.len() <= 160_000, "{path}: {} bytes", page.len());
    }
}

#[test]
fn a_row_links_the_functions_that_carry_out_its_requirement() {
    let registry = registry();
    let pages = render(&registry, &[], &BTreeMap::new());
    let function = registry.functions_of("gzip.level-range").next().unwrap();
    let cell = format!("| [`{}`](../../{}) |", function.path(), function.file);
    let page = &pages["docs/spec-map/current-codecs-gzip.md"];
    assert!(row(page, "gzip.level-range").contains(&cell), "{page}");
    let page = &pages["docs/spec-map/rfc-rfc1951.md"];
    let reason = "| The crate `miniz_oxide` decompresses the blocks. |";
    assert!(
        row(page, "deflate-format.overlap").contains(reason),
        "{page}"
    );
}

#[test]
fn a_page_counts_facts_and_links_their_files() {
    let facts = [
        fact("regular-grid/shape/a", "regular-grid.grid-shape", false),
        fact("regular-grid/shape/b", "regular-grid.grid-shape", false),
        fact("regular-grid/zero/c", "regular-grid.grid-shape", true),
    ];
    let pages = render(&registry(), &facts, &BTreeMap::new());
    let row = row(&pages[GRID], "regular-grid.grid-shape");
    let end = "| 2 in [regular-grid/shape](../../vectors/regular-grid/shape.json) \
               | 1 in [regular-grid/zero](../../vectors/regular-grid/zero.json) |  |";
    assert!(row.ends_with(end), "{row}");
    let counts = "regular-grid.md) | 14 | 1 | 2 | 1 | 0 | ";
    assert!(pages[MAP].contains(counts), "{}", pages[MAP]);
}

#[test]
fn a_page_shows_misreadings_where_there_are_some() {
    let names = vec!["grid-rounded-down".to_owned()];
    let misreadings = BTreeMap::from([("regular-grid.grid-shape".to_owned(), names)]);
    let page = &render(&registry(), &[], &misreadings)[GRID];
    assert!(page.contains(" | misreadings excluded |"));
    assert!(row(page, "regular-grid.grid-shape").ends_with(" | `grid-rounded-down` |"));
    let without = &render(&registry(), &[], &BTreeMap::new())[GRID];
    assert!(!without.contains("misreadings excluded"));
}

#[test]
fn every_row_of_a_page_has_as_many_cells_as_its_head() {
    let pages = render(&registry(), &[], &BTreeMap::new());
    for edition in Edition::ALL {
        let row = format!("| {} | {} |", edition.commit(), edition.date());
        assert!(pages[MAP].contains(&row), "{edition}");
    }
    for (path, page) in pages.iter().filter(|(path, _)| *path != MAP) {
        let cells = |line: &str| line.replace("\\|", "").matches('|').count();
        let is_row = |line: &&str| line.starts_with('|');
        let mut lines = page.lines().peekable();
        while let Some(head) = lines.find(is_row) {
            while let Some(row) = lines.next_if(is_row) {
                assert_eq!(cells(row), cells(head), "{path}: {row}");
            }
        }
    }
}
