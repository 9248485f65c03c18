//! JSON itself: what RFC 8259 allows, and what is no document.

use super::{Beside, Document};
use crate::topic::{ACCEPTED, Topic};

const REQUIREMENTS: &[&str] = &["array-metadata.json"];

pub(super) fn topic() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/array-metadata-json",
        ACCEPTED,
        "Documents that say the same in the spellings that JSON allows, and texts that are no document at all.",
    );
    let plain = Document::new();
    topic
        .fact("plain", REQUIREMENTS, "refuses a plain document")
        .metadata(plain.text())?;
    equivalent(&mut topic, &plain)?;
    escapes(&mut topic, &plain)?;
    no_document(&mut topic, plain)?;
    Ok(topic)
}

fn equivalent(topic: &mut Topic, plain: &Document) -> anyhow::Result<()> {
    let text = plain.text();
    let compact: String = text.split_whitespace().collect();
    let rows = [
        ("compact", compact.clone(), "demands white space"),
        (
            "white-space",
            spaced(&compact),
            "does not know all four kinds of white space",
        ),
        (
            "leading-white-space",
            format!(" \t\r\n{text}"),
            "does not skip white space before the document",
        ),
        (
            "trailing-white-space",
            format!("{text}\n \t\r\n"),
            "does not skip white space after the document",
        ),
        (
            "no-line-feed-at-end",
            text.trim_end().to_owned(),
            "demands a line feed at the end",
        ),
        (
            "carriage-returns",
            text.replace('\n', "\r\n"),
            "does not take a carriage return for white space",
        ),
        (
            "reversed",
            plain.reversed().text(),
            "demands an order of members, or reads codecs before the shape they are for",
        ),
    ];
    for (name, document, comment) in rows {
        topic.fact(name, REQUIREMENTS, comment).metadata(document)?;
    }
    Ok(())
}

/// All four kinds of white space around everything that structures a text. No string of the
/// document has one of these characters.
fn spaced(compact: &str) -> String {
    compact
        .chars()
        .map(|c| match c {
            '{' | '}' | '[' | ']' | ':' | ',' => format!(" \t\r\n{c}\n\r\t "),
            c => c.to_string(),
        })
        .collect()
}

fn escapes(topic: &mut Topic, plain: &Document) -> anyhow::Result<()> {
    let encoding = |separator: &str| {
        let value =
            format!(r#"{{"name": "default", "configuration": {{"separator": "{separator}"}}}}"#);
        plain.with("chunk_key_encoding", &value).text()
    };
    let nan = Document::of("float32", r#""\u004eaN""#);
    let rows = [
        (
            "escaped-name",
            plain.text().replace("\"shape\"", r#""\u0073hape""#),
            "compares names before it resolves their escapes",
        ),
        (
            "escaped-name-whole",
            plain
                .text()
                .replace("\"codecs\"", r#""\u0063\u006f\u0064\u0065\u0063\u0073""#),
            "compares names before it resolves their escapes",
        ),
        (
            "escaped-node-type",
            plain.with("node_type", r#""\u0061rray""#).text(),
            "compares strings before it resolves their escapes",
        ),
        (
            "escaped-data-type",
            plain.with("data_type", r#""int\u0031\u0036""#).text(),
            "compares strings before it resolves their escapes",
        ),
        (
            "escaped-slash",
            encoding(r"\/"),
            "does not know that a slash may be escaped with a backslash",
        ),
        (
            "escaped-slash-by-number",
            encoding(r"\u002f"),
            "compares strings before it resolves their escapes",
        ),
        (
            "escaped-slash-by-capital-number",
            encoding(r"\u002F"),
            "does not know upper-case digits in escapes",
        ),
        (
            "escaped-fill-value",
            nan.text(),
            "compares strings before it resolves their escapes",
        ),
        (
            "every-escape",
            plain
                .with("attributes", r#"{"a": "\"\\\/\b\f\n\r\t\u001F"}"#)
                .text(),
            "does not know every escape",
        ),
        (
            "surrogate-pair",
            plain
                .with("attributes", r#"{"\uD834\uDD1E": "\ud834\udd1e"}"#)
                .text(),
            "cannot read an escaped character beyond 16 bits",
        ),
        (
            "characters-of-each-length",
            plain
                .with(
                    "attributes",
                    "{\"é名\u{1d11e}\": \"\u{7f}\u{2028}\u{fffd}\u{10fffd}\"}",
                )
                .text(),
            "cannot read characters of two to four bytes",
        ),
    ];
    for (name, document, comment) in rows {
        topic.fact(name, REQUIREMENTS, comment).metadata(document)?;
    }
    Ok(())
}

fn no_document(topic: &mut Topic, plain: Document) -> anyhow::Result<()> {
    let text = plain.text();
    let half: String = text.chars().take(text.len() / 2).collect();
    let beside = Beside {
        twin: "plain",
        valid: plain,
        requirements: &["array-metadata.mandatory", "array-metadata.json"],
    };
    let rows = [
        ("empty", String::new(), "the document is empty"),
        (
            "white-space-alone",
            " \t\r\n".to_owned(),
            "the document is white space and nothing else",
        ),
        (
            "null",
            "null\n".to_owned(),
            "the document is null, not an object",
        ),
        (
            "boolean",
            "true\n".to_owned(),
            "the document is a boolean, not an object",
        ),
        (
            "number",
            "3\n".to_owned(),
            "the document is a number, not an object",
        ),
        (
            "string",
            "\"array\"\n".to_owned(),
            "the document is a string, not an object",
        ),
        (
            "empty-list",
            "[]\n".to_owned(),
            "the document is a list, not an object",
        ),
        (
            "empty-object",
            "{}\n".to_owned(),
            "the object has no members",
        ),
        (
            "in-a-list",
            format!("[{text}]\n"),
            "the document is a list with the object in it, not the object",
        ),
        (
            "in-an-object",
            format!("{{\"array\": {text}}}\n"),
            "the members are one level too deep",
        ),
        (
            "in-a-string",
            format!("{:?}\n", text.replace('\n', " ")),
            "the document is a string, even if the text in it is an object",
        ),
        (
            "truncated",
            half,
            "the document ends in the middle of a member",
        ),
        (
            "twice",
            text.repeat(2),
            "the document is two objects, not a single one",
        ),
    ];
    for (name, document, why) in rows {
        beside.refused(topic, &format!("document-{name}"), document, why)?;
    }
    Ok(())
}
