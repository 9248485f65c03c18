//! Requests as lines of JSON.

use serde::de::Error as _;
use serde_json::{Map, Result, Value, json};

use super::offers::is_known;
use super::{Ask, Files, Request, ask};

/// The members that may be in a file, and those that then say in which.
const IN_FILES: [(&str, &str); 2] = [("elements", "elements_file"), ("encoded", "encoded_file")];
const ANSWER_FILE: &str = "answer_file";

impl Request {
    /// A request without files.
    pub fn new(id: u64, ask: Ask) -> Self {
        Self {
            id,
            ask,
            files: Files::default(),
        }
    }

    /// The request as one line of JSON, without the line feed.
    ///
    /// # Errors
    /// Where JSON cannot express the request; no request of this crate is such.
    pub fn to_line(&self) -> Result<String> {
        let id = self.id;
        if let Ask::Other(other) = &self.ask {
            return Ok(json!({"id": id, "op": other.op, "store": other.store}).to_string());
        }
        if self.files != Files::default() {
            return self.to_line_with_files();
        }
        let ask = serde_json::to_string(&self.ask)?;
        let members = ask.strip_prefix('{').unwrap_or(&ask);
        Ok(format!("{{\"id\":{id},{members}"))
    }

    fn to_line_with_files(&self) -> Result<String> {
        let mut object = Map::new();
        object.insert("id".to_owned(), self.id.into());
        if let Value::Object(members) = serde_json::to_value(&self.ask)? {
            object.extend(members);
        }
        if let Some(path) = &self.files.given {
            let has =
                |(member, _): &&(&str, &str)| object.get(*member).is_some_and(Value::is_string);
            if let Some((member, file)) = IN_FILES.iter().find(has) {
                object.shift_remove(*member);
                object.insert((*file).to_owned(), path.as_str().into());
            }
        }
        if let Some(path) = &self.files.answer {
            object.insert(ANSWER_FILE.to_owned(), path.as_str().into());
        }
        serde_json::to_string(&object)
    }

    /// A request from one line of JSON.
    ///
    /// # Errors
    /// Where the line is not a JSON object, lacks `id` or `op`, or has a member unknown here.
    pub fn from_line(line: &str) -> Result<Self> {
        let mut object: Map<String, Value> = serde_json::from_str(line)?;
        let id = object
            .shift_remove("id")
            .and_then(|id| id.as_u64())
            .ok_or_else(|| serde_json::Error::custom("member \"id\" is not an integer from 0"))?;
        if let Some(ask) = other(&object) {
            return Ok(Self::new(id, ask));
        }
        let files = Files {
            given: given(&mut object),
            answer: path(&mut object, ANSWER_FILE),
        };
        Ok(Self {
            id,
            ask: serde_json::from_value(Value::Object(object))?,
            files,
        })
    }
}

/// An operation that is not known here.
fn other(object: &Map<String, Value>) -> Option<Ask> {
    let op = object.get("op")?.as_str()?;
    let store = object.get("store").and_then(Value::as_str);
    (!is_known(op)).then(|| {
        Ask::Other(ask::Other {
            op: op.to_owned(),
            store: store.unwrap_or_default().to_owned(),
        })
    })
}

/// Takes the path of the file that has a member's bytes, and leaves the member empty.
fn given(object: &mut Map<String, Value>) -> Option<String> {
    IN_FILES.iter().find_map(|(member, file)| {
        let path = path(object, file)?;
        object.insert((*member).to_owned(), "".into());
        Some(path)
    })
}

fn path(object: &mut Map<String, Value>, member: &str) -> Option<String> {
    let path = object.get(member)?.as_str()?.to_owned();
    object.shift_remove(member);
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(elements: &[u8], files: Files) -> Request {
        let ask = Ask::Write(ask::Write {
            store: "s".to_owned(),
            elements: elements.to_vec().into(),
            ..ask::Write::default()
        });
        Request { id: 7, ask, files }
    }

    #[test]
    fn a_line_reads_as_what_was_written() {
        let files = Files {
            given: Some("given".to_owned()),
            answer: Some("answer".to_owned()),
        };
        for (request, line) in [
            (
                write(&[1, 2], Files::default()),
                r#"{"id":7,"op":"write","store":"s","elements":"0102"}"#,
            ),
            (
                write(&[], files),
                r#"{"id":7,"op":"write","store":"s","elements_file":"given","answer_file":"answer"}"#,
            ),
        ] {
            assert_eq!(request.to_line().unwrap(), line);
            assert_eq!(Request::from_line(line).unwrap(), request);
        }
    }

    /// Each operation is read by its name, and needs what it has of the optional members.
    #[test]
    fn members_of_hierarchies_are_read() {
        for (line, needed) in [
            (
                r#"{"id":1,"op":"open","store":"s","path":"/a"}"#,
                "open path",
            ),
            (
                r#"{"id":1,"op":"read","store":"s","path":"/a","through":"/","consolidated":"only"}"#,
                "read path through consolidated",
            ),
            (
                r#"{"id":1,"op":"create","store":"s","path":"/a","metadata":{},"elements":""}"#,
                "create path",
            ),
            (
                r#"{"id":1,"op":"children","store":"s","path":"/","through":"/"}"#,
                "children through",
            ),
            (
                r#"{"id":1,"op":"walk","store":"s","consolidated":"never"}"#,
                "walk consolidated",
            ),
            (
                r#"{"id":1,"op":"create_group","store":"s","path":"/a","attributes":{}}"#,
                "create_group",
            ),
            (
                r#"{"id":1,"op":"set_attributes","store":"s","path":"/a","attributes":{"a":1}}"#,
                "set_attributes",
            ),
            (
                r#"{"id":1,"op":"delete","store":"s","path":"/a"}"#,
                "delete",
            ),
            (
                r#"{"id":1,"op":"consolidate","store":"s","path":"/"}"#,
                "consolidate",
            ),
        ] {
            let request = Request::from_line(line).unwrap();
            assert_eq!(request.ask.offers_needed().join(" "), needed);
            assert_eq!(request.to_line().unwrap(), line);
        }
    }

    #[test]
    fn an_operation_that_nobody_knows_is_read_too() {
        let line = r#"{"id":1,"op":"x","store":"s"}"#;
        let request = Request::from_line(line).unwrap();
        assert!(matches!(&request.ask, Ask::Other(other) if other.op == "x"));
        assert_eq!(request.to_line().unwrap(), line);
    }
}
