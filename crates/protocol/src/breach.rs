//! Whether `ok` of an answer has the members that belong to its request.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{DeserializeOwned, Error as _};
use serde_json::{Map, Value};

use crate::subject::excerpt;
use crate::{Ask, ChunkAnswer, Located};
use zarr_conform_terms::{DataTypeValue, HexBytes, HexElements, NodeType};

/// An answer whose members are not those that belong to the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The members that belong to the answer.
    pub expected: String,
    /// The member that is missing, unknown or of another form; names are of the implementation, unescaped.
    pub found: String,
}

/// Where an answer that is no object is shown, in bytes: at its beginning.
const BEGINNING: usize = 60;

/// A member of an answer, and what its value has to be.
struct Member {
    name: &'static str,
    is_of_form: fn(&Value) -> serde_json::Result<()>,
}

/// The members of an answer.
#[derive(Default)]
struct Form {
    required: Vec<Member>,
    /// One of these is given, where there are any.
    one_of: Vec<Member>,
    optional: Vec<Member>,
}

impl Ask {
    /// How `ok` of an answer to this request breaks the protocol; nothing where it does not.
    pub fn breach(&self, ok: &Value) -> Option<Breach> {
        let form = Form::of(self)?;
        let found = form.breach(self, ok)?;
        Some(Breach {
            expected: format!("an answer to `{}` with {form}", self.op()),
            found,
        })
    }
}

impl Form {
    /// The form of `ok`; nothing where any is good: an operation that is not known has none.
    fn of(ask: &Ask) -> Option<Self> {
        let data_type = || member("data_type", is::<DataTypeValue>);
        // What a library makes of a shape that had to be refused may be anything, or nothing: no breach of the adapter.
        let shape = || member("shape", is::<Value>);
        let encoded = || {
            [
                member("encoded", are_digits),
                member("encoded_file", is::<String>),
            ]
            .into()
        };
        let elements = || {
            [
                member("elements", are_elements),
                member("elements_file", is::<String>),
            ]
            .into()
        };
        Some(match ask {
            Ask::Hello(_) | Ask::Other(_) => return None,
            Ask::Open(_) => Self {
                required: vec![data_type()],
                optional: vec![shape()],
                ..Self::default()
            },
            Ask::Read(read) => Self {
                optional: vec![data_type(), shape()],
                ..match read.regions {
                    Some(_) => Self {
                        required: vec![member("regions", are_regions)],
                        ..Self::default()
                    },
                    None => Self {
                        one_of: elements(),
                        ..Self::default()
                    },
                }
            },
            Ask::Write(_)
            | Ask::Create(_)
            | Ask::CreateGroup(_)
            | Ask::SetAttributes(_)
            | Ask::Delete(_)
            | Ask::Consolidate(_) => Self::default(),
            Ask::Encode(_) => Self {
                one_of: encoded(),
                ..Self::default()
            },
            Ask::Decode(_) => Self {
                one_of: elements(),
                ..Self::default()
            },
            Ask::Node(_) => Self {
                required: vec![member("node_type", is::<NodeType>)],
                optional: vec![member("attributes", is::<Value>)],
                ..Self::default()
            },
            Ask::Children(_) => Self {
                required: vec![member("children", is::<BTreeMap<String, NodeType>>)],
                ..Self::default()
            },
            Ask::Walk(_) => Self {
                required: vec![member("nodes", is::<BTreeMap<String, NodeType>>)],
                ..Self::default()
            },
            Ask::Grid(_) => Self {
                required: vec![
                    member("grid_shape", is::<Vec<u64>>),
                    member("elements", is::<Vec<Located>>),
                    member("chunks", is::<Vec<ChunkAnswer>>),
                ],
                ..Self::default()
            },
        })
    }

    fn all(&self) -> impl Iterator<Item = &Member> {
        let Self {
            required,
            one_of,
            optional,
        } = self;
        required.iter().chain(one_of).chain(optional)
    }

    fn breach(&self, ask: &Ask, ok: &Value) -> Option<String> {
        let op = ask.op();
        let Value::Object(given) = ok else {
            let shown = ok.as_str().map_or_else(|| ok.to_string(), str::to_owned);
            let found = excerpt(shown.as_bytes(), BEGINNING);
            return Some(format!(
                "the answer to `{op}` is not an object: found {found}"
            ));
        };
        let unknown = given.keys().map(String::as_str);
        let unknown = unknown.filter(|name| !self.all().any(|it| it.name == *name));
        let unknown: Vec<&str> = unknown.collect();
        let lacking = self.lacking(given);
        if !lacking.is_empty() {
            let lacking = listed(lacking);
            let instead = match unknown.as_slice() {
                [] => String::new(),
                names => format!("; it has {}", listed(names.iter().copied())),
            };
            return Some(format!("the answer to `{op}` lacks {lacking}{instead}"));
        }
        if !unknown.is_empty() {
            let has = listed(unknown);
            return Some(format!(
                "the answer to `{op}` has {has}, which the protocol does not define"
            ));
        }
        if self.one_of.iter().filter(|it| is_given(given, it)).count() > 1 {
            let names = listed(self.one_of.iter().map(|it| it.name));
            return Some(format!(
                "the answer to `{op}` has {names}, of which it can have one"
            ));
        }
        self.of_other_form(op, given)
            .or_else(|| other_number(ask, given))
    }

    /// Names of members that have to be given and are not.
    fn lacking(&self, given: &Map<String, Value>) -> Vec<&'static str> {
        let required = self.required.iter().filter(|it| !is_given(given, it));
        let is_one_given = self.one_of.iter().any(|it| is_given(given, it));
        // The file in place of the bytes is the adapter's choice; what it lacks is the bytes.
        let bytes = self.one_of.first().filter(|_| !is_one_given);
        required.chain(bytes).map(|it| it.name).collect()
    }

    fn of_other_form(&self, op: &str, given: &Map<String, Value>) -> Option<String> {
        self.all().filter(|it| is_given(given, it)).find_map(|it| {
            let name = it.name;
            let error = (it.is_of_form)(given.get(name)?).err()?;
            Some(format!("`{name}` of the answer to `{op}`: {error}"))
        })
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let needed = self.required.iter().chain(self.one_of.first());
        match listed(needed.map(|it| it.name)).as_str() {
            "" => f.write_str("no members"),
            names => f.write_str(names),
        }
    }
}

/// Whether the number of regions is another one than was asked for.
fn other_number(ask: &Ask, given: &Map<String, Value>) -> Option<String> {
    let Ask::Read(read) = ask else {
        return None;
    };
    let asked = read.regions.as_ref()?.len();
    let found = given.get("regions")?.as_array()?.len();
    (asked != found).then(|| {
        format!("`regions` of the answer to `read` has {found} entries, {asked} were asked for")
    })
}

fn member(name: &'static str, is_of_form: fn(&Value) -> serde_json::Result<()>) -> Member {
    Member { name, is_of_form }
}

/// Whether a member is there; one that is `null` is not.
fn is_given(given: &Map<String, Value>, member: &Member) -> bool {
    given.get(member.name).is_some_and(|it| !it.is_null())
}

fn is<T: DeserializeOwned>(value: &Value) -> serde_json::Result<()> {
    T::deserialize(value).map(drop)
}

/// Whether these are bytes; what is wrong is said by those who decode them.
fn are_digits(value: &Value) -> serde_json::Result<()> {
    match value.as_str() {
        Some(text) if is_hexadecimal(text) => Ok(()),
        Some(text) if text.len() % 2 == 1 => Err(serde_json::Error::custom(format!(
            "found {} characters, expected an even number of hexadecimal digits",
            text.len()
        ))),
        _ => is::<HexBytes>(value),
    }
}

/// Whether these are the bytes of elements, or a list with those of each.
fn are_elements(value: &Value) -> serde_json::Result<()> {
    match value {
        Value::Array(values) => values.iter().try_for_each(are_digits),
        Value::String(_) => are_digits(value),
        _ => is::<HexElements>(value),
    }
}

fn are_regions(value: &Value) -> serde_json::Result<()> {
    match value.as_array() {
        Some(values) => values.iter().try_for_each(are_elements),
        None => is::<Vec<HexElements>>(value),
    }
}

fn is_hexadecimal(text: &str) -> bool {
    text.len().is_multiple_of(2) && text.bytes().all(|it| it.is_ascii_hexdigit())
}

/// Names in quotes, as in "`a`, `b` and `c`".
fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(|it| format!("`{it}`")).collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::json;

    use super::*;
    use crate::{
        Children, Decoded, Done, Encoded, GridAnswer, Node, Opened, Read, Region, Walk, ask,
    };

    fn read(regions: usize) -> Ask {
        let region = Region {
            start: vec![0],
            shape: vec![1],
        };
        Ask::Read(ask::Read {
            regions: (regions > 0).then(|| vec![region; regions]),
            ..ask::Read::default()
        })
    }

    fn grid() -> Ask {
        Ask::Grid(ask::Grid {
            array_shape: Vec::new(),
            chunk_shape: Vec::new(),
            elements: Vec::new(),
            chunks: Vec::new(),
        })
    }

    fn decode() -> Ask {
        Ask::Decode(ask::Decode {
            data_type: DataTypeValue::default(),
            shape: Vec::new(),
            codecs: [].into(),
            encoded: HexBytes::default(),
        })
    }

    #[rstest]
    #[case::another_name(
        Ask::Open(ask::Open::default()),
        json!({"dtype": "int8", "shape": [1]}),
        "the answer to `open` lacks `data_type`; it has `dtype`"
    )]
    #[case::missing(
        Ask::Open(ask::Open::default()),
        json!({}),
        "the answer to `open` lacks `data_type`"
    )]
    #[case::null(read(0), json!({"elements": null}), "the answer to `read` lacks `elements`")]
    #[case::unknown(
        Ask::Write(ask::Write::default()),
        json!({"written": true}),
        "the answer to `write` has `written`, which the protocol does not define"
    )]
    #[case::form(
        Ask::Open(ask::Open::default()),
        json!({"data_type": 8, "shape": [1]}),
        "`data_type` of the answer to `open`: found 8, expected a string or an object with \"name\" and \"configuration\""
    )]
    #[case::digits(
        read(0),
        json!({"elements": "012"}),
        "`elements` of the answer to `read`: found 3 characters, expected an even number of hexadecimal digits"
    )]
    #[case::whole_for_regions(
        read(1),
        json!({"elements": "01"}),
        "the answer to `read` lacks `regions`; it has `elements`"
    )]
    #[case::too_few(
        read(2),
        json!({"regions": ["01"]}),
        "`regions` of the answer to `read` has 1 entries, 2 were asked for"
    )]
    #[case::both(
        decode(),
        json!({"elements": "01", "elements_file": "a"}),
        "the answer to `decode` has `elements` and `elements_file`, of which it can have one"
    )]
    #[case::no_object(read(0), json!("0102"), r#"the answer to `read` is not an object: found "0102""#)]
    fn the_member_is_named(#[case] ask: Ask, #[case] ok: Value, #[case] found: &str) {
        assert_eq!(ask.breach(&ok).map(|it| it.found).as_deref(), Some(found));
    }

    /// What is no breach is exactly what the types of answers read.
    #[rstest]
    #[case::open(Ask::Open(ask::Open::default()), json!({"data_type": "int8", "shape": [1]}), is::<Opened>)]
    #[case::read(read(0), json!({"data_type": "int8", "shape": [1], "elements": "01"}), is::<Read>)]
    #[case::each_element(read(0), json!({"elements": ["01", ""]}), is::<Read>)]
    #[case::each_element_of_regions(read(2), json!({"regions": [[], ["01", ""]]}), is::<Read>)]
    #[case::regions(read(1), json!({"data_type": "int8", "shape": [1], "regions": ["01"]}), is::<Read>)]
    #[case::write(Ask::Write(ask::Write::default()), json!({}), is::<Done>)]
    #[case::create(Ask::Create(ask::Create::default()), json!({}), is::<Done>)]
    #[case::decode(decode(), json!({"elements": "01"}), is::<Decoded>)]
    #[case::encode(
        Ask::Encode(ask::Encode {
            data_type: DataTypeValue::default(),
            shape: Vec::new(),
            codecs: [].into(),
            elements: HexElements::default(),
        }),
        json!({"encoded": "01"}),
        is::<Encoded>
    )]
    #[case::grid(
        grid(),
        json!({
            "grid_shape": [1],
            "elements": [{"chunk": [0], "within": [0]}],
            "chunks": [{"origin": [0], "keys": ["c/0"]}],
        }),
        is::<GridAnswer>
    )]
    #[case::node(Ask::Node(ask::Node::default()), json!({"node_type": "group", "attributes": {}}), is::<Node>)]
    #[case::children(Ask::Children(ask::Node::default()), json!({"children": {"a": "array"}}), is::<Children>)]
    #[case::walk(Ask::Walk(ask::Walk::default()), json!({"nodes": {"/": "group"}}), is::<Walk>)]
    fn the_form_is_that_of_the_types(
        #[case] ask: Ask,
        #[case] right: Value,
        #[case] reads: fn(&Value) -> serde_json::Result<()>,
    ) {
        assert_eq!((ask.breach(&right), reads(&right).is_ok()), (None, true));
        // Shape and attributes are what a library makes of metadata, which may be invalid.
        let names = right.as_object().unwrap().keys();
        for name in names.filter(|it| !matches!(it.as_str(), "shape" | "attributes")) {
            for value in [json!(3), json!({"a": 1})] {
                let mut wrong = right.clone();
                wrong[name] = value;
                assert!(ask.breach(&wrong).is_some(), "{wrong}");
                assert!(reads(&wrong).is_err(), "{wrong}");
            }
        }
        let mut more = right;
        more["more"] = json!(1);
        assert!(ask.breach(&more).is_some() && reads(&more).is_err());
    }
}
