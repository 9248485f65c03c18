//! The table of counts that every report has, and what its columns mean.

use super::sections::REASON;
use super::table::{Cell, Table};
use zarr_conform_runner::text::line;
use zarr_conform_runner::{Concern, Counts, Summary};

/// A column: what it counts, and how; the second counts are those of the failures that a list has.
type Column = (&'static str, fn(&Counts, &Counts) -> u64);

/// The columns of every run.
const COLUMNS: [Column; 7] = [
    ("passed", |it, _| it.passed),
    ("data failed", |it, _| it.of(Concern::RightData).failed),
    ("strictness failed", |it, _| {
        it.of(Concern::Strictness).failed
    }),
    ("advice", |it, _| it.noticed),
    ("unsupported", |it, _| it.unsupported),
    ("skipped", |it, _| it.skipped),
    ("behaviour", |it, _| it.behaviour),
];

/// The column where runs were repeated and differed.
const FLAKY: Column = ("flaky", |it, _| it.flaky);

/// The columns of failures, where there is a list of those that are known.
const LISTED: [Column; 3] = [
    ("data failed", |it, listed| {
        unlisted(it, listed, Concern::RightData)
    }),
    ("strictness failed", |it, listed| {
        unlisted(it, listed, Concern::Strictness)
    }),
    ("known", |_, listed| listed.required().bad()),
];

/// Those of a concern that failed or were flaky, and that a list does not have.
pub(super) fn unlisted(all: &Counts, listed: &Counts, concern: Concern) -> u64 {
    let (bad, listed) = (all.of(concern).bad(), listed.of(concern).bad());
    bad.saturating_sub(listed)
}

/// One row a document and one for all of them. `listed` are failures that a list has, where there is
/// one: they are counted apart.
pub(super) fn table(summary: &Summary, listed: Option<&Summary>) -> Table {
    let mut columns = COLUMNS.to_vec();
    if listed.is_some() {
        columns.splice(1..3, LISTED);
    }
    if summary.total.flaky > 0 {
        columns.push(FLAKY);
    }
    let names = columns.iter().map(|(name, _)| *name);
    let mut table = Table::new([""].into_iter().chain(names));
    let mut row = |name: &str, counts: &Counts, listed: Option<&Counts>| {
        let listed = listed.copied().unwrap_or_default();
        let numbers = columns
            .iter()
            .map(|(_, number)| Cell::Number(number(counts, &listed)));
        table.row([Cell::Text(line(name, REASON))].into_iter().chain(numbers));
    };
    for (document, counts) in &summary.documents {
        row(
            document,
            counts,
            listed.and_then(|it| it.documents.get(document)),
        );
    }
    row("all", &summary.total, listed.map(|it| &it.total));
    table
}

/// What is said below the table, in a line each.
pub(super) fn legend(
    summary: &Summary,
    listed: Option<&Summary>,
) -> impl Iterator<Item = &'static str> {
    let listed = listed.map(|_| "known: failures that the list has, not counted as failed");
    let advice =
        (summary.total.noticed > 0).then_some("advice: against a recommendation, no failure");
    listed.into_iter().chain(advice)
}
