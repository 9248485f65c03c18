//! Which checks end a process, found by asking ever shorter runs of them in fresh processes. Here
//! nothing is known of processes: a run is a list of numbers of checks, and [`Replays`] asks it.

use crate::judge::verdict::Verdict;
use zarr_conform_protocol::subject::Fault;

use super::worker::EndedEarly;

/// How often the last check of a run is asked more, to see whether it matters which check it is.
const FILLERS: usize = 8;
/// The most checks of a run for which anybody is blamed: of a longer one, each check has a small part.
const MOST: usize = 8;
/// How often the shortest run has to end its process in the same way, one replay of the search apart.
const CONFIRMED: usize = 4;

/// How carefully a replay waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// A process that takes much longer than usual counts as one that hangs.
    Quick,
    /// An answer may take as long as in the run.
    Full,
}

/// How a process ended that was asked a run of checks, one after the other.
#[derive(Clone, Debug)]
pub(crate) enum End {
    /// It answered everything, and nothing is wrong with its end.
    Well(Vec<Verdict>),
    /// It ended or fell silent.
    Badly(BadEnd),
    /// There was no time left to see it.
    Unknown,
}

/// How a process ended badly.
#[derive(Clone, Debug)]
pub(crate) struct BadEnd {
    /// The position in the run of the check that was not answered; `at == run.len()` where all were,
    /// and the process did not end well once its input had ended.
    pub at: usize,
    /// What happened.
    pub fault: Fault,
    /// The verdicts on the checks before; `verdicts.len() == at`.
    pub verdicts: Vec<Verdict>,
}

/// Who asks runs of checks in fresh processes.
pub(super) trait Replays {
    /// Asks these checks one after the other in a process of their own.
    fn replay(&mut self, run: &[usize], care: Care) -> Result<End, EndedEarly>;
}

/// A check that ends the process, itself or by what it leaves behind.
#[derive(Clone, Debug)]
pub(super) struct Culprit {
    /// Its number.
    pub number: usize,
    /// The shortest run that ends the process; it is part of that.
    pub run: Vec<usize>,
    /// How that run ended.
    pub end: BadEnd,
}

/// What a search found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The checks that end the process, in the order found.
    pub culprits: Vec<Culprit>,
    /// What the checks asked with them come to without them, with their numbers; empty where there was
    /// no time to see that.
    pub without: Vec<(usize, Verdict)>,
}

/// Why a search found nobody to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotFound {
    /// The same checks, asked again, end no process, or not each time.
    #[error("the same checks, asked again in the same order, do not end a process each time")]
    NotRepeated,
    /// There was no time left.
    #[error("there was no time left to find which checks before it cause that")]
    NoTime,
    /// The shortest run that was found has so many checks that none of them is the cause.
    #[error("it takes {0} checks in a row to end a process, so that none of them is the cause")]
    TooMany(usize),
    /// The checks to blame are not part of the result.
    #[error("the check that causes that is not one of those selected")]
    NotSelected,
}

type Searched<T> = Result<Result<T, NotFound>, EndedEarly>;

/// Finds the checks of a run that end its process.
pub(super) fn search(run: &[usize], replays: &mut dyn Replays) -> Searched<Found> {
    let mut found = Found {
        culprits: Vec::new(),
        without: Vec::new(),
    };
    let (universe, mut ending) = match recent(run, replays)? {
        Ok(it) => it,
        Err(why) => return Ok(Err(why)),
    };
    loop {
        match culprits(ending, replays)? {
            Ok(culprits) => found.culprits.extend(culprits),
            Err(why) if found.culprits.is_empty() => return Ok(Err(why)),
            Err(_) => return Ok(Ok(found)),
        }
        let is_blamed = |number: &usize| found.culprits.iter().any(|it| it.number == *number);
        let rest = universe.iter().filter(|number| !is_blamed(number));
        let rest: Vec<usize> = rest.copied().collect();
        match replays.replay(&rest, Care::Full)? {
            End::Well(verdicts) => {
                // Whoever dies at random has little chance to live through that twice.
                if let End::Badly(_) = replays.replay(&rest, Care::Full)? {
                    return Ok(Err(NotFound::NotRepeated));
                }
                found.without = rest.into_iter().zip(verdicts).collect();
                return Ok(Ok(found));
            }
            End::Badly(end) => ending = until(&rest, &end),
            End::Unknown => return Ok(Ok(found)),
        }
    }
}

/// The last so many checks of a run that end the process, and where they do: what is near is tried
/// first, since it costs less.
fn recent(run: &[usize], replays: &mut dyn Replays) -> Searched<(Vec<usize>, Vec<usize>)> {
    let mut size = 2;
    loop {
        let last = &run[run.len().saturating_sub(size)..];
        match replays.replay(last, Care::Quick)? {
            End::Badly(end) => return Ok(Ok((last.to_vec(), until(last, &end)))),
            End::Well(_) if last.len() == run.len() => return Ok(Err(NotFound::NotRepeated)),
            End::Well(_) => size *= 2,
            End::Unknown => return Ok(Err(NotFound::NoTime)),
        }
    }
}

/// A run as far as it was asked.
fn until(run: &[usize], end: &BadEnd) -> Vec<usize> {
    run[..run.len().min(end.at + 1)].to_vec()
}

/// The checks to blame of a run that ends its process.
fn culprits(run: Vec<usize>, replays: &mut dyn Replays) -> Searched<Vec<Culprit>> {
    let shortest = match shortest(run, replays)? {
        Ok(shortest) => shortest,
        Err(why) => return Ok(Err(why)),
    };
    if shortest.len() > MOST {
        return Ok(Err(NotFound::TooMany(shortest.len())));
    }
    let mut seen = None;
    for _ in 0..CONFIRMED {
        // The first one waits as long as the run did; that it hangs is sure then.
        let care = if seen.is_none() {
            Care::Full
        } else {
            Care::Quick
        };
        match replays.replay(&shortest, care)? {
            End::Badly(end) => seen = seen.or(Some(end)),
            End::Well(_) => return Ok(Err(NotFound::NotRepeated)),
            End::Unknown => return Ok(Err(NotFound::NoTime)),
        }
    }
    let Some(end) = seen else {
        return Ok(Err(NotFound::NotRepeated));
    };
    let culprit = |number| Culprit {
        number,
        run: shortest.clone(),
        end: end.clone(),
    };
    let blamed = blamed(&shortest, &end, replays)?;
    Ok(blamed.map(|blamed| blamed.into_iter().map(culprit).collect()))
}

/// A run that ends its process although it lacks none of whose parts it could do without.
fn shortest(mut run: Vec<usize>, replays: &mut dyn Replays) -> Searched<Vec<usize>> {
    let mut part = run.len().div_ceil(2);
    while run.len() > 1 {
        let mut at = 0;
        while at < run.len() && run.len() > 1 {
            let rest = run.iter().enumerate();
            let rest = rest.filter(|(nth, _)| !(at..at + part).contains(nth));
            let rest: Vec<usize> = rest.map(|(_, number)| *number).collect();
            match replays.replay(&rest, Care::Quick)? {
                End::Badly(end) => run = until(&rest, &end),
                End::Well(_) => at += part,
                End::Unknown => return Ok(Err(NotFound::NoTime)),
            }
        }
        if part == 1 {
            break;
        }
        part = part.div_ceil(2);
    }
    Ok(Ok(run))
}

/// Those checks of the shortest run after which the process ends whatever it is asked: checks between
/// them and the end only pass the time. Where there are none, it takes all before the last.
fn blamed(shortest: &[usize], end: &BadEnd, replays: &mut dyn Replays) -> Searched<Vec<usize>> {
    let [before @ .., last] = shortest else {
        return Ok(Err(NotFound::NotRepeated));
    };
    if before.is_empty() {
        return Ok(Ok(vec![*last]));
    }
    let mut blamed = Vec::new();
    for first in std::iter::once(last).chain(before) {
        let fillers = std::iter::repeat_n(*last, FILLERS);
        let asked: Vec<usize> = std::iter::once(*first).chain(fillers).collect();
        match replays.replay(&asked, Care::Quick)? {
            // What ends the process by itself would do so after the others, too.
            End::Badly(_) if first == last => return Ok(Ok(vec![*last])),
            End::Badly(_) => blamed.push(*first),
            End::Well(_) => {}
            End::Unknown => return Ok(Err(NotFound::NoTime)),
        }
    }
    Ok(Ok(match (blamed.is_empty(), end.at < shortest.len()) {
        (false, _) => blamed,
        (true, true) => before.to_vec(),
        (true, false) => shortest.to_vec(),
    }))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// An invented implementation: where a process that is asked this run ends badly.
    struct Model<F>(F, usize);

    impl<F: FnMut(&[usize]) -> Option<usize>> Replays for Model<F> {
        fn replay(&mut self, run: &[usize], _: Care) -> Result<End, EndedEarly> {
            let pass = |number| vec![Verdict::passed(); number];
            if self.1 == 0 {
                return Ok(End::Unknown);
            }
            self.1 -= 1;
            Ok(match (self.0)(run) {
                None => End::Well(pass(run.len())),
                Some(at) => End::Badly(BadEnd {
                    at,
                    fault: Fault::protocol("ended"),
                    verdicts: pass(at),
                }),
            })
        }
    }

    fn searched(
        number: usize,
        replays: usize,
        ends: impl FnMut(&[usize]) -> Option<usize>,
    ) -> (Result<Found, NotFound>, usize) {
        let run: Vec<usize> = (0..number).collect();
        let mut model = Model(ends, replays);
        let found = search(&run, &mut model).unwrap();
        (found, replays - model.1)
    }

    fn position(run: &[usize], number: usize) -> Option<usize> {
        run.iter().position(|it| *it == number)
    }

    /// Ends so many checks after number 5, or with its input.
    fn later(run: &[usize], after: usize) -> Option<usize> {
        position(run, 5)
            .map(|at| at + after)
            .filter(|at| *at < run.len())
    }

    #[rstest]
    #[case::at_once(1, 1000)]
    #[case::three_checks_later(3, 1000)]
    #[case::few_checks(3, 9)]
    fn the_check_that_leaves_the_damage_is_blamed(#[case] after: usize, #[case] number: usize) {
        let (found, _) = searched(number, 200, |run| later(run, after));
        let found = found.unwrap();
        let blamed: Vec<usize> = found.culprits.iter().map(|it| it.number).collect();
        assert_eq!(blamed, [5]);
        assert_eq!(found.culprits[0].run.len(), after + 1);
        // The others are asked again without it.
        assert!(!found.without.is_empty());
        assert!(found.without.iter().all(|(number, _)| *number != 5));
    }

    #[test]
    fn a_process_that_ends_badly_with_its_input_shows_the_check_alone() {
        let ends = |run: &[usize]| position(run, 5).map(|_| run.len());
        let found = searched(1000, 100, ends).0.unwrap();
        assert_eq!(found.culprits[0].run, [5]);
    }

    /// The memory that number 5 overwrites is used where number 4 came before: number 5 is at fault.
    #[test]
    fn the_check_at_which_the_process_ends_may_be_the_culprit() {
        let ends = |run: &[usize]| {
            let at = position(run, 5)?;
            let is_used = at > 0 || run.iter().filter(|it| **it == 5).count() > 1;
            is_used.then_some(at.max(1))
        };
        let found = searched(6, 100, ends).0.unwrap();
        let blamed: Vec<usize> = found.culprits.iter().map(|it| it.number).collect();
        assert_eq!(blamed, [5]);
    }

    #[test]
    fn checks_that_end_the_process_together_are_blamed_apart_from_the_last() {
        let ends = |run: &[usize]| {
            let (one, other) = (position(run, 3)?, position(run, 7)?);
            position(run, 9).filter(|at| *at > one && *at > other)
        };
        let found = searched(10, 200, ends).0.unwrap();
        let blamed: Vec<usize> = found.culprits.iter().map(|it| it.number).collect();
        assert_eq!(blamed, [3, 7]);
        assert_eq!(found.culprits[0].run, [3, 7, 9]);
    }

    #[test]
    fn every_culprit_is_found() {
        let ends = |run: &[usize]| {
            let bad = run.iter().position(|it| [5, 70, 300].contains(it))?;
            Some(bad + 1).filter(|at| *at < run.len())
        };
        let found = searched(400, 500, ends).0.unwrap();
        let mut blamed: Vec<usize> = found.culprits.iter().map(|it| it.number).collect();
        blamed.sort_unstable();
        // What lies before the part of the run that was looked at cannot have ended it.
        assert!(blamed.contains(&300), "{blamed:?}");
        assert!(
            found
                .without
                .iter()
                .all(|(number, _)| !blamed.contains(number))
        );
    }

    #[test]
    fn what_is_not_repeated_is_nobodys() {
        let (found, _) = searched(100, 100, |_| None);
        assert_eq!(found.unwrap_err(), NotFound::NotRepeated);
        // The search meets an end by chance, and its confirmation does not.
        let mut number = 0;
        let (found, _) = searched(100, 100, |run| {
            number += 1;
            (number == 3).then_some(run.len() - 1)
        });
        assert_eq!(found.unwrap_err(), NotFound::NotRepeated);
    }

    #[test]
    fn many_checks_together_are_nobodys() {
        let (found, _) = searched(100, 10_000, |run| (run.len() > 50).then_some(50));
        assert_eq!(found.unwrap_err(), NotFound::TooMany(51));
    }

    #[test]
    fn a_search_ends_with_its_time() {
        for replays in 0..12 {
            let (found, used) = searched(1000, replays, |run| later(run, 3));
            assert_eq!(found.unwrap_err(), NotFound::NoTime, "{replays}");
            assert_eq!(used, replays);
        }
    }
}
