//! Mistakes in the configuration and the fill value of moments and durations.

use serde_json::{Value, json};
use zarr_conform_reference::DataType;

use super::edit::Edit;
use super::{Place, Rule};
use crate::Case;

const CONFIGURATION: &str = "/data_type/configuration";

/// The changes, where the data type is one of durations, or one of moments.
fn of(case: &Case, is_duration: bool, edits: impl FnOnce() -> Vec<Edit>) -> Vec<Edit> {
    match case.data_type {
        DataType::Time(time) if time.is_duration == is_duration => edits(),
        _ => Vec::new(),
    }
}

fn units() -> Vec<Edit> {
    let text = ["", "S", "MS", "seconds", "sec", "10s", "s ", "Q", "Generic"];
    let others = [json!(null), json!(1), json!(true), json!([]), json!({})];
    let values = text.map(Value::from).into_iter().chain(others);
    Edit::each(&format!("{CONFIGURATION}/unit"), values)
}

fn scale_factors() -> Vec<Edit> {
    let numbers = [
        json!(0),
        json!(-1),
        json!(2_147_483_648_u64),
        json!(4_294_967_297_u64),
        json!(1.5),
    ];
    let others = [json!(null), json!("1"), json!(true), json!([1]), json!({})];
    let values = numbers.into_iter().chain(others);
    Edit::each(&format!("{CONFIGURATION}/scale_factor"), values)
}

fn configurations() -> Vec<Edit> {
    vec![
        Edit::Remove(CONFIGURATION.to_owned()),
        Edit::Remove(format!("{CONFIGURATION}/unit")),
        Edit::Remove(format!("{CONFIGURATION}/scale_factor")),
        Edit::Set(CONFIGURATION.to_owned(), json!({})),
    ]
}

fn members() -> Vec<Edit> {
    let names = ["order", "units", "zarr-conform-unknown"];
    let set = |name| Edit::Set(format!("{CONFIGURATION}/{name}"), json!(1));
    names.map(set).into()
}

fn fill_values() -> Vec<Edit> {
    let text = ["", "1", "nat", "NAT", "-NaT", "NaN", "1970-01-01", "PT1S"];
    let others = [
        json!(1.5),
        json!(9_223_372_036_854_775_808_u64),
        json!(true),
        json!(null),
        json!([]),
        json!({}),
    ];
    let values = text.map(Value::from).into_iter().chain(others);
    Edit::each("/fill_value", values)
}

/// The mistakes of one data type, by its name without `numpy.` and whether it is one of durations.
macro_rules! rules {
    ($name:literal, $is_duration:literal) => {
        [
            Rule {
                name: concat!("a unit that ", $name, " does not have"),
                comment: concat!("opens a random array of ", $name, " whose unit is not one of those listed"),
                why: "the unit is not one of those listed",
                requirements: &[concat!($name, ".unit")],
                place: Place::Members(|case| of(case, $is_duration, units)),
            },
            Rule {
                name: concat!("a scale factor that ", $name, " does not have"),
                comment: concat!("opens a random array of ", $name, " whose scale factor is not from 1 to 2^31 - 1"),
                why: "the scale factor is not an integer from 1 to 2^31 - 1",
                requirements: &[concat!($name, ".scale-factor")],
                place: Place::Members(|case| of(case, $is_duration, scale_factors)),
            },
            Rule {
                name: concat!("a configuration of ", $name, " that is incomplete"),
                comment: concat!("opens a random array of ", $name, " whose unit or scale factor is missing"),
                why: "a configuration with unit and scale factor is required",
                requirements: &[concat!($name, ".configuration")],
                place: Place::Members(|case| of(case, $is_duration, configurations)),
            },
            Rule {
                name: concat!("another member in the configuration of ", $name),
                comment: concat!("opens a random array of ", $name, " whose configuration has another member"),
                why: "no additional members are permitted",
                requirements: &[concat!($name, ".no-additional-fields")],
                place: Place::Members(|case| of(case, $is_duration, members)),
            },
            Rule {
                name: concat!("a fill value that ", $name, " does not have"),
                comment: concat!("accepts a fill value that is not a number in range or NaT for a random array of ", $name),
                why: "the fill value is not an integer of 64 bits or NaT",
                requirements: &[concat!($name, ".fill-value")],
                place: Place::Members(|case| of(case, $is_duration, fill_values)),
            },
        ]
    };
}

pub(super) const OF_MOMENTS: &[Rule] = &rules!("datetime64", false);
pub(super) const OF_DURATIONS: &[Rule] = &rules!("timedelta64", true);
