//! The other side of the protocol: an implementation in Rust, served over a pipe or in-process.

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use serde_json::Value;

use super::operations::perform;
use super::{Bug, Fault, FaultKind, NoResult, Operations, Stop, Subject};
use crate::{Answer, Ask, Refusal, Request};

/// Why serving ended before the requests did.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A stream cannot be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Our own program contradicts itself, which is not an answer.
    #[error(transparent)]
    Bug(#[from] Bug),
}

/// Answers requests, one a line, until `requests` ends. A malformed request is answered.
///
/// # Errors
/// Where a stream cannot be read or written, or by a bug of this program.
pub fn serve(
    operations: &mut impl Operations,
    requests: impl BufRead,
    mut answers: impl Write,
) -> Result<(), ServeError> {
    for line in requests.split(b'\n') {
        let answer = answer_line(operations, &line?)?;
        answers.write_all(&line_of(&answer)?)?;
        answers.flush()?;
    }
    Ok(())
}

/// The answer as a line with its line feed, to be written at once.
fn line_of(answer: &Answer) -> std::io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(answer)?;
    line.push(b'\n');
    Ok(line)
}

fn answer_line(operations: &mut impl Operations, line: &[u8]) -> Result<Answer, Bug> {
    let text = String::from_utf8_lossy(line);
    match Request::from_line(&text) {
        Ok(request) => answer(operations, &request),
        Err(error) => {
            let refusal = Refusal::internal(format!("malformed request: {error}"));
            to_answer(id_of(line), Err(refusal.into()))
        }
    }
}

/// The id of a request that is otherwise not understood; 0 where that is not readable either.
fn id_of(line: &[u8]) -> u64 {
    serde_json::from_slice::<Value>(line)
        .ok()
        .and_then(|request| request.get("id")?.as_u64())
        .unwrap_or(0)
}

fn answer(operations: &mut impl Operations, request: &Request) -> Result<Answer, Bug> {
    to_answer(request.id, answer_with_files(operations, request))
}

/// Takes the bytes of the request from a file where they are in one, and puts those of the answer
/// into one where that is offered.
fn answer_with_files(
    operations: &mut impl Operations,
    request: &Request,
) -> Result<Value, NoResult> {
    let mut ok = match &request.files.given {
        None => perform(operations, &request.ask)?,
        Some(path) => perform(operations, &with_payload(&request.ask, path)?)?,
    };
    if let Some(path) = &request.files.answer {
        put_into_file(&mut ok, path)?;
    }
    Ok(ok)
}

fn with_payload(ask: &Ask, path: &str) -> Result<Ask, Refusal> {
    let bytes = std::fs::read(path).map_err(|error| {
        Refusal::internal(format!("reading the request's file {path:?}: {error}"))
    })?;
    let mut ask = ask.clone();
    if let Some(payload) = ask.payload_mut() {
        payload.0 = bytes.into();
    }
    Ok(ask)
}

fn put_into_file(ok: &mut Value, path: &str) -> Result<(), Refusal> {
    for (member, file) in [("elements", "elements_file"), ("encoded", "encoded_file")] {
        let Some(members) = ok.as_object_mut() else {
            return Ok(());
        };
        // Elements of different numbers of bytes are a list, and stay.
        if !members.get(member).is_some_and(Value::is_string) {
            continue;
        }
        let Some(Value::String(digits)) = members.shift_remove(member) else {
            continue;
        };
        let written = hex::decode(digits)
            .map_err(std::io::Error::other)
            .and_then(|bytes| std::fs::write(path, bytes));
        written.map_err(|error| {
            Refusal::internal(format!("writing the answer's file {path:?}: {error}"))
        })?;
        members.insert(file.to_owned(), path.into());
    }
    Ok(())
}

fn to_answer(id: u64, result: Result<Value, NoResult>) -> Result<Answer, Bug> {
    let (ok, error) = match result {
        Ok(ok) => (Some(ok), None),
        Err(NoResult::Refused(refusal)) => (None, Some(refusal)),
        Err(NoResult::Bug(bug)) => return Err(bug),
    };
    Ok(Answer {
        id,
        ok,
        error,
        crash: None,
    })
}

/// An implementation in the same process. It cannot be stopped, so deadlines do not apply.
pub struct InProcess<O> {
    operations: O,
    answers: VecDeque<Result<Answer, Fault>>,
}

impl<O: Operations> InProcess<O> {
    /// Makes a subject of an implementation.
    pub fn new(operations: O) -> Self {
        Self {
            operations,
            answers: VecDeque::new(),
        }
    }
}

impl<O: Operations + Send> Subject for InProcess<O> {
    fn send(&mut self, request: &Request) -> Result<(), Fault> {
        let answered = catch_unwind(AssertUnwindSafe(|| answer(&mut self.operations, request)));
        let fault = |kind| Fault {
            kind,
            hint: String::new(),
            log: String::new(),
        };
        self.answers.push_back(match answered {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(Bug(bug))) => Err(fault(FaultKind::Bug(bug))),
            Err(panic) => {
                let message = format!("panic: {}", panic_message(&*panic));
                Err(fault(FaultKind::Crash(message)))
            }
        });
        Ok(())
    }

    fn receive(&mut self, _deadline: Instant, _stop: &Stop) -> Result<Answer, Fault> {
        self.answers
            .pop_front()
            .unwrap_or_else(|| Err(Fault::protocol("no request was sent")))
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "without a message".to_owned())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::{Hello, Opened, RefusalKind, ask};
    use zarr_conform_terms::Edition;

    /// Opens any store but one of the name `bug`.
    struct Double;

    impl Operations for Double {
        fn hello(&self) -> Hello {
            Hello {
                protocol: 1,
                name: "double".to_owned(),
                version: "1".to_owned(),
                language: "Rust".to_owned(),
                edition: Edition::default(),
                ops: vec!["open".to_owned()],
                unsupported: crate::Unsupported::default(),
                files: false,
            }
        }

        fn open(&mut self, asked: &ask::Open) -> Result<Opened, NoResult> {
            if asked.store == "bug" {
                return Err(Bug("two and two are five".to_owned()).into());
            }
            Ok(Opened {
                data_type: "uint8".into(),
                shape: Vec::new(),
            })
        }
    }

    #[test]
    fn a_bug_of_ours_is_no_answer() {
        let line = "{\"id\":1,\"op\":\"open\",\"store\":\"bug\"}\n";
        let mut written = Vec::new();
        let error = serve(&mut Double, line.as_bytes(), &mut written).unwrap_err();
        assert!(written.is_empty(), "{written:?}");
        let told = "a bug of zarr-conform, which says nothing about the implementation; please \
                    report it: two and two are five";
        assert_eq!(error.to_string(), told);

        let mut subject = InProcess::new(Double);
        subject.send(&Request::from_line(line).unwrap()).unwrap();
        let fault = subject.receive(Instant::now(), &Stop::default());
        let fault = fault.unwrap_err();
        assert_eq!(
            fault.kind,
            FaultKind::Bug("two and two are five".to_owned())
        );
        assert_eq!(fault.to_string(), told);
    }

    #[rstest]
    #[case::understood(r#"{"id":7,"op":"open","store":"x"}"#, 7, None)]
    #[case::unknown_operation(
        r#"{"id":8,"op":"opne","store":"x"}"#,
        8,
        Some(RefusalKind::Unsupported)
    )]
    #[case::not_offered(
        r#"{"id":6,"op":"read","store":"x"}"#,
        6,
        Some(RefusalKind::Unsupported)
    )]
    #[case::unknown_member(
        r#"{"id":9,"op":"open","store":"x","y":1}"#,
        9,
        Some(RefusalKind::Internal)
    )]
    #[case::no_json("nonsense", 0, Some(RefusalKind::Internal))]
    #[case::empty("", 0, Some(RefusalKind::Internal))]
    fn every_line_gets_one_answer(
        #[case] line: &str,
        #[case] id: u64,
        #[case] refused: Option<RefusalKind>,
    ) {
        let mut written = Vec::new();
        serve(&mut Double, format!("{line}\n").as_bytes(), &mut written).unwrap();
        let answer: Answer = serde_json::from_slice(&written).unwrap();
        assert_eq!((answer.id, answer.ok.is_some()), (id, refused.is_none()));
        assert_eq!(answer.error.map(|error| error.kind), refused);
    }
}
