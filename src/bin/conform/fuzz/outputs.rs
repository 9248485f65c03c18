//! Where what a fuzz run found goes: to people, to files, to a folder of vectors, and to the generator.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use zarr_conform::fuzz::add::{Added, Inputs};
use zarr_conform::fuzz::document::Document;
use zarr_conform::fuzz::found::Found;
use zarr_conform::fuzz::hunting::Hunted;
use zarr_conform::fuzz::save::Folder;
use zarr_conform::fuzz::text;
use zarr_conform::runner::Partition;
use zarr_conform::runner::text::counted;

use super::arguments::Fuzz;
use crate::outputs::{self, Closable, People};

/// Where everything goes. What cannot be written is reported before any implementation is asked.
pub(super) struct Outputs {
    pub(super) people: People,
    json: Option<Closable>,
    pub(super) differences: Option<Closable>,
    pub(super) markdown: Option<Closable>,
    pub(super) inputs: Option<Inputs>,
}

impl Outputs {
    /// Opens what the arguments name.
    pub(super) fn open(arguments: &Fuzz) -> anyhow::Result<Self> {
        let files = [&arguments.json, &arguments.differences, &arguments.markdown];
        let files = files.into_iter().flatten();
        let people = match files.filter(|it| outputs::is_stdout(it)).count() {
            0 => People::Output,
            1 => People::Error,
            number => bail!("- is given as FILE {number} times, expected once"),
        };
        for named in arguments.labels() {
            folder(arguments, named)?;
        }
        let here = std::env::current_dir().context("failed to find the current folder")?;
        let inputs = arguments.add.then(|| Inputs::above(&here));
        let create = |file: &Option<PathBuf>| file.as_deref().map(outputs::create).transpose();
        Ok(Self {
            people,
            inputs: inputs.transpose().context("--add")?,
            json: create(&arguments.json)?,
            differences: create(&arguments.differences)?,
            markdown: create(&arguments.markdown)?,
        })
    }
}

/// The folder to save to, as it is there.
pub(super) fn folder(arguments: &Fuzz, label: Option<&str>) -> anyhow::Result<Option<Folder>> {
    let path = arguments.folder_of(label);
    let folder = path.map(|it| Folder::new(&it)).transpose();
    folder.context("--save")
}

/// Reports which facts the generator now makes.
pub(super) fn tell_added(people: People, inputs: &Inputs, added: &[Added]) {
    let mut number = 0;
    for it in added {
        match it {
            Added::Fact(_) => number += 1,
            Added::Not { name, why } => people.tell(&format!("Not added: {name}: {why}")),
        }
    }
    if number > 0 {
        let (facts, path) = (counted(number, "fact"), inputs.path().display());
        people.tell(&format!(
            "Added {facts} to {path}. Review the names and comments, then: cargo run -p generator"
        ));
    }
}

/// Writes the files that are asked for.
pub(super) fn write_files(
    outputs: &mut Outputs,
    hunted: &Hunted,
    found: &[Found],
    seed: u64,
    partition: Option<Partition>,
    label: Option<String>,
) -> anyhow::Result<()> {
    if let Some(out) = &mut outputs.json {
        let document = Document::new(hunted, found, seed, partition, label)?;
        let text = serde_json::to_string_pretty(&document)?;
        writeln!(out, "{text}").context("failed to write the JSON")?;
        out.flush().context("failed to write the JSON")?;
    }
    if let Some(out) = &mut outputs.markdown {
        text::write_markdown(out, hunted, found, seed).context("failed to write the Markdown")?;
        out.flush().context("failed to write the Markdown")?;
    }
    Ok(())
}
