//! How far a fuzz run is, on a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use zarr_conform::fuzz::hunting::Progress;
use zarr_conform::runner::text::counted;

/// A bar on a terminal; nothing elsewhere.
pub(super) fn bar(cases: Option<u64>) -> ProgressBar {
    let (bar, template) = match cases {
        Some(cases) => (
            ProgressBar::new(cases),
            "{bar:30} {pos}/{len} cases, {msg}, {eta} left",
        ),
        None => (ProgressBar::new_spinner(), "{spinner} {pos} cases, {msg}"),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Moves the bar on.
pub(super) fn show(bar: &ProgressBar, progress: Progress) {
    let milliseconds = progress.elapsed.as_millis().max(1);
    let rate = u128::from(progress.cases) * 1000 / milliseconds;
    let causes = counted(progress.causes as u64, "distinct cause");
    bar.set_message(format!("{rate} a second, {causes}"));
    bar.set_position(progress.cases);
}
