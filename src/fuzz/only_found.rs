//! A report of only what was found, of a run that has cases that passed, too.

use std::collections::BTreeSet;
use std::io;

use zarr_conform_runner::{Consumer, Event, Summary, Verdict};

use super::found::is_found;

/// Hands on what is about facts that were found.
pub struct OnlyFound<'a> {
    to: &'a mut dyn Consumer,
    checks: u64,
    summary: Summary,
    others: u64,
    failed: BTreeSet<String>,
}

impl<'a> OnlyFound<'a> {
    /// Hands on to this consumer what is about these many checks.
    pub fn new(to: &'a mut dyn Consumer, checks: u64) -> Self {
        Self {
            to,
            checks,
            summary: Summary::default(),
            others: 0,
            failed: BTreeSet::new(),
        }
    }

    /// Ids of the facts of which some check failed, required or not.
    pub fn failed(&self) -> &BTreeSet<String> {
        &self.failed
    }
}

impl Consumer for OnlyFound<'_> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(header) => {
                let mut header = header.clone();
                header.checks = self.checks;
                self.to.event(&Event::Started(header))
            }
            Event::CheckFinished(result) => {
                let is_failed = matches!(result.verdict, Verdict::Fail(_));
                if !is_found(&result.check) {
                    self.others += u64::from(is_failed && result.is_required());
                    return Ok(());
                }
                self.summary.add(result);
                if is_failed {
                    self.failed.insert(result.check.fact().to_string());
                }
                self.to.event(event)
            }
            Event::Diagnosed(diagnosis) => {
                let mut diagnosis = diagnosis.clone();
                diagnosis.leave_out(|check| !is_found(check));
                diagnosis.failures = diagnosis.failures.saturating_sub(self.others);
                self.to.event(&Event::Diagnosed(diagnosis))
            }
            Event::Finished(summary) => {
                self.summary.ended_early.clone_from(&summary.ended_early);
                self.to.event(&Event::Finished(self.summary.clone()))
            }
        }
    }
}
