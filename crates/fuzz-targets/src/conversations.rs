//! What comes from the other end of the pipe, read by line, taken as answers and judged.

use std::io::{Cursor, sink};
use std::time::Duration;

use zarr_conform::process::Caller;
use zarr_conform_protocol::subject::{Stop, start};
use zarr_conform_reference::Edition;
use zarr_conform_runner::{Asking, Check, EndedEarly, ReferenceReader, Worker, Workspace};

use crate::answers::Judging;

/// Checks that are asked.
pub(crate) const CHECKS: usize = 6;

/// Nothing is waited for that long: the bytes are there, and then their end.
const LONG: Duration = Duration::from_secs(60);

/// Some checks of different kinds, in the order in which they are asked.
pub(crate) fn asked(judging: &Judging) -> Vec<Check> {
    let all: Vec<&Check> = judging.checks.values().collect();
    let few = all.iter().step_by(all.len() / CHECKS).take(CHECKS);
    few.map(|it| (*it).clone()).collect()
}

/// The bytes that an implementation sends: its answer to `hello`, and its answers to six checks.
///
/// Each check has one verdict at most, in the order of the checks, and what ends the conversation is not about
/// zarr-conform itself.
pub fn conversations(input: &[u8]) {
    thread_local! {
        static WORLD: (Vec<Check>, Workspace) = {
            let workspace = Workspace::new(None);
            (asked(&Judging::new()), workspace.unwrap_or_else(|error| panic!("{error}")))
        };
    }
    WORLD.with(|(checks, workspace)| {
        let caller = Caller::at(Cursor::new(input.to_vec()), sink());
        let stop = Stop::default();
        let Ok(started) = start(&caller, LONG, &stop) else {
            return;
        };
        let asking = Asking {
            launcher: &caller,
            timeout: LONG,
            workspace,
            reader: &ReferenceReader,
            edition: Edition::default(),
            keep: None,
            stop: &stop,
        };
        let mut next = checks.iter().cloned().enumerate();
        let mut judged = vec![0; checks.len()];
        let ended = Worker::new(&asking, started).run(|| next.next(), |at, _| judged[at] += 1);
        assert!(judged.iter().all(|it| *it <= 1), "{judged:?}");
        match ended {
            Ok(()) => assert!(judged.iter().all(|it| *it == 1), "{judged:?}"),
            Err(EndedEarly::KeepsFailing { .. } | EndedEarly::Restart(_)) => {}
            Err(why) => panic!("{why}"),
        }
    });
}
