//! In which releases of a library a finding is seen.

use std::collections::BTreeSet;
use std::path::Path;

use zarr_conform::history::{self, AtHand, HistoryError, Release, Standing};

/// Below the root, what releases came to.
const HISTORY: &str = "history";

/// What the releases of one library show of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// Nothing is known: no release was judged by the vectors at hand, or the newest one was not asked.
    Unknown,
    /// The newest release does not show it any more.
    FixedIn(String),
    /// This release and each later one shows it, and the one before it, where there is one, has it right.
    Since(String, Option<String>),
}

/// The releases of the library of an adapter, the earliest first, with what they came to in the facts at hand.
///
/// # Errors
/// Where what releases came to cannot be read.
pub(super) fn of_adapter(
    root: &Path,
    adapter: &str,
    at_hand: &AtHand,
) -> Result<Vec<Release>, HistoryError> {
    let all = match history::all(&root.join(HISTORY), &[adapter.to_owned()], at_hand) {
        // Not every adapter has releases to judge.
        Err(HistoryError::NoImplementation { .. }) => Vec::new(),
        all => all?,
    };
    Ok(all.into_iter().flat_map(|(_, releases)| releases).collect())
}

/// What these releases show of these checks.
pub(super) fn seen(releases: &[Release], checks: &BTreeSet<&str>) -> Seen {
    let checks: BTreeSet<String> = checks.iter().map(|it| (*it).to_owned()).collect();
    // Whether it is shown; nothing, where the release was asked no check of it.
    let shows_it = |release: &Release| {
        let standings = release.standings(&checks);
        let is_wrong = standings.iter().any(|it| matches!(it, Standing::Wrong(_)));
        let is_asked = standings.iter().any(|it| *it != Standing::NotJudged);
        is_asked.then_some(is_wrong)
    };
    let came_to: Vec<Option<bool>> = releases.iter().map(shows_it).collect();
    let version = |at: usize| releases[at].version.clone();
    let Some(Some(newest)) = came_to.last() else {
        return Seen::Unknown;
    };
    let same = came_to.iter().rev().take_while(|it| **it == Some(*newest));
    let first = came_to.len() - same.count();
    match (newest, first.checked_sub(1)) {
        (false, Some(before)) if came_to[before] == Some(true) => Seen::FixedIn(version(first)),
        (false, _) => Seen::Unknown,
        (true, before) => {
            let right = before.filter(|at| came_to[*at] == Some(false));
            Seen::Since(version(first), right.map(version))
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use zarr_conform::Edition;
    use zarr_conform::history::{Asked, Failed, RELEASE};
    use zarr_conform::runner::Concern;

    use super::*;

    fn release(at: usize, came_to: char) -> Release {
        let failed = Failed {
            concern: Concern::RightData,
            verdict: "wrong-data".to_owned(),
            advice: false,
            misreading: None,
            checks: vec!["t/a#read".to_owned()],
        };
        Release {
            format: RELEASE,
            name: "a library".to_owned(),
            version: format!("1.{at}"),
            date: String::new(),
            yanked: None,
            edition: Edition::V3_1,
            vectors_sha256: String::new(),
            never_judged: BTreeSet::new(),
            not_judged: (came_to == '-')
                .then(|| "t/a#read".to_owned())
                .into_iter()
                .collect(),
            failed: (came_to == 'x').then_some(failed).into_iter().collect(),
            asked: Asked::default(),
        }
    }

    fn since(first: &str, right: Option<&str>) -> Seen {
        Seen::Since(first.to_owned(), right.map(str::to_owned))
    }

    /// Each letter is a release: `x` shows it, `o` has it right, and `-` was not asked.
    #[rstest]
    #[case::no_release("", Seen::Unknown)]
    #[case::never("oo", Seen::Unknown)]
    #[case::not_asked("x-", Seen::Unknown)]
    #[case::always("xx", since("1.0", None))]
    #[case::broken("ooxx", since("1.2", Some("1.1")))]
    #[case::new_feature("--x", since("1.2", None))]
    #[case::broken_again("xox", since("1.2", Some("1.1")))]
    #[case::fixed("xxoo", Seen::FixedIn("1.2".to_owned()))]
    fn what_releases_show(#[case] releases: &str, #[case] expected: Seen) {
        let releases = releases.chars().enumerate();
        let releases: Vec<Release> = releases.map(|(at, it)| release(at, it)).collect();
        assert_eq!(seen(&releases, &BTreeSet::from(["t/a#read"])), expected);
    }
}
