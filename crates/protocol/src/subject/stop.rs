//! The request to stop a run before its last check.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A wish to stop, shared by all who wait; it is never taken back.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    is_set: Arc<AtomicBool>,
    outer: Option<Arc<AtomicBool>>,
}

impl Stop {
    /// One for a part of the work: it is set with this one, and can be set without it.
    #[must_use]
    pub fn within(&self) -> Self {
        Self {
            is_set: Arc::default(),
            outer: Some(Arc::clone(&self.is_set)),
        }
    }

    /// Asks everybody who shares this to stop.
    pub fn set(&self) {
        self.is_set.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was requested.
    pub fn is_set(&self) -> bool {
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        is_set(&self.is_set) || self.outer.as_ref().is_some_and(is_set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_stops_with_the_whole_but_not_the_whole_with_a_part() {
        let whole = Stop::default();
        let (part, other) = (whole.within(), whole.within());
        part.set();
        assert!(part.is_set() && !whole.is_set() && !other.is_set());
        whole.set();
        assert!(other.is_set());
    }
}
