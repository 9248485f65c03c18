//! What must not matter in array metadata: members that may be absent, their order, white space.
//!
//! If all stores looked alike, one bug about a missing `attributes` would fail everything and hide
//! every other bug, and a bug about `attributes` that are there would never be seen. So each store
//! shows its metadata in one of ten ways. Any two values of two different properties occur together
//! in one of them.

use serde::Serialize;
use serde_json::{Map, Value, json};

use zarr_conform_terms::DataTypeValue;

use crate::plain;

/// One way to show the metadata of an array. It changes nothing that the metadata mean for elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The member `attributes`.
    pub attributes: Attributes,
    /// The member `dimension_names`.
    pub dimension_names: DimensionNames,
    /// The order of the members of each object.
    pub order: Order,
    /// The white space around what structures the text.
    pub white_space: WhiteSpace,
    /// The member `storage_transformers`.
    pub storage_transformers: StorageTransformers,
}

/// What `attributes` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attributes {
    /// There is no such member.
    Absent,
    /// An object without members.
    Empty,
    /// An object with plain members: a string, a list and an object.
    Filled,
}

/// What `dimension_names` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DimensionNames {
    /// There is no such member.
    Absent,
    /// A string for each dimension, all different.
    Given,
    /// The same with null for the first dimension, and for each second one after it.
    WithNull,
}

/// In which order the members stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Mandatory members, then optional ones, as the specification describes them.
    OfText,
    /// The reverse of that, in the objects within the document too.
    Reversed,
    /// By name, in the objects within the document too.
    ByName,
}

/// Where white space stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhiteSpace {
    /// One member of the document on each line.
    Lines,
    /// Nowhere.
    Nowhere,
    /// All four kinds of it around everything that structures the text.
    Everywhere,
}

/// What `storage_transformers` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageTransformers {
    /// There is no such member.
    Absent,
    /// An empty list.
    Empty,
}

/// The pairwise table.
const TABLE: [Presentation; 10] = {
    use {Attributes as A, DimensionNames as D, Order as O};
    use {StorageTransformers as T, WhiteSpace as W};
    [
        row(A::Absent, D::Absent, O::OfText, W::Lines, T::Absent),
        row(A::Absent, D::Given, O::Reversed, W::Everywhere, T::Absent),
        row(A::Absent, D::WithNull, O::ByName, W::Nowhere, T::Absent),
        row(A::Empty, D::Absent, O::Reversed, W::Nowhere, T::Absent),
        row(A::Empty, D::Given, O::ByName, W::Lines, T::Empty),
        row(A::Empty, D::WithNull, O::OfText, W::Everywhere, T::Absent),
        row(A::Filled, D::Absent, O::ByName, W::Everywhere, T::Empty),
        row(A::Filled, D::Given, O::OfText, W::Nowhere, T::Empty),
        row(A::Filled, D::WithNull, O::Reversed, W::Lines, T::Absent),
        row(A::Absent, D::WithNull, O::Reversed, W::Everywhere, T::Empty),
    ]
};

const fn row(
    attributes: Attributes,
    dimension_names: DimensionNames,
    order: Order,
    white_space: WhiteSpace,
    storage_transformers: StorageTransformers,
) -> Presentation {
    Presentation {
        attributes,
        dimension_names,
        order,
        white_space,
        storage_transformers,
    }
}

impl Presentation {
    /// The mandatory members in the order of the specification, one on each line, and nothing more.
    pub const PLAIN: Self = TABLE[0];

    /// All ten: the pairwise table.
    pub const ALL: [Self; 10] = TABLE;

    /// That of a fact. A refused fact has that of its twin, so that the two differ in one thing only.
    /// It follows from the id alone, so that facts may come and go without changing others.
    pub fn of(id: &str, twin: Option<&str>) -> Self {
        let id = twin.unwrap_or(id);
        // FNV-1a, which spreads ids that differ in one character.
        let hash = id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        TABLE[usize::try_from(hash % TABLE.len() as u64).unwrap_or(0)]
    }

    /// The mandatory members of the metadata of an array with a regular grid, in the order of the specification.
    pub fn members(
        (shape, chunk_shape): (&[u64], &[u64]),
        data_type: &DataTypeValue,
        chunk_key_encoding: Value,
        fill_value: Value,
        codecs: Value,
    ) -> Vec<(&'static str, Value)> {
        vec![
            ("zarr_format", json!(3)),
            ("node_type", json!("array")),
            ("shape", json!(shape)),
            ("data_type", data_type.into()),
            ("chunk_grid", plain::chunk_grid(chunk_shape)),
            ("chunk_key_encoding", chunk_key_encoding),
            ("fill_value", fill_value),
            ("codecs", codecs),
        ]
    }

    /// The text of metadata with these members, for an array of `rank` dimensions. `mandatory` are
    /// in the order of the specification.
    pub fn text(self, mandatory: Vec<(&str, Value)>, rank: usize) -> String {
        let mut members: Map<String, Value> = mandatory
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect();
        let optional = [
            ("attributes", self.attributes()),
            ("storage_transformers", self.storage_transformers()),
            ("dimension_names", self.dimension_names(rank)),
        ];
        for (name, value) in optional {
            members.extend(value.map(|value| (name.to_owned(), value)));
        }
        let members = self.ordered(&members).into_iter();
        let mut text = String::with_capacity(512);
        if self.white_space == WhiteSpace::Lines {
            for (at, (name, value)) in members.enumerate() {
                text.push_str(if at == 0 { "{\n  " } else { ",\n  " });
                self.member(&mut text, name, value);
            }
            text.push_str("\n}\n");
        } else {
            self.enclosed(&mut text, ['{', '}'], members, |text, (name, value)| {
                self.member(text, name, value);
            });
        }
        text
    }

    fn attributes(self) -> Option<Value> {
        match self.attributes {
            Attributes::Absent => None,
            Attributes::Empty => Some(json!({})),
            Attributes::Filled => Some(json!({
                "units": "K",
                "levels": [1, 2, 3],
                "source": {"name": "buoy", "checked": true},
            })),
        }
    }

    fn storage_transformers(self) -> Option<Value> {
        match self.storage_transformers {
            StorageTransformers::Absent => None,
            StorageTransformers::Empty => Some(json!([])),
        }
    }

    fn dimension_names(self, rank: usize) -> Option<Value> {
        let name = |i: usize| match self.dimension_names {
            DimensionNames::WithNull if i.is_multiple_of(2) => Value::Null,
            _ => json!(format!("axis{i}")),
        };
        match self.dimension_names {
            DimensionNames::Absent => None,
            _ => Some((0..rank).map(name).collect()),
        }
    }

    fn ordered(self, members: &Map<String, Value>) -> Vec<(&String, &Value)> {
        let mut members: Vec<_> = members.iter().collect();
        match self.order {
            Order::OfText => {}
            Order::Reversed => members.reverse(),
            Order::ByName => members.sort_by_key(|(name, _)| *name),
        }
        members
    }

    /// Appends a member of an object.
    fn member(self, text: &mut String, name: &str, value: &Value) {
        spelled_plainly(text, &name);
        self.sign(text, ':');
        self.spelled(text, value);
    }

    /// Appends a value.
    fn spelled(self, text: &mut String, value: &Value) {
        match value {
            Value::Array(entries) => {
                let entries = entries.iter();
                self.enclosed(text, ['[', ']'], entries, |text, it| self.spelled(text, it));
            }
            Value::Object(members) => {
                let members = self.ordered(members).into_iter();
                self.enclosed(text, ['{', '}'], members, |text, (name, value)| {
                    self.member(text, name, value);
                });
            }
            other => spelled_plainly(text, other),
        }
    }

    /// Appends items in brackets.
    fn enclosed<T>(
        self,
        text: &mut String,
        brackets: [char; 2],
        items: impl Iterator<Item = T>,
        item: impl Fn(&mut String, T),
    ) {
        let bracket = |text: &mut String, bracket| match self.white_space {
            WhiteSpace::Everywhere => self.sign(text, bracket),
            WhiteSpace::Lines | WhiteSpace::Nowhere => text.push(bracket),
        };
        bracket(text, brackets[0]);
        for (at, it) in items.enumerate() {
            if at > 0 {
                self.sign(text, ',');
            }
            item(text, it);
        }
        bracket(text, brackets[1]);
    }

    /// Appends a character that structures the text, and the white space around it.
    fn sign(self, text: &mut String, sign: char) {
        let (before, after) = match self.white_space {
            WhiteSpace::Lines => ("", " "),
            WhiteSpace::Nowhere => ("", ""),
            WhiteSpace::Everywhere => (" ", "\r\n\t"),
        };
        text.push_str(before);
        text.push(sign);
        text.push_str(after);
    }
}

/// Appends what has no signs of structure; no string, number or name fails to be spelled.
fn spelled_plainly(text: &mut String, it: &impl Serialize) {
    text.push_str(&serde_json::to_string(it).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The values of the five properties, each with the number of its property.
    fn values(it: Presentation) -> [(usize, String); 5] {
        let values = [
            format!("{:?}", it.attributes),
            format!("{:?}", it.dimension_names),
            format!("{:?}", it.order),
            format!("{:?}", it.white_space),
            format!("{:?}", it.storage_transformers),
        ];
        let mut property = 0..;
        values.map(|value| (property.next().unwrap_or(0), value))
    }

    #[test]
    fn any_two_values_of_two_properties_occur_together() {
        let rows: Vec<_> = Presentation::ALL.into_iter().map(values).collect();
        let all: BTreeSet<_> = rows.iter().flatten().cloned().collect();
        assert_eq!(all.len(), 3 + 3 + 3 + 3 + 2);
        for one in &all {
            for other in all.iter().filter(|other| other.0 != one.0) {
                let both = |row: &&[_; 5]| row.contains(one) && row.contains(other);
                assert!(rows.iter().any(|row| both(&row)), "{one:?} with {other:?}");
            }
        }
    }

    #[test]
    fn every_presentation_says_the_same_of_the_mandatory_members() {
        let mandatory = vec![
            ("shape", json!([2, 3])),
            ("codecs", json!([{"name": "bytes", "configuration": {}}])),
            ("fill_value", json!(1.5)),
        ];
        let mut texts = BTreeSet::new();
        for presentation in Presentation::ALL {
            let text = presentation.text(mandatory.clone(), 2);
            let read: Value = serde_json::from_str(&text).unwrap();
            for (name, value) in &mandatory {
                assert_eq!(read[name], *value, "{text}");
            }
            let is_named = presentation.dimension_names != DimensionNames::Absent;
            assert_eq!(read.get("dimension_names").is_some(), is_named, "{text}");
            texts.insert(text);
        }
        assert_eq!(texts.len(), Presentation::ALL.len());
    }

    #[test]
    fn a_fact_and_its_twin_are_presented_alike() {
        for id in ["a/b/c", "transpose/orders/permutation"] {
            let twin = Presentation::of(id, None);
            assert_eq!(Presentation::of("a/b/other", Some(id)), twin);
        }
    }

    #[test]
    fn every_presentation_is_that_of_some_id() {
        let ids = (0..200).map(|i| format!("a/b/fact-{i}"));
        let found: Vec<_> = ids.map(|id| Presentation::of(&id, None)).collect();
        assert!(Presentation::ALL.iter().all(|it| found.contains(it)));
    }
}
