//! Splits a text into sentences.

use super::inline::Glyph;

/// Endings in `.` that end no sentence.
const ABBREVIATIONS: [&str; 5] = ["e.g", "i.e", "etc", "cf", "vs"];

/// The sentences of a text, by rule 4 of [`super::super::sentences`].
pub(in crate::spec) fn split(glyphs: &[Glyph]) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for at in 0..glyphs.len() {
        if let Some(end) = end_of_sentence(glyphs, at) {
            sentences.push(words(&glyphs[start..end]));
            start = end;
        }
    }
    sentences.push(words(&glyphs[start..]));
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// Where a sentence ends whose last mark is at `at`, closing quotes and brackets included.
fn end_of_sentence(glyphs: &[Glyph], at: usize) -> Option<usize> {
    let glyph = glyphs[at];
    if glyph.quoted || !".!?".contains(glyph.character) {
        return None;
    }
    let after = &glyphs[at + 1..];
    let closing = after
        .iter()
        .take_while(|glyph| ")]\"'”’".contains(glyph.character))
        .count();
    let before_space = after
        .get(closing)
        .is_some_and(|glyph| glyph.character == ' ');
    let quoted_mark = closing > 0 && at > 0 && glyphs[at - 1].character == after[0].character;
    let ends = before_space && !quoted_mark && !is_abbreviation(&glyphs[..at]);
    ends.then_some(at + 1 + closing)
}

/// Whether the word before a full stop is an abbreviation or itself ends in full stops.
fn is_abbreviation(before: &[Glyph]) -> bool {
    let word_start = before
        .iter()
        .rposition(|glyph| " (".contains(glyph.character))
        .map_or(0, |space| space + 1);
    let word: String = before[word_start..]
        .iter()
        .map(|glyph| glyph.character)
        .collect();
    word.ends_with("..") || ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

/// The characters with white space folded.
pub(in crate::spec) fn words(glyphs: &[Glyph]) -> String {
    let text: String = glyphs.iter().map(|glyph| glyph.character).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}
