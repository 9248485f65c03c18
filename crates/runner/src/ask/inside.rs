//! Asking an implementation in the same process, with stores in memory: no folders, no lines of
//! text, no threads. Judging is the same as for others.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;

use crate::ask::spelling::{Next, RefusedSpelling};
use crate::ask::worker::{is_sent, verdict_unasked};
use crate::check::{Asked, Check};
use crate::judge;
use crate::judge::evidence::Evidence;
use crate::judge::nodes::found;
use crate::judge::reader::WrittenReader;
use crate::judge::verdict::{Failure, FailureKind, Verdict};
use zarr_conform_protocol::subject::NoResult;
use zarr_conform_protocol::{Ask, Hello};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::Store;

/// An implementation in the same process.
pub trait Inside {
    /// Answers one request other than `hello`: `ok` of the form that belongs to `ask`. Where it is
    /// about a store, that is `store` and not the folder that `ask` names.
    ///
    /// # Errors
    /// A refusal, or a bug of ours.
    fn answer(&self, ask: &Ask, store: &mut Store) -> Result<Value, NoResult>;
}

/// How implementations in the same process are asked.
pub struct Within<'a> {
    /// What they say of themselves.
    pub hello: Hello,
    /// Who reads metadata that they write.
    pub reader: &'a dyn WrittenReader,
    /// The edition to judge by.
    pub edition: Edition,
}

impl Within<'_> {
    /// The verdict on a check, as far as its own answers show it: what a refusal is worth, its
    /// twin shows. A panic is a crash, and so is a bug of ours: nobody but our own reference is
    /// judged here.
    pub fn judge(&self, check: &Check, inside: &dyn Inside) -> Verdict {
        if let Some(verdict) = verdict_unasked(&self.hello, check) {
            return verdict;
        }
        let verdict = self.ask(check, inside);
        let mut next = RefusedSpelling::after(check, verdict, self.reader, self.edition);
        loop {
            next = match next {
                Next::Final(verdict) => return verdict,
                Next::Ask(check, refused) => refused.answered(&self.ask(&check, inside)),
            };
        }
    }

    /// The verdict on a check that is asked.
    fn ask(&self, check: &Check, inside: &dyn Inside) -> Verdict {
        let mut stores = check.stores.clone();
        let mut replies = Vec::with_capacity(check.requests.len());
        for asked in &check.requests {
            if !is_sent(&self.hello, asked) {
                replies.push(None);
                continue;
            }
            let answered = AssertUnwindSafe(|| answer(asked, &mut stores, inside));
            match catch_unwind(answered) {
                Ok(Ok(ok)) => replies.push(Some(found(&asked.ask, Ok(ok)))),
                Ok(Err(NoResult::Refused(refusal))) => replies.push(Some(Err(refusal))),
                Ok(Err(NoResult::Bug(bug))) => return crash(&bug),
                Err(panic) => return crash(&panic_message(&*panic)),
            }
        }
        let evidence = Evidence {
            replies,
            stores: stores.iter().map(|it| it as _).collect(),
            metadata: check
                .stores
                .first()
                .and_then(|it| it.get("zarr.json"))
                .map(|it| &**it),
            answer_files: &[],
            reader: self.reader,
            edition: self.edition,
        };
        judge::judge(check, &evidence).unwrap_or_else(|bug| crash(&bug))
    }
}

fn answer(asked: &Asked, stores: &mut [Store], inside: &dyn Inside) -> Result<Value, NoResult> {
    let mut none = Store::new();
    let store = asked.store.and_then(|at| stores.get_mut(at));
    inside.answer(&asked.ask, store.unwrap_or(&mut none))
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let message = panic.downcast_ref::<String>().map(String::as_str);
    let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panic: {}", message.unwrap_or("without a message"))
}

fn crash(found: &dyn ToString) -> Verdict {
    Verdict::Fail(Box::new(Failure::new(
        FailureKind::Crash,
        "an answer",
        found.to_string(),
    )))
}
