//! How far a run is, on standard error and only on a terminal.

use std::io;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use zarr_conform_runner::{Consumer, Event};

/// How often the bar moves while nothing is counted.
const TICK: Duration = Duration::from_millis(200);

/// A progress bar; invisible where standard error is not a terminal.
pub struct Progress {
    bar: ProgressBar,
    is_hidden: bool,
}

impl Progress {
    /// A bar that appears with the first event.
    pub fn new() -> Self {
        Self {
            bar: ProgressBar::hidden(),
            is_hidden: false,
        }
    }

    /// A bar that never appears: something else is written while the run goes on.
    pub fn hidden() -> Self {
        Self {
            is_hidden: true,
            ..Self::new()
        }
    }
}

impl Default for Progress {
    fn default() -> Self {
        Self::new()
    }
}

impl Consumer for Progress {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            _ if self.is_hidden => {}
            Event::Started(header) => {
                let style = ProgressStyle::with_template("{bar:30} {pos}/{len} checks, {eta} left");
                self.bar = ProgressBar::new(header.checks);
                self.bar
                    .set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            }
            Event::CheckFinished(_) | Event::Diagnosed(_) => {}
            Event::Finished(_) => self.bar.finish_and_clear(),
        }
        Ok(())
    }

    fn answered(&mut self) {
        self.bar.inc(1);
        if self.bar.length() == Some(self.bar.position()) {
            let style =
                ProgressStyle::with_template("{spinner} looking for likely causes, {elapsed}");
            self.bar
                .set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            // A new style shows with the next tick only.
            self.bar.enable_steady_tick(TICK);
        }
    }
}
