//! Choosing among the checks of an edition, and what was meant by names and globs that no check has.

use std::collections::BTreeSet;
use std::fmt;

use crate::check::Derivation;
use crate::check::glob::{Glob, GlobError};
use crate::check::id::{CheckId, FactId, names_check};
use crate::check::partition::Partition;
use crate::check::plan::Plan;
use zarr_conform_terms::Edition;

/// How many names and globs that are near an unknown one are named.
const MOST: usize = 3;
/// How alike two names are that are near, from 0 to 1.
const NEAR: f64 = 0.8;
/// What no id has, and globs do.
const WILDCARDS: [char; 4] = ['*', '?', '[', '{'];

/// Which checks to run: those that match a filter or are named; all, where neither is given. Of
/// these, those that no exclusion matches; of these, those of one share.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Globs of check ids or fact ids; `*` matches `/` too.
    pub filters: Vec<Filter>,
    /// Globs of check ids or fact ids that are left out.
    pub excludes: Vec<Filter>,
    /// Ids of checks, or of facts for all their checks.
    pub ids: Vec<String>,
    /// The share; all, without one.
    pub partition: Option<Partition>,
}

impl Selection {
    /// Whether a check of this fact may be selected: not where no filter can match it, and no id names it.
    pub(crate) fn may_select(&self, fact: FactId<'_>) -> bool {
        (self.filters.is_empty() && self.ids.is_empty())
            || self.filters.iter().any(|it| it.may_match(fact))
            || self.ids.iter().any(|id| FactId::new(id) == fact)
    }
}

/// A glob over ids.
#[derive(Clone, Debug)]
pub struct Filter(Glob);

impl Filter {
    /// Parses a glob such as `transpose/*`, `*#read` or `*/cycle{,-inverted}`.
    pub fn parse(glob: &str) -> Result<Self, GlobError> {
        Glob::parse(glob).map(Self)
    }

    /// The glob as it was written.
    pub fn glob(&self) -> &str {
        self.0.text()
    }

    /// What every id begins with that it matches.
    pub fn prefix(&self) -> &str {
        self.0.prefix()
    }

    /// Whether it may match checks of a fact, as far as what both begin with tells.
    fn may_match(&self, fact: FactId<'_>) -> bool {
        let (fact, prefix) = (fact.as_str(), self.prefix());
        fact.starts_with(prefix) || prefix.starts_with(fact)
    }

    /// Whether it matches the check's id or its fact's.
    pub fn matches(&self, check: &str) -> bool {
        self.0.matches(check) || self.0.matches(FactId::new(check).as_str())
    }
}

/// An id that no check has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found no check {id:?}{}{}", as_filter(.filter.as_deref()), name_near(.near))]
pub struct UnknownCheck {
    /// What was asked for.
    pub id: String,
    /// A glob that matches what seems to be meant, where that is not one check or fact.
    pub filter: Option<String>,
    /// Ids that look like it, nearest first: of checks, where it is one of a check, and else of facts.
    pub near: Vec<String>,
}

/// A glob that matches no check of an edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// The glob as it was written.
    pub glob: String,
    /// Editions with checks that it matches.
    pub others: Vec<Edition>,
    /// Globs that look like it and match checks, nearest first.
    pub near: Vec<String>,
}

impl fmt::Display for Unmatched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.glob)?;
        match self.others.as_slice() {
            [] => f.write_str(&name_near(&self.near)),
            others => write!(f, ", though checks of {} do", names(others)),
        }
    }
}

/// Filters that match no check of an edition, at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no check of edition {edition} matches {}", listed(.filters))]
pub struct UnmatchedFilters {
    /// The edition that is judged.
    pub edition: Edition,
    /// The filters.
    pub filters: Vec<Unmatched>,
}

fn listed(filters: &[Unmatched]) -> String {
    match filters {
        [one] => format!("the filter {one}"),
        all => {
            let lines = all.iter().map(|it| format!("\n  {it}"));
            format!("these filters:{}", lines.collect::<String>())
        }
    }
}

fn as_filter(filter: Option<&str>) -> String {
    filter.map_or_else(String::new, |glob| {
        format!(": an id is that of one check or fact; for more, --filter '{glob}'")
    })
}

fn name_near(near: &[String]) -> String {
    if near.is_empty() {
        String::new()
    } else {
        format!("; near it: {}", near.join(", "))
    }
}

/// As in `3.0, 3.1`.
pub(crate) fn names(editions: &[Edition]) -> String {
    let names: Vec<_> = editions.iter().map(|it| it.name()).collect();
    names.join(", ")
}

impl Plan<'_> {
    /// Positions of the selected checks, ascending.
    ///
    /// # Errors
    /// Where an id names neither a check nor a fact.
    pub fn select(&self, selection: &Selection) -> Result<Vec<usize>, UnknownCheck> {
        if !selection.ids.is_empty() {
            let known = self.names();
            let is_unknown = |id: &&String| !known.contains(id.as_str());
            if let Some(id) = selection.ids.iter().find(is_unknown) {
                return Err(self.unknown(id));
            }
        }
        let named: BTreeSet<&str> = selection.ids.iter().map(String::as_str).collect();
        let is_selected = |&at: &usize| {
            let check = self.id(at);
            let is_filtered = |filter: &Filter| filter.matches(check);
            let is_chosen = (selection.filters.is_empty() && selection.ids.is_empty())
                || named.contains(check.as_str())
                || named.contains(check.fact().as_str())
                || selection.filters.iter().any(is_filtered);
            is_chosen
                && !selection.excludes.iter().any(is_filtered)
                && selection.partition.is_none_or(|share| share.has(check))
        };
        Ok((0..self.len()).filter(is_selected).collect())
    }

    /// Refuses filters of which one matches nothing: what it was to select would be missing without a word.
    ///
    /// # Errors
    /// Where there are such filters.
    pub fn expect_matches(&self, filters: &[Filter]) -> Result<(), UnmatchedFilters> {
        let filters = self.unmatched(filters);
        if filters.is_empty() {
            return Ok(());
        }
        let edition = self.derivation().edition;
        Err(UnmatchedFilters { edition, filters })
    }

    /// The globs that match no check, with what was meant.
    pub fn unmatched(&self, globs: &[Filter]) -> Vec<Unmatched> {
        let unmatched = globs.iter().filter(|it| !self.has_match(it));
        unmatched.map(|it| self.unmatched_glob(it)).collect()
    }

    fn unmatched_glob(&self, glob: &Filter) -> Unmatched {
        let others = editions_where(*self.derivation(), |plan| plan.has_match(glob));
        let near = if others.is_empty() {
            self.near(glob)
        } else {
            Vec::new()
        };
        Unmatched {
            glob: glob.glob().to_owned(),
            others,
            near,
        }
    }

    fn has_match(&self, glob: &Filter) -> bool {
        self.ids().any(|check| glob.matches(check))
    }

    /// Whether a text is a glob that matches checks.
    fn is_match(&self, glob: &str) -> bool {
        Filter::parse(glob).is_ok_and(|it| self.has_match(&it))
    }

    /// Ids of checks, and of facts that have any.
    fn names(&self) -> BTreeSet<&str> {
        self.ids()
            .flat_map(|check| [check.as_str(), check.fact().as_str()])
            .collect()
    }

    /// Globs that match checks and look like one that matches none, nearest first; where none does, one that
    /// says where in an id its text stands.
    fn near(&self, filter: &Filter) -> Vec<String> {
        let mut near = self.globs_like(filter);
        near.sort_by(|left, right| right.0.total_cmp(&left.0));
        near.dedup();
        if near.is_empty() {
            let glob = filter.glob();
            let places = [
                format!("*#{glob}"),
                format!("*{glob}"),
                format!("{glob}*"),
                format!("*{glob}*"),
            ];
            return places
                .into_iter()
                .find(|it| self.is_match(it))
                .into_iter()
                .collect();
        }
        near.into_iter().take(MOST).map(|(_, glob)| glob).collect()
    }

    /// Globs with other parts of ids in place of what stands before the first wildcard.
    fn globs_like(&self, filter: &Filter) -> Vec<(f64, String)> {
        let glob = filter.glob();
        let stem = glob.find(WILDCARDS).unwrap_or(glob.len());
        let stem = glob[..stem].trim_end_matches(['/', '#']);
        let depth = stem.matches('/').count();
        let part = |id: &CheckId| {
            let id = if names_check(stem) {
                id.as_str()
            } else {
                id.fact().as_str()
            };
            let end = id
                .match_indices('/')
                .nth(depth)
                .map_or(id.len(), |(at, _)| at);
            id[..end].to_owned()
        };
        let parts: BTreeSet<String> = self.ids().map(part).collect();
        // A name by itself, such as that of a document, stands for all below it.
        let rest = match &glob[stem.len()..] {
            "" | "/" => ["", "/*"],
            rest => [rest, rest],
        };
        let alike = parts.into_iter().map(|it| (likeness(stem, &it), it));
        let alike = alike.filter(|(likeness, _)| *likeness > NEAR);
        let alike =
            alike.flat_map(|(likeness, it)| rest.map(|rest| (likeness, format!("{it}{rest}"))));
        alike.filter(|(_, glob)| self.is_match(glob)).collect()
    }

    /// The error of an id that no check has, with what was meant.
    pub fn unknown(&self, id: &str) -> UnknownCheck {
        let globs = if id.contains(WILDCARDS) {
            [id.to_owned(), format!("*{id}")]
        } else {
            // Of a document or a topic, all below it, and of an operation, all of its checks.
            [format!("{id}/*"), format!("*{id}")]
        };
        let is_meant = |glob: &String| !id.is_empty() && self.is_match(glob);
        let filter = globs.into_iter().find(is_meant);
        let near = match filter {
            Some(_) => Vec::new(),
            None => self.ids_like(id),
        };
        let id = id.to_owned();
        UnknownCheck { id, filter, near }
    }

    /// Ids that look like this one, nearest first: of checks, where it is one, and else of facts.
    fn ids_like(&self, id: &str) -> Vec<String> {
        let known: BTreeSet<&str> = if names_check(id) {
            self.ids().map(CheckId::as_str).collect()
        } else {
            self.ids().map(|check| check.fact().as_str()).collect()
        };
        let known = known.into_iter().map(|it| (likeness(id, it), it));
        let mut near: Vec<(f64, &str)> = known.filter(|(likeness, _)| *likeness > NEAR).collect();
        near.sort_by(|left, right| right.0.total_cmp(&left.0));
        let near = near.into_iter().take(MOST);
        near.map(|(_, id)| id.to_owned()).collect()
    }
}

/// The other editions in which a check exists, where this edition does not have it.
pub fn editions_with(derivation: Derivation<'_>, id: &str) -> Vec<Edition> {
    editions_where(derivation, |plan| plan.names().contains(id))
}

/// The editions for whose checks something holds.
fn editions_where(derivation: Derivation<'_>, holds: impl Fn(&Plan<'_>) -> bool) -> Vec<Edition> {
    let holds = |edition: &Edition| {
        holds(&Plan::new(Derivation {
            edition: *edition,
            ..derivation
        }))
    };
    Edition::ALL.into_iter().filter(holds).collect()
}

/// How alike two names are, from 0 to 1. One that is many times as long as the other is nothing like it:
/// comparing takes time that grows with the product of their lengths.
pub fn likeness(name: &str, known: &str) -> f64 {
    const TIMES: usize = 4;
    if name.len() / TIMES > known.len() {
        return 0.0;
    }
    strsim::jaro_winkler(name, known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_many_times_as_long_are_not_compared() {
        assert!(likeness("demo/chunks/int16-bug", "demo/chunks/int16-big") > 0.9);
        let long = "demo/chunks/int16-big".repeat(100_000);
        let times = 0..1000;
        assert!(
            times
                .map(|_| likeness(&long, "demo/chunks/int16-big"))
                .all(|it| it <= 0.0)
        );
    }

    #[test]
    fn filters_that_match_nothing_are_each_on_a_line() {
        let unmatched = |glob: &str, others: &[Edition], near: &[&str]| Unmatched {
            glob: glob.to_owned(),
            others: others.to_vec(),
            near: near.iter().map(|it| (*it).to_owned()).collect(),
        };
        let told = |filters: &[Unmatched]| {
            let filters = filters.to_vec();
            let edition = Edition::default();
            UnmatchedFilters { edition, filters }.to_string()
        };
        let one = unmatched("dmo/*", &[], &["demo/*"]);
        assert_eq!(
            told(std::slice::from_ref(&one)),
            "no check of edition 3.1 matches the filter \"dmo/*\"; near it: demo/*"
        );
        let other = unmatched("zst/*", &Edition::ALL[..1], &[]);
        assert_eq!(
            told(&[one, other]),
            "no check of edition 3.1 matches these filters:\n  \"dmo/*\"; near it: demo/*\n  \
             \"zst/*\", though checks of draft do"
        );
    }
}
