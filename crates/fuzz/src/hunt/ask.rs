//! What is asked: an implementation behind a worker, or one in the same process.

use zarr_conform_runner::{Check, EndedEarly, Inside, Verdict, Within, Worker};

/// Somebody who is asked checks.
pub trait Ask {
    /// The verdicts on checks, in their order.
    ///
    /// # Errors
    /// Where no more can be asked.
    fn ask(&mut self, checks: Vec<Check>) -> Result<Vec<Verdict>, EndedEarly>;

    /// The same; where no more can be asked, the verdicts on the first checks, and why there
    /// are no others.
    fn ask_some(&mut self, checks: Vec<Check>) -> (Vec<Verdict>, Result<(), EndedEarly>) {
        match self.ask(checks) {
            Ok(verdicts) => (verdicts, Ok(())),
            Err(why) => (Vec::new(), Err(why)),
        }
    }

    /// How many checks are best asked at once.
    fn at_once(&self) -> usize;

    /// What comes next is known to fail, so who fails at it is not given up for that.
    fn expect_failures(&mut self) {}
}

/// An implementation in the same process.
pub struct InProcess<'a> {
    /// How it is asked.
    pub within: &'a Within<'a>,
    /// It.
    pub inside: &'a dyn Inside,
}

impl Ask for InProcess<'_> {
    fn ask(&mut self, checks: Vec<Check>) -> Result<Vec<Verdict>, EndedEarly> {
        let judge = |check: &Check| self.within.judge(check, self.inside);
        Ok(checks.iter().map(judge).collect())
    }

    fn at_once(&self) -> usize {
        1
    }
}

/// Checks that a worker is given at once: enough that it never waits for us.
const AT_ONCE: usize = 256;

impl Ask for Worker<'_> {
    fn ask(&mut self, checks: Vec<Check>) -> Result<Vec<Verdict>, EndedEarly> {
        let (verdicts, ended) = self.ask_some(checks);
        ended.map(|()| verdicts)
    }

    fn ask_some(&mut self, checks: Vec<Check>) -> (Vec<Verdict>, Result<(), EndedEarly>) {
        let mut verdicts: Vec<Option<Verdict>> = checks.iter().map(|_| None).collect();
        let mut checks = checks.into_iter().enumerate();
        let ended = self.run(
            || checks.next(),
            |number, verdict| {
                if let Some(place) = verdicts.get_mut(number) {
                    *place = Some(verdict);
                }
            },
        );
        (verdicts.into_iter().map_while(|it| it).collect(), ended)
    }

    fn at_once(&self) -> usize {
        AT_ONCE
    }

    fn expect_failures(&mut self) {
        self.note_answered();
    }
}
