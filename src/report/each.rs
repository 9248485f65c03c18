//! The report of failures whose causes are known already: each below the title that it is given, with its simplest
//! failure in full. Nothing is explained anew, so that it says nothing else than the titles.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::failures::Telling;
use super::sections::{REASON, TITLE};
use super::terminal::Detail;
use zarr_conform_runner::tell::{LONGEST, Likely, Paraphrase, fields, fields_beside_cause};
use zarr_conform_runner::text::{counted, line};
use zarr_conform_runner::{
    CheckId, CheckResult, Consumer, Event, Explanation, Failure, FailureKind, Verdict,
};

/// Failures that are reported in full, unless all are.
const MOST: usize = 8;

/// Checks of a fact that fail for a reason which is known.
#[derive(Clone, Debug)]
pub struct Titled {
    /// What is said of all of them.
    pub title: String,
    /// The check by which the reason was found. Another one of its fact that fails likewise may be easier to understand.
    pub check: CheckId,
    /// The misreading that gives what was found, where one does.
    pub cause: Option<Explanation>,
    /// Requirements that are reported first.
    pub first: Vec<String>,
}

/// Reports titled failures, in their order.
pub struct Each<'a, W: Write> {
    out: W,
    titled: Vec<Titled>,
    detail: Detail,
    telling: Telling<'a>,
    failed: Vec<CheckResult>,
}

impl<'a, W: Write> Each<'a, W> {
    /// Reports these to `out`: with `repeat`, the command that repeats the run without its selection, and in lines of
    /// so many characters.
    pub fn new(
        out: W,
        titled: Vec<Titled>,
        detail: Detail,
        paraphrase: Paraphrase<'a>,
        repeat: &'a str,
        width: Option<usize>,
    ) -> Self {
        Self {
            out,
            titled,
            detail,
            telling: Telling {
                paraphrase,
                repeat,
                width,
            },
            failed: Vec::new(),
        }
    }

    /// Ids of the facts of which some check failed, required or not.
    pub fn failed(&self) -> BTreeSet<&str> {
        let failed = self.failed.iter();
        failed.map(|it| it.check.fact().as_str()).collect()
    }

    fn finish(&mut self, ended_early: Option<&str>) -> io::Result<()> {
        if let Some(why) = ended_early {
            writeln!(
                self.out,
                "Not all of it was asked again: {}",
                line(why, REASON)
            )?;
        }
        let failing: Vec<(&Titled, Vec<&CheckResult>)> = self
            .titled
            .iter()
            .map(|titled| (titled, self.failures(titled)))
            .filter(|(_, failures)| !failures.is_empty())
            .collect();
        let most = match self.detail {
            Detail::Quiet => return Ok(()),
            Detail::Usual => MOST,
            Detail::All => failing.len(),
        };
        let mut text = Vec::new();
        for (titled, failures) in failing.iter().take(most) {
            self.write(&mut text, titled, failures)?;
        }
        if let more @ 1.. = failing.len().saturating_sub(most) {
            let causes = counted(more as u64, "more cause");
            writeln!(text, "and {causes}; --all shows each in full\n")?;
        }
        self.out.write_all(&text)?;
        self.out.flush()
    }

    /// The checks of its fact that failed, that which is reported in full first: of those that failed as the titled one
    /// did, one of which the first wrong element is known.
    fn failures(&self, titled: &Titled) -> Vec<&CheckResult> {
        let of_fact = |it: &&CheckResult| it.check.fact() == titled.check.fact();
        let mut failures: Vec<&CheckResult> = self.failed.iter().filter(of_fact).collect();
        let named = failures.iter().find(|it| it.check == titled.check);
        let kind = named.and_then(|it| kind(it));
        failures.sort_by_key(|it| {
            (
                self::kind(it) != kind,
                !has_place(it),
                it.check != titled.check,
            )
        });
        failures
    }

    fn write(
        &self,
        out: &mut Vec<u8>,
        titled: &Titled,
        failures: &[&CheckResult],
    ) -> io::Result<()> {
        let Some((first, others)) = failures.split_first() else {
            return Ok(());
        };
        let Verdict::Fail(failure) = &first.verdict else {
            return Ok(());
        };
        for part in self.telling.wrapped(&titled.title, 0) {
            writeln!(out, "{TITLE}{part}{TITLE:#}")?;
        }
        let others = others.iter().filter_map(|it| it.check.operation());
        let others: Vec<String> = others.map(|it| format!(", #{it}")).collect();
        let check = line(&first.check, LONGEST);
        writeln!(out, "  {check}{}", line(&others.concat(), LONGEST))?;
        self.write_details(out, first, failure, titled)?;
        writeln!(out)
    }

    fn write_details(
        &self,
        out: &mut Vec<u8>,
        result: &CheckResult,
        failure: &Failure,
        titled: &Titled,
    ) -> io::Result<()> {
        let Telling { paraphrase, .. } = self.telling;
        let fields = if let Some(cause) = &titled.cause {
            fields_beside_cause(result, failure, cause, paraphrase)
        } else {
            let likely = Likely {
                first: titled.first.iter().map(String::as_str).collect(),
                ..Likely::default()
            };
            fields(result, failure, &likely, paraphrase)
        };
        self.telling.write_fields(out, &fields)?;
        self.telling.write_repeat(out, result)
    }
}

/// How a check failed.
fn kind(result: &CheckResult) -> Option<FailureKind> {
    match &result.verdict {
        Verdict::Fail(failure) => Some(failure.kind),
        _ => None,
    }
}

/// Whether it is known where the first wrong element is.
fn has_place(result: &CheckResult) -> bool {
    let Verdict::Fail(failure) = &result.verdict else {
        return false;
    };
    let difference = failure.difference.as_deref();
    difference.is_some_and(|it| it.coordinates.is_some())
}

impl<W: Write> Consumer for Each<'_, W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::CheckFinished(result) if matches!(result.verdict, Verdict::Fail(_)) => {
                self.failed.push((**result).clone());
                Ok(())
            }
            Event::Finished(summary) => match self.finish(summary.ended_early.as_deref()) {
                // A reader that closes the pipe has read enough.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                result => result,
            },
            _ => Ok(()),
        }
    }
}
