//! What every page has: head, navigation, and the words at its end.

use maud::{DOCTYPE, Markup, html};

use super::{matrix, pick, requirements, stale};
use crate::site::Site;

/// Nothing but the site's own style and script is loaded, and nothing is sent.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; \
                      base-uri 'none'; form-action 'none'";

/// Where a page is.
pub(super) struct Place<'a> {
    /// From the page to the root: empty or `../`.
    pub(super) root: &'static str,
    /// What is above it, with links from the root.
    pub(super) above: Vec<(String, String)>,
    /// What it is called.
    pub(super) title: &'a str,
}

/// A whole page.
pub(super) fn page(site: &Site<'_>, place: &Place<'_>, body: &Markup) -> Markup {
    let root = place.root;
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (place.title) " – Zarr v3 conformance" }
                link rel="icon" href="data:,";
                link rel="stylesheet" href={ (root) "assets/style.css" };
                script src={ (root) "assets/filter.js" } defer {}
            }
            body {
                a.skip href="#content" { "Skip to the content" }
                header.site {
                    a.home href={ (root) "index.html" } { "Zarr v3 conformance" }
                    (navigation(site, root))
                }
                main #content tabindex="-1" {
                    (trail(place))
                    (body)
                }
                footer.site {
                    p {
                        "Made by zarr-conform " (env!("CARGO_PKG_VERSION"))
                        ", which judges by the text of the specification and by no implementation. "
                        "Where the text is silent, no reading fails; data that no reading gives are wrong all the same."
                    }
                }
            }
        }
    }
}

fn navigation(site: &Site<'_>, root: &str) -> Markup {
    html! {
        nav aria-label="Site" {
            a href={ (root) "index.html#glance" } { "At a glance" }
            a href={ (root) "index.html#questions" } { "Questions" }
            a href={ (root) (pick::PAGE) } { (pick::TITLE) }
            a href={ (root) (requirements::PAGE) } { "By requirement" }
            @if site.matrix.is_some() {
                a href={ (root) (matrix::TABLE) } { (matrix::TITLE) }
            }
            a href={ (root) "failures.html" } { "All failures" }
            a href={ (root) "open.html" } { "Open places" }
            @if stale::has_page(site) {
                a href={ (root) (stale::PAGE) } { (stale::TITLE) }
            }
        }
    }
}

fn trail(place: &Place<'_>) -> Markup {
    html! {
        @if !place.above.is_empty() {
            nav.trail aria-label="Where this page is" {
                ol {
                    @for (path, title) in &place.above {
                        li { a href={ (place.root) (path) } { (title) } }
                    }
                    li aria-current="page" { (place.title) }
                }
            }
        }
    }
}

/// A table that may be wider than the page: it scrolls by itself, with the keyboard too.
pub(super) fn wide(label: &str, table: &Markup) -> Markup {
    html! {
        div.wide role="region" aria-label=(label) tabindex="0" { (table) }
    }
}
