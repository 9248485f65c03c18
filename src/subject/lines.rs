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
    /// A line longer than allowed; nothing is read after it.
    TooLong,
    /// The stream ended after this many bytes of an unfinished line.
    End(usize),
}

/// Reads lines of at most `longest` bytes in a thread, which ends with the stream or when the
/// receiver is dropped.
pub(super) fn read(stream: impl Read + Send + 'static, longest: u64) -> Receiver<Line> {
    let (sender, receiver) = sync_channel(WAITING);
    thread::spawn(move || read_all(BufReader::new(stream), longest, &sender));
    receiver
}

fn read_all(mut stream: impl BufRead, longest: u64, sender: &SyncSender<Line>) {
    loop {
        let line = next(&mut stream, longest);
        let is_last = !matches!(line, Line::Whole(_));
        if sender.send(line).is_err() || is_last {
            return;
        }
    }
}

fn next(stream: &mut impl BufRead, longest: u64) -> Line {
    let mut line = Vec::new();
    // A failing read tells no more than the end of the stream.
    let _ = stream
        .take(longest.saturating_add(1))
        .read_until(b'\n', &mut line);
    if line.last() == Some(&b'\n') {
        line.pop();
        Line::Whole(line)
    } else if line.len() as u64 > longest {
        Line::TooLong
    } else {
        Line::End(line.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(stream: &'static str) -> Vec<String> {
        let describe = |line| match line {
            Line::Whole(line) => String::from_utf8(line).unwrap(),
            Line::TooLong => "too long".to_owned(),
            Line::End(unfinished) => format!("end after {unfinished}"),
        };
        read(stream.as_bytes(), 4).iter().map(describe).collect()
    }

    #[test]
    fn a_line_that_is_too_long_is_the_last() {
        assert_eq!(lines("1234\n12345\n12\n"), ["1234", "too long"]);
        assert_eq!(lines("12345"), ["too long"]);
    }

    #[test]
    fn the_end_tells_how_much_is_unfinished() {
        assert_eq!(lines("12\n\n123"), ["12", "", "end after 3"]);
        assert_eq!(lines(""), ["end after 0"]);
    }
}
