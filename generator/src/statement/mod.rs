//! From the members of an input to a fact: one file for each kind.

mod array;
mod bad_chunk;
mod chunk;
mod grid;
mod hierarchy;
mod metadata;
mod representation;

use anyhow::{Context, bail};
use zarr_conform_reference::{DataType, data_type};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Binds, Level};

use crate::fact::Draft;
use crate::input::{Input, Located, Table};
use crate::topic::Topic;

/// What a fact claims of its input, before the reference answers.
enum Claim<'a> {
    /// The reference has an answer.
    Holds,
    /// No implementation may accept it, for this reason.
    Refused(&'a str),
    /// Readings of the text differ.
    Open(Vec<Table>),
}

/// The facts of all files of inputs, with what the reference answers.
pub(crate) fn topics(inputs: &[Input]) -> anyhow::Result<Vec<Topic>> {
    inputs.iter().map(topic).collect()
}

fn topic(input: &Input) -> anyhow::Result<Topic> {
    let mut topic = Topic::new(&input.path, &input.about);
    for fact in &input.facts {
        add(&mut topic, fact)?;
    }
    Ok(topic)
}

fn add(topic: &mut Topic, table: &Table) -> anyhow::Result<()> {
    let draft = draft(topic, table)?;
    if table.flag("enumerated")? == Some(true) {
        draft.topic.enumerated.insert(draft.id.clone());
    }
    let stated = match table.some_text("kind")? {
        "chunk" => chunk::state(draft, table),
        "representation" => representation::state(draft, table),
        "bad_chunk" => bad_chunk::state(draft, table),
        "grid" => grid::state(draft, table),
        "metadata" => metadata::state(draft, table),
        "hierarchy" => hierarchy::state(draft, table),
        _ => array::state(draft, table),
    };
    stated.map_err(|error| match error.downcast::<Located>() {
        Ok(located) => located.into(),
        Err(error) => table.error(format!("{error:#}")),
    })
}

fn draft<'t>(topic: &'t mut Topic, table: &Table) -> anyhow::Result<Draft<'t>> {
    let id = format!("{}/{}", topic.path, table.some_text("name")?);
    let editions = table
        .texts("editions")?
        .into_iter()
        .map(|name| name.parse().map_err(|error| table.wrong("editions", error)))
        .collect::<anyhow::Result<Vec<Edition>>>()?;
    let requirements = table.texts("requirements")?;
    let comment = table.some_text("comment")?.to_owned();
    let mut draft = Draft::new(topic, id, &requirements, comment, &editions);
    if table.has("level") {
        draft = draft.level(table.parsed("level", level)?);
    }
    if let Some(twin) = table.text("twin")?.filter(|_| table.has("refused")) {
        draft = draft.twin(twin);
    }
    if table.has("binds") && table.parsed("binds", binds)? == Binds::Writer && table.has("refused")
    {
        draft = draft.binds_writer();
    }
    if let Some(place) = table.text("open")? {
        draft = draft.open_place(place);
    }
    Ok(draft)
}

fn level(text: &str) -> anyhow::Result<Level> {
    [Level::Must, Level::Should, Level::May]
        .into_iter()
        .find(|level| serde_json::to_value(level).is_ok_and(|name| name == text))
        .with_context(|| format!("found {text:?}, expected \"must\", \"should\" or \"may\""))
}

fn binds(text: &str) -> anyhow::Result<Binds> {
    match text {
        "writer" => Ok(Binds::Writer),
        "everybody" => Ok(Binds::Everybody),
        _ => bail!("found {text:?}, expected \"writer\" or \"everybody\""),
    }
}

/// What the fact claims; `of_outcome` names what outcomes of this kind may have besides a reading.
fn claim<'a>(table: &'a Table, of_outcome: &[&str]) -> anyhow::Result<Claim<'a>> {
    let outcomes = table.tables("outcomes", &[&["reading", "refused"], of_outcome].concat())?;
    match (table.text("refused")?, outcomes.is_empty()) {
        (None, true) => Ok(Claim::Holds),
        (Some(why), true) => Ok(Claim::Refused(why)),
        (None, false) => Ok(Claim::Open(outcomes)),
        (Some(_), false) => {
            let message = "a fact is refused or open, and has no outcomes where it is refused";
            Err(table.wrong("outcomes", message))
        }
    }
}

/// What an outcome has besides its reading; nothing where it refuses.
fn unless_refused<T>(
    outcome: &Table,
    answer: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<Option<T>> {
    match outcome.flag("refused")? {
        Some(true) => Ok(None),
        _ => answer().map(Some),
    }
}

fn data_type(table: &Table) -> anyhow::Result<DataType> {
    table.parsed("data_type", |text| Ok(data_type::from_text(text)?))
}
