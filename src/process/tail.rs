//! The end of what an implementation writes to standard error.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Bytes of standard error that are kept.
const KEPT: usize = 8 * 1024;

/// The last bytes of a stream that a thread drains, so that its writer never blocks.
#[derive(Clone, Default)]
pub(super) struct Tail(Arc<Mutex<VecDeque<u8>>>);

impl Tail {
    /// Drains `stream` in a thread until it ends.
    pub(super) fn drain(mut stream: impl Read + Send + 'static) -> Self {
        let tail = Self::default();
        let kept = tail.clone();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = stream.read(&mut buffer) {
                kept.push(&buffer[..length]);
            }
        });
        tail
    }

    fn push(&self, bytes: &[u8]) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(bytes);
        let surplus = kept.len().saturating_sub(KEPT);
        kept.drain(..surplus);
    }

    /// What is kept so far; bytes that are not Unicode are replaced.
    pub(super) fn text(&self) -> String {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(kept.make_contiguous()).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_is_kept() {
        let tail = Tail::default();
        tail.push(&vec![b'a'; 3 * KEPT]);
        tail.push(b"end");
        assert_eq!(tail.text().len(), KEPT);
        assert!(tail.text().ends_with("aend"));
    }
}
