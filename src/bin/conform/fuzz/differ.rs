//! Where several implementations differ from each other in open places.

use std::io::Write as _;

use anyhow::Context as _;
use zarr_conform::exit::ExitCode;
use zarr_conform::fuzz::differences::ask::Asked;
use zarr_conform::fuzz::differences::tell;
use zarr_conform::subject::{Launcher, Stop};

use super::arguments::Fuzz;
use super::outputs::Outputs;

/// Random variants of each open place, at most, that several implementations are asked.
const VARIANTS: usize = 12;

/// Reports where the implementations differ from each other in what the text leaves open. That is not a failure; that
/// they cannot be compared is one only where a file with the differences is asked for.
pub(super) fn differ(
    arguments: &Fuzz,
    seed: u64,
    stop: &Stop,
    outputs: &mut Outputs,
) -> anyhow::Result<ExitCode> {
    let golden = zarr_conform::embedded::vectors()?;
    let asked = Asked {
        golden: &golden,
        edition: arguments.edition,
        seed,
        variants: VARIANTS,
        jobs: arguments.jobs(),
        timeout: arguments.timeout,
        memory: zarr_conform::memory::find(),
        stop: stop.clone(),
    };
    let limited = arguments.limited();
    let named = limited.iter();
    let named: Vec<(&str, &dyn Launcher)> = named
        .map(|it| {
            let label = it.label.as_deref().unwrap_or_default();
            (label, &it.command as &dyn Launcher)
        })
        .collect();
    let differences = match asked.differences(&named) {
        Ok(differences) => differences,
        Err(error) => {
            let error = anyhow::Error::from(error);
            crate::complain(&error.context("open places are not compared"));
            return Ok(if arguments.differences.is_some() {
                ExitCode::NoImplementation
            } else {
                ExitCode::Conforms
            });
        }
    };
    // Nothing can be reported where the stream is closed.
    let _ = tell::write(&mut *outputs.people.stream(), &differences);
    if let Some(out) = &mut outputs.differences {
        let text = serde_json::to_string_pretty(&differences)?;
        writeln!(out, "{text}").context("failed to write the JSON")?;
        out.flush().context("failed to write the JSON")?;
    }
    if let Some(out) = &mut outputs.markdown {
        tell::write_markdown(out, &differences).context("failed to write the Markdown")?;
        out.flush().context("failed to write the Markdown")?;
    }
    Ok(ExitCode::Conforms)
}
