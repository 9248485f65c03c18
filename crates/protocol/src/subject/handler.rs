//! The other side of the protocol: an implementation in Rust, served over a pipe or in-process.

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use serde_json::Value;

use super::{Fault, FaultKind, Stop, Subject};
use crate::{Answer, Ask, Hello, Refusal, RefusalKind, Request};

/// An implementation of the specification that can be asked what protocol 1 asks.
pub trait Handler {
    /// Who it is and what it can do.
    fn hello(&self) -> Hello;

    /// Answers one request other than `hello`: `ok` of the form that belongs to `ask`.
    fn answer(&mut self, ask: &Ask) -> Result<Value, Refusal>;
}

/// Answers requests, one a line, until `requests` ends.
///
/// # Errors
/// Where a stream cannot be read or written. A malformed request is answered, not an error.
pub fn serve(
    handler: &mut impl Handler,
    requests: impl BufRead,
    mut answers: impl Write,
) -> std::io::Result<()> {
    for line in requests.split(b'\n') {
        let answer = answer_line(handler, &line?);
        serde_json::to_writer(&mut answers, &answer)?;
        answers.write_all(b"\n")?;
        answers.flush()?;
    }
    Ok(())
}

fn answer_line(handler: &mut impl Handler, line: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(line);
    match Request::from_line(&text) {
        Ok(request) => answer(handler, &request),
        Err(error) => to_answer(
            id_of(line),
            Err(internal(format!("malformed request: {error}"))),
        ),
    }
}

/// The id of a request that is otherwise not understood; 0 where that is not readable either.
fn id_of(line: &[u8]) -> u64 {
    serde_json::from_slice::<Value>(line)
        .ok()
        .and_then(|request| request.get("id")?.as_u64())
        .unwrap_or(0)
}

fn answer(handler: &mut impl Handler, request: &Request) -> Answer {
    let result = match &request.ask {
        Ask::Hello { .. } => serde_json::to_value(handler.hello())
            .map_err(|error| internal(format!("writing the answer to hello: {error}"))),
        Ask::Other { op, .. } => Err(Refusal {
            kind: RefusalKind::Unsupported,
            message: format!("no operation {op:?}"),
        }),
        _ => answer_with_files(handler, request),
    };
    to_answer(request.id, result)
}

/// Takes the bytes of the request from a file where they are in one, and puts those of the answer
/// into one where that is offered.
fn answer_with_files(handler: &mut impl Handler, request: &Request) -> Result<Value, Refusal> {
    let mut ok = match &request.files.given {
        None => handler.answer(&request.ask)?,
        Some(path) => handler.answer(&with_payload(&request.ask, path)?)?,
    };
    if let Some(path) = &request.files.answer {
        put_into_file(&mut ok, path)?;
    }
    Ok(ok)
}

fn with_payload(ask: &Ask, path: &str) -> Result<Ask, Refusal> {
    let bytes = std::fs::read(path)
        .map_err(|error| internal(format!("reading the request's file {path:?}: {error}")))?;
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
        let Some(Value::String(digits)) = members.shift_remove(member) else {
            continue;
        };
        let written = hex::decode(digits)
            .map_err(std::io::Error::other)
            .and_then(|bytes| std::fs::write(path, bytes));
        written
            .map_err(|error| internal(format!("writing the answer's file {path:?}: {error}")))?;
        members.insert(file.to_owned(), path.into());
    }
    Ok(())
}

fn to_answer(id: u64, result: Result<Value, Refusal>) -> Answer {
    let (ok, error) = match result {
        Ok(ok) => (Some(ok), None),
        Err(refusal) => (None, Some(refusal)),
    };
    Answer { id, ok, error }
}

fn internal(message: String) -> Refusal {
    Refusal {
        kind: RefusalKind::Internal,
        message,
    }
}

/// An implementation in the same process. It cannot be stopped, so deadlines do not apply.
pub struct InProcess<H> {
    handler: H,
    answers: VecDeque<Result<Answer, Fault>>,
}

impl<H: Handler> InProcess<H> {
    /// Makes a subject of a handler.
    pub fn new(handler: H) -> Self {
        Self {
            handler,
            answers: VecDeque::new(),
        }
    }
}

impl<H: Handler + Send> Subject for InProcess<H> {
    fn send(&mut self, request: &Request) -> Result<(), Fault> {
        let answered = catch_unwind(AssertUnwindSafe(|| answer(&mut self.handler, request)));
        self.answers.push_back(answered.map_err(|panic| Fault {
            kind: FaultKind::Crash(format!("panic: {}", panic_message(&*panic))),
            log: String::new(),
        }));
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
    use serde_json::json;

    use super::*;
    use zarr_conform_terms::Edition;

    struct Double;

    impl Handler for Double {
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

        fn answer(&mut self, _ask: &Ask) -> Result<Value, Refusal> {
            Ok(json!({}))
        }
    }

    #[rstest]
    #[case::understood(r#"{"id":7,"op":"open","store":"x"}"#, 7, None)]
    #[case::unknown_operation(
        r#"{"id":8,"op":"opne","store":"x"}"#,
        8,
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
