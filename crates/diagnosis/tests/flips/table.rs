//! The places that may be spoilt, as `flips.toml` lists them.

use std::collections::BTreeMap;

use zarr_conform_requirements::Registry;

use super::Unseen;

const TABLE: &str = include_str!("../flips.toml");

/// Which way the bytes go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Road {
    Written,
    Read,
}

impl Road {
    fn name(self) -> &'static str {
        match self {
            Self::Written => "written",
            Self::Read => "read",
        }
    }
}

/// By place, the roads on which it may be spoilt.
pub(crate) struct Table(BTreeMap<String, Vec<String>>);

impl Table {
    /// # Panics
    /// Where an entry is not of the form that the head of the file describes.
    pub(crate) fn load() -> Self {
        let registry = Registry::load().unwrap();
        let table: toml::Table = TABLE.parse().unwrap();
        let mut places = BTreeMap::new();
        for entry in table["place"].as_array().unwrap() {
            let text = |name: &str| entry[name].as_str().unwrap().to_owned();
            assert!(!text("reason").is_empty(), "{}", text("name"));
            let says = text("says");
            let is_open = registry.open.iter().any(|it| it.id == says);
            let is_known = is_open || registry.requirement(&says).is_some();
            assert!(
                is_known,
                "{}: there is no requirement or open place {says}",
                text("name")
            );
            let roads = entry["roads"].as_array().unwrap();
            let roads = roads.iter().map(|it| it.as_str().unwrap().to_owned());
            let earlier = places.insert(text("name"), roads.collect());
            assert!(earlier.is_none(), "{} is listed twice", text("name"));
        }
        Self(places)
    }

    /// What is not explained, and, where everything was spoilt, entries that nothing needs.
    pub(crate) fn problems(&self, road: Road, unseen: &[Unseen], everything: bool) -> Vec<String> {
        let mut by_place: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for it in unseen {
            by_place.entry(&it.place).or_default().push(&it.what);
        }
        let is_listed = |place: &str| {
            let roads = self.0.get(place);
            roads.is_some_and(|it| it.iter().any(|it| it == road.name()))
        };
        let mut problems = Vec::new();
        for (place, what) in &by_place {
            if !is_listed(place) {
                let (number, some) = (what.len(), &what[..what.len().min(3)]);
                problems.push(format!(
                    "{place}: {number} flips of what is {} are not noticed: {}",
                    road.name(),
                    some.join("; ")
                ));
            }
        }
        let stale = self
            .0
            .keys()
            .filter(|it| everything && is_listed(it) && !by_place.contains_key(it.as_str()));
        problems
            .extend(stale.map(|it| format!("{it}: no flip of what is {} needs this", road.name())));
        problems
    }
}
