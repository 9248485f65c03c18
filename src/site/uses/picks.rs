//! What a reader picks, summed up by scripts: the judgements of each library, by the rule that a scan follows, and since which
//! release something is right.

use std::collections::BTreeMap;

use super::{Asked, Evidence, Kind, Shown, state};
use crate::scan::implied;
use crate::scan::known::{Known, Outcome};
use crate::site::{Site, names};
use zarr_conform_runner::text::escape;

/// A state, the uses that an array must have for it, and the page of a check that shows it.
type Judged = (&'static str, Vec<usize>, String);

/// The position of the release since which something is right, and the uses that an array must have for it.
type BecameRight = (usize, Vec<usize>);

/// What scripts make of what is picked: judgements of each library, by the rule that a scan follows.
#[derive(serde::Serialize)]
pub(in crate::site) struct Picks {
    /// Values of what is used.
    uses: Vec<String>,
    /// The names of the same.
    names: Vec<String>,
    /// Which of these are data types.
    types: Vec<usize>,
    /// Which of these are usual.
    usual: Vec<usize>,
    /// What each of these is a part of.
    needs: Vec<Vec<usize>>,
    /// For each library and each way.
    judged: Vec<[Vec<Judged>; 2]>,
    /// For each library and each way, what became right after the first release that was judged.
    since: Vec<[Vec<BecameRight>; 2]>,
    /// For each library, its releases.
    versions: Vec<Vec<String>>,
}

impl Picks {
    /// Of the runs at these positions.
    pub(in crate::site) fn of(site: &Site<'_>, shown: &Shown<'_>, columns: &[usize]) -> Self {
        let uses = &site.uses;
        let all = 0..uses.all.len();
        let needs = |at: usize| {
            let implied = implied(&uses.all[at].feature);
            uses.uses_of(&uses.vocabulary.bits(&implied))
        };
        let judged = |evidence: &Evidence<'_>| {
            if !evidence.is_asked {
                // It holds of every array.
                return vec![(state(Known::Nothing).class(), Vec::new(), String::new())];
            }
            let judgements = evidence.judgements.iter();
            let judgements = judgements.map(|it| {
                let is_shown = it.known < Known::Lacks;
                let check = it.checks.first().filter(|_| is_shown);
                let check = check.and_then(|at| evidence.results[*at]);
                let page = check.map(|it| names::of_check(&it.check));
                (
                    state(it.known).class(),
                    uses.uses_of(&it.features),
                    page.unwrap_or_default(),
                )
            });
            judgements.collect()
        };
        let is_type = |at: &usize| uses.all[*at].kind == Kind::DataType;
        let since = |at: usize| {
            let evidence = shown.evidence[at].iter().zip(&uses.ways);
            let of = evidence.map(|(evidence, asked)| evidence.became_right(site, asked));
            let of: Vec<Vec<BecameRight>> = of.collect();
            of.try_into().unwrap_or_default()
        };
        let versions = |at: usize| {
            let since = site.since[at].as_ref();
            let all = (0..).map_while(|position| since?.version(position).map(escape));
            all.collect()
        };
        Self {
            since: columns.iter().map(|at| since(*at)).collect(),
            versions: columns.iter().map(|at| versions(*at)).collect(),
            uses: uses.all.iter().map(|it| it.value.clone()).collect(),
            names: uses.all.iter().map(|it| it.name.clone()).collect(),
            types: all.clone().filter(is_type).collect(),
            usual: all.clone().filter(|at| uses.all[*at].is_usual).collect(),
            needs: all.map(needs).collect(),
            judged: columns
                .iter()
                .map(|at| shown.evidence[*at].each_ref().map(judged))
                .collect(),
        }
    }
}

impl Evidence<'_> {
    /// What became right after the first release: of uses that others contain, the latest release counts.
    fn became_right(&self, site: &Site<'_>, asked: &Asked) -> Vec<BecameRight> {
        let Some(since) = &site.since[self.run] else {
            return Vec::new();
        };
        let uses = &site.uses;
        let mut all: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        for (at, check) in asked.checks.iter().enumerate() {
            let position = since.position(&check.id, true);
            if position > 0 && self.outcomes[at] == Outcome::Passed {
                let of = uses.uses_of(&uses.closed(&asked.known[at]));
                let latest = all.entry(of).or_default();
                *latest = position.max(*latest);
            }
        }
        let is_contained = |it: &[usize], position: usize| {
            let mut others = all.iter();
            others.any(|(other, latest)| {
                other.len() < it.len()
                    && *latest >= position
                    && other.iter().all(|at| it.contains(at))
            })
        };
        let own = all
            .iter()
            .filter(|(it, position)| !is_contained(it, **position));
        own.map(|(it, position)| (*position, it.clone())).collect()
    }
}
