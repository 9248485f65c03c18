//! A badge: the JSON that an endpoint badge of shields.io reads.

use std::io::{self, Write};

use serde::Serialize;

use super::outcome::{Compared, KnownFailures};
use zarr_conform_runner::{Concern, Consumer, Event, Header, Summary, Verdict};

/// Writes one JSON object when the run is over.
pub struct Badge<'a, W: Write> {
    out: W,
    known: KnownFailures<'a>,
    label: String,
    is_whole: bool,
    /// Required checks that gave wrong data or metadata.
    wrong: u64,
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

impl<'a, W: Write> Badge<'a, W> {
    /// Writes to `out`.
    pub fn new(out: W, known: KnownFailures<'a>) -> Self {
        Self {
            out,
            known,
            label: String::new(),
            is_whole: false,
            wrong: 0,
        }
    }

    fn start(&mut self, header: &Header) {
        self.label = format!("Zarr {}", header.edition);
        self.is_whole = header.selection.is_everything();
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        let (message, color) = conclusion(summary, self.is_whole, self.wrong, &self.known);
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
    wrong: u64,
    known: &KnownFailures<'_>,
) -> (String, &'static str) {
    let total = &summary.total;
    let bad = total.counting(known.strictness()).bad();
    let compared = known.compared();
    if summary.ended_early.is_some() {
        return ("run ended early".to_owned(), "lightgrey");
    }
    if total.is_nothing_required() && compared.is_none_or(Compared::is_as_listed) {
        return ("nothing is required".to_owned(), "blue");
    }
    if total.required_passed == 0 {
        return ("nothing passed".to_owned(), "red");
    }
    let part = if is_whole { "" } else { " of a part" };
    let passed = Concern::ALL.map(|concern| (concern, total.of(concern)));
    let passed = passed.iter().filter(|(_, tally)| tally.judged() > 0);
    let passed = passed.map(|(concern, it)| format!("{concern} {} of {}", it.passed, it.judged()));
    let passed = passed.collect::<Vec<_>>().join(", ") + part;
    let Some(compared) = compared else {
        return match (bad, is_whole) {
            (0, true) => (passed, "brightgreen"),
            (0, false) => (passed, "blue"),
            _ if wrong > 0 => (format!("{passed}, {wrong} wrong"), "red"),
            _ => (passed, "red"),
        };
    };
    let known = match compared.listed {
        0 => passed,
        listed => format!("{passed}, {listed} known to fail"),
    };
    match (compared.is_as_listed(), compared.listed, is_whole) {
        (false, ..) => {
            let all = total.required().bad();
            (format!("{known}, {}", not_as_listed(compared, all)), "red")
        }
        (true, _, false) => (known, "blue"),
        (true, 0, true) => (known, "brightgreen"),
        (true, _, true) => (known, "green"),
    }
}

/// How many failures that count no list has, or, where the list has all, that it is wrong elsewhere.
fn not_as_listed(compared: Compared, bad: u64) -> String {
    match bad.saturating_sub(compared.listed + compared.reported) {
        0 => "not as listed".to_owned(),
        new => format!("{new} not as listed"),
    }
}

impl<W: Write> Consumer for Badge<'_, W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.known.note(event)?;
        match event {
            Event::Started(header) => self.start(header),
            Event::CheckFinished(result) => {
                let is_wrong =
                    matches!(&result.verdict, Verdict::Fail(it) if it.kind.is_wrong_answer());
                self.wrong += u64::from(is_wrong && result.is_required());
            }
            Event::Diagnosed(_) => {}
            Event::Finished(summary) => self.finish(summary)?,
        }
        Ok(())
    }
}
