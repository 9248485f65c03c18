//! Pages behind the cells of the matrices: what one implementation did in one part.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::causes::{Form, causes};
use super::layout::{Place, page as layout};
use super::requirements::results_of;
use super::text::{capitalised, counts, prose, theirs};
use super::{glance, is_told};
use crate::report::CodecUse;
use crate::site::Site;
use crate::site::site_run::counted_up;
use crate::site::standing::Standing;
use zarr_conform_requirements::Group;
use zarr_conform_runner::text::counted;
use zarr_conform_runner::{CheckResult, Verdict};

/// Reasons that are distinguished.
const REASONS: usize = 40;

/// What one implementation did about the question at a position.
pub(super) fn of_question(site: &Site<'_>, at: usize, position: usize) -> Markup {
    let question = &site.questions()[position];
    let asked = site.answering(at, position);
    let intro = html! {
        p.lede { (prose(&question.about)) }
        (answered(site, at, &asked.own))
        @if let Some(not_judged) = asked.not_judged() {
            p.about {
                (capitalised(&not_judged)) " than what is asked: most of what fails for that reason is about something else. "
                "They are below, too, and do not count for the answer."
            }
        }
    };
    page(site, at, &question.text, &intro, &asked.all())
}

/// What one implementation did with what a document demands.
pub(super) fn of_document(
    site: &Site<'_>,
    at: usize,
    document: &str,
    results: &[&CheckResult],
) -> Markup {
    let title = glance::title(site, document);
    page(site, at, &title, &answered(site, at, results), results)
}

/// What results come to, in a line.
fn answered(site: &Site<'_>, at: usize, results: &[&CheckResult]) -> Markup {
    let answer = site.answer(results.iter().copied());
    let words = site.words_for(at, &answer, results);
    html! {
        p {
            span class={ "mark " (answer.state().class()) } { (answer.label()) } " " (answer.detail())
            @if !words.is_empty() { " (" (words.join(", ")) ")" }
        }
    }
}

/// What one implementation did with one codec.
pub(super) fn of_codec(site: &Site<'_>, at: usize, used: &CodecUse) -> Markup {
    let results = site.about_codec(at, &used.name);
    let intro = html! {
        p { b { (used.has.label()) } ": " (used.detail()) "." }
        p {
            "These are the checks that encode or decode chunks by this codec, among others, and that "
            "the specification demands of every library that has it."
        }
    };
    let title = format!("Has the codec {}?", theirs(&used.name));
    page(site, at, &title, &intro, &results)
}

/// What one implementation did in one part of the specification.
pub(super) fn of_group(site: &Site<'_>, at: usize, group: &Group) -> Markup {
    let results: Vec<&CheckResult> = results_of(&site.runs[at], group).collect();
    page(site, at, &group.title, &html! {}, &results)
}

fn page(
    site: &Site<'_>,
    at: usize,
    title: &str,
    intro: &Markup,
    results: &[&CheckResult],
) -> Markup {
    let run = &site.runs[at];
    let place = Place {
        root: "../",
        above: vec![
            ("index.html".to_owned(), "Overview".to_owned()),
            (format!("{}/index.html", site.names[at]), run.name()),
        ],
        title,
    };
    let body = html! {
        h1 { (title) }
        p.subject { (run.name()) " " (run.version()) }
        (intro)
        (counts(&counted_up(results.iter().copied())))
        (causes(site, at, &site.causes_of(at, results), Form::Names))
        (reasons(results))
        @if !results.iter().any(|it| is_told(it)) {
            p { "No check failed here." }
        }
    };
    layout(site, &place, &body)
}

/// The value by which filters know what a result means.
pub(super) fn verdict_of(standing: Standing) -> &'static str {
    match standing {
        Standing::Failed(kind) => kind.name(),
        other => other.class(),
    }
}

/// Why checks say nothing, with how many of each.
fn reasons(results: &[&CheckResult]) -> Markup {
    let mut reasons: BTreeMap<Standing, BTreeMap<String, u64>> = BTreeMap::new();
    for result in results {
        let reason = match &result.verdict {
            Verdict::Unsupported { message } => message.clone(),
            Verdict::Skipped { reason } => reason.to_string(),
            _ => continue,
        };
        let reasons = reasons.entry(Standing::of(result)).or_default();
        let mut reason: String = theirs(&reason).chars().take(300).collect();
        if reasons.len() >= REASONS && !reasons.contains_key(&reason) {
            "other reasons".clone_into(&mut reason);
        }
        *reasons.entry(reason).or_default() += 1;
    }
    html! {
        @for (standing, reasons) in &reasons {
            h2 { (capitalised(standing.label())) " " small { (counted(reasons.values().sum(), "check")) } }
            ul.reasons {
                @for (reason, number) in reasons { li { (mark_number(*number)) " " (reason) } }
            }
        }
    }
}

fn mark_number(number: u64) -> Markup {
    html! { b { (number) "×" } }
}
