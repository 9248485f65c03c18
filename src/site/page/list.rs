//! Pages behind the cells of the matrices: what one implementation did in one part.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::causes::causes;
use super::front::results_of;
use super::is_told;
use super::layout::{Place, page as layout};
use super::text::{capitalised, counts, mark, prose, theirs};
use crate::report::CodecUse;
use crate::site::question::Question;
use crate::site::site_run::counted_up;
use crate::site::standing::Standing;
use crate::site::{Site, names};
use zarr_conform_requirements::Group;
use zarr_conform_runner::text::counted;
use zarr_conform_runner::{CheckResult, Verdict};

/// Reasons that are told apart.
const REASONS: usize = 40;

/// What one implementation did about a question.
pub(super) fn of_question(site: &Site<'_>, at: usize, question: &Question) -> Markup {
    let run = &site.runs[at];
    let results: Vec<&CheckResult> = run
        .results
        .iter()
        .filter(|it| question.is_answered_by(it, site.vectors))
        .collect();
    let answer = question.answer(run, site.vectors);
    let word = answer.word();
    let intro = html! {
        p.lede { (prose(&question.about)) }
        p { span class={ "mark " (word.class()) } { (word.label()) } " " (answer.detail()) }
    };
    page(site, at, &question.text, &intro, &results)
}

/// What one implementation did with one codec.
pub(super) fn of_codec(site: &Site<'_>, at: usize, used: &CodecUse) -> Markup {
    let codecs = &site.codecs[at];
    let results = site.runs[at].results.iter();
    let results: Vec<&CheckResult> = results
        .filter(|it| codecs.is_about(it, &used.name))
        .collect();
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
        (causes(site, at, &site.causes_of(at, results)))
        (reasons(results))
        @if !results.iter().any(|it| is_told(it)) {
            p { "No check failed here." }
        }
    };
    layout(&place, &body)
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

/// A mark that links to the page of a check, where there is one.
pub(super) fn linked_mark(root: &str, check: &str, standing: Standing) -> Markup {
    html! {
        @if standing.is_told() {
            a href={ (root) (names::of_check(check)) } { (mark(standing)) }
        } @else {
            (mark(standing))
        }
    }
}
