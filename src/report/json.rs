//! The events as lines of JSON: one event a line, the first `started`, the last `finished`.

use std::io::{self, Write};

use zarr_conform_runner::{Consumer, Event};

/// Writes every event as one line of JSON.
pub struct JsonLines<W: Write>(io::BufWriter<W>);

impl<W: Write> JsonLines<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self(io::BufWriter::new(out))
    }
}

impl<W: Write> Consumer for JsonLines<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        serde_json::to_writer(&mut self.0, event)?;
        self.0.write_all(b"\n")?;
        match event {
            Event::Finished(_) => self.0.flush(),
            Event::Started(_) | Event::CheckFinished(_) | Event::Diagnosed(_) => Ok(()),
        }
    }
}
