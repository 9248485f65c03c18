//! `conform init`: a skeleton of an adapter, in the language of the implementation.

mod language;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum as _};

use crate::outputs;
use language::{Language, PLACE};

/// Write a skeleton of an adapter, to be filled in
///
/// The skeleton speaks the protocol; three functions are left to write, which call your library.
/// Without a language, lists the languages. Files that are there already are never overwritten.
#[derive(Debug, Args)]
pub(crate) struct Init {
    /// The language of the implementation
    #[arg(value_enum)]
    language: Option<Language>,
    /// The folder to write to; made if it is not there
    #[arg(long, value_name = "DIR", default_value = "conform-adapter")]
    out: PathBuf,
}

/// Writes the skeleton, or lists the languages.
pub(crate) fn run(arguments: &Init) -> anyhow::Result<ExitCode> {
    let told = match arguments.language {
        None => languages(),
        Some(language) => {
            write(language, &arguments.out)?;
            next(language, &arguments.out)?
        }
    };
    outputs::stdout().write_all(told.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn languages() -> String {
    let mut lines =
        vec!["conform init LANGUAGE writes a skeleton of an adapter. Languages:".to_owned()];
    for language in Language::value_variants() {
        if let Some(value) = language.to_possible_value() {
            let help = value.get_help().map(ToString::to_string);
            lines.push(format!(
                "  {:<11} {}",
                value.get_name(),
                help.unwrap_or_default()
            ));
        }
    }
    lines.join("\n") + "\n"
}

/// Writes all files, or none where one of them is there already.
fn write(language: Language, folder: &Path) -> anyhow::Result<()> {
    for (name, _) in language.files() {
        let path = folder.join(name);
        if path.symlink_metadata().is_ok() {
            bail!(
                "{} is there already, and nothing was written; choose another folder with --out",
                path.display()
            );
        }
    }
    for (name, text) in language.files() {
        create(&folder.join(name), text)?;
    }
    Ok(())
}

fn create(path: &Path, text: &str) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("failed to make the folder {}", folder.display()))?;
    }
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| format!("failed to write {}", path.display()))
}

/// What was written, and what to do with it.
fn next(language: Language, folder: &Path) -> anyhow::Result<String> {
    let Some(place) = folder.to_str() else {
        bail!(
            "{} was written, but its path is not valid UTF-8, so no command can be shown",
            folder.display()
        );
    };
    let words = |words: &[&str]| -> String {
        let placed = words.iter().map(|word| word.replace(PLACE, place));
        shell_words::join(placed)
    };
    let mut lines = Vec::new();
    for (name, _) in language.files() {
        lines.push(format!("wrote {}", folder.join(name).display()));
    }
    lines.push("\nRun it:\n".to_owned());
    for command in language.build() {
        lines.push(format!("  {}", words(command)));
    }
    let run = words(language.run());
    lines.push(format!("  conform --impl {}", shell_words::quote(&run)));
    lines.push(format!(
        "\nIt offers nothing yet, so this ends with \"No required check passed\" and exit code 1.\n\
         Now write open, read and write, where {} says TODO, and list in {} what is written.\n\
         conform --impl COMMAND --check ID repeats a single check.\n",
        folder.join(language.file_to_fill_in()).display(),
        language.list_of_operations(),
    ));
    Ok(lines.join("\n"))
}
