//! Writes a list anew: the file with its comments, its order and its reasons, apart from what had
//! to change.

use toml_edit::{Array, ArrayOfTables, Decor, DocumentMut, Item, Key, Table, TomlError, Value};

use zarr_conform_runner::ListComparison;

use super::decide::{self, Decision, Piece};

/// What stands above the first new entry of a table.
const NEW: &str = "# New: give each a reason.";

/// The tables of the file, in the order in which entries are looked up.
const TABLES: [&str; 3] = ["failure", "unsupported", "skipped"];

/// A list that was written anew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blessed {
    /// The text of the list; as it was, where nothing changed.
    pub text: String,
    /// Entries that were added, with an empty reason.
    pub added: usize,
    /// Entries of which the glob or the verdict changed, or that were split.
    pub changed: usize,
    /// Entries that are gone.
    pub removed: usize,
    /// Whether the line of what is offered changed.
    pub has_other_offers: bool,
}

impl Blessed {
    /// Whether nothing had to change.
    pub fn is_unchanged(&self) -> bool {
        self.added + self.changed + self.removed == 0 && !self.has_other_offers
    }
}

/// Why a list cannot be written anew.
#[derive(Debug, thiserror::Error)]
pub enum BlessError {
    /// It is not TOML.
    #[error(transparent)]
    Toml(#[from] TomlError),
    /// Entries are not spelled as tables.
    #[error("found {0} = [...], expected [[{0}]] tables")]
    Inline(&'static str),
}

/// Writes the list `text` anew after a comparison with it that is finished.
pub fn bless(text: &str, comparison: &ListComparison) -> Result<Blessed, BlessError> {
    let mut document: DocumentMut = text.parse()?;
    let plan = decide::decide(comparison);
    let mut blessed = Blessed::default();
    let entries = take_entries(&mut document)?;
    let entries = decided(entries, &plan.decisions);
    let mut kept = apply(&mut document, entries, &mut blessed);
    if comparison.has_other_offers() {
        set_offers(&mut document, &mut kept, comparison.offers());
        blessed.has_other_offers = true;
    }
    for name in TABLES {
        let new = plan.new.iter().filter(|piece| piece.listed.table() == name);
        let tables = kept.iter().filter(|(table, _)| *table == name);
        let mut tables: ArrayOfTables = tables.map(|(_, table)| table.clone()).collect();
        for (at, piece) in new.enumerate() {
            tables.push(new_entry(piece, at == 0));
            blessed.added += 1;
        }
        if !tables.is_empty() {
            document.insert(name, Item::ArrayOfTables(tables));
        }
    }
    blessed.text = if blessed.is_unchanged() {
        text.to_owned()
    } else {
        document.to_string()
    };
    Ok(blessed)
}

/// The entries of the document, table by table, each with the name of its table.
fn take_entries(document: &mut DocumentMut) -> Result<Vec<(&'static str, Table)>, BlessError> {
    let mut entries = Vec::new();
    for name in TABLES {
        match document.remove(name) {
            None => {}
            Some(Item::ArrayOfTables(tables)) => {
                entries.extend(tables.into_iter().map(|table| (name, table)));
            }
            Some(_) => return Err(BlessError::Inline(name)),
        }
    }
    Ok(entries)
}

/// Each entry with what becomes of it, in the order of the file.
fn decided(
    entries: Vec<(&'static str, Table)>,
    decisions: &[Decision],
) -> Vec<(&'static str, Table, Decision)> {
    let decisions = decisions.iter().cloned();
    let mut entries: Vec<_> = entries
        .into_iter()
        .zip(decisions)
        .map(|((name, table), decision)| (name, table, decision))
        .collect();
    entries.sort_by_key(|(_, table, _)| table.position());
    entries
}

/// The entries that stay or take the place of others, in the order of the file. The comment above
/// an entry that goes stands above the next one, or at the end.
fn apply(
    document: &mut DocumentMut,
    entries: Vec<(&'static str, Table, Decision)>,
    blessed: &mut Blessed,
) -> Vec<(&'static str, Table)> {
    let mut kept = Vec::new();
    let mut comments = String::new();
    for (name, mut table, decision) in entries {
        let pieces = match decision {
            Decision::Remove => {
                let above = prefix(table.decor());
                if above.contains('#') {
                    comments.push_str(&above);
                }
                blessed.removed += 1;
                continue;
            }
            Decision::Keep => Vec::new(),
            Decision::Replace(pieces) => {
                blessed.changed += 1;
                pieces
            }
        };
        let above = std::mem::take(&mut comments) + &prefix(table.decor());
        table.decor_mut().set_prefix(above);
        let mut pieces = pieces.into_iter();
        if let Some(first) = pieces.next() {
            set(&mut table, "check", &first.glob);
            set(&mut table, "verdict", first.listed.name());
        }
        let others: Vec<Table> = pieces.map(|piece| like(&table, &piece)).collect();
        kept.push((name, table));
        kept.extend(others.into_iter().map(|table| (name, table)));
    }
    if !comments.is_empty() {
        let trailing = document.trailing().as_str().unwrap_or_default();
        document.set_trailing(comments + trailing);
    }
    kept
}

/// An entry with the reason, link and versions of another.
fn like(table: &Table, piece: &Piece) -> Table {
    let mut new = Table::new();
    new.set_position(table.position());
    new.decor_mut().set_prefix("\n");
    for (key, item) in table {
        if let Some(value) = item.as_value() {
            let mut value = value.clone();
            value.decor_mut().clear();
            new.insert(key, Item::Value(value));
        }
    }
    set(&mut new, "check", &piece.glob);
    set(&mut new, "verdict", piece.listed.name());
    new
}

fn new_entry(piece: &Piece, is_first: bool) -> Table {
    let mut table = Table::new();
    let above = if is_first {
        format!("\n{NEW}\n")
    } else {
        "\n".to_owned()
    };
    table.decor_mut().set_prefix(above);
    table.insert("check", piece.glob.as_str().into());
    if piece.listed.table() == "failure" {
        table.insert("verdict", piece.listed.name().into());
    }
    table.insert("reason", "".into());
    table
}

/// Replaces the value of a member that is there, with the white space and comments around it.
fn set(table: &mut Table, key: &str, text: &str) {
    if let Some(Item::Value(value)) = table.get_mut(key)
        && value.as_str() != Some(text)
    {
        replace(value, Value::from(text));
    }
}

fn replace(value: &mut Value, new: Value) {
    let decor = value.decor().clone();
    *value = new;
    *value.decor_mut() = decor;
}

/// What stands above an entry.
fn prefix(decor: &Decor) -> String {
    let prefix = decor.prefix().and_then(|it| it.as_str());
    prefix.unwrap_or_default().to_owned()
}

/// Sets the line of what is offered: where it stands, or below the first paragraph of comments.
fn set_offers(document: &mut DocumentMut, kept: &mut [(&'static str, Table)], offers: &[String]) {
    let offers = Value::Array(offers.iter().map(String::as_str).collect::<Array>());
    if let Some(Item::Value(value)) = document.get_mut("offers") {
        replace(value, offers);
        return;
    }
    let heading = match kept.first_mut() {
        Some((_, table)) => take_heading(table),
        None => take_trailing(document),
    };
    let mut key = Key::new("offers");
    key.leaf_decor_mut().set_prefix(heading);
    document.insert_formatted(&key, Item::Value(offers));
}

/// The first paragraph of the comments above the first entry.
fn take_heading(table: &mut Table) -> String {
    let above = prefix(table.decor());
    let end = match above.find("\n\n") {
        Some(end) if above.starts_with('#') => end + 2,
        _ => 0,
    };
    let (heading, rest) = above.split_at(end);
    let rest = format!("\n{}", rest.trim_start_matches('\n'));
    table.decor_mut().set_prefix(rest);
    heading.to_owned()
}

/// The comments of a list without entries.
fn take_trailing(document: &mut DocumentMut) -> String {
    let comments = document.trailing().as_str().unwrap_or_default().to_owned();
    document.set_trailing("");
    comments
}
