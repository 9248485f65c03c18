//! A run as it was kept: events read back from lines of JSON, believed only where they are whole.

use std::collections::BTreeSet;
use std::io::{self, BufRead};

use serde_json::Value;

use zarr_conform_runner::Diagnosis;
use zarr_conform_runner::{CheckId, CheckResult, Consumer, EVENTS, Event, Header, Summary};

/// All events of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// What the run was about.
    pub header: Header,
    /// The verdicts, in the order of the checks.
    pub results: Vec<CheckResult>,
    /// What may have gone wrong, where something did and it was looked into.
    pub diagnosis: Option<Diagnosis>,
    /// The counts; they are those of the results.
    pub summary: Summary,
}

/// Why a file of events cannot be believed. Lines count from 1.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// It cannot be read.
    #[error("line {line}: {error}")]
    Unreadable {
        /// The line.
        line: usize,
        /// Why.
        error: io::Error,
    },
    /// It does not begin as events do.
    #[error(
        "line 1: found no header, expected an event \"started\": this is not a file of events of conform"
    )]
    NoHeader,
    /// It is of another version.
    #[error(
        "line 1: found events of format {0}, expected format {EVENTS}: record the run again with --json, or use the \
         version of conform that wrote the file"
    )]
    OtherFormat(Value),
    /// A line is not an event.
    #[error("line {line}: {error}")]
    Malformed {
        /// The line.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// It ends before the run does.
    #[error(
        "the file is truncated: it ends after {lines} whole lines, without the event \"finished\""
    )]
    Truncated {
        /// Lines that are whole.
        lines: usize,
    },
    /// An event is where none of its kind may be.
    #[error("line {line}: found {found}")]
    Misplaced {
        /// The line.
        line: usize,
        /// What is wrong.
        found: String,
    },
    /// The counts at the end are not those of the results.
    #[error("the counts at the end are not those of the results: {0}")]
    Counts(String),
}

impl Recording {
    /// Reads the events of one run.
    ///
    /// # Errors
    /// Where the file is anything but the whole of one run in format [`EVENTS`].
    pub fn read(lines: impl BufRead) -> Result<Self, RecordingError> {
        let mut reader = Reader::default();
        let mut lines = lines;
        let mut bytes = Vec::new();
        for line in 1.. {
            bytes.clear();
            let read = lines.read_until(b'\n', &mut bytes);
            read.map_err(|error| RecordingError::Unreadable { line, error })?;
            if bytes.pop().is_none_or(|last| last != b'\n') {
                break;
            }
            reader.line(line, &bytes)?;
        }
        reader.finish()
    }

    /// Hands the events to consumers, as in the run.
    ///
    /// # Errors
    /// Where a report cannot be written.
    pub fn replay(&self, consumers: &mut [&mut dyn Consumer]) -> io::Result<()> {
        let results = self.results.iter().cloned();
        let events = std::iter::once(Event::Started(self.header.clone()))
            .chain(results.map(|it| Event::CheckFinished(Box::new(it))))
            .chain(self.diagnosis.clone().map(Event::Diagnosed))
            .chain([Event::Finished(self.summary.clone())]);
        for event in events {
            for consumer in &mut *consumers {
                consumer.event(&event)?;
            }
        }
        Ok(())
    }
}

/// What was read so far.
#[derive(Default)]
struct Reader {
    lines: usize,
    header: Option<Header>,
    results: Vec<CheckResult>,
    checks: BTreeSet<CheckId>,
    diagnosis: Option<Diagnosis>,
    summary: Option<Summary>,
}

impl Reader {
    fn line(&mut self, line: usize, bytes: &[u8]) -> Result<(), RecordingError> {
        if self.header.is_none() {
            expect_header(bytes)?;
        }
        let event = serde_json::from_slice(bytes)
            .map_err(|error| RecordingError::Malformed { line, error })?;
        self.event(event)
            .map_err(|found| RecordingError::Misplaced { line, found })?;
        self.lines = line;
        Ok(())
    }

    fn event(&mut self, event: Event) -> Result<(), String> {
        if self.summary.is_some() {
            return Err("an event after the last one, \"finished\"".to_owned());
        }
        match event {
            Event::Started(_) if self.header.is_some() => {
                return Err("a second header".to_owned());
            }
            Event::Started(header) => self.header = Some(header),
            Event::CheckFinished(_) | Event::Diagnosed(_) if self.diagnosis.is_some() => {
                return Err("an event after \"diagnosed\", expected \"finished\"".to_owned());
            }
            Event::CheckFinished(result) => {
                if !self.checks.insert(result.check.clone()) {
                    return Err(format!("a second verdict on {:?}", result.check));
                }
                self.results.push(*result);
            }
            Event::Diagnosed(diagnosis) => self.diagnosis = Some(diagnosis),
            Event::Finished(summary) => self.summary = Some(summary),
        }
        Ok(())
    }

    fn finish(self) -> Result<Recording, RecordingError> {
        let lines = self.lines;
        let header = self.header.ok_or(RecordingError::NoHeader)?;
        let summary = self.summary.ok_or(RecordingError::Truncated { lines })?;
        let recording = Recording {
            header,
            results: self.results,
            diagnosis: self.diagnosis,
            summary,
        };
        recording.check_counts().map_err(RecordingError::Counts)?;
        Ok(recording)
    }
}

/// Says what the first line is, where it is not a header of this format: a later one may have members
/// that are unknown here.
fn expect_header(bytes: &[u8]) -> Result<(), RecordingError> {
    let event: Value = serde_json::from_slice(bytes).map_err(|_| RecordingError::NoHeader)?;
    if event.get("event").and_then(Value::as_str) != Some("started") {
        return Err(RecordingError::NoHeader);
    }
    match event.get("format") {
        Some(format) if format.as_u64() == Some(EVENTS) => Ok(()),
        format => Err(RecordingError::OtherFormat(
            format.cloned().unwrap_or_default(),
        )),
    }
}

impl Recording {
    /// The counts of the results.
    pub(super) fn counted(results: &[CheckResult]) -> Summary {
        let mut summary = Summary::default();
        for result in results {
            summary.add(result);
        }
        summary
    }

    fn check_counts(&self) -> Result<(), String> {
        let (expected, found) = (self.header.checks, self.results.len() as u64);
        let is_whole = self.summary.ended_early.is_none();
        if found > expected || (is_whole && found < expected) {
            return Err(format!(
                "found {found} verdicts, expected {expected} by the header"
            ));
        }
        let counted = Summary {
            ended_early: self.summary.ended_early.clone(),
            ..Self::counted(&self.results)
        };
        if counted.total != self.summary.total {
            return Err(format!(
                "found {:?}, expected {:?}",
                self.summary.total, counted.total
            ));
        }
        if counted.documents != self.summary.documents {
            return Err("those of some document differ".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    const HEADER: &str = r#"{"event":"started","format":2,"suite":"1","vectors":"v","vectors_sha256":"0","edition":"3.1","implementation":{"name":"a","version":"1","language":"b","ops":[]},"checks":2,"seed":0}"#;
    const PASS: &str = r#"{"event":"check-finished","check":"a/b/c#read","operation":"read","level":"must","concern":"right-data","requirements":[],"comment":"","verdict":{"is":"pass"}}"#;
    const SKIP: &str = r#"{"event":"check-finished","check":"a/b/d#read","operation":"read","level":"must","concern":"right-data","requirements":[],"comment":"","verdict":{"is":"skipped","reason":"r"}}"#;
    const DIAGNOSIS: &str = r#"{"event":"diagnosed","failures":0,"explanations":[]}"#;
    const COUNTS: &str = r#"{"passed":1,"failed":0,"noticed":0,"unsupported":0,"skipped":1,"not_offered":0,"flaky":0,"behaviour":0,"required_passed":1,"required_flaky":0,"strictness":{"passed":0,"failed":0,"flaky":0}}"#;

    fn footer() -> String {
        format!(r#"{{"event":"finished","total":{COUNTS},"documents":{{"a":{COUNTS}}}}}"#)
    }

    fn text(lines: &[&str]) -> String {
        lines.iter().flat_map(|line| [*line, "\n"]).collect()
    }

    fn read(lines: &[&str]) -> Result<Recording, RecordingError> {
        Recording::read(text(lines).as_bytes())
    }

    struct Again(Vec<String>);

    impl Consumer for Again {
        fn event(&mut self, event: &Event) -> io::Result<()> {
            self.0.push(serde_json::to_string(event)?);
            Ok(())
        }
    }

    #[test]
    fn a_whole_run_is_read_and_replayed() {
        let lines = [HEADER, PASS, SKIP, DIAGNOSIS, &footer()];
        let recording = read(&lines).unwrap();
        assert_eq!(recording.results.len(), 2);
        let mut again = Again(Vec::new());
        recording.replay(&mut [&mut again]).unwrap();
        assert_eq!(again.0, lines);
    }

    #[rstest]
    #[case::empty(text(&[]), "no header")]
    #[case::other_file(text(&["# Changelog"]), "no header")]
    #[case::no_header(text(&[PASS, SKIP]), "no header")]
    #[case::other_format(text(&[&HEADER.replace("\"format\":2", "\"format\":1")]), "format 1, expected format 2: record the run again")]
    #[case::no_format(text(&[&HEADER.replace("\"format\":2,", "")]), "format null")]
    #[case::malformed(text(&[HEADER, "{}"]), "line 2")]
    #[case::unknown_member(text(&[HEADER, &PASS.replace("comment", "coment")]), "line 2")]
    #[case::truncated(text(&[HEADER, PASS]), "truncated: it ends after 2 whole lines")]
    #[case::two_headers(text(&[HEADER, HEADER]), "line 2: found a second header")]
    #[case::twice(text(&[HEADER, PASS, PASS]), "line 3: found a second verdict on \"a/b/c#read\"")]
    #[case::after_diagnosis(text(&[HEADER, PASS, DIAGNOSIS, SKIP]), "line 4")]
    #[case::after_the_end(text(&[HEADER, PASS, SKIP, &footer(), PASS]), "line 5: found an event after the last")]
    #[case::too_few(text(&[HEADER, PASS, &footer()]), "found 1 verdicts, expected 2")]
    #[case::other_total(text(&[HEADER, PASS, SKIP, &footer().replacen("\"passed\":1", "\"passed\":2", 1)]), "found Counts { passed: 2")]
    #[case::other_document(text(&[HEADER, PASS, SKIP, &footer().replace("\"a\":", "\"b\":")]), "document")]
    fn what_is_not_the_whole_of_a_run_is_refused(#[case] text: String, #[case] told: &str) {
        let error = Recording::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }

    /// Wherever a file is cut off, it is not a recording; the last line feed is part of it.
    #[test]
    fn a_file_is_truncated_wherever_it_is_cut() {
        let text = format!("{HEADER}\n{PASS}\n{SKIP}\n{}\n", footer());
        assert!(Recording::read(text.as_bytes()).is_ok());
        for end in 0..text.len() {
            let error = Recording::read(&text.as_bytes()[..end]).unwrap_err();
            let is_told = match &error {
                RecordingError::NoHeader => end <= HEADER.len(),
                RecordingError::Truncated { .. } => end > HEADER.len(),
                _ => false,
            };
            assert!(is_told, "{end}: {error}");
        }
    }

    #[test]
    fn a_run_that_ended_early_may_have_fewer_verdicts() {
        let counts = COUNTS.replace("\"skipped\":1", "\"skipped\":0");
        let footer = format!(
            r#"{{"event":"finished","total":{counts},"documents":{{"a":{counts}}},"ended_early":"it died"}}"#
        );
        let recording = read(&[HEADER, PASS, &footer]).unwrap();
        assert_eq!(recording.summary.ended_early.as_deref(), Some("it died"));
    }
}
