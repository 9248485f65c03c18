//! Runs `conform`, the program beside it.
//!
//! `uvx zarr-conform` and `pipx run zarr-conform` run the program that has the name of its
//! distribution. This is that program. It is small, since packages would hold `conform` twice
//! otherwise, and so it links nothing of this package.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::{env, io};

/// The exit code of `conform` where there is no result to rely on.
const NO_RESULT: u8 = 3;

fn main() -> ExitCode {
    run().unwrap_or_else(|error| {
        let _ = writeln!(io::stderr(), "error: {error}; install zarr-conform again");
        NO_RESULT.into()
    })
}

fn run() -> Result<ExitCode, String> {
    let program = beside().map_err(|it| format!("failed to find this program: {it}"))?;
    let mut command = Command::new(&program);
    command.args(env::args_os().skip(1));
    replace_by(&mut command).map_err(|it| format!("failed to run {}: {it}", program.display()))
}

/// The path of `conform`. Links to this program, as pipx and uv make them, are followed.
fn beside() -> io::Result<PathBuf> {
    let this = env::current_exe()?.canonicalize()?;
    Ok(this.with_file_name(format!("conform{}", env::consts::EXE_SUFFIX)))
}

/// Runs the command as this process, so that signals and the exit code are those of the command.
#[cfg(unix)]
fn replace_by(command: &mut Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt as _;
    Err(command.exec())
}

/// Runs the command and ends with its exit code. Ctrl-C reaches the command as well, which ends by
/// itself.
#[cfg(not(unix))]
fn replace_by(command: &mut Command) -> io::Result<ExitCode> {
    ctrlc::set_handler(|| {}).map_err(io::Error::other)?;
    // Every exit code of `conform` fits. Others are those of crashes.
    let code = command.status()?.code().and_then(|it| it.try_into().ok());
    Ok(code.unwrap_or(NO_RESULT).into())
}
