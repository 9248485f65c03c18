//! TAP version 14, written as the run goes on.

use std::io::{self, Write};

use super::conclusion::tally_in_words;
use super::hints::hints;
use super::outcome::{KnownFailures, TestOutcome};
use crate::spec::show::HINT;
use zarr_conform_runner::tell::{describe, sought};
use zarr_conform_runner::text::{counted, line};
use zarr_conform_runner::{
    CheckResult, Concern, Consumer, Diagnosis, Event, Header, Summary, Verdict,
};

/// Characters of one value.
const LONGEST: usize = 600;

/// The point of a list of known failures.
const LIST: &str = "every entry of the list of known failures is about something";

/// Writes one test point a check.
pub struct Tap<'a, W: Write> {
    out: io::BufWriter<W>,
    known: KnownFailures<'a>,
    number: u64,
}

impl<'a, W: Write> Tap<'a, W> {
    /// Reports to `out`.
    pub fn new(out: W, known: KnownFailures<'a>) -> Self {
        Self {
            out: io::BufWriter::new(out),
            known,
            number: 0,
        }
    }

    fn start(&mut self, header: &Header) -> io::Result<()> {
        let who = &header.implementation;
        writeln!(self.out, "TAP version 14")?;
        // The list has a point of its own, the last.
        let points = header.checks + u64::from(self.known.is_listing());
        writeln!(self.out, "1..{points}")?;
        writeln!(
            self.out,
            "# {} {} ({}), judged by zarr-conform {}, edition {}",
            line(&who.name, LONGEST),
            line(&who.version, LONGEST),
            line(&who.language, LONGEST),
            line(&header.suite, LONGEST),
            header.edition.described(),
        )?;
        writeln!(self.out, "# {HINT}")
    }

    fn point(&mut self, result: &CheckResult) -> io::Result<()> {
        self.number += 1;
        let point = format!(
            "{} - {}",
            self.number,
            literal(&line(&result.check, LONGEST))
        );
        match self.known.outcome(result) {
            TestOutcome::Passed => writeln!(self.out, "ok {point}"),
            TestOutcome::NotJudged(reason) => {
                writeln!(self.out, "ok {point} # SKIP {}", literal(&reason))
            }
            TestOutcome::Tolerated(kind, message) => {
                writeln!(
                    self.out,
                    "not ok {point} # TODO {kind}: {}",
                    literal(&message)
                )
            }
            TestOutcome::Failed(kind, message) => {
                writeln!(self.out, "not ok {point}")?;
                self.write_block(result, kind, &message)
            }
        }
    }

    /// The diagnostic block: YAML whose values are all JSON.
    fn write_block(&mut self, result: &CheckResult, kind: &str, message: &str) -> io::Result<()> {
        writeln!(self.out, "  ---")?;
        self.write_value("verdict", kind)?;
        let Verdict::Fail(failure) = &result.verdict else {
            self.write_value("message", message)?;
            return writeln!(self.out, "  ...");
        };
        let requirements = result.requirements.iter().map(|it| line(it, LONGEST));
        let requirements = serde_json::to_string(&requirements.collect::<Vec<_>>())?;
        writeln!(self.out, "  requirements: {requirements}")?;
        self.write_value("concern", result.concern.name())?;
        if let Some(premise) = &result.premise {
            self.write_value("premise", premise)?;
        }
        let (verb, what) = sought(&result.comment);
        self.write_value(&verb.replace(' ', "_"), &what)?;
        if let Some(input) = &result.input {
            self.write_value("given", input)?;
        }
        self.write_value("expected", &failure.expected)?;
        self.write_value("found", &failure.found)?;
        if let Some(difference) = &failure.difference {
            self.write_value("first", &describe(difference))?;
        }
        if !failure.log.is_empty() {
            self.write_value("stderr", &failure.log)?;
        }
        writeln!(self.out, "  ...")
    }

    fn write_value(&mut self, name: &str, value: &str) -> io::Result<()> {
        let value = serde_json::to_string(&line(value, LONGEST))?;
        writeln!(self.out, "  {name}: {value}")
    }

    fn diagnose(&mut self, diagnosis: &Diagnosis) -> io::Result<()> {
        let mut hints = hints(diagnosis);
        hints.try_for_each(|it| writeln!(self.out, "# {}", it.text))
    }

    /// The point of the list: whether it differs from the run elsewhere than in a check.
    fn list_point(&mut self) -> io::Result<()> {
        let Some(compared) = self.known.compared() else {
            return Ok(());
        };
        let listed = counted(compared.listed, "known failure");
        writeln!(self.out, "# {listed}")?;
        self.number += 1;
        let point = format!("{} - {LIST}", self.number);
        if compared.others == 0 {
            return writeln!(self.out, "ok {point}");
        }
        writeln!(self.out, "not ok {point}\n  ---")?;
        let others = serde_json::to_string(self.known.others())?;
        writeln!(self.out, "  differences: {others}\n  ...")
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        if summary.ended_early.is_none() {
            self.list_point()?;
        }
        for concern in Concern::ALL {
            if let Some(words) = tally_in_words(summary.total.of(concern), None) {
                writeln!(self.out, "# {concern}: {words}")?;
            }
        }
        if let Some(why) = &summary.ended_early {
            writeln!(self.out, "Bail out! {}", line(why, LONGEST))?;
        }
        self.out.flush()
    }
}

/// Text in which nothing begins a directive.
fn literal(text: &str) -> String {
    text.replace('\\', "\\\\").replace('#', "\\#")
}

impl<W: Write> Consumer for Tap<'_, W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.known.note(event)?;
        match event {
            Event::Started(header) => self.start(header),
            Event::CheckFinished(result) => self.point(result),
            Event::Diagnosed(diagnosis) => self.diagnose(diagnosis),
            Event::Finished(summary) => self.finish(summary),
        }
    }
}
