//! Small pieces of text.

use maud::{Markup, PreEscaped, html};

use crate::site::standing::Standing;
use zarr_conform_runner::Counts;
use zarr_conform_runner::tell::sought;
use zarr_conform_runner::text::escape;

/// Words in which code stands between backticks. Those of stored runs may be anybody's.
pub(super) fn prose(text: &str) -> Markup {
    html! {
        @for (at, part) in theirs(text).split('`').enumerate() {
            @if at % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// Text of an implementation, or text that has some in it.
pub(super) fn theirs(text: &str) -> String {
    escape(text)
}

/// An id, which may break after its strokes.
pub(super) fn id(id: &str) -> Markup {
    html! {
        code.id {
            @for (at, part) in id.split('/').enumerate() {
                @if at > 0 { "/" (PreEscaped("<wbr>")) }
                (part)
            }
        }
    }
}

/// A text whose first letter is a capital one.
pub(super) fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(characters).collect()
}

/// What a check is there for, by the comment of its fact, which is about nobody in particular.
pub(super) fn purpose(comment: &str) -> Markup {
    let (verb, what) = sought(comment);
    html! { (capitalised(verb)) @if verb == "open" { ":" } " " (prose(&what)) "." }
}

/// What a result means, as a mark that does not rely on its colour.
pub(super) fn mark(standing: Standing) -> Markup {
    html! { span class={ "mark " (standing.class()) } { (advice_first(standing)) } }
}

fn advice_first(standing: Standing) -> String {
    match standing {
        Standing::Advice(_) => format!("advice: {}", standing.label()),
        _ => standing.label().to_owned(),
    }
}

/// Counts in words, those of failures first; what is not there is left out.
pub(super) fn counts(counts: &Counts) -> Markup {
    let named = [
        (counts.failed, "failed", "failed"),
        (counts.flaky, "not the same in every run", "failed"),
        (counts.passed, "passed", "passed"),
        (counts.noticed, "against advice", "advice"),
        (counts.unsupported, "not supported", "unsupported"),
        (counts.skipped, "skipped", "skipped"),
        (counts.not_offered, "not asked", "not-asked"),
        (counts.behaviour, "left open", "open"),
    ];
    html! {
        ul.counts {
            @for (number, label, class) in named {
                @if number > 0 { li class=(class) { b { (number) } " " (label) } }
            }
        }
    }
}

/// Counts as a bar of equal height; what it shows stands beside it in words.
pub(super) fn bar(counts: &Counts) -> Markup {
    let parts = [
        (counts.passed, "passed"),
        (counts.failed + counts.flaky, "failed"),
        (counts.noticed, "advice"),
        (counts.unsupported, "unsupported"),
        (counts.skipped, "skipped"),
    ];
    let total: u64 = parts.iter().map(|(number, _)| number).sum();
    let mut from = 0;
    html! {
        @if total > 0 {
            svg.bar viewBox={ "0 0 " (total) " 1" } preserveAspectRatio="none" aria-hidden="true" focusable="false" {
                @for (number, class) in parts {
                    @if number > 0 {
                        rect.(class) x=({ from += number; from - number }) y="0" width=(number) height="1" {}
                    }
                }
            }
        }
    }
}
