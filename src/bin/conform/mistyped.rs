//! Command lines that cannot be understood, with what was meant where that can be seen.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, Error};
use zarr_conform::process::with_interpreter;

use crate::Arguments;

/// Says what is wrong with the command line, or what was asked for, such as the help.
pub(crate) fn exit(error: &Error) -> ExitCode {
    // Nothing can be reported where the stream is closed.
    let _ = error.print();
    let words: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|it| it.to_string_lossy().into_owned())
        .collect();
    if let Some(hint) = hint(error, &words) {
        let _ = writeln!(std::io::stderr(), "\n  {hint}");
    }
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// What to type instead, where the error does not say so itself.
fn hint(error: &Error, words: &[String]) -> Option<String> {
    let stray = stray(error)?;
    if let Some(option) = with_one_dash(words, &stray) {
        return Some(format!("did you mean --{option}?"));
    }
    // The error itself names an option that is spelled alike.
    if error.get(ContextKind::SuggestedArg).is_some() {
        return None;
    }
    let command = meant(words, &stray)?;
    Some(if stray.starts_with("--") {
        format!("if {stray} is an option of the implementation: {command}")
    } else {
        format!("did you mean: {command}")
    })
}

/// The word that has no meaning where it stands.
fn stray(error: &Error) -> Option<String> {
    let kinds = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg];
    kinds.iter().find_map(|kind| match error.get(*kind)? {
        ContextValue::String(word) => Some(word.clone()),
        _ => None,
    })
}

/// The option of this program that a word is which has one dash in place of two; of such a word, the
/// first letter by itself has no meaning.
fn with_one_dash<'a>(words: &'a [String], stray: &str) -> Option<&'a str> {
    let mut names = words.iter().filter_map(|it| {
        let name = it.strip_prefix('-')?;
        (it.starts_with(stray) && !name.starts_with('-')).then_some(name)
    });
    names.find(|it| is_option(&format!("--{it}")))
}

/// The command line that was meant, by a word of it that has no meaning where it stands.
fn meant(words: &[String], stray: &str) -> Option<String> {
    let at = words.iter().position(|it| it == stray)?;
    let before = words[..at].iter().rposition(|it| it == "--impl");
    let command = match before {
        // What follows up to an option of this program is one command, unless it is quoted already.
        Some(option) if at < end(words, option + 1) && !is_quoted(&words[option + 1]) => {
            &words[option + 1..end(words, at)]
        }
        None if at == 0 && is_file(stray) => {
            let rest = words[1..end(words, 0)].iter().cloned();
            let command = with_interpreter(&in_folder(stray)).into_iter().chain(rest);
            return Some(line(
                &[],
                &command.collect::<Vec<_>>(),
                &words[end(words, 0)..],
            ));
        }
        _ => return None,
    };
    let option = before.unwrap_or_default();
    Some(line(&words[..option], command, &words[end(words, at)..]))
}

/// Where the words from this one on come to an option of this program.
fn end(words: &[String], from: usize) -> usize {
    let options = words.iter().skip(from).position(|it| is_option(it));
    options.map_or(words.len(), |it| from + it)
}

/// Whether a word is an option of this program, perhaps with its value.
fn is_option(word: &str) -> bool {
    let known = Arguments::command();
    let name = word.strip_prefix("--").unwrap_or_default();
    let name = name.split_once('=').map_or(name, |(name, _)| name);
    let commands = std::iter::once(&known).chain(known.get_subcommands());
    let mut arguments = commands.flat_map(clap::Command::get_arguments);
    arguments.any(|it| it.get_long() == Some(name))
}

/// Whether a word is a whole command with its arguments.
fn is_quoted(word: &str) -> bool {
    word.contains(char::is_whitespace)
}

fn line(before: &[String], command: &[String], after: &[String]) -> String {
    let command = shell_words::join(command);
    let words = ["conform".to_owned()]
        .into_iter()
        .chain(before.iter().cloned())
        .chain(["--impl".to_owned(), command])
        .chain(after.iter().cloned());
    shell_words::join(words)
}

/// Whether a word names a file, or looks as if it did.
fn is_file(word: &str) -> bool {
    Path::new(word).is_file() || word.contains('/') || with_interpreter(word).len() > 1
}

/// The path of a file by which it is started.
fn in_folder(file: &str) -> String {
    if file.contains('/') || with_interpreter(file).len() > 1 {
        file.to_owned()
    } else {
        format!("./{file}")
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use rstest::rstest;

    use super::*;

    fn meant_by(line: &str, stray: &str) -> Option<String> {
        meant(&shell_words::split(line).unwrap(), stray)
    }

    /// The hint after the error of a command line.
    fn hint_of(line: &str) -> Option<String> {
        let words = shell_words::split(line).unwrap();
        let all = std::iter::once("conform".to_owned()).chain(words.clone());
        hint(&Arguments::try_parse_from(all).unwrap_err(), &words)
    }

    #[rstest]
    #[case::like_an_option("--impl ./a --filtre x", None)]
    #[case::like_another("--impl ./a --verbos", None)]
    #[case::like_an_option_of_fuzz("fuzz --impl ./a --case 1 --sede 2", None)]
    #[case::after_a_quoted_command("--impl 'python3 a.py' --nonsense", None)]
    #[case::word_after_a_quoted_command("--impl 'python3 a.py' nonsense", None)]
    #[case::like_a_command("reprot", None)]
    #[case::of_the_adapter(
        "--impl ./a --nonsense",
        Some("if --nonsense is an option of the implementation: conform --impl './a --nonsense'")
    )]
    #[case::one_dash("-impl ./a", Some("did you mean --impl?"))]
    #[case::one_dash_and_a_value("-impl=./a", Some("did you mean --impl=./a?"))]
    #[case::one_dash_behind("--impl ./a -quiet", Some("did you mean --quiet?"))]
    fn a_hint_is_about_what_is_mistyped(#[case] line: &str, #[case] expected: Option<&str>) {
        assert_eq!(hint_of(line).as_deref(), expected);
    }

    #[test]
    fn a_command_without_quotes_is_quoted() {
        for (line, stray, expected) in [
            (
                "--impl python3 adapter.py",
                "adapter.py",
                "conform --impl 'python3 adapter.py'",
            ),
            (
                "--quiet --impl python3 -u adapter.py --filter 'core/*'",
                "-u",
                "conform --quiet --impl 'python3 -u adapter.py' --filter 'core/*'",
            ),
            (
                "adapter.py --jobs 1",
                "adapter.py",
                "conform --impl 'python3 -u adapter.py' --jobs 1",
            ),
            ("./adapter", "./adapter", "conform --impl ./adapter"),
        ] {
            assert_eq!(meant_by(line, stray).as_deref(), Some(expected));
        }
        assert_eq!(meant_by("reprot", "reprot"), None);
        assert_eq!(meant_by("fuzz --impl './adapter x' --cases -1", "-1"), None);
        assert_eq!(meant_by("--quiet --fliter x", "--fliter"), None);
        assert_eq!(meant_by("--impl './adapter x' y", "y"), None);
    }
}
