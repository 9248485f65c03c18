//! `--expect-json`: what a list of known failures says of the checks that ran, for other programs.

use std::io::Write;

use serde::Serialize;
use zarr_conform::runner::text::escape;
use zarr_conform::runner::{Deviation, ListComparison, Listed};

/// A line.
#[derive(Serialize)]
#[serde(untagged)]
enum Line<'a> {
    /// A check came to what an entry says of it.
    AsListed {
        check: &'a str,
        listed: &'static str,
        line: usize,
        reason: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        link: Option<&'a str>,
    },
    /// A check, or the list as a whole, is not as listed.
    Difference {
        #[serde(skip_serializing_if = "Option::is_none")]
        check: Option<&'a str>,
        difference: String,
    },
}

/// Writes a line for each check that came to what is listed, and one for each difference.
pub(crate) fn write(out: &mut impl Write, comparison: &ListComparison) -> std::io::Result<()> {
    let as_listed = comparison.judged().iter().filter_map(|(check, judged)| {
        let entry = comparison.entry_of(check)?;
        (judged.listed == Some(entry.listed)).then(|| Line::AsListed {
            check,
            listed: Listed::name(entry.listed),
            line: entry.line,
            reason: &entry.reason,
            link: entry.link.as_deref(),
        })
    });
    let differences = comparison.deviations().iter().map(|it| Line::Difference {
        check: Deviation::check(it),
        difference: escape(&it.to_string()),
    });
    for line in as_listed.chain(differences) {
        serde_json::to_writer(&mut *out, &line)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}
