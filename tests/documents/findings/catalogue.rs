//! `docs/findings.toml`: which failures are one finding.

use std::collections::BTreeSet;

use serde::Deserialize;
use zarr_conform::runner::Filter;

use super::notes::file;

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    pub group: Vec<Group>,
    /// Notes of what the project concerned knows already.
    pub known: Vec<String>,
    /// The newest release of each library; one for each adapter.
    pub newest: Vec<Newest>,
    /// Reproductions that are longer than they should be.
    pub long: Vec<Long>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub title: String,
    pub about: String,
    /// Whether its findings are so bad that `docs/upstream` has a text for each.
    #[serde(default)]
    pub reported: bool,
    pub finding: Vec<Finding>,
}

/// One cause, in one or several implementations.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The name by which entries of lists of known failures refer to it.
    pub id: String,
    pub title: String,
    pub text: String,
    /// Notes, as `folder/name`.
    pub notes: Vec<String>,
    #[serde(default)]
    pub claim: Vec<Claim>,
}

/// Checks of which a failure belongs to the finding, whoever fails them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The verdict that they fail with.
    pub verdict: String,
    /// The adapters that it is about; empty where it is about all.
    #[serde(default)]
    pub adapters: Vec<String>,
    /// Globs.
    pub checks: Vec<String>,
}

/// A release, and what the reproductions show with it where it is not the one that is judged.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Newest {
    pub adapter: String,
    pub version: String,
    /// The day on which it was the newest, as `2026-11-22`.
    pub checked: String,
    #[serde(default)]
    pub said: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Long {
    pub reason: String,
    pub notes: Vec<String>,
}

impl Findings {
    pub fn load() -> Self {
        toml::from_str(&file("docs/findings.toml"))
            .unwrap_or_else(|it| panic!("findings.toml: {it}"))
    }

    /// All findings, in the order of the file.
    pub fn all(&self) -> impl Iterator<Item = &Finding> {
        self.group.iter().flat_map(|it| &it.finding)
    }

    pub fn finding(&self, id: &str) -> Option<&Finding> {
        self.all().find(|it| it.id == id)
    }

    /// The newest release of the library that an adapter judges.
    pub fn newest(&self, adapter: &str) -> &Newest {
        let found = self.newest.iter().find(|it| it.adapter == adapter);
        found.unwrap_or_else(|| panic!("docs/findings.toml names no newest release of {adapter}"))
    }

    /// The claims, ready to be asked.
    pub fn claims(&self) -> Claims<'_> {
        let all = self.all().flat_map(|finding| {
            finding.claim.iter().map(move |claim| {
                let globs = claim.checks.iter();
                let filters = globs.map(|it| Filter::parse(it).unwrap()).collect();
                (finding, claim, filters)
            })
        });
        Claims(all.collect())
    }
}

/// Claims with their globs parsed.
pub struct Claims<'a>(Vec<(&'a Finding, &'a Claim, Vec<Filter>)>);

impl<'a> Claims<'a> {
    /// The findings that claim a failure: those that name the adapter, or else those that name none.
    /// More than one is a mistake in the file.
    pub fn of(&self, adapter: &str, verdict: &str, check: &str) -> BTreeSet<&'a str> {
        let ids = |is_named: bool| -> BTreeSet<&'a str> {
            let claims = self.0.iter().filter(|(_, claim, filters)| {
                let is_meant = if is_named {
                    claim.adapters.iter().any(|it| it == adapter)
                } else {
                    claim.adapters.is_empty()
                };
                is_meant && claim.verdict == verdict && filters.iter().any(|it| it.matches(check))
            });
            claims.map(|(finding, ..)| finding.id.as_str()).collect()
        };
        let named = ids(true);
        if named.is_empty() { ids(false) } else { named }
    }

    /// Each glob with the finding that claims by it.
    pub fn globs(&self) -> impl Iterator<Item = (&'a str, &'a str, &Filter)> {
        self.0.iter().flat_map(|(finding, claim, filters)| {
            let globs = claim.checks.iter().zip(filters);
            globs.map(|(glob, filter)| (finding.id.as_str(), glob.as_str(), filter))
        })
    }
}
