//! Implementations that misbehave: each costs the checks it spoils, and no others.

mod answers;
mod processes;
mod verdicts;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::support::{Judged, double, judge};

/// A request of one check, `demo/chunks/too-short#decode`.
const ONE: &str = r#""encoded":"0001""#;
const SPOILED: &str = "demo/chunks/too-short#decode";

/// Checks with another verdict than the reference gets.
fn differing(judged: &Judged) -> Vec<&str> {
    static GOOD: OnceLock<BTreeMap<String, &str>> = OnceLock::new();
    let good = GOOD.get_or_init(|| {
        let judged = judge(&double("", "never"), &[]);
        let names = judged.order.iter();
        names
            .map(|check| (check.clone(), judged.name(check)))
            .collect()
    });
    let checks = judged.order.iter().map(String::as_str);
    checks
        .filter(|check| judged.name(check) != good[*check])
        .collect()
}
