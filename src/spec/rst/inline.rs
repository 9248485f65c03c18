//! Removes markup within a paragraph.

/// A character of the text that is left, and whether it stood in quoted markup, where a full stop
/// ends no sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::spec) struct Glyph {
    /// The character.
    pub(in crate::spec) character: char,
    /// It stood between backquotes.
    pub(in crate::spec) quoted: bool,
}

/// The text without literals' quotes, roles, targets of links, emphasis and underscores of
/// references.
pub(in crate::spec) fn without_markup(text: &str) -> Vec<Glyph> {
    let mut reader = Reader {
        rest: text,
        glyphs: Vec::new(),
    };
    while reader.step() {}
    reader.glyphs
}

/// The text as it is, where it has no markup.
pub(in crate::spec) fn plain(text: &str) -> Vec<Glyph> {
    let plain = |character| Glyph {
        character,
        quoted: false,
    };
    text.chars().map(plain).collect()
}

/// What is still to read, and what was read.
struct Reader<'a> {
    rest: &'a str,
    glyphs: Vec<Glyph>,
}

impl<'a> Reader<'a> {
    /// Reads one piece of markup or one character; false at the end.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else {
            return false;
        };
        let understood = match first {
            '`' if self.rest.starts_with("``") => self.literal(),
            '`' => self.interpreted(),
            ':' => self.role(),
            '*' => self.emphasis(),
            '_' => self.reference(),
            '\\' => self.escape(),
            _ => false,
        };
        if !understood {
            self.push(first, false);
            self.rest = &self.rest[first.len_utf8()..];
        }
        true
    }

    fn push(&mut self, character: char, quoted: bool) {
        self.glyphs.push(Glyph { character, quoted });
    }

    fn push_quoted(&mut self, text: &str) {
        for character in text.chars() {
            self.push(character, true);
        }
    }

    /// The text between `open` at the start and the next `close`, which may not be empty.
    fn between(&self, open: &str, close: &str) -> Option<(&'a str, &'a str)> {
        let (inner, after) = self.rest.strip_prefix(open)?.split_once(close)?;
        (!inner.is_empty()).then_some((inner, after))
    }

    fn literal(&mut self) -> bool {
        let Some((inner, after)) = self.between("``", "``") else {
            return false;
        };
        self.push_quoted(inner);
        self.rest = after;
        true
    }

    /// A link, a reference or a role's text: what stands before its target.
    fn interpreted(&mut self) -> bool {
        let Some((inner, after)) = self.between("`", "`") else {
            return false;
        };
        let words = match inner.split_once('<') {
            Some((words, target)) if target.ends_with('>') && !words.trim().is_empty() => {
                words.trim_end()
            }
            _ => inner,
        };
        self.push_quoted(words);
        // One backquote before and two after is a slip that occurs in the documents.
        let after = after.strip_prefix('`').unwrap_or(after);
        self.rest = after.trim_start_matches('_');
        true
    }

    fn role(&mut self) -> bool {
        let Some((name, after)) = self.rest[1..].split_once(':') else {
            return false;
        };
        let is_role = !name.is_empty()
            && name.chars().all(|c| c.is_ascii_lowercase() || c == '-')
            && after.starts_with('`');
        if is_role {
            self.rest = after;
        }
        is_role && self.interpreted()
    }

    /// Emphasis opens after white space or a bracket and before a word, and closes after a word.
    fn emphasis(&mut self) -> bool {
        let opens = self
            .glyphs
            .last()
            .is_none_or(|before| !before.character.is_alphanumeric());
        let mark = if self.rest.starts_with("**") {
            "**"
        } else {
            "*"
        };
        let Some((inner, after)) = self.between(mark, mark).filter(|_| opens) else {
            return false;
        };
        if inner.starts_with(' ') || inner.ends_with(' ') {
            return false;
        }
        for glyph in without_markup(inner) {
            self.glyphs.push(glyph);
        }
        self.rest = after;
        true
    }

    /// The underscore at the end of a word or of a footnote's bracket.
    fn reference(&mut self) -> bool {
        let after = self.rest.trim_start_matches('_');
        let ends_word = self
            .glyphs
            .last()
            .is_some_and(|before| before.character.is_alphanumeric() || before.character == ']');
        let before_word = after.starts_with(char::is_alphanumeric);
        let is_reference = ends_word && !before_word;
        if is_reference {
            self.rest = after;
        }
        is_reference
    }

    fn escape(&mut self) -> bool {
        let mut after = self.rest[1..].chars();
        let Some(escaped) = after.next() else {
            return false;
        };
        if !escaped.is_whitespace() {
            self.push(escaped, false);
        }
        self.rest = after.as_str();
        true
    }
}
