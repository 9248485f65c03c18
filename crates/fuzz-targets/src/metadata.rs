//! Metadata documents. The input is a document.

use std::str::from_utf8;

use zarr_conform_reference::{ArrayMetadata, Edition, Error, Json, Steps, array_metadata};

use crate::grammar::is_json;
use crate::no_bug;

/// A document is read or refused: as JSON where it is by the grammar of RFC 8259, as far as its strings are
/// Unicode, and neither names are repeated nor values nested deeply. One that is read means the same when it is spelled again, and when its
/// members stand in the opposite order; one that is refused is refused then, too.
pub fn metadata(input: &[u8]) {
    let json = no_bug(Json::parse(input));
    let is_by_grammar = from_utf8(input).is_ok_and(is_json);
    match &json {
        Ok(_) => assert!(is_by_grammar, "what is not JSON is read"),
        Err(error) => {
            let why = error.to_string();
            let is_more = [
                "two members named",
                "deep",
                "recursion limit",
                "surrogate",
                "hex escape",
            ];
            let is_more = is_more.iter().any(|it| why.contains(it));
            assert!(!is_by_grammar || is_more, "JSON is refused: {why}");
        }
    }
    if let Ok(json) = &json {
        let again = Json::parse(json.to_string().as_bytes());
        assert_eq!(again.as_ref(), Ok(json), "spelled again");
    }
    for edition in [Edition::V3_0, Edition::V3_1] {
        let steps = Steps::literal(edition);
        let read = no_bug(array_metadata::parse(&steps, input));
        let Ok(json) = &json else {
            assert!(read.is_err(), "{edition}: what is not JSON is metadata");
            continue;
        };
        let again = array_metadata::parse(&steps, json.to_string().as_bytes());
        assert_eq!(again, read, "{edition}: spelled again");
        let reversed = array_metadata::parse(&steps, reversed(json).to_string().as_bytes());
        same_where_read(edition, &read, &reversed);
        if let Ok(metadata) = &read {
            let index = vec![0; metadata.shape.len()];
            let key = metadata.chunk_key(&steps, &index);
            assert!(!key.is_empty(), "{edition}: a chunk has no key");
        }
    }
}

fn same_where_read(
    edition: Edition,
    read: &Result<ArrayMetadata, Error>,
    reversed: &Result<ArrayMetadata, Error>,
) {
    match (read, reversed) {
        (Ok(read), Ok(reversed)) => {
            // The attributes stand in the opposite order.
            let attributes = read.attributes.as_ref().map(self::reversed);
            let expected = ArrayMetadata {
                attributes,
                ..read.clone()
            };
            assert_eq!(reversed, &expected, "{edition}: in the opposite order");
        }
        // Which of several mistakes is found first may depend on the order.
        (Err(_), Err(_)) => {}
        _ => panic!("{edition}: {read:?}, in the opposite order {reversed:?}"),
    }
}

/// The value with the members of each object in the opposite order.
fn reversed(json: &Json) -> Json {
    match json {
        Json::Array(elements) => Json::Array(elements.iter().map(reversed).collect()),
        Json::Object(members) => {
            let members = members.iter().rev();
            Json::Object(
                members
                    .map(|(name, value)| (name.clone(), reversed(value)))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}
