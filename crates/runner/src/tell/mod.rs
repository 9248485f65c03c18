//! One failed check, told so that it can be understood: the same fields in every report.

pub mod text;

use crate::judge::verdict::{Difference, Failure, FailureKind, Verdict};
use crate::run::diagnosis::{Diagnosis, Explanation, Refusals};
use crate::run::event::CheckResult;
use crate::tell::text::{counted, line};

/// Characters of a message or document that a report shows.
pub const LONGEST: usize = 600;

/// Requirements that are told of each failure.
const DEMANDS: usize = 3;

/// Names of fields, and as many spaces.
const FIELD: usize = 10;

/// Says what a requirement demands, in the suite's own words; nothing for an unknown id.
pub type Paraphrase<'a> = &'a dyn Fn(&str) -> Option<String>;

/// One line about a failure: its name and its escaped text. A field that goes on has no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// What the text is, for example `expected`.
    pub name: &'static str,
    /// The text, harmless and in one line.
    pub text: String,
}

/// The misreading that explains a failure.
pub fn cause<'a>(diagnosis: &'a Diagnosis, result: &CheckResult) -> Option<&'a Explanation> {
    let mut causes = diagnosis.explanations.iter();
    causes.find(|cause| cause.checks.contains(&result.check))
}

/// How far the predictions of a cause hold, to follow what it explains; nothing where that is not
/// known.
pub fn predictions(cause: &Explanation) -> Option<String> {
    let predicted = counted(cause.predicted, "check");
    match (cause.predicted, cause.as_predicted) {
        (0, _) => None,
        (all, same) if all == same => Some(format!("all of {predicted} that it predicts are so")),
        (_, same) => Some(format!(
            "of {predicted} that it predicts, {same} are as predicted"
        )),
    }
}

/// How many failures a cause explains, and how far its predictions hold.
pub fn explains(cause: &Explanation, failures: u64) -> String {
    let explained = cause.checks.len();
    let failures = counted(failures, "failure");
    match predictions(cause) {
        Some(predictions) => format!("explains {explained} of {failures}; {predictions}"),
        None => format!("explains {explained} of {failures}"),
    }
}

/// How many refusals say the same, before what they say.
pub fn refusals_say(refusals: &Refusals) -> String {
    format!("{} say", counted(refusals.checks.len() as u64, "refusal"))
}

/// All that is known of a failure but which check it is and how it failed.
pub fn fields(
    result: &CheckResult,
    failure: &Failure,
    cause: Option<&Explanation>,
    paraphrase: Paraphrase<'_>,
) -> Vec<Field> {
    let mut fields = demands(result, cause, paraphrase);
    let mut add = |name, text: &str| {
        let text = line(text, LONGEST);
        fields.push(Field { name, text });
    };
    add("catches", &result.comment);
    if let Some(input) = &result.input {
        add("given", input);
    }
    // What must be refused, the line before has said.
    if failure.kind != FailureKind::AcceptedInvalid {
        add("expected", &failure.expected);
    }
    add("found", &failure.found);
    if let Some(difference) = &failure.difference {
        add("first", &describe(difference));
    }
    if let Some(aftermath) = &failure.aftermath
        && aftermath.found != failure.found
    {
        add("besides", &aftermath.found);
    }
    if let Some(cause) = cause {
        let (when, name) = (line(&cause.when, LONGEST), line(&cause.misreading, LONGEST));
        let text = format!("{when} ({name})");
        fields.push(Field {
            name: "as if",
            text,
        });
    }
    fields.extend(log(&failure.log));
    fields
}

/// The requirements, those first that the likely cause breaks.
fn demands(
    result: &CheckResult,
    cause: Option<&Explanation>,
    paraphrase: Paraphrase<'_>,
) -> Vec<Field> {
    let broken = cause.map_or(&[][..], |cause| &cause.requirements);
    let mut requirements: Vec<&String> = result.requirements.iter().collect();
    requirements.sort_by_key(|id| !broken.contains(id));
    let told = requirements.iter().take(DEMANDS).map(|requirement| {
        let id = line(requirement, LONGEST);
        let text = match paraphrase(requirement) {
            Some(words) => format!("{id}: {words}"),
            None => id,
        };
        Field {
            name: "demands",
            text,
        }
    });
    let mut told: Vec<Field> = told.collect();
    if let more @ 1.. = requirements.len().saturating_sub(DEMANDS) {
        let text = format!("and {more} more");
        told.push(Field { name: "", text });
    }
    told
}

/// The last lines of standard error, a field each.
fn log(log: &str) -> Vec<Field> {
    const LAST: usize = 10;
    let lines: Vec<&str> = log.lines().collect();
    let last = &lines[lines.len().saturating_sub(LAST)..];
    let field = |text: &&str| Field {
        name: "stderr",
        text: line(text, LONGEST),
    };
    last.iter().map(field).collect()
}

/// All that is known of a failure, as text without styles; nothing of what did not fail.
pub fn explain(
    result: &CheckResult,
    diagnosis: &Diagnosis,
    paraphrase: Paraphrase<'_>,
) -> Option<String> {
    let Verdict::Fail(failure) = &result.verdict else {
        return None;
    };
    let check = line(&result.check, LONGEST);
    let mut text = format!("  {}  {check}\n", failure.kind.name());
    for Field { name, text: value } in fields(result, failure, cause(diagnosis, result), paraphrase)
    {
        text.extend(["    ", &format!("{name:FIELD$}"), &value, "\n"]);
    }
    text.push('\n');
    Some(text)
}

/// Where bytes differ first, in one line.
pub fn describe(difference: &Difference) -> String {
    let Difference {
        expected, found, ..
    } = difference;
    match &difference.coordinates {
        Some(coordinates) => format!(
            "element {coordinates:?} is {found}, expected {expected}; {} of {} differ",
            difference.differing,
            counted(difference.total, "element"),
        ),
        None => format!(
            "from byte {} on {found}, expected {expected}; {} of {} differ",
            difference.offset,
            difference.differing,
            counted(difference.total, "byte"),
        ),
    }
}
