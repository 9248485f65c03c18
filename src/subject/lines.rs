//! Lines from an implementation, read by a thread so that waiting for one can have an end.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The longest line that an implementation may send, in bytes.
pub(super) const LONGEST_LINE: u64 = 256 * 1024 * 1024;

/// Lines that may wait to be looked at before reading pauses.
const WAITING: usize = 16;

/// What the reading thread found.
pub(super) enum Line {
    /// A whole line, without its line feed.
    Whole(Vec<u8>),
    /// A line longer than [`LONGEST_LINE`]; nothing is read after it.
    TooLong,
    /// The stream ended after this many bytes of an unfinished line.
    End(usize),
}

/// Reads lines in a thread, which ends with the stream or when the receiver is dropped.
pub(super) fn read(stream: impl Read + Send + 'static) -> Receiver<Line> {
    let (sender, receiver) = sync_channel(WAITING);
    thread::spawn(move || read_all(BufReader::new(stream), &sender));
    receiver
}

fn read_all(mut stream: impl BufRead, sender: &SyncSender<Line>) {
    loop {
        let line = next(&mut stream);
        let is_last = !matches!(line, Line::Whole(_));
        if sender.send(line).is_err() || is_last {
            return;
        }
    }
}

fn next(stream: &mut impl BufRead) -> Line {
    let mut line = Vec::new();
    // A failing read tells no more than the end of the stream.
    let _ = stream.take(LONGEST_LINE + 1).read_until(b'\n', &mut line);
    if line.last() == Some(&b'\n') {
        line.pop();
        Line::Whole(line)
    } else if line.len() as u64 > LONGEST_LINE {
        Line::TooLong
    } else {
        Line::End(line.len())
    }
}
