//! Stored bytes, of which a part is read at a time.

use std::io;

/// Where stored bytes come from.
pub(in crate::scan) trait Source {
    /// How many there are.
    fn length(&self) -> u64;

    /// `length` of them from `offset` on; `offset + length <= self.length()`.
    fn range(&mut self, offset: u64, length: u64) -> io::Result<Vec<u8>>;
}

impl Source for &[u8] {
    fn length(&self) -> u64 {
        self.len() as u64
    }

    fn range(&mut self, offset: u64, length: u64) -> io::Result<Vec<u8>> {
        let range = usize::try_from(offset).ok().and_then(|offset| {
            let end = offset.checked_add(usize::try_from(length).ok()?)?;
            self.get(offset..end)
        });
        let bytes = range.ok_or(io::ErrorKind::UnexpectedEof)?;
        Ok(bytes.to_vec())
    }
}

/// A part of a source.
pub(super) struct Part<'a> {
    pub(super) of: &'a mut dyn Source,
    pub(super) offset: u64,
    pub(super) length: u64,
}

impl Source for Part<'_> {
    fn length(&self) -> u64 {
        self.length
    }

    fn range(&mut self, offset: u64, length: u64) -> io::Result<Vec<u8>> {
        self.of.range(self.offset + offset, length)
    }
}
