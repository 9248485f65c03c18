//! Texts that are too long to be written out.

use crate::given::{Given, Members, Value};

/// One fact on a metadata document with an attribute of lists in lists, 1000 deep.
#[expect(clippy::unnecessary_wraps, reason = "one of several that can fail")]
pub(super) fn lists(_: &Members, line: usize) -> anyhow::Result<Vec<Members>> {
    let nested = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
    let attributes = Given::text(format!(r#"{{"a": {nested}}}"#), line);
    let set = Value::Table(vec![("attributes".to_owned(), attributes)]);
    Ok(vec![vec![("set".to_owned(), Given { value: set, line })]])
}
