//! A badge for each implementation.

use std::io;

use super::known::Known;
use super::{Files, Site, SiteRun};
use crate::report::{Badge, KnownFailures};
use zarr_conform_runner::Consumer;

/// A file of JSON for each implementation, named like its folder of the site.
///
/// # Errors
/// Where a badge cannot be written.
pub fn badges(site: &Site<'_>) -> io::Result<Files> {
    let named = site.named().zip(&site.known);
    named
        .map(|((run, name), known)| {
            let list = known.as_ref().map(Known::list);
            let known = KnownFailures::new(list, site.vectors);
            Ok((format!("{name}.json"), badge(run, known)?))
        })
        .collect()
}

fn badge(run: &SiteRun, known: KnownFailures<'_>) -> io::Result<String> {
    let mut bytes = Vec::new();
    {
        let mut badge = Badge::new(&mut bytes, known);
        let consumers: &mut [&mut dyn Consumer] = &mut [&mut badge];
        run.replay(consumers)?;
    }
    String::from_utf8(bytes).map_err(io::Error::other)
}
