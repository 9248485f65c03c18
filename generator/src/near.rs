//! Names that may have been meant.

/// The known name most like one that was found, in words that follow a message; nothing where none
/// is like it.
pub(crate) fn near<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let alike = |name: &&str| strsim::jaro_winkler(found, name);
    known
        .into_iter()
        .filter(|name| alike(name) > 0.8)
        .max_by(|a, b| alike(a).total_cmp(&alike(b)))
        .map(|name| format!("; did you mean {name:?}?"))
        .unwrap_or_default()
}
