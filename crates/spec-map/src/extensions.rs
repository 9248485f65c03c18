//! The page of the registry of extensions: what becomes of each entry.

use std::collections::BTreeSet;

use super::markdown::{escaped, head, line, row};
use super::places::opening;
use super::{Context, page_of};
use zarr_conform_requirements::BY_REFERENCE;

impl Context<'_> {
    pub(super) fn extensions(&self) -> String {
        let mut text = opening(
            "The registry of extensions",
            "Each entry of the [registry of extensions](https://github.com/zarr-developers/zarr-extensions), and \
             whether the suite tests it. `conform spec check DIR` names the entries of a checkout that are missing here.",
        );
        let mut rows: Vec<[String; 3]> = Vec::new();
        for document in BY_REFERENCE {
            if let Some(folder) = document.extension() {
                rows.push(self.tested_extension(folder, document.name, ""));
            }
        }
        for extension in &self.registry.extensions {
            for folder in &extension.folders {
                rows.push(match (&extension.document, &extension.reason) {
                    (Some(document), _) => {
                        self.tested_extension(folder, document, ", which has its text")
                    }
                    (None, reason) => [
                        format!("`{folder}`"),
                        "no".to_owned(),
                        escaped(reason.as_deref().unwrap_or_default()),
                    ],
                });
            }
        }
        rows.sort();
        let tested = rows.iter().filter(|[_, tested, _]| tested != "no").count();
        line(
            &mut text,
            &format!("\n{tested} of {} entries are tested.\n", rows.len()),
        );
        head(&["entry", "tested", "where, or why not"], &mut text);
        for cells in &rows {
            row(cells, &mut text);
        }
        text
    }

    fn tested_extension(&self, folder: &str, document: &str, more: &str) -> [String; 3] {
        let requirements = self.registry.requirements.iter();
        let of_document =
            requirements.filter(|it| it.sentences.iter().any(|it| it.document == document));
        let facts = of_document.flat_map(|it| self.coverage.facts(&it.id));
        let facts: BTreeSet<&str> = facts.map(|it| it.id.as_str()).collect();
        [
            format!("`{folder}`"),
            "yes".to_owned(),
            format!(
                "[{document}]({}){more}: {} facts",
                page_of(document),
                facts.len()
            ),
        ]
    }
}
