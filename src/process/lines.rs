//! Lines from an implementation and to it: read and written by threads, so that waiting can have an end.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

/// The longest line that an implementation may send, in bytes.
pub(super) const LONGEST_LINE: u64 = 64 * 1024 * 1024;

/// Lines that may wait to be looked at before reading pauses.
const WAITING: usize = 32;
/// A line of this many bytes waits with no other: reading pauses until it is looked at.
const ALONE: usize = 1024 * 1024;

/// What the reading thread found.
pub(super) enum Line {
    /// A whole line, without its line feed.
    Whole(Vec<u8>),
    /// A line longer than allowed; nothing is read after it.
    TooLong,
    /// The stream ended after this many bytes of an unfinished line.
    End(usize),
}

/// Keeps the thread from reading on as long as it is there.
pub(super) struct Pause(
    #[expect(dead_code, reason = "dropping it is the sign")] Option<SyncSender<()>>,
);

/// A stream of which it is known how many bytes came.
pub(super) struct Counted<R> {
    stream: R,
    bytes: Arc<AtomicU64>,
}

impl<R> Counted<R> {
    /// Counts the bytes of a stream.
    pub(super) fn new(stream: R) -> Self {
        let bytes = Arc::default();
        Self { stream, bytes }
    }

    /// How many bytes came so far; goes on counting.
    pub(super) fn bytes(&self) -> Arc<AtomicU64> {
        self.bytes.clone()
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.stream.read(buffer)?;
        self.bytes.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// Writes requests in a thread: who never reads cannot block the runner. What waits to be written is
/// bounded by what a worker sends ahead. The stream is closed when the sender is dropped.
pub(super) fn write(mut stream: impl Write + Send + 'static) -> Sender<String> {
    let (sender, receiver) = channel::<String>();
    thread::spawn(move || {
        for lines in receiver {
            if stream.write_all(lines.as_bytes()).is_err() || stream.flush().is_err() {
                return;
            }
        }
    });
    sender
}

/// Reads lines of at most `longest` bytes in a thread, which ends with the stream or when the
/// receiver is dropped. At most one line of `ALONE` bytes or more waits at a time.
pub(super) fn read(stream: impl Read + Send + 'static, longest: u64) -> Receiver<(Line, Pause)> {
    let (sender, receiver) = sync_channel(WAITING);
    thread::spawn(move || read_all(BufReader::new(stream), longest, &sender));
    receiver
}

fn read_all(mut stream: impl BufRead, longest: u64, sender: &SyncSender<(Line, Pause)>) {
    loop {
        let line = next(&mut stream, longest);
        let is_last = !matches!(line, Line::Whole(_));
        let is_alone = matches!(&line, Line::Whole(bytes) if bytes.len() >= ALONE);
        let (pause, looked_at) = is_alone.then(|| sync_channel(0)).unzip();
        if sender.send((line, Pause(pause))).is_err() || is_last {
            return;
        }
        if let Some(looked_at) = looked_at {
            // Nothing is ever sent: this ends when the pause is dropped.
            let _ = looked_at.recv();
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
    use std::time::Duration;

    use super::*;

    fn lines(stream: &'static str) -> Vec<String> {
        let describe = |(line, _)| match line {
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

    /// Hands out pieces without end, and tells of each before it does.
    struct Flood {
        piece: Vec<u8>,
        told: Sender<()>,
    }

    impl Read for Flood {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            // The receiver is gone at the end of the test.
            let _ = self.told.send(());
            self.piece.as_slice().read(buffer)
        }
    }

    /// How many pieces are read while no line is looked at: `expected`, which are waited for, and
    /// those that follow although reading should have paused.
    fn read_unasked(pieces: &Receiver<()>, expected: usize) -> usize {
        for _ in 0..expected {
            pieces.recv().unwrap();
        }
        let mut more = 0;
        while more < 10 && pieces.recv_timeout(Duration::from_millis(200)).is_ok() {
            more += 1;
        }
        expected + more
    }

    #[test]
    fn a_long_line_waits_alone() {
        let line = vec![b'x'; ALONE];
        let stream = [&line[..], b"\n", &line[..], b"\nend\n"].concat();
        let receiver = read(std::io::Cursor::new(stream), 2 * ALONE as u64);
        let (first, pause) = receiver.recv().unwrap();
        assert!(matches!(first, Line::Whole(bytes) if bytes.len() == ALONE));
        assert!(receiver.recv_timeout(Duration::from_millis(200)).is_err());
        drop(pause);
        let rest: Vec<_> = receiver.iter().map(|(line, _)| line).collect();
        assert_eq!(rest.len(), 3);
    }

    #[test]
    fn lines_that_nobody_looks_at_are_not_read() {
        let (told, pieces) = channel();
        let piece = b"x\n".to_vec();
        let receiver = read(Flood { piece, told }, 1 << 20);
        // Those that wait, and one for which there is no room.
        assert_eq!(read_unasked(&pieces, WAITING + 1), WAITING + 1);
        receiver.recv().unwrap();
        assert_eq!(read_unasked(&pieces, 1), 1);
    }

    #[test]
    fn the_end_tells_how_much_is_unfinished() {
        assert_eq!(lines("12\n\n123"), ["12", "", "end after 3"]);
        assert_eq!(lines(""), ["end after 0"]);
    }
}
