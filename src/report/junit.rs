//! `JUnit` XML: a suite for each document, a case for each check.

use std::collections::BTreeMap;
use std::io::{self, Write};

use quick_xml::events::{BytesDecl, BytesText, Event as Xml};
use quick_xml::{ElementWriter, Writer};

use super::failures::Telling;
use super::outcome::{KnownFailures, TestOutcome};
use crate::spec::show::HINT;
use zarr_conform_runner::tell::{Likely, Paraphrase};
use zarr_conform_runner::text::line;
use zarr_conform_runner::{
    CheckResult, Concern, Consumer, Counts, Diagnosis, Event, Header, Summary, Verdict,
};

/// Characters of a property or message.
const LONGEST: usize = 300;

/// Lines of a text.
const LINES: usize = 20;

type Xmls = Writer<Vec<u8>>;

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
        let early = summary.ended_early.as_deref();
        let early = early.map(|why| (Numbers::of_one(0, 1), why));
        let list = self
            .known
            .compared()
            .map(|it| Numbers::of_one(usize::from(it.others > 0), 0));
        let suites = self.suites.values().map(|it| Numbers::of(it));
        let others = early.map(|(numbers, _)| numbers).into_iter().chain(list);
        let all = suites.chain(others).fold(Numbers::default(), Numbers::and);
        xml.create_element("testsuites")
            .with_attribute(("name", "zarr-conform"))
            .with_attributes(attributes(&all.named()[..3]))
            .write_inner_content(|xml| {
                for (document, results) in &self.suites {
                    let counts = summary.documents.get(document).copied().unwrap_or_default();
                    suite(xml, document, Numbers::of(results), |xml| {
                        self.write_properties(xml, document, &counts)?;
                        let mut results = results.iter();
                        results
                            .try_for_each(|(result, outcome)| self.write_case(xml, result, outcome))
                    })?;
                }
                if let Some((numbers, why)) = early {
                    let reached = ("run", "the run reaches its last check");
                    let error = ("error", "ended-early", &*line(why, LONGEST), &*lines(why));
                    suite(xml, "run", numbers, |xml| case(xml, reached, Some(error)))?;
                }
                if let Some(numbers) = list {
                    self.write_list(xml, numbers)?;
                }
                Ok(())
            })?;
        self.out.write_all(&xml.into_inner())?;
        writeln!(self.out)?;
        self.out.flush()
    }

    /// What differs from the list elsewhere than in a check.
    fn write_list(&self, xml: &mut Xmls, numbers: Numbers) -> io::Result<()> {
        let name = (
            "known-failures",
            "every entry of the list is about something",
        );
        let others = self.known.others();
        let text = lines(&others.join("\n"));
        let failure = others
            .first()
            .map(|first| ("failure", "not-as-listed", &**first, &*text));
        suite(xml, "known failures", numbers, |xml| {
            case(xml, name, failure)
        })
    }

    fn write_properties(&self, xml: &mut Xmls, document: &str, counts: &Counts) -> io::Result<()> {
        let listed = self.known.listed().map(|it| {
            let known = it
                .documents
                .get(document)
                .map_or(0, |it| it.required().bad());
            ("known-failures", known.to_string())
        });
        let counts = of_concerns(counts);
        let mut properties = self.properties.iter().chain(&counts).chain(&listed);
        xml.create_element("properties")
            .write_inner_content(|xml| {
                properties.try_for_each(|(name, value)| {
                    let property = xml.create_element("property");
                    let property =
                        property.with_attributes([("name", *name), ("value", value.as_str())]);
                    property.write_empty().map(drop)
                })
            })?;
        Ok(())
    }

    fn write_case(
        &self,
        xml: &mut Xmls,
        result: &CheckResult,
        outcome: &TestOutcome,
    ) -> io::Result<()> {
        let fact = line(result.check.fact().as_str(), LONGEST);
        let topic = fact.rsplit_once('/').map_or(&*fact, |(topic, _)| topic);
        let (class, name) = (topic.replace('/', "."), line(&result.check, LONGEST));
        let name = (&*class, &*name);
        match outcome {
            TestOutcome::Passed => case(xml, name, None),
            TestOutcome::Failed(kind, message) => case(
                xml,
                name,
                Some(("failure", kind, message, &self.details(result))),
            ),
            TestOutcome::Tolerated(_, message) | TestOutcome::NotJudged(message) => {
                named(xml, name).write_inner_content(|xml| {
                    let skipped = xml.create_element("skipped");
                    let skipped = skipped.with_attribute(("message", message.as_str()));
                    skipped.write_empty().map(drop)
                })?;
                Ok(())
            }
        }
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
        let likely = Likely::of(&self.diagnosis, result);
        let _ = telling.write_details(&mut text, result, failure, &likely);
        format!("\n{}", String::from_utf8_lossy(&text))
    }
}

impl Numbers {
    /// Of a suite of one case.
    fn of_one(failures: usize, errors: usize) -> Self {
        let tests = 1;
        Self {
            tests,
            failures,
            errors,
            skipped: 0,
        }
    }

    fn of(results: &[(CheckResult, TestOutcome)]) -> Self {
        let number = |is_meant: fn(&TestOutcome) -> bool| {
            results
                .iter()
                .filter(|(_, outcome)| is_meant(outcome))
                .count()
        };
        Self {
            tests: results.len(),
            failures: number(|it| matches!(it, TestOutcome::Failed(..))),
            errors: 0,
            skipped: number(|it| {
                matches!(it, TestOutcome::Tolerated(..) | TestOutcome::NotJudged(_))
            }),
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            tests: self.tests + other.tests,
            failures: self.failures + other.failures,
            errors: self.errors + other.errors,
            skipped: self.skipped + other.skipped,
        }
    }

    fn named(self) -> [(&'static str, String); 4] {
        [
            ("tests", self.tests),
            ("failures", self.failures),
            ("errors", self.errors),
            ("skipped", self.skipped),
        ]
        .map(|(name, number)| (name, number.to_string()))
    }
}

fn attributes<'a>(named: &'a [(&'a str, String)]) -> impl Iterator<Item = (&'a str, &'a str)> {
    named.iter().map(|(name, value)| (*name, value.as_str()))
}

fn suite(
    xml: &mut Xmls,
    name: &str,
    numbers: Numbers,
    inside: impl FnOnce(&mut Xmls) -> io::Result<()>,
) -> io::Result<()> {
    xml.create_element("testsuite")
        .with_attribute(("name", line(name, LONGEST).as_str()))
        .with_attributes(attributes(&numbers.named()))
        .write_inner_content(inside)?;
    Ok(())
}

fn named<'a>(xml: &'a mut Xmls, (class, name): (&str, &str)) -> ElementWriter<'a, Vec<u8>> {
    let case = xml.create_element("testcase");
    case.with_attributes([("classname", class), ("name", name)])
}

/// A case, and where it did not pass, an element with a type, a message and text.
fn case(
    xml: &mut Xmls,
    name: (&str, &str),
    bad: Option<(&str, &str, &str, &str)>,
) -> io::Result<()> {
    let case = named(xml, name);
    match bad {
        None => case.write_empty()?,
        Some((element, kind, message, text)) => case.write_inner_content(|xml| {
            let element = xml.create_element(element);
            let element = element.with_attributes([("type", kind), ("message", message)]);
            element.write_text_content(BytesText::new(text)).map(drop)
        })?,
    };
    Ok(())
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
