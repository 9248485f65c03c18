//! Other readings of moments and durations that their documents permit.

use super::misreadings::respelled;
use crate::json::Json;
use crate::permitted::{CURRENT, Permitted, Tendency};
use crate::steps::Replacement;

pub(crate) const LIST: &[Permitted] = &[Permitted {
    name: "micro-sign",
    open: "micro-sign-in-units",
    does: "takes the micro sign U+00B5 for the Greek letter of \"μs\"",
    editions: CURRENT,
    tendency: Tendency::Lenient,
    replacements: &[Replacement::data_type(|steps, value| {
        let with_letter = |members: &mut Vec<(String, Json)>| {
            for (_, value) in members.iter_mut().filter(|(name, _)| name == "unit") {
                if value.as_str() == Some("\u{b5}s") {
                    *value = Json::String("us".to_owned());
                }
            }
        };
        respelled(steps, value, with_letter)
    })],
}];
