//! JSON itself: what RFC 8259 allows, what is no document, and what parsers add.

use super::{Beside, Document, accepted_or_refused};
use crate::topic::{ACCEPTED, Topic};

const REQUIREMENTS: &[&str] = &["array-metadata.json"];

pub(super) fn texts() -> anyhow::Result<Topic> {
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
                .with("attributes", r#"{"a": "\"\\\/\b\f\n\r\t\u0000\u001F"}"#)
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
                    "{\"é名\u{1d11e}\": \"\u{7f}\u{2028}\u{fffd}\u{10ffff}\"}",
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

/// RFC 8259, section 9, lets a parser accept forms that are no JSON, so that refusing them is no
/// duty; nor is accepting them.
pub(super) fn extensions() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/array-metadata-json-extensions",
        ACCEPTED,
        "Texts that are not JSON as RFC 8259 defines it, and texts of which it says that behaviour differs. It lets \
         parsers accept more than JSON, so neither accepting nor refusing is wrong.",
    );
    let plain = Document::new();
    for (name, document) in not_json(&plain) {
        topic
            .fact(
                name,
                REQUIREMENTS,
                "not JSON, but parsers may accept extensions of JSON",
            )
            .open_document(
                document,
                &accepted_or_refused(
                    "parsers may accept forms that are no JSON",
                    &plain,
                    "the document is not JSON",
                ),
            )?;
    }
    limits(&mut topic, &plain)?;
    duplicates(&mut topic, &plain)?;
    Ok(topic)
}

fn not_json(plain: &Document) -> Vec<(&'static str, Vec<u8>)> {
    let text = plain.text();
    let utf_16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        units.flat_map(bytes).collect()
    };
    let invalid_utf_8 = |bytes: &[u8]| {
        let text = plain.with("attributes", r#"{"a": "?"}"#).text();
        let (before, after) = text.split_once('?').unwrap_or((&text, ""));
        [before.as_bytes(), bytes, after.as_bytes()].concat()
    };
    let attribute = |value: &str| {
        plain
            .with("attributes", &format!(r#"{{"a": {value}}}"#))
            .text()
    };
    let texts = [
        ("byte-order-mark", format!("\u{feff}{text}")),
        ("trailing-comma-in-object", text.replace("\n}\n", ",\n}\n")),
        (
            "trailing-comma-in-list",
            plain.with("shape", "[2, 3,]").text(),
        ),
        ("missing-comma", text.replacen("3,\n", "3\n", 1)),
        ("line-comment", text.replacen("{\n", "{ // a remark\n", 1)),
        (
            "block-comment",
            text.replacen("{\n", "{ /* a remark */\n", 1),
        ),
        (
            "number-sign-comment",
            text.replacen("{\n", "{ # a remark\n", 1),
        ),
        ("single-quotes", plain.with("node_type", "'array'").text()),
        ("unquoted-name", text.replace("\"shape\"", "shape")),
        ("unquoted-string", plain.with("node_type", "array").text()),
        ("leading-zero", plain.with("shape", "[02, 3]").text()),
        ("leading-plus", plain.with("shape", "[+2, 3]").text()),
        ("hexadecimal-number", plain.with("shape", "[0x2, 3]").text()),
        (
            "number-ends-with-point",
            plain.with("shape", "[2., 3]").text(),
        ),
        ("more-after-the-object", format!("{text}}}\n")),
        ("form-feed-as-white-space", format!("\u{c}{text}")),
        ("no-break-space-as-white-space", format!("\u{a0}{text}")),
        ("capital-literal", attribute("True")),
        ("nan-in-attributes", attribute("NaN")),
        ("infinity-in-attributes", attribute("-Infinity")),
        ("unknown-escape", attribute(r#""\x41""#)),
        ("control-character-in-string", attribute("\"\u{1}\"")),
        ("tab-in-string", attribute("\"\t\"")),
        ("line-feed-in-string", attribute("\"\n\"")),
    ];
    let bytes = [
        ("utf-16-little-endian", utf_16(u16::to_le_bytes)),
        ("utf-16-big-endian", utf_16(u16::to_be_bytes)),
        ("invalid-utf-8-byte", invalid_utf_8(b"\xff")),
        ("invalid-utf-8-truncated", invalid_utf_8(b"\xc3")),
        ("invalid-utf-8-overlong", invalid_utf_8(b"\xc0\x80")),
        ("invalid-utf-8-surrogate", invalid_utf_8(b"\xed\xa0\x80")),
    ];
    let texts = texts.map(|(name, text)| (name, text.into_bytes()));
    texts.into_iter().chain(bytes).collect()
}

/// JSON, but RFC 8259 lets implementations set limits, or calls the behaviour unpredictable.
fn limits(topic: &mut Topic, plain: &Document) -> anyhow::Result<()> {
    let nested = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
    let rows = [
        (
            "deep-nesting",
            nested.as_str(),
            "1000 levels: implementations may limit the depth of nesting",
        ),
        (
            "huge-number",
            "1e400",
            "implementations may limit the range of numbers",
        ),
        (
            "integer-beyond-64-bits",
            "123456789012345678901234567890",
            "implementations may limit the range of numbers",
        ),
        (
            "lone-surrogate",
            r#""\ud834""#,
            "an escape that is half a character: behaviour is unpredictable",
        ),
        (
            "lone-low-surrogate",
            r#""\udd1e""#,
            "an escape that is half a character: behaviour is unpredictable",
        ),
    ];
    for (name, value, comment) in rows {
        let document = plain.with("attributes", &format!(r#"{{"a": {value}}}"#));
        topic.fact(name, REQUIREMENTS, comment).open_document(
            document.text(),
            &accepted_or_refused(
                "the text is JSON by its grammar",
                plain,
                "the text is beyond the limits of the implementation",
            ),
        )?;
    }
    Ok(())
}

/// Names of an object should be unique, says RFC 8259, and that behaviour is unpredictable where
/// they are not.
fn duplicates(topic: &mut Topic, plain: &Document) -> anyhow::Result<()> {
    let other = plain.with("fill_value", "9");
    let longer = plain.with("shape", "[4, 3]");
    let again = |member: &str| {
        plain
            .text()
            .replacen("{\n", &format!("{{\n  {member},\n"), 1)
    };
    let rows = [
        ("equal-values", again("\"fill_value\": 7"), plain),
        ("fill-value", again("\"fill_value\": 9"), &other),
        ("escaped", again(r#""\u0066ill_value": 9"#), &other),
        ("shape", again("\"shape\": [4, 3]"), &longer),
    ];
    for (name, document, first) in rows {
        topic
            .fact(
                format!("duplicate-name-{name}"),
                REQUIREMENTS,
                "an object has two members of one name: RFC 8259 calls the behaviour unpredictable",
            )
            .open_document(
                document,
                &[
                    ("the first member counts", Some(first.clone())),
                    ("the last member counts", Some(plain.clone())),
                    ("names are unique", None),
                ],
            )?;
    }
    Ok(())
}
