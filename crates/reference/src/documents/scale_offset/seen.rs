//! What a configuration uses that a reader could get wrong.

use crate::json::Json;

/// Which of the parameters are not given.
pub(super) fn parameters(configuration: &Json) -> Vec<String> {
    let is_missing = |name: &&str| configuration.member(name).is_none();
    let missing = ["offset", "scale"].into_iter().filter(is_missing);
    missing.map(|name| format!("without {name}")).collect()
}
