//! Which documents are not asked any further: several of their checks in a row ended the process.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::check::id::CheckId;
use crate::judge::verdict::Verdict;
use zarr_conform_protocol::subject::{Fault, FaultKind};

/// What a document's checks in a row may come to before the others are left out; see [`weight`].
const MOST: usize = 10;

/// What is known of the checks of a run, for all its workers.
pub(crate) struct GivenUp {
    /// Where each check stands: its document, and its place among what is asked of that.
    places: BTreeMap<usize, (usize, usize)>,
    documents: Mutex<Vec<Document>>,
    has_answered: AtomicBool,
}

/// The checks of one document, in the order in which they are asked.
struct Document {
    name: String,
    numbers: Vec<usize>,
    known: Vec<Known>,
    /// The place of the last check that counts, where a part in a row reached the limit.
    last: Option<usize>,
}

/// What is known of a check.
#[derive(Clone, PartialEq)]
enum Known {
    /// Nothing yet.
    Nothing,
    /// It need not be asked, so that it says nothing.
    Unasked,
    /// It was answered.
    Answered,
    /// It ended the process, or left it of no use, with this weight and for this reason.
    Ended(usize, String),
}

/// Where a document is given up.
struct Cut {
    /// The place of the last check that counts.
    last: usize,
    /// How many checks ended the process.
    ended: usize,
    why: String,
}

impl GivenUp {
    /// Of checks by their numbers and ids, in the order in which they are asked.
    pub(crate) fn new<'a>(order: impl Iterator<Item = (usize, &'a CheckId)>) -> Self {
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        let mut places = BTreeMap::new();
        let mut documents: Vec<Document> = Vec::new();
        for (number, id) in order {
            let name = id.document();
            let at = *names.entry(name).or_insert(documents.len());
            if at == documents.len() {
                documents.push(Document::new(name));
            }
            let document = &mut documents[at];
            places.insert(number, (at, document.numbers.len()));
            document.numbers.push(number);
            document.known.push(Known::Nothing);
        }
        Self {
            places,
            documents: Mutex::new(documents),
            has_answered: AtomicBool::new(false),
        }
    }

    /// Notes that a check was answered.
    pub(crate) fn note_answered(&self, number: usize) {
        self.has_answered.store(true, Ordering::Relaxed);
        self.note(number, Known::Answered);
    }

    /// Notes that a check need not be asked.
    pub(crate) fn note_unasked(&self, number: usize) {
        self.note(number, Known::Unasked);
    }

    /// Notes that a check ended the process, or left it of no use.
    pub(crate) fn note_ended(&self, number: usize, fault: &Fault) {
        self.note(number, Known::Ended(weight(fault), fault.kind.to_string()));
    }

    /// Whether any check was answered.
    pub(crate) fn has_answered(&self) -> bool {
        self.has_answered.load(Ordering::Relaxed)
    }

    /// Whether the check of a number is not to be asked any more.
    pub(crate) fn has(&self, number: usize) -> bool {
        let Some((document, place)) = self.places.get(&number) else {
            return false;
        };
        let documents = self.documents();
        let last = documents.get(*document).and_then(|it| it.last);
        last.is_some_and(|last| *place > last)
    }

    /// The verdicts on all checks that come after the ones for which a document is given up. They do not
    /// depend on how many processes were asked at once, since what was answered out of turn has them, too.
    pub(crate) fn verdicts(&self) -> Vec<(usize, Verdict)> {
        let documents = self.documents();
        let given_up = documents.iter().filter_map(|it| Some((it, it.cut()?)));
        let verdicts = given_up.flat_map(|(document, cut)| {
            let Cut { last, ended, why } = cut;
            let name = &document.name;
            let reason = format!(
                "not asked, since {ended} checks of {name} in a row could not be answered; the last: {why}"
            );
            let rest = document.numbers.iter().skip(last + 1);
            rest.map(move |number| (*number, Verdict::skipped(reason.as_str())))
        });
        verdicts.collect()
    }

    fn note(&self, number: usize, known: Known) {
        let Some((document, place)) = self.places.get(&number) else {
            return;
        };
        if let Some(document) = self.documents().get_mut(*document) {
            let is_ended = matches!(known, Known::Ended(..));
            document.known[*place] = known;
            if is_ended {
                document.last = document.cut().map(|it| it.last);
            }
        }
    }

    fn documents(&self) -> MutexGuard<'_, Vec<Document>> {
        self.documents
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Document {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            numbers: Vec::new(),
            known: Vec::new(),
            last: None,
        }
    }

    /// The first checks in a row that reach the limit.
    fn cut(&self) -> Option<Cut> {
        let (mut sum, mut ended) = (0, 0);
        for (last, known) in self.known.iter().enumerate() {
            match known {
                Known::Unasked => {}
                Known::Nothing | Known::Answered => (sum, ended) = (0, 0),
                Known::Ended(weight, why) => {
                    (sum, ended) = (sum + weight, ended + 1);
                    if sum >= MOST {
                        let why = why.clone();
                        return Some(Cut { last, ended, why });
                    }
                }
            }
        }
        None
    }
}

/// How much a check counts that ended the process: waiting in vain takes long, and starting again does not.
fn weight(fault: &Fault) -> usize {
    match fault.kind {
        FaultKind::Timeout => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given_up(documents: &[&str]) -> GivenUp {
        let ids = documents.iter().enumerate();
        let ids = ids.map(|(at, name)| CheckId::from(format!("{name}/t/{at}#read").as_str()));
        let ids: Vec<CheckId> = ids.collect();
        GivenUp::new(ids.iter().enumerate())
    }

    fn crash() -> Fault {
        Fault {
            kind: FaultKind::Crash("signal: 6".to_owned()),
            ..Fault::stopped()
        }
    }

    fn skipped(given_up: &GivenUp) -> Vec<usize> {
        let verdicts = given_up.verdicts();
        verdicts.into_iter().map(|(number, _)| number).collect()
    }

    #[test]
    fn only_the_document_that_kills_is_given_up() {
        let documents: Vec<&str> = ["a", "b"].repeat(MOST + 2);
        let given_up = given_up(&documents);
        for number in 0..2 * MOST {
            match number % 2 {
                0 => given_up.note_ended(number, &crash()),
                _ => given_up.note_answered(number),
            }
        }
        assert!(given_up.has(2 * MOST) && !given_up.has(2 * MOST + 1));
        assert_eq!(skipped(&given_up), [2 * MOST, 2 * MOST + 2]);
        let (_, verdict) = given_up.verdicts().remove(0);
        let expected = Verdict::skipped(
            "not asked, since 10 checks of a in a row could not be answered; the last: the implementation \
             ended without answering (signal: 6)",
        );
        assert_eq!(verdict, expected);
    }

    #[test]
    fn an_answer_between_starts_counting_again_and_what_is_not_asked_does_not() {
        let given_up = given_up(&["a"; 2 * MOST + 2]);
        for number in 0..2 * MOST {
            given_up.note_ended(number, &crash());
        }
        given_up.note_answered(MOST - 1);
        assert_eq!(skipped(&given_up), [2 * MOST, 2 * MOST + 1]);
        given_up.note_unasked(MOST - 1);
        assert_eq!(skipped(&given_up)[0], MOST + 1);
    }

    /// What comes to light later about an earlier check moves the place to where one process would have it.
    #[test]
    fn the_order_of_events_does_not_matter() {
        let given_up = given_up(&["a"; 3 * MOST]);
        for number in (MOST..2 * MOST).chain(0..MOST) {
            given_up.note_ended(number, &crash());
        }
        assert_eq!(skipped(&given_up)[0], MOST);
    }
}
