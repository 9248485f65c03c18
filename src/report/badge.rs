//! A badge: the JSON that an endpoint badge of shields.io reads.

use std::io::{self, Write};

use serde::Serialize;

use super::outcome::{Compared, KnownFailures};
use zarr_conform_runner::{Consumer, Event, Header, Summary};

/// Writes one JSON object when the run is over.
pub struct Badge<W: Write> {
    out: W,
    known: KnownFailures,
    label: String,
    is_whole: bool,
}

/// What shields.io reads; it has no other members.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Endpoint {
    schema_version: u8,
    label: String,
    message: String,
    color: &'static str,
}

impl<W: Write> Badge<W> {
    /// Writes to `out`.
    pub fn new(out: W, known: KnownFailures) -> Self {
        Self {
            out,
            known,
            label: String::new(),
            is_whole: false,
        }
    }

    fn start(&mut self, header: &Header) {
        self.label = format!("Zarr {}", header.edition);
        self.is_whole = header.selection.is_everything();
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        let (message, color) = conclusion(summary, self.is_whole, self.known.compared());
        let endpoint = Endpoint {
            schema_version: 1,
            label: self.label.clone(),
            message,
            color,
        };
        serde_json::to_writer(&mut self.out, &endpoint)?;
        writeln!(self.out)?;
        self.out.flush()
    }
}

/// Message and colour; bright green is for whole runs without failures, and red for failures that no
/// list has.
fn conclusion(
    summary: &Summary,
    is_whole: bool,
    compared: Option<Compared>,
) -> (String, &'static str) {
    let total = &summary.total;
    let bad = total.failed + total.required_flaky;
    let judged = total.required_passed + bad;
    if summary.ended_early.is_some() {
        return ("run ended early".to_owned(), "lightgrey");
    }
    let part = if is_whole { "" } else { " of a part" };
    let is_as_listed = compared.map(|it| it.deviating == 0);
    match (bad, total.required_passed) {
        (_, passed @ 1..) if bad > 0 && is_as_listed == Some(true) => {
            let known = format!("{passed} of {judged}{part} pass, {bad} known to fail");
            (known, if is_whole { "green" } else { "blue" })
        }
        (0, passed @ 1..) if is_as_listed == Some(false) => (
            format!("{passed} of {judged}{part} pass, not as listed"),
            "red",
        ),
        (0, 0) => ("nothing passed".to_owned(), "red"),
        (0, _) if is_whole => (format!("{judged} of {judged} pass"), "brightgreen"),
        (0, _) => (format!("{judged} of {judged}{part} pass"), "blue"),
        (_, passed) => (format!("{passed} of {judged}{part} pass"), "red"),
    }
}

impl<W: Write> Consumer for Badge<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.known.note(event)?;
        match event {
            Event::Started(header) => self.start(header),
            Event::CheckFinished(_) | Event::Diagnosed(_) => {}
            Event::Finished(summary) => self.finish(summary)?,
        }
        Ok(())
    }
}
