//! What there is to judge a check by, and how an answer is objected to.

use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde_json::Value;
use zarr_conform_protocol::subject::Bug;
use zarr_conform_protocol::{Breach, Refusal};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Meaning, NodeStated, WholeArray};

use super::left_store::LeftStore;
use super::reader::{HierarchyLeft, Unreadable, WrittenReader};
use super::verdict::{Failure, FailureKind};
use crate::check::{Check, Expected};
use crate::tell::text::shortened;

/// One answer; nothing where the request was left out.
pub(crate) type Reply = Option<Result<Value, Refusal>>;

/// What there is to judge by.
pub(crate) struct Evidence<'a> {
    /// One a request of the check.
    pub replies: Vec<Reply>,
    /// The check's stores, as the implementation left them.
    pub stores: Vec<&'a dyn LeftStore>,
    /// The `zarr.json` of the first store before it was asked; nothing where there was none.
    pub metadata: Option<&'a [u8]>,
    /// Files that it was offered for its answers.
    pub answer_files: &'a [PathBuf],
    /// Who reads what was written.
    pub reader: &'a dyn WrittenReader,
    /// The edition that is judged.
    pub edition: Edition,
}

/// Why an answer is not the expected one.
pub(crate) enum Objection {
    /// It is wrong.
    Failed(Failure),
    /// It is refused.
    Refused(Refusal),
    /// Nothing can be said.
    Silent(String),
    /// Nothing may be said: our own program contradicts itself.
    Bug(Bug),
}

impl From<Failure> for Objection {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

pub(crate) type Held = Result<(), Objection>;

impl Evidence<'_> {
    pub(super) fn all(&self) -> Vec<usize> {
        (0..self.replies.len()).collect()
    }

    /// How the first request was refused, if it was.
    pub(super) fn first_refusal(&self) -> Option<&Refusal> {
        self.replies.first()?.as_ref()?.as_ref().err()
    }

    /// Whether the first request was refused, or never answered.
    pub(super) fn is_refused(&self) -> bool {
        !matches!(self.replies.first(), Some(Some(Ok(_))))
    }

    /// The answers at these positions, apart from those to requests that were left out.
    pub(super) fn given(&self, requests: &[usize]) -> Vec<&Result<Value, Refusal>> {
        let replies = requests.iter().filter_map(|&at| self.replies.get(at));
        replies.filter_map(Option::as_ref).collect()
    }

    /// The first answer that is not of the form that belongs to its request: no verdict can rest on it. What
    /// is said to be lacking need not be answered.
    pub(super) fn breach(&self, check: &Check) -> Option<Failure> {
        if matches!(check.expected, Expected::Denied(_)) {
            return None;
        }
        let answers = check.requests.iter().zip(&self.replies);
        let mut breaches = answers.filter_map(|(asked, reply)| match reply {
            Some(Ok(ok)) => asked.ask.breach(ok),
            _ => None,
        });
        let Breach { expected, found } = breaches.next()?;
        Some(Failure::new(FailureKind::Protocol, expected, found))
    }

    /// What metadata mean to the reader.
    pub(crate) fn read(&self, zarr_json: &[u8]) -> Result<Meaning, Unreadable> {
        self.reader.read(self.edition, zarr_json)
    }

    /// What the reader finds at a path of the hierarchy in a store.
    pub(crate) fn node(
        &self,
        left: &HierarchyLeft<'_>,
        path: &str,
    ) -> Result<NodeStated, Unreadable> {
        self.reader.node(self.edition, left, path)
    }

    /// The elements of the array that the reader finds there.
    pub(crate) fn array(
        &self,
        left: &HierarchyLeft<'_>,
        path: &str,
    ) -> Result<WholeArray, Unreadable> {
        self.reader.array(self.edition, left, path)
    }

    pub(crate) fn store(&self) -> Result<&dyn LeftStore, Failure> {
        let store = self.stores.first().copied();
        store.ok_or_else(|| Failure::new(FailureKind::Protocol, "a store", "none"))
    }
}

/// The first answer, of the form that belongs to its request.
pub(crate) fn first<T: DeserializeOwned>(ok: &[&Value]) -> Result<T, Failure> {
    match ok.first() {
        Some(ok) => parse(ok),
        None => Err(Failure::new(FailureKind::Protocol, "an answer", "none")),
    }
}

/// An answer of the form that belongs to its request.
pub(crate) fn parse<T: DeserializeOwned>(ok: &Value) -> Result<T, Failure> {
    T::deserialize(ok).map_err(|error| {
        Failure::new(
            FailureKind::Protocol,
            "an answer of the form that belongs to the request",
            format!("{}: {error}", shortened(ok)),
        )
    })
}
