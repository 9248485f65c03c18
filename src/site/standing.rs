//! What a result means to a reader of the site.

use zarr_conform_runner::{CheckResult, FailureKind, SkipReason, Verdict};

/// What a result means, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// Failed what the specification demands.
    Failed(FailureKind),
    /// Not the same in repeated runs.
    Flaky,
    /// Failed what it recommends or permits.
    Advice(FailureKind),
    /// The implementation lacks what is needed.
    Unsupported,
    /// Asking would prove nothing.
    Skipped,
    /// The adapter does not offer the operation.
    NotOffered,
    /// Seen where the text is silent.
    Open,
    /// As the specification says.
    Passed,
}

impl Standing {
    /// What a result means.
    pub(super) fn of(result: &CheckResult) -> Self {
        match &result.verdict {
            Verdict::Pass { .. } => Self::Passed,
            Verdict::Fail(failure) if result.is_required() => Self::Failed(failure.kind),
            Verdict::Fail(failure) => Self::Advice(failure.kind),
            Verdict::Unsupported { .. } => Self::Unsupported,
            Verdict::Flaky { .. } => Self::Flaky,
            Verdict::Skipped {
                reason: SkipReason::NotOffered(_),
            } => Self::NotOffered,
            Verdict::Skipped { .. } => Self::Skipped,
            Verdict::Behaviour { .. } => Self::Open,
        }
    }

    /// Whether a page of its own tells of it.
    pub(super) fn is_told(self) -> bool {
        matches!(self, Self::Failed(_) | Self::Flaky | Self::Advice(_))
    }

    /// In words.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Failed(kind) | Self::Advice(kind) => label_of(kind),
            Self::Flaky => "not the same in every run",
            Self::Unsupported => "not supported",
            Self::Skipped => "skipped",
            Self::NotOffered => "not asked",
            Self::Open => "left open",
            Self::Passed => "passed",
        }
    }

    /// The class that style sheets and filters know it by.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Failed(_) => "failed",
            Self::Advice(_) => "advice",
            Self::Flaky => "flaky",
            Self::Unsupported => "unsupported",
            Self::Skipped => "skipped",
            Self::NotOffered => "not-asked",
            Self::Open => "open",
            Self::Passed => "passed",
        }
    }
}

/// A way to fail in words.
pub(super) fn label_of(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::WrongData => "wrong data",
        FailureKind::WrongMetadata => "wrong metadata",
        FailureKind::NotAsConfigured => "written other than configured",
        FailureKind::AcceptedInvalid => "accepted what is invalid",
        FailureKind::RejectedValid => "rejected what is valid",
        FailureKind::Crash => "crashed",
        FailureKind::Timeout => "no answer in time",
        FailureKind::Protocol => "broke the protocol",
        FailureKind::ClaimsUnknown => "claimed to know an unknown name",
        FailureKind::FalseClaim => "claimed what it lacks",
    }
}

/// What a way to fail means, in a sentence.
pub(super) fn meaning_of(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::WrongData => "Elements, bytes or positions were wrong, and no error said so.",
        FailureKind::WrongMetadata => {
            "Metadata was understood or written wrong, and no error said so."
        }
        FailureKind::NotAsConfigured => {
            "What was written decodes to the right elements, but is not encoded as its metadata say."
        }
        FailureKind::AcceptedInvalid => "Something that the specification rules out was accepted.",
        FailureKind::RejectedValid => "Something that the specification allows was refused.",
        FailureKind::Crash => "The process ended.",
        FailureKind::Timeout => "No answer came in time.",
        FailureKind::Protocol => "The answer was not what the adapter's protocol asks for.",
        FailureKind::ClaimsUnknown => {
            "A name that was generated for this run was treated as known."
        }
        FailureKind::FalseClaim => {
            "The adapter says that it offers something, and it does not support the plainest case."
        }
    }
}
