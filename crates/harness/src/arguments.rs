//! The arguments of a test program, as `cargo test` and `cargo nextest` give them.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What a test program says of its arguments.
pub(crate) const HELP: &str = "\
Usage: [OPTIONS] [FILTER]...

Runs the tests whose names contain one of the filters; all, without a filter.

Options:
      --exact                   A filter is a whole name
      --skip FILTER             Leave out tests whose names contain this; can be given several times
      --list                    List the tests and run none
      --ignored                 Run only ignored tests: none, since what is ignored shows when it runs
      --include-ignored         Run all tests, which happens anyhow
      --test-threads NUMBER     How many tests run at once [default: the number of processors]
                                With 1, the name of each test is written before it runs, so that the last
                                one is the test in which the process ended
  -q, --quiet                   One character for each test, as --format terse
      --format pretty|terse|json  How results are written [default: pretty]
      --color auto|always|never   Whether results are coloured [default: auto]
      --logfile PATH            Write results to this file
      --test                    Run tests and no benchmarks, which happens anyhow
      --bench                   Run benchmarks and no tests: there are none
      --no-capture, --nocapture, --show-output, -Z NAME
                                Taken and ignored: what tests print is never captured
  -h, --help                    Show this
";

/// Which tests run, and how their results are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arguments {
    pub(crate) purpose: Purpose,
    /// Parts of names, or names; none of them stands for all tests.
    pub(crate) filters: Vec<String>,
    pub(crate) skip: Vec<String>,
    pub(crate) is_exact: bool,
    /// Only what is ignored by its declaration, which no test here is.
    pub(crate) only_ignored: bool,
    pub(crate) only_benchmarks: bool,
    pub(crate) threads: Option<NonZeroUsize>,
    pub(crate) format: Option<Format>,
    pub(crate) color: Color,
    pub(crate) logfile: Option<PathBuf>,
}

/// What the program is asked to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Purpose {
    #[default]
    Run,
    List,
    Help,
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// A line for each test.
    Pretty,
    /// A character for each test.
    Terse,
    /// A JSON object for each event.
    Json,
}

/// Whether results are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Color {
    /// On a terminal, where `NO_COLOR` is not set.
    #[default]
    Auto,
    Always,
    Never,
}

impl Arguments {
    /// Reads the arguments after the name of the program.
    ///
    /// # Errors
    /// Says which argument is not known, has no value or a wrong one.
    pub(crate) fn parse(given: impl IntoIterator<Item = OsString>) -> Result<Self, String> {
        let mut arguments = Self::default();
        let mut given = given.into_iter();
        let mut only_filters = false;
        while let Some(argument) = given.next() {
            let argument = text(argument)?;
            if only_filters || !argument.starts_with('-') || argument == "-" {
                arguments.filters.push(argument);
            } else if argument == "--" {
                only_filters = true;
            } else {
                arguments.option(&argument, &mut given)?;
            }
        }
        Ok(arguments)
    }

    fn option(
        &mut self,
        argument: &str,
        rest: &mut impl Iterator<Item = OsString>,
    ) -> Result<(), String> {
        let (name, mut given) = match argument.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
            _ if argument.starts_with("-Z") && argument.len() > 2 => {
                ("-Z", Some(argument[2..].to_owned()))
            }
            _ => (argument, None),
        };
        let mut value = || match given.take() {
            Some(value) => Ok(value),
            None => match rest.next() {
                Some(value) => text(value),
                None => Err(format!("found no value after {name}")),
            },
        };
        match name {
            "--skip" => self.skip.push(value()?),
            "--test-threads" => {
                let number = value()?;
                let threads = number.parse();
                self.threads = Some(threads.map_err(|_| {
                    format!("found --test-threads {number:?}, expected a number from 1")
                })?);
            }
            "--format" => self.write_as(match value()?.as_str() {
                "pretty" => Format::Pretty,
                "terse" => Format::Terse,
                "json" => Format::Json,
                other => {
                    return Err(format!(
                        "found --format {other:?}, expected pretty, terse or json"
                    ));
                }
            })?,
            "--color" => {
                self.color = match value()?.as_str() {
                    "auto" => Color::Auto,
                    "always" => Color::Always,
                    "never" => Color::Never,
                    other => {
                        return Err(format!(
                            "found --color {other:?}, expected auto, always or never"
                        ));
                    }
                }
            }
            "--logfile" => self.logfile = Some(value()?.into()),
            "-Z" => drop(value()?),
            _ => self.flag(name)?,
        }
        match given {
            Some(value) => Err(format!(
                "found {argument:?}, but {name} has no value {value:?}"
            )),
            None => Ok(()),
        }
    }

    fn flag(&mut self, name: &str) -> Result<(), String> {
        match name {
            "--exact" => self.is_exact = true,
            "--list" => self.purpose = Purpose::List,
            "--ignored" => self.only_ignored = true,
            "--bench" => self.only_benchmarks = true,
            "-q" | "--quiet" => self.write_as(Format::Terse)?,
            "-h" | "--help" => self.purpose = Purpose::Help,
            "--include-ignored" | "--test" | "--nocapture" | "--no-capture" | "--show-output" => {}
            _ => {
                return Err(format!(
                    "found the argument {name:?}, which --help does not know"
                ));
            }
        }
        Ok(())
    }

    fn write_as(&mut self, format: Format) -> Result<(), String> {
        match self.format.replace(format) {
            Some(other) if other != format => {
                Err("found two formats, expected one of --quiet and --format".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// Whether a test of this name, with what may stand before it in lists, is run or listed.
    pub(crate) fn has(&self, name: &str, whole_name: &str) -> bool {
        let is_meant = |filter: &String| {
            if self.is_exact {
                filter == name || filter == whole_name
            } else {
                whole_name.contains(filter)
            }
        };
        !self.only_ignored
            && (self.filters.is_empty() || self.filters.iter().any(is_meant))
            && !self.skip.iter().any(is_meant)
    }
}

fn text(argument: OsString) -> Result<String, String> {
    let refused = |it: OsString| format!("found the argument {}, expected UTF-8", it.display());
    argument.into_string().map_err(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(given: &str) -> Result<Arguments, String> {
        Arguments::parse(given.split_whitespace().map(OsString::from))
    }

    #[test]
    fn what_cargo_and_nextest_give_is_understood() {
        let nextest = parse("--list --format terse --ignored").unwrap();
        assert!(nextest.purpose == Purpose::List && nextest.only_ignored);
        assert_eq!(nextest.format, Some(Format::Terse));
        let one = parse("--exact a/b --nocapture").unwrap();
        assert!(one.is_exact && one.filters == ["a/b"]);
        let many = parse("a --skip b --skip=c --test-threads=3 -q --color never -- -d").unwrap();
        assert_eq!(many.filters, ["a", "-d"]);
        assert_eq!(many.skip, ["b", "c"]);
        assert_eq!(many.threads, NonZeroUsize::new(3));
        assert_eq!(
            (many.format, many.color),
            (Some(Format::Terse), Color::Never)
        );
        assert_eq!(
            parse("-Z unstable-options -Zother --test --include-ignored --show-output"),
            Ok(Arguments::default())
        );
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for (given, told) in [
            ("--exatc", "found the argument \"--exatc\""),
            ("--skip", "found no value after --skip"),
            ("--exact=1", "--exact has no value \"1\""),
            ("--test-threads 0", "expected a number from 1"),
            ("--format junit", "expected pretty, terse or json"),
            ("--color blue", "expected auto, always or never"),
            ("-q --format json", "found two formats"),
        ] {
            let error = parse(given).unwrap_err();
            assert!(error.contains(told), "{given}: {error}");
        }
    }

    #[test]
    fn filters_are_parts_of_names_or_names() {
        let has =
            |given: &str, name: &str| parse(given).unwrap().has(name, &format!("[may] {name}"));
        assert!(has("", "a/b"));
        assert!(has("c b", "a/b") && !has("c d", "a/b"));
        assert!(has("may", "a/b") && !has("--exact may", "a/b"));
        assert!(has("--exact a/b", "a/b") && !has("--exact a", "a/b"));
        let whole = ["--exact", "[may] a/b"].map(OsString::from);
        assert!(Arguments::parse(whole).unwrap().has("a/b", "[may] a/b"));
        assert!(!has("a --skip b", "a/b") && has("--exact --skip a", "a/b"));
        assert!(!has("--ignored", "a/b"));
    }
}
