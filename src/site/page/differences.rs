//! What implementations do in random variants of the open facts, where they differ.

use maud::{Markup, html};

use super::layout::wide;
use super::text::{id, prose, theirs};
use crate::fuzz::differences::{Differences, tell};
use zarr_conform_runner::text::counted;

/// A section of the page of open places; nothing where nobody differs.
pub(super) fn section(differences: &Differences) -> Markup {
    let places = differences.differing().count() as u64;
    html! {
        @if places > 0 {
            section {
                h2 #random-variants { "In random variants" }
                p.question {
                    "The facts below, and random variants of them, of which everything but the open thing is "
                    "another: what each does, and in how many cases. They differ in "
                    (counted(places, "place")) " of " (differences.places.len()) "."
                }
                (wide("In random variants", &table(differences)))
            }
        }
    }
}

fn table(differences: &Differences) -> Markup {
    html! {
        table.open {
            caption.hidden { "What each library does in random variants of open facts" }
            thead {
                tr {
                    th scope="col" { "Open place" }
                    @for label in differences.labels() { th scope="col" { (theirs(label)) } }
                }
            }
            tbody {
                @for place in differences.differing() {
                    tr {
                        th scope="row" {
                            (prose(&place.question))
                            span.about { (id(&theirs(&place.id))) ": " (place.in_words()) }
                        }
                        @for done in &place.does {
                            td {
                                @if done.is_empty() { span.none { "nothing seen" } }
                                @else { (tell::listed(done, theirs)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
