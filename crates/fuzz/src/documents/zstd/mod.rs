//! `zstd`.

mod invalid;
mod valid;
pub mod writer;

use zarr_conform_terms::Edition;

use super::Document;

pub(super) const DOCUMENT: Document = Document {
    name: "zstd",
    since: Edition::V3_1,
    choose: valid::choose,
    invalid: invalid::RULES,
    writer: Some(writer::random),
    requirements: |_| &["zstd.format"],
    is_recommended: |_| true,
    ..Document::PLAIN
};

#[cfg(test)]
mod tests {
    use zarr_conform_vectors::Level;

    use super::*;
    use crate::{AnyCase, Choices, Made};

    #[test]
    fn no_array_with_it_is_demanded() {
        let choices = Choices::all(Edition::default());
        let mut found = 0;
        for number in 0..400 {
            let Made::Valid(case) = AnyCase::nth(1, number, &choices).made else {
                continue;
            };
            if case.codecs.iter().any(|it| it.name() == DOCUMENT.name) {
                assert!(case.level() > Level::Must, "{case:?}");
                found += 1;
            }
        }
        assert!(found > 10, "{found}");
    }
}
