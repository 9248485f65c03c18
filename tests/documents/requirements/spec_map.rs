//! Facts per requirement, and the map of the specification.

use std::collections::BTreeMap;

use zarr_conform::Edition;
use zarr_conform::requirement::coverage::Coverage;
use zarr_conform::requirement::spec_map::render;
use zarr_conform::spec::sentences::Sentence;
use zarr_conform::vector::Fact;

use super::{RULES, registry, registry_of};

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
        ]
    );
}

/// The row of a requirement in a map.
fn row<'a>(map: &'a str, id: &str) -> &'a str {
    let id = format!("| `{id}` |");
    map.lines().find(|line| line.contains(&id)).unwrap()
}

#[test]
fn the_map_has_a_row_for_every_requirement() {
    let registry = registry();
    let map = render(&registry, &[], &BTreeMap::new());
    for requirement in &registry.requirements {
        assert!(row(&map, &requirement.id).contains(requirement.level.name()));
    }
    for erratum in &registry.errata {
        assert!(map.contains(&format!("\n### {}\n", erratum.id)));
    }
    for open in &registry.open {
        assert!(map.contains(&format!("\n### {}\n", open.id)));
    }
}

#[test]
fn the_map_counts_facts_and_links_their_files() {
    let facts = [
        fact("regular-grid/shape/a", "regular-grid.grid-shape", false),
        fact("regular-grid/shape/b", "regular-grid.grid-shape", false),
        fact("regular-grid/zero/c", "regular-grid.grid-shape", true),
    ];
    let map = render(&registry(), &facts, &BTreeMap::new());
    let row = row(&map, "regular-grid.grid-shape");
    let end = "| 2 in [regular-grid/shape](vectors/regular-grid/shape.json) \
               | 1 in [regular-grid/zero](vectors/regular-grid/zero.json) |  |";
    assert!(row.ends_with(end), "{row}");
}

#[test]
fn the_map_shows_misreadings_where_there_are_some() {
    let names = vec!["grid-rounded-down".to_owned()];
    let misreadings = BTreeMap::from([("regular-grid.grid-shape".to_owned(), names)]);
    let map = render(&registry(), &[], &misreadings);
    assert!(map.contains(" | misreadings excluded |"));
    assert!(row(&map, "regular-grid.grid-shape").ends_with(" | `grid-rounded-down` |"));
    assert!(!render(&registry(), &[], &BTreeMap::new()).contains("misreadings excluded"));
}

#[test]
fn every_row_of_the_map_has_as_many_cells_as_its_head() {
    let map = render(&registry(), &[], &BTreeMap::new());
    let (editions, documents) = map.split_once("\n## ").unwrap();
    for edition in Edition::ALL {
        let row = format!("| {} | {} |", edition.commit(), edition.date());
        assert!(editions.contains(&row), "{edition}");
    }
    for line in documents.lines().filter(|line| line.starts_with('|')) {
        let cells = line.replace("\\|", "").matches('|').count();
        assert_eq!(cells, 10, "{line}");
    }
}
