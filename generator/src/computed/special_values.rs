//! Elements at the ends of a data type's range, and those that arithmetic loses.

use serde_json::Value;
use zarr_conform_reference::data_type::family;
use zarr_conform_reference::{DataType, vector_form};

use crate::elements::distinct;
use crate::given::{self, Given, Members};

/// A chunk of two elements for each special element of each core data type, in each byte order where
/// there are two. Facts about data types of the registry stand in files of their own.
pub(super) fn chunks(_: &Members, line: usize) -> anyhow::Result<Vec<Members>> {
    let mut facts = Vec::new();
    for data_type in DataType::named().filter(|it| !it.is_registered()) {
        for special in family(&data_type).special() {
            let endians: &[&str] = match data_type.size() {
                1 => &["little"],
                _ => &["little", "big"],
            };
            for endian in endians {
                // An ordinary element after it, so that a chunk is never all fill value.
                let ordinary = distinct(data_type, &[3])?.elements[2].clone();
                let elements =
                    [&special.element, &ordinary].map(|it| vector_form::value(data_type, it));
                let members = [
                    ("name", format!("{data_type}-{}-{endian}", special.name)),
                    ("data_type", data_type.to_string()),
                    ("codecs", codecs(endian)),
                    ("elements", Value::from(elements.to_vec()).to_string()),
                    ("comment", comment(&special.mistake, data_type, endian)),
                ];
                let mut members: Members = members
                    .map(|(name, text)| (name.to_owned(), Given::text(text, line)))
                    .to_vec();
                members.push(("requirements".to_owned(), requirements(data_type, line)));
                facts.push(members);
            }
        }
    }
    Ok(facts)
}

/// A mistake, and in which chunks.
fn comment(mistake: &str, data_type: DataType, endian: &str) -> String {
    match data_type.size() {
        1 => format!("{mistake} in chunks of {data_type}"),
        _ => format!("{mistake} in {endian}-endian chunks of {data_type}"),
    }
}

fn codecs(endian: &str) -> String {
    format!(r#"[{{"name": "bytes", "configuration": {{"endian": "{endian}"}}}}]"#)
}

fn requirements(data_type: DataType, line: usize) -> Given {
    let ids = [
        family(&data_type).stored_by(),
        "bytes.endian-variant",
        "data-type.values",
    ];
    Given {
        value: given::Value::List(ids.map(|id| Given::text(id, line)).to_vec()),
        line,
    }
}
