//! How far a run is, on standard error and only on a terminal.

use std::io;

use indicatif::{ProgressBar, ProgressStyle};

use crate::runner::{Consumer, Event};

/// A progress bar; invisible where standard error is no terminal.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar that appears with the first event.
    pub fn new() -> Self {
        Self(ProgressBar::hidden())
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
            Event::Started(header) => {
                let style = ProgressStyle::with_template("{bar:30} {pos}/{len} checks, {eta} left");
                self.0 = ProgressBar::new(header.checks);
                self.0
                    .set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            }
            Event::CheckFinished(_) => {
                self.0.inc(1);
                if self.0.length() == Some(self.0.position()) {
                    let style = ProgressStyle::with_template("looking for likely causes");
                    self.0
                        .set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
                }
            }
            Event::Diagnosed(_) => {}
            Event::Finished(_) => self.0.finish_and_clear(),
        }
        Ok(())
    }
}
