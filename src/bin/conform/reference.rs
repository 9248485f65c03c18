//! `conform reference`: serves the built-in reference.

use std::io::{ErrorKind, Write, stdin, stdout};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use clap::Args;
use zarr_conform::Edition;
use zarr_conform::diagnosis::Reference;
use zarr_conform::exit;
use zarr_conform::misreading;
use zarr_conform::subject::{ServeError, serve};

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The edition of the specification to follow: draft, 3.0 or 3.1
    #[arg(long, default_value_t)]
    edition: Edition,
    /// Follow this wrong reading of the specification
    #[arg(long, value_name = "NAME")]
    misread: Option<String>,
    /// List the wrong readings, and serve nothing
    #[arg(long)]
    list_misreadings: bool,
}

/// Answers requests until standard input ends.
pub(crate) fn run(arguments: &Serve) -> anyhow::Result<ExitCode> {
    let result = if arguments.list_misreadings {
        misreading::all()
            .try_for_each(|it| writeln!(stdout(), "{}", it.name))
            .map_err(ServeError::Io)
    } else {
        serve(&mut reference(arguments)?, stdin().lock(), stdout().lock())
    };
    match result {
        // The program that asked has ended.
        Err(ServeError::Io(error)) if error.kind() == ErrorKind::BrokenPipe => {
            Ok(ExitCode::SUCCESS)
        }
        Err(error @ ServeError::Bug(_)) => {
            crate::complain(&error.into());
            Ok(exit::ExitCode::NoImplementation.into())
        }
        result => result
            .map(|()| ExitCode::SUCCESS)
            .context("failed to serve the reference"),
    }
}

fn reference(arguments: &Serve) -> anyhow::Result<Reference> {
    let Some(name) = &arguments.misread else {
        return Ok(Reference::new(arguments.edition));
    };
    let misreading = misreading::named(name)
        .ok_or_else(|| anyhow!("found no misreading {name:?}; --list-misreadings lists them"))?;
    Ok(Reference::misread(misreading, arguments.edition))
}
