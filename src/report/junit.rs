//! `JUnit` XML: a suite for each document, a case for each check.

use std::collections::BTreeMap;
use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event as Xml};

use super::failures::Telling;
use super::outcome::{KnownFailures, TestOutcome};
use crate::spec::show::HINT;
use zarr_conform_runner::tell::Paraphrase;
use zarr_conform_runner::tell::cause;
use zarr_conform_runner::text::line;
use zarr_conform_runner::{
    CheckResult, Concern, Consumer, Counts, Diagnosis, Event, Header, Summary, Verdict,
};

/// Characters of a property or message.
const LONGEST: usize = 300;

/// Lines of a text.
const LINES: usize = 20;

/// Collects the results and writes them when the run is over, since the counts come first.
pub struct Junit<'a, W: Write> {
    out: W,
    known: KnownFailures<'a>,
    paraphrase: Paraphrase<'a>,
    repeat: String,
    properties: Vec<(&'static str, String)>,
    suites: BTreeMap<String, Vec<(CheckResult, TestOutcome)>>,
    diagnosis: Diagnosis,
}

/// The numbers of a suite.
#[derive(Clone, Copy, Default)]
struct Numbers {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl<'a, W: Write> Junit<'a, W> {
    /// Reports to `out`; `repeat` is the command that repeats the run without its selection.
    pub fn new(
        out: W,
        known: KnownFailures<'a>,
        paraphrase: Paraphrase<'a>,
        repeat: String,
    ) -> Self {
        Self {
            out,
            known,
            paraphrase,
            repeat,
            properties: Vec::new(),
            suites: BTreeMap::new(),
            diagnosis: Diagnosis::default(),
        }
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
        xml.write_event(Xml::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        let ended_early = summary.ended_early.as_deref();
        let mut all = Numbers::default();
        for results in self.suites.values() {
            all.add(numbers(results));
        }
        let early = Numbers {
            tests: 1,
            errors: 1,
            ..Numbers::default()
        };
        if ended_early.is_some() {
            all.add(early);
        }
        let list = self.numbers_of_list();
        all.add(list.unwrap_or_default());
        let mut root = BytesStart::new("testsuites");
        root.push_attribute(("name", "zarr-conform"));
        for (name, number) in [
            ("tests", all.tests),
            ("failures", all.failures),
            ("errors", all.errors),
        ] {
            root.push_attribute((name, number.to_string().as_str()));
        }
        xml.write_event(Xml::Start(root))?;
        for (document, results) in &self.suites {
            start_suite(&mut xml, document, numbers(results))?;
            let counts = summary.documents.get(document);
            self.write_properties(&mut xml, document, &counts.copied().unwrap_or_default())?;
            for (result, outcome) in results {
                self.write_case(&mut xml, result, outcome)?;
            }
            end(&mut xml, "testsuite")?;
        }
        if let Some(why) = ended_early {
            start_suite(&mut xml, "run", early)?;
            start_case(&mut xml, "run", "the run reaches its last check")?;
            with_text(
                &mut xml,
                "error",
                "ended-early",
                &line(why, LONGEST),
                &lines(why),
            )?;
            end(&mut xml, "testcase")?;
            end(&mut xml, "testsuite")?;
        }
        if let Some(numbers) = list {
            self.write_list(&mut xml, numbers)?;
        }
        end(&mut xml, "testsuites")?;
        self.out.write_all(&xml.into_inner())?;
        writeln!(self.out)?;
        self.out.flush()
    }

    /// The suite of a list of known failures, where there is one.
    fn numbers_of_list(&self) -> Option<Numbers> {
        let compared = self.known.compared()?;
        Some(Numbers {
            tests: 1,
            failures: usize::from(compared.others > 0),
            ..Numbers::default()
        })
    }

    /// What differs from the list elsewhere than in a check.
    fn write_list(&self, xml: &mut Writer<Vec<u8>>, numbers: Numbers) -> io::Result<()> {
        start_suite(xml, "known failures", numbers)?;
        start_case(
            xml,
            "known-failures",
            "every entry of the list is about something",
        )?;
        let others = self.known.others();
        if let Some(first) = others.first() {
            let text = lines(&others.join("\n"));
            with_text(xml, "failure", "not-as-listed", first, &text)?;
        }
        end(xml, "testcase")?;
        end(xml, "testsuite")
    }

    fn write_properties(
        &self,
        xml: &mut Writer<Vec<u8>>,
        document: &str,
        counts: &Counts,
    ) -> io::Result<()> {
        xml.write_event(Xml::Start(BytesStart::new("properties")))?;
        let listed = self.known.is_listing();
        let listed = listed.then(|| self.known.listed_in(Some(document)).required().bad());
        let listed = listed.map(|it| ("known-failures", it.to_string()));
        let counts = of_concerns(counts);
        for (name, value) in self.properties.iter().chain(&counts).chain(&listed) {
            let property = BytesStart::new("property");
            let property = property.with_attributes([("name", *name), ("value", value.as_str())]);
            xml.write_event(Xml::Empty(property))?;
        }
        end(xml, "properties")
    }

    fn write_case(
        &self,
        xml: &mut Writer<Vec<u8>>,
        result: &CheckResult,
        outcome: &TestOutcome,
    ) -> io::Result<()> {
        let fact = line(result.check.fact().as_str(), LONGEST);
        let topic = fact
            .rsplit_once('/')
            .map_or(fact.as_str(), |(topic, _)| topic);
        let (class, name) = (topic.replace('/', "."), line(&result.check, LONGEST));
        match outcome {
            TestOutcome::Passed => {
                let case = BytesStart::new("testcase");
                let case = case.with_attributes([("classname", class.as_str()), ("name", &name)]);
                return xml.write_event(Xml::Empty(case));
            }
            TestOutcome::Failed(kind, message) => {
                start_case(xml, &class, &name)?;
                with_text(xml, "failure", kind, message, &self.details(result))?;
            }
            TestOutcome::Tolerated(_, message) | TestOutcome::NotJudged(message) => {
                start_case(xml, &class, &name)?;
                let skipped = BytesStart::new("skipped");
                let skipped = skipped.with_attributes([("message", message.as_str())]);
                xml.write_event(Xml::Empty(skipped))?;
            }
        }
        end(xml, "testcase")
    }

    /// All that is known of a failure.
    fn details(&self, result: &CheckResult) -> String {
        let Verdict::Fail(failure) = &result.verdict else {
            return String::new();
        };
        let mut text = Vec::new();
        // Writing to a vector cannot fail.
        let telling = Telling {
            paraphrase: self.paraphrase,
            repeat: &self.repeat,
            width: None,
        };
        let cause = cause(&self.diagnosis, result);
        let _ = telling.write_details(&mut text, result, failure, cause);
        format!("\n{}", String::from_utf8_lossy(&text))
    }
}

impl Numbers {
    fn add(&mut self, other: Self) {
        self.tests += other.tests;
        self.failures += other.failures;
        self.errors += other.errors;
        self.skipped += other.skipped;
    }
}

fn numbers(results: &[(CheckResult, TestOutcome)]) -> Numbers {
    let mut numbers = Numbers {
        tests: results.len(),
        ..Numbers::default()
    };
    for (_, outcome) in results {
        match outcome {
            TestOutcome::Passed => {}
            TestOutcome::Failed(..) => numbers.failures += 1,
            TestOutcome::Tolerated(..) | TestOutcome::NotJudged(_) => numbers.skipped += 1,
        }
    }
    numbers
}

fn start_suite(xml: &mut Writer<Vec<u8>>, name: &str, numbers: Numbers) -> io::Result<()> {
    let mut suite = BytesStart::new("testsuite");
    suite.push_attribute(("name", line(name, LONGEST).as_str()));
    for (name, number) in [
        ("tests", numbers.tests),
        ("failures", numbers.failures),
        ("errors", numbers.errors),
        ("skipped", numbers.skipped),
    ] {
        suite.push_attribute((name, number.to_string().as_str()));
    }
    xml.write_event(Xml::Start(suite))
}

fn start_case(xml: &mut Writer<Vec<u8>>, class: &str, name: &str) -> io::Result<()> {
    let case = BytesStart::new("testcase");
    xml.write_event(Xml::Start(
        case.with_attributes([("classname", class), ("name", name)]),
    ))
}

/// An element with a type, a message and text.
fn with_text(
    xml: &mut Writer<Vec<u8>>,
    element: &str,
    kind: &str,
    message: &str,
    text: &str,
) -> io::Result<()> {
    let start = BytesStart::new(element);
    xml.write_event(Xml::Start(
        start.with_attributes([("type", kind), ("message", message)]),
    ))?;
    xml.write_event(Xml::Text(BytesText::new(text)))?;
    end(xml, element)
}

fn end(xml: &mut Writer<Vec<u8>>, element: &str) -> io::Result<()> {
    xml.write_event(Xml::End(BytesEnd::new(element)))
}

/// Text of several lines, each escaped.
fn lines(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .take(LINES)
        .map(|it| line(it, LONGEST))
        .collect();
    format!("\n{}", lines.join("\n"))
}

fn properties(header: &Header) -> Vec<(&'static str, String)> {
    let who = &header.implementation;
    let edition = header.edition.name().to_owned();
    let (commit, hint) = (header.edition.commit().to_owned(), HINT.to_owned());
    [
        ("implementation", &who.name),
        ("version", &who.version),
        ("language", &who.language),
        ("edition", &edition),
        ("edition-commit", &commit),
        ("suite", &header.suite),
        ("vectors-sha256", &header.vectors_sha256),
        ("help", &hint),
    ]
    .map(|(name, value)| (name, line(value, LONGEST)))
    .to_vec()
}

/// How many required checks of each concern passed, and how many failed or were flaky.
fn of_concerns(counts: &Counts) -> [(&'static str, String); 4] {
    let [data, strictness] = Concern::ALL.map(|it| counts.of(it));
    [
        ("right-data-passed", data.passed),
        ("right-data-failed", data.bad()),
        ("strictness-passed", strictness.passed),
        ("strictness-failed", strictness.bad()),
    ]
    .map(|(name, number)| (name, number.to_string()))
}

impl<W: Write> Consumer for Junit<'_, W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.known.note(event)?;
        match event {
            Event::Started(header) => self.properties = properties(header),
            Event::CheckFinished(result) => {
                let outcome = self.known.outcome(result);
                let suite = self.suites.entry(result.document().to_owned()).or_default();
                suite.push(((**result).clone(), outcome));
            }
            Event::Diagnosed(diagnosis) => self.diagnosis = diagnosis.clone(),
            Event::Finished(summary) => self.finish(summary)?,
        }
        Ok(())
    }
}
