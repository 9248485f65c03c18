//! Names in text, `${name}`, and what stands for them.

use std::collections::BTreeMap;

use anyhow::{Context, bail};

use crate::given::{Given, Members, Value};

/// How deep a text may stand for a text.
const DEEPEST: usize = 8;

/// The most characters of a value of `set` that a sentence holds.
const MOST: usize = 80;

/// The texts that names stand for.
pub(crate) type Variables = BTreeMap<String, String>;

/// Names that stand for one of several texts, in turn.
///
/// If all facts of a file spelled what may be spelled in several ways alike, a library that refuses this one spelling
/// would fail them all, and whatever else is wrong with it would not be seen.
#[derive(Clone, Default)]
pub(crate) struct InTurn(BTreeMap<String, Vec<String>>);

impl InTurn {
    pub(crate) fn add(&mut self, name: &str, texts: Vec<&str>) {
        let texts = texts.into_iter().map(str::to_owned).collect();
        self.0.insert(name.to_owned(), texts);
    }

    /// The variables, and for each name that is not among them one of its texts. Which one follows from the last part
    /// of the id of a fact, so that facts may come and go without changing others, and is the same
    /// position of all lists of as many texts.
    pub(crate) fn chosen(&self, variables: &Variables, id: &str) -> Variables {
        let name = id.rsplit('/').next().unwrap_or(id);
        // Fibonacci hashing: the upper bits differ where any character does.
        let hash = name.bytes().fold(0_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        let mut all = variables.clone();
        for (name, texts) in &self.0 {
            let at = (hash >> 32).checked_rem(texts.len() as u64).unwrap_or(0);
            let text = usize::try_from(at).ok().and_then(|at| texts.get(at));
            if let (Some(text), false) = (text, all.contains_key(name)) {
                all.insert(name.clone(), text.clone());
            }
        }
        all
    }
}

/// One set of variables for each row of `each`, in order. A row is a table; where a value is a
/// list, the row stands for one row with each of its entries, the first such list varying slowest.
/// Without `each` there is one row without variables.
pub(crate) fn rows(each: Option<&Given>) -> anyhow::Result<Vec<Variables>> {
    let Some(each) = each else {
        return Ok(vec![Variables::new()]);
    };
    let Value::List(list) = &each.value else {
        bail!("each: found {}, expected a list of tables", each.kind());
    };
    let mut rows = Vec::new();
    for row in list {
        let Value::Table(members) = &row.value else {
            bail!("each: found {}, expected a table", row.kind());
        };
        rows.extend(products(members)?);
    }
    Ok(rows)
}

fn products(members: &Members) -> anyhow::Result<Vec<Variables>> {
    let mut rows = vec![Variables::new()];
    for (name, given) in members {
        let choices = match &given.value {
            Value::List(list) => list.iter().map(plain).collect::<anyhow::Result<Vec<_>>>(),
            _ => plain(given).map(|text| vec![text]),
        }
        .with_context(|| format!("each: {name}"))?;
        rows = rows
            .iter()
            .flat_map(|row| {
                choices.iter().map(|choice| {
                    let mut row = row.clone();
                    row.insert(name.clone(), choice.clone());
                    row
                })
            })
            .collect();
    }
    Ok(rows)
}

/// The text of a variable.
pub(crate) fn plain(given: &Given) -> anyhow::Result<String> {
    match &given.value {
        Value::Text(text) | Value::Number(text) => Ok(text.clone()),
        _ => bail!("found {}, expected a text", given.kind()),
    }
}

/// What `${name}` may stand for within one fact: a variable, or else a member of the fact.
pub(crate) struct Scope<'a> {
    /// Of `each` and `let`.
    pub(crate) variables: &'a Variables,
    /// Of the fact, as they are given.
    pub(crate) members: &'a Members,
}

impl Scope<'_> {
    /// The value with texts in the place of names.
    pub(crate) fn resolved(&self, given: &Given) -> anyhow::Result<Given> {
        let value = match &given.value {
            Value::Text(text) => Value::Text(self.text(text, 0)?),
            Value::List(list) => Value::List(
                list.iter()
                    .map(|it| self.resolved(it))
                    .collect::<anyhow::Result<_>>()?,
            ),
            Value::Table(members) => Value::Table(
                members
                    .iter()
                    .map(|(name, given)| Ok((self.text(name, 0)?, self.resolved(given)?)))
                    .collect::<anyhow::Result<_>>()?,
            ),
            plain => plain.clone(),
        };
        Ok(Given {
            value,
            line: given.line,
        })
    }

    fn text(&self, text: &str, depth: usize) -> anyhow::Result<String> {
        if depth > DEEPEST {
            bail!("{text:?} stands for itself");
        }
        let mut found = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${") {
            found.push_str(before);
            let (name, after) = after
                .split_once('}')
                .with_context(|| format!("found \"${{\" without \"}}\" in {text:?}"))?;
            found.push_str(&self.named(name, depth)?);
            rest = after;
        }
        found.push_str(rest);
        Ok(found)
    }

    fn named(&self, name: &str, depth: usize) -> anyhow::Result<String> {
        if let Some(text) = self.variables.get(name) {
            return self.text(text, depth + 1);
        }
        let (of_set, name) = match name.strip_prefix("set.") {
            Some(member) => (true, member),
            None => (false, name),
        };
        let members = match (of_set, member(self.members, "set")) {
            (false, _) => self.members,
            (
                true,
                Some(Given {
                    value: Value::Table(set),
                    ..
                }),
            ) => set,
            (true, _) => bail!("${{set.{name}}} stands for nothing: the fact has no set"),
        };
        let given =
            member(members, name).with_context(|| format!("${{{name}}} stands for nothing"))?;
        let text = self.text(&spelled(given)?, depth + 1)?;
        Ok(if of_set { abridged(&text) } else { text })
    }
}

/// The last member of a name.
pub(crate) fn member<'a>(members: &'a Members, name: &str) -> Option<&'a Given> {
    members
        .iter()
        .rev()
        .find(|(known, _)| known == name)
        .map(|(_, given)| given)
}

/// A value as text: lists as JSON spells them.
fn spelled(given: &Given) -> anyhow::Result<String> {
    match &given.value {
        Value::List(list) => {
            let entries: anyhow::Result<Vec<String>> = list.iter().map(spelled).collect();
            Ok(format!("[{}]", entries?.join(", ")))
        }
        _ => plain(given),
    }
}

/// A value as far as a sentence can hold it.
fn abridged(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
