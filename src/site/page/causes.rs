//! Failures by cause: each cause once, with its checks below it.

use maud::{Markup, html};

use super::list::verdict_of;
use super::text::{capitalised, id, mark, prose, purpose, theirs};
use crate::site::cause::{Because, Cause};
use crate::site::standing::{Standing, label_of, meaning_of};
use crate::site::{Site, names};
use zarr_conform_runner::tell::reason::topics;
use zarr_conform_runner::tell::{fails_where, predictions};
use zarr_conform_runner::text::{counted, line};
use zarr_conform_runner::{CheckResult, Explanation};

/// Checks up to which they stand open below their causes.
const FEW: usize = 6;
/// Characters of a message of an implementation.
const MESSAGE: usize = 240;
/// Topics that are named.
const TOPICS: usize = 4;

/// The causes of what one implementation failed, the worst first.
pub(super) fn causes(site: &Site<'_>, at: usize, causes: &[Cause<'_>], form: Form) -> Markup {
    let checks: usize = causes.iter().map(|it| it.results.len()).sum();
    let are_hints = causes
        .iter()
        .any(|it| matches!(it.because, Because::Misreading(_)));
    html! {
        @if !causes.is_empty() {
            h2 #causes {
                "What fails, the worst first"
                " " small { (counted(causes.len() as u64, "cause")) " of " (counted(checks as u64, "check")) }
            }
            @if are_hints {
                p.about {
                    "“As if” names a misreading of the specification: nearly all of the checks that it changes "
                    "fail in the way in which they failed here. It is a hint; no verdict rests on it."
                }
            }
            ol.causes {
                @for cause in causes { (entry(site, at, cause, checks, form)) }
            }
        }
    }
}

/// How the checks of a cause are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Each with what it is there for.
    Whole,
    /// Their names, by topic, for pages beside the one of the library.
    Names,
}

/// A cause of how many of all checks.
fn entry(site: &Site<'_>, at: usize, cause: &Cause<'_>, all: usize, form: Form) -> Markup {
    let number = cause.results.len();
    html! {
        li data-group="" id=[anchor(&cause.because)] {
            h3 { (title(&cause.because, "../")) " " small { (number) " of " (counted(all as u64, "check")) } }
            p.verdict { (verdicts(cause)) }
            (about(cause))
            @if let Because::Finding(_) = cause.because { (explained(site, at, cause)) }
            details open[all <= FEW] {
                summary { "The checks" span data-count="" {} }
                ul.checks {
                    @match form {
                        Form::Whole => @for results in by_fact(&cause.results) { (item(&results)) },
                        Form::Names => @for (topic, results) in by_topic(&cause.results) { (names_of(topic, &results)) },
                    }
                }
            }
        }
    }
}

/// Where on the page of an implementation a finding stands.
pub(super) fn anchor(because: &Because<'_>) -> Option<String> {
    match because {
        Because::Finding(finding) => Some(format!("finding-{}", names::of_word(&finding.id))),
        _ => None,
    }
}

/// A cause in a few words, as a link where it has a page.
pub(super) fn title(because: &Because<'_>, root: &str) -> Markup {
    html! {
        @match because {
            Because::Finding(finding) => {
                a href={ (root) (names::of_finding(&finding.id)) } { (prose(&finding.title)) }
            }
            Because::Misreading(explanation) => { "As if " (prose(&explanation.when)) }
            Because::Common(common) => { (capitalised(&fails_where(common))) }
            Because::Close(close) => { "Close to: " (prose(&close.when)) }
            Because::Alike { document, kind, message } if message.is_empty() => {
                (capitalised(label_of(*kind))) " in " (prose(document))
            }
            Because::Alike { message, .. } => { "“" (line(message, MESSAGE)) "”" }
            Because::Flaky => "Not the same in every run",
        }
    }
}

/// How many checks of a cause came to what; of one kind only what it is.
fn verdicts(cause: &Cause<'_>) -> Markup {
    let standings = cause.standings();
    html! {
        @if standings.len() == 1 { (mark(cause.worst())) }
        @else {
            @for (standing, number) in &standings {
                span.number { (number) " " (mark(*standing)) } " "
            }
        }
    }
}

/// More about a cause.
fn about(cause: &Cause<'_>) -> Markup {
    html! {
        @match &cause.because {
            Because::Finding(finding) => p { (prose(&finding.text_for(&cause.results.iter().map(|it| it.check.as_str()).collect::<Vec<_>>()))) },
            Because::Misreading(explanation) => {
                p.about {
                    code { (theirs(&explanation.misreading)) }
                    @if let Some(predictions) = predictions(explanation) { "; " (predictions) }
                }
            }
            Because::Common(_) => p.about {
                "What these checks, and hardly any that passed, have in common. " (capitalised(&places(cause))) "."
            }
            Because::Close(close) => p.about {
                code { (theirs(&close.misreading)) } " gives what was found, but of "
                (counted(close.predicted, "failure")) " that it predicts, only " (close.as_predicted) " were found."
            }
            Because::Alike { kind, .. } => p.about { (meaning_of(*kind)) " " (capitalised(&places(cause))) "." },
            Because::Flaky => p.about { (capitalised(&places(cause))) "." },
        }
        @if !matches!(cause.because, Because::Finding(_)) {
            @if let Some(first) = cause.results.first() { p { "For example: " (id(&first.check)) ". " (purpose(&first.comment)) } }
        }
    }
}

/// In which topics checks failed, and how many in each.
fn places(cause: &Cause<'_>) -> String {
    let topics = topics(cause.results.iter().map(|it| it.check.fact()));
    let named = topics.iter().take(TOPICS);
    let named = named.map(|(topic, number)| format!("{number} in {}", theirs(topic)));
    let rest = topics.len().saturating_sub(TOPICS) as u64;
    let rest = (rest > 0).then(|| format!("others in {}", counted(rest, "more topic")));
    named.chain(rest).collect::<Vec<_>>().join(", ")
}

/// The misreading that gives what was found in most checks of a finding, where one does.
fn explained(site: &Site<'_>, at: usize, cause: &Cause<'_>) -> Markup {
    let number = |explanation: &Explanation| {
        let explains = |it: &&&CheckResult| explanation.checks.contains(&it.check);
        cause.results.iter().filter(explains).count()
    };
    let all = site.runs[at].explanations().iter();
    let most = all
        .map(|it| (number(it), it))
        .max_by_key(|(number, _)| *number);
    html! {
        @if let Some((number @ 1.., explanation)) = most {
            p.cause {
                (number) " of them as if " (prose(&explanation.when))
                " (" code { (theirs(&explanation.misreading)) } ")"
            }
        }
    }
}

/// Results of one fact that came to the same: what they are there for stands once.
fn by_fact<'a>(results: &[&'a CheckResult]) -> Vec<Vec<&'a CheckResult>> {
    let mut facts: Vec<Vec<&CheckResult>> = Vec::new();
    for result in results {
        let alike = |it: &&mut Vec<&CheckResult>| {
            it[0].check.fact() == result.check.fact() && Standing::of(it[0]) == Standing::of(result)
        };
        match facts.last_mut().filter(alike) {
            Some(fact) => fact.push(result),
            None => facts.push(vec![result]),
        }
    }
    facts
}

/// Results by topic, in the order in which topics come first.
fn by_topic<'a>(results: &[&'a CheckResult]) -> Vec<(&'a str, Vec<&'a CheckResult>)> {
    let mut topics: Vec<(&str, Vec<&CheckResult>)> = Vec::new();
    for result in results {
        let topic = result.check.fact().topic();
        match topics.iter_mut().find(|(known, _)| *known == topic) {
            Some((_, results)) => results.push(result),
            None => topics.push((topic, vec![result])),
        }
    }
    topics
}

fn names_of(topic: &str, results: &[&CheckResult]) -> Markup {
    html! {
        li data-row="" {
            (id(topic)) ": "
            @for (at, result) in results.iter().enumerate() {
                @if at > 0 { ", " }
                a href={ "../" (names::of_check(&result.check)) } { (result.check.rsplit('/').next().unwrap_or_default()) }
            }
        }
    }
}

fn item(results: &[&CheckResult]) -> Markup {
    html! {
        @if let [first, others @ ..] = results {
            li data-row="" data-document=(first.document()) data-verdict=(verdict_of(Standing::of(first))) {
                a href={ "../" (names::of_check(&first.check)) } { (id(&first.check)) }
                @for other in others {
                    ", " a href={ "../" (names::of_check(&other.check)) } { code { "#" (other.check.operation().unwrap_or_default()) } }
                }
                p { (purpose(&first.comment)) }
            }
        }
    }
}
