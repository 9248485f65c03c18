//! Notes, which are Markdown, as parts of a page.

use maud::{Markup, PreEscaped};
use pulldown_cmark::{CowStr, Event, Parser, Tag, TagEnd, html::push_html};

use super::finding::{anchor, shown};
use crate::site::{Site, names};

/// The text of a note of this name. HTML in it is shown as text. A link to another note leads to the page of
/// its finding; links that lead nowhere from a site are plain words.
pub(super) fn rendered(site: &Site<'_>, note: &str, text: &str) -> Markup {
    // Whether each link around the place is kept.
    let mut links = Vec::new();
    let events = Parser::new(text).filter_map(|event| match event {
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => {
            let target = target(site, note, &dest_url);
            links.push(target.is_some());
            let dest_url = CowStr::from(target?);
            Some(Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }))
        }
        Event::End(TagEnd::Link) => links.pop().unwrap_or(false).then_some(event),
        // The words of an image say what it shows.
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        other => Some(other),
    });
    let mut page = String::new();
    push_html(&mut page, events);
    PreEscaped(page)
}

/// Where a link of a note leads, from the page of a finding.
fn target(site: &Site<'_>, note: &str, link: &str) -> Option<String> {
    if link.starts_with("https://") {
        return Some(link.to_owned());
    }
    let name = named(note, link)?;
    let findings = shown(site).into_iter();
    let mut findings = findings.filter(|it| it.notes.contains(&name));
    let page = names::of_finding(&findings.next()?.id);
    // The note may be about an implementation that is not at hand, and then the page does not have it.
    let is_shown = (0..site.runs.len()).any(|at| is_named(site, at, &name));
    let place = if is_shown {
        format!("#{}", anchor(&name))
    } else {
        String::new()
    };
    Some(format!("../{page}{place}"))
}

/// Whether the list of an implementation names the note.
fn is_named(site: &Site<'_>, at: usize, note: &str) -> bool {
    let name = &site.runs[at].header.implementation.name;
    let known = site.catalogue.and_then(|it| it.adapters.get(name));
    known.is_some_and(|it| it.headings().contains(note))
}

/// The note that a link of another one leads to, as `folder/name`: `other.md` beside it, or
/// `../../zarr-python/notes/other.md`.
fn named(note: &str, link: &str) -> Option<String> {
    let (folder, _) = note.split_once('/')?;
    let path = link.split_once('#').map_or(link, |(path, _)| path);
    let path = path.strip_suffix(".md")?;
    match path.split('/').collect::<Vec<&str>>().as_slice() {
        [name] => Some(format!("{folder}/{name}")),
        ["..", "..", folder, "notes", name] => Some(format!("{folder}/{name}")),
        _ => None,
    }
}
