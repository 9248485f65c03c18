//! A parser of JSON that is configured with what it accepts beyond what [`Json::parse`] takes: names that occur
//! twice, deeper nesting, halves of surrogate pairs, and forms that are not JSON.

use crate::error::{Error, metadata};
use crate::{Json, Result};

/// What is taken.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// What becomes of a name that occurs twice in an object.
    pub(super) duplicates: Duplicates,
    /// The deepest nesting.
    pub(super) deepest: usize,
    /// Half a surrogate pair is taken as the replacement character.
    pub(super) halves: bool,
    /// Comments, commas too many or too few, other quotes or none, control characters, unknown escapes,
    /// other spellings of numbers and words, `NaN`, and other encodings than UTF-8 are taken.
    pub(super) more: bool,
}

/// What becomes of a name that occurs twice in an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Duplicates {
    Refused,
    FirstCounts,
    LastCounts,
}

impl Form {
    /// What [`Json::parse`] takes.
    pub(super) const LITERAL: Self = Self {
        duplicates: Duplicates::Refused,
        deepest: 100,
        halves: false,
        more: false,
    };

    /// The value of a document.
    pub(super) fn parse(self, document: &[u8]) -> Result<Json> {
        let text = if self.more {
            decoded(document)
        } else {
            String::from_utf8(document.to_vec())
                .or_else(|error| metadata(format!("the document is not UTF-8: {error}")))?
        };
        let mut parser = Parser {
            form: self,
            rest: &text,
        };
        let value = parser.value(0)?;
        parser.skip_space()?;
        match parser.rest {
            "" => Ok(value),
            rest => unexpected(rest),
        }
    }
}

struct Parser<'a> {
    form: Form,
    /// What is not read yet.
    rest: &'a str,
}

impl<'a> Parser<'a> {
    /// Goes on behind white space and comments.
    fn skip_space(&mut self) -> Result<()> {
        loop {
            let is_space = |c: char| {
                matches!(c, ' ' | '\t' | '\n' | '\r')
                    || self.form.more && matches!(c, '\u{c}' | '\u{b}' | '\u{a0}')
            };
            self.rest = self.rest.trim_start_matches(is_space);
            if !self.form.more {
                return Ok(());
            }
            if self.rest.starts_with("//") || self.rest.starts_with('#') {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.rest = &self.rest[end..];
            } else if self.rest.starts_with("/*") {
                match self.rest.find("*/") {
                    Some(end) => self.rest = &self.rest[end + 2..],
                    None => return unexpected(self.rest),
                }
            } else {
                return Ok(());
            }
        }
    }

    /// Whether this text follows, which is then read.
    fn takes(&mut self, text: &str) -> Result<bool> {
        self.skip_space()?;
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                Ok(true)
            }
            None => Ok(false),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Json> {
        if depth > self.form.deepest {
            let deepest = self.form.deepest;
            return Err(Error::Unsupported(format!(
                "the document is nested more than {deepest} deep"
            )));
        }
        if self.takes("[")? {
            return self.array(depth);
        }
        if self.takes("{")? {
            return self.object(depth);
        }
        match self.rest.chars().next() {
            Some('"') => self.string('"').map(Json::String),
            Some('\'') if self.form.more => self.string('\'').map(Json::String),
            _ => self.word(),
        }
    }

    fn array(&mut self, depth: usize) -> Result<Json> {
        let mut elements = Vec::new();
        if self.takes("]")? {
            return Ok(Json::Array(elements));
        }
        loop {
            elements.push(self.value(depth + 1)?);
            if self.ends("]")? {
                return Ok(Json::Array(elements));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json> {
        let mut members: Vec<(String, Json)> = Vec::new();
        if self.takes("}")? {
            return Ok(Json::Object(members));
        }
        loop {
            let name = self.name()?;
            if !self.takes(":")? {
                return unexpected(self.rest);
            }
            let value = self.value(depth + 1)?;
            let earlier = members.iter_mut().find(|(earlier, _)| *earlier == name);
            match (earlier, self.form.duplicates) {
                (None, _) => members.push((name, value)),
                (Some(_), Duplicates::FirstCounts) => {}
                (Some(earlier), Duplicates::LastCounts) => earlier.1 = value,
                (Some(_), Duplicates::Refused) => {
                    return metadata(format!("an object has two members named {name:?}"));
                }
            }
            if self.ends("}")? {
                return Ok(Json::Object(members));
            }
        }
    }

    /// Whether a list ends here; otherwise there is a comma, which is read.
    fn ends(&mut self, end: &str) -> Result<bool> {
        if self.takes(end)? {
            return Ok(true);
        }
        if !self.takes(",")? && !self.form.more {
            return unexpected(self.rest);
        }
        Ok(self.form.more && self.takes(end)?)
    }

    fn name(&mut self) -> Result<String> {
        self.skip_space()?;
        match self.rest.chars().next() {
            Some('"') => self.string('"'),
            Some('\'') if self.form.more => self.string('\''),
            Some(first) if self.form.more && (first.is_alphabetic() || first == '_') => {
                Ok(self.token().to_owned())
            }
            _ => unexpected(self.rest),
        }
    }

    /// The letters, digits and signs that follow.
    fn token(&mut self) -> &'a str {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '+' | '-' | '.');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (token, rest) = self.rest.split_at(end);
        self.rest = rest;
        token
    }

    /// A number, `true`, `false`, `null`, or text without quotes; what is not a JSON number but means one
    /// is a [`Json::Number`] of `NaN`, `Infinity`, `-Infinity` or `0x` and digits.
    fn word(&mut self) -> Result<Json> {
        let before = self.rest;
        let token = self.token();
        if token.is_empty() {
            return unexpected(before);
        }
        if !self.form.more {
            return Json::parse(token.as_bytes());
        }
        match token {
            "True" | "TRUE" => return Ok(Json::Bool(true)),
            "False" | "FALSE" => return Ok(Json::Bool(false)),
            "NaN" | "Infinity" | "-Infinity" => return Ok(Json::Number(token.to_owned())),
            "true" | "false" | "null" => return Json::parse(token.as_bytes()),
            _ if token.starts_with(char::is_alphabetic) => {
                return Ok(Json::String(token.to_owned()));
            }
            _ => {}
        }
        if token.starts_with("0x") && token[2..].bytes().all(|it| it.is_ascii_hexdigit()) {
            return Ok(Json::Number(token.to_owned()));
        }
        Json::parse(usual_number(token).as_bytes())
    }

    /// A string in these quotes.
    fn string(&mut self, quote: char) -> Result<String> {
        let mut json = String::from('"');
        let mut chars = self.rest.char_indices().skip(1);
        loop {
            match chars.next() {
                None => return unexpected(self.rest),
                Some((at, c)) if c == quote => {
                    self.rest = &self.rest[at + c.len_utf8()..];
                    break;
                }
                Some((_, '\\')) => match chars.next() {
                    Some((_, c)) if self.form.more && !"\"\\/bfnrtu".contains(c) => json.push(c),
                    Some((_, c)) => json.extend(['\\', c]),
                    None => return unexpected(self.rest),
                },
                Some((_, '"')) => json.push_str("\\\""),
                Some((_, c)) if self.form.more && c.is_control() => {
                    let code = u32::from(c);
                    json.extend(["\\u", &format!("{code:04x}")]);
                }
                Some((_, c)) => json.push(c),
            }
        }
        json.push('"');
        if self.form.halves {
            json = without_halves(&json);
        }
        match Json::parse(json.as_bytes())? {
            Json::String(text) => Ok(text),
            other => unexpected(&other.to_string()),
        }
    }
}

/// A text in UTF-8, in which what is not UTF-8 is replaced, or in UTF-16, which has a zero in the first or
/// the second byte, since documents begin with a bracket.
fn decoded(document: &[u8]) -> String {
    let units = |number: fn([u8; 2]) -> u16| -> Vec<u16> {
        let pairs = document.chunks_exact(2);
        pairs.map(|pair| number([pair[0], pair[1]])).collect()
    };
    match document {
        [0, ..] | [0xfe, 0xff, ..] => String::from_utf16_lossy(&units(u16::from_be_bytes)),
        [_, 0, ..] | [0xff, 0xfe, ..] => String::from_utf16_lossy(&units(u16::from_le_bytes)),
        _ => String::from_utf8_lossy(document).into_owned(),
    }
    .trim_start_matches('\u{feff}')
    .to_owned()
}

fn unexpected<T>(rest: &str) -> Result<T> {
    let found: String = rest.chars().take(10).collect();
    metadata(format!("the document is not JSON: found {found:?}"))
}

/// A number as JSON spells it: without a plus sign and zeros at the beginning, with digits on both
/// sides of the point.
fn usual_number(token: &str) -> String {
    let token = token.strip_prefix('+').unwrap_or(token);
    let (sign, magnitude) = match token.strip_prefix('-') {
        Some(magnitude) => ("-", magnitude),
        None => ("", token),
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let end = magnitude.find(['e', 'E']).unwrap_or(magnitude.len());
    let (significand, exponent) = magnitude.split_at(end);
    let (integer, fraction) = match significand.split_once('.') {
        Some((integer, fraction)) => (integer, Some(fraction)),
        None => (significand, None),
    };
    let is_number = (digits(integer) || integer.is_empty() && fraction.is_some_and(digits))
        && fraction.is_none_or(|it| it.is_empty() || digits(it));
    if !is_number {
        return token.to_owned();
    }
    let integer = match integer.trim_start_matches('0') {
        "" => "0",
        integer => integer,
    };
    let fraction = match fraction {
        None => String::new(),
        Some("") => ".0".to_owned(),
        Some(fraction) => format!(".{fraction}"),
    };
    format!("{sign}{integer}{fraction}{exponent}")
}

/// The JSON text of a string with each half of a surrogate pair replaced.
fn without_halves(json: &str) -> String {
    let unit = |text: &str| {
        let digits = text.strip_prefix("\\u")?.get(..4)?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut whole = String::new();
    let mut rest = json;
    while let Some(c) = rest.chars().next() {
        let length = match (unit(rest), rest.get(6..).and_then(unit)) {
            (Some(0xd800..0xdc00), Some(0xdc00..0xe000)) => {
                whole.push_str(&rest[..12]);
                12
            }
            (Some(0xd800..0xe000), _) => {
                whole.push_str("\\ufffd");
                6
            }
            _ if c == '\\' => {
                let length = rest.chars().take(2).map(char::len_utf8).sum();
                whole.push_str(&rest[..length]);
                length
            }
            _ => {
                whole.push(c);
                c.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        /// The literal form takes what the parser of this reference takes, and means the same.
        #[test]
        fn the_literal_form_is_json(text in "[\\[\\]{}:,\"a01.e\\- \\\\u\u{e9}]{0,12}") {
            let literal = Json::parse(text.as_bytes()).ok();
            proptest::prop_assert_eq!(Form::LITERAL.parse(text.as_bytes()).ok(), literal);
        }

        /// What is JSON means the same in every form.
        #[test]
        fn any_bytes_are_read_or_refused(text: String, more: bool, halves: bool) {
            let form = Form {
                halves,
                more,
                ..Form::LITERAL
            };
            let value = form.parse(text.as_bytes()).ok();
            if let Ok(json) = Json::parse(text.as_bytes()) {
                proptest::prop_assert_eq!(value, Some(json));
            }
        }
    }

    #[rstest::rstest]
    #[case("[1,]", "[1]")]
    #[case("{a: 'b\"' /* c */}", r#"{"a": "b\""}"#)]
    #[case("[+01, .5, 1.] # end", "[1, 0.5, 1.0]")]
    #[case("[True, \"\\x\t\"]", r#"[true, "x\t"]"#)]
    #[case("{\"a\": b \"c\": [1 2]}", r#"{"a": "b", "c": [1, 2]}"#)]
    fn more_forms_mean_what_they_say(#[case] text: &str, #[case] json: &str) {
        let form = Form {
            more: true,
            ..Form::LITERAL
        };
        assert_eq!(form.parse(text.as_bytes()), Json::parse(json.as_bytes()));
        assert!(Form::LITERAL.parse(text.as_bytes()).is_err());
    }
}
