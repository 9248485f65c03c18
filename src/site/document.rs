//! `zarr.json` as a page shows it: indented, with what differs from a valid twin marked.
//!
//! Every token stands as it is in the text, so that the spelling of numbers and strings and members of
//! equal names are kept; only white space between tokens changes. What is not JSON stands as it is.

use std::collections::BTreeMap;
use std::ops::Range;

use jsonc_parser::ast::{ObjectProp, Value};
use jsonc_parser::common::Ranged as _;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde::de::IgnoredAny;

/// Columns up to which a list or an object stands on one line.
const COLUMNS: usize = 76;
const INDENT: &str = "  ";

/// A document in pieces that follow each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Document {
    pub(super) pieces: Vec<Piece>,
    /// What the twin has and this does not, as paths such as `codecs[0].configuration`.
    pub(super) missing: Vec<String>,
}

/// Some text of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) text: String,
    /// Whether it differs from the twin.
    pub(super) is_marked: bool,
}

impl Document {
    /// The document of a text, with what differs from that of the twin marked.
    pub(super) fn new(text: &str, twin: Option<&str>) -> Self {
        let Some(value) = parsed(text) else {
            return Self::raw(text, twin);
        };
        let mut found = Differences::default();
        if let Some((twin, other)) = twin.and_then(|twin| Some((twin, parsed(twin)?))) {
            let texts = Texts { text, twin };
            found.compare(&texts, &value, &other, "");
        }
        let mut layout = Layout::new(text, &found.marked);
        layout.value(&value, 0, 0);
        Self {
            pieces: layout.pieces,
            missing: found.missing,
        }
    }

    /// A text that is not JSON, as it stands: what differs is between the same beginning and end.
    fn raw(text: &str, twin: Option<&str>) -> Self {
        let (start, end) = twin.map_or((text.len(), text.len()), |twin| apart(text, twin));
        let parts = [
            (0..start, false),
            (start..end, true),
            (end..text.len(), false),
        ];
        let pieces = parts.into_iter().filter(|(range, _)| !range.is_empty());
        let pieces = pieces.map(|(range, is_marked)| Piece {
            text: text[range].to_owned(),
            is_marked,
        });
        Self {
            pieces: pieces.collect(),
            missing: Vec::new(),
        }
    }

    /// Its text.
    pub(super) fn text(&self) -> String {
        self.pieces.iter().map(|it| it.text.as_str()).collect()
    }

    /// The pieces of a part of its text.
    pub(super) fn part(&self, range: &Range<usize>) -> Vec<Piece> {
        let mut at = 0;
        let pieces = self.pieces.iter().filter_map(|piece| {
            let end = piece.text.len();
            let from = range.start.saturating_sub(at).min(end);
            let to = range.end.saturating_sub(at).min(end);
            at += end;
            let text = piece.text.get(from..to).filter(|it| !it.is_empty())?;
            Some(Piece {
                text: text.to_owned(),
                is_marked: piece.is_marked,
            })
        });
        pieces.collect()
    }

    /// At most so many characters.
    pub(super) fn cut(mut self, most: usize) -> Self {
        let mut left = most;
        let mut kept = Vec::new();
        for mut piece in self.pieces {
            if let Some((end, _)) = piece.text.char_indices().nth(left) {
                piece.text.truncate(end);
                piece.text.push('…');
                kept.push(piece);
                break;
            }
            left -= piece.text.chars().count();
            kept.push(piece);
        }
        self.pieces = kept;
        self
    }
}

/// The value of a text that is JSON, with the place of each part.
fn parsed(text: &str) -> Option<Value<'_>> {
    serde_json::from_str::<IgnoredAny>(text).ok()?;
    let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default());
    parsed.ok()?.value
}

/// Where the part of the text is that the twin has otherwise: from the first byte that differs to the last.
fn apart(text: &str, twin: &str) -> (usize, usize) {
    let same = text.chars().zip(twin.chars()).take_while(|(a, b)| a == b);
    let start: usize = same.map(|(it, _)| it.len_utf8()).sum();
    let (rest, other) = (text[start..].chars().rev(), twin[start..].chars().rev());
    let same = rest.zip(other).take_while(|(a, b)| a == b);
    let after: usize = same.map(|(it, _)| it.len_utf8()).sum();
    (start, text.len() - after)
}

/// The text of a document, and of its twin.
struct Texts<'a> {
    text: &'a str,
    twin: &'a str,
}

impl Texts<'_> {
    /// Whether both are the same but for white space and the order of members.
    fn are_same(&self, ours: &Value<'_>, theirs: &Value<'_>) -> bool {
        match (ours, theirs) {
            (Value::Object(ours), Value::Object(theirs)) => {
                ours.properties.len() == theirs.properties.len()
                    && self.pairs(&ours.properties, &theirs.properties).iter().all(
                        |(our, their)| their.is_some_and(|it| self.are_same(&our.value, &it.value)),
                    )
            }
            (Value::Array(ours), Value::Array(theirs)) => {
                let mut pairs = ours.elements.iter().zip(&theirs.elements);
                ours.elements.len() == theirs.elements.len()
                    && pairs.all(|(our, their)| self.are_same(our, their))
            }
            _ => ours.text(self.text) == theirs.text(self.twin),
        }
    }

    /// Each member with that of the twin which has its name: the first with the first, the second of
    /// that name with the second.
    fn pairs<'m, 'a>(
        &self,
        ours: &'m [ObjectProp<'a>],
        theirs: &'m [ObjectProp<'a>],
    ) -> Vec<(&'m ObjectProp<'a>, Option<&'m ObjectProp<'a>>)> {
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        let of_name = |name: &str, at: usize| {
            let mut named = theirs.iter().filter(|it| it.name.text(self.twin) == name);
            named.nth(at)
        };
        let pair = |our: &'m ObjectProp<'a>| {
            let at = seen.entry(our.name.text(self.text)).or_default();
            *at += 1;
            (our, of_name(our.name.text(self.text), *at - 1))
        };
        ours.iter().map(pair).collect()
    }
}

/// Where a document differs from its twin.
#[derive(Default)]
struct Differences {
    /// The parts of the text.
    marked: Vec<Range<usize>>,
    missing: Vec<String>,
}

impl Differences {
    fn compare(&mut self, texts: &Texts<'_>, ours: &Value<'_>, theirs: &Value<'_>, path: &str) {
        match (ours, theirs) {
            (Value::Object(ours), Value::Object(theirs)) => {
                self.compare_members(texts, &ours.properties, &theirs.properties, path);
            }
            (Value::Array(ours), Value::Array(theirs)) => {
                let before = self.marked.len();
                self.compare_elements(texts, &ours.elements, &theirs.elements, path);
                // Of a list of numbers of which several are others, the list differs.
                if self.marked.len() > before + 1 && ours.elements.iter().all(is_leaf) {
                    self.marked.truncate(before);
                    self.marked.push(range(ours));
                }
            }
            _ if texts.are_same(ours, theirs) => {}
            _ => self.marked.push(range(ours)),
        }
    }

    fn compare_members(
        &mut self,
        texts: &Texts<'_>,
        ours: &[ObjectProp<'_>],
        theirs: &[ObjectProp<'_>],
        path: &str,
    ) {
        for (our, their) in texts.pairs(ours, theirs) {
            let name = our.name.text(texts.text);
            match their {
                // A member whose value is another one is marked with its name.
                Some(their) if is_leaf(&our.value) || is_leaf(&their.value) => {
                    if !texts.are_same(&our.value, &their.value) {
                        self.marked.push(range(our));
                    }
                }
                Some(their) => {
                    self.compare(texts, &our.value, &their.value, &joined(path, name));
                }
                None => self.marked.push(range(our)),
            }
        }
        let mirrored = Texts {
            text: texts.twin,
            twin: texts.text,
        };
        for (their, our) in mirrored.pairs(theirs, ours) {
            if our.is_none() {
                self.missing.push(joined(path, their.name.text(texts.twin)));
            }
        }
    }

    /// Lists of one length element by element; of others what stands between the same beginning and end.
    fn compare_elements(
        &mut self,
        texts: &Texts<'_>,
        ours: &[Value<'_>],
        theirs: &[Value<'_>],
        path: &str,
    ) {
        if ours.len() == theirs.len() {
            for (at, (our, their)) in ours.iter().zip(theirs).enumerate() {
                self.compare(texts, our, their, &format!("{path}[{at}]"));
            }
            return;
        }
        let are_same = |(our, their): &(&Value<'_>, &Value<'_>)| texts.are_same(our, their);
        let start = ours.iter().zip(theirs).take_while(are_same).count();
        let (our, their) = (&ours[start..], &theirs[start..]);
        let end = our
            .iter()
            .rev()
            .zip(their.iter().rev())
            .take_while(are_same)
            .count();
        self.marked.extend(our[..our.len() - end].iter().map(range));
        for at in start + our.len() - end..start + their.len() - end {
            self.missing.push(format!("{path}[{at}]"));
        }
    }
}

/// Whether a value is not an object or a list, or an empty one.
fn is_leaf(value: &Value<'_>) -> bool {
    match value {
        Value::Object(object) => object.properties.is_empty(),
        Value::Array(array) => array.elements.is_empty(),
        _ => true,
    }
}

fn joined(path: &str, name: &str) -> String {
    let name = name.trim_matches('"');
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

fn range(part: &impl jsonc_parser::common::Ranged) -> Range<usize> {
    part.start()..part.end()
}

/// Writes a document with line breaks and indentation.
struct Layout<'a> {
    text: &'a str,
    marked: &'a [Range<usize>],
    pieces: Vec<Piece>,
    /// How many marked parts this place is in.
    inside: usize,
}

impl<'a> Layout<'a> {
    fn new(text: &'a str, marked: &'a [Range<usize>]) -> Self {
        Self {
            text,
            marked,
            pieces: Vec::new(),
            inside: 0,
        }
    }

    fn push(&mut self, text: &str) {
        let is_marked = self.inside > 0;
        match self.pieces.last_mut() {
            Some(last) if last.is_marked == is_marked => last.text.push_str(text),
            _ => self.pieces.push(Piece {
                text: text.to_owned(),
                is_marked,
            }),
        }
    }

    /// Writes a part, marked where it differs.
    fn part(&mut self, range: &Range<usize>, write: impl FnOnce(&mut Self)) {
        let is_marked = self.marked.contains(range);
        self.inside += usize::from(is_marked);
        write(self);
        self.inside -= usize::from(is_marked);
    }

    /// Writes a value that stands `depth` deep, after `before` columns of its line.
    fn value(&mut self, value: &Value<'_>, depth: usize, before: usize) {
        self.part(&range(value), |layout| {
            let column = depth * INDENT.len() + before;
            let is_short = depth > 0 && column + width(value, layout.text) <= COLUMNS;
            let depth = (!is_short).then_some(depth + 1);
            match value {
                Value::Object(object) if !object.properties.is_empty() => {
                    layout.list("{", "}", depth, &object.properties, Self::member);
                }
                Value::Array(array) if !array.elements.is_empty() => {
                    layout.list("[", "]", depth, &array.elements, |layout, it, depth| {
                        layout.value(it, depth, 0);
                    });
                }
                Value::Object(_) => layout.push("{}"),
                Value::Array(_) => layout.push("[]"),
                leaf => layout.push(leaf.text(layout.text)),
            }
        });
    }

    fn member(&mut self, member: &ObjectProp<'_>, depth: usize) {
        self.part(&range(member), |layout| {
            let name = member.name.text(layout.text);
            layout.push(name);
            layout.push(": ");
            layout.value(&member.value, depth, name.chars().count() + 2);
        });
    }

    /// Writes members or elements, one a line where they have a depth, and else on one line.
    fn list<T>(
        &mut self,
        open: &str,
        close: &str,
        depth: Option<usize>,
        items: &[T],
        write: impl Fn(&mut Self, &T, usize),
    ) {
        let line = |depth: usize| format!("\n{}", INDENT.repeat(depth));
        self.push(open);
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.push(",");
            }
            match depth {
                Some(depth) => self.push(&line(depth)),
                None if at > 0 => self.push(" "),
                None => {}
            }
            // What stands in a line is short at any depth but the first.
            write(self, item, depth.unwrap_or(1));
        }
        if let Some(depth) = depth {
            self.push(&line(depth - 1));
        }
        self.push(close);
    }
}

/// Columns of a value on one line.
fn width(value: &Value<'_>, text: &str) -> usize {
    let separators = |items: usize| 2 + 2 * items.saturating_sub(1);
    match value {
        Value::Object(object) => {
            let members = object.properties.iter();
            let members =
                members.map(|it| it.name.text(text).chars().count() + 2 + width(&it.value, text));
            members.sum::<usize>() + separators(object.properties.len())
        }
        Value::Array(array) => {
            let elements = array.elements.iter().map(|it| width(it, text));
            elements.sum::<usize>() + separators(array.elements.len())
        }
        leaf => leaf.text(text).chars().count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// The text of a document, with `«` and `»` around what is marked.
    fn shown(text: &str, twin: Option<&str>) -> String {
        let document = Document::new(text, twin);
        let pieces = document.pieces.iter().map(|it| {
            if it.is_marked {
                format!("«{}»", it.text)
            } else {
                it.text.clone()
            }
        });
        pieces.collect()
    }

    #[test]
    fn short_lists_and_objects_stand_on_a_line() {
        let text = r#"{"shape":[2,3],"codecs":[{"name":"transpose","configuration":{"order":[1,0]}},{"name":"bytes","configuration":{"endian":"little"}}],"attributes":{}}"#;
        let expected = r#"{
  "shape": [2, 3],
  "codecs": [
    {"name": "transpose", "configuration": {"order": [1, 0]}},
    {"name": "bytes", "configuration": {"endian": "little"}}
  ],
  "attributes": {}
}"#;
        assert_eq!(shown(text, None), expected);
    }

    #[test]
    fn spelling_and_equal_names_are_kept() {
        let text = "{\"a\":1.50e+02,\n\"a\" : \"\\u0041\",\"b\":[ 1.0 ,-0]}";
        let expected = "{\n  \"a\": 1.50e+02,\n  \"a\": \"\\u0041\",\n  \"b\": [1.0, -0]\n}";
        assert_eq!(shown(text, None), expected);
    }

    #[test]
    fn what_is_not_json_stands_as_it_is() {
        for text in [
            "{\"a\" : 1,}",
            "{} {}",
            "\u{feff}{ }",
            "{'a':1}",
            "{// x\n}",
            "",
            "[0x1]",
        ] {
            assert_eq!(shown(text, None), text);
        }
    }

    #[rstest]
    #[case::value(r#"{"a":1,"b":2}"#, r#"{"a":1,"b":3}"#, "{\n  \"a\": 1,\n  «\"b\": 2»\n}", &[])]
    #[case::spelling(r#"{"a":1.0}"#, r#"{"a":1}"#, "{\n  «\"a\": 1.0»\n}", &[])]
    #[case::unknown(r#"{"a":1,"x":{"y":[]}}"#, r#"{"a":1}"#, "{\n  \"a\": 1,\n  «\"x\": {\"y\": []}»\n}", &[])]
    #[case::twice(r#"{"a":1,"a":1}"#, r#"{"a":1}"#, "{\n  \"a\": 1,\n  «\"a\": 1»\n}", &[])]
    #[case::missing(r#"{"a":[{"b":1}]}"#, r#"{"a":[{"c":{},"b":1}]}"#, "{\n  \"a\": [{\"b\": 1}]\n}", &["a[0].c"])]
    #[case::element(r#"{"a":[1,2,3]}"#, r#"{"a":[1,9,3]}"#, "{\n  \"a\": [1, «2», 3]\n}", &[])]
    #[case::one_more(r#"{"a":[1,2,3]}"#, r#"{"a":[1,3]}"#, "{\n  \"a\": [1, «2», 3]\n}", &[])]
    #[case::one_less(r#"{"a":[1,3]}"#, r#"{"a":[1,2,3]}"#, "{\n  \"a\": [1, 3]\n}", &["a[1]"])]
    #[case::several_elements(r#"{"a":[1,2,3]}"#, r#"{"a":[3,2,1]}"#, "{\n  \"a\": «[1, 2, 3]»\n}", &[])]
    #[case::emptied(r#"{"a":[]}"#, r#"{"a":[1]}"#, "{\n  «\"a\": []»\n}", &[])]
    #[case::other_type(r#"{"a":"x"}"#, r#"{"a":{"b":1}}"#, "{\n  «\"a\": \"x\"»\n}", &[])]
    #[case::order_of_members(r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#, "{\n  \"a\": 1,\n  \"b\": 2\n}", &[])]
    #[case::another_document("[]", "{}", "«[]»", &[])]
    #[case::not_json(r#"{"a":1,}"#, r#"{"a":1}"#, "{\"a\":1«,»}", &[])]
    fn what_differs_from_the_twin_is_marked(
        #[case] text: &str,
        #[case] twin: &str,
        #[case] expected: &str,
        #[case] missing: &[&str],
    ) {
        assert_eq!(shown(text, Some(twin)), expected);
        assert_eq!(Document::new(text, Some(twin)).missing, missing);
    }

    #[test]
    fn long_documents_are_cut() {
        let document = Document::new(r#"{"a":1,"b":"äöü"}"#, Some(r#"{"a":1,"b":0}"#)).cut(18);
        let text: String = document.pieces.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(text, "{\n  \"a\": 1,\n  \"b\":…");
        assert!(document.pieces.iter().any(|it| it.is_marked));
    }
}
