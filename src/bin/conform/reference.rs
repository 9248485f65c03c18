//! `conform reference`: serves the built-in reference.

use std::process::ExitCode;

use clap::Args;
use zarr_conform::Edition;
use zarr_conform::runner::MetadataReader;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The edition of the specification to follow: draft, 3.0 or 3.1
    #[arg(long, default_value_t)]
    edition: Edition,
}

/// Answers requests until standard input ends.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let _ = arguments.edition;
    Ok(ExitCode::SUCCESS)
}

/// Who reads metadata that an implementation wrote.
pub(crate) fn metadata_reader() -> Option<&'static dyn MetadataReader> {
    None
}

/// What a requirement demands, in the suite's own words.
pub(crate) fn paraphrase(_requirement: &str) -> Option<String> {
    None
}
