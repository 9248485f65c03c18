//! What a run asks next.

use std::sync::{Mutex, PoisonError};

use crate::Check;
use crate::check::plan::{Derived, Plan};
use zarr_conform_protocol::subject::Stop;

/// The checks in the order they are asked: a twin before the first that needs it.
pub(crate) struct Queue<'a> {
    plan: &'a Plan<'a>,
    order: Vec<usize>,
    next: Mutex<Next>,
    pub(crate) stop: &'a Stop,
}

/// How far the queue is.
#[derive(Default)]
struct Next {
    at: usize,
    last: Option<Derived>,
}

impl<'a> Queue<'a> {
    pub(crate) fn new(plan: &'a Plan<'a>, selected: &[usize], stop: &'a Stop) -> Self {
        let mut is_queued = vec![false; plan.len()];
        let mut order = Vec::new();
        for &at in selected {
            let twins = plan.twins(at);
            for at in twins.iter().filter_map(|twin| twin.check).chain([at]) {
                if !std::mem::replace(&mut is_queued[at], true) {
                    order.push(at);
                }
            }
        }
        Self {
            plan,
            order,
            next: Mutex::default(),
            stop,
        }
    }

    /// How many checks there are, those of twins included.
    pub(crate) fn len(&self) -> usize {
        self.order.len()
    }

    /// The next check that is not taken.
    pub(crate) fn next(&self) -> Option<(usize, Check)> {
        if self.stop.is_set() {
            return None;
        }
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let at = *self.order.get(next.at)?;
        next.at += 1;
        Some((at, self.plan.take(at, &mut next.last)))
    }
}
