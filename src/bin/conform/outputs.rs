//! Where results go: the report for people, and the files for machines. Judging and
//! `conform report` share these options.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Args, ValueEnum};
use zarr_conform::report::{
    Annotations, Badge, Codecs, Detail, JsonLines, Junit, KnownFailures, Markdown, Tap,
};
use zarr_conform::runner::tell::Paraphrase;
use zarr_conform::runner::{Consumer, Strictness};

/// The file that GitHub Actions shows as the summary of a step.
const STEP_SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// The heading of these options in the help.
pub(crate) const HEADING: &str =
    "Outputs (FILE is - for standard output; the report then goes to standard error)";

/// Files and other forms for machines.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = HEADING)]
pub(crate) struct Files {
    /// Write JUnit XML
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Write TAP version 14
    #[arg(long, value_name = "FILE")]
    pub(crate) tap: Option<PathBuf>,
    /// Write a summary in Markdown
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Write the JSON of a badge, for an endpoint badge of shields.io
    #[arg(long, value_name = "FILE")]
    pub(crate) badge: Option<PathBuf>,
    /// Write annotations for GitHub Actions to standard output, and a summary to the file that
    /// `GITHUB_STEP_SUMMARY` names
    #[arg(long)]
    pub(crate) github: bool,
}

/// What counts for the exit code.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Counting {
    /// Whether checks about strictness (invalid documents and chunks are refused although no sentence orders
    /// it, and so are unknown names) count for the exit code as those about right data do, or are only
    /// reported
    #[arg(
        long,
        value_name = "HOW",
        default_value_t,
        value_parser = PossibleValuesParser::new(Strictness::NAMES).try_map(|it| it.parse::<Strictness>())
    )]
    pub(crate) strictness: Strictness,
}

/// How the report for people looks.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Report")]
pub(crate) struct Look {
    /// Show every failure in full
    #[arg(long, conflicts_with = "quiet")]
    pub(crate) all: bool,
    /// Show only what was judged, the counts and the conclusion
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Whether to write in colours; auto: on a terminal, unless `NO_COLOR` is set
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        hide_possible_values = false
    )]
    color: Color,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

impl Look {
    /// How much is reported.
    pub(crate) fn detail(&self) -> Detail {
        match (self.quiet, self.all) {
            (true, _) => Detail::Quiet,
            (false, true) => Detail::All,
            (false, false) => Detail::Usual,
        }
    }

    /// Sets what every stream of this program obeys.
    pub(crate) fn choose_colors(&self) {
        match self.color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// Where the report for people goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum People {
    /// Standard output.
    Output,
    /// Standard error, since standard output has one of the forms for machines.
    Error,
}

impl People {
    /// The stream, with styles where it shows them.
    pub(crate) fn stream(self) -> Box<dyn Write + Send> {
        match self {
            Self::Output => Box::new(anstream::stdout()),
            Self::Error => Box::new(anstream::stderr()),
        }
    }

    /// How many characters a line may have; nothing where the stream is not a terminal.
    pub(crate) fn width(self) -> Option<usize> {
        let size = match self {
            Self::Output => terminal_size::terminal_size_of(io::stdout()),
            Self::Error => terminal_size::terminal_size_of(io::stderr()),
        };
        size.map(|(width, _)| usize::from(width.0))
    }

    /// A line; nothing can be reported where the stream is closed.
    pub(crate) fn tell(self, line: &str) {
        let _ = writeln!(self.stream(), "{line}");
    }
}

/// What outputs are given besides the events.
pub(crate) struct Context<'a> {
    /// What a requirement demands.
    pub(crate) paraphrase: Paraphrase<'a>,
    /// The command that repeats the run without its selection.
    pub(crate) repeat: &'a str,
    /// For telling which codecs are lacking.
    pub(crate) codecs: Codecs,
}

impl Files {
    /// Whether there is anything to write.
    pub(crate) fn is_empty(&self) -> bool {
        self.paths().is_empty() && !self.github
    }

    /// The file for Markdown, the one form that there is of several runs.
    ///
    /// # Errors
    /// Where another form is asked for.
    pub(crate) fn only_markdown(&self) -> anyhow::Result<Option<&Path>> {
        let are_others = self.junit.is_some() || self.tap.is_some() || self.badge.is_some();
        if are_others || self.github {
            bail!("of several runs there are only --html, --badges and --markdown");
        }
        Ok(self.markdown.as_deref())
    }

    /// Where the report for people goes, beside `more` files than these.
    ///
    /// # Errors
    /// Where two forms would be mixed on standard output.
    pub(crate) fn people(&self, more: &[&Path]) -> anyhow::Result<People> {
        let paths = self.paths();
        let paths = paths.iter().chain(more);
        match (paths.filter(|path| is_stdout(path)).count(), self.github) {
            (0, _) => Ok(People::Output),
            (1, false) => Ok(People::Error),
            (1, true) => bail!("--github writes to standard output, so no FILE may be -"),
            (number, _) => bail!("- is given as FILE {number} times, expected once"),
        }
    }

    fn paths(&self) -> Vec<&Path> {
        [&self.junit, &self.tap, &self.markdown, &self.badge]
            .into_iter()
            .filter_map(Option::as_deref)
            .collect()
    }

    /// Opens all of them: a file that cannot be written is reported before anything is judged.
    /// `known` gives the list of known failures, to each output its own.
    pub(crate) fn open<'a>(
        &self,
        context: &Context<'a>,
        known: &dyn Fn() -> KnownFailures<'a>,
    ) -> anyhow::Result<Vec<Box<dyn Consumer + 'a>>> {
        let mut outputs: Vec<Box<dyn Consumer + 'a>> = Vec::new();
        if let Some(file) = &self.junit {
            let repeat = context.repeat.to_owned();
            let junit = Junit::new(create(file)?, known(), context.paraphrase, repeat);
            outputs.push(Box::new(junit));
        }
        if let Some(file) = &self.tap {
            outputs.push(Box::new(Tap::new(create(file)?, known())));
        }
        if let Some(file) = &self.markdown {
            outputs.push(Box::new(
                Markdown::new(create(file)?, known()).with_codecs(context.codecs.clone()),
            ));
        }
        if let Some(file) = &self.badge {
            outputs.push(Box::new(Badge::new(create(file)?, known())));
        }
        if self.github {
            outputs.push(Box::new(Annotations::new(stdout(), known())));
            if let Some(file) = std::env::var_os(STEP_SUMMARY).filter(|it| !it.is_empty()) {
                let out = append(Path::new(&file))?;
                outputs.push(Box::new(
                    Markdown::new(out, known()).with_codecs(context.codecs.clone()),
                ));
            }
        }
        Ok(outputs)
    }
}

/// All events as lines of JSON in a file.
pub(crate) fn json_lines(file: &Path) -> anyhow::Result<JsonLines<Closable>> {
    Ok(JsonLines::new(create(file)?))
}

/// Standard output, whose reader may go away.
pub(crate) fn stdout() -> Closable {
    Closable::new(Box::new(io::stdout()))
}

/// A file, emptied, or standard output for `-`.
pub(crate) fn create(path: &Path) -> anyhow::Result<Closable> {
    if is_stdout(path) {
        return Ok(stdout());
    }
    let file = File::create(path).with_context(|| format!("failed to write {}", path.display()))?;
    Ok(Closable::new(Box::new(file)))
}

fn append(path: &Path) -> anyhow::Result<Closable> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    let file = file.with_context(|| format!("failed to write {}", path.display()))?;
    Ok(Closable::new(Box::new(file)))
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    if is_stdout(path) {
        return io::read_to_string(io::stdin()).context("failed to read standard input");
    }
    std::fs::read_to_string(path).with_context(|| format!("failed to read {}", path.display()))
}

pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A stream whose reader may go away: one that closes a pipe has read enough.
pub(crate) struct Closable {
    out: Box<dyn Write>,
    is_closed: bool,
}

impl Closable {
    fn new(out: Box<dyn Write>) -> Self {
        Self {
            out,
            is_closed: false,
        }
    }

    fn heed<T>(&mut self, result: io::Result<T>, otherwise: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(otherwise)
            }
            result => result,
        }
    }
}

impl Write for Closable {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        let result = self.out.write(bytes);
        self.heed(result, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let result = self.out.flush();
        self.heed(result, ())
    }
}
