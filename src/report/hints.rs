//! What a diagnosis says, in lines that reports share; what is surest comes first.

use zarr_conform_runner::Diagnosis;
use zarr_conform_runner::tell::{LONGEST, as_if, close_to, explains, fails_where, refusals_say};
use zarr_conform_runner::text::line;

/// What kind of hint it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Cause,
    Common,
    Close,
    Refusals,
}

/// One line of a diagnosis, in which nothing is longer than it may be.
pub(super) struct Hint {
    pub(super) kind: Kind,
    pub(super) text: String,
}

impl Kind {
    /// The heading of a list of them.
    pub(super) fn heading(self) -> &'static str {
        match self {
            Self::Cause => "Likely causes",
            Self::Common | Self::Close => "What failures have in common",
            Self::Refusals => "Refusals with the same words",
        }
    }

    /// What one of them is.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Cause => "likely cause",
            Self::Common => "what failures have in common",
            Self::Close => "not a cause, but close",
            Self::Refusals => "refusals with the same words",
        }
    }
}

/// The hints of a diagnosis.
pub(super) fn hints(diagnosis: &Diagnosis) -> impl Iterator<Item = Hint> {
    let failures = diagnosis.failures;
    let causes = diagnosis.explanations.iter().map(move |cause| {
        let text = format!("as if {}: {}", as_if(cause), explains(cause, failures));
        (Kind::Cause, text)
    });
    let common = diagnosis
        .common
        .iter()
        .map(|it| (Kind::Common, fails_where(it)));
    let close = diagnosis.close.iter();
    let close = close.map(move |it| (Kind::Close, close_to(it, failures)));
    let refusals = diagnosis.refusals.iter();
    let refusals = refusals.map(|it| {
        let text = format!("{}: {}", refusals_say(it), line(&it.message, LONGEST));
        (Kind::Refusals, text)
    });
    let hints = causes.chain(common).chain(close).chain(refusals);
    hints.map(|(kind, text)| Hint { kind, text })
}
