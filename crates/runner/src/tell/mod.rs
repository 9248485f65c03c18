//! One failed check, described so that it can be understood: the same fields in every report.

mod hint;
pub mod reason;
pub mod text;

pub use hint::SaidInvalid;

use crate::judge::verdict::{Difference, Failure, FailureKind, Verdict};
use crate::run::diagnosis::{Common, Diagnosis, Explanation, Refusals};
use crate::run::event::CheckResult;
use crate::tell::text::{counted, differing, line};

/// Characters of a message or document that a report shows.
pub const LONGEST: usize = 600;

/// Requirements that are reported of each failure.
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

impl Field {
    fn new(name: &'static str, text: &str) -> Self {
        let text = line(text, LONGEST);
        Self { name, text }
    }
}

/// What a diagnosis says of a failure.
#[derive(Clone, Debug, Default)]
pub struct Likely<'a> {
    /// The misreading that explains it.
    pub cause: Option<&'a Explanation>,
    /// What it has in common with other failures.
    pub common: Option<&'a Common>,
    /// The misreading that comes close.
    pub close: Option<&'a Explanation>,
    /// Requirements that are reported first, in this order.
    pub first: Vec<&'a str>,
}

impl<'a> Likely<'a> {
    /// Of a failure.
    pub fn of(diagnosis: &'a Diagnosis, result: &'a CheckResult) -> Self {
        let of = |all: &'a [Explanation]| {
            let mut all = all.iter();
            all.find(|it| it.checks.contains(&result.check))
        };
        let mut common = diagnosis.common.iter();
        let common = common.find(|it| it.checks.contains(&result.check));
        let cause = of(&diagnosis.explanations);
        let known = match (cause, common) {
            (Some(cause), _) => cause.requirements.as_slice(),
            (None, Some(common)) => common.requirements.as_slice(),
            (None, None) => &[],
        };
        let rest = diagnosis
            .passed
            .rarest_first(result.requirements.iter().map(String::as_str));
        Self {
            cause,
            common,
            close: of(&diagnosis.close),
            first: known.iter().map(String::as_str).chain(rest).collect(),
        }
    }
}

/// What failures have in common, and how well it separates them from what passed: `fails where
/// blosc.shuffle=shuffle and something is read: 152 of 152; otherwise 0 of 1249`.
pub fn fails_where(common: &Common) -> String {
    let failed = common.checks.len() as u64;
    let features = match common.features.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    };
    let counts = format!(
        "{failed} of {}; otherwise {} of {}",
        failed + common.passed,
        common.failed_otherwise,
        common.failed_otherwise + common.passed_otherwise,
    );
    format!("fails where {}: {counts}", line(&features, LONGEST))
}

/// A misreading that is no cause, what it explains, and what speaks against it.
pub fn close_to(close: &Explanation, failures: u64) -> String {
    let pass = close.predicted.saturating_sub(close.as_predicted);
    let pass = match pass {
        1 => "1 that it predicts passes".to_owned(),
        more => format!("{more} that it predicts pass"),
    };
    let explained = close.checks.len();
    let failures = counted(failures, "failure");
    format!(
        "close to: {}: explains {explained} of {failures}, but {pass}",
        as_if(close)
    )
}

/// How far the predictions of a cause hold, to follow what it explains; nothing where that is not
/// known.
pub fn predictions(cause: &Explanation) -> Option<String> {
    let predicted = counted(cause.predicted, "failure");
    let found = match (cause.predicted, cause.as_predicted) {
        (0, _) => return None,
        (1, 1) => "the only failure that it predicts was found".to_owned(),
        (all, same) if all == same => format!("all {predicted} that it predicts were found"),
        (_, same) => format!("of {predicted} that it predicts, {same} were found"),
    };
    Some(match cause.as_well.as_slice() {
        [] => found,
        [other] => format!(
            "{found}; another misreading explains as much: {}",
            line(other, LONGEST)
        ),
        others => format!(
            "{found}; {} other misreadings explain as much: {}",
            others.len(),
            some_of(others)
        ),
    })
}

/// The first three names, and how many more there are.
fn some_of(names: &[String]) -> String {
    let first = names.iter().take(3).map(|it| line(it, LONGEST));
    let first = first.collect::<Vec<_>>().join(", ");
    match names.len() {
        0..=3 => first,
        all => format!("{first} and {} more", all - 3),
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
    likely: &Likely<'_>,
    paraphrase: Paraphrase<'_>,
) -> Vec<Field> {
    let mut fields = Vec::new();
    // What is asked matters only where the answer can be judged.
    if failure.kind != FailureKind::Protocol {
        fields.extend(demands(&requirements(result, &likely.first), paraphrase));
        fields.extend(premise(result));
        fields.push(purpose(&result.comment));
    }
    fields.extend(evidence(result, failure));
    let mut add = |name, text: Option<String>| {
        fields.extend(text.map(|text| Field { name, text }));
    };
    add("as if", likely.cause.map(as_if));
    add("common", likely.common.map(fails_where));
    add("close to", likely.close.map(as_if));
    fields.extend(log(&failure.log));
    fields
}

/// All that is known of a failure whose cause is reported already: as [`fields`], with the requirements
/// that the cause breaks.
pub fn fields_beside_cause(
    result: &CheckResult,
    failure: &Failure,
    cause: &Explanation,
    paraphrase: Paraphrase<'_>,
) -> Vec<Field> {
    let mut fields = demands(&broken(result, cause), paraphrase);
    fields.extend(premise(result));
    fields.extend(evidence(result, failure));
    fields.extend(log(&failure.log));
    fields
}

/// What a check is there for, by the comment of its fact, which is about no library in particular: `looks for` or
/// `open`, and what follows.
pub fn sought(comment: &str) -> (&'static str, String) {
    if comment.starts_with("whether") {
        ("open", comment.to_owned())
    } else {
        ("looks for", format!("a library that {comment}"))
    }
}

/// What a check is there for.
fn purpose(comment: &str) -> Field {
    let (verb, what) = sought(comment);
    Field::new(verb, &what)
}

/// What the demand rests on, where no sentence orders the refusal.
fn premise(result: &CheckResult) -> Option<Field> {
    let premise = result.premise.as_deref()?;
    let text =
        format!("{premise}: what breaks a demand is refused, although no sentence orders it");
    Some(Field::new("premise", &text))
}

/// The requirements that a cause breaks, as far as a check tests them; all, where it tests none; and
/// those of the check, where it is not known what the cause breaks.
pub fn broken<'a>(result: &'a CheckResult, cause: &'a Explanation) -> Vec<&'a String> {
    let broken = || cause.requirements.iter();
    let mut tested = broken()
        .filter(|id| result.requirements.contains(id))
        .peekable();
    match (tested.peek(), cause.requirements.as_slice()) {
        (Some(_), _) => tested.collect(),
        (None, []) => result.requirements.iter().collect(),
        (None, _) => broken().collect(),
    }
}

/// What goes wrong by a cause, and the name of the misreading.
pub fn as_if(cause: &Explanation) -> String {
    let (when, name) = (line(&cause.when, LONGEST), line(&cause.misreading, LONGEST));
    format!("{when} ({name})")
}

/// The requirements that a check tests, these first, in their order.
pub fn requirements<'a>(result: &'a CheckResult, first: &[&str]) -> Vec<&'a String> {
    let place = |id: &String| first.iter().position(|it| it == id);
    let mut requirements: Vec<&String> = result.requirements.iter().collect();
    requirements.sort_by_key(|id| place(id).unwrap_or(first.len()));
    requirements
}

/// What was given, expected and found.
fn evidence(result: &CheckResult, failure: &Failure) -> Vec<Field> {
    let mut fields = Vec::new();
    if let Some(input) = &result.input {
        fields.push(Field::new("given", input));
    }
    // That a refusal is expected is said by the verdict.
    if failure.kind != FailureKind::AcceptedInvalid {
        fields.push(Field::new("expected", &failure.expected));
    }
    fields.push(Field::new("found", &failure.found));
    if let Some(difference) = &failure.difference {
        fields.push(Field::new("first", &describe(difference)));
    }
    if let Some(aftermath) = &failure.aftermath
        && aftermath.found != failure.found
    {
        fields.push(Field::new("besides", &aftermath.found));
    }
    fields
}

/// What the first few of these requirements demand.
fn demands(requirements: &[&String], paraphrase: Paraphrase<'_>) -> Vec<Field> {
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
    last.iter().map(|it| Field::new("stderr", it)).collect()
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
    let likely = Likely::of(diagnosis, result);
    for Field { name, text: value } in fields(result, failure, &likely, paraphrase) {
        text.extend(["    ", &format!("{name:FIELD$}"), &value, "\n"]);
    }
    text.push('\n');
    Some(text)
}

/// Where bytes differ first, in one line: `at (0, 1): expected 0x0002, found 0x0004; 2 of 6 elements
/// differ`.
pub fn describe(difference: &Difference) -> String {
    let Difference {
        expected, found, ..
    } = difference;
    let (place, singular) = match &difference.coordinates {
        Some(coordinates) => {
            let coordinates: Vec<String> = coordinates.iter().map(u64::to_string).collect();
            (format!("at ({})", coordinates.join(", ")), "element")
        }
        None => (format!("from byte {} on", difference.offset), "byte"),
    };
    let differing = differing(difference.differing, difference.total, singular);
    format!("{place}: expected {expected}, found {found}; {differing}")
}
