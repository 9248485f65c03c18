//! Variants of a metadata document, as text: what is open may be the spelling, which stays to the letter.

use fastrand::Rng;
use serde_json::{Value, json};
use zarr_conform_reference::storage::METADATA_KEY;
use zarr_conform_reference::store::MemoryStore;

/// The longest dimension of a variant.
const LONGEST: u64 = 5;

/// A document and chunks as a store.
pub(super) fn store(
    document: String,
    chunks: impl IntoIterator<Item = (String, Vec<u8>)>,
) -> MemoryStore {
    let mut store = MemoryStore::default();
    store.0.extend(chunks);
    store
        .0
        .insert(METADATA_KEY.to_owned(), document.into_bytes());
    store
}

/// The document with other optional members, and of another shape where its lengths are plain numbers.
pub(super) fn varied(rng: &mut Rng, text: &str) -> String {
    let text = with_members(rng, text);
    match with_shape(rng, &text) {
        Some(text) if rng.u8(..4) > 0 => text,
        _ => text,
    }
}

/// The document with a member more at its beginning, or white space.
pub(super) fn with_members(rng: &mut Rng, text: &str) -> String {
    let Some(begin) = text.find('{') else {
        return text.to_owned();
    };
    let (before, after) = text.split_at(begin + 1);
    // A name may be open where it is a second time.
    let has_attributes = after.contains("attributes");
    let member = match rng.u8(..4) {
        0 => String::new(),
        1 => "\n\n  ".to_owned(),
        2 if !has_attributes => "\n  \"attributes\": {},".to_owned(),
        _ if has_attributes => " ".to_owned(),
        _ => {
            let attributes: Value = json!({"number": rng.u32(..), "list": [rng.bool(), "\u{e4}"]});
            format!("\"attributes\":{attributes},")
        }
    };
    format!("{before}{member}{after}")
}

/// The document with other lengths in the first member `shape` of plain numbers; nothing where there is
/// none.
fn with_shape(rng: &mut Rng, text: &str) -> Option<String> {
    let name = text.find("\"shape\"")?;
    let open = name + text[name..].find('[')?;
    let close = open + text[open..].find(']')?;
    let between = text[name + "\"shape\"".len()..open].trim();
    let is_plain = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit());
    let numbers: Vec<&str> = text[open + 1..close].split(',').map(str::trim).collect();
    if between != ":" || !numbers.iter().all(|it| is_plain(it)) {
        return None;
    }
    let lengths = numbers.iter().map(|_| rng.u64(1..=LONGEST).to_string());
    let lengths: Vec<String> = lengths.collect();
    Some(format!(
        "{}{}{}",
        &text[..=open],
        lengths.join(", "),
        &text[close..]
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_lengths_become_others() {
        let mut rng = Rng::with_seed(1);
        let varied = with_shape(&mut rng, r#"{"shape" : [40, 30], "a": [1]}"#).unwrap();
        let document: Value = serde_json::from_str(&varied).unwrap();
        let lengths = document["shape"].as_array().unwrap();
        assert!(
            lengths
                .iter()
                .all(|it| (1..=LONGEST).contains(&it.as_u64().unwrap()))
        );
        assert_eq!((lengths.len(), &document["a"]), (2, &json!([1])));
        for text in [
            r#"{"shape": [4.0]}"#,
            r#"{"shape": []}"#,
            r#"{"shape": {"a": [4]}}"#,
            r#"{"shape": [4"#,
            r#"{"a": [4]}"#,
        ] {
            assert_eq!(with_shape(&mut rng, text), None, "{text}");
        }
    }

    #[test]
    fn what_is_spelled_stays_to_the_letter() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..40 {
            let text = with_members(&mut rng, "\u{feff}{\"a\": 1.0, \"a\": null}");
            assert!(text.starts_with("\u{feff}{") && text.ends_with("\"a\": 1.0, \"a\": null}"));
        }
        assert_eq!(with_members(&mut rng, "[1]"), "[1]");
    }
}
