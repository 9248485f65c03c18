//! The grammar of RFC 8259, rule by rule: a second reader of JSON, which only says whether a text is one.

/// Whether a text is JSON.
pub(crate) fn is_json(text: &str) -> bool {
    let mut rest = Rest(text.as_bytes());
    rest.white_space();
    // Values that are open: an array or an object that goes on behind the next one.
    let mut open = Vec::new();
    loop {
        match rest.begin() {
            None => return false,
            Some(Begun::Open(close)) => {
                open.push(close);
                if !rest.is_next(close) {
                    if close == b'}' && !rest.name() {
                        return false;
                    }
                    continue;
                }
            }
            Some(Begun::Whole) => {}
        }
        // What ends here, until something goes on.
        loop {
            rest.white_space();
            let Some(close) = open.last().copied() else {
                return rest.0.is_empty();
            };
            if rest.takes(close) {
                open.pop();
            } else if rest.takes(b',') {
                rest.white_space();
                if close == b'}' && !rest.name() {
                    return false;
                }
                break;
            } else {
                return false;
            }
        }
    }
}

/// What stands where a value is to begin.
enum Begun {
    /// A value without values in it.
    Whole,
    /// An array or object that this sign ends.
    Open(u8),
}

struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn is_next(&self, byte: u8) -> bool {
        self.0.first() == Some(&byte)
    }

    fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.is_next(byte);
        self.0 = &self.0[usize::from(is_next)..];
        is_next
    }

    fn take_while(&mut self, is_one: impl Fn(u8) -> bool) -> usize {
        let length = self.0.iter().take_while(|byte| is_one(**byte)).count();
        self.0 = &self.0[length..];
        length
    }

    fn white_space(&mut self) {
        self.take_while(|byte| matches!(byte, 0x20 | 0x09 | 0x0a | 0x0d));
    }

    /// The beginning of a value, with the white space behind a sign that opens one.
    fn begin(&mut self) -> Option<Begun> {
        for (sign, close) in [(b'[', b']'), (b'{', b'}')] {
            if self.takes(sign) {
                self.white_space();
                return Some(Begun::Open(close));
            }
        }
        for literal in ["true", "false", "null"] {
            if let Some(rest) = self.0.strip_prefix(literal.as_bytes()) {
                self.0 = rest;
                return Some(Begun::Whole);
            }
        }
        let is_whole = if self.is_next(b'"') {
            self.string()
        } else {
            self.number()
        };
        is_whole.then_some(Begun::Whole)
    }

    /// The name of a member, and what stands before its value.
    fn name(&mut self) -> bool {
        let is_string = self.string();
        self.white_space();
        let is_name = is_string && self.takes(b':');
        self.white_space();
        is_name
    }

    fn number(&mut self) -> bool {
        let is_digit = |byte: u8| byte.is_ascii_digit();
        self.takes(b'-');
        if !self.takes(b'0') && self.take_while(is_digit) == 0 {
            return false;
        }
        if self.takes(b'.') && self.take_while(is_digit) == 0 {
            return false;
        }
        if self.takes(b'e') || self.takes(b'E') {
            let _ = self.takes(b'-') || self.takes(b'+');
            return self.take_while(is_digit) > 0;
        }
        true
    }

    fn string(&mut self) -> bool {
        if !self.takes(b'"') {
            return false;
        }
        loop {
            self.take_while(|byte| byte >= 0x20 && byte != b'"' && byte != b'\\');
            if self.takes(b'"') {
                return true;
            }
            if !self.takes(b'\\') {
                return false;
            }
            let Some((escaped, rest)) = self.0.split_first() else {
                return false;
            };
            self.0 = rest;
            match escaped {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {}
                b'u' => match rest.get(..4) {
                    Some(digits) if digits.iter().all(u8::is_ascii_hexdigit) => {
                        self.0 = &rest[4..];
                    }
                    _ => return false,
                },
                _ => return false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::all(r#" {"a": [1, -0.5e+3, "\u00e9\n", {}], "b": null } "#, true)]
    #[case::number("0", true)]
    #[case::empty("", false)]
    #[case::leading_zero("01", false)]
    #[case::no_digit_behind_a_point("1.", false)]
    #[case::plus("+1", false)]
    #[case::trailing_comma("[1,]", false)]
    #[case::trailing_comma_in_an_object(r#"{"a":1,}"#, false)]
    #[case::no_name("{1:1}", false)]
    #[case::another_close("[1}", false)]
    #[case::not_closed("[[]", false)]
    #[case::two("1 2", false)]
    #[case::control_character("\"\u{1}\"", false)]
    #[case::unknown_escape(r#""\x""#, false)]
    #[case::nan("NaN", false)]
    fn only_what_the_grammar_has_is_json(#[case] text: &str, #[case] is_one: bool) {
        assert_eq!(is_json(text), is_one);
    }
}
