//! Texts that are not quite JSON, and texts of which RFC 8259 says that behaviour differs.

use super::{Document, accepted_or_refused};
use crate::topic::{ACCEPTED, Topic};

const REQUIREMENTS: &[&str] = &["array-metadata.json"];

/// RFC 8259, section 9, lets a parser accept forms that are no JSON, so that refusing them is no
/// duty; nor is accepting them.
pub(super) fn topic() -> anyhow::Result<Topic> {
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
        (
            "escaped-null-character",
            r#""\u0000""#,
            "U+0000: implementations may limit the characters of strings",
        ),
        (
            "escaped-null-character-in-name",
            r#"{"\u0000": 1}"#,
            "U+0000: implementations may limit the characters of strings",
        ),
        (
            "escaped-noncharacters",
            r#""\uffff\ufdd0\udbff\udfff""#,
            "code points that are no characters: implementations may limit the characters of strings",
        ),
        (
            "noncharacters",
            "\"\u{ffff}\u{fdd0}\u{10ffff}\"",
            "code points that are no characters: implementations may limit the characters of strings",
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
        ("fill-value", again("\"fill_value\": 9"), &other),
        ("escaped", again(r#""\u0066ill_value": 9"#), &other),
        ("shape", again("\"shape\": [4, 3]"), &longer),
    ];
    let comment =
        "an object has two members of one name: RFC 8259 calls the behaviour unpredictable";
    topic
        .fact("duplicate-name-equal-values", REQUIREMENTS, comment)
        .open_document(
            again("\"fill_value\": 7"),
            &accepted_or_refused("one of the members counts", plain, "names are unique"),
        )?;
    for (name, document, first) in rows {
        topic
            .fact(format!("duplicate-name-{name}"), REQUIREMENTS, comment)
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
