//! Globs of ids: which ids a pattern matches.
//!
//! | pattern | matches |
//! |---|---|
//! | `?` | any one character |
//! | `*` | any characters, `/` too; none as well |
//! | `[ab0-9]`, `[!ab]`, `[^ab]` | one of these characters, one of all others; `]` and `-` stand first for themselves |
//! | `{a,b*}`, `{,x}` | one of these patterns, each of which may be empty or hold others |
//! | `**/`, `/**/`, `/**` | any parts of a path between `/`: at the beginning, between two, at the end |
//! | only `**` | anything |
//! | `\x` | the character itself |
//! | any other | itself |
//!
//! The same patterns match the same ids as by the crate `globset` with `empty_alternates`, where both are
//! ASCII; a test holds that. Other characters are one here, and several bytes there.

use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

/// A pattern.
#[derive(Clone, PartialEq, Eq)]
pub struct Glob {
    text: String,
    /// The characters that it begins with, whatever follows.
    prefix: String,
    /// What follows.
    tokens: Vec<Token>,
}

/// What is wrong with a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GlobError {
    /// A class that does not end.
    #[error("found `[` without `]` in the glob {0:?}")]
    UnclosedClass(String),
    /// A range of no characters.
    #[error("found the range {first}-{last} in the glob {glob:?}, which ends before it begins")]
    Range {
        /// The pattern.
        glob: String,
        /// Its first character.
        first: char,
        /// Its last character.
        last: char,
    },
    /// Alternatives that do not begin.
    #[error("found `}}` without `{{` in the glob {0:?}; `[}}]` is the character itself")]
    UnopenedAlternatives(String),
    /// Alternatives that do not end.
    #[error("found `{{` without `}}` in the glob {0:?}; `[{{]` is the character itself")]
    UnclosedAlternatives(String),
    /// A backslash with nothing after it.
    #[error("found `\\` at the end of the glob {0:?}")]
    DanglingBackslash(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Literal(char),
    /// `?`
    Any,
    /// `*`
    AnyNumber,
    Class {
        is_negated: bool,
        ranges: Vec<(char, char)>,
    },
    Alternatives(Vec<Vec<Token>>),
    /// `**/` at the beginning: nothing, or all up to some `/`.
    PartsBefore,
    /// `/**` at the end: a `/` and what follows.
    PartsAfter,
    /// `/**/`: a `/`, or two with anything between.
    PartsBetween,
}

impl Glob {
    /// Parses a pattern.
    ///
    /// # Errors
    /// Where brackets or braces do not match, or a range or an escape is not complete.
    pub fn parse(text: &str) -> Result<Self, GlobError> {
        let mut tokens = Parser::new(text).parse()?;
        let literal = |token: &Token| match token {
            Token::Literal(character) => Some(*character),
            _ => None,
        };
        let prefix: String = tokens.iter().map_while(literal).collect();
        tokens.drain(..prefix.chars().count());
        Ok(Self {
            text: text.to_owned(),
            prefix,
            tokens,
        })
    }

    /// The pattern as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The characters that it begins with, whatever follows.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Whether it matches the whole of an id.
    pub fn matches(&self, id: &str) -> bool {
        let Some(rest) = id.strip_prefix(self.prefix.as_str()) else {
            return false;
        };
        if rest.is_ascii() {
            return ends(&self.tokens, rest.as_bytes(), vec![0]).last() == Some(&rest.len());
        }
        let rest: Vec<char> = rest.chars().collect();
        ends(&self.tokens, &rest, vec![0]).last() == Some(&rest.len())
    }
}

impl fmt::Debug for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Glob({:?})", self.text)
    }
}

/// Where a match of the tokens may end that begins at one of these positions. Positions ascend; a
/// set of them is what keeps the time at tokens times characters.
fn ends<C: Copy + Into<char>>(tokens: &[Token], text: &[C], begins: Vec<usize>) -> Vec<usize> {
    let mut at = begins;
    for token in tokens {
        if at.is_empty() {
            break;
        }
        at = token.ends(text, at);
    }
    at
}

impl Token {
    fn ends<C: Copy + Into<char>>(&self, text: &[C], mut at: Vec<usize>) -> Vec<usize> {
        match self {
            Self::AnyNumber => rest(text, at.first().copied()).collect(),
            Self::Alternatives(all) => {
                let ends = all.iter().flat_map(|it| ends(it, text, at.clone()));
                sorted(ends.collect())
            }
            Self::PartsBefore => {
                let parts = after_slashes(text, at.first().copied());
                sorted(at.iter().copied().chain(parts).collect())
            }
            Self::PartsAfter => {
                let slash = at.into_iter().find(|&it| is_slash(text, it));
                rest(text, slash.map(|it| it + 1)).collect()
            }
            Self::PartsBetween => {
                let slash = at.into_iter().find(|&it| is_slash(text, it));
                after_slashes(text, slash).collect()
            }
            Self::Any | Self::Literal(_) | Self::Class { .. } => {
                at.retain(|&it| text.get(it).is_some_and(|it| self.is_one((*it).into())));
                at.into_iter().map(|it| it + 1).collect()
            }
        }
    }

    /// Whether a token of one character is this one.
    fn is_one(&self, character: char) -> bool {
        match self {
            Self::Any => true,
            Self::Literal(literal) => *literal == character,
            Self::Class { is_negated, ranges } => {
                let mut ranges = ranges.iter();
                ranges.any(|(first, last)| (*first..=*last).contains(&character)) != *is_negated
            }
            _ => false,
        }
    }
}

fn is_slash<C: Copy + Into<char>>(text: &[C], at: usize) -> bool {
    text.get(at).is_some_and(|it| (*it).into() == '/')
}

/// All positions from one on, that after the last character too; none without one.
fn rest<C>(text: &[C], from: Option<usize>) -> impl Iterator<Item = usize> {
    from.into_iter().flat_map(|from| from..=text.len())
}

/// The positions after every `/` from a position on; none without one.
fn after_slashes<C: Copy + Into<char>>(
    text: &[C],
    from: Option<usize>,
) -> impl Iterator<Item = usize> {
    let slashes = rest(text, from).filter(|&at| is_slash(text, at));
    slashes.map(|at| at + 1)
}

fn sorted(mut positions: Vec<usize>) -> Vec<usize> {
    positions.sort_unstable();
    positions.dedup();
    positions
}

struct Parser<'a> {
    glob: &'a str,
    rest: Peekable<Chars<'a>>,
    /// The character before the one in hand.
    previous: Option<char>,
    /// The alternatives that have begun and not ended, outermost first.
    open: Vec<Vec<Vec<Token>>>,
    /// The tokens of the innermost alternative, or of the pattern.
    tokens: Vec<Token>,
}

impl<'a> Parser<'a> {
    fn new(glob: &'a str) -> Self {
        Self {
            glob,
            rest: glob.chars().peekable(),
            previous: None,
            open: Vec::new(),
            tokens: Vec::new(),
        }
    }

    fn parse(mut self) -> Result<Vec<Token>, GlobError> {
        while let Some(character) = self.rest.next() {
            let mut last = character;
            match character {
                '?' => self.tokens.push(Token::Any),
                '*' if self.rest.next_if_eq(&'*').is_some() => last = self.two_stars(),
                '*' => self.tokens.push(Token::AnyNumber),
                '[' => {
                    let class = self.class()?;
                    self.tokens.push(class);
                    last = ']';
                }
                '{' => {
                    let before = std::mem::take(&mut self.tokens);
                    self.open.push(vec![before]);
                }
                ',' if !self.open.is_empty() => self.end_alternative(),
                '}' => self.end_alternatives()?,
                '\\' => {
                    last = self.rest.next().ok_or_else(|| self.dangling())?;
                    self.tokens.push(Token::Literal(last));
                }
                _ => self.tokens.push(Token::Literal(character)),
            }
            self.previous = Some(last);
        }
        if !self.open.is_empty() {
            return Err(GlobError::UnclosedAlternatives(self.glob.to_owned()));
        }
        Ok(match self.tokens.as_slice() {
            [Token::PartsBefore] => vec![Token::AnyNumber],
            _ => self.tokens,
        })
    }

    fn dangling(&self) -> GlobError {
        GlobError::DanglingBackslash(self.glob.to_owned())
    }

    /// Puts the tokens of an alternative to the others of its braces.
    fn end_alternative(&mut self) {
        let ended = std::mem::take(&mut self.tokens);
        if let Some(alternatives) = self.open.last_mut() {
            alternatives.push(ended);
        }
    }

    fn end_alternatives(&mut self) -> Result<(), GlobError> {
        self.end_alternative();
        let Some(mut alternatives) = self.open.pop() else {
            return Err(GlobError::UnopenedAlternatives(self.glob.to_owned()));
        };
        // First stands what came before the brace.
        self.tokens = alternatives.remove(0);
        self.tokens.push(Token::Alternatives(alternatives));
        Ok(())
    }

    /// `**`: parts of a path where it stands between `/` or at an end of the pattern or of an
    /// alternative, else no other than `*`. Gives the last character of it.
    fn two_stars(&mut self) -> char {
        let next = self.rest.peek().copied();
        if self.tokens.is_empty() {
            if matches!(next, None | Some('/')) {
                self.tokens.push(Token::PartsBefore);
                return self.rest.next().unwrap_or('*');
            }
            self.tokens.push(Token::AnyNumber);
            return '*';
        }
        let is_after_slash = self.previous == Some('/');
        let is_last = next.is_none() || (!self.open.is_empty() && matches!(next, Some(',' | '}')));
        if !is_after_slash || !(is_last || next == Some('/')) {
            self.tokens.push(Token::AnyNumber);
            return '*';
        }
        if next == Some('/') {
            self.rest.next();
        }
        let parts = match self.tokens.pop() {
            Some(before @ (Token::PartsBefore | Token::PartsAfter)) => before,
            _ if is_last => Token::PartsAfter,
            _ => Token::PartsBetween,
        };
        self.tokens.push(parts);
        if is_last { '*' } else { '/' }
    }

    /// The class after its `[`.
    fn class(&mut self) -> Result<Token, GlobError> {
        let is_negated = self.rest.next_if(|it| matches!(it, '!' | '^')).is_some();
        let mut ranges: Vec<(char, char)> = Vec::new();
        let mut is_range = false;
        loop {
            let Some(character) = self.rest.next() else {
                return Err(GlobError::UnclosedClass(self.glob.to_owned()));
            };
            match (character, ranges.last_mut()) {
                (']', Some(_)) => break,
                ('-', Some(_)) if !is_range => is_range = true,
                (last, Some(range)) if is_range => {
                    range.1 = last;
                    is_range = false;
                    if range.1 < range.0 {
                        return Err(GlobError::Range {
                            glob: self.glob.to_owned(),
                            first: range.0,
                            last,
                        });
                    }
                }
                (character, _) => ranges.push((character, character)),
            }
        }
        if is_range {
            ranges.push(('-', '-'));
        }
        Ok(Token::Class { is_negated, ranges })
    }
}

#[cfg(test)]
mod tests {
    use globset::GlobBuilder;
    use proptest::prelude::*;

    use super::*;

    fn by_globset(glob: &str) -> Result<globset::GlobMatcher, globset::Error> {
        let glob = GlobBuilder::new(glob).empty_alternates(true).build()?;
        Ok(glob.compile_matcher())
    }

    /// What globs and ids are made of, the special characters often.
    const PIECES: [&str; 24] = [
        "a", "b", "c", "/", "/", "#", "-", "*", "**", "/**", "**/", "/**/", "?", "[", "]", "[!",
        "[a-c]", "{", "}", ",", "{,a}", "{a,b/}", "\\", "a/b",
    ];

    fn globs() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(&PIECES[..]);
        prop::collection::vec(piece, 0..9).prop_map(|it| it.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5_000))]

        #[test]
        fn they_match_as_by_globset(glob in globs(), ids in prop::collection::vec("[abc/#\\-*\\]{},]{0,6}", 8)) {
            let (ours, theirs) = (Glob::parse(&glob), by_globset(&glob));
            prop_assert_eq!(ours.is_ok(), theirs.is_ok(), "{}: {:?} {:?}", glob, ours, theirs);
            if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
                for id in ids {
                    prop_assert_eq!(ours.matches(&id), theirs.is_match(&id), "{} {}", glob, id);
                }
            }
        }
    }

    #[test]
    fn a_character_that_is_not_ascii_is_one_character() {
        assert!(Glob::parse("é?/*").unwrap().matches("éß/ü"));
        assert!(!Glob::parse("?").unwrap().matches("ab"));
        assert!(Glob::parse("[à-é]").unwrap().matches("é"));
    }

    #[test]
    fn many_stars_take_no_longer_than_their_number_times_the_length() {
        let glob = Glob::parse(&"*a".repeat(200)).unwrap();
        assert!(!glob.matches(&format!("{}b", "a".repeat(2000))));
    }

    #[test]
    fn errors_say_what_is_found() {
        let told = |glob| Glob::parse(glob).unwrap_err().to_string();
        assert_eq!(told("a[b"), "found `[` without `]` in the glob \"a[b\"");
        assert_eq!(
            told("[z-a]"),
            "found the range z-a in the glob \"[z-a]\", which ends before it begins"
        );
        assert!(told("a}").starts_with("found `}` without `{` in the glob \"a}\""));
        assert!(told("{a").starts_with("found `{` without `}`"));
        assert_eq!(told("a\\"), "found `\\` at the end of the glob \"a\\\\\"");
    }
}
